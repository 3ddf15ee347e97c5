//! What happens in a beat: GD-8 to GD-15, GD-22, and the worked examples.

use crate::scene::{self, play, play_by};
use golemry_core::{Game as _, OptionValue, Settings};
use golemry_duel::{Board, Duel, Goal, Outcome, Position, TakeFrom};
use serde_json::json;

#[test]
fn worked_example_a_move_off_the_board_is_ignored() {
    let round = play(["a1n", "d4s"], &json!({}), ["F R F F", "S"]);
    assert_eq!(round.golem(0), "c2e");
    let round = play(["c1n", "a4s"], &json!({}), ["F R F F", "S"]);
    assert_eq!(round.golem(0), "d2e");
    assert_eq!(round.beats[3], ["red stays: that is the edge of the board (GD-10)"]);
}

#[test]
fn worked_example_attack_and_defence() {
    // Red is two cells from blue and faces it, blue faces away.
    let round = play(["a2e", "c2e"], &json!({}), ["F A S D", "R R D A"]);
    assert_eq!(round.beats[0], ["blue turns to face s (GD-8)", "red moves from a2 to b2 (GD-10)"]);
    assert_eq!(
        round.beats[1],
        ["blue turns to face w (GD-8)", "red strikes c2 and takes a life (GD-12)"],
        "red's second action costs blue a life"
    );
    assert_eq!(round.beats[2], [""; 0], "blue's third defends nothing");
    assert_eq!(round.beats[3], ["blue strikes b2, but the blow is warded off (GD-12)"]);
    assert_eq!(round.golems(), ["b2e", "c2w2"]);
}

#[test]
fn worked_example_stepping_out_of_an_attack() {
    let round = play(["b1n", "a1e"], &json!({}), ["F", "A"]);
    assert_eq!(round.beats[0][1], "blue strikes at nothing (GD-12)");
    assert_eq!(round.golems(), ["b2n", "a1e"]);
}

#[test]
fn gd_8_moves_then_conditions_then_chosen_moves_then_blows() {
    // (1) before (2): blue steps in front of red, and red's condition sees it.
    let round = play(["a1e", "b2s"], &json!({}), ["enemy?(A:F)", "F"]);
    assert_eq!(
        round.beats[0],
        [
            "blue moves from b2 to b1 (GD-10)",
            "red asks enemy? yes (GD-9)",
            "red strikes b1 and takes a life (GD-12)"
        ]
    );
    // (1) before (3): the chosen move finds the cell that a plain move took in the same beat.
    let round = play(["a1e", "b2s"], &json!({}), ["attack?(D:F)", "F"]);
    assert_eq!(round.beats[0][2], "red stays: the other golem is on b1 (GD-10)");
    // Two plain moves to one cell both fail instead.
    assert_eq!(play(["a1e", "b2s"], &json!({}), ["F", "F"]).golems(), ["a1e", "b2s"]);
    // (3) before (4): a chosen move leaves the cell that is struck.
    let round = play(["a1n", "b1w"], &json!({}), ["attack?(F:)", "A"]);
    assert_eq!(round.golems(), ["a2n", "b1w"]);
    // A turn comes before the blow, and before the condition.
    assert_eq!(play(["a1n", "b1w"], &json!({}), ["R A", "S"]).golem(1), "b1w2");
    assert_eq!(play(["a1n", "b1n"], &json!({}), ["enemy?(:A)", "L"]).golem(1), "b1w");
}

#[test]
fn gd_9_enemy_is_the_other_golem_or_a_barrel() {
    let asks = |golems, extra| play(golems, &extra, ["enemy?(S:)", "S"]).beats[0][0].contains("yes");
    assert!(asks(["a1n", "a2s"], json!({})));
    assert!(asks(["a1n", "d4s"], json!({"barrels": ["a2"]})));
    assert!(!asks(["a1n", "d4s"], json!({"walls": ["a2"]})));
    assert!(!asks(["a1n", "d4s"], json!({"water": ["a2"]})));
    assert!(!asks(["a1s", "d4s"], json!({"barrels": ["a2"]})));
}

