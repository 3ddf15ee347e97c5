//! GI-1 to GI-11, clause by clause: the textbook case, the nearest one that fails, and the clause that overrides it. Variants and
//! options are in `variants.rs`, positions in `positions.rs`.

use crate::table::{Table, beat, load, rules, with_magic};
use golemry_core::{ConfigError, Game, OptionValue, PlayError, Seat, SeatSet, Settings, Viewer};
use golemry_golem_it::{Action, Card, CardSet, GolemIt, Illegal};
use serde_json::{Value, json};

fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn cards(text: &str) -> CardSet {
    text.split_whitespace().map(card).collect()
}

#[test]
fn gi_1_sixty_cards_in_two_colours() {
    let mint = (2..=21).map(|number| format!("m{number}"));
    let purple = (2..=11).map(|number| format!("p{number}"));
    let twice: CardSet = mint.chain(purple).flat_map(|text| [card(&text); 2]).collect();
    assert_eq!((twice, twice.len()), (CardSet::DECK, 60));
    for none in ["m1", "m22", "p1", "p12"] {
        assert!(none.parse::<Card>().is_err());
    }

    let game = rules(4, "standard");
    let dealt = Table::dealt(&game, 1);
    let mut all = dealt.state.unused;
    dealt.state.players.values().for_each(|player| all.insert_all(player.hand));
    assert_eq!(all, CardSet::DECK);

    // Equal cards are interchangeable: with two of them there is one way to play one.
    let game = rules(3, "standard");
    let twins = Table::new(&game, json!({"players": [{"hand": "m7 m7"}, {"points": 99}, {"hand": "m2"}]}));
    assert_eq!(twins.legal(), ["play 7: m7", "play 7: m7 m7"]);

    let thrice = load(&game, json!({"players": [{"hand": "m7"}, {"hand": "m7 m7"}, {}]})).unwrap_err();
    assert_eq!((thrice.field.as_str(), thrice.clause), ("cards", Some("GI-1")));
    assert_eq!(thrice.problem, "m7 is there 3 times instead of 2, all places counted");
}

#[test]
fn gi_2_ninety_nine_points() {
    // The pool holds what is not dealt.
    for (seats, variant, pool) in
        [(2, "two-player", 91), (3, "standard", 90), (4, "tournament", 87), (6, "standard", 81)]
    {
        let game = rules(seats, variant);
        assert_eq!(Table::dealt(&game, 1).state.pool, pool, "{variant}");
    }

    // Points move between pool, cards and players, and none is lost.
    let game = rules(3, "standard");
    let mut table = Table::new(
        &game,
        json!({"players": [{"hand": "m5 m9", "points": 3}, {"hand": "p4"}, {"hand": "m2"}]}),
    );
    assert_eq!(table.state.pool, 96);
    table.act("play 11: m9");
    assert_eq!((table.state.pool, table.before(0).as_str()), (94, "m9+2"));
    table.act("play 12: p4").act("pass 0");
    assert_eq!((table.state.pool, table.before(1).as_str(), table.points()), (92, "p4+2", vec![5, 0, 0]));
    table.act("pass 2");
    assert_eq!((table.state.pool, table.points()), (94, vec![3, 2, 0]));

    let short =
        json!({"pool": 95, "players": [{"hand": "m5 m9", "points": 3}, {"hand": "p4"}, {"hand": "m2"}]});
    let error = load(&game, short).unwrap_err();
    assert_eq!((error.field.as_str(), error.clause), ("points", Some("GI-2")));
    assert_eq!(error.problem, "players, cards and pool have 98 points instead of 99");
}

