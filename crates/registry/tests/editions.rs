//! Records that were made under another edition of the rules.

use golemry_registry::{Code, Record, find, verify};

const FIRST_EDITION: [&str; 5] = [
    include_str!("../../../data/first-edition/capek.json"),
    include_str!("../../../data/first-edition/duel.json"),
    include_str!("../../../data/first-edition/golem-it.json"),
    include_str!("../../../data/first-edition/inner-circle.json"),
    include_str!("../../../data/first-edition/its-alive.json"),
];

#[test]
fn a_record_of_another_edition_is_read_and_its_edition_named() {
    for json in FIRST_EDITION {
        let record = Record::from_json(json).unwrap();
        assert_eq!(record.rules, 1);
        let game = find(&record.game).unwrap();
        let edition = game.about().rules_version;
        if edition == 1 {
            verify(&record).unwrap();
        }
        // As if by an edition that nobody has yet.
        for record in [record.clone(), Record { rules: 99, ..record }] {
            if record.rules == edition {
                continue;
            }
            for error in [game.replay(&record).err().unwrap(), verify(&record).unwrap_err()] {
                assert_eq!(error.code, Code::RecordRules);
                let words = format!(
                    "the match was played under edition {} of the rules of {}, and this program has edition {edition}",
                    record.rules, record.game
                );
                assert!(error.message.starts_with(&words), "{}", error.message);
            }
        }
    }
}