#[test]
fn gd_9_attack_counts_when_plain_or_chosen_by_enemy() {
    let asks = |golems, blue| {
        play(golems, &json!({}), ["attack?(D:)", blue]).beats[0]
            .iter()
            .any(|n| n == "red asks attack? yes (GD-9)")
    };
    assert!(asks(["a1n", "a2s"], "A"));
    assert!(asks(["a1n", "a2s"], "enemy?(A:)"));
    // It strikes another cell, does not strike, or its attack hangs on an `attack?`.
    assert!(!asks(["a1n", "a2n"], "A"));
    assert!(!asks(["a1n", "a2s"], "enemy?(:A)"));
    assert!(!asks(["a1n", "a2s"], "attack?(:A)"));
    // The cell is looked at after the moves of step 1.
    assert!(!asks(["a1n", "a3s"], "enemy?(A:F)"));
    // Two that ask each other: neither attack counts, and both strike.
    let round = play(["a1n", "a2s"], &json!({}), ["attack?(D:A)", "attack?(D:A)"]);
    assert_eq!(round.golems(), ["a1n2", "a2s2"]);
}

#[test]
fn gd_9_an_empty_branch_stands() {
    let round = play(["a1n", "d4s"], &json!({}), ["enemy?(F:) F", "S"]);
    assert_eq!(round.golem(0), "a2n", "the empty branch took a beat");
    assert_eq!(round.beats.len(), 2);
}

#[test]
fn gd_10_moves_that_fail() {
    let first = |golems, extra, programs| play(golems, &extra, programs).beats[0][0].clone();
    assert_eq!(
        first(["a1s", "d4s"], json!({}), ["F", "S"]),
        "red stays: that is the edge of the board (GD-10)"
    );
    let extra = json!({"walls": ["a2"]});
    assert_eq!(first(["a1n", "d4s"], extra, ["F", "S"]), "red stays: a2 is a wall (GD-10)");
    let extra = json!({"barrels": ["a2"]});
    assert_eq!(first(["a1s", "d4s"], extra, ["B", "S"]), "red stays: a barrel is on a2 (GD-10)");
    assert_eq!(first(["a1n", "a2s"], json!({}), ["F", "S"]), "red stays: the other golem is on a2 (GD-10)");
    assert_eq!(first(["a1n", "a3s"], json!({}), ["F", "F"]), "red stays: both want a2 (GD-10)");
    assert_eq!(
        first(["a1n", "a2s"], json!({}), ["F", "F"]),
        "red stays: the golems cannot swap places (GD-10)"
    );
}

#[test]
fn gd_10_backward_keeps_the_facing() {
    assert_eq!(play(["a2n", "d4s"], &json!({}), ["B", "S"]).golem(0), "a1n");
}

#[test]
fn gd_10_following_works_if_the_other_gets_away() {
    let round = play(["a1n", "a2n"], &json!({}), ["F", "F"]);
    assert_eq!(round.golems(), ["a2n", "a3n"]);
    // Blue fails at the edge, a wall, a barrel or water, and red with it.
    for extra in [json!({"walls": ["a3"]}), json!({"barrels": ["a3"]}), json!({"water": ["a3"]})] {
        assert_eq!(&play(["a1n", "a2n"], &extra, ["F", "F"]).golems()[0], "a1n");
    }
    assert_eq!(play(["a3n", "a4n"], &json!({}), ["F", "F"]).golems(), ["a3n", "a4n"]);
    // Two that stand back to back part.
    assert_eq!(play(["b2n", "b1s"], &json!({}), ["F", "B"]).golems(), ["b3n", "b2s"]);
}

#[test]
fn gd_11_water_takes_a_life_before_collisions_are_looked_at() {
    let round = play(["a1n", "d4s"], &json!({"water": ["a2"]}), ["F", "S"]);
    assert_eq!(round.beats[0], ["red tries to enter the water on a2 and loses a life (GD-11)"]);
    assert_eq!(round.golem(0), "a1n2");
    // Both try the same water cell.
    let round = play(["a1n", "a3s"], &json!({"water": ["a2"]}), ["F", "F"]);
    assert_eq!(round.golems(), ["a1n2", "a3s2"]);
    // Who tries water counts as staying: nobody follows.
    let round = play(["a1e", "b1n"], &json!({"water": ["b2"]}), ["F", "F"]);
    assert_eq!(round.golems(), ["a1e", "b1n2"]);
    // Backward into it is no better.
    assert_eq!(play(["a1s", "d4s"], &json!({"water": ["a2"]}), ["B", "S"]).golem(0), "a1s2");
}

