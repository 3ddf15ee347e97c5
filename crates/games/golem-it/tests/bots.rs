//! The bots of Golem It.

use golemry_bots::{Level, Turn};
use golemry_core::{Decision as _, Game as _, Observe as _, OptionValue, Settings};
use golemry_golem_it::GolemIt;
use golemry_testkit::bots::{
    bot, every_level_plays_legally, more_than_luck, play, share, think, thoughts_depend_on_the_view_alone,
};

fn game(seats: u8, variant: &str, magic: &'static str) -> GolemIt {
    GolemIt::new(&Settings::new(seats, variant).with("magic", OptionValue::word(magic))).unwrap()
}

#[test]
fn every_level_plays_legally_at_every_table() {
    every_level_plays_legally::<GolemIt>(8);
}

#[test]
fn thoughts_depend_on_the_view() {
    for (seats, variant, magic) in [
        (2, "two-player", "pool"),
        (4, "standard", "pool"),
        (3, "standard", "own"),
        (3, "tournament", "own-out"),
    ] {
        thoughts_depend_on_the_view_alone(&game(seats, variant, magic), 8);
    }
}

#[test]
fn each_of_the_lower_levels_beats_the_one_below() {
    for (seats, variant, magic, deals) in [
        (4, "standard", "pool", 200),
        (3, "standard", "own", 200),
        (3, "standard", "own-out", 200),
        (2, "two-player", "pool", 60),
    ] {
        let (game, bound) = (game(seats, variant, magic), more_than_luck(seats, deals));
        for (upper, lower) in [(Level::Easy, Level::Random), (Level::Normal, Level::Easy)] {
            let share = share(&game, upper, lower, 0, deals);
            assert!(
                share > bound,
                "{variant} {magic}: {upper} against {lower}: {share}, no more than {bound}"
            );
        }
    }
}

/// For two, thinking pays, and the master adds to it: with as many playouts it decides better.
#[test]
fn for_two_the_upper_levels_beat_the_ones_below() {
    let game = game(2, "two-player", "pool");
    for (upper, lower) in [(Level::Hard, Level::Normal), (Level::Master, Level::Hard)] {
        let share = share(&game, upper, lower, 100, 30);
        assert!(share > 0.5, "{upper} against {lower}: {share}");
    }
}

/// The easy bot slips only into sane actions: it does not empty the pool for a single card.
#[test]
fn the_easy_bot_slips_into_candidates() {
    for magic in ["pool", "own", "own-out"] {
        let game = game(4, "standard", magic);
        let easy = bot(&game, Level::Easy);
        let (mut decisions, mut slips) = (0, 0);
        for seed in 0..5 {
            play(&game, &[&*easy; 4], 0, seed, |state, seat, thought, seed| {
                let turn = Turn::new(&game, state, seat);
                let candidates = turn.decision().candidates();
                assert!(candidates.contains(&thought.action), "{magic}: {}", thought.action);
                let advised = think(&*bot(&game, Level::Normal), &turn, 0, seed);
                (decisions, slips) = (decisions + 1, slips + u32::from(advised.action != thought.action));
            });
        }
        assert!(
            slips * 5 > decisions && slips * 2 < decisions,
            "{magic}: {slips} slips in {decisions} decisions"
        );
    }
}

/// No bot stalls: matches end because somebody wins them, and not at the turn limit.
#[test]
fn matches_end_before_the_turn_limit() {
    for (seats, variant) in [(2, "two-player"), (4, "standard"), (6, "standard"), (3, "tournament")] {
        // A pass that costs nothing tempts no leader for long.
        for (magic, leader_pass) in
            [("pool", "costs"), ("own", "costs"), ("own-out", "costs"), ("pool", "free"), ("own", "free")]
        {
            let settings = Settings::new(seats, variant).with("magic", OptionValue::word(magic));
            let game = GolemIt::new(&settings.with("leader_pass", OptionValue::word(leader_pass))).unwrap();
            let bots = [Level::Easy, Level::Normal, Level::Hard].map(|level| bot(&game, level));
            for seed in 0..6 {
                let seated: Vec<_> =
                    (0..usize::from(seats)).map(|seat| &*bots[(seat + seed as usize) % bots.len()]).collect();
                let end = play(&game, &seated, 8, seed, |_, _, _, _| {});
                assert!(!game.cut_short(&end), "{variant} {magic} {leader_pass}, seed {seed}");
            }
        }
    }
}
