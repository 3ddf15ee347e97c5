use crate::cost::Cost;
use crate::history::History;
use crate::player::PlayerId;

/// The order of chairs that is most even for these players. If several are, the one that is met first from the given order.
pub(crate) fn seat(players: &[PlayerId], history: &History) -> Vec<PlayerId> {
    let mut best = (history.cost_of_chairs(players), players.to_vec());
    each_order(&mut players.to_vec(), 0, &mut |order| {
        let cost = history.cost_of_chairs(order);
        if cost < best.0 {
            best = (cost, order.to_vec());
        }
    });
    best.1
}

/// What is wrong with a table that is seated as well as can be.
pub(crate) fn cost_of_table(players: &[PlayerId], history: &History) -> Cost {
    history.cost_of_meeting(players) + history.cost_of_chairs(&seat(players, history))
}

/// Visits all orders of the items from `fixed` on: at most 720 for six players.
fn each_order(order: &mut [PlayerId], fixed: usize, visit: &mut dyn FnMut(&[PlayerId])) {
    if fixed == order.len() {
        return visit(order);
    }
    for next in fixed..order.len() {
        order.swap(fixed, next);
        each_order(order, fixed + 1, visit);
        order.swap(fixed, next);
    }
}