#[test]
fn gd_11_water_on_the_last_life() {
    let round = play(["a1n1", "d4s"], &json!({"water": ["a2"]}), ["F F", "S"]);
    assert_eq!((round.golem(0).as_str(), round.outcome()), ("a1n0", Some(Outcome::BLUE)));
    assert_eq!(round.beats.len(), 1, "the duel ends with the beat");
}

#[test]
fn gd_12_an_attack_strikes_the_cell_in_front() {
    assert_eq!(play(["a1n", "a2s"], &json!({}), ["A", "S"]).golems(), ["a1n", "a2s2"]);
    assert_eq!(play(["a1e", "a2s"], &json!({}), ["A", "S"]).golems(), ["a1e", "a2s"]);
    assert_eq!(play(["a1n", "d4s"], &json!({"barrels": ["a2"]}), ["A", "S"]).barrels(), "");
    // Strikes cross.
    assert_eq!(play(["a1n", "a2s"], &json!({}), ["A", "A"]).golems(), ["a1n2", "a2s2"]);
    // Defence holds against all sides, for its beat.
    assert_eq!(play(["a1n", "a2n"], &json!({}), ["A", "D"]).golem(1), "a2n");
    assert_eq!(play(["a1n", "a2n"], &json!({}), ["A A", "D"]).golem(1), "a2n2");
}

#[test]
fn gd_12_a_carried_barrel_is_struck_instead_of_a_life() {
    let round = play(["a1n", "a2s*"], &json!({}), ["A", "S"]);
    assert_eq!((round.golem(1).as_str(), round.barrels().as_str()), ("a2s", "a3"));
    // While defending it is kept.
    let round = play(["a1n", "a2s*"], &json!({}), ["A", "D"]);
    assert_eq!((round.golem(1).as_str(), round.barrels().as_str()), ("a2s*", ""));
    // The second blow costs a life.
    assert_eq!(play(["a1n", "a2s*"], &json!({}), ["A A", "S"]).golem(1), "a2s2");
}

#[test]
fn gd_12_step_four_is_read_from_the_board_as_it_begins() {
    // A golem that takes in this beat was not yet carrying: it loses the life and has the barrel.
    let round = play(["a1n", "a2e"], &json!({"barrels": ["b2"]}), ["A", "T"]);
    assert_eq!((round.golem(1).as_str(), round.barrels().as_str()), ("a2e*2", ""));
    // A barrel struck and taken in one beat is destroyed.
    let round = play(["a1e", "c1w"], &json!({"barrels": ["b1"]}), ["A", "T"]);
    assert_eq!((round.golem(1).as_str(), round.barrels().as_str()), ("c1w", ""));
    assert_eq!(round.beats[0][1], "blue reaches for the barrel on b1, but it is destroyed (GD-12)");
    // A barrel that both take stays where it is.
    let round = play(["a1e", "c1w"], &json!({"barrels": ["b1"]}), ["T", "T"]);
    assert_eq!((round.golems(), round.barrels().as_str()), (["a1e".into(), "c1w".into()], "b1"));
    // One of them has its hands full: the other gets it.
    let round = play(["a1e*", "c1w"], &json!({"barrels": ["b1"]}), ["T", "T"]);
    assert_eq!((round.golem(1).as_str(), round.barrels().as_str()), ("c1w*", ""));
    // Both strike the same barrel.
    assert_eq!(play(["a1e", "c1w"], &json!({"barrels": ["b1"]}), ["A", "A"]).barrels(), "");
    // A cell that is struck stays occupied in the beat: no one walks through a barrel as it breaks.
    assert_eq!(play(["a1e", "b2s"], &json!({"barrels": ["b1"]}), ["A", "F"]).golem(1), "b2s");
}

#[test]
fn gd_13_take() {
    let round = play(["b1e", "d4s"], &json!({"barrels": ["c1"]}), ["T", "S"]);
    assert_eq!((round.golem(0).as_str(), round.barrels().as_str()), ("b1e*", ""));
    let round = play(["b1e*", "d4s"], &json!({"barrels": ["c1"]}), ["T", "S"]);
    assert_eq!((round.golem(0).as_str(), round.barrels().as_str()), ("b1e*", "c1"));
    assert_eq!(round.beats[0], ["red carries a barrel already (GD-13)"]);
    let round = play(["b1e", "d4s"], &json!({"walls": ["c1"]}), ["T", "S"]);
    assert_eq!(round.golem(0), "b1e");
    // It acts as usual while carrying.
    assert_eq!(play(["b1e*", "d1w"], &json!({}), ["F A", "S"]).golems(), ["c1e*", "d1w2"]);
}

