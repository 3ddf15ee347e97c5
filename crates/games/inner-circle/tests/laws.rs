//! The Inner Circle keeps every law, under every option and with a deck of one's own.

use golemry_blood_moon::{CardName, Deck, Part};
use golemry_core::{BySeat, Draw, Game as _, MaterialSource, OptionValue, Seat, Settings};
use golemry_inner_circle::{Action, InnerCircle, State, Variant, payment};
use golemry_testkit::{Subject, sweep};

struct InnerCircleLaws;

/// Four types in the ring, two aside, cards to spare, and several ways to walk.
const SEASIDE: &str = r#"
ring = ["sea", "sky", "salt", "sand"]
aside = ["soup", "shell"]
[parts]
head = { copies = 2, steps = [1, 2] }
torso = { copies = 1 }
arm = { copies = 3 }
leg = { copies = 2 }
"#;

impl Subject for InnerCircleLaws {
    type G = InnerCircle;
    const GAMES: u32 = 1;

    fn cases() -> Vec<Settings> {
        let mut cases = sweep(InnerCircle::about());
        for case in &mut cases {
            // Under an option every game of a match shows the same, and two are enough: the plain match is played to its end.
            let shortened = !case.options.is_empty() && !case.options.contains_key("game_limit");
            if case.variant.as_deref() == Some("match") && shortened {
                *case = case.clone().with("game_limit", OptionValue::Whole(2));
            }
            // The least of `start_coins` is one payment, by the number of seats (IC-13).
            if case.options.get("start_coins") == Some(&OptionValue::Whole(0)) {
                let least = payment(usize::from(case.seats.unwrap()));
                *case = case.clone().with("start_coins", OptionValue::Whole(i64::from(least)));
            }
        }
        for variant in ["match", "single"] {
            let mut own = Settings::new(4, variant)
                .with("direction", OptionValue::word("either"))
                .with("cake", OptionValue::word("wild"));
            own.material = Some(MaterialSource::Toml(SEASIDE.to_owned()));
            cases.push(own);
        }
        cases
    }

    fn arbitrary_action(game: &InnerCircle, state: &State, rng: &mut impl Draw) -> Action {
        let deck = &game.config().deck;
        // Mostly cards in hand, so that most refusals come from deeper than that.
        let held: Vec<CardName> =
            state.players[state.turn].hand.iter().map(|card| deck.card_name(card)).collect();
        let card = |rng: &mut dyn FnMut(u32) -> u32| match held.is_empty() || rng(4) == 0 {
            true => any_card(deck, rng),
            false => held[rng(held.len() as u32) as usize],
        };
        let mut below = |bound| rng.below(bound);
        match below(8) {
            0..=2 => Action::Play { card: card(&mut below), steps: below(11) as i8 - 5 },
            3 => Action::Draw { discard: (below(2) == 0).then(|| card(&mut below)) },
            4 => Action::Take {
                from: Seat::new(below(6) as u8),
                part: Part::ALL[below(4) as usize],
                give: (below(2) == 0).then(|| card(&mut below)),
            },
            5 => Action::Stop {},
            6 => Action::Refill { count: below(9) as u8 },
            _ => Action::Pass {},
        }
    }

    fn score_law(game: &InnerCircle, scores: &BySeat<i32>) -> Result<(), String> {
        let sum: i32 = scores.values().sum();
        match game.config().variant {
            // IC-11: one or two winners with 2, or several who share 1 each.
            Variant::Single if scores.values().all(|score| (0..=2).contains(score)) && sum >= 2 => Ok(()),
            Variant::Single => Err("a game has a winner".to_owned()),
            // IC-10 and IC-13: games only lose coins, but for those the bank adds for golems.
            Variant::Match => {
                let config = game.config();
                let start = i32::from(config.start_coins) * i32::from(config.options.seats);
                let golems = i32::from(config.game_limit) * config.deck.type_count() as i32;
                let possible = scores.values().all(|&score| score >= 0) && sum <= start + 2 * golems;
                if possible { Ok(()) } else { Err(format!("{start} coins, and 2 for each golem at most")) }
            }
        }
    }
}

fn any_card(deck: &Deck, rng: &mut dyn FnMut(u32) -> u32) -> CardName {
    let kind = if rng(8) == 0 {
        "unknown".parse().unwrap()
    } else {
        let types: Vec<_> = deck.types().collect();
        deck.name(types[rng(types.len() as u32) as usize])
    };
    CardName { part: Part::ALL[rng(4) as usize], kind }
}

golemry_testkit::laws!(InnerCircleLaws);
golemry_testkit::encode_laws!(InnerCircleLaws);
