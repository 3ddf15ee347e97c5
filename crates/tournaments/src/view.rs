//! What people see of a tournament.

use std::collections::BTreeMap;

use golemry_core::Seat;
use golemry_gather::{Format, GatherError, PlayerId, Points, RestReason, Round, Status};
use golemry_server::HouseChair;
use golemry_table::Level;

use crate::api::{
    Method, PlayerView, Problem, ProblemReason, RestReasonView, RestView, RoundView, Sheet, Stage,
    StandingView, TableView, TournamentView, WhyView, YourSeat,
};
use crate::entry::Sitter;
use crate::evening::Evening;

impl Evening {
    /// The tournament as a player sees it, or somebody who has not entered.
    pub(crate) fn view(&self, viewer: Option<&str>) -> TournamentView {
        let (opened, plan) = (&self.opened, self.tournament.plan());
        let stage = self.stage();
        let waits = matches!(stage, Stage::Entering | Stage::Between);
        let problem = self.tournament.check_next().err().filter(|_| waits);
        let you = viewer.and_then(|viewer| self.number_of(viewer));
        TournamentView {
            code: opened.code.clone(),
            name: opened.name.clone(),
            opened: self.since,
            game: opened.game.clone(),
            seats: plan.seats,
            variant: opened.variant.clone(),
            options: opened.options.clone(),
            format: plan.format,
            smaller: plan.smaller,
            duplicate: opened.duplicate,
            takeover_seconds: opened.takeover,
            pause_seconds: opened.pause,
            late: opened.late,
            tie_breaks: plan.format.tie_breaks().to_vec(),
            planned: self.tournament.planned_rounds().ok(),
            round: self.rounds.len() as u8,
            stage,
            next_at: self.next_at(),
            problem: problem.as_ref().map(problem_view),
            host: viewer == Some(&*opened.host),
            you: you.map(|you| you.0),
            seat: you.and_then(|you| self.seat_of(you)),
            players: self.players(),
            current: self.rounds.len().checked_sub(1).map(|last| self.round(last)),
            standings: self.standings(),
            results: self.results,
        }
    }

    /// All rounds, and who got what against whom.
    pub(crate) fn sheet(&self) -> Sheet {
        let cross = self.tournament.crosstable().into_iter().map(|(player, row)| {
            let values = |points: Vec<Points>| points.into_iter().map(Points::value).collect();
            (player.0, row.into_iter().map(|(other, points)| (other.0, values(points))).collect())
        });
        Sheet {
            cross: cross.collect(),
            rounds: (0..self.rounds.len()).map(|round| self.round(round)).collect(),
        }
    }

    fn stage(&self) -> Stage {
        if self.is_over() {
            Stage::Over
        } else if self.rounds.is_empty() {
            Stage::Entering
        } else if self.playing().is_some() {
            Stage::Playing
        } else {
            Stage::Between
        }
    }

    fn seat_of(&self, player: PlayerId) -> Option<YourSeat> {
        let (_, round, played) = self.playing().filter(|(_, _, played)| played.is_ready)?;
        let table = round.tables.iter().position(|table| table.chairs.contains(&player))?;
        let seat = round.tables[table].chairs.iter().position(|id| *id == player)?;
        Some(YourSeat {
            table: table + 1,
            seat: Seat::try_from(seat as u8).ok()?,
            match_id: played.tables[table].game.id.clone(),
        })
    }

    /// Whether somebody was at a table or rested in a round.
    fn was_paired(&self, player: PlayerId) -> bool {
        let in_round = |round: &Round| round.seat_of(player).is_some() || round.rest_of(player).is_some();
        self.tournament.rounds().iter().any(in_round)
    }

    fn is_shown(&self, player: PlayerId) -> bool {
        let known = &self.tournament.players()[player.index()];
        known.status != Status::Left || self.entrants[player.index()].removed || self.was_paired(player)
    }

