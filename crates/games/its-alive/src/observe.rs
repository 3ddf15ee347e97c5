use golemry_blood_moon::{BodyCard, Face, Part};
use golemry_core::{BySeat, Event, EventOf, Observe, figures, moments};

use crate::action::Action;
use crate::chance::Chance;
use crate::config::ItsAlive;
use crate::glimpse::taken_in_animation;
use crate::golem::Golem;
use crate::phase::{Phase, Stage};
use crate::state::State;

moments! {
    /// What is counted. IA-1 and IA-3 are missing: they describe the setup and which parts touch, so nothing in play corresponds to
    /// them.
    pub enum Happened {
        Completed: "IA-2", "a golem is completed";
        DrawsKnown: "IA-4", "a card is drawn that everyone has seen before";
        OffersNothing: "IA-5", "a roll offers nothing";
        Drawn: "IA-6", "a card of the rolled part is drawn";
        Declined: "IA-6", "a card of the rolled part is declined";
        FillsPlace: "IA-7", "a card fills an empty place";
        Replaces: "IA-7", "a card replaces another";
        Discarded: "IA-7", "a drawn card is discarded";
        Opposed: "IA-7", "a drawn card is opposed to the torso";
        DrivesOut: "IA-7", "a new torso drives parts out";
        EarnsRoll: "IA-8", "the first card of its part is placed and earns a roll";
        DiscardEarnsRoll: "IA-8", "the first card of its part is discarded and earns a roll";
        SixForCard: "IA-9", "a 6 is used to draw a card";
        SixForCardLeavesSymbols: "IA-9", "a card drawn with a 6 ends the turn of a player who holds symbols";
        SixForSymbol: "IA-9", "a 6 is used to draw a symbol";
        SixDeclined: "IA-9", "a 6 is declined";
        SymbolFillsHand: "IA-9", "a symbol fills the hand and ends the rolling";
        SymbolTooMany: "IA-9", "a symbol above the limit is discarded";
        NoSymbolLeft: "IA-9", "a 6 is rolled while the symbol deck is empty";
        LeavesRoll: "IA-10", "an earned roll is given up";
        TheftBeforeActing: "IA-11", "a theft is tried between a roll and acting on it";
        TheftWithCard: "IA-11", "a theft is tried with a drawn card in hand";
        TheftBeforeTaking: "IA-11", "a theft is tried between an animation roll and its card";
        TheftOfUnplaceable: "IA-11", "a theft of a card that cannot be placed is tried";
        TheftSucceeds: "IA-11", "a theft succeeds";
        TheftFails: "IA-11", "a theft fails and costs a card";
        TheftFailsForNothing: "IA-11", "a theft fails with nothing to lose";
        StolenIsDiscarded: "IA-11", "a stolen card is discarded";
        StolenEarnsRoll: "IA-11", "a stolen card earns a roll";
        TorsoStolen: "IA-12", "a torso is stolen and its golem falls apart";
        TorsoGivenUp: "IA-12", "a torso is given up and its golem falls apart";
        EndsByItself: "IA-13", "a turn ends by itself";
        EndedByHand: "IA-13", "a turn is ended with symbols in hand";
        AnimationRoll: "IA-14", "the die is rolled for a complete golem";
        Lives: "IA-14", "a golem comes to life";
        Renewed: "IA-15", "a part is replaced and the golem keeps the others";
        RenewedByChoice: "IA-15", "a player chooses which of two limbs to replace";
        NewTorsoDrivesOut: "IA-15", "a new torso drives parts out";
        Disintegrates: "IA-15", "a golem disintegrates";
        LosesNew: "IA-15", "only the new part and the replaced one are lost";
        NothingToRenew: "IA-15", "an empty pile does nothing";
        TakenAfterTheft: "IA-15", "after a theft with the last symbol, the card is taken by itself";
    }
}

figures! {
    /// What is recorded per match.
    pub enum Recorded {
        Rounds: "rounds begun";
        WinnerTorsoAside: "whether the winner's torso has no opposite, as CAKE";
        RivalsComplete: "complete golems of the players who did not win";
        RivalsParts: "parts in the golems of the players who did not win";
        SymbolsHeld: "symbols in all hands";
        SymbolsLeft: "symbols in the deck";
    }
}

