//! The JSON of a class: requests, replies, and what comes over its three sockets.
//!
//! `{id}` is a class, `{seat}` a pupil's number, `{task}` a puzzle in it. Times are milliseconds since 1970. A *program* is text: slots with
//! spaces between them, and ` / ` between the rounds of a puzzle that has several, as in `F 2(A) / R`.
//!
//! | request | who | reply |
//! | --- | --- | --- |
//! | `POST /api/classes` [`NewClass`] | anybody | 201 [`Opened`]: the requester is the teacher |
//! | `POST /api/classes/find` [`Code`] | anybody | [`Found`]: the class, names that are free, and who the requester is there |
//! | `POST /api/classes/join` [`Join`] | anybody | 201 [`Joined`] |
//! | `POST /api/classes/return` [`Return`] | anybody | [`Joined`]: the seat on another device |
//! | `POST /api/classes/{id}/enter` [`Enter`] | anybody with a link | 204; the requester is a teacher or a projector from now on |
//! | `GET /api/classes/{id}` | anybody | [`Role`]: who the requester is there |
//! | `PUT /api/classes/{id}` [`Change`] | teacher | 204 |
//! | `POST /api/classes/{id}/links` [`NewLink`] | teacher | [`Link`]; the one before no longer works |
//! | `POST /api/classes/{id}/extend` | teacher | 204; the class ends a term from now |
//! | `DELETE /api/classes/{id}` | teacher | [`Deleted`]; it can be taken back for an hour |
//! | `POST /api/classes/{id}/restore` | teacher | 204 |
//! | `PUT /api/classes/{id}/pupils/{seat}` [`ChangePupil`] | teacher | 204: renames, removes, lets back in |
//! | `POST /api/classes/{id}/pupils/{seat}/words` | teacher | [`Words`]: new ones; other devices of the pupil must come back with them |
//! | `GET /api/classes/{id}/pupils/{seat}/attempts?task=` | teacher, that pupil | [`Attempts`], the last first |
//! | `POST /api/classes/{id}/assignments` [`NewAssignment`] | teacher | 201 [`AssignmentId`] |
//! | `PUT /api/classes/{id}/assignments/{assignment}` [`ChangeAssignment`] | teacher | 204: also opens and closes it |
//! | `DELETE /api/classes/{id}/assignments/{assignment}` | teacher | 204; results stay |
//! | `GET /api/classes/{id}/tasks/{task}` | teacher, pupils, projector | [`Task`] |
//! | `POST /api/classes/{id}/tasks/{task}/preview` [`Tried`] | the same | `Preview` of `/api/puzzles` |
//! | `POST /api/classes/{id}/tasks/{task}/attempts` [`Tried`] | pupils | [`Checked`] |
//! | `GET /api/classes/{id}/attempts/{number}` | teacher, the pupil whose it is | [`AttemptRun`] |
//! | `GET /api/classes/{id}/grid.csv` | teacher | the grid for a spreadsheet |
//! | `PUT /api/classes/{id}/stage` [`ChangeStage`] | teacher | 204: what the projector shows, and whether screens are frozen |
//! | `GET /api/classes/{id}/stage` | teacher, projector, pupils while it is on their screens | [`OnStage`]: beats of what is shown |
//! | `POST /api/classes/{id}/league/check` [`Golem`] | teacher, pupils | [`Sparring`]: whether it is allowed, and how it does against the sample golems |
//! | `POST /api/classes/{id}/league/spar` [`Spar`] | teacher, pupils | [`Bout`]: one duel with a sample golem |
//! | `POST /api/classes/{id}/league/golem` [`Golem`] | pupils | 204: enters it, in place of the one before |
//! | `DELETE /api/classes/{id}/league/golem` | pupils | 204 |
//! | `PUT /api/classes/{id}/league` [`ChangeLeague`] | teacher | 204: opens and closes it, chooses the board |
//! | `POST /api/classes/{id}/league/rounds` | teacher | 201 [`RoundId`]: everybody plays everybody |
//! | `GET /api/classes/{id}/league/rounds/{round}` | teacher | [`Round`] |
//! | `GET /api/classes/{id}/league/rounds/{round}/bouts/{red}/{blue}` | teacher | [`Bout`] |
//! | `GET /api/classes/{id}/league/rounds/{round}/files` | teacher | [`Files`]: for `golemry duel league` |
//! | `GET /api/classes/{id}/league/rounds/{round}/files.tar` | teacher | the same as an archive |
//! | `/api/classes/{id}/sockets/teacher` | teacher | [`TeacherView`] |
//! | `/api/classes/{id}/sockets/pupil` | pupils | [`PupilView`] |
//! | `/api/classes/{id}/sockets/projector` | teacher, projector | [`ProjectorView`] |
//!
//! The sockets send the whole view first and then merge patches, so everything in a view that changes by itself is keyed by an id. What is
//! `None` is left out of replies and views.

mod league;
mod people;
mod stage;
mod tasks;
mod views;

pub use league::{
    Bout, ChangeLeague, EnteredGolem, Files, Golem, Interest, InterestingBout, PublicGolem, PublicStanding,
    Round, RoundBrief, RoundEntrant, RoundId, Spar, Sparring, SparringPartner, Standing,
};
pub use people::{
    Change, ChangePupil, Code, Deleted, Enter, Found, Join, Joined, Language, Link, LinkFor, NewClass,
    NewLink, Opened, Return, Role, Words,
};
pub use stage::{ChangeStage, OnStage, Shown, Stage, TaskProgress, ToShow};
pub use tasks::{
    Assignment, AssignmentId, AttemptRow, AttemptRun, Attempts, ChangeAssignment, Checked, Failed,
    NewAssignment, Outcome, PuzzleResult, Source, Task, TaskBrief, TaskRow, Tried, WrongProgram,
};
pub use views::{
    OwnStanding, ProjectorLeague, ProjectorView, PupilLeague, PupilRow, PupilView, Stuck, StuckWhy,
    TeacherLeague, TeacherView,
};