    fn players(&self) -> BTreeMap<u16, PlayerView> {
        let all = self.tournament.players().iter().zip(&self.entrants).enumerate();
        let shown = all.filter(|(number, _)| self.is_shown(PlayerId(*number as u16)));
        let view =
            |(number, (player, entrant)): (usize, (&golemry_gather::Player, &crate::evening::Entrant))| {
                let (level, program) = match &entrant.sitter {
                    Sitter::Person { .. } => (None, None),
                    Sitter::Bot { level } => (Some(*level), None),
                    Sitter::Program { program, level } => (Some(*level), Some(program.clone())),
                };
                let view = PlayerView {
                    name: player.name.clone(),
                    kind: player.kind,
                    level,
                    program,
                    status: player.status,
                    removed: entrant.removed,
                    stand_in: self.stand_in(PlayerId(number as u16)),
                    missed: player.missed,
                    given: player.given.value(),
                };
                (number as u16, view)
            };
        shown.map(view).collect()
    }

    fn standings(&self) -> Vec<StandingView> {
        let standings = self.tournament.standings().into_iter();
        let shown = standings.filter(|standing| self.is_shown(standing.player));
        shown
            .map(|standing| StandingView {
                place: standing.place,
                player: standing.player.0,
                points: standing.points.value(),
                breaks: standing.breaks.into_iter().map(Points::value).collect(),
            })
            .collect()
    }

    fn round(&self, number: usize) -> RoundView {
        let (round, played) = (&self.tournament.rounds()[number], &self.rounds[number]);
        let over = self.is_round_over(number);
        let rests = round.rests.iter().map(|rest| {
            let (reason, absent) = match rest.why {
                RestReason::Bye => (RestReasonView::Bye, None),
                RestReason::Walkover(absent) => (RestReasonView::Walkover, Some(absent.0)),
                RestReason::Paused => (RestReasonView::Paused, None),
            };
            let text = self.tournament.explain_rest(rest);
            RestView { player: rest.player.0, reason, absent, text, points: rest.points.value() }
        });
        RoundView {
            round: number + 1,
            began: played.began,
            ready: played.is_ready,
            over,
            sealed: self.opened.duplicate && !over,
            tables: (0..round.tables.len()).map(|table| (table + 1, self.table(number, table))).collect(),
            rests: rests.collect(),
            cost: round.cost(),
            method: match self.tournament.plan().format {
                Format::RoundRobin | Format::KnockOut => Method::Fixed,
                Format::Swiss => Method::Exact,
                Format::Rotation => Method::Search,
            },
        }
    }

    fn table(&self, number: usize, place: usize) -> TableView {
        let table = &self.tournament.rounds()[number].tables[place];
        let played = &self.rounds[number].tables[place];
        let stand_in = |chair: &HouseChair| -> Option<Level> {
            match chair {
                HouseChair::Person { stand_in, .. } => *stand_in,
                HouseChair::Bot(_) | HouseChair::Program(..) => None,
            }
        };
        let points = |chair| table.points(self.tournament.plan().format, chair).map(Points::value);
        let why = &table.why;
        TableView {
            match_id: played.game.id.clone(),
            chairs: table.chairs.iter().map(|player| player.0).collect(),
            stand_ins: played.chairs.iter().map(stand_in).collect(),
            why: WhyView {
                text: self.tournament.explain(number, place).unwrap_or_default(),
                points: why.points.iter().map(|points| points.value()).collect(),
                first: why.first.clone(),
                met: why.met.clone(),
                cost: why.cost,
            },
            over: table.outcome.is_some(),
            places: match &table.outcome {
                Some(golemry_gather::Outcome::Places(places)) => Some(places.clone()),
                _ => None,
            },
            points: (0..table.chairs.len()).map(points).collect(),
            resigned: played.resigned.clone(),
            corrected: played.corrected,
        }
    }
}

fn problem_view(error: &GatherError) -> Problem {
    let text = error.to_string();
    let reason = match *error {
        GatherError::TooFew { players } => ProblemReason::TooFew { players },
        GatherError::Field { players, seats, smaller, fewer, more } => {
            ProblemReason::Field { players, seats, smaller, fewer, more }
        }
        GatherError::Rounds { players, rounds, fewest, most, .. } => {
            ProblemReason::Rounds { players, rounds, fewest, most }
        }
        _ => ProblemReason::Other {},
    };
    Problem { reason, text }
}