impl Observe for ItsAlive {
    type Moment = Happened;
    type Figure = Recorded;

    fn moments(&self, before: &State, event: &EventOf<Self>, after: &State, seen: &mut impl FnMut(Happened)) {
        let (old, new) = (before.golem(), &after.golems[before.turn]);
        if !old.is_complete() && new.is_complete() {
            seen(Happened::Completed);
        }
        match *event {
            Event::Chance { chance: Chance::Roll { face } } => match before.phase {
                Phase::Stealing { card, .. } => {
                    if matches!(after.phase, Phase::Stolen { .. }) {
                        seen(Happened::TheftSucceeds);
                        if card.part == Part::Torso {
                            seen(Happened::TorsoStolen);
                        }
                    } else {
                        seen(if old.is_empty() {
                            Happened::TheftFailsForNothing
                        } else {
                            Happened::TheftFails
                        });
                    }
                }
                _ if old.is_complete() => {
                    seen(Happened::AnimationRoll);
                    match self.deck.part_at(face) {
                        None => seen(Happened::Lives),
                        Some(part) if before.pile(part).is_empty() => seen(Happened::NothingToRenew),
                        Some(_) => {}
                    }
                }
                _ => {
                    if !matches!(after.phase, Phase::Open(Stage::Act { .. })) {
                        seen(Happened::OffersNothing);
                    }
                    if face == Face::SPECIAL && before.symbols.is_empty() {
                        seen(Happened::NoSymbolLeft);
                    }
                }
            },
            Event::Chance { .. } => {}
            Event::Action { ref action, .. } => self.decided(before, action, after, seen),
        }
        if let Some(part) = taken_in_animation(self, before, event) {
            self.taken(before, part, after, seen);
        }
        let ended = after.turn != before.turn || after.round != before.round;
        if ended && !matches!(event, Event::Action { action: Action::End {}, .. }) {
            // A turn ends by itself when no symbol is left to play (IA-13), or after a card drawn with a 6 (IA-9 A).
            let symbols_left = !after.hands[before.turn].symbols.is_empty();
            seen(if symbols_left { Happened::SixForCardLeavesSymbols } else { Happened::EndsByItself });
        }
    }

    fn standing(&self, state: &State) -> BySeat<i32> {
        let winner = state.phase.winner();
        // One more than a complete golem has parts.
        state.golems.map(|seat, golem| if winner == Some(seat) { 7 } else { parts(golem) })
    }

    fn cut_short(&self, end: &State) -> bool {
        end.phase == Phase::Over { winner: None }
    }

    fn figure(&self, end: &State, figure: Recorded) -> Option<i32> {
        let winner = end.phase.winner();
        let rivals = end.golems.iter().filter(|(seat, _)| Some(*seat) != winner).map(|(_, golem)| golem);
        Some(match figure {
            Recorded::Rounds => i32::from(end.round),
            Recorded::WinnerTorsoAside => {
                i32::from(self.deck.opposed(end.golems[winner?].torso()?).is_empty())
            }
            Recorded::RivalsComplete => rivals.filter(|golem| golem.is_complete()).count() as i32,
            Recorded::RivalsParts => rivals.map(parts).sum(),
            Recorded::SymbolsHeld => end.hands.values().map(|hand| hand.symbols.len() as i32).sum(),
            Recorded::SymbolsLeft => end.symbols.len() as i32,
        })
    }
}

fn rolls_again(state: &State) -> bool {
    state.phase == Phase::Open(Stage::Roll { earned: true })
}

fn parts(golem: &Golem) -> i32 {
    golem.len() as i32
}

impl ItsAlive {
    /// What a card did that was taken in animation (IA-15).
    fn taken(&self, before: &State, part: Part, after: &State, seen: &mut impl FnMut(Happened)) {
        let (old, new) = (before.golem(), &after.golems[before.turn]);
        let Some((kind, known)) = before.pile(part).top() else { return };
        if known {
            seen(Happened::DrawsKnown);
        }
        if before.phase.back().is_some() {
            // The same event settled a theft, which changed the golem too.
            seen(Happened::TakenAfterTheft);
        } else if matches!(after.phase, Phase::Replace { .. }) {
            // What becomes of the card is decided next.
        } else if new.is_empty() {
            seen(if old.is_empty() { Happened::Discarded } else { Happened::Disintegrates });
        } else if self.conflicts(old, BodyCard { part, kind }) {
            seen(Happened::LosesNew);
        } else if parts(new) > parts(old) {
            seen(Happened::FillsPlace);
        } else {
            seen(renewal(part, old, new));
        }
    }

