//! The clauses of coins, victory and the match, IC-10 to IC-15, one by one.

use crate::table::{Table, complete_but, seat};
use golemry_core::{Chances as _, ConfigError, Game as _, Node, OptionValue, Settings};
use golemry_inner_circle::{InnerCircle, Phase, Pot, payment};
use serde_json::{Value, json};

fn match_of(seats: u8) -> Settings {
    Settings::new(seats, "match")
}

fn whole(settings: Settings, name: &str, value: i64) -> Settings {
    settings.with(name, OptionValue::Whole(value))
}

/// Seat 0 can complete the fire golem with its leg; whose symbols are whose is up to the test.
fn fire_leg_to_play(symbols: [&str; 2], hand: &[&str], pot: &Value) -> Value {
    json!({
        "players": [
            {"hand": hand, "symbol": symbols[0], "pawn": "fire"},
            {"hand": ["air.head", "air.leg"], "symbol": symbols[1]},
        ],
        "golems": {"fire": complete_but("fire.leg")},
        "pot": pot,
    })
}

#[test]
fn ic_10_two_coins_for_a_golem() {
    for (other, left) in [(9, 7), (2, 0), (1, 0), (0, 0)] {
        let pot = json!({"half": 9, "other": other});
        let mut table = Table::new(fire_leg_to_play(["ice", "wood"], &["fire.leg", "ice.arm"], &pot));
        table.play("play fire.leg 5");
        // From the other half while it lasts, then from the bank: it is two coins in any case.
        assert_eq!((table.coins(), table.state.pot), (vec![26, 24], Pot { half: 9, other: left }));
        assert_eq!(table.game.node(&table.state).to_act().first(), Some(seat(0)));
    }
}

#[test]
fn ic_10_cake_pays_too_and_single_pays_nothing() {
    let scene = json!({
        "players": [
            {"hand": ["cake.leg", "ice.arm"], "symbol": "ice", "pawn": "fire"},
            {"hand": ["air.leg"], "symbol": "wood"},
        ],
        "golems": {"cake": complete_but("cake.leg")},
    });
    let mut table = Table::new(scene.clone());
    table.play("play cake.leg 0");
    assert_eq!(table.coins(), [26, 24]);
    let mut table = Table::single(scene);
    table.play("play cake.leg 0");
    assert_eq!(table.coins(), [0, 0]);
}

#[test]
fn ic_11_the_symbol_wins_whoever_played() {
    let pot = json!({"half": 12, "other": 12});
    let scene = fire_leg_to_play(["ice", "fire"], &["fire.leg", "ice.arm"], &pot);
    let mut table = Table::with(&whole(match_of(2), "game_limit", 1), scene.clone());
    table.play("play fire.leg 5");
    // Two coins to who played, half the pot to who wins.
    assert_eq!(table.coins(), [26, 36]);
    assert_eq!(table.state.phase, Phase::Over { winners: [seat(1)].into_iter().collect() });
    // What won is shown to all.
    assert_eq!(table.view(0).players[seat(1)].symbol, Some("fire".parse().unwrap()));

    let mut scene = scene;
    scene["pot"] = json!({"half": 0, "other": 0});
    let mut table = Table::single(scene);
    table.play("play fire.leg 5");
    assert_eq!((table.scores(), table.position()["winners"].clone()), (Some(vec![0, 2]), json!([1])));
}

/// IC-11: while nobody has the symbol, the game goes on.
#[test]
fn ic_11_a_symbol_aside_wins_nothing() {
    let pot = json!({"half": 12, "other": 12});
    let mut table = Table::new(fire_leg_to_play(["ice", "wood"], &["fire.leg", "ice.arm"], &pot));
    table.play("play fire.leg 5");
    assert_eq!(table.state.phase, Phase::Chain);
}