#[test]
fn gd_13_take_at_the_sides() {
    // Red looks east from b2: on its right b1, on its left b3. What is in front or behind is out of reach.
    let sides = |barrels: &[&str]| json!({"take": "sides", "barrels": barrels});
    let round = play(["b2e", "d4s"], &sides(&["b1", "b3", "c2", "a2"]), ["T", "S"]);
    assert_eq!(round.beats[0], ["red takes the barrel on b1 (GD-13)"]);
    let round = play(["b2e", "d4s"], &sides(&["b3", "c2", "a2"]), ["T", "S"]);
    assert_eq!(round.beats[0], ["red takes the barrel on b3 (GD-13)"]);
    let round = play(["b2e", "d4s"], &sides(&["c2", "a2"]), ["T", "S"]);
    assert_eq!(round.beats[0], ["red reaches out, but there is no barrel (GD-13)"]);
    // No second try: both reach for b1, and b3 stays where it is.
    let round = play(["b2e", "c1n"], &sides(&["b1", "b3"]), ["T", "T"]);
    assert_eq!((round.golems(), round.barrels().as_str()), (["b2e".into(), "c1n".into()], "b1 b3"));
    // `bring-the-barrel` is played so; the second edition took from the front there, too.
    let settings = Settings::new(2, "scenario");
    let scenario = Duel::new(&settings).unwrap();
    assert_eq!((scenario.start().open.own_take, scenario.start().open.stage.take), (Some(SIDES), SIDES));
    let harvest = Duel::new(&settings.clone().with("board", OptionValue::word("harvest"))).unwrap();
    assert_eq!((harvest.start().open.own_take, harvest.start().open.stage.take), (None, TakeFrom::Front));
    // The option goes before the file and the position.
    let front = Duel::new(&settings.with("take", OptionValue::word("front"))).unwrap();
    assert_eq!((front.start().open.own_take, front.start().open.stage.take), (Some(SIDES), TakeFrom::Front));
    let round = play_by(&front, ["b2e", "d4s"], &sides(&["b1", "c2"]), ["T", "S"]);
    assert_eq!(round.beats[0], ["red takes the barrel on c2 (GD-13)"]);
    assert_eq!(front.position(&round.state).take, Some(SIDES), "the position holds what the file says");
    // Without its own, a position is played from the front.
    assert_eq!(play(["b2e", "d4s"], &json!({"barrels": ["b1"]}), ["T", "S"]).golem(0), "b2e");
    // Words that are none of the three.
    let allowed = "\"behind\" is none of front, sides, beside (GD-13)";
    let error = Board::parse("name = \"x\"\nsize = 4\ntake = \"behind\"").unwrap_err().to_string();
    assert_eq!(error, format!("line 3: take: {allowed}"));
    let position = scene::scenario(["a1n", "d4s"], &json!({"take": "behind"}));
    let error = serde_json::from_value::<Position>(position).unwrap_err().to_string();
    assert_eq!(error, format!("take: {allowed}"));
    let behind = Settings::new(2, "scenario").with("take", OptionValue::word("behind"));
    let error = Duel::new(&behind).err().unwrap().to_string();
    assert_eq!(error, "option take is one of front, sides, beside, not behind");
    let beginner = json!({"variant": "beginner", "size": 4, "energy": 10, "take": "sides", "golems": [
        {"at": "a1", "facing": "n", "lives": 3}, {"at": "d4", "facing": "s", "lives": 3}]});
    assert_eq!(scene::refused(&scene::rules("beginner"), beginner), ("take".into(), Some("GD-17")));
}

const SIDES: TakeFrom = TakeFrom::Sides;

