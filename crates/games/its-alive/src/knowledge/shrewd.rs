use std::ops::ControlFlow;

use golemry_blood_moon::{BodyCard, Face};
use golemry_core::{BySeat, Seat};

use super::symbols::Symbols;
use super::turns::turns_left;
use super::{Mind, Style, with, without};
use crate::action::Action;
use crate::config::ItsAlive;
use crate::golem::Golem;
use crate::phase::Stage;

/// How fast the chance to win falls with the turns still needed: it halves in about five turns.
const HASTE: f64 = 0.15;

/// How many turns a symbol in hand saves.
const SYMBOL_TURNS: f64 = 0.7;

/// How many turns it costs if another player holds the symbol of the torso.
const THREAT_TURNS: f64 = 2.0;

/// The least a theft must add to the chance to win, since it also shows the symbol to the others.
const MARGIN: f64 = 0.005;

/// Who will be first to bring a golem to life, by everyone's golems and symbols.
pub(super) struct Race<'a> {
    pub game: &'a ItsAlive,
    pub golems: &'a BySeat<Golem>,
    pub symbols: Symbols,
}

impl Race<'_> {
    /// The weight of a golem in the race.
    fn weight(&self, owner: Seat, golem: &Golem, symbols: usize) -> f64 {
        let threatened = golem.torso().is_some_and(|torso| {
            self.symbols.hands.iter().any(|(seat, hand)| seat != owner && hand.symbols.contains(torso))
        });
        let threat = if threatened { THREAT_TURNS } else { 0.0 };
        let turns = turns_left(&self.game.deck, golem) + threat - SYMBOL_TURNS * symbols as f64;
        libm::exp(-HASTE * turns)
    }

    fn weights(&self) -> BySeat<f64> {
        self.golems.map(|seat, golem| self.weight(seat, golem, self.symbols.hands[seat].count))
    }

    /// Everyone's chance to win the race.
    pub fn shares(&self) -> BySeat<f64> {
        let weights = self.weights();
        let all: f64 = weights.values().sum();
        weights.map(|_, weight| weight / all)
    }
}

impl Mind<'_> {
    /// Whether this is the moment to steal a card. The best moment is the last of the turn: after the rolling, or with the card in
    /// hand that was drawn with a 6 and ends the turn (IA-9 A). Before a roll only a theft that helps at once is worth it: of a torso to
    /// build on, or of the last missing part.
    pub(super) fn is_time_to_steal(&self, stage: Stage, card: BodyCard) -> bool {
        match stage {
            Stage::End => true,
            Stage::Place { rolled, .. } => rolled == Face::SPECIAL,
            Stage::Act { .. } | Stage::Take { .. } => false,
            Stage::Roll { .. } => self.golem().is_empty() || self.best_with(card).is_complete(),
        }
    }

    /// The best theft, if one is worth it now.
    pub(super) fn theft(&self, stage: Stage) -> Option<Action> {
        let (game, seat, golem) = (self.game(), self.decision.seat, self.golem());
        let held = self.decision.hand.len();
        if held == 0 || matches!(self.style, Style::Careful(_)) && !golem.is_empty() {
            return None;
        }
        // Most of the time there is nothing to steal.
        if self.decision.each_theft(&mut |_| ControlFlow::Break(())).is_continue() {
            return None;
        }
        let race = Race { game, golems: &self.decision.golems, symbols: self.symbols() };
        let weights = race.weights();
        let others = weights.values().sum::<f64>() - weights[seat];
        let weigh = |golem: &Golem| race.weight(seat, golem, held - 1);
        let failed = self.least(&race.symbols).map_or(*golem, |card| without(golem, card));
        let if_failed = weigh(&failed) / (others + weigh(&failed));
        let success = f64::from(7 - game.table.steal_from) / 6.0;
        let mut best = weights[seat] / (others + weights[seat]) + MARGIN;
        let mut chosen = None;
        let _ = self.decision.each_theft(&mut |action| {
            let Action::Steal { from, card, .. } = action else { return ControlFlow::Continue(()) };
            let card = game.deck.find_card(card).expect("a legal theft names a card of the deck");
            if self.is_time_to_steal(stage, card) {
                let gained = self.best_with(card);
                let victim = without(&race.golems[from], card);
                let victim = race.weight(from, &victim, race.symbols.hands[from].count);
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

    /// The own golem after the card was placed where it helps most, or discarded.
    fn best_with(&self, card: BodyCard) -> Golem {
        let golem = self.golem();
        if !self.can_place(card) {
            return *golem;
        }
        if golem.has_room(card.part) {
            return with(self.game(), golem, card, None);
        }
        let turns = |golem: &Golem| turns_left(&self.game().deck, golem);
        let swapped = golem.of(card.part).map(|old| with(self.game(), golem, card, Some(old)));
        let best = swapped.min_by(|one, other| turns(one).total_cmp(&turns(other)));
        best.filter(|best| turns(best) < turns(golem)).unwrap_or(*golem)
    }
}
