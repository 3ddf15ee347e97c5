//! What each socket shows. A view is made field by field of what its viewer may know.

use crate::api::{
    Assignment, OwnStanding, ProjectorLeague, ProjectorView, PublicGolem, PublicStanding, PupilLeague,
    PupilRow, PupilView, RoundBrief, RoundEntrant, Shown, Stage, TaskBrief, TaskProgress, TaskRow,
    TeacherLeague, TeacherView, ToShow,
};
use crate::class::Class;
use crate::contest::{PlayedRound, sample_name};
use crate::entry::{RoundGolem, Whose};
use crate::tasks::TaskState;

impl TaskState {
    fn brief(&self) -> TaskBrief {
        let puzzle = self.toml.is_none().then(|| self.task.clone());
        TaskBrief { name: self.name.clone(), par: self.par, puzzle }
    }
}

impl Class {
    /// Everything.
    pub(crate) fn teacher_view(&self, id: &str) -> TeacherView {
        let pupil = |(seat, it): (&u16, &crate::pupil::Pupil)| {
            let row = PupilRow {
                name: it.name.clone(),
                words: it.words.to_string(),
                joined: it.joined,
                removed: it.removed,
                active: it.active,
                task: it.task.clone(),
                stuck: it.stuck(self.is_busy(*seat)),
            };
            (*seat, row)
        };
        let task =
            |it: &TaskState| (it.task.clone(), TaskRow { brief: it.brief(), wrong: it.common().collect() });
        let tried = self.pupils.iter().filter(|(_, pupil)| !pupil.results.is_empty());
        let contest = &self.contest;
        let round = |(number, round): (u16, &PlayedRound)| {
            let first =
                round.table.first().map(|line| self.entrant(&round.entrants[usize::from(line.entrant)]));
            let golems = round.entrants.len() as u16;
            (number, RoundBrief { at: round.at, board: round.board.clone(), golems, first })
        };
        TeacherView {
            id: id.to_owned(),
            title: self.title.clone(),
            code: self.code.clone(),
            language: self.language,
            locked: self.locked,
            ends: self.ends,
            notice: self.ends - Class::NOTICE,
            gone: self.gone,
            pupils: self.pupils.iter().map(pupil).collect(),
            assignments: self.assignments.clone(),
            tasks: self.tasks.all().iter().map(task).collect(),
            results: tried.map(|(seat, pupil)| (*seat, pupil.results.clone())).collect(),
            league: TeacherLeague {
                open: contest.open,
                board: contest.board.clone(),
                samples: contest.samples,
                golems: contest.golems().map(|(seat, golem)| (seat, golem.clone())).collect(),
                rounds: contest.rounds().map(round).collect(),
            },
            stage: self.stage_view(),
        }
    }

    /// What a pupil may know: their own results, what is assigned, and what the teacher shows on all screens.
    pub(crate) fn pupil_view(&self, id: &str, seat: u16) -> Option<PupilView> {
        let pupil = self.pupils.get(&seat).filter(|pupil| !pupil.removed && self.gone.is_none())?;
        let shown = |(number, it): (&u16, &Assignment)| {
            let tasks = if it.open { it.tasks.clone() } else { vec![] };
            (*number, Assignment { tasks, ..it.clone() })
        };
        let open = self.assignments.values().filter(|it| it.open).flat_map(|it| &it.tasks);
        let brief = |task: &String| Some((task.clone(), self.tasks.get(task).ok()?.brief()));
        let contest = &self.contest;
        let last = contest.rounds().last().and_then(|(number, round)| own_standing(number, round, seat));
        Some(PupilView {
            id: id.to_owned(),
            title: self.title.clone(),
            code: self.code.clone(),
            language: self.language,
            ends: self.ends,
            seat,
            name: pupil.name.clone(),
            words: pupil.words.to_string(),
            frozen: self.stage.frozen,
            assignments: self.assignments.iter().map(shown).collect(),
            tasks: open.filter_map(brief).collect(),
            results: pupil.results.clone(),
            league: PupilLeague {
                open: contest.open,
                board: contest.board.clone(),
                golem: contest.golem(seat).cloned(),
                last,
            },
            stage: self.stage.published.then(|| self.stage_view()),
        })
    }