#[test]
fn gi_3_cards_for_each_player() {
    for (seats, variant, each, unused) in [
        (2, "two-player", 12, 36),
        (3, "standard", 15, 15),
        (4, "standard", 15, 0),
        (5, "standard", 12, 0),
        (6, "standard", 10, 0),
    ] {
        let game = rules(seats, variant);
        let dealt = Table::dealt(&game, 1);
        assert!(dealt.state.players.values().all(|player| player.hand.len() == each), "{seats} seats");
        assert_eq!(dealt.state.unused.len(), unused);
    }

    // Two play `two-player`, and nothing else; more play the rest.
    assert_eq!(
        GolemIt::new(&Settings { seats: Some(2), ..Settings::default() }).unwrap().options().variant,
        "two-player"
    );
    for (seats, variant, min, max) in
        [(2, "standard", 3, 6), (2, "tournament", 3, 6), (7, "tournament", 3, 6), (3, "two-player", 2, 2)]
    {
        let refused = GolemIt::new(&Settings::new(seats, variant)).map(|_| ()).unwrap_err();
        assert_eq!(refused, ConfigError::Seats { variant, given: seats, min, max });
    }

    let eleven = json!({"players": [{"hand": "m2 m3 m4 m5 m6 m7 m8 m9 m10 m11 m12"}, {}, {}, {}, {}, {}]});
    let error = load(&rules(6, "standard"), eleven).unwrap_err();
    assert_eq!((error.field.as_str(), error.clause), ("players[0].hand", Some("GI-3")));
    assert_eq!(error.problem, "11 cards, at most 10 are dealt");
}

#[test]
fn gi_4_three_points_and_secret_hands() {
    let game = rules(4, "standard");
    assert_eq!(Table::dealt(&game, 1).points(), [3, 3, 3, 3]);

    let game = rules(3, "standard");
    let table = Table::new(
        &game,
        json!({"to_beat": beat(2, 1, 12), "discard": "m20", "players": [
            {"hand": "m5 p7", "points": 3},
            {"hand": "m9", "points": 2},
            {"hand": "m2 m2 m3", "table": "m11+1"},
        ]}),
    );
    let seen_by = |viewer| serde_json::to_value(game.view(&table.state, viewer)).unwrap();
    let players = json!([
        {"cards": 2, "points": 3, "table": [], "passed": false, "place": null},
        {"cards": 1, "points": 2, "table": [], "passed": false, "place": null},
        {"cards": 3, "points": 0, "table": ["m11+1"], "passed": false, "place": null},
    ]);
    for (viewer, hand) in [
        (Viewer::Seat(Seat::new(0)), json!(["m5", "p7"])),
        (Viewer::Seat(Seat::new(1)), json!(["m9"])),
        (Viewer::Spectator, Value::Null),
    ] {
        let view = seen_by(viewer);
        assert_eq!((&view["players"], &view["hand"]), (&players, &hand), "{viewer}");
        assert_eq!(
            (&view["discard"], &view["pool"], &view["unused"]),
            (&json!(["m20"]), &json!(93), &json!(52))
        );
        assert_eq!(view["to_beat"], beat(2, 1, 12));
    }
}

#[test]
fn gi_5_cards_before_you_go_and_their_points_are_yours() {
    let position = json!({"turn": 2, "to_beat": beat(1, 2, 12), "players": [
        {"hand": "m20", "points": 1, "table": "m5+2 p7"},
        {"hand": "m21", "table": "m11+1 m12"},
        {"hand": "m3"},
    ]});
    let game = rules(3, "standard");
    let mut table = Table::new(&game, position.clone());
    table.act("pass 0");
    assert_eq!((table.turn(), table.points()), (0, vec![3, 0, 0]));
    assert_eq!((table.before(0).as_str(), table.state.discard), ("", cards("m5 p7")));
    // Only the seat that the turn has reached: the next one's cards still lie there.
    assert_eq!(table.before(1), "m11+1 m12");

    // GI-15 overrides it: the points go to the pool, from which a pass takes one with `own-out`.
    for (magic, taken) in [("own", 0), ("own-out", 1)] {
        let game = with_magic(3, "standard", magic);
        let mut table = Table::new(&game, position.clone());
        let pool = table.state.pool;
        table.act("pass 0");
        assert_eq!(
            (table.turn(), table.points(), table.state.pool),
            (0, vec![1, 0, taken], pool - taken + 2)
        );
        assert_eq!(table.state.discard, cards("m5 p7"));
    }
}