#[test]
fn ic_11_the_last_card_wins() {
    let mut table = Table::single(json!({"players": [
        {"hand": ["fire.arm"], "symbol": "ice", "pawn": "fire"}, {"hand": ["air.leg"], "symbol": "wood"},
    ]}));
    table.play("play fire.arm 2");
    assert_eq!((table.scores(), table.game.node(&table.state)), (Some(vec![2, 0]), Node::Over));
    // CAKE as well.
    let mut table = Table::single(json!({"players": [
        {"hand": ["cake.arm"], "symbol": "ice", "pawn": "fire"}, {"hand": ["air.leg"], "symbol": "wood"},
    ]}));
    table.play("play cake.arm 0");
    assert_eq!(table.scores(), Some(vec![2, 0]));
}

/// IC-11: one card that completes another's golem and is one's last makes two winners.
#[test]
fn ic_11_two_winners_with_one_card() {
    let scene = |pot: &Value| fire_leg_to_play(["ice", "fire"], &["fire.leg"], pot);
    let mut table =
        Table::with(&whole(match_of(2), "game_limit", 1), scene(&json!({"half": 12, "other": 7})));
    table.play("play fire.leg 5");
    // Seat 0: two coins for the golem, and the five left of the other half. Seat 1: the half.
    assert_eq!(table.coins(), [24 + 2 + 5, 24 + 12]);
    assert_eq!(table.state.pot, Pot::default());
    let mut table = Table::single(scene(&json!({"half": 0, "other": 0})));
    table.play("play fire.leg 5");
    assert_eq!((table.scores(), table.position()["winners"].clone()), (Some(vec![2, 2]), json!([0, 1])));
}

/// IC-11: both for one player is one win.
#[test]
fn ic_11_both_for_one_player() {
    let scene = fire_leg_to_play(["fire", "ice"], &["fire.leg"], &json!({"half": 12, "other": 12}));
    let mut table = Table::with(&whole(match_of(2), "game_limit", 1), scene);
    table.play("play fire.leg 5");
    assert_eq!(table.coins(), [24 + 2 + 12, 24]);
}

#[test]
fn ic_12_the_winner_takes_half_and_the_rest_leaves() {
    let players = json!([
        {"hand": ["fire.arm"], "symbol": "ice", "pawn": "fire", "coins": 24},
        {"hand": ["air.leg"], "symbol": "wood", "coins": 24},
    ]);
    let mut table = Table::new(json!({"players": players, "pot": {"half": 12, "other": 10}}));
    table.play("play fire.arm 2");
    assert_eq!((table.coins(), table.state.pot), (vec![36, 24], Pot::default()));
    // The table stays until the next game is dealt, by itself, and paid for.
    assert_eq!(table.state.phase, Phase::Deal);
    table.settle(1);
    assert_eq!((table.coins(), table.state.pot), (vec![24, 12], Pot { half: 12, other: 12 }));
    assert_eq!(table.position()["match"], json!({"game": 2, "first": 1}));
    assert_eq!(table.state.turn, seat(1));
}