#[test]
fn gd_13_take_beside() {
    let settings = Settings::new(2, "scenario").with("take", OptionValue::word("beside"));
    let beside = Duel::new(&settings).unwrap();
    // Red looks east from b2: in front c2, on the right b1, on the left b3, behind a2.
    let mut barrels = vec!["c2", "b1", "b3", "a2"];
    while !barrels.is_empty() {
        let round = play_by(&beside, ["b2e", "d4s"], &json!({"barrels": barrels}), ["T", "S"]);
        assert_eq!(round.beats[0], [format!("red takes the barrel on {} (GD-13)", barrels[0])]);
        assert_eq!(round.golem(0), "b2e*");
        // By default only the first of them is in reach.
        let taken = if barrels[0] == "c2" { "b2e*" } else { "b2e" };
        assert_eq!(play(["b2e", "d4s"], &json!({"barrels": barrels}), ["T", "S"]).golem(0), taken);
        barrels.remove(0);
    }
    // Corners are out of reach.
    let round = play_by(&beside, ["b2e", "d4s"], &json!({"barrels": ["c3", "a1"]}), ["T", "S"]);
    assert_eq!(round.beats[0], ["red reaches out, but there is no barrel (GD-13)"]);
    // No second try: both reach for b1, and a3 stays where it is.
    let extra = json!({"barrels": ["b1", "a3"]});
    let round = play_by(&beside, ["a1n", "c1w"], &json!({"barrels": ["b1"]}), ["T", "T"]);
    assert_eq!((round.golems(), round.barrels().as_str()), (["a1n".into(), "c1w".into()], "b1"));
    let round = play_by(&beside, ["b2s", "c1w"], &extra, ["T", "T"]);
    assert_eq!((round.golems(), round.barrels().as_str()), (["b2s".into(), "c1w".into()], "a3 b1"));
    assert_eq!(round.beats[0][0], "red reaches for the barrel on b1, but so does the other golem (GD-12)");
    // Struck in the same beat: destroyed, although it is not in front of the taker.
    let round = play_by(&beside, ["a1n", "c1w"], &json!({"barrels": ["b1"]}), ["T", "A"]);
    assert_eq!((round.golem(0).as_str(), round.barrels().as_str()), ("a1n", ""));
    // The option is for the variants whose boards have barrels.
    for (variant, seats, has) in [
        ("standard", 2, true),
        ("scenario", 2, true),
        ("puzzle", 1, true),
        ("beginner", 2, false),
        ("autonomous", 2, true),
    ] {
        let settings = Settings::new(seats, variant).with("take", OptionValue::word("beside"));
        assert_eq!(Duel::new(&settings).is_ok(), has, "{variant}");
    }
}

#[test]
fn gd_14_where_a_dropped_barrel_lands() {
    let lands = |golems, extra| play(golems, &extra, ["A", "S"]).barrels();
    // Behind the struck golem, in the direction of the blow.
    assert_eq!(lands(["b1n", "b2e*"], json!({})), "b3");
    // Not free: clockwise from there, so from a blow to the north east, then (not south: red is there) west.
    assert_eq!(lands(["b1n", "b2e*"], json!({"walls": ["b3"]})), "c2");
    assert_eq!(lands(["b1n", "b2e*"], json!({"walls": ["b3"], "water": ["c2"]})), "a2");
    assert_eq!(lands(["b1n", "b2e*"], json!({"barrels": ["b3"]})), "b3 c2");
    // Off the board counts as not free.
    assert_eq!(lands(["a3n", "a4s*"], json!({})), "b4");
    // No side is free: then the corners, clockwise from the direction of the blow.
    let mut walls = vec!["c4", "d3", "b3"];
    for corner in ["d4", "d2", "b2", "b4"] {
        assert_eq!(lands(["c2n", "c3e*"], json!({"size": 6, "walls": walls})), corner);
        walls.push(corner);
    }
    // No free cell at all: it is lost.
    let round = play(["c2n", "c3e*"], &json!({"size": 6, "walls": walls}), ["A", "S"]);
    assert_eq!((round.golem(1).as_str(), round.barrels().as_str()), ("c3e", ""));
    assert_eq!(round.beats[0][1], "blue's barrel has nowhere to land and is lost (GD-14)");
}

#[test]
fn gd_14_the_corners_follow_the_direction_of_the_blow() {
    // By the blow: the sides that are not the striker's, and the corner that comes first.
    for (red, sides, corner) in [
        ("b1n", ["b3", "c2", "a2"], "c3"),
        ("a2e", ["c2", "b1", "b3"], "c1"),
        ("b3s", ["b1", "a2", "c2"], "a1"),
        ("c2w", ["a2", "b3", "b1"], "a3"),
    ] {
        let round = play([red, "b2n*"], &json!({"walls": sides}), ["A", "S"]);
        assert_eq!(round.barrels(), corner, "{red}");
    }
    // A corner off the board, with water, a wall or a barrel is not free either. Blue stands in the corner of the board.
    let round = play(["c4e", "d4n*"], &json!({"walls": ["d3"]}), ["A", "S"]);
    assert_eq!(round.barrels(), "c3");
}

