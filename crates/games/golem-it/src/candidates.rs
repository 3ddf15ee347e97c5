use std::ops::ControlFlow;

use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::config::Magic;
use crate::legal::Decision;
use crate::worth::Worth;

/// Nothing above this value is searched: it takes the highest mint card and more points than its number.
const HIGHEST: u32 = 44;

/// The actions worth searching: the pass that returns most, and for each value and number of cards the one selection that
/// takes the fewest points (of equal ones the mint cards first), unless it takes too many.
///
/// This drops, and loses in the rare case that it would have been right:
/// - *Smaller returns*: points only hinder, but a leader may want one to pass with (GI-10). With `own` magic, where points are also means
///   to play, every pass is a candidate.
/// - *Dearer cards for the same value*: which cards are kept can matter for later combinations.
/// - *Raises beyond need*: cards at a higher value than the lowest they can have. Points on one's own cards come back as points to
///   get rid of, so a raise only helps by shutting others out. With own magic they do not come back: there a whole hand may be
///   raised to any value, since that gets rid of the last points.
/// - *Points beyond the turns they save*: a pass takes two points back, so a lead of so many cards may take two points for
///   each card but one, and a follower two for each card and two for the lead. Own magic has no such limit.
/// - *Values above 44.*
///
/// Every candidate is legal, and a leader with cards always has a play: any card alone, without points. Actions come
/// ascending, with the points they take (a pass: returns), and nothing is allocated.
pub(crate) fn each_priced(
    decision: &Decision,
    visit: &mut impl FnMut(Action, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let most = decision.passes().last();
    for points in decision.passes().filter(|&points| decision.magic == Magic::Own || Some(points) == most) {
        visit(Action::Pass { r#return: points }, points)?;
    }
    for value in decision.least_value()..=decision.greatest_value().min(HIGHEST) {
        each_worth(decision, value, visit)?;
    }
    ControlFlow::Continue(())
}

/// The candidates of one value: cards are added from the cheapest on.
fn each_worth(
    decision: &Decision,
    value: u32,
    visit: &mut impl FnMut(Action, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let counts = decision.counts();
    let (mut cards, mut count, mut price) = (CardSet::EMPTY, 0, 0);
    // Whether a card is worth the value without points: then no lower value would do.
    let mut without_points = false;
    for points in 0..=decision.budget.min(value) {
        // Whatever is added from here on takes at least so many points.
        let missing = counts.start().saturating_sub(count).max(1);
        let dearer = price + missing * points;
        if dearer > decision.budget || points > 2 && dearer > most_points(decision, count + missing) {
            break;
        }
        for card in Card::worth_with(value, points).into_iter().flatten() {
            for _ in 0..decision.hand.count(card) {
                (count, price) = (count + 1, price + points);
                if count > *counts.end() || price > decision.budget {
                    return ControlFlow::Continue(());
                }
                cards.insert(card);
                without_points |= points == 0;
                if counts.contains(&count) && price <= most_points(decision, count) {
                    let raises_all = decision.magic.is_own() && count == decision.hand.len();
                    let lowest = || Worth::of(cards.iter()).values(decision.least_value(), decision.budget);
                    if without_points || raises_all || lowest().nth(0) == value {
                        visit(Action::Play { value, cards }, price)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The points that so many cards may take.
fn most_points(decision: &Decision, count: u32) -> u32 {
    match decision.to_beat {
        _ if decision.magic.is_own() => decision.budget,
        None => 2 * count - 2,
        Some(_) => 2 * count + 2,
    }
}