/// IC-12 with `rest` `carried`: what is left of the undistributed half is added to the next game's.
#[test]
fn ic_12_the_rest_may_be_carried_to_the_next_game() {
    let carried = match_of(2).with("rest", OptionValue::word("carried"));
    let pot = json!({"half": 12, "other": 7});
    let mut table = Table::with(&carried, fire_leg_to_play(["fire", "ice"], &["fire.leg", "ice.arm"], &pot));
    table.play("play fire.leg 5");
    // Two coins for the golem, the half for the win, and five are left.
    assert_eq!((table.coins(), table.state.pot), (vec![24 + 2 + 12, 24], Pot { half: 0, other: 5 }));
    table.settle(1);
    assert_eq!((table.coins(), table.state.pot), (vec![26, 12], Pot { half: 12, other: 12 + 5 }));
    // By default they leave play.
    let mut table = Table::new(fire_leg_to_play(["fire", "ice"], &["fire.leg", "ice.arm"], &pot));
    table.play("play fire.leg 5").settle(1);
    assert_eq!(table.state.pot, Pot { half: 12, other: 12 });
    // Two winners with one card leave nothing.
    let mut table = Table::with(&carried, fire_leg_to_play(["ice", "fire"], &["fire.leg"], &pot));
    table.play("play fire.leg 5");
    assert_eq!((table.coins(), table.state.pot), (vec![24 + 2 + 5, 24 + 12], Pot::default()));
    // After the last game there is nothing to carry it to.
    let last = whole(carried, "game_limit", 1);
    let mut table = Table::with(&last, fire_leg_to_play(["fire", "ice"], &["fire.leg", "ice.arm"], &pot));
    table.play("play fire.leg 5");
    assert_eq!((table.position()["phase"].clone(), table.state.pot), (json!("over"), Pot::default()));
    // A single game has no pot.
    let single = Settings::new(2, "single").with("rest", OptionValue::word("carried"));
    assert!(matches!(InnerCircle::new(&single), Err(ConfigError::UnknownOption { .. })));
}

#[test]
fn ic_13_payments_and_starting_coins() {
    let costs = [(2, 12, 36), (3, 8, 24), (4, 5, 15), (5, 4, 12), (6, 3, 9)];
    for (seats, price, start) in costs {
        assert_eq!(payment(usize::from(seats)), price);
        let mut table = Table::fresh(&match_of(seats));
        assert_eq!(table.coins(), vec![start; usize::from(seats)]);
        table.settle(1);
        assert_eq!(table.coins(), vec![start - price; usize::from(seats)]);
        let half = price * u16::from(seats) / 2;
        assert_eq!(table.state.pot, Pot { half, other: half });
    }
}

#[test]
fn ic_13_starting_coins_below_one_payment() {
    for (seats, least) in [(2, 12), (6, 3)] {
        assert!(InnerCircle::new(&whole(match_of(seats), "start_coins", least)).is_ok());
        let refused = InnerCircle::new(&whole(match_of(seats), "start_coins", least - 1)).unwrap_err();
        assert!(matches!(refused, ConfigError::OptionValue { name: "start_coins", .. }), "{refused}");
        assert!(refused.to_string().contains(&format!("a whole number from {least} ")), "{refused}");
    }
    let refused = InnerCircle::new(&whole(Settings::new(2, "single"), "start_coins", 40)).unwrap_err();
    assert!(matches!(refused, ConfigError::UnknownOption { .. }), "a single game has no coins");
}

/// Seat 0 wins this game with its last card; the pot is what is left for it.
fn won_by_seat_0(coins: &[u16], half: u16) -> Value {
    let symbols = ["ice", "wood", "air", "metal", "light", "stone"];
    let mut players: Vec<Value> = coins
        .iter()
        .zip(symbols)
        .map(|(coins, symbol)| json!({"hand": [format!("{symbol}.leg")], "symbol": symbol, "coins": coins}))
        .collect();
    players[0]["pawn"] = json!("ice");
    json!({"players": players, "pot": {"half": half, "other": 0}})
}

#[test]
fn ic_13_who_cannot_pay_is_out() {
    // Four players pay 5, so seat 3 is out; three pay 8, so seat 2 is, too; the two left can pay 12.
    let mut table = Table::new(won_by_seat_0(&[10, 15, 7, 4], 10));
    table.play("play ice.leg 5");
    assert_eq!(table.coins(), [20, 15, 7, 4]);
    table.settle(1);
    let position = table.position();
    let in_game: Vec<&Value> =
        position["players"].as_array().unwrap().iter().map(|player| &player["in"]).collect();
    assert_eq!(in_game, [true, true, false, false]);
    assert_eq!(table.coins(), [8, 3, 7, 4]);
    let out = &position["players"][2];
    assert_eq!((&out["hand"], &out["symbol"], &out["pawn"]), (&json!([]), &json!(null), &json!(null)));
    assert_eq!(table.state.pile.len(), 54 - 14);
    // With 8 coins more, seat 2 would be in: three players pay 8.
    let mut table = Table::new(won_by_seat_0(&[10, 15, 8, 4], 10));
    table.play("play ice.leg 5").settle(1);
    assert_eq!(table.coins(), [12, 7, 0, 4]);
}

