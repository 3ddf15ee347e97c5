//! The wall, and whether screens stand still.

use crate::api::{ChangeStage, ToShow};
use crate::class::Class;
use crate::entry::Entry;
use crate::refusal::Refusal;

/// What is on the wall.
#[derive(Debug)]
pub(crate) struct StageState {
    /// Goes up whenever something else is shown.
    pub(crate) version: u32,
    pub(crate) show: ToShow,
    pub(crate) beat: u16,
    pub(crate) published: bool,
    pub(crate) frozen: bool,
}

/// How pupils join is what a class begins with.
impl Default for StageState {
    fn default() -> StageState {
        StageState { version: 0, show: ToShow::Code {}, beat: 0, published: false, frozen: false }
    }
}

impl StageState {
    pub(crate) fn set(&mut self, show: ToShow, beat: u16, published: bool, frozen: bool) {
        self.version += u32::from(self.show != show);
        (self.show, self.beat, self.published, self.frozen) = (show, beat, published, frozen);
    }
}

impl Class {
    /// The teacher changes what is on the wall.
    pub(crate) fn change_stage(&self, change: &ChangeStage) -> Result<Vec<Entry>, Refusal> {
        let stage = &self.stage;
        if let Some(show) = &change.show {
            self.check_shown(show)?;
        }
        let show = change.show.clone().unwrap_or_else(|| stage.show.clone());
        // Something else begins at its beginning.
        let beat = if show == stage.show { stage.beat } else { 0 };
        let beat = change.beat.unwrap_or(beat);
        let published = change.published.unwrap_or(stage.published);
        let frozen = change.frozen.unwrap_or(stage.frozen);
        let same =
            (&show, beat, published, frozen) == (&stage.show, stage.beat, stage.published, stage.frozen);
        Ok(if same { vec![] } else { vec![Entry::Staged { show, beat, published, frozen }] })
    }

    fn check_shown(&self, show: &ToShow) -> Result<(), Refusal> {
        match show {
            ToShow::Nothing {} | ToShow::Code {} => Ok(()),
            ToShow::Progress { assignment } => self.assignment(*assignment).map(drop),
            ToShow::Attempts { attempts } => {
                if attempts.is_empty() || attempts.len() > 2 {
                    return Err(Refusal::NotShown);
                }
                let tasks = attempts.iter().map(|number| Ok(&*self.tasks.attempt(*number)?.task.task));
                let tasks = tasks.collect::<Result<Vec<&str>, Refusal>>()?;
                if tasks.iter().all(|task| *task == tasks[0]) { Ok(()) } else { Err(Refusal::NotShown) }
            }
            ToShow::Standings { round } => self.contest.round(*round).map(drop),
            ToShow::Bout { round, red, blue } => self.contest.round(*round)?.pair(*red, *blue).map(drop),
        }
    }
}