#[test]
fn gi_6_your_own_combination_ends_the_round() {
    let game = rules(3, "standard");
    let mut table = Table::new(
        &game,
        json!({"players": [{"hand": "m5 m9 m9"}, {"hand": "m6 m7"}, {"hand": "m8 m21", "points": 1}]}),
    );
    table.act("play 5: m5").act("pass 0");
    assert_eq!(table.to_beat(), Some((0, 1, 5)));
    let mut beaten = table.clone();

    // All others have passed: nothing is to beat, and any number of cards will do.
    table.act("pass 1");
    assert_eq!((table.turn(), table.to_beat()), (0, None));
    table.allows("play 9: m9 m9");

    // One of them has not: the round goes on.
    beaten.act("play 8: m8");
    assert_eq!((beaten.turn(), beaten.to_beat()), (0, Some((2, 1, 8))));
    beaten.refuses("play 9: m9 m9", Illegal::WrongCount { played: 2, needed: 1 }, "GI-8");

    // Seat 2 took the lead away once; it may do so again.
    beaten.act("play 9: m9").act("pass 0").act("play 21: m21");
    assert_eq!((beaten.turn(), beaten.to_beat()), (0, Some((2, 1, 21))));
}

#[test]
fn gi_7_every_card_worth_exactly_the_value() {
    let game = rules(3, "standard");
    let table = Table::new(
        &game,
        json!({"players": [{"hand": "m11 m12 p5 p7", "points": 4}, {"points": 90}, {"hand": "m2"}]}),
    );
    assert_eq!(table.state.pool, 5);
    // Mint is worth b + t, purple b × (1 + t), and the points lie on the cards.
    for (play, before) in [
        ("play 12: m11 m12", "m11+1 m12"),
        ("play 15: p5", "p5+2"),
        ("play 15: m12 p5", "m12+3 p5+2"),
        ("play 5: p5", "p5"),
    ] {
        let mut played = table.clone();
        played.act(play);
        assert_eq!(played.before(0), before);
        let on_cards = played.player(0).table.points;
        assert_eq!((played.state.pool, played.player(0).points), (5 - on_cards, 4), "{play}");
    }
    // Raising beyond need is allowed.
    table.allows("play 16: m11");

    table.refuses("play 12:", Illegal::NoCards, "GI-7");
    table.refuses("play 12: m10", Illegal::NotInHand { card: card("m10") }, "GI-7");
    table.refuses("play 12: m12 m12", Illegal::NotInHand { card: card("m12") }, "GI-7");
    table.refuses("play 11: m11 m12", Illegal::CannotBeWorth { card: card("m12"), value: 11 }, "GI-7");
    table.refuses("play 12: m12 p5", Illegal::CannotBeWorth { card: card("p5"), value: 12 }, "GI-7");
    table.refuses("play 0: p5", Illegal::CannotBeWorth { card: card("p5"), value: 0 }, "GI-7");
    // The pool holds 5: as many may be taken, and no more.
    table.allows("play 30: p5");
    table.refuses("play 35: p5", Illegal::PoolTooSmall { points: 6, pool: 5 }, "GI-7");
    table.refuses("play 35: p7 p5", Illegal::PoolTooSmall { points: 10, pool: 5 }, "GI-7");
    table.refuses("play 4294967295: m11 m12", Illegal::PoolTooSmall { points: u32::MAX, pool: 5 }, "GI-7");

    // GI-15 overrides where the points come from.
    for magic in ["own", "own-out"] {
        let game = with_magic(3, "standard", magic);
        let table = Table::new(
            &game,
            json!({"players": [{"hand": "m11 m12", "points": 4}, {"hand": "m3"}, {"hand": "m2"}]}),
        );
        table.allows("play 15: m11");
        table.refuses("play 16: m11", Illegal::OwnPointsTooFew { points: 5, own: 4 }, "GI-15");
    }
}

