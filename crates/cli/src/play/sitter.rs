use std::fmt;
use std::str::FromStr;

use golemry_table::{Level, Seated, WireError};

/// Who sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// Somebody at this keyboard.
    Person,
    /// A bot.
    Bot(Seated),
}

impl Sitter {
    /// A bot that thinks as long as its game's bots do.
    pub fn bot(level: Level) -> Sitter {
        Sitter::Bot(Seated::from(level))
    }
}

impl fmt::Display for Sitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sitter::Person => f.write_str("person"),
            Sitter::Bot(bot) => bot.fmt(f),
        }
    }
}

impl FromStr for Sitter {
    type Err = WireError;

    fn from_str(text: &str) -> Result<Sitter, WireError> {
        if text == "person" { Ok(Sitter::Person) } else { text.parse().map(Sitter::Bot) }
    }
}

/// The display names of a table's sitters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names(Vec<String>);

impl Names {
    /// A single person among bots is `you`. Otherwise names contain the number of the seat, as games write seats.
    pub fn new(sitters: &[Sitter]) -> Names {
        let alone = sitters.iter().filter(|sitter| **sitter == Sitter::Person).count() == 1;
        let name = |(seat, sitter): (usize, &Sitter)| match sitter {
            Sitter::Person if alone => "you".to_owned(),
            Sitter::Person => format!("player {seat}"),
            Sitter::Bot(_) => format!("bot {seat}"),
        };
        Names(sitters.iter().enumerate().map(name).collect())
    }

    /// The name of the sitter on that seat.
    pub fn of(&self, seat: usize) -> &str {
        self.0.get(seat).map_or("nobody", String::as_str)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// A text that mentions seats, with the names of their sitters instead.
    pub fn tell(&self, text: &str) -> String {
        let mut told = text.to_owned();
        for (seat, name) in self.0.iter().enumerate() {
            told = told.replace(&format!("seat {seat}"), name);
        }
        for verb in ["you begins", "you leads", "you gets", "you: rolls"] {
            told = told.replace(verb, verb.trim_end_matches('s'));
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_have_names_and_bots_too() {
        let bot: Sitter = "hard:50ms".parse().unwrap();
        assert_eq!(bot.to_string(), "hard:50ms");
        let names = Names::new(&[bot, Sitter::Person]);
        assert_eq!(names.tell("seat 1 gets m7 from seat 0"), "you get m7 from bot 0");
        let names = Names::new(&[Sitter::Person, Sitter::Person]);
        assert_eq!(names.tell("seat 1: pass"), "player 1: pass");
        assert!("grandma".parse::<Sitter>().unwrap_err().message.contains("the bots are random, easy"));
    }
}
