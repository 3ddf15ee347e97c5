//! What teachers and pupils read agrees with the rules.

use golemry_duel::{Bonus, Cards, Order};
use golemry_workshop::league::Entrant;

const TEACHERS: &str = include_str!("../../../docs/teachers.md");
const LESSONS: [&str; 2] =
    [include_str!("../../../docs/teaching.md"), include_str!("../../../docs/teaching-fr.md")];
const SHEETS: [&str; 2] =
    [include_str!("../../../docs/pupil-sheet.html"), include_str!("../../../docs/pupil-sheet-fr.html")];

#[test]
fn the_cards_are_those_of_the_rules() {
    for order in Order::ALL {
        let count = Cards::of_duel(true).count(order);
        let row = format!("| `{order}` | {count} | ");
        assert!(TEACHERS.contains(&row), "teachers.md has no row {row:?}");
        for sheet in SHEETS {
            let row = format!("<tr data-card=\"{order}\"><th>{order}</th><td>{count} ×</td>");
            assert!(sheet.contains(&row), "a pupil's sheet has no row {row:?}");
        }
    }
    for bonus in Bonus::ALL {
        assert!(TEACHERS.contains(&format!("| {bonus} | `")), "teachers.md has no row for {bonus}");
    }
    for sheet in SHEETS {
        assert_eq!(sheet.matches("data-card").count(), Order::ALL.len());
    }
}

#[test]
fn the_golem_of_the_lesson_can_take_part() {
    for lesson in LESSONS {
        let block = lesson.split("```").find(|block| block.starts_with("text\n")).unwrap();
        let golem = Entrant::parse(block.trim_start_matches("text\n")).unwrap();
        assert_eq!(golem.program().to_string(), "enemy?(2(A):F) R");
    }
}

/// Both languages show the same commands.
#[test]
fn the_lessons_agree() {
    let [english, french] =
        LESSONS.map(|lesson| lesson.lines().filter(|line| line.starts_with("$ ")).collect::<Vec<_>>());
    assert!(english.len() > 20);
    assert_eq!(english, french);
}
