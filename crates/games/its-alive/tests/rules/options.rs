use golemry_core::{
    ConfigError, Decision as _, Draw as _, Game as _, MaterialSource, OptionValue, PlayoutRng, Seat, Seed,
    Settings,
};
use golemry_its_alive::{Action, ItsAlive};
use golemry_testkit::playout;
use serde_json::json;

use crate::rules::table::Table;

fn refused(name: &str, value: OptionValue) -> String {
    let settings = Settings::new(3, "standard").with(name, value);
    ItsAlive::new(&settings).err().expect("the option is refused").to_string()
}

#[test]
fn options_have_the_ranges_of_the_rules() {
    let out_of_range = [
        ("first", 3, "option first is a seat from 0 to 2, not 3"),
        ("hand_limit", 0, "option hand_limit is a whole number from 1 to 5, not 0"),
        ("hand_limit", 6, "option hand_limit is a whole number from 1 to 5, not 6"),
        ("steal_from", 1, "option steal_from is a whole number from 2 to 6, not 1"),
        ("steal_from", 7, "option steal_from is a whole number from 2 to 6, not 7"),
        ("round_limit", 19, "option round_limit is a whole number from 20 to 1000, not 19"),
        ("round_limit", 1001, "option round_limit is a whole number from 20 to 1000, not 1001"),
    ];
    for (name, value, error) in out_of_range {
        assert_eq!(refused(name, OptionValue::Whole(value)), error);
    }
    let conflict = "option animation_conflict is one of collapse, lose-new, not explode";
    assert_eq!(refused("animation_conflict", OptionValue::word("explode")), conflict);
    let reroll = "option reroll is one of taken, placed, not discarded";
    assert_eq!(refused("reroll", OptionValue::word("discarded")), reroll);
    let flag = "option roll_at_limit is true or false, not 1";
    assert_eq!(refused("roll_at_limit", OptionValue::Whole(1)), flag);
    let word = "option roll_at_limit is true or false, not maybe";
    assert_eq!(refused("roll_at_limit", OptionValue::word("maybe")), word);
    // A word will do for a flag.
    for (word, flag) in [("true", true), ("yes", true), ("false", false), ("no", false)] {
        let settings = Settings::default().with("roll_at_limit", OptionValue::word(word));
        let game = ItsAlive::new(&settings).unwrap();
        assert_eq!(game.options().given("roll_at_limit"), Some(&OptionValue::Flag(flag)));
    }
    // The option of the first edition is gone.
    let unknown = "its-alive has no option \"reroll_when_discarded\" in variant standard: it has first, hand_limit, \
                   steal_from, animation_conflict, reroll, roll_at_limit, steal_rolls, round_limit";
    assert_eq!(refused("reroll_when_discarded", OptionValue::Flag(true)), unknown);
    assert!(ItsAlive::new(&Settings::new(7, "standard")).is_err());

    let game = ItsAlive::new(&Settings::default()).unwrap();
    let defaults: Vec<String> =
        game.options().iter().map(|(name, value)| format!("{name}={value}")).collect();
    let expected = [
        "animation_conflict=collapse",
        "hand_limit=3",
        "reroll=taken",
        "roll_at_limit=false",
        "round_limit=100",
        "steal_from=4",
        "steal_rolls=false",
    ];
    assert_eq!(defaults, expected);
}

#[test]
fn ia_9_hand_limit() {
    let narrow = [("hand_limit", OptionValue::Whole(1))];
    let mut table = Table::with(&narrow, json!({"hands": [["ice"], []]}));
    table.play(&["roll", "die 6", "draw-symbol"]).shows("/phase", json!("discard-symbol"));
    let wide = [("hand_limit", OptionValue::Whole(5))];
    let mut table = Table::with(&wide, json!({"hands": [["ice", "air", "wood"], []]}));
    table.play(&["roll", "die 6", "draw-symbol"]).allows(&["roll", "stop"]);
    table.play(&["roll", "die 6", "draw-symbol"]).shows("/phase", json!("end"));
}

