//! Positions: what is written is read, what has not happened yet happens (GI-5, GI-6), and what cannot be is refused with its
//! field and clause.

use crate::table::{Table, beat, filled, load, playing_on, rules, with_magic};
use golemry_core::{Game, Node, OptionValue, PositionError, Settings};
use golemry_golem_it::{GolemIt, Phase, Position, TableCard};
use serde_json::{Value, json};

/// The rules file's example, with the players it leaves out.
#[test]
fn the_example_of_the_rules_file_loads_as_it_stands() {
    let game = rules(3, "standard");
    let text = r#"{"variant":"standard","turn":0,"to_beat":{"seat":2,"count":1,"value":17},
        "players":[{"hand":["m5","p7"],"points":3,"table":[],"passed":false,"place":null},
                   {"hand":["m3","m4"],"points":4,"table":["m11+2"],"passed":false,"place":null},
                   {"hand":["m6"],"points":3,"table":["m17"],"passed":false,"place":null}],
        "pool":87,"discard":["m2"],"unused":["m9"],
        "match":{"game":1,"games":1,"first":0,"scores":[0,0,0]},"turns":12}"#;
    let mut json: Value = serde_json::from_str(text).unwrap();
    // The rest of the deck joins `m9`.
    json.as_object_mut().unwrap().remove("unused");
    let json = filled(&game, json);
    let position: Position = serde_json::from_value(json.clone()).unwrap();
    let state = game.load(&position).unwrap();
    assert_eq!((state.pool, state.turns, state.players.values().next().unwrap().points), (87, 12, 3));
    assert_eq!(serde_json::to_value(game.position(&state)).unwrap(), json);
}

#[test]
fn what_may_be_left_out_takes_its_usual_value() {
    let game = rules(3, "standard");
    let mut json = filled(&game, json!({"players": [{"hand": "m5"}, {"hand": "m6"}, {"hand": "m7"}]}));
    json.as_object_mut().unwrap().remove("turns");
    json["players"][0].as_object_mut().unwrap().remove("table");
    let state = game.load(&serde_json::from_value(json).unwrap()).unwrap();
    assert_eq!((state.turns, state.players.values().all(|player| !player.passed)), (0, true));
}

#[test]
fn gi_5_a_position_is_brought_forward() {
    // Seat 0 still has cards before it: they go, and the points are its own.
    let game = rules(3, "standard");
    let short = json!({"to_beat": beat(2, 1, 20), "players": [
        {"hand": "m21", "points": 1, "table": "m9+2"}, {"hand": "m6"}, {"hand": "m7", "table": "m20"},
    ]});
    let table = Table::new(&game, short.clone());
    assert_eq!((table.before(0).as_str(), table.points()), ("", vec![3, 0, 0]));
    assert_eq!((table.state.discard.to_string().as_str(), table.to_beat()), ("m9", Some((2, 1, 20))));
    // GI-15: they are the pool's.
    for magic in ["own", "own-out"] {
        let game = with_magic(3, "standard", magic);
        let table = Table::new(&game, short.clone());
        assert_eq!((table.points(), table.state.pool), (vec![1, 0, 0], 96 + 2));
    }
}

#[test]
fn gi_6_a_position_is_brought_forward() {
    for magic in ["pool", "own", "own-out"] {
        let game = with_magic(3, "standard", magic);
        let table = Table::new(
            &game,
            json!({"to_beat": beat(0, 1, 9), "players": [
                {"hand": "m21 m2", "table": "m9"},
                {"hand": "m6", "passed": true},
                {"hand": "m7", "passed": true},
            ]}),
        );
        assert_eq!((table.turn(), table.to_beat(), table.before(0).as_str()), (0, None, ""));
        assert!(table.state.players.values().all(|player| !player.passed));
        assert!(table.legal().contains(&"play 21: m2 m21".to_owned()) == (magic == "pool"));
    }
}

