//! The short notation of actions, for people: what `Display` writes, `FromStr` reads.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::action::{Action, Cards, ListError, Markers};
use crate::name::{Name, NoName};
use crate::state::Price;

/// A text that is not an action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// It has another form.
    #[error(
        "an action is \"buy PRICE for CARDS keep\", \"buy PRICE for CARDS use BODY:COUNT …\", \"research BODY SCIENCE with CARDS\", \"exchange CARD\" or \"end\""
    )]
    Form,
    /// A name in it is not an id.
    #[error(transparent)]
    Name(#[from] NoName),
    /// A list in it is none that an action can have.
    #[error(transparent)]
    List(#[from] ListError),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Buy { price, pay, used: None } => write!(f, "buy {} for{pay} keep", price.0),
            Action::Buy { price, pay, used: Some(markers) } => {
                write!(f, "buy {} for{pay} use", price.0)?;
                markers.iter().try_for_each(|(body, count)| write!(f, " {body}:{count}"))
            }
            Action::Research { body, science, cards } => write!(f, "research {body} {science} with{cards}"),
            Action::Exchange { card } => write!(f, "exchange {card}"),
            Action::End {} => f.write_str("end"),
        }
    }
}

/// Each card with a space before it.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| write!(f, " {card}"))
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Action, NotationError> {
        let mut words = text.split_whitespace();
        let action = match words.next() {
            Some("buy") => buy(&mut words)?,
            Some("research") => {
                let body = name(&mut words)?;
                let science = name(&mut words)?;
                expect(&mut words, "with")?;
                Action::Research { body, science, cards: cards(&mut words)? }
            }
            Some("exchange") => Action::Exchange { card: name(&mut words)? },
            Some("end") => Action::End {},
            _ => return Err(NotationError::Form),
        };
        if words.next().is_none() { Ok(action) } else { Err(NotationError::Form) }
    }
}

fn buy<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Action, NotationError> {
    let price = words.next().and_then(|price| price.parse().ok()).ok_or(NotationError::Form)?;
    expect(words, "for")?;
    // A card may be called `keep` or `use`: the last such word says what happens to the bought card.
    let words: Vec<&str> = words.collect();
    let place = words.iter().rposition(|&word| word == "keep" || word == "use").ok_or(NotationError::Form)?;
    let pay = cards(&mut words[..place].iter().copied())?;
    let mut used = None;
    if words[place] == "use" {
        let markers = used.insert(Markers::default());
        for word in &words[place + 1..] {
            let (body, count) = word.split_once(':').ok_or(NotationError::Form)?;
            markers.try_insert(body.parse()?, count.parse().map_err(|_| NotationError::Form)?)?;
        }
    } else if place + 1 < words.len() {
        return Err(NotationError::Form);
    }
    Ok(Action::Buy { price: Price(price), pay, used })
}

fn expect<'a>(words: &mut impl Iterator<Item = &'a str>, word: &str) -> Result<(), NotationError> {
    if words.next() == Some(word) { Ok(()) } else { Err(NotationError::Form) }
}

fn name<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Name, NotationError> {
    Ok(words.next().ok_or(NotationError::Form)?.parse()?)
}

fn cards<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Cards, NotationError> {
    let cards: Vec<Name> = words.map(str::parse).collect::<Result<_, _>>()?;
    Ok(cards.try_into()?)
}