#[test]
fn round_limit_makes_a_draw() {
    // A round ends when the turn comes back to the player who began.
    let mut table =
        Table::with(&[("round_limit", OptionValue::Whole(20))], json!({"first": 1, "turn": 1, "round": 19}));
    table.play(&["roll", "die 1"]).shows("/round", json!(19));
    table.play(&["roll", "die 1"]).shows("/round", json!(20)).shows("/turn", json!(1));
    table
        .play(&["roll", "die 1", "roll", "die 1"])
        .shows("/phase", json!("over"))
        .shows("/winner", json!(null));
    assert_eq!(table.game.scores(&table.state).unwrap().as_slice(), [1, 1]);
    table.shows("/round", json!(20)).shows("/turn", json!(0));
}

#[test]
fn bm_5_a_deck_of_ones_own() {
    let mut settings = Settings::new(2, "standard");
    settings.material = Some(MaterialSource::Toml("ring = [\"a\"]\n".to_owned()));
    assert!(matches!(ItsAlive::new(&settings), Err(ConfigError::Material { what: "deck", .. })));

    // Other faces of the die, other types: the same rules.
    let deck = json!({"ring": ["a", "b", "c", "d"], "aside": ["e"], "parts": {"head": {"copies": 1, "faces": [2, 3]},
        "torso": {"copies": 1, "faces": [1]}, "arm": {"copies": 2, "faces": [4]}, "leg": {"copies": 2, "faces": [5]}}});
    let mut table = Table::new(json!({"deck": deck, "top": ["c.torso", "a.head", "b.head"]}));
    table
        .play(&["roll", "die 1", "draw", "place", "roll", "die 3", "draw"])
        .refuses("place", "IA-7", "opposed");
    // A first head earns a roll, discarded or not.
    table.play(&["discard"]).allows(&["roll", "stop"]).play(&["stop"]);
    assert_eq!(table.state.turn, Seat::new(1));
}

#[test]
fn the_rules_for_players_explain_every_clause_once() {
    let rules = ItsAlive::about().rules;
    let clauses = (1..=5).map(|number| format!("**BM-{number}**"));
    for clause in clauses.chain((1..=15).map(|number| format!("**IA-{number}**"))) {
        assert_eq!(rules.matches(&clause).count(), 1, "{clause}");
    }
}

/// What players prefer who go on for as long as they can: they steal, roll and draw, and keep a first torso now and then, with which most
/// faces go on.
fn stalling(action: &Action) -> u8 {
    match action {
        Action::Steal { .. } => 0,
        Action::Roll {} => 1,
        Action::DrawSymbol {} => 2,
        Action::Draw { .. } => 3,
        Action::Place { replaces: None } | Action::Discard {} => 4,
        _ => 5,
    }
}

#[test]
fn stalling_does_not_come_near_the_most_actions() {
    const MATCHES: u64 = 50;
    const TURNS: u64 = 40;
    for (steal_rolls, most_a_turn) in [(false, 64), (true, 512)] {
        let settings = Settings::new(2, "standard")
            .with("round_limit", OptionValue::Whole(20))
            .with("steal_from", OptionValue::Whole(2))
            .with("hand_limit", OptionValue::Whole(5))
            .with("roll_at_limit", OptionValue::Flag(true))
            .with("steal_rolls", OptionValue::Flag(steal_rolls));
        let game = ItsAlive::new(&settings).unwrap();
        assert_eq!(u64::from(game.max_actions()), TURNS * most_a_turn);
        let mut rng = PlayoutRng::new(Seed(1));
        let lengths = (0..MATCHES).map(|_| {
            let (length, _) = playout(&game, game.start(), &mut rng, |decision, rng| {
                let mut list = decision.actions();
                rng.shuffle(&mut list);
                list.into_iter().min_by_key(stalling).expect("there is a legal action")
            });
            length
        });
        let lengths: Vec<u64> = lengths.collect();
        // It does draw matches out: a turn without luck is three actions long.
        assert!(lengths.iter().sum::<u64>() > 5 * TURNS * MATCHES, "{lengths:?}");
        assert!(lengths.iter().all(|length| 4 * length < TURNS * most_a_turn), "{lengths:?}");
    }
}
