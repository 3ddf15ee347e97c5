use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::history::History;
use crate::plan::Format;
use crate::player::PlayerId;
use crate::points::Points;

/// Why a table was made, as things stood then.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// The points by chair.
    pub points: Vec<Points>,
    /// How often each chair's player had had the first chair before.
    pub first: Vec<u8>,
    /// The pairs that had met.
    pub met: Vec<Met>,
    /// What is wrong with the table.
    pub cost: Cost,
}

/// Two chairs whose players had met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Met {
    /// One of them.
    pub chair: u8,
    /// The other.
    pub other: u8,
    /// How often.
    pub times: u8,
}

impl Why {
    pub(crate) fn new(chairs: &[PlayerId], history: &History) -> Why {
        let mut met = Vec::new();
        for (other, player) in chairs.iter().enumerate() {
            for (chair, before) in chairs[..other].iter().enumerate() {
                let times = history.met(*player, *before);
                if times > 0 {
                    met.push(Met { chair: chair as u8, other: other as u8, times });
                }
            }
        }
        Why {
            points: chairs.iter().map(|player| history.points(*player)).collect(),
            first: chairs.iter().map(|player| history.times(*player, 0)).collect(),
            met,
            cost: history.cost_of_meeting(chairs) + history.cost_of_chairs(chairs),
        }
    }

    /// A sentence for people, with their names by chair.
    pub(crate) fn sentence(&self, format: Format, names: &[&str]) -> String {
        let first = names.first().copied().unwrap_or_default();
        match format {
            Format::RoundRobin => {
                format!("{}: everybody meets everybody; {}", listed(names), self.of_chairs(names))
            }
            Format::KnockOut => {
                let second = names.get(1).copied().unwrap_or_default();
                format!(
                    "{}: neighbours in the bracket; {first} has the first chair, and {second} goes on after a draw",
                    listed(names)
                )
            }
            Format::Swiss | Format::Rotation => {
                format!("{}, {}; {}", self.of_points(names), self.of_meetings(names), self.of_chairs(names))
            }
        }
    }

    /// `Ada and Ben: both 2 points`, or `Ada (2 points) and Ben (1½)`
    fn of_points(&self, names: &[&str]) -> String {
        let equal = self.points.windows(2).all(|pair| pair[0] == pair[1]);
        match self.points.first() {
            Some(points) if equal => {
                let all = if names.len() == 2 { "both" } else { "all" };
                format!("{}: {all} {}", listed(names), in_words(*points))
            }
            _ => {
                let each: Vec<String> = names
                    .iter()
                    .zip(&self.points)
                    .map(|(name, points)| format!("{name} ({})", in_words(*points)))
                    .collect();
                listed(&each.iter().map(String::as_str).collect::<Vec<_>>())
            }
        }
    }

    fn of_meetings(&self, names: &[&str]) -> String {
        if self.met.is_empty() {
            return if names.len() == 2 { "never met" } else { "no two of them have met" }.to_owned();
        }
        let pair = |met: &Met| {
            let name = |chair: u8| names.get(usize::from(chair)).copied().unwrap_or_default();
            let who = if names.len() == 2 {
                String::new()
            } else {
                format!("{} and {} ", name(met.chair), name(met.other))
            };
            format!("{who}met {}", times(met.times))
        };
        let unavoidable = "fewer rematches were not possible in this round";
        // A search does not prove what cannot be avoided.
        let why = if names.len() == 2 { unavoidable } else { "the search found no better tables" };
        format!("{} ({why})", self.met.iter().map(pair).collect::<Vec<_>>().join(", "))
    }

    /// `Ada has the first chair for the 2nd time, Ben has had it 3 times`
    fn of_chairs(&self, names: &[&str]) -> String {
        let (Some(name), Some(had)) = (names.first(), self.first.first()) else { return String::new() };
        let mut text = format!("{name} has the first chair for the {} time", ordinal(had.saturating_add(1)));
        if let ([_, other], [_, had]) = (names, &self.first[..]) {
            let had =
                if *had == 0 { "has not had it".to_owned() } else { format!("has had it {}", times(*had)) };
            text += &format!(", {other} {had}");
        }
        text
    }
}

/// `Ada, Ben and Cleo`
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}

/// `2 points`
pub(crate) fn in_words(points: Points) -> String {
    let one = points == Points::ONE || points == Points::halves(1);
    format!("{points} {}", if one { "point" } else { "points" })
}

/// `once`, `twice`, `3 times`
fn times(times: u8) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => format!("{times} times"),
    }
}

/// `1st`, `2nd`, `3rd`, `4th`
fn ordinal(number: u8) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_for_each_case() {
        let why = Why { points: vec![Points::halves(4); 2], first: vec![1, 3], ..Why::default() };
        assert_eq!(
            why.sentence(Format::Swiss, &["Ben", "Ada"]),
            "Ben and Ada: both 2 points, never met; Ben has the first chair for the 2nd time, Ada has had it 3 times"
        );
        let why = Why {
            points: vec![Points::halves(3), Points::ONE],
            first: vec![0, 0],
            met: vec![Met { chair: 0, other: 1, times: 1 }],
            cost: Cost::default(),
        };
        assert_eq!(
            why.sentence(Format::Swiss, &["Ada", "Ben"]),
            "Ada (1½ points) and Ben (1 point), met once (fewer rematches were not possible in this round); Ada has the first chair for the 1st time, Ben has not had it"
        );
        let why = Why {
            points: vec![Points::ZERO; 3],
            first: vec![0; 3],
            met: vec![Met { chair: 0, other: 2, times: 2 }],
            cost: Cost::default(),
        };
        assert_eq!(
            why.sentence(Format::Rotation, &["Ada", "Ben", "Cleo"]),
            "Ada, Ben and Cleo: all 0 points, Ada and Cleo met twice (the search found no better tables); Ada has the first chair for the 1st time"
        );
    }
}
