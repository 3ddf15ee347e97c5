use super::*;
use crate::api::{ChangeAssignment, StuckWhy};

#[test]
fn an_assignment_lists_puzzles_once_each() {
    let mut room = Room::open();
    let first = room.assign(&["smash", "first-steps"], |_| ());
    assert_eq!((first, room.assign(&["smash"], |_| ())), (1, 2));
    assert_eq!(room.class.tasks.all().len(), 2, "a puzzle is one task, whoever lists it");
    let places: Vec<u16> = room.class.assignments.values().map(|it| it.place).collect();
    assert_eq!(places, [0, 1]);
    let change = |puzzles: &[&str]| {
        let tasks: Vec<NewTask> = puzzles.iter().map(|id| puzzle(id)).collect();
        room.class.change_assignment(first, &ChangeAssignment::default(), Some(&tasks))
    };
    assert_eq!(change(&[]), Err(Refusal::NoTasks));
    assert_eq!(change(&["smash", "smash"]), Err(Refusal::NoTasks));
    let many: Vec<String> = (0..=Class::MOST_LISTED).map(|number| number.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(matches!(change(&many), Err(Refusal::Full { .. })));
    assert_eq!(change(&["hammer"]).unwrap().len(), 2, "a new puzzle, and the list");
    for _ in 2..Class::MOST_ASSIGNMENTS {
        room.assign(&["smash"], |_| ());
    }
    let one_more = Assignment { title: "x".to_owned(), ..room.class.assignments[&1].clone() };
    assert!(matches!(room.class.assign(one_more, &[puzzle("smash")]), Err(Refusal::Full { .. })));
}

#[test]
fn a_change_of_nothing_is_not_stored() {
    let mut room = Room::open();
    let number = room.assign(&["smash"], |_| ());
    let change = ChangeAssignment { open: Some(true), ..ChangeAssignment::default() };
    assert_eq!(room.class.change_assignment(number, &change, None), Ok(vec![]));
    let due = |due| ChangeAssignment { due: Some(due), ..ChangeAssignment::default() };
    room.add(room.class.change_assignment(number, &due(5000), None).unwrap());
    assert_eq!(room.class.assignments[&number].due, Some(5000));
    room.add(room.class.change_assignment(number, &due(0), None).unwrap());
    assert_eq!(room.class.assignments[&number].due, None);
    room.add(room.class.unassign(number).unwrap());
    assert_eq!(room.class.unassign(number), Err(Refusal::missing("assignment", &number)));
}

#[test]
fn puzzles_are_tried_while_they_are_open_and_in_their_order() {
    let mut room = Room::open();
    let ada = room.join("Ada");
    assert_eq!(room.class.may_try(ada, "smash"), Err(Refusal::missing("puzzle", &"smash")));
    let closed = room.assign(&["smash", "hammer"], |it| (it.open, it.in_order) = (false, true));
    assert_eq!(room.class.may_try(ada, "smash"), Err(Refusal::TaskClosed));
    let open = ChangeAssignment { open: Some(true), ..ChangeAssignment::default() };
    room.add(room.class.change_assignment(closed, &open, None).unwrap());
    assert_eq!(room.class.may_try(ada, "smash"), Ok(false), "without a hint");
    assert_eq!(room.class.may_try(ada, "hammer"), Err(Refusal::NotYet));
    room.try_task(ada, "smash", "A F F").unwrap();
    assert_eq!(room.class.may_try(ada, "hammer"), Ok(false));
    // In another assignment it may be tried at once, and with its hint.
    let bob = room.join("Bob");
    room.assign(&["hammer"], |it| it.hints = true);
    assert_eq!(room.class.may_try(bob, "hammer"), Ok(true));
}

#[test]
fn the_same_program_again_is_no_other_attempt() {
    let mut room = Room::open();
    let [ada, bob] = ["Ada", "Bob"].map(|name| room.join(name));
    room.assign(&["smash"], |_| ());
    let first = room.try_task(ada, "smash", "F A F").unwrap();
    assert_eq!(room.try_task(ada, "smash", "F A F"), Ok(first));
    assert_eq!(room.class.pupils[&ada].results["smash"].tries, 1);
    let second = room.try_task(bob, "smash", "F A F").unwrap();
    let outcomes =
        room.journal.iter().filter(|(entry, _)| matches!(entry, Entry::Tried { outcome: Some(_), .. }));
    assert_eq!((second, outcomes.count()), (first + 1, 1), "how it goes is stored once");
    assert_eq!(room.class.tasks.known("smash", "F A F"), Some(&judged("smash", "F A F")));
    let attempt = room.class.tasks.attempt(second).unwrap();
    assert_eq!((attempt.seat, attempt.program, attempt.outcome.solved), (bob, "F A F", false));
    assert_eq!(room.class.tasks.of(ada).map(|it| it.number).collect::<Vec<_>>(), [first]);
}

#[test]
fn a_pupil_has_so_many_attempts() {
    let mut room = Room::open();
    let ada = room.join("Ada");
    room.assign(&["smash"], |_| ());
    for number in 0..Class::MOST_ATTEMPTS {
        room.try_as(ada, "smash", ["F A F", "F"][number % 2], &wrong()).unwrap();
    }
    assert!(matches!(room.try_task(ada, "smash", "A F F"), Err(Refusal::Full { .. })));
}

#[test]
fn common_mistakes_are_grouped_by_how_many_made_them() {
    let mut room = Room::open();
    let seats: Vec<u16> = ["Ada", "Bob", "Carol", "Dan"].iter().map(|name| room.join(name)).collect();
    room.assign(&["smash"], |_| ());
    let programs = ["F A F", "R", "L", "S", "B", "R R", "L L", "S S", "R L", "A"];
    for program in programs {
        room.try_as(seats[0], "smash", program, &wrong()).unwrap();
    }
    for _ in 0..3 {
        room.try_as(seats[1], "smash", "S", &wrong()).unwrap();
        room.try_as(seats[1], "smash", "A S", &wrong()).unwrap();
    }
    for seat in &seats[1..] {
        room.try_as(*seat, "smash", "A", &wrong()).unwrap();
        room.try_task(*seat, "smash", "A F F").unwrap();
    }
    let common: Vec<(String, u32, u32)> =
        room.class.tasks.all()[0].common().map(|(program, it)| (program, it.pupils, it.count)).collect();
    assert_eq!(common[..3], [("A".to_owned(), 4, 4), ("S".to_owned(), 2, 4), ("A S".to_owned(), 1, 3)]);
    assert_eq!(common.len(), 8, "not more, and none that solves it: {common:?}");
    let view = room.class.teacher_view("id");
    let shown = &view.tasks["smash"].wrong["F A F"];
    assert_eq!((shown.failed.beat, &*shown.failed.reason, shown.attempt), (1, "spoilt", 0));
}

#[test]
fn nobody_is_stuck_who_has_nothing_to_do() {
    let mut room = Room::open();
    let ada = room.join("Ada");
    assert_eq!(room.class.teacher_view("id").pupils[&ada].stuck, None);
    room.assign(&["smash"], |_| ());
    let stuck = room.class.teacher_view("id").pupils[&ada].stuck.unwrap();
    assert_eq!((stuck.why, stuck.since), (StuckWhy::Idle, room.now + 5 * 60_000));
    room.try_task(ada, "smash", "A F F").unwrap();
    assert_eq!(room.class.teacher_view("id").pupils[&ada].stuck, None);
}
