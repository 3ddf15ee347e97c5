//! The end and the options: CK-14 to CK-16, and how actions and positions are written.

use crate::table::{Table, golem, settings, tiny};
use golemry_capek::{Action, Capek, Position};
use golemry_core::{ConfigError, Game, Node, OptionValue, PlayError, Seat, Settings};
use serde_json::{Value, json};

const PROTOCOL: &str = include_str!("../../../../docs/protocol.md");

#[test]
fn ck_14_outrage_never_falls_below_zero() {
    let market = json!({"1": "organ-6", "2": "organ-5"});
    let mut table = Table::new(json!({"hands": ["parts-1 parts-3", ""], "market": market, "outrage": 2}));
    table.play("buy 1 for parts-1 use head:1");
    assert_eq!(table.position().outrage, 0);
    table.play("buy 2 for parts-3 use head:1");
    assert_eq!((table.position().outrage, table.scores()), (0, None));
}

#[test]
fn ck_14_at_the_limit_both_lose_at_once() {
    let table = |outrage| {
        let hands = json!(["parts-1 parts-2", ""]);
        Table::new(json!({"hands": hands, "market": {"1": "organ-1"}, "outrage": outrage}))
    };
    let mut below = table(20);
    below.play("buy 1 for parts-1 use head:3");
    assert_eq!((below.position().outrage, below.scores()), (24, None));
    let mut at = table(21);
    at.play("buy 1 for parts-1 use head:3");
    assert_eq!((at.position().outrage, at.scores()), (25, Some(vec![0, 0])));
    assert_eq!(at.game.node(&at.state), Node::Over);
    let refused = at.game.check_play(&at.state, at.turn(), &Action::End {});
    assert_eq!(refused, Err(PlayError::Over));
}

#[test]
fn ck_14_both_lose_even_if_the_same_move_would_have_won() {
    let mut by_use = Table::new(json!({
        "hands": ["parts-1", ""], "market": {"1": "organ-1"}, "outrage": 24,
        "bodies": [golem(&json!({"head": {"field": 0, "set": true}})), {}],
    }));
    by_use.play("buy 1 for parts-1 use head:3");
    assert_eq!((by_use.body(0, "head"), by_use.scores()), ((3, true), Some(vec![0, 0])));

    let mut by_set = Table::new(json!({
        "hands": ["engineer-2", ""], "outrage": 22, "bodies": [golem(&json!({"right-leg": {"field": 3, "set": false}})), {}],
    }));
    by_set.play("research right-leg steam with engineer-2");
    assert_eq!((by_set.body(0, "right-leg"), by_set.scores()), ((3, true), Some(vec![0, 0])));
}

#[test]
fn ck_14_engineers_move_it_one_after_another() {
    // In the tiny deck the master calms by 3 and the pupil stirs by 2, in this order.
    let mut table = Table::with(&tiny(&[]), json!({"hands": ["master pupil", ""], "outrage": 1}));
    table.play("research hand clay with master pupil");
    assert_eq!((table.body(0, "hand"), table.position().outrage), ((0, true), 2));
}

#[test]
fn ck_14_the_limit_is_an_option() {
    let ten = settings(&[("outrage_limit", OptionValue::Whole(10))]);
    let mut table =
        Table::with(&ten, json!({"hands": ["parts-1", ""], "market": {"1": "organ-1"}, "outrage": 6}));
    table.play("buy 1 for parts-1 use torso:3");
    assert_eq!(table.scores(), Some(vec![0, 0]));
}

#[test]
fn ck_15_the_last_marker_wins() {
    let last = json!([
        golem(&json!({"head": {"field": 2, "set": true}})),
        golem(&json!({"head": {"field": 2, "set": true}}))
    ]);
    let market = json!({"1": "organ-1", "2": "organ-2"});
    let mut table = Table::new(json!({"hands": ["parts-1 steam-1", ""], "bodies": last, "market": market}));
    table.play("buy 1 for parts-1 use head:1");
    assert_eq!(table.scores(), Some(vec![2, 1]));
    // CK-11: nothing more is carried out.
    assert_eq!((table.market().as_str(), table.position().done.bought), ("- organ-2 - -", 1));
}

#[test]
fn ck_15_the_last_set_wins_and_full_circles_alone_do_not() {
    let last = golem(&json!({"right-leg": {"field": 2, "set": false}}));
    let mut table = Table::new(json!({
        "turn": 1, "hands": ["", "steam-1 steam-2 parts-1"], "bodies": [{}, last], "market": {"1": "organ-6"},
    }));
    table.play("buy 1 for parts-1 use right-leg:1");
    assert_eq!(table.scores(), None);
    table.play("research right-leg steam with steam-1 steam-2");
    assert_eq!(table.scores(), Some(vec![1, 2]));
}

