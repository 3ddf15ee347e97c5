use golemry_gather::Outcome;
use golemry_server::MatchEnd;

/// How a match counts.
///
/// Whoever resigned is behind everybody who did not, whatever the bot that played on made of it, and those who resigned later are before
/// those who did earlier. Somebody for whom a bot stood in gets what the bot has got. A match that was too long is a tie.
pub(crate) fn outcome(end: &MatchEnd) -> Outcome {
    if end.joint_loss {
        return Outcome::JointLoss;
    }
    let rank = |seat: usize| match end.resigned.get(seat).copied().flatten() {
        Some(after) => (false, after as i64),
        None => {
            let score = end.scores.as_ref().and_then(|scores| scores.get(seat));
            (true, score.copied().unwrap_or_default().into())
        }
    };
    let ranks: Vec<(bool, i64)> = (0..end.resigned.len()).map(rank).collect();
    let better = |rank: &(bool, i64)| ranks.iter().filter(|other| *other > rank).count();
    Outcome::Places(ranks.iter().map(|rank| 1 + better(rank) as u8).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(scores: Option<&[i32]>, resigned: &[Option<usize>]) -> Outcome {
        let (scores, resigned) = (scores.map(<[i32]>::to_vec), resigned.to_vec());
        outcome(&MatchEnd { scores, joint_loss: false, resigned })
    }

    #[test]
    fn scores_make_places() {
        assert_eq!(places(Some(&[3, 5, 3]), &[None; 3]), Outcome::Places(vec![2, 1, 2]));
        assert_eq!(places(None, &[None; 2]), Outcome::Places(vec![1, 1]), "too long");
        let lost = MatchEnd { scores: Some(vec![0, 0]), joint_loss: true, resigned: vec![None; 2] };
        assert_eq!(outcome(&lost), Outcome::JointLoss);
    }

    #[test]
    fn who_resigned_is_last() {
        assert_eq!(places(None, &[Some(4), None]), Outcome::Places(vec![2, 1]));
        // The bot that took the first seat over won.
        assert_eq!(
            places(Some(&[9, 2, 5, 7]), &[Some(3), None, Some(8), None]),
            Outcome::Places(vec![4, 2, 3, 1])
        );
        assert_eq!(places(None, &[Some(4), Some(4), None]), Outcome::Places(vec![2, 2, 1]));
    }
}