#[test]
fn gi_8_same_count_higher_value() {
    let game = rules(3, "standard");
    let hands =
        json!([{"hand": "m9 m10 m10 p5", "points": 1}, {"hand": "m2", "table": "m8 m8"}, {"hand": "m3"}]);
    let table = Table::new(&game, json!({"to_beat": beat(1, 2, 8), "players": hands}));
    table.allows("play 10: m10 m10");
    table.allows("play 10: m9 p5");
    table.refuses("play 10: m10", Illegal::WrongCount { played: 1, needed: 2 }, "GI-8");
    table.refuses("play 10: m9 m10 p5", Illegal::WrongCount { played: 3, needed: 2 }, "GI-8");

    let singles = json!([{"hand": "m8 m9 p4"}, {"hand": "m2", "table": "m9"}, {"hand": "m3"}]);
    let table = Table::new(&game, json!({"to_beat": beat(1, 1, 9), "players": singles}));
    table.allows("play 10: m9");
    table.refuses("play 9: m9", Illegal::TooLow { value: 9, to_beat: 9 }, "GI-8");
    table.refuses("play 8: p4", Illegal::TooLow { value: 8, to_beat: 9 }, "GI-8");

    // A leader has nothing to beat: one card or all of them.
    let leading = Table::new(&game, json!({"players": hands}));
    leading.allows("play 9: m9");
    leading.allows("play 10: m9 m10 m10 p5");
}

#[test]
fn gi_9_a_pass_returns_up_to_two_points() {
    let game = rules(3, "standard");
    let with = |points: u8| {
        let hands =
            json!([{"hand": "m5 m9", "points": points}, {"hand": "m9 m2"}, {"hand": "m3", "table": "m8"}]);
        Table::new(&game, json!({"to_beat": beat(2, 1, 8), "players": hands}))
    };
    for points in 0..=2 {
        let mut table = with(3);
        table.act(&format!("pass {points}"));
        assert_eq!((table.points()[0], table.state.pool), (3 - points, 96 + points));
    }
    with(3).refuses("pass 3", Illegal::ReturnsTooMuch { points: 3 }, "GI-9");
    with(1).allows("pass 1");
    with(1).refuses("pass 2", Illegal::ReturnsMoreThanHeld { points: 2, own: 1 }, "GI-9");
    assert_eq!(with(0).legal()[..2], ["pass 0", "play 9: m5"]);

    // A player who has passed is not out of the round. With `own-out` GI-15 overrides this, and what a pass returns.
    let mut table = with(3);
    table.act("pass 0").act("play 9: m9").act("pass 0");
    assert_eq!((table.turn(), table.to_beat()), (0, Some((1, 1, 9))));
    table.allows("play 10: m9");
}

#[test]
fn gi_10_a_leader_who_passes() {
    let game = rules(3, "standard");
    let leader = |hand: &str, points: u8| json!({"players": [{"hand": hand, "points": points}, {"hand": "m2 m2"}, {"hand": "m3"}]});
    // With or without cards a point goes back, and the next player leads.
    for hand in ["m5", ""] {
        let mut table = Table::new(&game, leader(hand, 3));
        table.refuses("pass 0", Illegal::LeaderReturnsNothing, "GI-10");
        table.act("pass 1");
        assert_eq!((table.turn(), table.to_beat(), table.points()[0]), (1, None, 2));
        table.allows("play 2: m2 m2");
    }
    // An empty hand must pass.
    let empty = Table::new(&game, leader("", 3));
    assert_eq!(empty.legal(), ["pass 1", "pass 2"]);
    empty.refuses("play 5: m5", Illegal::NotInHand { card: card("m5") }, "GI-7");
    // Cards and no points must play.
    let pointless = Table::new(&game, leader("m5", 0));
    assert_eq!(pointless.legal()[0], "play 5: m5");
    pointless.refuses("pass 0", Illegal::LeaderReturnsNothing, "GI-10");
    pointless.refuses("pass 1", Illegal::ReturnsMoreThanHeld { points: 1, own: 0 }, "GI-9");
    // With `own-out` GI-15 overrides it: there a leader who holds cards may not pass at all.
    let game = with_magic(3, "standard", "own-out");
    Table::new(&game, leader("m5", 3)).refuses("pass 1", Illegal::LeaderMustPlay, "GI-15");
}

