//! Actions by number. The rules work with these; names matter only when an action comes in or goes out.

use crate::action::{Action, Cards, Markers};
use crate::card::{CardId, CardSet};
use crate::circles::Circles;
use crate::deck::{BodyId, Deck, ScienceId};
use crate::illegal::{Illegal, What};
use crate::name::Name;
use crate::state::Price;

/// An [`Action`] with its names looked up in the deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Buy { price: Price, pay: CardSet, used: Option<Circles> },
    Research { body: BodyId, science: ScienceId, cards: CardSet },
    Exchange { card: CardId },
    End,
}

impl Deck {
    /// Looks up the names of an action. A card that is not in the deck is not in the hand either.
    pub(crate) fn resolve(&self, action: &Action) -> Result<Move, Illegal> {
        Ok(match action {
            Action::Buy { price, pay, used } => {
                let used = used.as_ref().map(|markers| self.resolve_markers(markers)).transpose()?;
                Move::Buy { price: *price, pay: self.resolve_cards(pay, What::Buy)?, used }
            }
            Action::Research { body, science, cards } => {
                let not_shown = Illegal::NotShown { body: *body, science: *science };
                Move::Research {
                    body: self.resolve_body(*body)?,
                    science: self.find_science(*science).ok_or(not_shown)?,
                    cards: self.resolve_cards(cards, What::Research)?,
                }
            }
            Action::Exchange { card } => Move::Exchange { card: self.resolve_card(*card, What::Exchange)? },
            Action::End {} => Move::End,
        })
    }

    fn resolve_card(&self, card: Name, what: What) -> Result<CardId, Illegal> {
        self.find_card(card).ok_or(Illegal::NotHeld { card, what })
    }

    fn resolve_cards(&self, names: &Cards, what: What) -> Result<CardSet, Illegal> {
        let mut cards = CardSet::EMPTY;
        for card in names.iter() {
            if !cards.insert(self.resolve_card(card, what)?) {
                return Err(Illegal::Twice { card, what });
            }
        }
        Ok(cards)
    }

    fn resolve_body(&self, body: Name) -> Result<BodyId, Illegal> {
        self.find_body(body).ok_or(Illegal::NoSuchBody { body })
    }

    fn resolve_markers(&self, markers: &Markers) -> Result<Circles, Illegal> {
        let mut placing = Circles::default();
        for (body, count) in markers.iter() {
            if count == 0 {
                return Err(Illegal::NoMarker { body });
            }
            placing += Circles::only(self.resolve_body(body)?, count);
        }
        Ok(placing)
    }

    /// The move with names, cards in deck order.
    pub(crate) fn action(&self, chosen: &Move) -> Action {
        match *chosen {
            Move::Buy { price, pay, used } => Action::Buy {
                price,
                pay: self.names(pay).collect(),
                used: used.map(|placing| self.markers(placing)),
            },
            Move::Research { body, science, cards } => Action::Research {
                body: self.body(body).id,
                science: self.science(science).id,
                cards: self.names(cards).collect(),
            },
            Move::Exchange { card } => Action::Exchange { card: self.card(card).id },
            Move::End => Action::End {},
        }
    }

    fn markers(&self, placing: Circles) -> Markers {
        let gaining = self.body_names.iter().filter(|&body| placing.on(body) > 0);
        Markers::from_ascending(gaining.map(|body| (self.body(body).id, placing.on(body))))
    }
}
