//! The laws every game keeps, for every option of Capek Golems and for a deck of one's own.

use golemry_capek::{Action, Capek, Cards, Markers, Name, Price, State};
use golemry_core::{BySeat, Draw, Game, MaterialSource, Node, OptionValue, Settings};
use golemry_testkit::{Subject, sample, sweep};

struct CapekLaws;

impl Subject for CapekLaws {
    type G = Capek;
    const GAMES: u32 = 8;

    fn cases() -> Vec<Settings> {
        let mut cases = sweep(Capek::about());
        // Long matches show nothing that short ones do not, and cost most of the time.
        for case in &mut cases {
            case.options.entry("turn_limit".to_owned()).or_insert(OptionValue::Whole(20));
        }
        cases.retain(|case| case.options["turn_limit"] != OptionValue::Whole(1000));
        // So few cards that the piles run out and random play wakes golems; and everything unusual at once, with set sizes that
        // differ by science.
        let mut tiny = Settings::new(2, "standard").with("turn_limit", OptionValue::Whole(20));
        let deck = include_str!("../decks/capek-tiny.toml").to_owned();
        let two_sizes = deck.replacen("set = 2,", "set = [3, 1],", 1);
        assert_ne!(two_sizes, deck);
        tiny.material = Some(MaterialSource::Toml(deck));
        cases.push(tiny.clone());
        tiny.material = Some(MaterialSource::Toml(two_sizes));
        let tiny = tiny
            .with("overpay", OptionValue::Flag(false))
            .with("market_refill", OptionValue::word("each"))
            .with("market_decay", OptionValue::Flag(true))
            .with("second_player_cards", OptionValue::Whole(6));
        cases.push(tiny);
        cases
    }

    fn arbitrary_action(game: &Capek, state: &State, rng: &mut impl Draw) -> Action {
        // Off turn, and before the deal, whatever the acting seat could do if it were to act.
        let mut action = match game.node(state) {
            Node::Act(_) => sample(game, state, state.turn, rng),
            _ => Action::End {},
        };
        for _ in 0..rng.below(3) {
            action = near_miss(game, action, rng);
        }
        action
    }

    fn score_law(game: &Capek, scores: &BySeat<i32>) -> Result<(), String> {
        let worst = game.options().given("joint_loss") == Some(&OptionValue::word("worst"));
        match scores.as_slice() {
            [2, 1] | [1, 2] => Ok(()),
            [0, 0] if worst => Ok(()),
            [1, 1] if !worst => Ok(()),
            _ => Err("one wins and one loses, or both lose".to_owned()),
        }
    }
}

/// The same action with something changed.
fn near_miss(game: &Capek, action: Action, rng: &mut impl Draw) -> Action {
    match action {
        Action::Buy { price, pay, used } => match rng.below(4) {
            0 => Action::Buy { price: Price(rng.below(6) as u8), pay, used },
            1 => Action::Buy { price, pay: other_cards(game, &pay, rng), used },
            2 => Action::Buy { price, pay, used: used.xor(Some(Markers::default())) },
            _ => Action::Buy { price, pay, used: used.map(|markers| other_markers(game, &markers, rng)) },
        },
        Action::Research { body, science, cards } => match rng.below(3) {
            0 => Action::Research { body: any_body(game, rng), science, cards },
            1 => {
                let science = rng.pick(game.deck().sciences()).unwrap().id;
                Action::Research { body, science, cards }
            }
            _ => Action::Research { body, science, cards: other_cards(game, &cards, rng) },
        },
        Action::Exchange { .. } => Action::Exchange { card: any_card(game, rng) },
        Action::End {} => Action::Research {
            body: any_body(game, rng),
            science: rng.pick(game.deck().sciences()).unwrap().id,
            cards: (0..rng.below(4)).map(|_| any_card(game, rng)).collect(),
        },
    }
}

fn any_card(game: &Capek, rng: &mut impl Draw) -> Name {
    rng.pick(game.deck().cards()).unwrap().id
}

fn any_body(game: &Capek, rng: &mut impl Draw) -> Name {
    rng.pick(game.deck().bodies()).unwrap().id
}

/// One card left out, or one more, or the same in another order.
fn other_cards(game: &Capek, cards: &Cards, rng: &mut impl Draw) -> Cards {
    let mut names: Vec<Name> = cards.iter().collect();
    match rng.below(3) {
        0 => drop(names.pop()),
        1 => names.push(any_card(game, rng)),
        _ => rng.shuffle(&mut names),
    }
    names.into_iter().collect()
}

/// A marker put elsewhere.
fn other_markers(game: &Capek, markers: &Markers, rng: &mut impl Draw) -> Markers {
    let mut other = Markers::default();
    let skip = rng.below(3) as usize;
    for (_, (body, count)) in markers.iter().enumerate().filter(|(place, _)| *place != skip) {
        other.try_insert(body, count).unwrap();
    }
    let _ = other.try_insert(any_body(game, rng), rng.below(3) as u8);
    other
}

golemry_testkit::laws!(CapekLaws);
golemry_testkit::encode_laws!(CapekLaws);
