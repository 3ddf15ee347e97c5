use golemry_blood_moon::Part;
use golemry_core::{
    Chances as _, Event, Game as _, MatchRng, Node, OptionValue, Seat, Seed, Settings, Viewer,
};
use golemry_its_alive::{Chance, ItsAlive, Phase};
use serde_json::json;

use crate::rules::table::Table;

#[test]
fn ia_1_piles_by_part_and_a_symbol_deck_all_shuffled() {
    let game = ItsAlive::new(&Settings::new(3, "standard")).unwrap();
    let mut state = game.start();
    // Chance decides who begins.
    let mut outcomes = Vec::new();
    assert!(game.chances(&state).each(&mut |outcome, weight| outcomes.push((outcome, weight))));
    assert_eq!(outcomes, [0, 1, 2].map(|seat| (Chance::First { seat: Seat::new(seat) }, 1)));
    assert!(!game.check_chance(&state, &Chance::First { seat: Seat::new(3) }));
    game.apply(&mut state, &Event::Chance { chance: Chance::First { seat: Seat::new(2) } });
    assert_eq!((state.phase, state.turn, state.first), (Phase::Shuffle, Seat::new(2), Seat::new(2)));
    assert!(!game.chances(&state).each(&mut |_, _| {}));

    let shuffled = |seed| {
        let mut state = state.clone();
        game.apply(&mut state, &Event::Chance { chance: Chance::Shuffle { seed: Seed(seed) } });
        state
    };
    let state = shuffled(7);
    assert_eq!(Part::ALL.map(|part| state.pile(part).len()), [9, 9, 18, 18]);
    assert_eq!(Part::ALL.map(|part| state.pile(part).known()), [0; 4]);
    assert_eq!((state.symbols.len(), state.symbols.known()), (9, 0));
    game.validate(&state).unwrap();
    assert_eq!(shuffled(7), state);
    assert_ne!(shuffled(8), state);
    assert_eq!(game.node(&state), Node::Act(golemry_core::SeatSet::only(Seat::new(2))));

    // With `first` given only the shuffle is left to chance.
    let chosen = Settings::new(3, "standard").with("first", OptionValue::Whole(1));
    let start = ItsAlive::new(&chosen).unwrap().start();
    assert_eq!((start.phase, start.turn), (Phase::Shuffle, Seat::new(1)));
}

#[test]
fn ia_2_complete_with_six_places_filled() {
    let whole = ["cake.head", "fire.torso", "fire.arm", "fire.arm", "stone.leg", "wood.leg"];
    let mut table = Table::new(json!({"golems": [whole, []]}));
    // A complete golem animates: the roll of a 6 wins.
    table.play(&["roll", "die 6"]).shows("/phase", json!("over"));
    // One leg less, and it is construction.
    let mut table = Table::new(json!({"golems": [whole[..5], []]}));
    table.play(&["roll", "die 6"]).shows("/phase", json!("act"));
}

#[test]
fn ia_2_golems_are_public_and_symbols_secret() {
    let table = Table::new(json!({"golems": [["fire.torso"], []], "hands": [["ice", "cake"], ["wood"]]}));
    let view = |viewer| serde_json::to_value(table.game.view(&table.state, viewer)).unwrap();
    let own = view(Viewer::Seat(Seat::new(0)));
    assert_eq!(own["hand"], json!(["ice", "cake"]));
    for viewer in [Viewer::Seat(Seat::new(1)), Viewer::Spectator] {
        let view = view(viewer);
        assert_eq!(view["players"][0]["golem"]["torso"], json!("fire.torso"));
        assert_eq!((&view["players"][0]["symbols"], &view["players"][1]["symbols"]), (&json!(2), &json!(1)));
        assert!(!view.to_string().contains("ice"), "{view}");
    }
    assert_eq!(view(Viewer::Spectator)["hand"], json!(null));
}

#[test]
fn ia_3_only_the_torso_touches_the_others() {
    // Fire and ice may be in one golem as long as neither is the torso.
    let golem = ["fire.head", "stone.torso", "ice.arm"];
    let mut table = Table::new(json!({"golems": [golem, []], "top": ["ice.leg", "air.leg"]}));
    table
        .play(&["roll", "die 5", "draw", "place"])
        .golem(0, &["fire.head", "stone.torso", "ice.arm", "ice.leg"]);
    // Air is opposed to the torso itself.
    table.play(&["roll", "die 5", "draw"]).refuses("place", "IA-7", "opposed").allows(&["discard"]);
    // Cake goes with everything, as a torso too.
    let mut table =
        Table::new(json!({"golems": [["fire.head", "cake.torso", "ice.arm"], []], "top": ["ice.leg"]}));
    table
        .play(&["roll", "die 5", "draw", "place"])
        .golem(0, &["fire.head", "cake.torso", "ice.arm", "ice.leg"]);
}

#[test]
fn ia_4_discards_go_face_up_to_the_bottom() {
    let mut table = Table::new(json!({"golems": [["fire.torso"], []], "top": ["wood.head", "cake.head"]}));
    table.play(&["roll", "die 1", "draw", "discard"]).bottom("head", &["wood.head"]);
    // The next discard goes below it, and everyone knows.
    table.play(&["roll", "die 1", "draw", "discard"]).bottom("head", &["wood.head", "cake.head"]);
    let view = table.game.view(&table.state, Viewer::Spectator);
    assert_eq!(
        serde_json::to_value(&view.piles.head).unwrap(),
        json!({"count": 9, "known": ["wood", "cake"]})
    );
}

#[test]
fn ia_4_together_means_by_part_in_ring_order_with_cake_last() {
    // Ring order is stone, wood, light; the limbs lie in another order.
    let golem = ["cake.head", "fire.torso", "light.arm", "stone.arm", "cake.leg", "wood.leg"];
    let mut table = Table::new(json!({"golems": [golem, []], "top": ["ice.arm"]}));
    // The animation's new card goes last.
    table.play(&["roll", "die 2"]).golem(0, &[]).bottom("arm", &["stone.arm", "light.arm", "ice.arm"]);
    table
        .bottom("leg", &["wood.leg", "cake.leg"])
        .bottom("head", &["cake.head"])
        .bottom("torso", &["fire.torso"]);
}

#[test]
fn the_seed_decides_everything() {
    // Chance event k has its own stream: a match from the same seed begins alike.
    let game = ItsAlive::new(&Settings::new(4, "standard")).unwrap();
    let begin = |seed| {
        let mut state = game.start();
        for index in 0..2 {
            let chance = game.sample(&state, &mut MatchRng::for_event(Seed(seed), index));
            game.apply(&mut state, &Event::Chance { chance });
        }
        state
    };
    assert_eq!(begin(1), begin(1));
    assert_ne!(begin(1), begin(2));
}
