//! GI-12 to GI-15, and the options.

use crate::table::{Table, beat, playing_on, rules, with_magic};
use golemry_core::{ConfigError, Game, Node, OptionValue, Seat, Settings, Viewer};
use golemry_golem_it::{GolemIt, Illegal, Magic, Phase};
use serde_json::{Value, json};

#[test]
fn gi_12_the_first_to_win_ends_the_game() {
    let game = rules(4, "standard");
    let mut table = Table::new(
        &game,
        json!({"players": [{"hand": "m5", "points": 3}, {"hand": "m6"}, {"hand": "m7"}, {"hand": "m8"}]}),
    );
    table.act("pass 1").act("play 6: m6");
    assert_eq!((game.node(&table.state), table.scores()), (Node::Over, Some(vec![0, 2, 0, 0])));
    assert_eq!(table.places(), [None, Some(1), None, None]);

    // GI-13 overrides it.
    let game = rules(4, "tournament");
    let mut table = Table::new(
        &game,
        json!({"players": [{"hand": "m5", "points": 3}, {"hand": "m6"}, {"hand": "m7"}, {"hand": "m8"}]}),
    );
    table.act("pass 1").act("play 6: m6");
    assert_eq!((table.turn(), table.scores(), table.places()), (2, None, vec![None, Some(1), None, None]));
}

/// With `play_on` the others play for the remaining places, which are the scores.
#[test]
fn gi_12_the_others_may_play_on() {
    let game = playing_on(4);
    let players = json!([{"hand": "m5", "points": 3}, {"hand": "m6"}, {"hand": "m7"}, {"hand": "m8 m9"}]);
    let mut table = Table::new(&game, json!({"players": players}));
    table.act("pass 1").act("play 6: m6");
    assert_eq!((table.turn(), table.scores(), table.places()), (2, None, vec![None, Some(1), None, None]));
    // GI-13: what seat 1 left behind must be beaten, and seat 1 is skipped.
    table.refuses("play 6: m7", Illegal::CannotBeWorth { card: "m7".parse().unwrap(), value: 6 }, "GI-7");
    table.act("play 7: m7").act("pass 0").act("pass 2");
    assert_eq!((table.turn(), table.to_beat(), table.before(1).as_str()), (3, None, "m6"));
    // One player is left: the first of four has 3, the last 0.
    table.act("play 8: m8").act("play 9: m5").act("pass 0");
    assert_eq!((table.turn(), table.points(), table.scores()), (0, vec![4, 0, 0, 0], None));
    table.act("pass 2").act("play 9: m9");
    assert_eq!(table.places(), [Some(4), Some(1), Some(2), Some(3)]);
    assert_eq!((game_over(&table), table.scores()), (true, Some(vec![0, 3, 2, 1])));
}

#[test]
fn gi_12_play_on_belongs_to_the_standard_game() {
    for (seats, variant) in [(3, "tournament"), (2, "two-player")] {
        let settings = Settings::new(seats, variant).with("play_on", OptionValue::Flag(true));
        let refused = GolemIt::new(&settings).map(|_| ()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!(
                "golem-it has no option \"play_on\" in variant {variant}: it has first, magic, leader_pass, start_points, \
                 handicap, turn_limit"
            )
        );
    }
}

