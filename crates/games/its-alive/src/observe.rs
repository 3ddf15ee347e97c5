use golemry_blood_moon::{Face, Part};
use golemry_core::{BySeat, Event, EventOf, Figure, Moment as Rule, Observe};

use crate::action::Action;
use crate::chance::Chance;
use crate::config::ItsAlive;
use crate::golem::Golem;
use crate::phase::{Moment, Phase};
use crate::state::State;

/// What is counted, in the order of [`MOMENTS`](Observe::MOMENTS). IA-1 and IA-3 are missing: they describe the setup and which
/// parts touch, so nothing in play corresponds to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Completed,
    DrawsKnown,
    OffersNothing,
    Drawn,
    Declined,
    FillsPlace,
    Replaces,
    Discarded,
    Opposed,
    DrivesOut,
    EarnsRoll,
    DiscardEarnsRoll,
    SixForCard,
    SixForCardLeavesSymbols,
    SixForSymbol,
    SixDeclined,
    SymbolFillsHand,
    SymbolTooMany,
    NoSymbolLeft,
    LeavesRoll,
    TheftBeforeActing,
    TheftOfUnplaceable,
    TheftSucceeds,
    TheftFails,
    TheftFailsForNothing,
    StolenIsDiscarded,
    TorsoStolen,
    TorsoGivenUp,
    EndsByItself,
    EndedByHand,
    AnimationRoll,
    Lives,
    Renewed,
    RenewedByChoice,
    NewTorsoDrivesOut,
    Disintegrates,
    LosesNew,
    NothingToRenew,
}

const fn rule(clause: &'static str, what: &'static str) -> Rule {
    Rule { clause, what }
}

const fn figure(name: &'static str, what: &'static str) -> Figure {
    Figure { name, what }
}

