//! It's ALIVE!!! keeps every law, with every option, and with the smallest and the largest deck.

use golemry_blood_moon::{CardName, Part, TypeName};
use golemry_core::{BySeat, Draw, Game as _, MaterialSource, OptionValue, Seat, Settings};
use golemry_its_alive::{Action, Golem, ItsAlive, State};
use golemry_testkit::{Subject, sweep};

struct ItsAliveLaws;

/// Four types, one card of each part: piles run empty.
const SMALLEST: &str = r#"{"ring":["a","b","c","d"],
    "parts":{"head":{"copies":1},"torso":{"copies":1},"arm":{"copies":1},"leg":{"copies":1}}}"#;

/// Sixteen types, four cards of each part.
const LARGEST: &str = r#"{"ring":["a","b","c","d","e","f","g","h","i","j","k","l"],"aside":["m","n","o","p"],
    "parts":{"head":{"copies":4,"faces":[5]},"torso":{"copies":4,"faces":[1]},
             "arm":{"copies":4,"faces":[2,3]},"leg":{"copies":4,"faces":[4]}}}"#;

impl Subject for ItsAliveLaws {
    type G = ItsAlive;
    const GAMES: u32 = 1;

    fn cases() -> Vec<Settings> {
        // The longest matches differ from the others in nothing but length: one of them is enough.
        let longest = Some(&OptionValue::Whole(1000));
        let mut cases = sweep(ItsAlive::about());
        cases.retain(|case| case.options.get("round_limit") != longest || case.seats == Some(2));
        for deck in [SMALLEST, LARGEST] {
            let mut case = Settings::new(4, "standard");
            case.material = Some(MaterialSource::Json(deck.to_owned()));
            cases.push(case);
        }
        cases
    }

    fn arbitrary_action(game: &ItsAlive, state: &State, rng: &mut impl Draw) -> Action {
        let deck = game.deck();
        // Mostly types of the deck, sometimes one it does not have.
        let name = |rng: &mut dyn FnMut(u32) -> u32| -> TypeName {
            let number = rng(deck.type_count() as u32 + 1) as usize;
            deck.types().nth(number).map_or("soup".parse().expect("a name"), |kind| deck.name(kind))
        };
        let mut below = |bound| rng.below(bound);
        let part = Part::ALL[below(4) as usize];
        let kind = name(&mut below);
        let card = CardName { part, kind };
        // Half of the symbols fit the card, and half of the cards are somebody's.
        let symbol = if below(2) == 0 { kind } else { name(&mut below) };
        let owned = state.golems.values().flat_map(Golem::cards).nth(below(12) as usize);
        let card = owned.map_or(card, |card| deck.card_name(card));
        let symbol = if below(2) == 0 { card.kind } else { symbol };
        match below(15) {
            0 => Action::Roll {},
            1 => Action::Stop {},
            2 => Action::Draw { part: None },
            3 => Action::Draw { part: Some(part) },
            14 => Action::Take {},
            4 => Action::DrawSymbol {},
            5 => Action::Decline {},
            6 => Action::Place { replaces: None },
            7 => Action::Place { replaces: Some(card) },
            8 => Action::Discard {},
            9 => Action::DiscardSymbol { symbol },
            10 | 11 => Action::Steal { symbol, from: Seat::new(below(6) as u8), card },
            12 => Action::Lose { card },
            _ => Action::End {},
        }
    }

    fn score_law(game: &ItsAlive, scores: &BySeat<i32>) -> Result<(), String> {
        let seats = game.options().seats;
        let winners = scores.values().filter(|score| **score == 2).count();
        let losers = scores.values().filter(|score| **score == 0).count();
        let draw = scores.values().all(|score| *score == 1);
        if draw || (winners == 1 && losers == usize::from(seats) - 1) {
            Ok(())
        } else {
            Err("one wins and the others lose, or it is a draw".to_owned())
        }
    }
}

golemry_testkit::laws!(ItsAliveLaws);
golemry_testkit::encode_laws!(ItsAliveLaws);