#[test]
fn gi_13_a_tournament_goes_on_to_the_last_place() {
    let game = rules(3, "tournament");
    let mut table = Table::new(
        &game,
        json!({"players": [{"hand": "m9"}, {"hand": "m10 m2"}, {"hand": "m3 m4", "points": 1}]}),
    );
    table.act("play 9: m9");
    assert_eq!((table.turn(), table.places()), (1, vec![Some(1), None, None]));

    // What seat 0 left must still be beaten, and a pass is free as ever.
    table.refuses("play 9: m2", Illegal::TooLow { value: 9, to_beat: 9 }, "GI-8");
    table.act("pass 0").act("pass 0");
    // All others have passed: the next after that seat leads. Seat 0 is skipped, and its card stays.
    assert_eq!((table.turn(), table.to_beat(), table.before(0).as_str()), (1, None, "m9"));
    table.act("play 10: m10").act("pass 0");
    assert_eq!((table.turn(), table.to_beat(), table.before(0).as_str()), (1, None, "m9"));

    // The second one out leaves the last place to the other. The next game has the next first lead.
    table.act("play 2: m2");
    assert_eq!(table.places(), [Some(1), Some(2), Some(3)]);
    assert_eq!((table.state.phase, table.state.game, table.state.first), (Phase::Deal, 2, Seat::new(1)));
    assert_eq!((table.state.scores.as_slice(), table.scores()), ([4, 2, 1].as_slice(), None));
    table.resolve_chance(1);
    assert_eq!((table.turn(), table.places(), table.state.turns), (1, vec![None; 3], 0));
    assert_eq!(table.points(), [3, 3, 3]);
}

#[test]
fn gi_13_a_player_who_is_out_is_skipped() {
    // Seats 0 and 1 are out and seat 0 left what is to beat: the next player after it is seat 2.
    let game = rules(4, "tournament");
    let players = json!([
        {"place": 2, "table": "m9"}, {"place": 1, "table": "m8"}, {"hand": "m10 m10"}, {"hand": "m3", "points": 1},
    ]);
    let mut table = Table::new(&game, json!({"turn": 2, "to_beat": beat(0, 1, 9), "players": players}));
    let mut beaten = table.clone();
    table.act("pass 0").act("pass 1");
    assert_eq!((table.turn(), table.to_beat()), (2, None));

    // Once beaten, the combination of a player who is out plays no part any more: GI-6 is for the one who beat it.
    beaten.act("play 10: m10").act("pass 0");
    assert_eq!((beaten.turn(), beaten.to_beat()), (2, None));
}

#[test]
fn gi_13_places_earn_points_in_the_last_game_too() {
    let game = rules(6, "tournament");
    let last = |scores: [i32; 6]| {
        json!({
            "match": {"game": 6, "games": 6, "first": 5, "scores": scores}, "turn": 4,
            "players": [{"place": 4}, {"place": 3}, {"place": 2}, {"place": 1}, {"hand": "m5"}, {"hand": "m6"}],
        })
    };
    let mut table = Table::new(&game, last([7, 1, 0, 2, 10, 0]));
    table.act("play 5: m5");
    assert_eq!(table.places(), [Some(4), Some(3), Some(2), Some(1), Some(5), Some(6)]);
    assert_eq!(table.scores(), Some(vec![7, 2, 2, 6, 10, 0]));

    // A tie is shared: equal scores are equal wins.
    let mut tie = Table::new(&game, last([0, 0, 0, 6, 10, 0]));
    tie.act("play 5: m5");
    assert_eq!(tie.scores(), Some(vec![0, 1, 2, 10, 10, 0]));
}

