use serde::{Deserialize, Serialize};

use crate::error::GatherError;
use crate::points::Points;

/// How a table ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The place of each chair: 1 plus the number of those who did better. Those who share a place have the same number.
    Places(Vec<u8>),
    /// Everybody lost.
    JointLoss,
}

impl Outcome {
    /// The places that these scores lead to, by chair. Higher is better.
    pub fn from_scores(scores: &[i32]) -> Outcome {
        let better = |score: &i32| scores.iter().filter(|other| *other > score).count();
        Outcome::Places(scores.iter().map(|score| 1 + better(score) as u8).collect())
    }

    /// Refuses places that a table of so many cannot have.
    pub(crate) fn check(&self, seats: usize) -> Result<(), GatherError> {
        let Outcome::Places(places) = self else { return Ok(()) };
        let better = |place: u8| places.iter().filter(|other| **other < place).count();
        if places.len() != seats || places.iter().any(|place| usize::from(*place) != 1 + better(*place)) {
            return Err(GatherError::Places { places: places.clone(), seats });
        }
        Ok(())
    }

    /// What a chair got out of meeting another one, in halves: 2 for doing better, 1 for the same place, 0 for doing worse. Nobody gets
    /// anything out of a joint loss.
    pub(crate) fn halves(&self, chair: usize, other: usize) -> u64 {
        match self {
            Outcome::JointLoss => 0,
            Outcome::Places(places) => match places[chair].cmp(&places[other]) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            },
        }
    }

    /// The points of a chair: its opponents share a point, and it gets the parts of those that it beat and half of the parts of those
    /// with whom it ties. So the mean is half a point at tables of every size.
    pub(crate) fn points(&self, chair: usize, seats: usize) -> Points {
        let others = (0..seats).filter(|other| *other != chair);
        Points::parts(others.map(|other| self.halves(chair, other)).sum(), seats - 1)
    }

    /// Whether a chair won the table alone.
    pub(crate) fn won_alone(&self, chair: usize) -> bool {
        match self {
            Outcome::JointLoss => false,
            Outcome::Places(places) => {
                places[chair] == 1 && places.iter().filter(|place| **place == 1).count() == 1
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(outcome: &Outcome, seats: usize) -> Vec<String> {
        (0..seats).map(|chair| outcome.points(chair, seats).to_string()).collect()
    }

    #[test]
    fn a_table_shares_points_by_places() {
        assert_eq!(points(&Outcome::from_scores(&[3, 5]), 2), ["0", "1"]);
        assert_eq!(points(&Outcome::from_scores(&[3, 3]), 2), ["½", "½"]);
        assert_eq!(points(&Outcome::from_scores(&[9, 7, 5, 3]), 4), ["1", "0.67", "0.33", "0"]);
        assert_eq!(points(&Outcome::from_scores(&[9, 5, 5]), 3), ["1", "0.25", "0.25"]);
        assert_eq!(points(&Outcome::JointLoss, 2), ["0", "0"]);
    }

    #[test]
    fn impossible_places_are_refused() {
        assert_eq!(Outcome::Places(vec![1, 1, 3]).check(3), Ok(()));
        let refused = |places: &[u8]| Outcome::Places(places.to_vec()).check(3).unwrap_err().to_string();
        assert_eq!(
            refused(&[1, 1, 2]),
            "places 1, 1, 2 at a table of 3: each is 1 plus the number of those who did better"
        );
        assert!(refused(&[1, 2]).starts_with("places 1, 2 at a table of 3"));
        assert!(refused(&[0, 1, 2]).starts_with("places 0, 1, 2 at a table of 3"));
    }
}
