use super::*;
use crate::api::{ChangeStage, Shown, ToShow};

fn show(show: ToShow) -> ChangeStage {
    ChangeStage { show: Some(show), ..ChangeStage::default() }
}

#[test]
fn one_program_or_two_for_the_same_puzzle_are_shown() {
    let mut room = Room::open();
    let [ada, bob] = ["Ada", "Bob"].map(|name| room.join(name));
    room.assign(&["smash", "first-steps"], |_| ());
    let first = room.try_task(ada, "smash", "F A F").unwrap();
    let second = room.try_task(bob, "smash", "A F F").unwrap();
    let other = room.try_task(bob, "first-steps", "F F").unwrap();
    let attempts = |attempts: &[u32]| show(ToShow::Attempts { attempts: attempts.to_vec() });
    assert_eq!(room.class.change_stage(&attempts(&[])), Err(Refusal::NotShown));
    assert_eq!(room.class.change_stage(&attempts(&[first, other])), Err(Refusal::NotShown));
    assert_eq!(room.class.change_stage(&attempts(&[99])), Err(Refusal::missing("attempt", &99)));
    room.add(room.class.change_stage(&attempts(&[first, second])).unwrap());
    let stage = room.class.projector_view("id").stage;
    let programs = ["F A F", "A F F"].map(str::to_owned).to_vec();
    let shown = Shown::Programs { task: "smash".to_owned(), name: "SMASH".to_owned(), programs };
    assert_eq!((stage.version, &stage.show, stage.beat), (1, &shown, 0));
    room.add(room.class.change_stage(&ChangeStage { beat: Some(3), ..ChangeStage::default() }).unwrap());
    let stage = room.class.projector_view("id").stage;
    assert_eq!((stage.version, stage.beat), (1, 3), "the same thing, a few beats on");
    room.add(room.class.change_stage(&attempts(&[second])).unwrap());
    let stage = room.class.projector_view("id").stage;
    assert_eq!((stage.version, stage.beat), (2, 0));
    assert_eq!(room.class.change_stage(&ChangeStage::default()), Ok(vec![]));
}

#[test]
fn what_is_gone_is_not_shown() {
    let mut room = Room::open();
    let ada = room.join("Ada");
    let number = room.assign(&["smash"], |_| ());
    room.add(room.class.change_stage(&show(ToShow::Progress { assignment: number })).unwrap());
    room.try_task(ada, "smash", "A F F").unwrap();
    let Shown::Progress { tasks, .. } = room.class.projector_view("id").stage.show else {
        panic!("progress")
    };
    assert_eq!((tasks[0].solved, tasks[0].tried), (1, 1));
    room.add(room.class.unassign(number).unwrap());
    assert_eq!(room.class.projector_view("id").stage.show, Shown::Nothing {});
    let missing = Err(Refusal::missing("assignment", &number));
    assert_eq!(room.class.change_stage(&show(ToShow::Progress { assignment: number })), missing);
}

#[test]
fn frozen_screens_send_nothing_and_show_the_wall_if_the_teacher_wants() {
    let mut room = Room::open();
    let ada = room.join("Ada");
    assert!(room.class.pupil_view("id", ada).unwrap().stage.is_none());
    let freeze = ChangeStage { frozen: Some(true), published: Some(true), ..ChangeStage::default() };
    room.add(room.class.change_stage(&freeze).unwrap());
    assert_eq!(room.class.active_seat(Some("Ada")), Err(Refusal::Frozen));
    assert_eq!(room.class.seat(Some("Ada")), Ok(ada), "but may look");
    let view = room.class.pupil_view("id", ada).unwrap();
    assert!(view.frozen && view.stage.is_some());
}