#[test]
fn gi_13_as_many_games_as_players() {
    for seats in 3..=6 {
        let game = rules(seats, "tournament");
        let dealt = Table::dealt(&game, 1);
        assert_eq!(dealt.position().r#match.games, seats);
    }
}

#[test]
fn gi_14_four_games_for_two() {
    let game = GolemIt::new(&Settings::new(2, "two-player").with("first", OptionValue::Whole(1))).unwrap();
    let mut table = Table::dealt(&game, 1);
    // 12 cards each; the first player of a game has 2 points more.
    assert_eq!((table.turn(), table.points(), table.state.pool), (1, vec![3, 5], 91));
    assert_eq!(table.position().r#match.games, 4);

    // Seat 0 wins the second game. Seat 1 has two cards, 4 points and 3 on the card before it.
    table = Table::new(
        &game,
        json!({
            "match": {"game": 2, "games": 4, "first": 0, "scores": [20, 0]}, "to_beat": beat(1, 1, 12),
            "players": [{"hand": "m13"}, {"hand": "m2 p3", "points": 4, "table": "m9+3"}],
        }),
    );
    let mut lost = table.clone();
    table.act("play 13: m13");
    assert_eq!(table.state.scores.as_slice(), [20, 3 * 2 + 4 + 3]);
    assert_eq!((table.state.phase, table.state.game), (Phase::Deal, 3));
    table.resolve_chance(1);
    assert_eq!((table.turn(), table.points()), (1, vec![3, 5]));

    // A point on the last card, and the game goes on.
    lost.act("play 14: m13");
    assert_eq!((lost.turn(), lost.state.scores.as_slice()), (1, [20, 0].as_slice()));
}

#[test]
fn gi_14_the_lowest_total_wins() {
    let game = rules(2, "two-player");
    for (before, after) in [([20, 16], [-20, -19]), ([20, 17], [-20, -20]), ([20, 18], [-20, -21])] {
        let mut table = Table::new(
            &game,
            json!({
                "match": {"game": 4, "games": 4, "first": 1, "scores": before},
                "players": [{"hand": "m13"}, {"hand": "m2"}],
            }),
        );
        table.act("play 13: m13");
        assert_eq!(table.scores(), Some(after.to_vec()));
    }
}

/// The first edition had one variant for both of the rulebook's modifications. `own` is the first alone.
#[test]
fn gi_15_points_are_your_own_and_go_to_the_pool() {
    let players =
        json!([{"hand": "m9 m21", "points": 3}, {"hand": "m5", "points": 2}, {"hand": "m3", "points": 1}]);
    for magic in ["own", "own-out"] {
        let game = with_magic(3, "standard", magic);
        let mut table = Table::new(&game, json!({"players": players}));
        let pool = table.state.pool;
        table.refuses("play 13: m9", Illegal::OwnPointsTooFew { points: 4, own: 3 }, "GI-15");
        table.act("play 12: m9");
        assert_eq!(
            (table.points(), table.state.pool, table.before(0).as_str()),
            (vec![0, 2, 1], pool, "m9+3")
        );
        // When the turn comes back, the card is discarded and its points go to the pool. Only with `own-out` do the passes
        // take a point each.
        table.act("pass 0").act("pass 0");
        let taken = u8::from(magic == "own-out");
        assert_eq!(
            (table.turn(), table.points(), table.state.pool),
            (0, vec![0, 2 + taken, 1 + taken], pool - 2 * taken + 3)
        );
    }
    // With `pool` they come from the pool and are the player's.
    let game = with_magic(3, "standard", "pool");
    let mut table = Table::new(&game, json!({"players": players}));
    table.act("play 13: m9").act("pass 0").act("pass 0");
    assert_eq!((table.turn(), table.points()), (0, vec![7, 2, 1]));
}

#[test]
fn gi_15_own_passes_as_usual() {
    let game = with_magic(3, "standard", "own");
    let players = json!([{"hand": "m4 m5", "points": 3}, {"hand": "m9 m6", "points": 3}, {"hand": "m7 m8"}]);
    let mut table = Table::new(&game, json!({"players": players}));
    // GI-10: a leader with cards may pass, and returns at least 1 point.
    table.refuses("pass 0", Illegal::LeaderReturnsNothing, "GI-10");
    table.act("pass 1");
    assert_eq!((table.turn(), table.to_beat(), table.points()), (1, None, vec![2, 3, 0]));
    // GI-9: a pass returns 0 to 2 points, and does not put anybody out of the round.
    table.act("play 6: m6").act("play 7: m7");
    table.refuses("pass 3", Illegal::ReturnsTooMuch { points: 3 }, "GI-9");
    table.act("pass 2");
    assert_eq!((table.turn(), table.points(), table.player(0).passed), (1, vec![0, 3, 0], false));
    table.act("play 9: m9").act("pass 0");
    assert_eq!((table.turn(), table.to_beat()), (0, Some((1, 1, 9))));
}

#[test]
fn gi_15_a_pass_takes_a_point() {
    let game = with_magic(3, "standard", "own-out");
    let with = |pool: u8| {
        let players = json!([{"hand": "m9", "points": 50}, {"hand": "m5", "points": 40}, {"hand": "m3", "points": 2 - pool, "table": "m2+7"}]);
        Table::new(&game, json!({"to_beat": beat(2, 1, 9), "players": players}))
    };
    let mut table = with(1);
    table.refuses("pass 1", Illegal::PassReturnsNothing, "GI-15");
    table.act("pass 0");
    assert_eq!((table.points(), table.state.pool, table.player(0).passed), (vec![51, 40, 1], 0, true));
    // An empty pool gives nothing.
    let mut table = with(0);
    table.act("pass 0");
    assert_eq!((table.points(), table.state.pool, table.player(0).passed), (vec![50, 40, 2], 0, true));
}

#[test]
fn gi_15_a_player_who_has_passed_is_out_until_the_round_ends() {
    let game = with_magic(4, "standard", "own-out");
    let players = json!([{"hand": "m4 m5 m20"}, {"hand": "m6 m21"}, {"hand": "m7 m19"}, {"hand": "m8 m18"}]);
    let mut table = Table::new(&game, json!({"players": players}));
    table.act("play 5: m5").act("pass 0").act("play 7: m7").act("pass 0");
    assert_eq!(table.turn(), 0);
    // Seat 1 has passed and is skipped, though it could beat this.
    table.act("play 20: m20");
    assert_eq!((table.turn(), table.to_beat()), (2, Some((0, 1, 20))));
    // All but the owner have passed, seat 3 skipped: the owner leads, and everyone is in again.
    table.act("pass 0");
    assert_eq!((table.turn(), table.to_beat(), table.points()), (0, None, vec![0, 1, 1, 1]));
    assert!(table.state.players.values().all(|player| !player.passed));
    table.act("play 4: m4");
    assert_eq!(table.scores(), Some(vec![2, 0, 0, 0]));
}

#[test]
fn gi_15_a_leader_passes_only_without_cards() {
    let game = with_magic(3, "standard", "own-out");
    let leader = |hand: &str, points: u8| json!({"players": [{"hand": hand, "points": points}, {"hand": "m6 m7"}, {"hand": "m8"}]});
    for pass in ["pass 0", "pass 1"] {
        Table::new(&game, leader("m5", 3)).refuses(pass, Illegal::LeaderMustPlay, "GI-15");
    }
    let mut table = Table::new(&game, leader("", 3));
    assert_eq!(table.legal(), ["pass 1", "pass 2"]);
    table.refuses("pass 0", Illegal::EmptyLeaderReturns, "GI-15");
    table.refuses("pass 3", Illegal::ReturnsTooMuch { points: 3 }, "GI-9");
    Table::new(&game, leader("", 1)).refuses(
        "pass 2",
        Illegal::ReturnsMoreThanHeld { points: 2, own: 1 },
        "GI-9",
    );
    // It takes no point, and is out for the round that the next seat leads.
    table.act("pass 1");
    assert_eq!((table.turn(), table.to_beat(), table.points()), (1, None, vec![2, 0, 0]));
    table.act("play 6: m6").act("pass 0");
    assert_eq!((table.turn(), table.to_beat()), (1, None));
    assert!(!table.player(0).passed, "a new round");

    // With its last point returned, it has won.
    let mut table = Table::new(&game, leader("", 1));
    table.act("pass 1");
    assert_eq!(table.scores(), Some(vec![2, 0, 0]));
}

#[test]
fn gi_15_when_all_have_passed_the_next_seat_leads() {
    let game = with_magic(3, "standard", "own-out");
    let mut table = Table::new(&game, json!({"players": [{"points": 3}, {"points": 3}, {"points": 3}]}));
    table.act("pass 1").act("pass 1");
    assert_eq!((table.turn(), table.player(0).passed, table.player(1).passed), (2, true, true));
    table.act("pass 1");
    assert_eq!((table.turn(), table.to_beat(), table.points()), (0, None, vec![2, 2, 2]));
    assert!(table.state.players.values().all(|player| !player.passed));

    // In a tournament those who are out do not count: seat 1 has just gone out, and the others have passed.
    let game = with_magic(4, "tournament", "own-out");
    let players = json!([
        {"points": 2, "passed": true}, {"points": 1}, {"place": 1}, {"hand": "m5", "points": 1, "passed": true},
    ]);
    let mut table = Table::new(&game, json!({"turn": 1, "players": players}));
    table.act("pass 1");
    assert_eq!((table.turn(), table.places()[1], table.player(0).passed), (3, Some(2), false));
}

/// GI-13 with `own-out`: nobody is left to beat the combination of a player who is out, and all are back in the round.
#[test]
fn gi_15_the_combination_of_a_player_who_is_out() {
    for game in [with_magic(3, "tournament", "own-out"), {
        let played_on = Settings::new(3, "standard").with("play_on", OptionValue::Flag(true));
        GolemIt::new(&played_on.with("magic", OptionValue::word("own-out"))).unwrap()
    }] {
        let players =
            json!([{"hand": "m5 m21"}, {"hand": "m6 m20"}, {"hand": "m7", "points": 2, "passed": false}]);
        let mut table = Table::new(&game, json!({"players": players}));
        // Seat 2 goes out with its last points on its last card, which stay there.
        table.act("play 5: m5").act("pass 0").act("play 9: m7");
        assert_eq!(
            (table.turn(), table.places(), table.before(2).as_str()),
            (0, vec![None, None, Some(1)], "m7+2")
        );
        // Seat 0 passes as well: the next player after seat 2 leads, and seat 1 may play again.
        table.act("pass 0");
        assert_eq!((table.turn(), table.to_beat(), table.points()), (0, None, vec![1, 1, 0]));
        table.act("play 21: m21");
        assert_eq!(table.turn(), 1);
    }
}

/// The first edition counted the points on the last card, and let the player win only at the start of the next turn.
#[test]
fn gi_15_points_on_cards_are_spent() {
    let last_card = |points: u8| {
        let players =
            json!([{"hand": "m9", "points": points}, {"hand": "m5"}, {"hand": "m3", "table": "m8"}]);
        json!({"to_beat": beat(2, 1, 8), "players": players})
    };
    for magic in ["own", "own-out"] {
        let game = with_magic(3, "standard", magic);
        let mut table = Table::new(&game, last_card(2));
        table.act("play 11: m9");
        assert_eq!((game_over(&table), table.scores()), (true, Some(vec![2, 0, 0])), "{magic}");
        // One point kept, and the game goes on.
        let mut table = Table::new(&game, last_card(2));
        table.act("play 10: m9");
        assert_eq!((table.turn(), table.points()[0], table.scores()), (1, 1, None), "{magic}");
    }
    // From the pool they come back to the player, and count.
    let game = rules(3, "standard");
    let mut table = Table::new(&game, last_card(0));
    table.act("play 11: m9");
    assert_eq!((table.turn(), table.scores()), (1, None));
}

/// The malus of two players does not count points that are spent, either.
#[test]
fn gi_15_the_malus_counts_points_held() {
    for (magic, malus) in [("pool", 3 * 2 + 4 + 3), ("own", 3 * 2 + 4), ("own-out", 3 * 2 + 4)] {
        let game = with_magic(2, "two-player", magic);
        let players = json!([{"hand": "m13"}, {"hand": "m2 p3", "points": 4, "table": "m9+3"}]);
        let mut table = Table::new(&game, json!({"to_beat": beat(1, 1, 12), "players": players}));
        table.act("play 13: m13");
        assert_eq!(table.state.scores.as_slice(), [0, malus], "{magic}");
    }
}

#[test]
fn gi_15_is_an_option_at_every_table() {
    for (seats, variant) in [(3, "standard"), (6, "tournament"), (2, "two-player")] {
        for magic in ["pool", "own", "own-out"] {
            let game = with_magic(seats, variant, magic);
            assert_eq!(game.view(&game.start(), Viewer::Spectator).magic.word(), magic);
        }
        assert_eq!(rules(seats, variant).options().read::<Magic>("magic"), Magic::Pool);
        let settings = Settings::new(seats, variant).with("magic", OptionValue::word("none"));
        let refused = GolemIt::new(&settings).map(|_| ()).unwrap_err();
        let allowed = "one of pool, own, own-out".to_owned();
        let given = OptionValue::word("none");
        assert_eq!(refused, ConfigError::OptionValue { name: "magic", given, allowed });
    }
    let refused = GolemIt::new(&Settings::new(3, "own-magic")).map(|_| ()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "golem-it has no variant \"own-magic\": it has standard, tournament, two-player"
    );
}

/// With `own-out` a leader with cards may not pass at all, so there is nothing that could be free.
#[test]
fn gi_15_own_out_leaves_no_free_pass_to_a_leader() {
    for (seats, variant) in [(3, "standard"), (6, "tournament"), (2, "two-player")] {
        let table = |magic, leader_pass| {
            let settings = Settings::new(seats, variant).with("magic", OptionValue::word(magic));
            GolemIt::new(&settings.with("leader_pass", OptionValue::word(leader_pass))).map(|_| ())
        };
        for (magic, leader_pass) in [("pool", "free"), ("own", "free"), ("own-out", "costs")] {
            assert_eq!(table(magic, leader_pass), Ok(()));
        }
        let refused = table("own-out", "free").unwrap_err();
        assert!(matches!(refused, ConfigError::Combination { .. }));
        assert_eq!(
            refused.to_string(),
            "leader_pass free needs magic pool or own: with own-out a leader with cards must play (GI-15)"
        );
    }
}

fn game_over(table: &Table) -> bool {
    table.game.node(&table.state) == Node::Over
}

fn option(name: &str, value: i64) -> Settings {
    Settings::new(3, "standard").with(name, OptionValue::Whole(value))
}

#[test]
fn option_first_names_the_first_leader() {
    for seat in 0..3 {
        let game = GolemIt::new(&option("first", seat)).unwrap();
        assert_eq!(Table::dealt(&game, 1).turn(), seat as usize);
    }
    // Left out, chance picks, and every seat can be picked.
    let game = rules(3, "standard");
    let leaders: Vec<usize> = (0..20).map(|seed| Table::dealt(&game, seed).turn()).collect();
    assert!((0..3).all(|seat| leaders.contains(&seat)), "{leaders:?}");
}

#[test]
fn options_start_points_and_handicap() {
    for (settings, points) in [
        (option("start_points", 0), [0, 0, 0]),
        (option("start_points", 9), [9, 9, 9]),
        (option("handicap", 9), [3, 12, 3]),
    ] {
        let game = GolemIt::new(&settings.with("first", OptionValue::Whole(1))).unwrap();
        let dealt = Table::dealt(&game, 1);
        assert_eq!(dealt.points(), points);
        assert_eq!(u32::from(dealt.state.pool), 99 - points.iter().map(|&it| u32::from(it)).sum::<u32>());
    }
    let even = Settings::new(2, "two-player").with("handicap", OptionValue::Whole(0));
    assert_eq!(Table::dealt(&GolemIt::new(&even).unwrap(), 1).points(), [3, 3]);
}

#[test]
fn options_outside_their_range_are_refused() {
    for (name, value, allowed) in [
        ("first", 3, "a seat from 0 to 2"),
        ("start_points", 10, "a whole number from 0 to 9"),
        ("handicap", -1, "a whole number from 0 to 9"),
        ("turn_limit", 49, "a whole number from 50 to 10000"),
        ("turn_limit", 10_001, "a whole number from 50 to 10000"),
    ] {
        let error = GolemIt::new(&option(name, value)).map(|_| ()).unwrap_err();
        assert_eq!(
            error,
            ConfigError::OptionValue { name, given: OptionValue::Whole(value), allowed: allowed.to_owned() }
        );
    }
    let settings = Settings::new(3, "standard").with("leader_pass", OptionValue::word("never"));
    let error = GolemIt::new(&settings).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "option leader_pass is one of costs, free, not never");
    let error = GolemIt::new(&option("round_limit", 50)).map(|_| ()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "golem-it has no option \"round_limit\" in variant standard: it has first, magic, play_on, leader_pass, \
         start_points, handicap, turn_limit"
    );
}

/// A table with the shortest limit, one action before it.
fn at_limit<'a>(game: &'a GolemIt, mut short: Value) -> Table<'a> {
    short["turns"] = json!(49);
    Table::new(game, short)
}

