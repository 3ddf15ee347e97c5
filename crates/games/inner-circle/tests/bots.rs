//! The bots of The Inner Circle.

use golemry_bots::{Knowledge as _, Level};
use golemry_core::{BySeat, Decision as _, Game as _, OptionValue, Settings};
use golemry_inner_circle::{Action, InnerCircle, Phase};
use golemry_testkit::bots::{
    bot, every_level_plays_legally, more_than_luck, play, share, tables, thoughts_depend_on_the_view_alone,
};

fn table(seats: u8, variant: &str) -> InnerCircle {
    InnerCircle::new(&Settings::new(seats, variant)).unwrap()
}

#[test]
fn every_level_plays_legally_at_every_table() {
    every_level_plays_legally::<InnerCircle>(4);
}

#[test]
fn thoughts_depend_on_the_view() {
    thoughts_depend_on_the_view_alone(&table(3, "single"), 10);
}

#[test]
fn normal_beats_random() {
    let share = share(&table(2, "single"), Level::Normal, Level::Random, 0, 200);
    assert!(share > more_than_luck(2, 200), "{share}");
}

/// The levels that people play against, mixed in two ways.
const TABLES: [[Level; 3]; 2] = [[Level::Normal; 3], [Level::Easy, Level::Normal, Level::Hard]];

/// Whatever the table, no game gets to its last round and no match to its last game: bots do not wait for each other for ever.
#[test]
fn games_end_by_their_own_rules() {
    for (number, game) in tables::<InnerCircle>().iter().enumerate() {
        for levels in TABLES {
            let bots = levels.map(|level| bot(game, level));
            for seed in 0..3 {
                let seats = usize::from(game.options().seats);
                let seated: Vec<_> = (0..seats).map(|seat| &*bots[(seat + number) % bots.len()]).collect();
                let mut rounds = 0;
                let end = play(game, &seated, 2, seed, |state, _, _, _| rounds = rounds.max(state.round));
                assert!(rounds < game.options().read("round_limit"), "{:?} from seed {seed}", game.options());
                assert!(end.game < game.config().game_limit.max(2), "{:?} from seed {seed}", game.options());
            }
        }
    }
}

/// A seat that gave a card and got another does not give that one back for its own.
#[test]
fn nobody_takes_an_exchange_back() {
    for levels in TABLES {
        let game = table(2, "match");
        let bots = levels.map(|level| bot(&game, level));
        let mut exchanges = 0;
        for seed in 0..4 {
            let (mut given, mut last) = (None, [None; 2]);
            play(&game, &[&*bots[0], &*bots[2]], 2, seed, |state, seat, thought, _| {
                if let (Phase::Taken { card: got }, Some(gave)) = (state.phase, given) {
                    let got = game.config().deck.card_name(got);
                    assert_ne!(last[seat.index()], Some((got, gave)), "{seat} gave {got} for {gave} before");
                    last[seat.index()] = Some((gave, got));
                    exchanges += 1;
                }
                given = match thought.action {
                    Action::Take { give, .. } => give,
                    _ => None,
                };
            });
        }
        assert!(exchanges > 50, "{exchanges}");
    }
}

/// With the option `fetch` `may` a bot passes only if there is nothing to draw or take.
#[test]
fn nobody_passes_by_choice() {
    let game = InnerCircle::new(&Settings::new(4, "single").with("fetch", OptionValue::word("may"))).unwrap();
    let bots = [Level::Easy, Level::Normal, Level::Hard, Level::Normal].map(|level| bot(&game, level));
    let mut offered = 0;
    for seed in 0..4 {
        play(&game, &bots.each_ref().map(|bot| &**bot), 2, seed, |state, seat, thought, _| {
            let list = game.decision(state, seat).unwrap().actions();
            if list.len() > 1 && list.contains(&Action::Pass {}) {
                offered += 1;
                assert_ne!(thought.action, Action::Pass {});
            }
        });
    }
    assert!(offered > 20, "{offered}");
}

#[test]
fn a_match_is_won_by_the_richest_and_a_game_by_its_winners() {
    let scores = |list: [i32; 3]| BySeat::from_iter(list);
    let shares = |game: &InnerCircle, list| game.utility(&scores(list)).as_slice().to_vec();
    assert_eq!(shares(&table(3, "match"), [40, 32, 0]), [1.0, 0.0, 0.0]);
    assert_eq!(shares(&table(3, "match"), [36, 36, 0]), [0.5, 0.5, 0.0]);
    assert_eq!(shares(&table(3, "single"), [2, 2, 0]), [1.0, 1.0, 0.0]);
    assert_eq!(shares(&table(3, "single"), [1, 1, 0]), [0.5, 0.5, 0.0]);
}
