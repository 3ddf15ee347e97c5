use golemry_core::{About, Seed};
use golemry_gather::{Format, Kind, Outcome, Plan, Standing, Tournament};
use golemry_table::{Entry, Played, Seated};
use serde::Serialize;

use crate::crew::Crew;
use crate::error::LabError;
use crate::seeds::seed_of_deal;
use crate::trial::{Setup, Trial};

/// A bot or program under the name with which it enters.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// The name.
    pub name: String,
    /// Who plays.
    pub player: Seated,
}

/// A tournament between bots and programs, checked before anything is played.
pub struct Tourney {
    about: &'static About,
    tournament: Tournament,
    bots: Vec<String>,
    /// A table of each size; the player with number *n* is bot *n* there.
    trials: Vec<Trial>,
    duplicate: bool,
}

/// A tournament that was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TourneyResult {
    /// The game's id.
    pub game: &'static str,
    /// The variant.
    pub variant: &'static str,
    /// Who played under each name, by the number of the player.
    pub bots: Vec<String>,
    /// Whether all tables of a round had the same deal.
    pub duplicate: bool,
    /// Who met whom, and why, and how it ended. If it was stopped, the rounds that were finished.
    pub tournament: Tournament,
    /// What was played in each round, and where everybody stood after it.
    pub rounds: Vec<RoundResult>,
}

/// A round that was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundResult {
    /// The matches, by table.
    pub matches: Vec<MatchResult>,
    /// Where everybody stood afterwards.
    pub standings: Vec<Standing>,
}

/// A match of a round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchResult {
    /// Its seed.
    pub seed: Seed,
    /// The scores by chair.
    pub scores: Vec<i32>,
    /// The command that plays it again.
    pub replay: String,
}

impl Tourney {
    /// A tournament at a game's tables. All tables of a round have the same deal if it is `duplicate`: the same shuffles and rolls, as far as
    /// the matches ask for the same ones. A rotation has tables with one seat fewer, if the game has.
    pub fn new(
        entry: &dyn Entry,
        setup: &Setup,
        entrants: &[Entrant],
        plan: &Plan,
        duplicate: bool,
    ) -> Result<Tourney, LabError> {
        let players: Vec<Seated> = entrants.iter().map(|entrant| entrant.player.clone()).collect();
        let mut setup = setup.clone();
        setup.settings.seats = Some(plan.seats);
        Tournament::new(plan.clone())?;
        let full = Trial::seated(entry, &setup, &players, Vec::new())?;
        // The smaller tables play the same variant.
        setup.settings.variant = Some(full.contest.options().variant.into());
        setup.settings.seats = Some(plan.seats - 1);
        let small = if plan.smaller { Trial::seated(entry, &setup, &players, Vec::new()).ok() } else { None };
        let mut tournament = Tournament::new(Plan { smaller: small.is_some(), ..plan.clone() })?;
        let trials = std::iter::once(full).chain(small).collect();
        for entrant in entrants {
            tournament.enter(&entrant.name, Kind::Bot)?;
        }
        tournament.planned_rounds()?;
        let bots = players.iter().map(ToString::to_string).collect();
        Ok(Tourney { about: entry.about(), tournament, bots, trials, duplicate })
    }

    /// How many matches it has.
    pub fn games(&self) -> Result<u64, LabError> {
        let (players, plan) = (self.bots.len(), self.tournament.plan());
        let rounds = usize::from(self.tournament.planned_rounds()?);
        let games = match plan.format {
            Format::KnockOut => players - 1,
            Format::RoundRobin | Format::Swiss => rounds * (players / 2),
            Format::Rotation => rounds * players.div_ceil(plan.seats.into()),
        };
        Ok(games as u64)
    }

    /// Plays it, as many tables at a time as the crew has threads. Results do not depend on how many these are.
    pub fn play(self, crew: &Crew) -> Result<TourneyResult, LabError> {
        let Tourney { about, mut tournament, bots, trials, duplicate } = self;
        let mut rounds = Vec::new();
        while !tournament.is_over() {
            let number = rounds.len();
            let mut next = tournament.clone();
            let tables = next.pair()?.tables.clone();
            let games: Vec<(&Trial, Seed, Vec<usize>)> = tables
                .iter()
                .enumerate()
                .map(|(place, table)| {
                    let seats = table.chairs.len();
                    let fits = |trial: &&Trial| usize::from(trial.contest.seats()) == seats;
                    let trial = trials.iter().find(fits).unwrap_or(&trials[0]);
                    let round = seed_of_deal(next.plan().seed, number as u64);
                    let seed = if duplicate { round } else { seed_of_deal(round, place as u64) };
                    (trial, seed, table.chairs.iter().map(|player| player.index()).collect())
                })
                .collect();
            // A round that was stopped does not count.
            let Some(played) = crew.play_each(&games)? else { break };
            for (table, played) in played.iter().enumerate() {
                next.report(number, table, outcome(played))?;
            }
            tournament = next;
            let matches = games.iter().zip(played).map(|((trial, seed, seating), played)| MatchResult {
                seed: *seed,
                scores: played.scores,
                replay: trial.replay(*seed, seating),
            });
            rounds.push(RoundResult { matches: matches.collect(), standings: tournament.standings() });
        }
        let variant = trials[0].contest.options().variant;
        Ok(TourneyResult { game: about.id, variant, bots, duplicate, tournament, rounds })
    }
}

/// How a match ended for a tournament: a joint loss brings nobody anything.
fn outcome(played: &Played) -> Outcome {
    if played.winners.is_empty() { Outcome::JointLoss } else { Outcome::from_scores(&played.scores) }
}