    /// What the wall may show: nobody's name.
    pub(crate) fn projector_view(&self, id: &str) -> ProjectorView {
        ProjectorView {
            id: id.to_owned(),
            title: self.title.clone(),
            code: (!self.locked).then(|| self.code.clone()),
            language: self.language,
            pupils: self.pupils.values().filter(|pupil| !pupil.removed).count() as u16,
            league: ProjectorLeague {
                open: self.contest.open,
                board: self.contest.board.clone(),
                golems: self.contest.golems().count() as u16,
                round: self.contest.rounds().count() as u16,
            },
            stage: self.stage_view(),
        }
    }

    /// A golem of a round as the teacher sees it.
    pub(crate) fn entrant(&self, golem: &RoundGolem) -> RoundEntrant {
        let seat = match golem.whose {
            Whose::Pupil(seat) => Some(seat),
            Whose::Sample(_) => None,
        };
        RoundEntrant { seat, name: self.golem_name(&golem.whose), program: golem.program.clone() }
    }

    fn stage_view(&self) -> Stage {
        let stage = &self.stage;
        Stage {
            version: stage.version,
            // An assignment may have been taken away since.
            show: self.shown(&stage.show).unwrap_or(Shown::Nothing {}),
            beat: stage.beat,
            published: stage.published,
            frozen: stage.frozen,
        }
    }

    fn shown(&self, show: &ToShow) -> Option<Shown> {
        Some(match show {
            ToShow::Nothing {} => Shown::Nothing {},
            ToShow::Code {} => Shown::Code {},
            ToShow::Progress { assignment } => {
                let assignment = self.assignments.get(assignment)?;
                let tasks = assignment.tasks.iter().filter_map(|task| self.progress(task)).collect();
                Shown::Progress { title: assignment.title.clone(), tasks }
            }
            ToShow::Attempts { attempts } => {
                let found = attempts.iter().map(|number| self.tasks.attempt(*number).ok());
                let found = found.collect::<Option<Vec<_>>>()?;
                let task = found.first()?.task;
                let programs = found.iter().map(|attempt| attempt.program.to_owned()).collect();
                Shown::Programs { task: task.task.clone(), name: task.name.clone(), programs }
            }
            ToShow::Standings { round } => {
                let played = self.contest.round(*round).ok()?;
                let line = |line: &crate::api::Standing| PublicStanding {
                    golem: public(&played.entrants[usize::from(line.entrant)]),
                    standing: line.clone(),
                };
                let table = played.table.iter().map(line).collect();
                Shown::Standings { round: *round, table, interesting: played.interesting.clone() }
            }
            ToShow::Bout { round, red, blue } => {
                let [red, blue] = self.contest.round(*round).ok()?.pair(*red, *blue).ok()?.map(public);
                Shown::Bout { round: *round, red, blue }
            }
        })
    }

    fn progress(&self, task: &str) -> Option<TaskProgress> {
        let here = self.pupils.values().filter(|pupil| !pupil.removed);
        let results: Vec<_> = here.filter_map(|pupil| pupil.results.get(task)).collect();
        Some(TaskProgress {
            task: task.to_owned(),
            name: self.tasks.get(task).ok()?.name.clone(),
            solved: results.iter().filter(|result| result.best.is_some()).count() as u32,
            tried: results.len() as u32,
        })
    }
}

/// A golem without its pupil's name.
fn public(golem: &RoundGolem) -> PublicGolem {
    match &golem.whose {
        Whose::Pupil(seat) => PublicGolem { seat: Some(*seat), sample: None },
        Whose::Sample(name) => PublicGolem { seat: None, sample: Some(sample_name(name)) },
    }
}

fn own_standing(number: u16, round: &PlayedRound, seat: u16) -> Option<OwnStanding> {
    let entrant = round.entrants.iter().position(|golem| golem.whose == Whose::Pupil(seat))?;
    let place = round.table.iter().position(|line| usize::from(line.entrant) == entrant)?;
    Some(OwnStanding {
        round: number,
        place: place as u16 + 1,
        golems: round.entrants.len() as u16,
        program: round.entrants[entrant].program.clone(),
        standing: round.table[place].clone(),
    })
}
