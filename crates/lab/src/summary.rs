use std::collections::BTreeMap;

use golemry_core::{OptionValue, Seed};
use golemry_table::Played;
use serde::Serialize;

use crate::crew::Deal;
use crate::measure::{together, win_shares};
use crate::statistics::{Adjusted, Adjusting, Interval, Mean, Share, Spread};
use crate::trial::Trial;

/// The statistics of one table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The game's id.
    pub game: &'static str,
    /// The name people say.
    pub name: &'static str,
    /// The variant.
    pub variant: &'static str,
    /// The number of seats.
    pub seats: u8,
    /// Every option that has a value.
    pub options: BTreeMap<&'static str, OptionValue>,
    /// The bots on the chairs, before any rotation.
    pub bots: String,
    /// How many seatings each deal was played in.
    pub seatings: usize,
    /// The seed from which the seeds of the deals are derived.
    pub seed: Seed,
    /// How many games were asked for.
    pub asked: u64,
    /// How many were played: more if the last deal was completed, fewer if the run was stopped.
    pub games: u64,
    /// Whether the run was stopped early.
    pub interrupted: bool,
    /// Matches that one seat won alone.
    pub won: Share,
    /// Matches in which several seats share the most points: draws, and wins of more than one.
    pub drawn: Share,
    /// Matches that everybody lost.
    pub joint_losses: Share,
    /// Matches that a limit ended.
    pub cut_short: Share,
    /// How each seat did.
    pub by_seat: Vec<Chair>,
    /// How each place in the order of play did, the first to decide first; empty if all decide at once.
    pub by_turn: Vec<Chair>,
    /// How each bot did, if there were several.
    pub by_bot: Vec<BotResult>,
    /// The turns of a match.
    pub turns: Spread,
    /// The decisions of a match.
    pub decisions: Spread,
    /// The number of legal actions at a decision, counted up to 1000 at one decision in sixteen.
    pub branching: Spread,
    /// The changes of the lead in a match.
    pub lead_changes: Spread,
    /// The moments that the rules name, and how often they came up.
    pub moments: Vec<MomentResult>,
    /// The figures that the game keeps.
    pub figures: Vec<FigureResult>,
    /// Matches worth a look.
    pub notable: Vec<Notable>,
}

/// How a seat, or a place in the order of play, did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chair {
    /// The number of the seat, or of the place from 1.
    pub number: u8,
    /// Matches it won alone.
    pub wins: Share,
    /// Its part of all wins; shared ones are split.
    pub share: f64,
    /// Its mean score.
    pub score: f64,
}

/// How a bot did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BotResult {
    /// The bot.
    pub bot: String,
    /// How many chairs it had in a match.
    pub chairs: usize,
    /// Its part of the wins; draws and joint losses are split.
    pub share: f64,
    /// The 95 % interval of that, from deal to deal.
    pub interval: Interval,
    /// Its part if all bots were alike.
    pub fair: f64,
    /// Its part without luck, if a judge was there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<Adjusted>,
}

/// How often a moment came up.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MomentResult {
    /// The clause.
    pub clause: &'static str,
    /// What happens.
    pub what: &'static str,
    /// In how many matches it happened at all.
    pub matches: Share,
    /// How often it happened in a match, on average.
    pub per_match: f64,
}

/// A figure over all matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FigureResult {
    /// Its name in files.
    pub name: &'static str,
    /// What it counts.
    pub what: &'static str,
    /// Its values in the matches to which it applies.
    pub values: Spread,
}

/// A match worth a look.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Notable {
    /// What is special about it.
    pub what: &'static str,
    /// The number that makes it special.
    pub value: u32,
    /// Its seed.
    pub seed: Seed,
    /// The command that plays it again.
    pub replay: String,
}

/// Statistics in the making, deal by deal.
pub struct Tally<'a> {
    trial: &'a Trial,
    games: u64,
    drawn: u64,
    joint_losses: u64,
    cut_short: u64,
    by_seat: Vec<Line>,
    by_turn: Vec<Line>,
    /// Matches that one seat began.
    begun: u64,
    by_bot: Vec<(Mean, Adjusting)>,
    turns: Spread,
    decisions: Spread,
    branching: Spread,
    lead_changes: Spread,
    moments: Vec<(u64, u64)>,
    figures: Vec<Spread>,
    notable: [Option<(u32, Seed, usize)>; 3],
}

#[derive(Clone, Default)]
struct Line {
    wins: u64,
    share: f64,
    score: i64,
}

const NOTABLE: [&str; 3] = ["longest", "shortest", "most changes of the lead"];

