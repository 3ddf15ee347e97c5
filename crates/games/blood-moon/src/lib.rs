//! The deck that `its-alive` and `inner-circle` share: a ring of golem types, four kinds of body part, a die, and the files with
//! which people define their own decks (BM-1 to BM-5).
//!
//! ```
//! use golemry_blood_moon::{BodyCard, Deck, Face, Part};
//!
//! let deck = Deck::standard();
//! let fire = deck.find("fire".parse().unwrap()).unwrap();
//! let ice = deck.opposite(fire).unwrap();
//! assert_eq!(deck.name(ice).to_string(), "ice");
//! assert!(deck.forbidden(fire, ice));
//!
//! let arm = BodyCard { part: Part::Arm, kind: fire };
//! assert_eq!(deck.card_name(arm).to_string(), "fire.arm");
//! assert_eq!(deck.cards().count(arm), 2);
//! assert_eq!(deck.part_at(Face::new(4)), Some(Part::Torso));
//! ```
//!
//! Names are data. What people write (`fire`, `fire.arm`) is read as [`TypeName`]s and [`CardName`]s, without a deck; the rules
//! work with [`Type`]s and [`BodyCard`]s, small numbers that only have a meaning together with their [`Deck`].
#![deny(clippy::float_arithmetic)]

mod card;
mod cards;
mod deck;
mod face;
mod file;
mod part;
mod types;

pub use card::{BodyCard, CardName};
pub use cards::Cards;
pub use deck::{Deck, Look, MAX_COPIES, MAX_PILE, STANDARD, UnknownType};
pub use face::Face;
pub use part::Part;
pub use types::{MAX_TYPES, NameError, Type, TypeName, TypeSet};
