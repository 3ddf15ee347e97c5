//! A round of the league: everybody plays everybody, twice.

use golemry_core::{ConfigError, MaterialSource, Settings};
use golemry_lab::statistics::{bradley_terry, bradley_terry_errors};
use golemry_workshop::league::{Bout, Entrant, League};
use golemry_workshop::shelf;

use crate::api::{Interest, InterestingBout, Standing};

/// The result of a round. It follows from the entrants and the settings alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    /// The first first.
    pub table: Vec<Standing>,
    /// See [`Round::cross`](crate::api::Round::cross).
    pub cross: Vec<String>,
    /// At most [`WORTH`] of each kind.
    pub interesting: Vec<InterestingBout>,
}

/// How many duels of each kind are worth a look.
pub const WORTH: usize = 3;

/// The board without walls.
pub const OPEN: &str = "open";

/// The settings of a league on one of its boards: `open`, or one of the shelf.
pub fn settings(board: &str) -> Option<Settings> {
    let settings = League::settings();
    if board == OPEN {
        return Some(settings);
    }
    let text = shelf::board(board)?.text.to_owned();
    Some(Settings { material: Some(MaterialSource::Toml(text)), ..settings })
}

/// Plays a round.
pub fn play_round(entrants: Vec<Entrant>, settings: Settings) -> Result<Outcomes, ConfigError> {
    let league = League::play(entrants, settings)?;
    let table = table(&league);
    let interesting = interesting(&league, &table);
    Ok(Outcomes { cross: cross(&league), interesting, table })
}

/// The league's own table, with strengths beside the points.
fn table(league: &League) -> Vec<Standing> {
    let count = league.entrants.len();
    let mut wins = vec![vec![0.0; count]; count];
    for Bout { seats: [red, blue], points, .. } in &league.bouts {
        wins[*red][*blue] += f64::from(points[0]) / 2.0;
        wins[*blue][*red] += f64::from(points[1]) / 2.0;
    }
    let strengths = bradley_terry(&wins);
    let errors = bradley_terry_errors(&wins, &strengths);
    let elo = |natural: f64| (400.0 / std::f64::consts::LN_10 * natural).round() as i32;
    let line = |standing: &golemry_workshop::league::Standing| {
        let golemry_workshop::league::Standing { entrant, won, drawn, lost, points, lives } = *standing;
        let (strength, error) = (strengths[entrant], 1.96 * errors[entrant]);
        let [low, high] = [strength - error, strength + error].map(elo);
        let strength = elo(strength);
        Standing { entrant: entrant as u16, won, drawn, lost, points, lives, strength, low, high }
    };
    league.table.iter().map(line).collect()
}

fn cross(league: &League) -> Vec<String> {
    let count = league.entrants.len();
    let mut rows = vec![vec!['-'; count]; count];
    for Bout { seats: [red, blue], points, .. } in &league.bouts {
        rows[*red][*blue] = match points[0] {
            2 => 'w',
            1 => 'd',
            _ => 'l',
        };
    }
    rows.into_iter().map(String::from_iter).collect()
}