#[test]
fn ck_15_after_the_market_of_the_buying_it_ends() {
    // CK-11: buying ends before the winning set.
    let last = golem(&json!({"right-leg": {"field": 3, "set": false}}));
    let mut table = Table::new(json!({
        "hands": ["steam-1 steam-2 parts-1", ""], "bodies": [last, {}], "market": {"1": "organ-6", "2": "organ-5"},
        "deck": "brain-1 brain-2 brain-3",
    }));
    table.play("buy 1 for parts-1 keep");
    table.play("research right-leg steam with steam-1 steam-2");
    assert_eq!(
        (table.scores(), table.market().as_str()),
        (Some(vec![2, 1]), "organ-5 brain-1 brain-2 brain-3")
    );
}

#[test]
fn ck_16_a_loss_is_better_than_the_joint_loss() {
    let over = |position: Value| Table::new(position).scores();
    assert_eq!(over(json!({"bodies": [golem(&json!({})), {}]})), Some(vec![2, 1]));
    assert_eq!(over(json!({"bodies": [{}, golem(&json!({}))]})), Some(vec![1, 2]));
    assert_eq!(over(json!({"outrage": 25})), Some(vec![0, 0]));
    assert_eq!(over(json!({"turns": 120})), Some(vec![0, 0]));
    assert_eq!(over(json!({"turns": 119, "outrage": 24})), None);
}

#[test]
fn ck_16_by_option_the_joint_loss_is_a_loss_like_any_other() {
    let over = |value: &'static str, position: Value| {
        Table::with(&settings(&[("joint_loss", OptionValue::word(value))]), position).scores()
    };
    // At the limit of the town and at that of the turns.
    for position in [json!({"outrage": 25}), json!({"turns": 120})] {
        assert_eq!(over("worst", position.clone()), Some(vec![0, 0]));
        assert_eq!(over("loss", position), Some(vec![1, 1]));
    }
    assert_eq!(over("loss", json!({"bodies": [golem(&json!({})), {}]})), Some(vec![2, 1]));
    assert_eq!(over("loss", json!({"turns": 119, "outrage": 24})), None);
    // Both score 1, and nobody has won.
    let game = Capek::new(&settings(&[("joint_loss", OptionValue::word("loss"))])).unwrap();
    let winners = |scores: [i32; 2]| game.winners(&scores.into_iter().collect()).len();
    assert_eq!([[1, 1], [0, 0], [2, 1]].map(winners), [0, 0, 1]);
}

#[test]
fn option_turn_limit() {
    let twenty = settings(&[("turn_limit", OptionValue::Whole(20))]);
    let written =
        json!({"hands": ["", "brain-1 brain-2"], "turns": 38, "market": {"1": "organ-1"}, "deck": "parts-1"});
    let mut table = Table::with(&twenty, written);
    table.play("end");
    assert_eq!((table.position().turns, table.scores()), (39, None));
    // Buying ends with the last turn, so the market is filled; but CK-7 comes no more.
    table.play("buy 1 for brain-1 keep");
    table.play("end");
    assert_eq!((table.position().turns, table.scores()), (40, Some(vec![0, 0])));
    assert_eq!((table.market().as_str(), table.hand(0).as_str()), ("parts-1 parts-2 parts-3 parts-4", ""));
}

#[test]
fn option_market_decay() {
    let decay = settings(&[("market_decay", OptionValue::Flag(true))]);
    let written = json!({
        "hands": ["parts-1 parts-2", "brain-1 brain-2"], "deck": "aether-1 aether-2",
        "market": {"1": "organ-1", "2": "organ-2", "3": "organ-3", "4": "organ-4"},
    });
    let mut table = Table::with(&decay, written.clone());
    table.play("end");
    assert_eq!(
        (table.market().as_str(), table.discard().as_str()),
        ("organ-2 organ-3 organ-4 aether-1", "organ-1")
    );
    // A purchase keeps it, and without the option it stays anyway.
    let mut table = Table::with(&decay, written.clone());
    table.play("buy 2 for parts-1 parts-2 keep");
    table.play("end");
    assert_eq!(table.market(), "organ-1 organ-3 organ-4 aether-1");
    let mut table = Table::new(written);
    table.play("end");
    assert_eq!(table.market(), "organ-1 organ-2 organ-3 organ-4");
}

#[test]
fn option_market_decay_finds_nothing_in_an_empty_market() {
    let decay = settings(&[("market_decay", OptionValue::Flag(true))]);
    let mut table =
        Table::with(&decay, json!({"hands": ["", "brain-1 brain-2"], "deck": "aether-1 aether-2"}));
    table.play("end");
    assert_eq!(table.market(), "aether-1 aether-2 parts-1 parts-2");
}