    /// What a decision led to.
    fn decided(&self, before: &State, action: &Action, after: &State, seen: &mut impl FnMut(Happened)) {
        let (old, new) = (before.golem(), &after.golems[before.turn]);
        match (*action, before.phase) {
            (Action::Stop {}, _) => seen(Happened::LeavesRoll),
            (Action::End {}, _) => seen(Happened::EndedByHand),
            (Action::Decline {}, Phase::Open(Stage::Act { rolled, .. })) => {
                seen(if rolled == Face::SPECIAL { Happened::SixDeclined } else { Happened::Declined });
            }
            (Action::Draw { part }, _) => {
                seen(if part.is_some() { Happened::SixForCard } else { Happened::Drawn });
                if let Phase::Open(Stage::Place { card, .. }) = after.phase {
                    if before.pile(card.part).top().is_some_and(|(_, known)| known) {
                        seen(Happened::DrawsKnown);
                    }
                    if self.conflicts(old, card) {
                        seen(Happened::Opposed);
                    }
                }
            }
            (Action::DrawSymbol {}, _) => {
                seen(Happened::SixForSymbol);
                if after.phase == Phase::Open(Stage::End) {
                    seen(Happened::SymbolFillsHand);
                }
            }
            (Action::DiscardSymbol { .. }, _) => seen(Happened::SymbolTooMany),
            (Action::Place { .. }, Phase::Replace { card, .. }) => {
                seen(Happened::RenewedByChoice);
                seen(renewal(card.part, old, new));
            }
            (Action::Place { replaces }, _) => {
                seen(if replaces.is_some() { Happened::Replaces } else { Happened::FillsPlace });
                if parts(new) < parts(old) + i32::from(replaces.is_none()) {
                    seen(Happened::DrivesOut);
                }
                if drawn_card_earns(before) && rolls_again(after) {
                    seen(Happened::EarnsRoll);
                }
                stolen_earns(before, after, seen);
            }
            (Action::Discard {}, Phase::Stolen { .. }) => {
                seen(Happened::StolenIsDiscarded);
                stolen_earns(before, after, seen);
            }
            (Action::Discard {}, _) => {
                seen(Happened::Discarded);
                if drawn_card_earns(before) && rolls_again(after) {
                    seen(Happened::DiscardEarnsRoll);
                }
            }
            (Action::Steal { .. }, Phase::Open(stage)) => {
                match stage {
                    Stage::Act { .. } => seen(Happened::TheftBeforeActing),
                    Stage::Place { .. } => seen(Happened::TheftWithCard),
                    Stage::Take { .. } => seen(Happened::TheftBeforeTaking),
                    Stage::Roll { .. } | Stage::End => {}
                }
                if let Phase::Stealing { card, .. } = after.phase
                    && self.conflicts(old, card)
                {
                    seen(Happened::TheftOfUnplaceable);
                }
            }
            (Action::Lose { card }, _) if card.part == Part::Torso => seen(Happened::TorsoGivenUp),
            _ => {}
        }
    }
}

/// Whether the card in hand earns a roll.
fn drawn_card_earns(before: &State) -> bool {
    matches!(before.phase, Phase::Open(Stage::Place { earns: true, .. }))
}

fn stolen_earns(before: &State, after: &State, seen: &mut impl FnMut(Happened)) {
    if matches!(before.phase, Phase::Stolen { .. }) && after.phase.earned() && !before.phase.earned() {
        seen(Happened::StolenEarnsRoll);
    }
}

/// What a new card did to a golem that still stands, by the number of its parts.
fn renewal(part: Part, old: &Golem, new: &Golem) -> Happened {
    match part {
        _ if parts(new) == parts(old) => Happened::Renewed,
        Part::Torso => Happened::NewTorsoDrivesOut,
        _ => Happened::LosesNew,
    }
}