/// The duels worth a look, of which there are three kinds: upsets, the largest difference of strength first; close ones, in which both lost
/// lives and the winner had one left, the longest first; and the longest of all that somebody won.
fn interesting(league: &League, table: &[Standing]) -> Vec<InterestingBout> {
    let mut strengths = vec![0; league.entrants.len()];
    table.iter().for_each(|line| strengths[usize::from(line.entrant)] = line.strength);
    let lost = |bout: &Bout| usize::from(bout.points[0] == 2);
    let lead = |bout: &Bout| {
        let (lost, won) = (bout.seats[lost(bout)], bout.seats[1 - lost(bout)]);
        strengths[lost] - strengths[won]
    };
    let decided: Vec<&Bout> = league.bouts.iter().filter(|bout| bout.points != [1, 1]).collect();
    let full = league.bouts.iter().flat_map(|bout| bout.lives).max().unwrap_or(0);
    let is_close = |bout: &&&Bout| {
        let lives = bout.lives;
        lives[0] < full && lives[1] < full && lives[1 - lost(bout)] == 1
    };
    let mut shown: Vec<InterestingBout> = Vec::new();
    let mut add = |why: Interest, mut bouts: Vec<&Bout>, by: &dyn Fn(&Bout) -> i64| {
        // Stable: of equal ones the first that was played.
        bouts.sort_by_key(|bout| std::cmp::Reverse(by(bout)));
        for bout in bouts {
            let ([red, blue], rounds) = (bout.seats.map(|seat| seat as u16), bout.rounds);
            let pair =
                |it: &InterestingBout| [it.red, it.blue] == [red, blue] || [it.blue, it.red] == [red, blue];
            if shown.iter().filter(|it| it.why == why).count() < WORTH && !shown.iter().any(pair) {
                shown.push(InterestingBout {
                    red,
                    blue,
                    why,
                    points: bout.points[0],
                    lives: bout.lives,
                    rounds,
                });
            }
        }
    };
    let upsets = decided.iter().filter(|bout| lead(bout) > 0).copied().collect();
    add(Interest::Upset, upsets, &|bout| lead(bout).into());
    add(Interest::Close, decided.iter().filter(is_close).copied().collect(), &|bout| bout.rounds.into());
    add(Interest::Late, decided.clone(), &|bout| bout.rounds.into());
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Entrant> {
        shelf::GOLEMS.iter().map(shelf::Entry::golem).collect()
    }

    #[test]
    fn a_round_is_the_same_every_time_and_on_every_board() {
        for board in ["open", "pit", "yard", "race"] {
            let round = play_round(samples(), settings(board).unwrap()).unwrap();
            assert_eq!(round, play_round(samples(), settings(board).unwrap()).unwrap());
            let league = League::play(samples(), settings(board).unwrap()).unwrap();
            let places = |table: Vec<(usize, i32)>| table;
            assert_eq!(
                places(round.table.iter().map(|line| (line.entrant.into(), line.points)).collect()),
                places(league.table.iter().map(|line| (line.entrant, line.points)).collect())
            );
            // Strengths go with the points, have a mean of 0 and lie in their interval.
            let sum: i32 = round.table.iter().map(|line| line.strength).sum();
            assert!(sum.abs() <= 12, "{board} {sum}");
            assert!(round.table.is_sorted_by(|a, b| a.points > b.points || a.strength >= b.strength - 1));
            assert!(round.table.iter().all(|line| line.low < line.strength && line.strength < line.high));
        }
    }

    #[test]
    fn the_crosstable_adds_up_to_the_table() {
        let round = play_round(samples(), settings("pit").unwrap()).unwrap();
        for line in &round.table {
            let me = usize::from(line.entrant);
            let as_red = round.cross[me].chars().map(|it| i32::from(it == 'd') + 2 * i32::from(it == 'w'));
            let as_blue = round.cross.iter().map(|row| {
                let it = row.as_bytes()[me];
                i32::from(it == b'd') + 2 * i32::from(it == b'l')
            });
            assert_eq!(as_red.sum::<i32>() + as_blue.sum::<i32>(), line.points);
        }
    }

    #[test]
    fn duels_worth_a_look_are_what_they_are_called() {
        let round = play_round(samples(), settings("open").unwrap()).unwrap();
        let strength = |number: u16| round.table.iter().find(|line| line.entrant == number).unwrap().strength;
        assert!(!round.interesting.is_empty());
        for bout in &round.interesting {
            let (won, lost) = if bout.points == 2 { (bout.red, bout.blue) } else { (bout.blue, bout.red) };
            assert_ne!(bout.points, 1);
            match bout.why {
                Interest::Upset => assert!(strength(won) < strength(lost)),
                Interest::Close => assert_eq!(bout.lives[usize::from(bout.points != 2)], 1),
                Interest::Late => assert!(bout.rounds > 1),
            }
        }
    }
}