impl Observe for ItsAlive {
    const MOMENTS: &'static [Rule] = &[
        rule("IA-2", "a golem is completed"),
        rule("IA-4", "a card is drawn that everyone has seen before"),
        rule("IA-5", "a roll offers nothing"),
        rule("IA-6", "a card of the rolled part is drawn"),
        rule("IA-6", "a card of the rolled part is declined"),
        rule("IA-7", "a card fills an empty place"),
        rule("IA-7", "a card replaces another"),
        rule("IA-7", "a drawn card is discarded"),
        rule("IA-7", "a drawn card is opposed to the torso"),
        rule("IA-7", "a new torso drives parts out"),
        rule("IA-8", "the first card of its part is placed and earns a roll"),
        rule("IA-8", "the first card of its part is discarded and earns a roll"),
        rule("IA-9", "a 6 is used to draw a card"),
        rule("IA-9", "a card drawn with a 6 ends the turn of a player who holds symbols"),
        rule("IA-9", "a 6 is used to draw a symbol"),
        rule("IA-9", "a 6 is declined"),
        rule("IA-9", "a symbol fills the hand and ends the rolling"),
        rule("IA-9", "a symbol above the limit is discarded"),
        rule("IA-9", "a 6 is rolled while the symbol deck is empty"),
        rule("IA-10", "an earned roll is given up"),
        rule("IA-11", "a theft is tried between a roll and acting on it"),
        rule("IA-11", "a theft of a card that cannot be placed is tried"),
        rule("IA-11", "a theft succeeds"),
        rule("IA-11", "a theft fails and costs a card"),
        rule("IA-11", "a theft fails with nothing to lose"),
        rule("IA-11", "a stolen card is discarded"),
        rule("IA-12", "a torso is stolen and its golem falls apart"),
        rule("IA-12", "a torso is given up and its golem falls apart"),
        rule("IA-13", "a turn ends by itself"),
        rule("IA-13", "a turn is ended with symbols in hand"),
        rule("IA-14", "the die is rolled for a complete golem"),
        rule("IA-14", "a golem comes to life"),
        rule("IA-15", "a part is replaced and the golem stays complete"),
        rule("IA-15", "a player chooses which of two limbs to replace"),
        rule("IA-15", "a new torso drives parts out"),
        rule("IA-15", "a golem disintegrates"),
        rule("IA-15", "only the new part and the replaced one are lost"),
        rule("IA-15", "an empty pile does nothing"),
    ];

    const FIGURES: &'static [Figure] = &[
        figure("rounds", "rounds begun"),
        figure("winner_torso_aside", "whether the winner's torso has no opposite, as CAKE"),
        figure("rivals_complete", "complete golems of the players who did not win"),
        figure("rivals_parts", "parts in the golems of the players who did not win"),
        figure("symbols_held", "symbols in all hands"),
        figure("symbols_left", "symbols in the deck"),
    ];

    fn moments(&self, before: &State, event: &EventOf<Self>, after: &State, seen: &mut impl FnMut(usize)) {
        let mut seen = |moment: Seen| seen(moment as usize);
        let (old, new) = (before.golem(), &after.golems[before.turn]);
        if !old.is_complete() && new.is_complete() {
            seen(Seen::Completed);
        }
        match *event {
            Event::Chance { chance: Chance::Roll { face } } => match before.phase {
                Phase::Stealing { card, .. } => {
                    if matches!(after.phase, Phase::Stolen { .. }) {
                        seen(Seen::TheftSucceeds);
                        if card.part == Part::Torso {
                            seen(Seen::TorsoStolen);
                        }
                    } else {
                        let bare = old.is_empty();
                        seen(if bare { Seen::TheftFailsForNothing } else { Seen::TheftFails });
                    }
                }
                _ if old.is_complete() => self.animation(before, face, after, &mut seen),
                _ => {
                    if !matches!(after.phase, Phase::Open(Moment::Act { .. })) {
                        seen(Seen::OffersNothing);
                    }
                    if face == Face::SPECIAL && before.symbols.is_empty() {
                        seen(Seen::NoSymbolLeft);
                    }
                }
            },
            Event::Chance { .. } => {}
            Event::Action { ref action, .. } => self.decision(before, action, after, &mut seen),
        }
        let ended = after.turn != before.turn || after.round != before.round;
        if ended && !matches!(event, Event::Action { action: Action::End {}, .. }) {
            // A turn ends by itself when no symbol is left to play (IA-13), or after a card drawn with a 6 (IA-9 A).
            let symbols_left = !after.hands[before.turn].symbols.is_empty();
            seen(if symbols_left { Seen::SixForCardLeavesSymbols } else { Seen::EndsByItself });
        }
    }

    fn standing(&self, state: &State) -> BySeat<i32> {
        let winner = if let Phase::Over { winner } = state.phase { winner } else { None };
        // One more than a complete golem has parts.
        state.golems.map(|seat, golem| if winner == Some(seat) { 7 } else { parts(golem) })
    }

    fn cut_short(&self, end: &State) -> bool {
        end.phase == Phase::Over { winner: None }
    }

    fn figures(&self, end: &State, list: &mut Vec<Option<i32>>) {
        let winner = if let Phase::Over { winner } = end.phase { winner } else { None };
        let torso = winner.and_then(|seat| end.golems[seat].torso());
        let rivals = || end.golems.iter().filter(|(seat, _)| Some(*seat) != winner).map(|(_, golem)| golem);
        let held: usize = end.hands.values().map(|hand| hand.symbols.len()).sum();
        list.extend([
            Some(i32::from(end.round)),
            torso.map(|kind| i32::from(self.deck.opposed(kind).is_empty())),
            Some(rivals().filter(|golem| golem.is_complete()).count() as i32),
            Some(rivals().map(parts).sum()),
            Some(held as i32),
            Some(end.symbols.len() as i32),
        ]);
    }
}

fn rolls_again(state: &State) -> bool {
    state.phase == Phase::Open(Moment::Roll { earned: true })
}

