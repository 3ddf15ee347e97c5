//! The master bot: where its networks fit, what happens elsewhere, and that it plays the same everywhere.

use golemry_bots::{Network, NetworkError, trained_for};
use golemry_core::{Game as _, MaterialSource, OptionValue, Seed, Settings};
use golemry_learn::{Habits, Positions};
use golemry_registry::{environments, games};
use golemry_table::{Budget, Level};

fn levels(game: &str, settings: &Settings) -> Vec<Level> {
    games().find(game).unwrap().levels(settings).unwrap()
}

#[test]
fn the_master_is_offered_where_a_network_was_trained_for_the_table() {
    for (game, variant) in [("its-alive", "standard"), ("inner-circle", "single"), ("capek", "standard")] {
        let settings = Settings::new(2, variant);
        assert!(levels(game, &settings).contains(&Level::Master), "{game}");
        // Who begins makes no difference to what was learnt.
        if game == "its-alive" {
            let first = settings.clone().with("first", OptionValue::Whole(1));
            assert!(levels(game, &first).contains(&Level::Master));
        }
    }
    assert!(levels("golem-it", &Settings::new(2, "two-player")).contains(&Level::Master));
    for seats in 3..=6 {
        assert!(levels("golem-it", &Settings::new(seats, "standard")).contains(&Level::Master));
        assert!(!levels("golem-it", &Settings::new(seats, "tournament")).contains(&Level::Master));
    }
    assert!(!levels("its-alive", &Settings::new(3, "standard")).contains(&Level::Master));
    let option = Settings::new(2, "standard").with("hand_limit", OptionValue::Whole(5));
    assert!(!levels("its-alive", &option).contains(&Level::Master));
    assert!(!levels("duel", &Settings::default()).contains(&Level::Master));
}

#[test]
fn with_another_deck_the_master_plays_as_the_hard_bot() {
    let deck = include_str!("../../games/capek/decks/capek-tiny.toml");
    let settings = Settings { material: Some(MaterialSource::Toml(deck.to_owned())), ..Settings::default() };
    assert!(!levels("capek", &settings).contains(&Level::Master));
    let thought = |bot: Level| {
        let table = games().find("capek").unwrap().open(&settings, Seed(1)).unwrap();
        let seat = table.status().to_act[0];
        let thought = table.thinker(seat, bot).unwrap().think(None, Seed(2));
        (thought.action.to_string(), thought.value, thought.worlds)
    };
    assert_eq!(thought(Level::Master), thought(Level::Hard));
}

#[test]
fn a_table_says_who_plays_for_the_master_and_why() {
    let told = |game: &str, settings: &Settings, level| {
        let table = games().find(game).unwrap().open(settings, Seed(1)).unwrap();
        table.fallback(level).map(|it| it.to_string())
    };
    let for_two = Settings::new(2, "standard");
    assert_eq!(told("its-alive", &for_two, Level::Master), None);
    let for_three = told("its-alive", &Settings::new(3, "standard"), Level::Master).unwrap();
    assert_eq!(
        for_three,
        "master plays as hard at this table: the network was trained for seats 2, and the table has seats 3"
    );
    assert_eq!(told("its-alive", &Settings::new(3, "standard"), Level::Hard), None);
    let deck = include_str!("../../games/capek/decks/capek-tiny.toml");
    let tiny = Settings { material: Some(MaterialSource::Toml(deck.to_owned())), ..Settings::default() };
    let other_deck = told("capek", &tiny, Level::Master).unwrap();
    assert!(other_deck.ends_with("trained for the usual deck, and the table has another"), "{other_deck}");
    let none = told("duel", &Settings::default(), Level::Master).unwrap();
    assert_eq!(none, "master plays as hard at this table: no network was trained for duel");
}

