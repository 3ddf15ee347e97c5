use std::ops::ControlFlow;

use golemry_blood_moon::{BodyCard, CardName, Deck, Face, Part, Type, TypeName, TypeSet};
use golemry_core::{BySeat, Seat};

use crate::action::Action;
use crate::config::ItsAlive;
use crate::golem::Golem;
use crate::illegal::Illegal;
use crate::phase::{Moment, Phase};
use crate::state::State;

/// Everything the acting seat's decision depends on. All of it is public except the seat's own hand, so a state and that seat's
/// view give the same scene.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub deck: &'a Deck,
    pub seat: Seat,
    pub phase: Phase,
    pub golems: &'a BySeat<Golem>,
    pub hand: TypeSet,
    /// By part: whether its pile has a card.
    pub piles: [bool; 4],
    /// Whether the symbol deck has a card.
    pub symbols: bool,
}

impl ItsAlive {
    /// The decision that a state waits for.
    #[inline]
    pub(crate) fn scene<'a>(&'a self, state: &'a State) -> Scene<'a> {
        let [head, torso, arm, leg] = &state.piles;
        Scene {
            deck: &self.deck,
            seat: state.turn,
            phase: state.phase,
            golems: &state.golems,
            hand: state.hand().symbols,
            piles: [!head.is_empty(), !torso.is_empty(), !arm.is_empty(), !leg.is_empty()],
            symbols: !state.symbols.is_empty(),
        }
    }
}