#[test]
fn gi_11_a_position_is_brought_forward() {
    // Seat 0 has nothing left: with own magic it has won, though points lie on its card.
    let nothing = json!({"players": [{"hand": "", "table": "m9+2"}, {"hand": "m6"}, {"hand": "m7"}]});
    for magic in ["own", "own-out"] {
        let game = with_magic(3, "standard", magic);
        let won = Table::new(&game, nothing.clone());
        assert_eq!(won.scores(), Some(vec![2, 0, 0]));
    }

    // In a tournament seat 0 is out and the next one leads; in a match for two the next game is dealt.
    let game = rules(3, "tournament");
    let table = Table::new(&game, json!({"players": [{"hand": ""}, {"hand": "m6"}, {"hand": "m7"}]}));
    assert_eq!((table.turn(), table.places()), (1, vec![Some(1), None, None]));
    let game = rules(2, "two-player");
    let table = Table::new(&game, json!({"players": [{"hand": ""}, {"hand": "m6"}]}));
    assert_eq!((game.node(&table.state), table.state.game), (Node::Chance, 2));
    assert_eq!(table.state.scores.as_slice(), [0, 3]);
}

#[test]
fn cards_on_the_table_have_three_forms() {
    let game = rules(3, "standard");
    let lying = |cards: Value| {
        let players = json!([{"hand": "m21"}, {"hand": "m6", "table": cards}, {"hand": "m7"}]);
        Table::new(&game, json!({"to_beat": beat(1, 2, 12), "players": players, "pool": 98})).before(1)
    };
    assert_eq!(lying(json!(["m12", "m11+1"])), "m11+1 m12");
    assert_eq!(lying(json!([{"card": "m11", "points": 1}, {"card": "m12", "points": 0}])), "m11+1 m12");
    assert_eq!(lying(json!([{"card": "m11", "points": 1}, "m12"])), "m11+1 m12");
    // Without points, those that make the cards worth what is to beat.
    assert_eq!(lying(json!(["m11", "m12"])), "m11+1 m12");
}

#[test]
fn a_plain_list_takes_the_least_points() {
    let game = rules(3, "standard");
    let short = |pool: u8, to_beat: Value, cards: &str| {
        let players = json!([{"hand": "m21"}, {"hand": "m6", "table": cards}, {"hand": "m7"}]);
        json!({"to_beat": to_beat, "players": players, "pool": pool})
    };
    // m5 and p7 can both be 7 and 14: the least is meant, unless to_beat says the other.
    assert_eq!(Table::new(&game, short(97, Value::Null, "m5 p7")).before(1), "m5+2 p7");
    assert_eq!(Table::new(&game, short(89, beat(1, 2, 14), "m5 p7")).before(1), "m5+9 p7+1");
    assert_eq!(Table::new(&game, short(99, Value::Null, "p7")).before(1), "p7");
    // Twelve is not a multiple of five.
    let error = load(&game, short(99, beat(1, 1, 12), "p5")).unwrap_err();
    assert_eq!((error.field.as_str(), error.clause), ("players[1].table", Some("GI-7")));
}

