use super::*;
use crate::api::{Change, ChangePupil, LinkFor, Role};

#[test]
fn pupils_join_once_with_names_that_differ() {
    let mut room = Room::open();
    assert_eq!((room.join("Ada"), room.join("Bob")), (1, 2));
    let (again, seat) = room.class.join("Ada", Some("Somebody else"), &mut room.draw).unwrap();
    assert_eq!((again, seat), (vec![], 1), "the same browser keeps its seat");
    for (name, refusal) in [
        ("ada", Refusal::NameTaken),
        ("A d a", Refusal::NameTaken),
        ("Аda", Refusal::NameTaken),
        ("", Refusal::Name),
        ("\u{202e}\u{200b}", Refusal::Name),
        ("a name that is far too long", Refusal::Name),
    ] {
        assert_eq!(room.class.join("carol", Some(name), &mut room.draw), Err(refusal), "{name:?}");
    }
    let (entries, _) = room.class.join("carol", None, &mut room.draw).unwrap();
    let [Entry::Joined { seat: 3, name, words, .. }] = &entries[..] else { panic!("{entries:?}") };
    assert!(!name.is_empty() && *words != room.class.pupils[&1].words);
}

#[test]
fn a_locked_or_full_class_takes_nobody_new() {
    let mut room = Room::open();
    let lock = |locked| Change { locked: Some(locked), ..Change::default() };
    room.add(room.class.change(&lock(true)).unwrap());
    assert_eq!(room.class.change(&lock(true)), Ok(vec![]), "nothing changes");
    assert_eq!(room.class.join("ada", None, &mut room.draw), Err(Refusal::Locked));
    room.add(room.class.change(&lock(false)).unwrap());
    for pupil in 0..Class::MOST_PUPILS {
        room.join(&format!("p{pupil:02}x"));
    }
    let full = Refusal::Full { what: "this class is full", most: Class::MOST_PUPILS };
    assert_eq!(room.class.join("late", Some("Late"), &mut room.draw), Err(full.clone()));
    let remove = |removed| ChangePupil { removed: Some(removed), name: None };
    room.add(room.class.change_pupil(5, &remove(true)).unwrap());
    room.join("Late");
    assert_eq!(room.class.change_pupil(5, &remove(false)), Err(full));
}

#[test]
fn seats_that_somebody_takes_and_is_removed_from_are_bounded() {
    let mut room = Room::open();
    for pupil in 0..Class::MOST_SEATS as u16 {
        let seat = room.join(&format!("p{pupil:03}x"));
        let removed = ChangePupil { removed: Some(true), name: None };
        room.add(room.class.change_pupil(seat, &removed).unwrap());
    }
    let full = Refusal::Full { what: "this class is full", most: Class::MOST_SEATS };
    assert_eq!(room.class.join("late", Some("Late"), &mut room.draw), Err(full));
}

#[test]
fn two_words_bring_a_pupil_back_on_another_device() {
    let mut room = Room::open();
    let seat = room.join("Ada");
    let words = room.class.pupils[&seat].words.to_string().to_uppercase();
    assert_eq!(room.class.come_back("phone", "apple apple"), Err(Refusal::Words));
    let (entries, back) = room.class.come_back("phone", &words).unwrap();
    room.add(entries);
    assert_eq!(
        (back, room.class.seat(Some("phone")), room.class.seat(Some("Ada"))),
        (seat, Ok(seat), Ok(seat))
    );
    assert_eq!(room.class.come_back("phone", &words), Ok((vec![], seat)), "nothing to store");
    // The oldest of too many devices loses the seat.
    for device in 0..Class::MOST_DEVICES - 1 {
        let (entries, _) = room.class.come_back(&format!("device {device}"), &words).unwrap();
        room.add(entries);
    }
    assert_eq!(room.class.seat(Some("Ada")), Err(Refusal::NotPupil));
    assert_eq!(room.class.seat(Some("phone")), Ok(seat));
    assert_eq!(room.class.devices.len(), Class::MOST_DEVICES);
    // Nobody fills the journal by going to and fro.
    for number in Class::MOST_DEVICES..Class::MOST_RETURNS {
        let (entries, _) = room.class.come_back(&format!("computer {number}"), &words).unwrap();
        room.add(entries);
    }
    assert!(matches!(room.class.come_back("one more", &words), Err(Refusal::Full { .. })));
    // Other words put all of them out.
    let (entries, other) = room.class.reword(seat, &mut room.draw).unwrap();
    room.add(entries);
    assert!(room.class.devices.is_empty() && room.class.come_back("phone", &words) == Err(Refusal::Words));
    assert_eq!(room.class.come_back("phone", &other.to_string()).unwrap().1, seat);
}

