//! The laws, for the variants of two and for puzzles.

use golemry_core::{BySeat, Draw, Game, MaterialSource, OptionValue, Settings};
use golemry_duel::{Action, Branch, Condition, Duel, Order, Program, Slot, State, Times, library};
use golemry_testkit::{Subject, sweep};

/// Any slot; mostly ones that an ordinary hand could hold.
fn any_slot(rng: &mut impl Draw) -> Slot {
    let order = |rng: &mut _| *Draw::pick(rng, &Order::ALL).unwrap();
    let times = |rng: &mut _| if Draw::below(rng, 2) == 0 { Times::Two } else { Times::Three };
    match rng.below(8) {
        0..=4 => Slot::Order(order(rng)),
        5 => Slot::Loop(times(rng), order(rng)),
        _ => {
            let condition = if rng.below(2) == 0 { Condition::Enemy } else { Condition::Attack };
            let plain = rng.below(4) > 0;
            let branches = if plain { &Branch::ALL[..9] } else { &Branch::ALL[..] };
            let [then, otherwise] = [0; 2].map(|_| *rng.pick(branches).unwrap());
            match (then, otherwise) {
                (Branch::Empty, Branch::Empty) => Slot::If(condition, then, Branch::Order(order(rng))),
                _ => Slot::If(condition, then, otherwise),
            }
        }
    }
}

fn any_program(rng: &mut impl Draw) -> Action {
    let slots: Vec<Slot> = (0..1 + rng.below(4)).map(|_| any_slot(rng)).collect();
    Action::Program(Program::new(&slots).unwrap())
}

fn named(variant: &str, seats: u8) -> impl Iterator<Item = Settings> {
    let entries = library::all().filter(move |entry| entry.variant.word() == variant);
    entries.map(move |entry| {
        let name = OptionValue::word(entry.name);
        Settings::new(seats, entry.variant.word()).with("board", name)
    })
}

fn has_barrels(settings: &Settings) -> bool {
    !Duel::new(settings).unwrap().table().field.barrels.is_empty()
}

fn beside(settings: Settings) -> Settings {
    settings.with("take", OptionValue::word("beside"))
}

fn on_own(variant: &str, board: &str) -> Settings {
    let material = Some(MaterialSource::Toml(board.to_owned()));
    Settings { material, ..Settings::new(2, variant) }
}

mod duels {
    use super::*;

    struct Duels;

    impl Subject for Duels {
        type G = Duel;
        const GAMES: u32 = 2;
        const SIMULTANEOUS: bool = true;

        fn cases() -> Vec<Settings> {
            let mut cases = sweep(Duel::about());
            cases.retain(|settings| settings.variant.as_deref() != Some("puzzle"));
            cases.extend(["standard", "scenario"].into_iter().flat_map(|variant| named(variant, 2)));
            // Golems that take from all sides, where there is much to take, and a die without a blank.
            cases.extend(named("standard", 2).chain(named("scenario", 2)).filter(has_barrels).map(beside));
            let die = "name = \"own\"\nsize = 4\ndie = [\"loop2\", \"loop2\", \"loop3\", \"loop3\", \"if\", \"if\"]";
            cases.extend(["standard", "scenario"].map(|variant| on_own(variant, die)));
            // Autonomous golems on small boards, one with all that a file can have; golems that are not placed symmetrically.
            let small =
                |name: &&'static str| Settings::new(2, "autonomous").with("board", OptionValue::word(name));
            cases.extend(library::SMALL.iter().map(small));
            let goals = "name = \"own\"\nsize = 4\nwalls = [\"b2\"]\nbarrels = [\"c1\", \"b4\"]\nstreams = [[\"d2\", \"d3\"]]\n\
                         lives = 2\ngoal = [\"deliver 1\", \"reach b3\"]\ncards = { F = 3, B = 1, L = 1, R = 2, A = 2, T = 2 }\ntake = \"sides\"";
            cases.push(on_own("autonomous", goals));
            let free = "name = \"own\"\nsize = 4\nsymmetric = false\nbarrels = [\"c1\", \"b4\"]\ntake = \"sides\"\n\
                        golem = [{ at = \"a2\", facing = \"e\" }, { at = \"d4\", facing = \"w\" }]";
            cases.push(on_own("standard", free));
            cases
        }

        fn arbitrary_action(_: &Duel, _: &State, rng: &mut impl Draw) -> Action {
            any_program(rng)
        }

        fn score_law(_: &Duel, scores: &BySeat<i32>) -> Result<(), String> {
            match scores.as_slice() {
                [0, 2] | [1, 1] | [2, 0] => Ok(()),
                _ => Err("one wins and one loses, or both draw".to_owned()),
            }
        }
    }

    golemry_testkit::laws!(Duels);
    golemry_testkit::encode_laws!(Duels);
}

mod puzzles {
    use super::*;

    struct Puzzles;

    impl Subject for Puzzles {
        type G = Duel;
        const GAMES: u32 = 2;
        const HIDDEN: bool = false;

        fn cases() -> Vec<Settings> {
            named("puzzle", 1).chain(named("puzzle", 1).filter(has_barrels).map(beside)).collect()
        }

        fn arbitrary_action(_: &Duel, _: &State, rng: &mut impl Draw) -> Action {
            any_program(rng)
        }

        fn score_law(_: &Duel, scores: &BySeat<i32>) -> Result<(), String> {
            match scores.as_slice() {
                [0] | [2] => Ok(()),
                _ => Err("a puzzle is solved or not".to_owned()),
            }
        }
    }

    // All laws but `chance_is_possible`: a puzzle leaves nothing to chance (GD-21).
    golemry_testkit::laws!(@each Puzzles:
        listed_actions_are_legal, check_is_the_listing, errors_change_nothing, views_give_the_same_decisions,
        determinized_worlds_look_the_same, hidden_things_are_guessed, frames_hide_what_views_hide,
        commits_commute, commits_are_secret, replay_is_state, positions_round_trip, notation_round_trips,
        invariants_hold, matches_end, scores_are_lawful, samples_are_legal, candidates_are_legal,
        building_reaches_every_action);
}