#[test]
fn ic_14_the_one_left_wins() {
    let mut table = Table::new(won_by_seat_0(&[0, 11, 7], 12));
    table.play("play ice.leg 5");
    // Three pay 8: seat 2 is out; two pay 12: seat 1 is out.
    assert_eq!(table.state.phase, Phase::Over { winners: [seat(0)].into_iter().collect() });
    assert_eq!(table.scores(), Some(vec![12, 11, 7]));
    // The table stays as it was.
    assert_eq!(table.position()["players"][1]["hand"], json!(["wood.leg"]));
    assert_eq!(table.position()["pot"], json!({"half": 0, "other": 0}));
}

#[test]
fn ic_14_with_none_left_the_richest_of_all_seats() {
    // Seat 2 went out in an earlier game with 7 coins; neither of the others can pay 12.
    let mut scene = won_by_seat_0(&[0, 3, 7], 6);
    let players = scene["players"].as_array_mut().unwrap();
    players[2] = json!({"coins": 7, "in": false});
    let mut table = Table::new(scene.clone());
    table.play("play ice.leg 5");
    assert_eq!(table.coins(), [6, 3, 7]);
    assert_eq!(table.position()["winners"], json!([2]));
    // A tie is shared.
    scene["pot"] = json!({"half": 7, "other": 0});
    let mut table = Table::new(scene);
    table.play("play ice.leg 5");
    assert_eq!((table.scores(), table.position()["winners"].clone()), (Some(vec![7, 3, 7]), json!([0, 2])));
}

#[test]
fn ic_14_the_lead_passes_to_the_next_seat_still_in() {
    let mut scene = won_by_seat_0(&[20, 2, 20, 20], 10);
    scene["match"] = json!({"game": 3, "first": 0});
    let mut table = Table::new(scene);
    table.play("play ice.leg 5").settle(1);
    // Seat 1 is out, so seat 2 begins game 4.
    assert_eq!(table.position()["match"], json!({"game": 4, "first": 2}));
    assert_eq!((table.state.turn, table.state.round), (seat(2), 1));
    // The turn passes over who is out.
    let mut table = Table::new(json!({"players": [
        {"hand": ["ice.leg"], "symbol": "ice", "pawn": "air"},
        {"in": false},
        {"hand": ["wood.leg"], "symbol": "wood", "pawn": "air"},
    ]}));
    table.play("draw");
    assert_eq!(table.state.turn, seat(2));
    assert_eq!(table.refusal("take 1 leg").to_string(), "seat 1 is not an opponent in this game");
}

/// IC-14: `match` is the default; without `first` chance picks who begins.
#[test]
fn ic_14_match_is_the_default() {
    let game = InnerCircle::new(&Settings::default()).unwrap();
    assert_eq!(game.options().variant, "match");
    let mut outcomes = Vec::new();
    assert!(game.chances(&game.start()).each(&mut |outcome, weight| outcomes.push((outcome, weight))));
    assert_eq!(outcomes.len(), 4);
    let mut table = Table::fresh(&whole(match_of(4), "first", 2));
    assert_eq!(table.state.phase, Phase::Deal);
    table.settle(1);
    assert_eq!(table.position()["match"], json!({"game": 1, "first": 2}));
}

/// Seat 1 acts last in round 20, and draws.
fn last_turn(hands: [&[&str]; 3]) -> Value {
    let symbols = ["wood", "light", "stone"];
    let players: Vec<Value> = hands
        .iter()
        .zip(symbols)
        .map(|(hand, symbol)| json!({"hand": hand, "symbol": symbol, "pawn": "fire"}))
        .collect();
    json!({"players": players, "turn": 1, "round": 20, "match": {"game": 1, "first": 2}})
}