impl<'a> Tally<'a> {
    /// Nothing counted yet.
    pub fn new(trial: &'a Trial) -> Tally<'a> {
        let seats = usize::from(trial.contest.seats());
        Tally {
            trial,
            games: 0,
            drawn: 0,
            joint_losses: 0,
            cut_short: 0,
            by_seat: vec![Line::default(); seats],
            by_turn: vec![Line::default(); seats],
            begun: 0,
            by_bot: vec![<(Mean, Adjusting)>::default(); trial.bots.len()],
            turns: Spread::default(),
            decisions: Spread::default(),
            branching: Spread::default(),
            lead_changes: Spread::default(),
            moments: vec![(0, 0); trial.contest.moments().len()],
            figures: vec![Spread::default(); trial.contest.figures().len()],
            notable: [None; 3],
        }
    }

    /// Counts the matches of a deal that were played at trial number `trial` of it.
    pub fn add(&mut self, deal: &Deal, trial: usize) {
        let matches = &deal.played[trial];
        let mut sums = vec![(0.0, 0.0); self.by_bot.len()];
        for (number, (played, seating)) in matches.iter().zip(&self.trial.seatings).enumerate() {
            self.add_match(played);
            for (bot, sums) in sums.iter_mut().enumerate() {
                let (share, luck) = together(played, seating, bot);
                *sums = (sums.0 + share, sums.1 + luck);
            }
            let key = [played.turns, u32::MAX - played.turns, played.lead_changes];
            for (notable, value) in self.notable.iter_mut().zip(key) {
                // Ties keep the first one.
                if notable.is_none_or(|(most, ..)| value > most) {
                    *notable = Some((value, deal.seed, number));
                }
            }
        }
        let count = matches.len() as f64;
        for ((plain, adjusting), (share, luck)) in self.by_bot.iter_mut().zip(sums) {
            plain.add(share / count);
            if self.trial.judge.is_some() {
                adjusting.add(share / count, luck / count);
            }
        }
    }

    fn add_match(&mut self, played: &Played) {
        let seats = played.scores.len();
        let winners = played.winners;
        self.games += 1;
        self.drawn += u64::from(winners.len() > 1);
        self.joint_losses += u64::from(winners.is_empty());
        self.cut_short += u64::from(played.cut_short);
        self.begun += u64::from(played.first.is_some());
        for (seat, share) in win_shares(played).into_iter().enumerate() {
            let turn = played.first.map(|first| (seat + seats - first.index()) % seats);
            let lines = [Some(&mut self.by_seat[seat]), turn.map(|turn| &mut self.by_turn[turn])];
            for line in lines.into_iter().flatten() {
                line.wins += u64::from(share == 1.0);
                line.share += share;
                line.score += i64::from(played.scores[seat]);
            }
        }
        self.turns.add(i64::from(played.turns));
        self.decisions.add(i64::from(played.decisions));
        self.lead_changes.add(i64::from(played.lead_changes));
        played.branching.iter().for_each(|&count| self.branching.add(i64::from(count)));
        for ((matches, total), &count) in self.moments.iter_mut().zip(&played.moments) {
            *matches += u64::from(count > 0);
            *total += u64::from(count);
        }
        for (values, figure) in self.figures.iter_mut().zip(&played.figures) {
            figure.iter().for_each(|&value| values.add(i64::from(value)));
        }
    }

    /// The statistics of a run that was started with `seed` and asked for `asked` games.
    pub fn summary(self, seed: Seed, asked: u64) -> Summary {
        let Tally { trial, games, .. } = self;
        let contest = &trial.contest;
        let options = contest.options();
        let share = |count| Share::new(count, games);
        let chairs = |lines: &[Line], first: u8, games: u64| -> Vec<Chair> {
            let part = |sum: f64| if games == 0 { 0.0 } else { sum / games as f64 };
            let chair = |(number, line): (u8, &Line)| Chair {
                number,
                wins: Share::new(line.wins, games),
                share: part(line.share),
                score: part(line.score as f64),
            };
            (first..).zip(lines).map(chair).collect()
        };
        let by_bot =
            self.by_bot.iter().zip(&trial.bots).enumerate().map(|(number, ((mean, adjusting), bot))| {
                let chairs = trial.seatings[0].iter().filter(|&&sits| sits == number).count();
                let fair = chairs as f64 / f64::from(options.seats);
                let adjusted = trial.judge.map(|_| adjusting.adjusted());
                let (share, interval) = (mean.mean(), mean.interval());
                BotResult { bot: bot.to_string(), chairs, share, interval, fair, adjusted }
            });
        let moments =
            contest.moments().iter().zip(&self.moments).map(|(moment, &(matches, total))| MomentResult {
                clause: moment.clause,
                what: moment.what,
                matches: share(matches),
                per_match: if games == 0 { 0.0 } else { total as f64 / games as f64 },
            });
        let figures = contest.figures().iter().zip(&self.figures);
        let figures =
            figures.map(|(it, values)| FigureResult { name: it.name, what: it.what, values: values.clone() });
        let notable = NOTABLE.into_iter().zip(self.notable).filter_map(|(what, found)| {
            let (value, seed, seating) = found?;
            if what == NOTABLE[2] && value == 0 {
                return None;
            }
            let value = if what == NOTABLE[1] { u32::MAX - value } else { value };
            Some(Notable { what, value, seed, replay: trial.replay(seed, &trial.seatings[seating]) })
        });
        Summary {
            game: trial.about.id,
            name: trial.about.name,
            variant: options.variant,
            seats: options.seats,
            options: options.iter().map(|(name, value)| (name, value.clone())).collect(),
            bots: trial.bots_of(&trial.seatings[0]),
            seatings: trial.seatings.len(),
            seed,
            asked,
            games,
            interrupted: games < asked,
            won: share(games - self.drawn - self.joint_losses),
            drawn: share(self.drawn),
            joint_losses: share(self.joint_losses),
            cut_short: share(self.cut_short),
            by_seat: chairs(&self.by_seat, 0, games),
            by_turn: if self.begun == 0 { Vec::new() } else { chairs(&self.by_turn, 1, self.begun) },
            by_bot: if trial.bots.len() > 1 { by_bot.collect() } else { Vec::new() },
            moments: moments.collect(),
            figures: figures.collect(),
            notable: notable.collect(),
            turns: self.turns,
            decisions: self.decisions,
            branching: self.branching,
            lead_changes: self.lead_changes,
        }
    }
}