fn limited(seats: u8, variant: &str) -> GolemIt {
    GolemIt::new(&Settings::new(seats, variant).with("turn_limit", OptionValue::Whole(50))).unwrap()
}

#[test]
fn option_turn_limit_makes_a_draw() {
    let game = limited(3, "standard");
    let players = json!([{"hand": "m10"}, {"hand": "m5", "table": "m9+2"}, {"hand": "m3", "table": "m9"}]);
    let table = at_limit(&game, json!({"to_beat": beat(2, 1, 9), "players": players}));
    // Nothing more is carried out: the next seat's cards stay where they are.
    let mut drawn = table.clone();
    drawn.act("pass 0");
    assert_eq!((game_over(&drawn), drawn.scores(), drawn.state.turns), (true, Some(vec![1, 1, 1]), 50));
    assert_eq!((drawn.before(1).as_str(), drawn.points()), ("m9+2", vec![0, 0, 0]));
    // A player who goes out with the very last action has won.
    let mut won = table.clone();
    won.act("play 10: m10");
    assert_eq!(won.scores(), Some(vec![2, 0, 0]));

    // With `play_on` it is a draw for all, also for those who are out.
    let settings = Settings::new(4, "standard").with("play_on", OptionValue::Flag(true));
    let game = GolemIt::new(&settings.with("turn_limit", OptionValue::Whole(50))).unwrap();
    let players = json!([{"hand": "m10"}, {"place": 1}, {"hand": "m5"}, {"hand": "m6"}]);
    let mut drawn = at_limit(&game, json!({"players": players}));
    drawn.act("play 10: m10");
    assert_eq!(
        (drawn.places(), drawn.scores()),
        (vec![Some(2), Some(1), None, None], Some(vec![1, 1, 1, 1]))
    );
}

