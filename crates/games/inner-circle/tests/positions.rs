//! Positions that break an invariant are refused, and the refusal names the field.

use crate::table::{Table, complete, filled};
use golemry_core::{Game as _, OptionValue, Settings};
use golemry_inner_circle::Position;
use serde_json::{Value, json};

fn scene() -> Value {
    json!({"players": [
        {"hand": ["fire.arm", "ice.leg"], "symbol": "ice", "pawn": "wood"},
        {"hand": ["air.arm", "air.leg"], "symbol": "wood"},
        {"in": false, "coins": 3},
    ]})
}

/// What loading the scene with this change is refused with.
fn refused(change: impl FnOnce(&mut Value)) -> String {
    let mut scene = scene();
    change(&mut scene);
    Table::try_with(&Settings::new(3, "match"), scene).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn the_scene_itself_is_fine() {
    let table = Table::new(scene());
    assert_eq!(table.position(), filled(&Settings::new(3, "match"), scene()));
}

#[test]
fn cards_and_symbols_are_each_in_one_place() {
    let third = refused(|it| it["golems"] = json!({"fire": ["fire.arm", "fire.arm"]}));
    assert_eq!(third, "cards: fire.arm appears 3 times instead of 2, in all places together (BM-2)");
    let missing = refused(|it| it["rest"] = json!(false));
    assert!(missing.starts_with("cards: air.head appears 0 times instead of 1"), "{missing}");
    let many = refused(|it| it["golems"] = json!({"fire": vec!["fire.arm"; 100]}));
    assert!(many.starts_with("cards: fire.arm appears 101 times"), "{many}");
    let twice = refused(|it| it["players"][1]["symbol"] = json!("ice"));
    assert_eq!(
        twice,
        "aside: the symbol ice appears 2 times instead of once, in hands and aside together (BM-4)"
    );
    let stranger = refused(|it| {
        it["aside"] = json!(["air", "cake", "fire", "light", "metal", "shadow", "stone", "mud"]);
    });
    assert_eq!(stranger, "aside: the deck has no type mud (BM-1)");
    let unknown = refused(|it| it["golems"] = json!({"mud": []}));
    assert_eq!(unknown, "golems.mud: the deck has no type mud (BM-1)");
    let elsewhere = refused(|it| it["golems"] = json!({"fire": ["stone.arm"]}));
    assert_eq!(elsewhere, "golems.fire: stone.arm lies at another descriptor (IC-4)");
}

#[test]
fn hands_hold_at_most_seven() {
    let eight: Vec<&str> =
        vec!["fire.arm", "fire.arm", "ice.leg", "ice.leg", "ice.arm", "ice.arm", "air.head", "metal.leg"];
    let error = refused(|it| it["players"][0]["hand"] = json!(eight));
    assert_eq!(error, "players[0].hand: 8 cards, a hand holds at most 7 (IC-9)");
}

#[test]
fn who_is_out_has_coins_only() {
    assert_eq!(
        refused(|it| it["players"][2]["symbol"] = json!("air")),
        "players[2].symbol: a player who is out has none"
    );
    assert_eq!(
        refused(|it| it["players"][2]["pawn"] = json!("air")),
        "players[2].pawn: a player who is out has none"
    );
    assert_eq!(
        refused(|it| it["players"][2]["hand"] = json!(["air.head"])),
        "players[2].hand: a player who is out has none"
    );
    assert_eq!(refused(|it| it["turn"] = json!(2)), "turn: seat 2 is not in the game");
    assert_eq!(
        refused(|it| it["match"] = json!({"game": 1, "first": 2})),
        "match.first: seat 2 is not in the game"
    );
    let alone = refused(|it| it["players"][1] = json!({"in": false}));
    assert_eq!(alone, "players: a game has at least two players (IC-13)");
}

#[test]
fn who_is_in_has_a_symbol_that_has_not_won() {
    let none = refused(|it| it["players"][0]["symbol"] = json!(null));
    assert_eq!(none, "players[0].symbol: every player in the game has one (IC-1)");
    let won = refused(|it| it["golems"] = json!({"wood": complete("wood")}));
    assert_eq!(won, "players[1].symbol: the wood golem is complete, so seat 1 has won already (IC-11)");
    let cake = refused(|it| it["players"][0]["pawn"] = json!("cake"));
    assert_eq!(cake, "players[0].pawn: must stand on a type of the ring (IC-1)");
}

#[test]
fn phase_played_and_taken_fit_together() {
    let error = |phase: &str, played: u8, taken: Value| {
        refused(|it| {
            it["phase"] = json!(phase);
            it["played"] = json!(played);
            it["taken"] = taken;
        })
    };
    assert_eq!(error("play", 1, json!("fire.arm")), "taken: a card is taken only if none was played");
    assert_eq!(error("play", 0, json!("metal.arm")), "taken: metal.arm is not in the hand of seat 0");
    assert_eq!(error("play", 8, json!(null)), "played: at most 7 cards are played in a turn");
    assert_eq!(error("refill", 0, json!("fire.arm")), "taken: must be null unless the phase is play");
    assert_eq!(error("deal", 0, json!(null)), "phase: must be play, refill or over");
    assert_eq!(error("over", 0, json!(null)), "winners: must be given if and only if the phase is over");
}

#[test]
fn the_table_is_the_one_that_was_set() {
    assert_eq!(refused(|it| it["variant"] = json!("single")), "variant: the table plays \"match\"");
    let table = Table::new(scene());
    let mut two: Position = table.game.position(&table.state);
    two.players.pop();
    assert_eq!(
        table.game.load(&two).unwrap_err().to_string(),
        "players: there are 3 seats at the table, not 2"
    );
    assert_eq!(refused(|it| it["turn"] = json!(4)), "turn: there is no seat 4: seats are numbered 0 to 2");
    assert_eq!(refused(|it| it["round"] = json!(101)), "round: is 101, but a game has 1 to 100 rounds");
    assert_eq!(
        refused(|it| it["match"] = json!({"game": 31, "first": 0})),
        "match.game: is 31, but a match has at most 30 games"
    );
    assert_eq!(refused(|it| it["match"] = json!({"game": 0, "first": 0})), "match.game: must be at least 1");
}

/// IC-9: a hand is refilled after a take, too, with nothing played.
#[test]
fn an_empty_hand_has_been_robbed() {
    let robbed = |changes: &[(&str, Value)]| {
        let mut scene = scene();
        scene["players"][0]["hand"] = json!([]);
        for (key, value) in changes {
            scene[*key] = value.clone();
        }
        Table::try_with(&Settings::new(3, "match"), scene).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(robbed(&[]), Ok(()));
    // But in a chain the last card has been played.
    let won = Err("played: seat 0 has played the last card, and so has won already (IC-11)".to_owned());
    assert_eq!(robbed(&[("played", json!(1))]), won);
    assert_eq!(robbed(&[("played", json!(1)), ("phase", json!("refill"))]), won);
}

#[test]
fn a_refill_after_a_take_is_a_position() {
    let mut scene = scene();
    scene["phase"] = json!("refill");
    let table = Table::new(scene.clone());
    assert_eq!(table.position(), filled(&Settings::new(3, "match"), scene));
}

/// However many coins a position has, they can be added to and written down again.
#[test]
fn coins_never_overflow() {
    let mut table = Table::new(json!({
        "players": [
            {"hand": ["fire.arm"], "symbol": "ice", "pawn": "fire", "coins": u16::MAX},
            {"hand": ["air.leg"], "symbol": "wood"},
        ],
        "pot": {"half": u16::MAX, "other": u16::MAX},
    }));
    table.play("play fire.arm 2").settle(1);
    assert_eq!(table.coins(), [u16::MAX - 12, 12]);
}

#[test]
fn a_single_game_has_no_coins_and_everyone_in() {
    let settings = Settings::new(2, "single");
    let players = json!([
        {"hand": ["fire.arm"], "symbol": "ice", "coins": 1},
        {"hand": ["fire.leg"], "symbol": "wood"},
    ]);
    let error = Table::try_with(&settings, json!({"players": players})).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "players: a single game has no coins");
    let players = json!([{"hand": ["fire.arm"], "symbol": "ice"}, {"in": false}]);
    let error = Table::try_with(&settings, json!({"players": players})).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "players: everyone is in a single game");
}

/// The end is what the table says: winners cannot be made up.
#[test]
fn winners_are_those_of_the_table() {
    let error = refused(|it| {
        it["phase"] = json!("over");
        it["winners"] = json!([1]);
    });
    assert_eq!(error, "winners: must be {0, 1} by the table");
    let settings = Settings::new(2, "match").with("game_limit", OptionValue::Whole(1));
    let players =
        json!([{"symbol": "ice", "coins": 20}, {"hand": ["fire.leg"], "symbol": "wood", "coins": 3}]);
    let over = json!({"players": players, "phase": "over", "winners": [0], "pot": {"half": 0, "other": 0}});
    assert_eq!(Table::with(&settings, over).scores(), Some(vec![20, 3]));
}

#[test]
fn unknown_keys_are_refused() {
    let mut position = filled(&Settings::new(3, "match"), scene());
    position["players"][0]["colour"] = json!("red");
    assert!(serde_json::from_value::<Position>(position).unwrap_err().to_string().contains("unknown field"));
}
