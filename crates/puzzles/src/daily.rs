use golemry_duel::library;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A day, counted from 1970 in UTC: the puzzle of the day changes for everybody at the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(transparent)]
pub struct Day(#[cfg_attr(feature = "typescript", ts(type = "number"))] pub i64);

impl Day {
    /// The day of a time in milliseconds since 1970.
    pub fn at(milliseconds: i64) -> Day {
        Day(milliseconds.div_euclid(24 * 60 * 60 * 1000))
    }

    /// The day before.
    pub fn before(self) -> Day {
        Day(self.0.saturating_sub(1))
    }

    /// The name of its puzzle: the next one each day, so that none comes twice before all were there.
    pub fn puzzle(self) -> &'static str {
        let count = library::PUZZLES.len() as i64;
        library::PUZZLES[self.0.rem_euclid(count) as usize].name
    }

    /// How a player with this streak stands on this day. A streak that was broken is worth nothing.
    pub fn standing(self, streak: Option<Streak>) -> Daily {
        let kept = streak.filter(|streak| streak.day >= self.before());
        Daily {
            id: self.puzzle(),
            day: self,
            solved: kept.is_some_and(|streak| streak.day >= self),
            streak: kept.map_or(0, |streak| streak.days),
        }
    }
}

/// On how many days in a row a player has solved the puzzle of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streak {
    /// The last of these days.
    pub day: Day,
    /// How many there are.
    pub days: u32,
}

impl Streak {
    /// The streak of a player who has solved the puzzle of `day`, given the one they had. An earlier day changes nothing.
    pub fn with(day: Day, had: Option<Streak>) -> Streak {
        match had {
            Some(had) if had.day >= day => had,
            Some(had) if had.day == day.before() => Streak { day, days: had.days.saturating_add(1) },
            _ => Streak { day, days: 1 },
        }
    }
}

/// The puzzle of the day, and how the requester stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Daily {
    /// The name of the puzzle.
    pub id: &'static str,
    /// The day, counted from 1970 in UTC.
    pub day: Day,
    /// Whether the requester has solved it on this day.
    pub solved: bool,
    /// On how many days in a row, up to this one or the one before.
    pub streak: u32,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_streak_counts_days_in_a_row() {
        let standing = |day, streak| {
            let Daily { solved, streak, .. } = Day(day).standing(streak);
            (streak, solved)
        };
        assert_eq!(standing(100, None), (0, false));
        let two = [100, 100, 101].into_iter().fold(None, |had, day| Some(Streak::with(Day(day), had)));
        assert_eq!(
            [101, 102, 103].map(|day| standing(day, two)),
            [(2, true), (2, false), (0, false)],
            "a day was missed"
        );
        let again = Some(Streak::with(Day(103), two));
        assert_eq!(standing(103, again), (1, true));
        assert_eq!(Some(Streak::with(Day(102), again)), again, "a clock that is behind changes nothing");
    }

    #[test]
    fn a_day_begins_at_midnight() {
        assert_eq!([-1, 0, 86_399_999, 86_400_000].map(Day::at), [Day(-1), Day(0), Day(0), Day(1)]);
    }

    #[test]
    fn no_puzzle_comes_twice_before_all_were_there() {
        let all: BTreeSet<_> = (0..40).map(|day| Day(day).puzzle()).collect();
        assert_eq!((all.len(), Day(40).puzzle()), (40, Day(0).puzzle()));
    }
}
