//! Records that were made under another edition of the rules.

use golemry_registry::games;
use golemry_table::{Code, Record, verify};

macro_rules! records {
    ($folder:literal) => {
        [
            include_str!(concat!("../../../data/", $folder, "/capek.json")),
            include_str!(concat!("../../../data/", $folder, "/duel.json")),
            include_str!(concat!("../../../data/", $folder, "/golem-it.json")),
            include_str!(concat!("../../../data/", $folder, "/inner-circle.json")),
            include_str!(concat!("../../../data/", $folder, "/its-alive.json")),
        ]
    };
}

const EDITIONS: [(u32, [&str; 5]); 2] = [(1, records!("first-edition")), (2, records!("second-edition"))];

#[test]
fn a_record_of_another_edition_is_read_and_its_edition_named() {
    for (written, json) in EDITIONS.iter().flat_map(|(written, list)| list.map(|json| (*written, json))) {
        let record = Record::from_json(json).unwrap();
        assert_eq!(record.rules, written);
        let game = games().find(&record.game).unwrap();
        let edition = game.about().rules_version;
        assert_ne!(edition, written);
        // As if by an edition that nobody has yet.
        for record in [record.clone(), Record { rules: 99, ..record }] {
            for error in [game.replay(&record).err().unwrap(), verify(&games(), &record).unwrap_err()] {
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