#[test]
fn malformed_table_cards_are_refused() {
    for text in ["m22", "m11+", "m11+x", "m11+100", "m11+-1", "m11++1", "m11+1+1", "+1", ""] {
        assert!(text.parse::<TableCard>().is_err(), "{text}");
    }
    let error = "m11+100".parse::<TableCard>().unwrap_err();
    assert_eq!(error.to_string(), r#""m11+100": a card carries 0 to 99 points, as in "m11+1""#);
    let read = |json: Value| serde_json::from_value::<TableCard>(json);
    for json in [
        json!(7),
        json!({"card": "m11"}),
        json!({"card": "m11", "points": 100}),
        json!({"card": "m11", "points": -1}),
        json!({"card": "m11", "points": 1, "value": 12}),
    ] {
        assert!(read(json.clone()).is_err(), "{json}");
    }
}

#[test]
fn unknown_and_missing_keys_are_refused() {
    let game = rules(3, "standard");
    let whole = filled(&game, json!({"players": [{"hand": "m5"}, {"hand": "m6"}, {"hand": "m7"}]}));
    let read = |json: &Value| serde_json::from_value::<Position>(json.clone());
    assert!(read(&whole).is_ok());
    for pointer in ["", "/players/0", "/match", "/to_beat"] {
        let mut extra = whole.clone();
        extra["to_beat"] = beat(1, 1, 5);
        assert!(read(&extra).is_ok());
        extra.pointer_mut(pointer).unwrap()["colour"] = json!("mint");
        assert!(read(&extra).unwrap_err().to_string().contains("unknown field `colour`"), "{pointer}");
    }
    for key in ["variant", "turn", "players", "pool", "discard", "unused", "match"] {
        let mut less = whole.clone();
        less.as_object_mut().unwrap().remove(key);
        assert_eq!(read(&less).unwrap_err().to_string(), format!("missing field `{key}`"));
    }
}

/// A position that is fine but for what `change` does to it.
fn refused(game: &GolemIt, short: Value, change: impl FnOnce(&mut Value)) -> PositionError {
    let mut json = filled(game, short);
    game.load(&serde_json::from_value(json.clone()).unwrap()).unwrap();
    change(&mut json);
    game.load(&serde_json::from_value(json).unwrap()).unwrap_err()
}

#[test]
fn each_refusal_names_its_field_and_clause() {
    let game = rules(3, "standard");
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 19] = [
        (
            |it| it["variant"] = json!("tournament"),
            r#"variant: is "tournament", and the table plays "standard""#,
        ),
        (|it| it["players"] = json!([]), "players: there are 3 seats at the table, not 0"),
        (|it| it["match"]["scores"] = json!([0, 0]), "match.scores: there are 3 seats at the table, not 2"),
        (|it| it["turn"] = json!(3), "turn: there is no seat 3: seats are numbered 0 to 2"),
        (|it| it["match"]["first"] = json!(5), "match.first: there is no seat 5: seats are numbered 0 to 2"),
        (
            |it| it["to_beat"]["seat"] = json!(4),
            "to_beat.seat: there is no seat 4: seats are numbered 0 to 2",
        ),
        (
            |it| it["players"][2]["table"] = json!(["m11+1", "m12+1"]),
            "players[2].table: the cards before a player must be worth the same (GI-7)",
        ),
        (
            |it| it["players"][0]["hand"] = json!(["m5"]),
            "cards: p7 is there 1 times instead of 2, all places counted (GI-1)",
        ),
        (
            |it| it["discard"] = json!(["m2"]),
            "cards: m2 is there 3 times instead of 2, all places counted (GI-1)",
        ),
        (
            |it| it["pool"] = json!(100),
            "points: players, cards and pool have 107 points instead of 99 (GI-2)",
        ),
        (
            |it| it["players"][1]["points"] = json!(250),
            "points: players, cards and pool have 346 points instead of 99 (GI-2)",
        ),
        (|it| it["match"]["games"] = json!(3), "match.game: game 1 of 3, and this match has 1"),
        (|it| it["match"]["game"] = json!(0), "match.game: game 0 of 1, and this match has 1"),
        (|it| it["match"]["game"] = json!(2), "match.game: game 2 of 1, and this match has 1"),
        (|it| it["match"]["scores"] = json!([0, -1, 0]), "match.scores: a match gives 0 to 540, not -1"),
        (|it| it["turns"] = json!(1001), "turns: 1001 actions, the limit is 1000"),
        (|it| it["to_beat"]["count"] = json!(0), "to_beat: 0 cards worth 12 do not lie before seat 2"),
        (|it| it["to_beat"]["count"] = json!(1), "to_beat: 1 cards worth 12 do not lie before seat 2"),
        (|it| it["to_beat"]["value"] = json!(13), "to_beat: 2 cards worth 13 do not lie before seat 2"),
    ];
    for (change, expected) in changes {
        let short = json!({"to_beat": beat(2, 2, 12), "players": [
            {"hand": "m5 p7", "points": 3}, {"hand": "m6", "points": 3}, {"hand": "m4", "table": "m11+1 m12"},
        ]});
        assert_eq!(refused(&game, short, change).to_string(), expected);
    }
}

