use std::collections::{BTreeMap, BTreeSet, HashMap};

use golemry_server::Chronicle;
use golemry_table::Code;

use crate::api::{Assignment, Language, LinkFor, Role};
use crate::codes;
use crate::contest::Contest;
use crate::entry::Entry;
use crate::pupil::Pupil;
use crate::refusal::Refusal;
use crate::stage::StageState;
use crate::tasks::Tasks;

/// A class: what follows from the entries of its journal.
///
/// What may happen is decided by functions of this type that return entries or a [`Refusal`] and change nothing: about people in
/// `people.rs`, about puzzles in `tasks.rs`, about the league in `contest.rs`, about the wall in `stage.rs`.
#[derive(Debug, Default)]
pub struct Class {
    pub(crate) title: String,
    pub(crate) code: String,
    pub(crate) language: Language,
    pub(crate) locked: bool,
    pub(crate) ends: i64,
    pub(crate) gone: Option<i64>,
    /// The hashes of the links' secrets.
    pub(crate) links: BTreeMap<LinkFor, String>,
    pub(crate) teachers: BTreeSet<String>,
    pub(crate) projectors: BTreeSet<String>,
    pub(crate) pupils: BTreeMap<u16, Pupil>,
    /// The pupils' devices: players, each with a seat.
    pub(crate) devices: HashMap<String, u16>,
    pub(crate) assignments: BTreeMap<u16, Assignment>,
    pub(crate) tasks: Tasks,
    pub(crate) contest: Contest,
    pub(crate) stage: StageState,
}

const DAY: i64 = 24 * 60 * 60 * 1000;

impl Class {
    /// A term: a class ends so long after it was opened or extended.
    pub const TERM: i64 = 120 * DAY;
    /// How long before its end the page says so.
    pub const NOTICE: i64 = 14 * DAY;
    /// How long a deleted class can be restored.
    pub const GRACE: i64 = 60 * 60 * 1000;
    /// The most characters of a title.
    pub const LONGEST_TITLE: usize = 40;
    /// The most pupils at a time: two forms together.
    pub const MOST_PUPILS: usize = 60;
    /// The most pupils there ever were, those removed included.
    pub const MOST_SEATS: usize = 240;
    /// The most browsers that are teachers, or projectors.
    pub const MOST_BROWSERS: usize = 20;
    /// The most devices of a pupil. The one that came first goes.
    pub const MOST_DEVICES: usize = 5;
    /// The most assignments.
    pub const MOST_ASSIGNMENTS: usize = 40;
    /// The most puzzles of an assignment: all of ours.
    pub const MOST_LISTED: usize = 40;
    /// The most puzzles of a class.
    pub const MOST_TASKS: usize = 200;
    /// The most attempts of a pupil: fifty in each of thirty lessons.
    pub const MOST_ATTEMPTS: usize = 1500;
    /// The most times that a pupil comes back: on another computer in each lesson, and some.
    pub const MOST_RETURNS: usize = 200;
    /// The most golems that a pupil enters, one after the other.
    pub const MOST_GOLEMS: usize = 200;
    /// The most rounds of the league.
    pub const MOST_ROUNDS: usize = 100;

    /// Fails unless the requester is a teacher. A deleted class can only be restored.
    pub(crate) fn check_teacher(&self, player: Option<&str>) -> Result<(), Refusal> {
        if !self.is_teacher(player) {
            return Err(Refusal::NotTeacher);
        }
        if self.gone.is_some() { Err(Refusal::Deleted) } else { Ok(()) }
    }

    pub(crate) fn is_teacher(&self, player: Option<&str>) -> bool {
        player.is_some_and(|player| self.teachers.contains(player))
    }

    /// Whether the requester may see the wall: a teacher too, so that one computer is enough.
    pub(crate) fn is_projector(&self, player: Option<&str>) -> bool {
        self.gone.is_none()
            && (self.is_teacher(player) || player.is_some_and(|player| self.projectors.contains(player)))
    }

    /// The requester's seat. There is none in a deleted class.
    pub(crate) fn seat(&self, player: Option<&str>) -> Result<u16, Refusal> {
        let seat = player.and_then(|player| self.devices.get(player)).filter(|_| self.gone.is_none());
        seat.copied().ok_or(Refusal::NotPupil)
    }

    /// The seat of a requester who sends something.
    pub(crate) fn active_seat(&self, player: Option<&str>) -> Result<u16, Refusal> {
        let seat = self.seat(player)?;
        if self.stage.frozen { Err(Refusal::Frozen) } else { Ok(seat) }
    }