#[test]
fn gd_14_both_drop_red_first_after_the_others_have_left() {
    // Both carry and strike each other: each barrel lands behind its golem.
    let round = play(["b2n*", "b3s*"], &json!({}), ["A", "A"]);
    assert_eq!((round.golems(), round.barrels().as_str()), (["b2n".into(), "b3s".into()], "b1 b4"));
    // Red's only free neighbour is a2; blue's blow leaves it there first, so blue's own goes elsewhere.
    let walls = json!({"walls": ["b1", "c2", "b4"]});
    let round = play(["b2n*", "b3s*"], &walls, ["A", "A"]);
    assert_eq!(round.barrels(), "a2 c3");
    // A barrel that is destroyed in this beat has left its cell: the dropped one lands there.
    let round = play(["b1n", "b2n*"], &json!({"barrels": ["b3"]}), ["A", "A"]);
    assert_eq!((round.golem(1).as_str(), round.barrels().as_str()), ("b2n", "b3"));
    assert_eq!(play(["b1n", "b2n*"], &json!({"barrels": ["b3"]}), ["A", "S"]).barrels(), "b3 c2");
}

#[test]
fn gd_15_the_end_of_a_beat() {
    // One destroyed.
    let round = play(["a1n", "a2s1"], &json!({}), ["A F", "S"]);
    assert_eq!((round.outcome(), round.golems()), (Some(Outcome::RED), ["a1n".into(), "a2s0".into()]));
    // Both destroyed: draw.
    assert_eq!(play(["a1n1", "a2s1"], &json!({}), ["A", "A"]).outcome(), Some(Outcome::Draw));
    // The destroyed one holds its cell to the end of the beat: red drowns and blue cannot take its place.
    let round = play(["a1n1", "b1w"], &json!({"water": ["a2"]}), ["F", "F"]);
    assert_eq!((round.outcome(), round.golem(1).as_str()), (Some(Outcome::BLUE), "b1w"));
    // Lives never fall below 0: drowned and struck in one beat.
    let round = play(["a1n1", "b1w"], &json!({"water": ["a2"]}), ["F", "A"]);
    assert_eq!(round.golem(0), "a1n0");
}

#[test]
fn gd_15_a_goal_met_by_a_move_goes_before_conditions_and_blows() {
    // Red arrives on its last life where blue strikes. The second edition gave this to blue.
    let goal = json!({"goal": ["reach a2", "survive"]});
    let round = play(["a1n1", "b2w"], &goal, ["F S", "A"]);
    assert_eq!(round.beats, [["red moves from a1 to a2 (GD-10)"]], "nothing more of the beat happens");
    assert_eq!((round.golem(0).as_str(), round.outcome()), ("a2n1", Some(Outcome::RED)));
    // The same with a barrel that comes home: it is delivered and wins there and then.
    let deliver = json!({"goal": "deliver 1"});
    let round = play(["a2n*1", "b1w"], &deliver, ["B", "A"]);
    assert_eq!((round.golem(0).as_str(), round.outcome()), ("a1n1", Some(Outcome::RED)));
    // A move that an IF has chosen meets a goal after step 3: the question is asked, the blow does not fall.
    let round = play(["a1n1", "b2w"], &goal, ["attack?(D:F)", "A"]);
    assert_eq!(round.beats, [["red asks attack? no (GD-9)", "red moves from a1 to a2 (GD-10)"]]);
    assert_eq!(round.outcome(), Some(Outcome::RED));
    // Both in one step: draw. Step 1 goes before step 3, and no condition is tested any more.
    let both = json!({"goal": ["reach a2", "reach d3"]});
    assert_eq!(play(["a1n", "d4s"], &both, ["F", "F"]).outcome(), Some(Outcome::Draw));
    let round = play(["a1n", "d4s"], &both, ["enemy?(A:F)", "F"]);
    assert_eq!(round.beats, [["blue moves from d4 to d3 (GD-10)"]]);
    assert_eq!((round.golem(0).as_str(), round.outcome()), ("a1n", Some(Outcome::BLUE)));
    // No goal is met: the beat goes on, and the blow falls.
    assert_eq!(
        play(["a1n1", "b2w"], &json!({"goal": ["reach a3", "survive"]}), ["F", "A"]).outcome(),
        Some(Outcome::BLUE)
    );
    // What would be delivered at the end of the beat is not, once it is cut.
    let cut = json!({"goal": ["deliver 1", "reach d3"], "barrels": ["a2"]});
    let round = play(["a1n", "d4s"], &cut, ["T", "F"]);
    assert_eq!((round.golem(0).as_str(), round.outcome()), ("a1n", Some(Outcome::BLUE)));
}

