use serde::{Deserialize, Serialize};

use crate::plan::Format;
use crate::player::{Player, PlayerId};
use crate::points::Points;
use crate::round::{Round, Table};

/// What decides between players with equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// The points of the opponents, without the lowest round. At a table of several it is the mean of the opponents, and a round without
    /// a table counts as one against a player with the same points as oneself.
    BuchholzCut1,
    /// The points of the opponents, each times one's own result against them; for a round without a table one's own points, times what it
    /// brought.
    SonnebornBerger,
    /// The results among those who are still equal, if they have all met.
    DirectEncounter,
    /// Tables won alone.
    Wins,
}

impl TieBreak {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            TieBreak::BuchholzCut1 => "Buchholz cut 1",
            TieBreak::SonnebornBerger => "Sonneborn–Berger",
            TieBreak::DirectEncounter => "direct encounter",
            TieBreak::Wins => "wins",
        }
    }
}

/// Where a player stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The place; those who share one have the same, and the places behind them are left out.
    pub place: usize,
    /// The player.
    pub player: PlayerId,
    /// The points.
    pub points: Points,
    /// The values of the format's [tie-breaks](Format::tie_breaks).
    pub breaks: Vec<Points>,
}

/// Everybody's place, the best first. Those who share a place stand in the order of their entry.
pub(crate) fn standings(format: Format, players: &[Player], rounds: &[Round]) -> Vec<Standing> {
    let sheets = Sheet::of_all(format, players, rounds);
    let points: Vec<Points> = sheets.iter().map(|sheet| sheet.points).collect();
    let mut groups = vec![(0..players.len()).collect::<Vec<_>>()];
    let mut breaks = vec![Vec::new(); players.len()];
    split(&mut groups, |_, player| points[player]);
    for tie_break in format.tie_breaks() {
        let value = |group: &[usize], player: usize| match tie_break {
            TieBreak::BuchholzCut1 => sheets[player].buchholz_cut_1(&points),
            TieBreak::SonnebornBerger => sheets[player].sonneborn_berger(&points),
            TieBreak::DirectEncounter => direct_encounter(&sheets, group, player),
            TieBreak::Wins => sheets[player].wins,
        };
        for group in &groups {
            for player in group {
                breaks[*player].push(value(group, *player));
            }
        }
        split(&mut groups, value);
    }
    let mut standings = Vec::new();
    for group in groups {
        let place = standings.len() + 1;
        standings.extend(group.into_iter().map(|player| Standing {
            place,
            player: PlayerId(player as u16),
            points: points[player],
            breaks: std::mem::take(&mut breaks[player]),
        }));
    }
    standings
}

/// Splits each group of equal players by a value, higher first.
fn split(groups: &mut Vec<Vec<usize>>, value: impl Fn(&[usize], usize) -> Points) {
    *groups = groups
        .iter()
        .flat_map(|group| {
            let mut valued: Vec<_> = group.iter().map(|player| (value(group, *player), *player)).collect();
            valued.sort_by_key(|(value, player)| (std::cmp::Reverse(*value), *player));
            let equal = valued.chunk_by(|one, other| one.0 == other.0);
            equal.map(|players| players.iter().map(|(_, player)| *player).collect()).collect::<Vec<_>>()
        })
        .collect();
}

/// What a player has done.
#[derive(Clone, Default)]
struct Sheet {
    points: Points,
    wins: Points,
    tables: Vec<Vec<Encounter>>,
    /// What each round without a table brought.
    unplayed: Vec<Points>,
}

/// What a player got out of meeting another at one table.
#[derive(Clone)]
struct Encounter {
    with: usize,
    /// A full point for doing better, half of one for the same place.
    result: Points,
}

impl Sheet {
    fn of_all(format: Format, players: &[Player], rounds: &[Round]) -> Vec<Sheet> {
        let mut sheets: Vec<Sheet> =
            players.iter().map(|player| Sheet { points: player.given, ..Sheet::default() }).collect();
        for (number, sheet) in sheets.iter_mut().enumerate() {
            // The points given for missed rounds came with the first of them.
            let missed = usize::from(players[number].missed);
            sheet
                .unplayed
                .extend((0..missed).map(|round| if round == 0 { sheet.points } else { Points::ZERO }));
        }
        for (number, round) in rounds.iter().enumerate() {
            let mut seated = vec![false; players.len()];
            for table in &round.tables {
                for (chair, player) in table.chairs.iter().enumerate() {
                    seated[player.index()] = true;
                    sheets[player.index()].add(format, table, chair);
                }
            }
            for rest in &round.rests {
                seated[rest.player.index()] = true;
                sheets[rest.player.index()].points += rest.points;
                sheets[rest.player.index()].unplayed.push(rest.points);
            }
            for (player, sheet) in sheets.iter_mut().enumerate() {
                if !seated[player] && number >= usize::from(players[player].missed) {
                    sheet.unplayed.push(Points::ZERO);
                }
            }
        }
        sheets
    }

    fn add(&mut self, format: Format, table: &Table, chair: usize) {
        let (Some(points), Some(outcome)) = (table.points(format, chair), &table.outcome) else { return };
        self.points += points;
        if outcome.won_alone(chair) {
            self.wins += Points::ONE;
        }
        let others = table.chairs.iter().enumerate().filter(|(other, _)| *other != chair);
        let met = others.map(|(other, player)| Encounter {
            with: player.index(),
            result: Points::halves(outcome.halves(chair, other)),
        });
        self.tables.push(met.collect());
    }

    fn buchholz_cut_1(&self, points: &[Points]) -> Points {
        let of_table =
            |met: &Vec<Encounter>| met.iter().map(|it| points[it.with]).sum::<Points>().among(met.len());
        let unplayed = self.unplayed.iter().map(|_| self.points);
        let rounds: Vec<Points> = self.tables.iter().map(of_table).chain(unplayed).collect();
        let lowest = rounds.iter().min().copied().unwrap_or_default();
        rounds.into_iter().sum::<Points>() - lowest
    }

    fn sonneborn_berger(&self, points: &[Points]) -> Points {
        let of_table = |met: &Vec<Encounter>| {
            met.iter().map(|it| points[it.with].times(it.result)).sum::<Points>().among(met.len())
        };
        let unplayed = self.unplayed.iter().map(|brought| self.points.times(*brought));
        self.tables.iter().map(of_table).chain(unplayed).sum()
    }
}

/// What a player got out of meeting the others of a group, if all of them have met.
fn direct_encounter(sheets: &[Sheet], group: &[usize], player: usize) -> Points {
    let met = |one: usize, other: usize| sheets[one].tables.iter().flatten().any(|it| it.with == other);
    let all_met = group.iter().all(|one| group.iter().all(|other| one == other || met(*one, *other)));
    if !all_met {
        return Points::ZERO;
    }
    let encounters = sheets[player].tables.iter().flatten();
    encounters.filter(|it| group.contains(&it.with)).map(|it| it.result).sum()
}