#[test]
fn option_turn_limit_in_a_match_scores_nothing() {
    // Seat 0 has the first place already, and seat 1 takes the second with the last action: nobody scores.
    let game = limited(4, "tournament");
    let short = |number: u8| {
        json!({
            "match": {"game": number, "games": 4, "first": 1, "scores": [4, 2, 1, 0]}, "turn": 1,
            "players": [{"place": 1}, {"hand": "m9"}, {"hand": "m5"}, {"hand": "m6"}],
        })
    };
    let mut table = at_limit(&game, short(2));
    table.act("play 9: m9");
    assert_eq!((table.state.phase, table.state.game, table.state.first), (Phase::Deal, 3, Seat::new(2)));
    assert_eq!(table.state.scores.as_slice(), [4, 2, 1, 0]);
    // In the last game the match is over with what there is.
    let mut table = at_limit(&game, short(4));
    table.act("play 9: m9");
    assert_eq!(table.scores(), Some(vec![4, 2, 1, 0]));

    // Nobody is charged for two players' game either.
    let game = limited(2, "two-player");
    let mut table = at_limit(
        &game,
        json!({
            "match": {"game": 4, "games": 4, "first": 1, "scores": [7, 8]},
            "players": [{"hand": "m9 m8", "points": 5}, {"hand": "m5 m4", "points": 4}],
        }),
    );
    table.act("pass 2");
    assert_eq!(table.scores(), Some(vec![-7, -8]));
}