#[test]
fn gd_15_the_destroyed_meet_nothing() {
    // Red drowns in step 1 while blue arrives, and a stream takes red's last life on the way to its goal.
    let goal = json!({"goal": ["reach c3", "reach d3"], "water": ["a2"]});
    assert_eq!(play(["a1n1", "d4s"], &goal, ["F", "F"]).outcome(), Some(Outcome::BLUE));
    let stream = json!({"goal": ["reach a4", "destroy"], "streams": [["a2", "a3"]]});
    assert_eq!(play(["a1n1", "d4s"], &stream, ["F", "S"]).outcome(), Some(Outcome::BLUE));
    assert_eq!(play(["a1n2", "d4s"], &stream, ["F", "S"]).outcome(), Some(Outcome::RED));
    // Then the beat goes on: blue's blow falls.
    let round = play(
        ["a1n1", "d4s"],
        &json!({"goal": ["reach a4", "destroy"], "streams": [["a2", "a3"]], "barrels": ["d3"]}),
        ["F", "A"],
    );
    assert_eq!((round.outcome(), round.barrels().as_str()), (Some(Outcome::BLUE), ""));
    // A delivery in the last beat of the carrier's life does not count: it drowns at its own start.
    let goal = json!({"goal": "deliver 1", "water": ["a2"]});
    let round = play(["a1n*1", "d4s"], &goal, ["F", "S"]);
    assert_eq!((round.outcome(), round.state.open.field.golems[0].delivered), (Some(Outcome::BLUE), 0));
}

#[test]
fn gd_20_a_barrel_is_delivered_at_ones_own_start() {
    let goal = json!({"goal": "deliver 2"});
    let round = play(["a2n*", "d4s"], &goal, ["B", "S"]);
    let red = round.state.open.field.golems[0];
    assert_eq!(
        (red.delivered, red.carrying, round.barrels().as_str(), round.outcome()),
        (1, false, "", None)
    );
    // Another golem's start is none of its business.
    let round = play(["d3n*", "b4w"], &goal, ["F", "S"]);
    assert_eq!(round.golem(0), "d4n*");
    assert_eq!(
        play(["a2n*", "d4s"], &json!({"goal": "deliver 1"}), ["B", "S"]).outcome(),
        Some(Outcome::RED)
    );
    assert_eq!(
        "deliver 0".parse::<Goal>().unwrap_err().to_string().split(':').next(),
        Some("\"deliver 0\" is no goal")
    );
}

#[test]
fn gd_20_a_move_home_delivers_before_any_blow() {
    let goal = json!({"goal": "deliver 2"});
    // Blue strikes the start as red arrives: the barrel is home, and no longer shields red.
    let round = play(["a2n*", "b1w"], &goal, ["B", "A"]);
    assert_eq!(
        round.beats[0],
        [
            "red moves from a2 to a1 (GD-10)",
            "red delivers a barrel (GD-20)",
            "blue strikes a1 and takes a life (GD-12)"
        ]
    );
    assert_eq!((round.golem(0).as_str(), round.barrels().as_str()), ("a1n2", ""));
    assert_eq!(round.state.open.field.golems[0].delivered, 1);
    // The same with a move that an IF chooses, in step 3.
    let round = play(["a2n*", "b1w"], &goal, ["attack?(S:B)", "A"]);
    assert_eq!((round.golem(0).as_str(), round.state.open.field.golems[0].delivered), ("a1n2", 1));
    // Its last life: one of two is no goal met, and the blow falls (GD-15).
    let round = play(["a2n*1", "b1w"], &goal, ["B", "A"]);
    assert_eq!((round.outcome(), round.state.open.field.golems[0].delivered), (Some(Outcome::BLUE), 1));
    // One that is taken on the start is delivered at the end of the beat: it shields nobody, and the blow falls first.
    let extra = json!({"goal": "deliver 2", "barrels": ["a2"]});
    let round = play(["a1n", "b1w"], &extra, ["T", "A"]);
    assert_eq!(
        round.beats[0],
        [
            "blue strikes a1 and takes a life (GD-12)",
            "red takes the barrel on a2 (GD-13)",
            "red delivers a barrel (GD-20)"
        ]
    );
    let round = play(["a1n1", "b1w"], &extra, ["T", "A"]);
    assert_eq!((round.outcome(), round.state.open.field.golems[0].delivered), (Some(Outcome::BLUE), 0));
}