#[test]
fn a_device_has_one_seat() {
    let mut room = Room::open();
    let [ada, bob] = ["Ada", "Bob"].map(|name| room.join(name));
    let words = room.class.pupils[&bob].words.to_string();
    let (entries, _) = room.class.come_back("Ada", &words).unwrap();
    room.add(entries);
    assert_eq!(room.class.seat(Some("Ada")), Ok(bob));
    assert!(room.class.pupils[&ada].devices.is_empty());
}

#[test]
fn who_is_removed_is_out_until_the_teacher_lets_them_in() {
    let mut room = Room::open();
    let seat = room.join("Ada");
    let words = room.class.pupils[&seat].words.to_string();
    let change = |room: &Room, removed| {
        room.class.change_pupil(seat, &ChangePupil { removed: Some(removed), name: None }).unwrap()
    };
    room.add(change(&room, true));
    assert_eq!(room.class.role(Some("Ada")), Role::Stranger {});
    assert_eq!(room.class.come_back("Ada", &words), Err(Refusal::Words));
    assert_eq!(room.class.join("Eve", Some("Ada"), &mut room.draw), Err(Refusal::NameTaken));
    assert!(room.class.pupil_view("id", seat).is_none());
    room.add(change(&room, false));
    assert_eq!(room.class.come_back("Ada", &words).unwrap().1, seat);
    assert_eq!(change(&room, false), vec![]);
}

#[test]
fn the_teacher_renames() {
    let mut room = Room::open();
    let [ada, _] = ["Ada", "Bob"].map(|name| room.join(name));
    let rename = |name: &str| ChangePupil { name: Some(name.to_owned()), removed: None };
    assert_eq!(room.class.change_pupil(ada, &rename("bob")), Err(Refusal::NameTaken));
    assert_eq!(room.class.change_pupil(9, &rename("X")), Err(Refusal::missing("pupil", &9)));
    room.add(room.class.change_pupil(ada, &rename("ADA")).unwrap());
    assert_eq!(room.class.pupils[&ada].name, "ADA", "one's own name may be written in another way");
    let title = |title: &str| room.class.change(&Change { title: Some(title.to_owned()), locked: None });
    assert_eq!(title(" "), Err(Refusal::Title));
    assert_eq!(title("7 b"), Ok(vec![Entry::Titled { title: "7 b".to_owned() }]));
}

#[test]
fn links_make_teachers_and_projectors_until_they_are_replaced() {
    let mut room = Room::open();
    room.add(vec![Entry::Linked { purpose: LinkFor::Projector, secret: "wall".to_owned() }]);
    for (player, secret) in [("home", "teacher's link"), ("beamer", "wall")] {
        room.add(room.class.enter(player, secret).unwrap());
        assert_eq!(room.class.enter(player, secret), Ok(vec![]));
    }
    assert_eq!(room.class.role(Some("home")), Role::Teacher {});
    assert_eq!(room.class.role(Some("beamer")), Role::Projector {});
    assert_eq!(room.class.check_teacher(Some("beamer")), Err(Refusal::NotTeacher));
    assert!(room.class.is_projector(Some("home")) && !room.class.is_projector(Some("Ada")));
    room.add(vec![Entry::Linked { purpose: LinkFor::Teacher, secret: "new".to_owned() }]);
    assert_eq!(room.class.enter("thief", "teacher's link"), Err(Refusal::Secret));
    for browser in 0..Class::MOST_BROWSERS - 2 {
        room.add(room.class.enter(&browser.to_string(), "new").unwrap());
    }
    assert!(matches!(room.class.enter("one more", "new"), Err(Refusal::Full { .. })));
}

#[test]
fn a_deleted_class_can_be_restored_for_an_hour() {
    let mut room = Room::open();
    let seat = room.join("Ada");
    let (entries, gone) = room.class.delete(room.now);
    room.add(entries);
    assert_eq!((gone, room.class.over()), (room.now + Class::GRACE, gone));
    assert_eq!(room.class.delete(room.now + 5), (vec![], gone), "deleting again changes nothing");
    assert_eq!(room.class.check_teacher(TEACHER), Err(Refusal::Deleted));
    assert_eq!(room.class.seat(Some("Ada")), Err(Refusal::NotPupil));
    assert!(room.class.pupil_view("id", seat).is_none() && !room.class.is_projector(TEACHER));
    assert_eq!(room.class.teacher_view("id").gone, Some(gone));
    room.add(room.class.restore());
    assert_eq!((room.class.restore(), room.class.seat(Some("Ada"))), (vec![], Ok(seat)));
    assert_eq!(room.class.over(), Class::TERM);
    let (now, entries) = (room.now, room.class.extend(room.now));
    room.add(entries);
    assert_eq!(room.class.over(), now + Class::TERM);
    assert_eq!(room.class.teacher_view("id").notice, now + Class::TERM - Class::NOTICE);
}