/// The letter of the rulebook lets a leader pass and return nothing.
#[test]
fn gi_10_by_option_a_leader_with_cards_passes_for_nothing() {
    for magic in ["pool", "own"] {
        let settings = Settings::new(3, "standard").with("magic", OptionValue::word(magic));
        let game = GolemIt::new(&settings.with("leader_pass", OptionValue::word("free"))).unwrap();
        let leader = |hand: &str, points: u8| {
            let players = json!([{"hand": hand, "points": points}, {"hand": "m2 m2"}, {"hand": "m3"}]);
            Table::new(&game, json!({"players": players}))
        };
        // With points or without; the next player leads, and may pass as well.
        let mut rich = leader("m5", 3);
        assert_eq!(rich.legal()[..4], ["pass 0", "pass 1", "pass 2", "play 5: m5"]);
        rich.refuses("pass 3", Illegal::ReturnsTooMuch { points: 3 }, "GI-9");
        rich.act("pass 0");
        assert_eq!((rich.turn(), rich.to_beat(), rich.points()), (1, None, vec![3, 0, 0]));
        rich.act("pass 0");
        assert_eq!((rich.turn(), rich.to_beat()), (2, None));
        let mut poor = leader("m5", 0);
        assert_eq!(poor.legal()[..2], ["pass 0", "play 5: m5"]);
        poor.refuses("pass 1", Illegal::ReturnsMoreThanHeld { points: 1, own: 0 }, "GI-9");
        poor.act("pass 0");
        assert_eq!((poor.turn(), poor.to_beat()), (1, None));
        // Without cards it still costs a point.
        let empty = leader("", 3);
        assert_eq!(empty.legal(), ["pass 1", "pass 2"]);
        empty.refuses("pass 0", Illegal::EmptyLeaderReturnsNothing, "GI-10");
    }
}

/// Nobody has to play, so only the limit ends such a game.
#[test]
fn gi_10_by_option_all_may_pass_for_ever() {
    let settings = Settings::new(3, "standard").with("leader_pass", OptionValue::word("free"));
    let game = GolemIt::new(&settings.with("turn_limit", OptionValue::Whole(50))).unwrap();
    let mut table = Table::dealt(&game, 1);
    for _ in 0..50 {
        assert_eq!(table.scores(), None);
        table.act("pass 0");
    }
    assert_eq!(table.scores(), Some(vec![1, 1, 1]));
}