#[test]
fn options_are_checked() {
    for (name, value) in [
        ("first", OptionValue::Whole(2)),
        ("market_refill", OptionValue::word("never")),
        ("market_decay", OptionValue::Whole(1)),
        ("overpay", OptionValue::Whole(1)),
        ("second_player_cards", OptionValue::Whole(7)),
        ("outrage_limit", OptionValue::Whole(9)),
        ("joint_loss", OptionValue::word("draw")),
        ("turn_limit", OptionValue::Whole(1001)),
    ] {
        let refused = Capek::new(&settings(&[(name, value)]));
        assert!(matches!(refused, Err(ConfigError::OptionValue { .. })), "{name}: {refused:?}");
    }
    let unknown = Capek::new(&settings(&[("market", OptionValue::Flag(true))]));
    assert!(matches!(unknown, Err(ConfigError::UnknownOption { .. })));
}

#[test]
fn actions_are_written_as_the_rules_say() {
    for (json, notation) in [
        (
            r#"{"type":"buy","price":3,"pay":["steam-3","brain-1"],"use":{"head":1,"torso":1}}"#,
            "buy 3 for steam-3 brain-1 use head:1 torso:1",
        ),
        (r#"{"type":"buy","price":3,"pay":["steam-5"],"use":null}"#, "buy 3 for steam-5 keep"),
        (
            r#"{"type":"research","body":"left-arm","science":"steam","cards":["steam-3","engineer-2"]}"#,
            "research left-arm steam with steam-3 engineer-2",
        ),
        (r#"{"type":"exchange","card":"brain-1"}"#, "exchange brain-1"),
        (r#"{"type":"end"}"#, "end"),
    ] {
        let action: Action = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&action).unwrap(), json);
        assert_eq!((action.to_string().as_str(), notation.parse()), (notation, Ok(action)));
        assert!(PROTOCOL.contains(&format!("| `{notation}` | `{json}` |")), "{notation}");
    }
    // No circle is free.
    let empty = r#"{"type":"buy","price":3,"pay":["steam-5"],"use":{}}"#;
    assert_eq!(serde_json::from_str::<Action>(empty).unwrap().to_string(), "buy 3 for steam-5 use");
}

#[test]
fn the_documentation_shows_a_position() {
    let (_, page) = PROTOCOL.split_once("## Capek Golems").unwrap();
    let position = page.split_once("```json").unwrap().1.split_once("```").unwrap().0;
    let position: Position = serde_json::from_str(position).unwrap();
    assert_eq!((position.turns, position.outrage, position.done.bought), (4, 7, 1));
}

#[test]
fn card_lists_are_read_in_any_order_and_listed_in_deck_order() {
    let table = Table::new(json!({"hands": ["brain-1 steam-1 engineer-1", ""], "market": {"2": "organ-1"}}));
    let one: Action = "buy 2 for brain-1 steam-1 keep".parse().unwrap();
    let other: Action = "buy 2 for steam-1 brain-1 keep".parse().unwrap();
    assert_eq!(one, other);
    assert_eq!(one.cmp(&other), std::cmp::Ordering::Equal);
    assert!(table.allows("buy 2 for brain-1 steam-1 keep"));
    let listed: Vec<String> = table.actions().iter().map(ToString::to_string).collect();
    assert!(listed.contains(&"buy 2 for steam-1 brain-1 keep".to_owned()), "{listed:?}");
    // All four subsets of two cards or more, and the Engineer alone.
    assert_eq!(listed.iter().filter(|action| action.ends_with("keep")).count(), 5);
}

#[test]
fn malformed_actions_are_no_actions() {
    for json in [
        r#"{"type":"buy","price":3,"pay":["steam-5"]}"#,
        r#"{"type":"buy","price":3,"pay":"steam-5","use":null}"#,
        r#"{"type":"buy","price":-1,"pay":[],"use":null}"#,
        r#"{"type":"buy","price":3,"pay":["Steam 5"],"use":null}"#,
        r#"{"type":"buy","price":3,"pay":["steam-5"],"use":{"head":1,"head":2}}"#,
        r#"{"type":"exchange"}"#,
        r#"{"type":"end","now":true}"#,
        r#"{"type":"wait"}"#,
    ] {
        assert!(serde_json::from_str::<Action>(json).is_err(), "{json}");
    }
    // A list as long as the largest deck can be read, a longer one cannot.
    let names = |count: usize| vec!["steam-5"; count];
    let pay = |count| json!({"type": "buy", "price": 3, "pay": names(count), "use": null});
    assert!(serde_json::from_value::<Action>(pay(64)).is_ok());
    let too_long = serde_json::from_value::<Action>(pay(65)).unwrap_err();
    assert_eq!(too_long.to_string(), "at most 64 cards can be named");
    for notation in
        ["", "buy", "buy x for steam-1 keep", "buy 3 for steam-1", "buy 3 for steam-1 use head", "end now"]
    {
        assert!(notation.parse::<Action>().is_err(), "{notation}");
    }
}

#[test]
fn an_action_is_small() {
    // Twelve names of cards with their length, eight of body cards with a number each, and a few bytes: cheap to move.
    assert!(size_of::<Action>() <= 12 * 16 + 16 + 8 * 17 + 8, "{}", size_of::<Action>());
}

/// A position as JSON with one value replaced.
fn refused(path: &str, value: Value) -> String {
    let table = Table::new(json!({"hands": ["steam-1 steam-2", "brain-1"], "market": {"1": "organ-1"}}));
    let mut position = serde_json::to_value(table.position()).unwrap();
    *position.pointer_mut(path).unwrap() = value;
    table.game.load(&serde_json::from_value(position).unwrap()).unwrap_err().to_string()
}

#[test]
fn positions_that_break_an_invariant_are_refused() {
    for (path, value, problem) in [
        ("/market/1", json!("organ-2"), "deck: organ-2 is there twice: each card is in one place (CK-6)"),
        (
            "/market/1",
            json!("steam-1"),
            "players[0].hand: steam-1 is there twice: each card is in one place (CK-6)",
        ),
        ("/market/1", json!(null), "deck: organ-1 is missing: each card is in one place (CK-6)"),
        ("/market/1", json!("organ-7"), "market.1: there is no card organ-7 (CK-5)"),
        (
            "/players/0/body/head/field",
            json!(4),
            "players[0].body.head.field: 4 markers on 3 circles (CK-10)",
        ),
        (
            "/players/1/body",
            json!({"tail": {"field": 0, "set": false}}),
            "players[1].body: a golem has no tail (CK-2)",
        ),
        ("/known/0", json!(["brain-1"]), "known[0]: brain-1 is not in the hand"),
        ("/turn", json!(2), "turn: there is no seat 2: seats are numbered 0 to 1"),
        ("/turns", json!(121), "turns: the match is over after 120"),
        ("/done/bought", json!(1), "done.bought: must be 0 if buy is \"no\" (CK-9)"),
    ] {
        assert_eq!(refused(path, value), problem);
    }
    let nine = json!({"done": {"buy": "open", "bought": 9, "research": false, "exchange": false}});
    let each = Capek::new(&settings(&[("market_refill", OptionValue::word("each"))])).unwrap();
    let error = each.load(&Table::position_of(&each, nine.clone())).unwrap_err();
    assert_eq!(error.to_string(), "done.bought: at most 8 a turn (CK-11)");
    // Without the option there is no such limit.
    Table::new(nine);
    let both = json!({"bodies": [golem(&json!({})), golem(&json!({}))]});
    let game = Capek::new(&Settings::default()).unwrap();
    let error = game.load(&Table::position_of(&game, both)).unwrap_err();
    assert_eq!(error.to_string(), "players: only one golem can be awake (CK-15)");
}

#[test]
fn a_position_is_written_as_the_rules_say() {
    let written = json!({
        "turn": 0, "turns": 4, "outrage": 7, "market": {"1": "steam-3", "2": null, "3": "brain-1", "4": "organ-2"},
        "hands": ["steam-1", "brain-2"], "bodies": [{"head": {"field": 2, "set": false}}, {}],
        "deck": "parts-3 parts-1", "discard": "parts-2",
        "done": {"buy": "open", "bought": 1, "research": true, "exchange": false}, "known": [[], ["brain-2"]],
    });
    let table = Table::new(written);
    let position = serde_json::to_value(table.position()).unwrap();
    assert_eq!(position["market"], json!({"1": "steam-3", "2": null, "3": "brain-1", "4": "organ-2"}));
    assert_eq!(position["done"], json!({"buy": "open", "bought": 1, "research": true, "exchange": false}));
    assert_eq!(position["players"][0]["body"]["head"], json!({"field": 2, "set": false}));
    assert_eq!(position["players"][0]["body"].as_object().unwrap().len(), 6);
    // Top first.
    assert_eq!(position["deck"][0], "parts-3");
    assert_eq!(
        (position["known"].clone(), position["discard"].clone()),
        (json!([[], ["brain-2"]]), json!(["parts-2"]))
    );
    assert_eq!(table.turn(), Seat::new(0));
    let mut unknown = position;
    unknown["dice"] = json!([]);
    assert!(serde_json::from_value::<Position>(unknown).is_err());
}