impl Scene<'_> {
    fn golem(&self) -> &Golem {
        &self.golems[self.seat]
    }

    /// Every legal action, ascending.
    pub fn each(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.phase {
            Phase::Open(moment) => {
                match moment {
                    Moment::Roll { earned } => {
                        visit(Action::Roll {})?;
                        // IA-10: an earned roll is a choice.
                        if earned {
                            visit(Action::Stop {})?;
                        }
                    }
                    Moment::Act { rolled } => {
                        self.each_draw(rolled, visit)?;
                        visit(Action::Decline {})?;
                    }
                    Moment::End => {}
                }
                self.each_theft(visit)?;
                if moment == Moment::End { visit(Action::End {}) } else { ControlFlow::Continue(()) }
            }
            Phase::Place { card, .. } | Phase::Stolen { card, .. } => {
                if self.may_touch_torso(card).is_ok() {
                    if self.golem().has_room(card.part) {
                        visit(Action::Place { replaces: None })?;
                    }
                    self.each_own(card.part, |replaced| visit(Action::Place { replaces: Some(replaced) }))?;
                }
                visit(Action::Discard {})
            }
            Phase::Replace { card, .. } => {
                self.each_own(card.part, |replaced| visit(Action::Place { replaces: Some(replaced) }))
            }
            Phase::DiscardSymbol => {
                let symbols = self.hand.iter().map(|symbol| self.deck.name(symbol));
                symbols.map(|symbol| Action::DiscardSymbol { symbol }).try_for_each(visit)
            }
            Phase::Lose { .. } => Part::ALL
                .into_iter()
                .try_for_each(|part| self.each_own(part, |card| visit(Action::Lose { card }))),
            Phase::First | Phase::Shuffle | Phase::Rolling | Phase::Stealing { .. } | Phase::Over { .. } => {
                ControlFlow::Continue(())
            }
        }
    }

    /// What a roll lets the player draw.
    fn each_draw(&self, rolled: Face, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.deck.part_at(rolled) {
            Some(part) if self.may_draw(part, rolled).is_ok() => visit(Action::Draw { part: None }),
            Some(_) => ControlFlow::Continue(()),
            None => {
                for part in Part::ALL {
                    if self.may_draw(part, rolled).is_ok() {
                        visit(Action::Draw { part: Some(part) })?;
                    }
                }
                // IA-9 B is not offered when the symbol deck is empty.
                if self.symbols { visit(Action::DrawSymbol {}) } else { ControlFlow::Continue(()) }
            }
        }
    }

    /// The player's own cards of a part, each once, ascending.
    fn each_own(&self, part: Part, mut visit: impl FnMut(CardName) -> ControlFlow<()>) -> ControlFlow<()> {
        let kinds: TypeSet = self.golem().of(part).collect();
        kinds.iter().try_for_each(|kind| visit(self.deck.card_name(BodyCard { part, kind })))
    }

    /// The thefts that the symbols in hand allow (IA-11).
    fn each_theft(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        // Without a torso only a torso can be stolen. Otherwise any card can, even one that can only be discarded.
        let parts = if self.golem().torso().is_none() { &[Part::Torso][..] } else { &Part::ALL };
        for kind in self.hand.iter() {
            let victims = self.golems.iter().filter(|(from, _)| *from != self.seat);
            for (from, golem) in victims.filter(|(_, golem)| golem.has_type(kind)) {
                for &part in parts {
                    let card = BodyCard { part, kind };
                    if golem.contains(card) {
                        let card = self.deck.card_name(card);
                        visit(Action::Steal { symbol: card.kind, from, card })?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a roll in construction offers anything besides declining (IA-5, IA-9).
    pub fn offers(&self, rolled: Face) -> bool {
        self.each_draw(rolled, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Whether an action is legal, and if not, why not.
    pub fn check(&self, action: &Action) -> Result<(), Illegal> {
        let not_now = Err(Illegal::NotNow { action: action.word(), phase: self.phase.name() });
        match (*action, self.phase) {
            (Action::Roll {}, Phase::Open(Moment::Roll { .. }))
            | (Action::Stop {}, Phase::Open(Moment::Roll { earned: true }))
            | (Action::Decline {}, Phase::Open(Moment::Act { .. }))
            | (Action::Discard {}, Phase::Place { .. } | Phase::Stolen { .. })
            | (Action::End {}, Phase::Open(Moment::End)) => Ok(()),
            (Action::Stop {}, Phase::Open(Moment::Roll { earned: false })) => Err(Illegal::MustRoll),
            (Action::Draw { part }, Phase::Open(Moment::Act { rolled })) => {
                match (self.deck.part_at(rolled), part) {
                    (Some(part), None) | (None, Some(part)) => self.may_draw(part, rolled),
                    (Some(_), Some(_)) => Err(Illegal::PartIsRolled { rolled }),
                    (None, None) => Err(Illegal::PartIsYours),
                }
            }
            (Action::DrawSymbol {}, Phase::Open(Moment::Act { rolled })) => self.may_draw_symbol(rolled),
            (Action::Place { replaces }, Phase::Place { card, .. } | Phase::Stolen { card, .. }) => {
                self.may_place(card, replaces)
            }
            (Action::Place { replaces: Some(replaces) }, Phase::Replace { card, .. }) => {
                self.may_replace(card.part, replaces, "IA-15")
            }
            (Action::Place { .. } | Action::Discard {}, Phase::Replace { .. }) => Err(Illegal::MustReplace),
            (Action::DiscardSymbol { symbol }, Phase::DiscardSymbol) => self.held(symbol, "IA-9").map(drop),
            (Action::Steal { symbol, from, card }, Phase::Open(_)) => self.may_steal(symbol, from, card),
            (Action::Lose { card }, Phase::Lose { .. }) => self.own(card, "IA-11"),
            _ => not_now,
        }
    }

    /// IA-5, IA-6, IA-9: the top card of the part's pile may be drawn.
    #[inline]
    fn may_draw(&self, part: Part, rolled: Face) -> Result<(), Illegal> {
        let clause = if rolled == Face::SPECIAL { "IA-9" } else { "IA-5" };
        if part != Part::Torso && self.golem().torso().is_none() {
            Err(Illegal::NoTorso { part, clause })
        } else if !self.piles[part.index()] {
            Err(Illegal::EmptyPile { part, clause })
        } else {
            Ok(())
        }
    }

    /// IA-9 B: a 6 lets the player draw a symbol while there are any.
    fn may_draw_symbol(&self, rolled: Face) -> Result<(), Illegal> {
        if rolled != Face::SPECIAL {
            Err(Illegal::NoSymbolRoll { rolled })
        } else if !self.symbols {
            Err(Illegal::NoSymbolLeft)
        } else {
            Ok(())
        }
    }

    /// IA-7: a card goes into an empty place of its part, or replaces a card there.
    fn may_place(&self, card: BodyCard, replaces: Option<CardName>) -> Result<(), Illegal> {
        self.may_touch_torso(card)?;
        match replaces {
            Some(replaces) => self.may_replace(card.part, replaces, "IA-7"),
            None if self.golem().has_room(card.part) => Ok(()),
            None => Err(Illegal::NoRoom { part: card.part }),
        }
    }

    /// IA-3, IA-7: a head, arm or leg needs a torso that is not opposed to it. A torso can always be placed.
    #[inline]
    fn may_touch_torso(&self, card: BodyCard) -> Result<(), Illegal> {
        if card.part == Part::Torso {
            return Ok(());
        }
        let torso = self.golem().torso().ok_or(Illegal::NoTorso { part: card.part, clause: "IA-7" })?;
        if self.deck.forbidden(torso, card.kind) {
            return Err(Illegal::Opposed { card: self.deck.card_name(card), torso: self.deck.name(torso) });
        }
        Ok(())
    }

    /// IA-7, IA-15: the replaced card is the player's own and of the same part.
    fn may_replace(&self, part: Part, replaces: CardName, clause: &'static str) -> Result<(), Illegal> {
        self.own(replaces, clause)?;
        if replaces.part == part { Ok(()) } else { Err(Illegal::OtherPart { part, replaces }) }
    }

    /// IA-11: the player holds the symbol, and the opponent has the card, which is of its type. Whether it can be placed does not
    /// matter, but without a torso only a torso can be stolen.
    fn may_steal(&self, symbol: TypeName, from: Seat, card: CardName) -> Result<(), Illegal> {
        self.held(symbol, "IA-11")?;
        let found = self.deck.find_card(card)?;
        if card.kind != symbol {
            return Err(Illegal::OtherSymbol { symbol, card });
        }
        let victim = self.golems.get(from).filter(|_| from != self.seat);
        let golem = victim.ok_or(Illegal::NoOpponent { from })?;
        if !golem.contains(found) {
            return Err(Illegal::NotThere { from, card });
        }
        if card.part != Part::Torso && self.golem().torso().is_none() {
            return Err(Illegal::NoTorso { part: card.part, clause: "IA-11" });
        }
        Ok(())
    }

    /// The type of a symbol in the hand.
    fn held(&self, symbol: TypeName, clause: &'static str) -> Result<Type, Illegal> {
        let kind = self.deck.find(symbol)?;
        if self.hand.contains(kind) { Ok(kind) } else { Err(Illegal::NotHeld { symbol, clause }) }
    }

    fn own(&self, card: CardName, clause: &'static str) -> Result<(), Illegal> {
        let found = self.deck.find_card(card)?;
        if self.golem().contains(found) { Ok(()) } else { Err(Illegal::NotYours { card, clause }) }
    }
}