#[test]
fn ic_15_at_the_round_limit_the_fewest_cards() {
    let hands: [&[&str]; 3] = [&["ice.leg", "ice.arm"], &["air.leg", "air.arm"], &["metal.leg"]];
    let limited = |variant| whole(Settings::new(3, variant), "round_limit", 20);
    let mut table = Table::with(&limited("match"), last_turn(hands));
    table.play("draw");
    assert_eq!((table.coins(), table.state.phase), (vec![24, 24, 36], Phase::Deal));
    let mut table = Table::with(&limited("single"), last_turn(hands));
    table.play("draw");
    assert_eq!((table.scores(), table.position()["winners"].clone()), (Some(vec![0, 0, 2]), json!([2])));
    // One round earlier the game goes on.
    let mut scene = last_turn(hands);
    scene["round"] = json!(19);
    let mut table = Table::with(&limited("single"), scene);
    table.play("draw");
    assert_eq!((table.state.round, table.state.turn), (20, seat(2)));
}

/// IC-8, IC-15: an empty hand is 0 cards at the limit. It has not played its last card, so others may share with it.
#[test]
fn ic_15_an_empty_hand_is_no_cards() {
    let may = whole(Settings::new(3, "single"), "round_limit", 20).with("fetch", OptionValue::word("may"));
    let mut table = Table::with(&may, last_turn([&[], &[], &["metal.leg"]]));
    table.play("pass");
    assert_eq!((table.scores(), table.position()["winners"].clone()), (Some(vec![1, 1, 0]), json!([0, 1])));
    let mut table = Table::with(&may, last_turn([&["air.leg"], &[], &["metal.leg"]]));
    table.play("pass");
    assert_eq!(table.scores(), Some(vec![0, 2, 0]));
}

#[test]
fn ic_15_a_tie_splits_the_half() {
    let hands: [&[&str]; 3] = [&["ice.leg"], &["air.leg", "air.arm"], &["metal.leg"]];
    let mut scene = last_turn(hands);
    scene["pot"] = json!({"half": 9, "other": 3});
    let mut table = Table::with(&whole(match_of(3), "round_limit", 20), scene.clone());
    table.play("draw");
    // 9 by two, rounded down; what is left leaves play.
    assert_eq!((table.coins(), table.state.pot), (vec![28, 24, 28], Pot::default()));
    // With `rest` `carried` the other half stays, but not the coin lost by rounding (IC-12).
    let carried = whole(match_of(3), "round_limit", 20).with("rest", OptionValue::word("carried"));
    let mut table = Table::with(&carried, scene);
    table.play("draw");
    assert_eq!((table.coins(), table.state.pot), (vec![28, 24, 28], Pot { half: 0, other: 3 }));
    let mut table = Table::with(&whole(Settings::new(3, "single"), "round_limit", 20), last_turn(hands));
    table.play("draw");
    assert_eq!((table.scores(), table.position()["winners"].clone()), (Some(vec![1, 0, 1]), json!([0, 2])));
}

#[test]
fn ic_15_after_the_last_game_the_richest() {
    let mut scene = won_by_seat_0(&[20, 40, 20], 12);
    scene["match"] = json!({"game": 5, "first": 0});
    let mut table = Table::with(&whole(match_of(3), "game_limit", 5), scene.clone());
    table.play("play ice.leg 5");
    assert_eq!((table.scores(), table.position()["winners"].clone()), (Some(vec![32, 40, 20]), json!([1])));
    // With a game left, it is dealt.
    let mut table = Table::with(&whole(match_of(3), "game_limit", 6), scene);
    table.play("play ice.leg 5");
    assert_eq!(table.state.phase, Phase::Deal);
}