#[test]
fn a_network_for_another_table_says_what_it_is_for() {
    let file = include_bytes!("../../games/capek/networks/two-seats.net");
    let network = Network::read(file).unwrap();
    let usual = golemry_capek::Capek::new(&Settings::default()).unwrap();
    assert_eq!(network.check(&usual), Ok(()));
    let strict = Settings::default().with("overpay", OptionValue::Flag(false));
    let strict = golemry_capek::Capek::new(&strict).unwrap();
    let Err(NetworkError::Misfit { trained_for: told, table }) = network.check(&strict) else {
        panic!("another option is another table")
    };
    assert_eq!((told, table), (trained_for(&usual), trained_for(&strict)));
}

#[test]
fn the_same_seed_gives_the_same_positions_each_with_an_outcome() {
    let settings = Settings::new(2, "two-player");
    let training = environments().find("golem-it").unwrap();
    let training = training.self_play(&settings, &[Level::Normal.into(), Level::Normal.into()], &[]).unwrap();
    let habits = Habits { strays: 10, quick: false, kept: 50 };
    let play = |seed| {
        let mut found = Positions::default();
        training.play(Seed(seed), habits, &mut found);
        found
    };
    let first = play(1);
    assert!(!first.outcomes.is_empty() && first.expected.iter().all(|it| it.is_nan()));
    assert_eq!(first.observations.len(), first.outcomes.len() * training.width());
    assert!(first.outcomes.iter().all(|outcome| (0.0..=1.0).contains(outcome)));
    assert_eq!(play(1).observations, first.observations);
    assert_ne!(play(2).observations, first.observations);
}

/// Who looks where options lead learns what a position after its own action is worth, by the outcome of the match.
#[test]
fn a_looking_master_learns_from_what_it_sees_after_its_own_actions() {
    let training = environments().find("golem-it").unwrap();
    let bots = [Level::Normal.into(), Level::Normal.into()];
    let training = training.self_play(&Settings::new(3, "standard"), &bots, &[]).unwrap();
    let mut found = Positions::default();
    training.play(Seed(5), Habits { strays: 0, quick: true, kept: 100 }, &mut found);
    let width = training.width();
    let settings = Settings::new(3, "standard");
    let layout = environments().find("golem-it").unwrap().environment(&settings).unwrap().layout();
    // Whose turn it is, counted from the viewer.
    let turn = layout.iter().find(|(part, _)| *part == "turn").unwrap().1;
    let rows: Vec<&[f32]> = found.observations.chunks_exact(width).collect();
    let own_turns = rows.iter().filter(|row| row[turn] == 1.0).count();
    assert!(rows.len() > 10 && own_turns < rows.len() / 2, "{own_turns} of {}", rows.len());
    assert_eq!(found.outcomes.len() * width, found.observations.len());
    let winners = found.outcomes.iter().filter(|outcome| **outcome == 1.0).count();
    assert!(winners > 0 && winners < found.outcomes.len());
}

#[test]
fn a_looking_master_plays_the_same_by_the_same_seed() {
    let table = games().find("golem-it").unwrap().open(&Settings::new(4, "standard"), Seed(2)).unwrap();
    let seat = table.status().to_act[0];
    let thought = |seed| {
        let thinker = table.thinker(seat, Level::Master).unwrap();
        let thought = thinker.think(Some(Budget::Iterations(200)), Seed(seed));
        (thought.action.to_string(), thought.value, thought.worlds)
    };
    assert_eq!(thought(3), thought(3));
    let (_, value, worlds) = thought(4);
    assert!(worlds >= 12 && value.is_some_and(|it| it > 0.0 && it < 1.0));
}

#[test]
fn what_decisions_cost_lies_between_nothing_and_everything() {
    let bots = ["hard:20", "hard:200"].map(|bot| bot.parse().unwrap());
    let training = environments().find("its-alive").unwrap();
    let losses = training.self_play(&Settings::new(2, "standard"), &bots, &[]).unwrap().losses(Seed(3));
    assert!(!losses.is_empty() && losses.iter().all(|loss| (0.0..=1.0).contains(loss)));
    assert!(losses.iter().any(|loss| *loss > 0.0));
}