#[test]
fn points_on_cards_are_counted_whole() {
    // 75 + 75 + 74 + 73 points are 297, which one byte would take for 41.
    let game = rules(3, "standard");
    let short = json!({"pool": 99 - 41, "players": [
        {"hand": "m5"}, {"hand": "m6"}, {"hand": "m7", "table": ["m2+75", "m2+75", "m3+74", "m4+73"]},
    ]});
    let error = load(&game, short).unwrap_err();
    assert_eq!(error.to_string(), "points: 297 lie before seat 2, there are 99 (GI-2)");
}

#[test]
fn gi_13_places_must_fit() {
    let game = rules(4, "tournament");
    let short =
        || json!({"turn": 2, "players": [{"place": 2}, {"place": 1}, {"hand": "m5"}, {"hand": "m6"}]});
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 6] = [
        (|it| it["players"][0]["place"] = json!(3), "players: the places taken so far are [1, 3] (GI-13)"),
        (|it| it["players"][0]["place"] = json!(1), "players: the places taken so far are [1, 1] (GI-13)"),
        (|it| it["players"][1]["place"] = json!(0), "players: the places taken so far are [0, 2] (GI-13)"),
        (|it| it["players"][2]["place"] = json!(3), "players: the places taken so far are [1, 2, 3] (GI-13)"),
        (
            |it| {
                it["players"][0]["points"] = json!(1);
                it["pool"] = json!(98);
            },
            "players: seat 0 has a place and is not out (GI-11)",
        ),
        (|it| it["turn"] = json!(1), "turn: seat 1 is out"),
    ];
    for (change, expected) in changes {
        assert_eq!(refused(&game, short(), change).to_string(), expected);
    }
    // A game played to its end belongs to the last of the match.
    let done = |game_number: u8| {
        let players =
            json!([{"place": 1}, {"place": 2}, {"place": 4, "hand": "m5", "points": 2}, {"place": 3}]);
        json!({"match": {"game": game_number, "games": 4, "first": 0, "scores": [4, 2, 0, 1]}, "players": players})
    };
    let error = load(&game, done(3)).unwrap_err();
    assert_eq!(error.to_string(), "players: the game is over, and the next one is not dealt yet");
    assert_eq!(Table::new(&game, done(4)).scores(), Some(vec![4, 2, 0, 1]));
}

/// With `play_on` a position of the standard game has places like one of a tournament.
#[test]
fn gi_12_places_of_those_who_play_on_must_fit() {
    let short =
        || json!({"turn": 2, "players": [{"place": 2}, {"place": 1}, {"hand": "m5"}, {"hand": "m6"}]});
    let game = playing_on(4);
    assert_eq!(Table::new(&game, short()).scores(), None);
    let error = refused(&game, short(), |it| it["players"][2]["place"] = json!(3));
    assert_eq!(error.to_string(), "players: the places taken so far are [1, 2, 3] (GI-13)");
    let error = load(&rules(4, "standard"), short()).unwrap_err();
    assert_eq!(error.to_string(), "players: the places taken so far are [1, 2] (GI-12)");
    let done = json!({"players": [{"place": 1}, {"place": 2}, {"place": 4, "hand": "m5"}, {"place": 3}]});
    assert_eq!(Table::new(&game, done).scores(), Some(vec![3, 2, 0, 1]));
}

/// GI-15: a player who is out may have left points on cards, since those were spent.
#[test]
fn gi_15_points_on_the_cards_of_a_player_who_is_out() {
    let short = || {
        json!({"turn": 1, "to_beat": beat(0, 1, 11), "players": [
            {"place": 1, "table": "m9+2"}, {"hand": "m5"}, {"hand": "m6"},
        ]})
    };
    for magic in ["own", "own-out"] {
        assert_eq!(Table::new(&with_magic(3, "tournament", magic), short()).before(0), "m9+2");
    }
    let error = load(&rules(3, "tournament"), short()).unwrap_err();
    assert_eq!(error.to_string(), "players: seat 0 has a place and is not out (GI-11)");
}

