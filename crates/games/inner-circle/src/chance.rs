use golemry_core::{Chances, Draw, Seat, Seed};

use crate::action::Chance;
use crate::config::Config;
use crate::state::{Phase, State};

/// What may come of chance. A card that is taken is drawn all the time, from a hand that finds it without going through a list.
pub(crate) struct Draws<'g, 's> {
    pub(crate) config: &'g Config,
    pub(crate) state: &'s State,
}

impl Chances<Chance> for Draws<'_, '_> {
    fn check(&self, chance: &Chance) -> bool {
        match (self.state.phase, chance) {
            (Phase::Deal, Chance::Deal { .. }) | (Phase::Shuffle, Chance::Shuffle { .. }) => true,
            _ => {
                let mut possible = false;
                self.each(&mut |outcome, _| possible |= outcome == *chance);
                possible
            }
        }
    }

    fn sample(&self, rng: &mut impl Draw) -> Chance {
        match self.state.phase {
            Phase::First => {
                Chance::First { seat: Seat::new(rng.below(u32::from(self.config.options.seats)) as u8) }
            }
            Phase::Taking { from, part, .. } => {
                let cards = self.state.players[from].hand.of_part(part);
                let drawn = rng.below(cards.len() as u32);
                let card = cards.get(drawn).expect("a card with that back was seen");
                Chance::Taken { card: self.config.deck.card_name(card) }
            }
            Phase::Shuffle => Chance::Shuffle { seed: Seed(rng.next_u64()) },
            _ => Chance::Deal { seed: Seed(rng.next_u64()) },
        }
    }

    fn each(&self, visit: &mut impl FnMut(Chance, u32)) -> bool {
        match self.state.phase {
            Phase::First => self.state.in_game.iter().for_each(|seat| visit(Chance::First { seat }, 1)),
            Phase::Taking { from, part, .. } => {
                let cards = self.state.players[from].hand.of_part(part);
                for card in cards.distinct() {
                    let card_name = self.config.deck.card_name(card);
                    visit(Chance::Taken { card: card_name }, cards.equal_to(card).len() as u32);
                }
            }
            _ => return false,
        }
        true
    }
}
