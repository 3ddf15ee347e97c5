use std::ops::ControlFlow;

use golemry_blood_moon::BodyCard;
use golemry_core::{BySeat, Game as _, Seat};
use golemry_its_alive::{Action, Golem, ItsAlive, Moment, State};

use super::turns::turns_left;
use super::{Mind, Style, with, without};

/// How fast a chance in the race falls with the turns that are still needed: to about a half in five turns.
const HASTE: f64 = 0.15;

/// Turns that a symbol in hand saves.
const SYMBOL_TURNS: f64 = 0.7;

/// Turns it costs when somebody else holds the symbol of one's torso.
const THREAT_TURNS: f64 = 2.0;

/// What a theft must add to the chance to win: it also tells others what was held.
const MARGIN: f64 = 0.005;

/// What a golem weighs in the race.
fn weight(game: &ItsAlive, state: &State, owner: Seat, golem: &Golem, symbols: usize) -> f64 {
    let threatened = golem.torso().is_some_and(|torso| {
        state.hands.iter().any(|(seat, hand)| seat != owner && hand.symbols.contains(torso))
    });
    let threat = if threatened { THREAT_TURNS } else { 0.0 };
    let turns = turns_left(game.deck(), golem) + threat - SYMBOL_TURNS * symbols as f64;
    (-HASTE * turns).exp()
}

fn weights(game: &ItsAlive, state: &State) -> BySeat<f64> {
    state.golems.map(|seat, golem| weight(game, state, seat, golem, state.hands[seat].symbols.len()))
}

/// Everyone's chance to win the race.
pub(super) fn shares(game: &ItsAlive, state: &State) -> BySeat<f64> {
    let weights = weights(game, state);
    let all: f64 = weights.values().sum();
    weights.map(|_, weight| weight / all)
}

impl Mind<'_> {
    /// A theft, if this is the moment for one: after the rolling, when nothing more can be lost by it; before a roll only what
    /// helps at once, which is a torso to build on or the last part.
    pub(super) fn theft(&self, moment: Moment) -> Option<Action> {
        let (game, state, golem) = (self.game, self.state, self.golem());
        let held = state.hands[self.seat].symbols.len();
        let careful = self.style == Style::Careful;
        if held == 0 || matches!(moment, Moment::Act { .. }) || careful && !golem.is_empty() {
            return None;
        }
        let weights = weights(game, state);
        let others = weights.values().sum::<f64>() - weights[self.seat];
        let weigh = |golem: &Golem| weight(game, state, self.seat, golem, held - 1);
        let failed = self.least(golem).map_or(*golem, |card| without(golem, card));
        let if_failed = weigh(&failed) / (others + weigh(&failed));
        let success = f64::from(7 - game.steal_from()) / 6.0;
        let mut best = weights[self.seat] / (others + weights[self.seat]) + MARGIN;
        let mut chosen = None;
        let _ = game.each_action(state, self.seat, &mut |action| {
            let Action::Steal { from, card, .. } = action else { return ControlFlow::Continue(()) };
            let card = game.deck().find_card(card).expect("a legal theft names a card of the deck");
            let gained = self.best_with(card);
            if moment == Moment::End || golem.is_empty() || gained.is_complete() {
                let victim = without(&state.golems[from], card);
                let victim = weight(game, state, from, &victim, state.hands[from].symbols.len());
                let others = others - weights[from] + victim;
                let if_taken = weigh(&gained) / (others + weigh(&gained));
                let value = success * if_taken + (1.0 - success) * if_failed;
                if value > best {
                    (best, chosen) = (value, Some(action));
                }
            }
            ControlFlow::Continue(())
        });
        chosen
    }

    /// One's golem with a card where it helps most, or as it is.
    fn best_with(&self, card: BodyCard) -> Golem {
        let golem = self.golem();
        if golem.has_room(card.part) {
            return with(self.game, golem, card, None);
        }
        let turns = |golem: &Golem| turns_left(self.game.deck(), golem);
        let swapped = golem.of(card.part).map(|old| with(self.game, golem, card, Some(old)));
        let best = swapped.min_by(|one, other| turns(one).total_cmp(&turns(other)));
        best.filter(|best| turns(best) < turns(golem)).unwrap_or(*golem)
    }
}