    /// The requester's role.
    pub(crate) fn role(&self, player: Option<&str>) -> Role {
        match (self.is_teacher(player), self.seat(player)) {
            (true, _) => Role::Teacher {},
            (false, Ok(seat)) => Role::Pupil { seat },
            (false, Err(_)) if self.is_projector(player) => Role::Projector {},
            (false, Err(_)) => Role::Stranger {},
        }
    }

    /// A title that can be seen.
    pub(crate) fn checked_title(title: &str) -> Result<String, Refusal> {
        golemry_server::visible(title, Class::LONGEST_TITLE).ok_or(Refusal::Title)
    }

    /// When nothing of it is to be left.
    pub(crate) fn over(&self) -> i64 {
        self.gone.unwrap_or(self.ends)
    }
}

impl Chronicle for Class {
    const KIND: &'static str = "class";
    /// Sixty pupils with all their attempts, and what else happens in a term.
    const MOST_ENTRIES: usize = 120_000;
    const UNKNOWN: Code = codes::UNKNOWN;
    type Entry = Entry;

    fn apply(&mut self, entry: &Entry, at: i64) {
        match entry.clone() {
            Entry::Opened { title, code, language, teacher, secret, ends } => {
                (self.title, self.code, self.language, self.ends) = (title, code, language, ends);
                self.teachers.insert(teacher);
                self.links.insert(LinkFor::Teacher, secret);
            }
            Entry::Titled { title } => self.title = title,
            Entry::Locked { locked } => self.locked = locked,
            Entry::Linked { purpose, secret } => drop(self.links.insert(purpose, secret)),
            Entry::Entered { purpose, player } => {
                match purpose {
                    LinkFor::Teacher => self.teachers.insert(player),
                    LinkFor::Projector => self.projectors.insert(player),
                };
            }
            Entry::Extended { ends } => self.ends = ends,
            Entry::Deleted { gone } => self.gone = Some(gone),
            Entry::Restored {} => self.gone = None,
            Entry::Joined { seat, name, words, player } => {
                self.pupils.insert(seat, Pupil::new(name, words, at));
                self.bind(seat, player);
            }
            Entry::Returned { seat, player } => {
                self.bind(seat, player);
                self.with(seat, |pupil| (pupil.active, pupil.returns) = (at, pupil.returns + 1));
            }
            Entry::Renamed { seat, name } => self.with(seat, |pupil| pupil.name = name),
            Entry::Removed { seat, removed } => {
                self.with(seat, |pupil| pupil.removed = removed);
                if removed {
                    self.unbind(seat);
                }
            }
            Entry::Reworded { seat, words } => {
                self.with(seat, |pupil| (pupil.words, pupil.returns) = (words, 0));
                self.unbind(seat);
            }
            Entry::Added { task, name, par, toml } => self.tasks.add(task, name, par, toml),
            Entry::Assigned { assignment, place, title, tasks, due, hints, in_order, open } => {
                let made = Assignment { place, title, tasks, due, hints, in_order, open };
                self.assignments.insert(assignment, made);
            }
            Entry::Unassigned { assignment } => drop(self.assignments.remove(&assignment)),
            Entry::Tried { seat, task, program, outcome } => self.tried(seat, &task, program, outcome, at),
            Entry::Staged { show, beat, published, frozen } => self.stage.set(show, beat, published, frozen),
            Entry::League { open, board, samples } => self.contest.set(open, board, samples),
            Entry::Golem { seat, program } => {
                self.with(seat, |pupil| pupil.active = at);
                self.contest.enter(seat, program, at);
            }
            Entry::Played { board, entrants, table, cross, interesting } => {
                self.contest.add_round(at, board, entrants, table, cross, interesting);
            }
        }
    }
}

impl Class {
    fn with(&mut self, seat: u16, change: impl FnOnce(&mut Pupil)) {
        if let Some(pupil) = self.pupils.get_mut(&seat) {
            change(pupil);
        }
    }

    /// Makes a device one of the pupil's.
    fn bind(&mut self, seat: u16, player: String) {
        if let Some(before) = self.devices.insert(player.clone(), seat) {
            self.with(before, |pupil| pupil.devices.retain(|device| *device != player));
        }
        let mut first = None;
        self.with(seat, |pupil| {
            pupil.devices.push(player);
            first = (pupil.devices.len() > Class::MOST_DEVICES).then(|| pupil.devices.remove(0));
        });
        first.and_then(|device| self.devices.remove(&device));
    }

    fn unbind(&mut self, seat: u16) {
        self.with(seat, |pupil| pupil.devices.clear());
        self.devices.retain(|_, bound| *bound != seat);
    }
}
