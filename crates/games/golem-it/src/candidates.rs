use std::ops::ControlFlow;

use crate::action::Action;
use crate::card_set::CardSet;
use crate::legal::Decision;
use crate::selection::Selections;
use crate::worth::Worth;

/// The plays worth searching: each selection of cards at the lowest value it can have, and of those with the same count and value
/// the one that takes the fewest points.
///
/// All passes stay. Of the plays, two kinds are dropped:
/// - *Raises beyond need*: the same cards at a higher value than the lowest they can have. In the usual game points on one's
///   own cards come back as points to get rid of, so a raise pays only by shutting others out. That can be right when a hand is
///   nearly empty, and is lost here.
/// - *Dearer cards for the same value*: another selection of as many cards at the same value, taking more points (or as many,
///   from cards that come later in the order). Which cards are kept can matter for later combinations; that too is lost.
///
/// What is left is about half a dozen actions as a rule and some 170 for the first lead of a full hand; each is legal, and there
/// is at least one play wherever a play is legal.
pub fn candidates(decision: &Decision, list: &mut Vec<Action>) {
    list.extend(decision.passes().map(|points| Action::Pass { r#return: points }));
    let mut plays: Vec<(u32, u32, u32, CardSet)> = Vec::new();
    let _ = Selections::new(decision).each(&mut |cards, values| {
        let (value, count) = (values.nth(0), cards.len());
        let price = Worth::of(cards.iter()).price(value);
        match plays.iter_mut().find(|play| (play.0, play.1) == (value, count)) {
            Some(play) => {
                if (price, cards) < (play.2, play.3) {
                    (play.2, play.3) = (price, cards);
                }
            }
            None => plays.push((value, count, price, cards)),
        }
        ControlFlow::Continue(())
    });
    plays.sort_unstable();
    list.extend(plays.into_iter().map(|(value, _, _, cards)| Action::Play { value, cards }));
}
