use golemry_table::{Contest, Played};
use serde::Serialize;

/// A quantity that can be measured in every match and compared between tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Measure {
    /// Its name in files, such as `win_seat_0`.
    pub name: String,
    /// What it is, in a few words.
    pub what: String,
    /// What kind of number it is.
    pub kind: Kind,
    /// Whether it counts towards the effect of a rule switch: only what players notice does, not a single moment.
    pub weighty: bool,
}

/// What kind of number a measure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A share of the matches.
    Rate,
    /// A number of each match.
    Number,
}

/// Everything that is measured in the matches of a contest, in the order of [`measured`].
pub fn measures(contest: &dyn Contest) -> Vec<Measure> {
    let measure = |name: String, what: String, kind| Measure { name, what, kind, weighty: true };
    let rate = |name: String, what: String| measure(name, what, Kind::Rate);
    let number = |name: &str, what: &str| measure(name.to_owned(), what.to_owned(), Kind::Number);
    let seats = contest.seats();
    let mut list: Vec<Measure> = Vec::new();
    list.extend(
        (0..seats).map(|seat| rate(format!("win_seat_{seat}"), format!("wins of seat {seat}, ties split"))),
    );
    list.extend(
        (1..=seats)
            .map(|turn| rate(format!("win_turn_{turn}"), format!("wins of who has turn {turn}, ties split"))),
    );
    list.push(rate("draw".to_owned(), "draws and shared wins".to_owned()));
    list.push(rate("joint_loss".to_owned(), "joint losses".to_owned()));
    list.push(rate("cut_short".to_owned(), "matches ended by a limit".to_owned()));
    list.push(number("turns", "turns"));
    list.push(number("decisions", "decisions"));
    list.push(number("branching", "legal actions at a decision"));
    list.push(number("lead_changes", "changes of the lead"));
    list.extend(contest.figures().iter().map(|figure| number(figure.name, figure.what)));
    list.extend(contest.moments().iter().map(|moment| Measure {
        weighty: false,
        ..number(&slug(moment.clause, moment.what), &format!("{}: {}", moment.clause, moment.what))
    }));
    list
}

/// The measures of one match; `None` for those that do not apply.
pub fn measured(played: &Played) -> Vec<Option<f64>> {
    let seats = played.scores.len();
    let flag = |it: bool| Some(f64::from(u8::from(it)));
    let winners = played.winners;
    let mut list: Vec<Option<f64>> = win_shares(played).into_iter().map(Some).collect();
    let shares: Vec<Option<f64>> = list.clone();
    list.extend((0..seats).map(|turn| shares[(played.first?.index() + turn) % seats]));
    list.push(flag(winners.len() > 1));
    list.push(flag(winners.is_empty()));
    list.push(flag(played.cut_short));
    list.push(Some(f64::from(played.turns)));
    list.push(Some(f64::from(played.decisions)));
    list.push(branching(played));
    list.push(Some(f64::from(played.lead_changes)));
    list.extend(played.figures.iter().map(|figure| figure.map(f64::from)));
    list.extend(played.moments.iter().map(|&count| Some(f64::from(count))));
    list
}

/// Each seat's part of the win: all of it, an equal part if several share it, nothing in a joint loss.
pub(crate) fn win_shares(played: &Played) -> Vec<f64> {
    let winners = played.winners;
    let part = |seat: usize| winners.iter().any(|winner| winner.index() == seat);
    (0..played.scores.len()).map(|seat| if part(seat) { 1.0 / winners.len() as f64 } else { 0.0 }).collect()
}

/// The same, with a joint loss split among all like a draw: these shares add up to 1 and can be compared with a fair one.
pub(crate) fn fair_shares(played: &Played) -> Vec<f64> {
    if played.winners.is_empty() {
        let seats = played.scores.len();
        return vec![1.0 / seats as f64; seats];
    }
    win_shares(played)
}

/// What the seats of a bot did in a match together: their share of the wins, and how lucky they were.
pub(crate) fn together(played: &Played, seating: &[usize], bot: usize) -> (f64, f64) {
    let own =
        |values: &[f64]| values.iter().zip(seating).filter(|(_, it)| **it == bot).map(|(it, _)| it).sum();
    (own(&fair_shares(played)), own(&played.luck))
}

/// The mean number of legal actions, of the decisions at which they were counted.
pub(crate) fn branching(played: &Played) -> Option<f64> {
    let counted = played.branching.len();
    (counted > 0).then(|| played.branching.iter().map(|&it| f64::from(it)).sum::<f64>() / counted as f64)
}

/// `ia_8_first_card_of_its_part`: a column name that needs no quotes anywhere.
pub(crate) fn slug(clause: &str, what: &str) -> String {
    let mut slug = String::new();
    for c in clause.chars().chain([' ']).chain(what.chars()) {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.ends_with('_') {
            slug.push('_');
        }
    }
    slug.trim_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use golemry_core::{BySeat, Seat};

    fn played(scores: &[i32], first: u8) -> Played {
        Played {
            scores: scores.to_vec(),
            winners: scores.iter().copied().collect::<BySeat<_>>().leaders(),
            first: Some(Seat::new(first)),
            decisions: 9,
            turns: 4,
            branching: vec![2, 5],
            lead_changes: 1,
            moments: vec![3],
            figures: vec![None, Some(-2)],
            cut_short: false,
            luck: Vec::new(),
        }
    }

    #[test]
    fn of_a_match() {
        let found = measured(&played(&[0, 5, 5], 1));
        let known = [0.0, 0.5, 0.5, 0.5, 0.5, 0.0, 1.0, 0.0, 0.0, 4.0, 9.0, 3.5, 1.0];
        assert_eq!(found[..13], known.map(Some));
        assert_eq!(found[13..], [None, Some(-2.0), Some(3.0)]);
    }

    #[test]
    fn a_joint_loss_is_nobodys_win() {
        let lost = played(&[0, 0], 0);
        assert_eq!(win_shares(&lost), [0.0, 0.0]);
        assert_eq!(fair_shares(&lost), [0.5, 0.5]);
        assert_eq!(win_shares(&played(&[1, 1], 0)), [0.5, 0.5]);
        assert_eq!(win_shares(&played(&[-3, -4], 0)), [1.0, 0.0]);
    }

    #[test]
    fn names_need_no_quotes() {
        assert_eq!(slug("IA-8", "a first card (of its part)"), "ia_8_a_first_card_of_its_part");
    }
}