fn parts(golem: &Golem) -> i32 {
    golem.cards().count() as i32
}

impl ItsAlive {
    /// What the roll alone decides in animation (IA-14, IA-15).
    fn animation(&self, before: &State, face: Face, after: &State, seen: &mut impl FnMut(Seen)) {
        let new = &after.golems[before.turn];
        seen(Seen::AnimationRoll);
        let Some(part) = self.deck.part_at(face) else { return seen(Seen::Lives) };
        if before.pile(part).is_empty() {
            return seen(Seen::NothingToRenew);
        }
        if before.pile(part).top().is_some_and(|(_, known)| known) {
            seen(Seen::DrawsKnown);
        }
        if new.is_empty() {
            seen(Seen::Disintegrates);
        } else if !matches!(after.phase, Phase::Replace { .. }) {
            seen(renewal(part, new));
        }
    }

    /// What a decision led to.
    fn decision(&self, before: &State, action: &Action, after: &State, seen: &mut impl FnMut(Seen)) {
        let (old, new) = (before.golem(), &after.golems[before.turn]);
        match (*action, before.phase) {
            (Action::Stop {}, _) => seen(Seen::LeavesRoll),
            (Action::End {}, _) => seen(Seen::EndedByHand),
            (Action::Decline {}, Phase::Open(Moment::Act { rolled })) => {
                seen(if rolled == Face::SPECIAL { Seen::SixDeclined } else { Seen::Declined });
            }
            (Action::Draw { part }, _) => {
                seen(if part.is_some() { Seen::SixForCard } else { Seen::Drawn });
                if let Phase::Place { card, .. } = after.phase {
                    if before.pile(card.part).top().is_some_and(|(_, known)| known) {
                        seen(Seen::DrawsKnown);
                    }
                    if self.conflicts(old, card) {
                        seen(Seen::Opposed);
                    }
                }
            }
            (Action::DrawSymbol {}, _) => {
                seen(Seen::SixForSymbol);
                if after.phase == Phase::Open(Moment::End) {
                    seen(Seen::SymbolFillsHand);
                }
            }
            (Action::DiscardSymbol { .. }, _) => seen(Seen::SymbolTooMany),
            (Action::Place { .. }, Phase::Replace { card, .. }) => {
                seen(Seen::RenewedByChoice);
                seen(renewal(card.part, new));
            }
            (Action::Place { replaces }, _) => {
                seen(if replaces.is_some() { Seen::Replaces } else { Seen::FillsPlace });
                if parts(new) < parts(old) + i32::from(replaces.is_none()) {
                    seen(Seen::DrivesOut);
                }
                // An earned roll after a theft is one that was earned before it.
                if matches!(before.phase, Phase::Place { .. }) && rolls_again(after) {
                    seen(Seen::EarnsRoll);
                }
            }
            (Action::Discard {}, Phase::Stolen { .. }) => seen(Seen::StolenIsDiscarded),
            (Action::Discard {}, _) => {
                seen(Seen::Discarded);
                if rolls_again(after) {
                    seen(Seen::DiscardEarnsRoll);
                }
            }
            (Action::Steal { .. }, Phase::Open(moment)) => {
                if matches!(moment, Moment::Act { .. }) {
                    seen(Seen::TheftBeforeActing);
                }
                if let Phase::Stealing { card, .. } = after.phase
                    && self.conflicts(old, card)
                {
                    seen(Seen::TheftOfUnplaceable);
                }
            }
            (Action::Lose { card }, _) if card.part == Part::Torso => seen(Seen::TorsoGivenUp),
            _ => {}
        }
    }
}

/// What a new card did to a complete golem that still stands.
fn renewal(part: Part, new: &Golem) -> Seen {
    match part {
        _ if new.is_complete() => Seen::Renewed,
        Part::Torso => Seen::NewTorsoDrivesOut,
        _ => Seen::LosesNew,
    }
}