#[test]
fn gi_11_no_cards_and_no_points_win_at_once() {
    let game = rules(3, "standard");
    let with = |hand: &str, points: u8| {
        let hands = json!([{"hand": hand, "points": points}, {"hand": "m2", "table": "m8"}, {"hand": "m3"}]);
        Table::new(&game, json!({"to_beat": beat(1, 1, 8), "players": hands}))
    };
    // With the last card, or with the last points.
    for (mut table, action) in [(with("m9", 0), "play 9: m9"), (with("", 2), "pass 2")] {
        table.act(action);
        assert_eq!(table.scores(), Some(vec![2, 0, 0]));
        let late = game.check_play(&table.state, Seat::new(1), &Action::Pass { r#return: 0 });
        assert_eq!(late, Err(PlayError::Over));
    }
    // A point on the cards, a point in the heap or a card in the hand is one too many.
    for (mut table, action) in [
        (with("m9", 0), "play 10: m9"),
        (with("m9", 1), "play 9: m9"),
        (with("m9", 2), "pass 2"),
        (with("", 2), "pass 1"),
    ] {
        table.act(action);
        assert_eq!((table.turn(), table.scores()), (1, None), "{action}");
    }
    // The point on the last card comes back and can be passed away.
    let mut table = with("m9", 0);
    table.act("play 10: m9").act("pass 0").act("pass 0");
    assert_eq!((table.turn(), table.points()[0]), (0, 1));
    assert_eq!(table.legal(), ["pass 1"]);
    table.act("pass 1");
    assert_eq!(table.scores(), Some(vec![2, 0, 0]));
    // GI-15 overrides it: there points on cards are spent, and are not counted.
    let game = with_magic(3, "standard", "own");
    let hands = json!([{"hand": "m9", "points": 1}, {"hand": "m2", "table": "m8"}, {"hand": "m3"}]);
    let mut table = Table::new(&game, json!({"to_beat": beat(1, 1, 8), "players": hands}));
    table.act("play 10: m9");
    assert_eq!(table.scores(), Some(vec![2, 0, 0]));
}

/// The rulebook's first example: 5, 9, 10, 17, and back to the leader.
#[test]
fn example_of_single_cards() {
    let game = rules(4, "standard");
    let mut table = Table::new(
        &game,
        json!({"players": [{"hand": "m5 m18 m17 m16 p6"}, {"hand": "m9 m2"}, {"hand": "p10 m2"}, {"hand": "m17 m3"}]}),
    );
    table.act("play 5: m5").act("play 9: m9").act("play 10: p10").act("play 17: m17");
    assert_eq!((table.turn(), table.before(0).as_str(), table.state.discard), (0, "", cards("m5")));
    table.refuses("play 17: m17", Illegal::TooLow { value: 17, to_beat: 17 }, "GI-8");
    for play in ["play 18: m18", "play 18: m17", "play 18: m16", "play 18: p6", "play 25: m18"] {
        table.allows(play);
    }
}

/// The rulebook's second example: 4-4, 12-12, 15-15, 22-22, and 23-23 is next.
#[test]
fn example_of_pairs() {
    let game = rules(4, "standard");
    let mut table = Table::new(
        &game,
        json!({"players": [
            {"hand": "m4 m4 m21 m20"}, {"hand": "m12 m11 m2"}, {"hand": "m15 p5 m2"}, {"hand": "p11 m19 m3"},
        ]}),
    );
    table.act("play 4: m4 m4").act("play 12: m12 m11").act("play 15: m15 p5").act("play 22: p11 m19");
    assert_eq!([1, 2, 3].map(|seat| table.before(seat)), ["m11+1 m12", "m15 p5+2", "m19+3 p11+1"]);
    assert_eq!((table.turn(), table.to_beat(), table.state.pool), (0, Some((3, 2, 22)), 99 - 1 - 2 - 4));
    table.refuses("play 22: m20 m21", Illegal::TooLow { value: 22, to_beat: 22 }, "GI-8");
    table.act("play 23: m20 m21").act("pass 0").act("pass 0").act("pass 0");
    assert_eq!((table.turn(), table.points()), (0, vec![5, 1, 2, 4]));
}

/// The rulebook's third example: 8-8-8, 10-10-10, 18-18-18, a pass that returns two, and 19 or more is next.
#[test]
fn example_of_a_pass() {
    let game = rules(4, "standard");
    let mut table = Table::new(
        &game,
        json!({"players": [
            {"hand": "m8 m8 p8 m19 m18 m17 m16"}, {"hand": "m10 m10 p10 m2"}, {"hand": "m18 p9 p6 m2"},
            {"hand": "m3 m3", "points": 3},
        ]}),
    );
    table.act("play 8: m8 m8 p8");
    assert_eq!((table.turn(), table.to_beat(), table.before(0).as_str()), (1, Some((0, 3, 8)), "m8 m8 p8"));
    table.act("play 10: m10 m10 p10");
    assert_eq!((table.turn(), table.to_beat(), table.state.pool), (2, Some((1, 3, 10)), 96));
    table.act("play 18: m18 p9 p6");
    assert_eq!(
        (table.turn(), table.to_beat(), table.before(2).as_str()),
        (3, Some((2, 3, 18)), "m18 p6+2 p9+1")
    );
    assert_eq!((table.points(), table.state.pool), (vec![0, 0, 0, 3], 93));
    table.act("pass 2");
    assert_eq!((table.turn(), table.to_beat()), (0, Some((2, 3, 18))));
    assert_eq!((table.points(), table.state.pool), (vec![0, 0, 0, 1], 95));
    // The leader's cards are gone, and it takes three cards worth 19 or more, or a pass.
    assert_eq!(table.before(0), "");
    table.refuses("play 18: m18 m17", Illegal::WrongCount { played: 2, needed: 3 }, "GI-8");
    table.refuses("play 18: m17 m18 m18", Illegal::NotInHand { card: card("m18") }, "GI-7");
    table.refuses("play 18: m16 m17 m18", Illegal::TooLow { value: 18, to_beat: 18 }, "GI-8");
    for action in ["play 19: m17 m18 m19", "play 20: m17 m18 m19", "pass 0"] {
        table.allows(action);
    }
}

/// Passes, then plays by value, then count, then cards; a card's number bounds nothing, what can be paid for does.
#[test]
fn listings_are_ordered_and_end() {
    let game = rules(3, "standard");
    let table = Table::new(
        &game,
        json!({"players": [{"hand": "m3 p2 m2", "points": 1}, {"points": 96}, {"hand": "m9"}]}),
    );
    assert_eq!(table.state.pool, 2);
    let expected = [
        "pass 1",
        "play 2: m2",
        "play 2: p2",
        "play 2: m2 p2",
        "play 3: m2",
        "play 3: m3",
        "play 3: m2 m3",
        "play 4: m2",
        "play 4: m3",
        "play 4: p2",
        "play 4: m3 p2",
        "play 5: m3",
        "play 6: p2",
    ];
    assert_eq!(table.legal(), expected);
}

#[test]
fn actions_are_read_strictly() {
    let read = serde_json::from_str::<Action>;
    let play = r#"{"type":"play","cards":["m12","m11"],"value":12}"#;
    assert_eq!(read(play).unwrap(), "play 12: m11 m12".parse().unwrap());
    assert_eq!(
        serde_json::to_value(read(play).unwrap()).unwrap(),
        json!({"type": "play", "cards": ["m11", "m12"], "value": 12})
    );
    assert_eq!(read(r#"{"type":"pass","return":2}"#).unwrap(), Action::Pass { r#return: 2 });
    for malformed in [
        r#"{"type":"pass"}"#,
        r#"{"type":"pass","return":-1}"#,
        r#"{"type":"pass","return":1.5}"#,
        r#"{"type":"pass","return":1,"cards":[]}"#,
        r#"{"type":"play","cards":["m22"],"value":22}"#,
        r#"{"type":"play","cards":["m2"]}"#,
        r#"{"type":"draw"}"#,
        r#"{"return":1}"#,
        r#""pass""#,
    ] {
        assert!(read(malformed).is_err(), "{malformed}");
    }
}

#[test]
fn another_seats_turn_carries_no_clause() {
    let game = rules(3, "standard");
    let table =
        Table::new(&game, json!({"players": [{"hand": "m5"}, {"hand": "m6", "points": 1}, {"hand": "m7"}]}));
    let (seat, to_act) = (Seat::new(1), SeatSet::only(Seat::new(0)));
    let early = game.check_play(&table.state, seat, &Action::Pass { r#return: 1 });
    assert_eq!(early, Err(PlayError::NotToAct { seat, to_act }));
}