#[test]
fn gi_11_only_a_winner_has_won() {
    let game = rules(3, "standard");
    let won = || json!({"players": [{"hand": "m5"}, {"place": 1}, {"hand": "m6"}]});
    assert_eq!(Table::new(&game, won()).scores(), Some(vec![0, 2, 0]));
    type Change = fn(&mut Value);
    let changes: [(Change, &str); 3] = [
        (|it| it["players"][0]["place"] = json!(1), "players: the places taken so far are [1, 1] (GI-12)"),
        (|it| it["players"][0]["place"] = json!(2), "players: the places taken so far are [1, 2] (GI-12)"),
        (
            |it| {
                it["players"][0]["place"] = json!(1);
                it["players"][1]["place"] = Value::Null;
            },
            "players: seat 0 has a place and is not out (GI-11)",
        ),
    ];
    for (change, expected) in changes {
        assert_eq!(refused(&game, won(), change).to_string(), expected);
    }
}

#[test]
fn gi_15_a_player_who_has_passed_is_not_to_act() {
    let game = with_magic(3, "standard", "own-out");
    let short = || {
        json!({"to_beat": beat(1, 1, 9), "players": [
            {"hand": "m10"}, {"hand": "m6", "points": 1, "table": "m9"}, {"hand": "m7", "passed": true},
        ]})
    };
    let error = refused(&game, short(), |it| it["turn"] = json!(2));
    assert_eq!(error.to_string(), "turn: seat 2 is out");
    let error = refused(&game, short(), |it| it["players"][1]["passed"] = json!(true));
    assert_eq!(error.to_string(), "to_beat: seat 1 has passed (GI-15)");
    // Elsewhere `passed` means nothing, and is dropped.
    for magic in ["pool", "own"] {
        let game = with_magic(3, "standard", magic);
        let mut table = Table::new(&game, short());
        assert!(!table.player(2).passed);
        table.act("pass 0").act("pass 1");
        assert_eq!(table.turn(), 2);
    }
}

#[test]
fn scores_are_such_as_a_match_can_give() {
    let game = rules(2, "two-player");
    let short = || json!({"players": [{"hand": "m5"}, {"hand": "m6"}]});
    let error = refused(&game, short(), |it| it["match"]["scores"] = json!([0, i32::MAX]));
    assert_eq!(error.to_string(), "match.scores: a match gives 0 to 540, not 2147483647");
}

#[test]
fn a_game_at_its_limit_is_over() {
    let settings = Settings::new(3, "standard").with("turn_limit", OptionValue::Whole(50));
    let game = GolemIt::new(&settings).unwrap();
    let short =
        json!({"turns": 50, "players": [{"hand": "m5", "table": "m9+1"}, {"hand": "m6"}, {"hand": "m7"}]});
    let table = Table::new(&game, short);
    assert_eq!((table.state.phase, table.scores()), (Phase::Over, Some(vec![1, 1, 1])));
    assert_eq!(table.before(0), "m9+1", "nothing more is carried out");
}

/// A combination to beat that nobody could have played can still be passed on.
#[test]
fn a_combination_beyond_reach_leaves_passes() {
    for magic in ["pool", "own", "own-out"] {
        let game = with_magic(3, "standard", magic);
        for to_beat in [beat(1, 255, 5), beat(1, 1, u16::MAX), beat(1, 3, 1100)] {
            let players = json!([{"hand": "m5 m6 p11"}, {"hand": "m6"}, {"hand": "m7"}]);
            let table = Table::new(&game, json!({"to_beat": to_beat, "players": players}));
            assert_eq!(table.legal(), ["pass 0"], "{to_beat}");
        }
    }
}