#[test]
fn gd_20_a_stream_brings_a_barrel_home_if_its_carrier_lives() {
    let stream = json!({"goal": "deliver 2", "streams": [["c1", "b1"]]});
    let delivered = |red| play([red, "d4s"], &stream, ["F", "S"]).state.open.field.golems[0].delivered;
    assert_eq!(delivered("d1w*"), 1);
    assert_eq!(delivered("d1w*1"), 0, "the stream takes its last life");
}

#[test]
fn gd_20_only_a_seat_that_has_to_deliver_delivers() {
    for goal in [json!("destroy"), json!("survive"), json!("reach c3"), json!(["destroy", "deliver 1"])] {
        let round = play(["a2n*", "d4s"], &json!({"goal": goal}), ["B", "S"]);
        assert_eq!((round.golem(0).as_str(), round.outcome()), ("a1n*", None), "{goal}");
        assert_eq!(round.state.open.field.golems[0].delivered, 0);
    }
    // It goes on shielding its carrier at home.
    let round = play(["a2n*", "b1w"], &json!({}), ["B", "A"]);
    assert_eq!((round.golem(0).as_str(), round.barrels().as_str()), ("a1n", "a2"));
    let round = play(["a2n*", "d4s"], &json!({"goal": ["deliver 1", "destroy"]}), ["B", "S"]);
    assert_eq!(round.outcome(), Some(Outcome::RED));
}

#[test]
fn gd_22_a_stream_carries_to_the_cell_after_its_last() {
    let stream = json!({"streams": [["a2", "a3"]]});
    let round = play(["a1n", "d4s"], &stream, ["F", "S"]);
    assert_eq!(round.golem(0), "a4n2");
    assert_eq!(
        round.beats[0],
        ["the stream carries red towards a4 and costs a life (GD-22)", "red moves from a1 to a4 (GD-10)"]
    );
    // Backward, in the direction of the stream, with the facing kept.
    assert_eq!(play(["a1s", "d4s"], &stream, ["B", "S"]).golem(0), "a4s2");
    // From the side, against it, or into its second cell it is plain water.
    assert_eq!(play(["b2w", "d4s"], &stream, ["F", "S"]).golem(0), "b2w2");
    assert_eq!(play(["a4s", "d4s"], &stream, ["F", "S"]).golem(0), "a4s2");
    assert_eq!(play(["b3w", "d4s"], &stream, ["F", "S"]).golem(0), "b3w2");
}

#[test]
fn gd_22_a_move_that_fails_costs_the_life_all_the_same() {
    for extra in [
        json!({"streams": [["a2", "a3"]], "walls": ["a4"]}),
        json!({"streams": [["a2", "a3"]], "barrels": ["a4"]}),
        json!({"streams": [["a2", "a3"]], "water": ["a4"]}),
        json!({"streams": [["a2", "a3", "a4"]]}),
    ] {
        assert_eq!(play(["a1n", "d4s"], &extra, ["F", "S"]).golem(0), "a1n2", "{extra}");
    }
    // The other golem stands where it leads, leaves it, or wants it too.
    let stream = json!({"streams": [["a2", "a3"]]});
    assert_eq!(play(["a1n", "a4n"], &stream, ["F", "S"]).golem(0), "a1n2");
    assert_eq!(play(["a1n", "a4e"], &stream, ["F", "F"]).golems(), ["a4n2", "b4e"]);
    assert_eq!(play(["a1n", "b4w"], &stream, ["F", "F"]).golems(), ["a1n2", "b4w"]);
    // Two streams in one line: the first leads to the water of the second.
    let two = json!({"size": 6, "streams": [["a2", "a3"], ["a4", "a5"]]});
    assert_eq!(play(["a1n", "f6s"], &two, ["F", "S"]).golem(0), "a1n2");
}
