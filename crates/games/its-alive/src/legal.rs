use std::borrow::Cow;
use std::ops::{BitOr, ControlFlow};

use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, CardName, Deck, Face, Part, Type, TypeName, TypeSet};
use golemry_core::{BySeat, Seat};

use crate::action::Action;
use crate::choice::Choice;
use crate::config::ItsAlive;
use crate::golem::Golem;
use crate::illegal::Illegal;
use crate::phase::{Phase, Stage};
use crate::prospect::Prospect;
use crate::state::State;
use crate::view::View;

/// What the seat whose turn it is may do, and what it knows. All of it is public except the seat's own hand, so a state and that
/// seat's view give the same decision.
pub struct Decision<'a> {
    pub(crate) game: &'a ItsAlive,
    pub(crate) seat: Seat,
    pub(crate) phase: Cow<'a, Phase>,
    pub(crate) golems: Cow<'a, BySeat<Golem>>,
    /// The symbols that the seat itself holds.
    pub(crate) hand: TypeSet,
    pub(crate) piles: Piles<'a>,
}

/// The piles as everyone sees them: nothing but how many cards they have can be read from it.
#[derive(Clone, Copy)]
pub(crate) struct Piles<'a>(Source<'a>);

#[derive(Clone, Copy)]
enum Source<'a> {
    Played(&'a State),
    Seen(&'a View),
}

impl Piles<'_> {
    /// How many cards the pile of a part has.
    #[inline]
    pub(crate) fn count(self, part: Part) -> usize {
        match self.0 {
            Source::Played(state) => state.pile(part).len(),
            Source::Seen(view) => view.piles.of(part).count,
        }
    }

    /// How many cards the symbol deck has.
    #[inline]
    pub(crate) fn symbols(self) -> usize {
        match self.0 {
            Source::Played(state) => state.symbols.len(),
            Source::Seen(view) => view.symbols.count,
        }
    }
}

impl golemry_core::Decision<ItsAlive> for Decision<'_> {
    #[inline]
    fn each_action(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        match *self.phase {
            Phase::Open(stage) => {
                match stage {
                    Stage::Roll { earned } => {
                        visit(Action::Roll {})?;
                        // IA-10: an earned roll is a choice.
                        if earned {
                            visit(Action::Stop {})?;
                        }
                    }
                    Stage::Act { rolled, .. } => {
                        self.each_draw(rolled, visit)?;
                        visit(Action::Decline {})?;
                    }
                    Stage::Place { card, .. } => self.each_placing(card, visit)?,
                    Stage::Take { .. } => visit(Action::Take {})?,
                    Stage::End => {}
                }
                self.each_theft(visit)?;
                if stage == Stage::End { visit(Action::End {}) } else { ControlFlow::Continue(()) }
            }
            Phase::Stolen { card, .. } => self.each_placing(card, visit),
            Phase::Replace { card, .. } => {
                self.each_own(card.part, |replaced| visit(Action::Place { replaces: Some(replaced) }))
            }
            Phase::DiscardSymbol { .. } => {
                for symbol in self.hand.iter() {
                    visit(Action::DiscardSymbol { symbol: self.game.deck.name(symbol) })?;
                }
                ControlFlow::Continue(())
            }
            Phase::Lose { .. } => {
                for part in Part::ALL {
                    self.each_own(part, |card| visit(Action::Lose { card }))?;
                }
                ControlFlow::Continue(())
            }
            Phase::First | Phase::Shuffle | Phase::Rolling | Phase::Stealing { .. } | Phase::Over { .. } => {
                ControlFlow::Continue(())
            }
        }
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        let not_now = Err(Illegal::NotNow { action: action.word(), phase: self.phase.name() });
        match (*action, *self.phase) {
            (Action::Roll {}, Phase::Open(Stage::Roll { .. }))
            | (Action::Stop {}, Phase::Open(Stage::Roll { earned: true }))
            | (Action::Decline {}, Phase::Open(Stage::Act { .. }))
            | (Action::Discard {}, Phase::Open(Stage::Place { .. }) | Phase::Stolen { .. })
            | (Action::Take {}, Phase::Open(Stage::Take { .. }))
            | (Action::End {}, Phase::Open(Stage::End)) => Ok(()),
            (Action::Stop {}, Phase::Open(Stage::Roll { earned: false })) => Err(Illegal::MustRoll),
            (Action::Draw { part }, Phase::Open(Stage::Act { rolled, .. })) => {
                match (self.game.deck.part_at(rolled), part) {
                    (Some(part), None) | (None, Some(part)) => self.may_draw(part, rolled),
                    (Some(_), Some(_)) => Err(Illegal::PartIsRolled { rolled }),
                    (None, None) => Err(Illegal::PartIsYours),
                }
            }
            (Action::DrawSymbol {}, Phase::Open(Stage::Act { rolled, .. })) => self.may_draw_symbol(rolled),
            (
                Action::Place { replaces },
                Phase::Open(Stage::Place { card, .. }) | Phase::Stolen { card, .. },
            ) => self.may_place(card, replaces),
            (Action::Place { replaces: Some(replaces) }, Phase::Replace { card, .. }) => {
                self.may_replace(card.part, replaces, "IA-15")
            }
            (Action::Place { .. } | Action::Discard {}, Phase::Replace { .. }) => Err(Illegal::MustReplace),
            (Action::DiscardSymbol { symbol }, Phase::DiscardSymbol { .. }) => {
                self.held(symbol, "IA-9").map(drop)
            }
            (Action::Steal { symbol, from, card }, Phase::Open(_)) => self.may_steal(symbol, from, card),
            (Action::Lose { card }, Phase::Lose { .. }) => self.own(card, "IA-11"),
            _ => not_now,
        }
    }

    fn walk(&self, action: &Action) -> impl IntoIterator<Item = Choice> {
        match *action {
            Action::Steal { symbol, from, card } => {
                ArrayVec::from([Choice::Steal(symbol), Choice::From(from), Choice::Card(card)])
            }
            action => ArrayVec::from_iter([Choice::Do(action)]),
        }
    }

    fn prompt(&self, first: &Choice) -> &'static str {
        match first {
            Choice::From(_) => "from whom",
            Choice::Card(_) => "which card",
            _ => "what to do",
        }
    }

    /// Drops what hardly ever helps: giving up an earned roll while the golem is incomplete (a roll in construction can always be
    /// declined), declining a draw (a drawn card can be discarded, and may even earn a roll), replacing a card while a place of
    /// the part is empty, and losing the torso, which loses everything.
    fn each_candidate(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let golem = self.golem();
        let only_torso = golem.len() == 1;
        let room = self.phase.drawn().is_some_and(|card| golem.has_room(card.part));
        let mut any = false;
        self.each_action(&mut |action| {
            let keep = match action {
                Action::Stop {} => golem.is_complete(),
                Action::Decline {} => !any,
                Action::Place { replaces: Some(_) } => !room,
                Action::Lose { card } => card.part != Part::Torso || only_torso,
                _ => true,
            };
            any |= keep;
            if keep { visit(action) } else { ControlFlow::Continue(()) }
        })
    }

    /// What each action that is still possible would do.
    fn preview(&self, so_far: &[Choice]) -> Option<Vec<Prospect>> {
        let list: Vec<_> =
            self.actions_after(so_far).into_iter().filter_map(|action| self.prospect(action)).collect();
        (!list.is_empty()).then_some(list)
    }
}

impl<'a> Decision<'a> {
    /// What a state waits for.
    #[inline]
    pub(crate) fn new(game: &'a ItsAlive, state: &'a State) -> Decision<'a> {
        Decision {
            game,
            seat: state.turn,
            phase: Cow::Borrowed(&state.phase),
            golems: Cow::Borrowed(&state.golems),
            hand: state.hand().symbols,
            piles: Piles(Source::Played(state)),
        }
    }

    /// The same, from the view of the seat whose turn it is.
    pub(crate) fn seen(game: &'a ItsAlive, view: &'a View) -> Decision<'a> {
        Decision {
            game,
            seat: view.turn,
            phase: Cow::Owned(view.phase(game)),
            golems: Cow::Owned(view.golems(game)),
            hand: view.hand(game),
            piles: Piles(Source::Seen(view)),
        }
    }

    pub(crate) fn golem(&self) -> &Golem {
        &self.golems[self.seat]
    }

    /// What a roll lets the player draw.
    #[inline]
    fn each_draw(&self, rolled: Face, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.game.deck.part_at(rolled) {
            Some(part) if self.may_draw(part, rolled).is_ok() => visit(Action::Draw { part: None }),
            Some(_) => ControlFlow::Continue(()),
            None => {
                for part in Part::ALL {
                    if self.may_draw(part, rolled).is_ok() {
                        visit(Action::Draw { part: Some(part) })?;
                    }
                }
                // IA-9 B is not offered when the symbol deck is empty.
                if self.piles.symbols() > 0 {
                    visit(Action::DrawSymbol {})
                } else {
                    ControlFlow::Continue(())
                }
            }
        }
    }

    /// What can be done with a drawn or stolen card (IA-7).
    #[inline]
    fn each_placing(
        &self,
        card: BodyCard,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.may_touch_torso(card).is_ok() {
            if self.golem().has_room(card.part) {
                visit(Action::Place { replaces: None })?;
            }
            self.each_own(card.part, |replaced| visit(Action::Place { replaces: Some(replaced) }))?;
        }
        visit(Action::Discard {})
    }

    /// The player's own cards of a part, each once, ascending.
    fn each_own(&self, part: Part, mut visit: impl FnMut(CardName) -> ControlFlow<()>) -> ControlFlow<()> {
        for kind in self.golem().types_of(part).iter() {
            visit(self.game.deck.card_name(BodyCard { part, kind }))?;
        }
        ControlFlow::Continue(())
    }

    /// The thefts that the symbols in hand allow (IA-11).
    #[inline]
    pub(crate) fn each_theft(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.hand.is_empty() {
            return ControlFlow::Continue(());
        }
        each_theft(&self.game.deck, &self.golems, self.seat, self.hand, visit)
    }

    /// Whether a roll in construction offers anything besides declining (IA-5, IA-9).
    #[inline]
    pub(crate) fn offers(&self, rolled: Face) -> bool {
        self.each_draw(rolled, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// IA-5, IA-6, IA-9: the top card of the part's pile may be drawn.
    #[inline(always)]
    fn may_draw(&self, part: Part, rolled: Face) -> Result<(), Illegal> {
        let clause = if rolled == Face::SPECIAL { "IA-9" } else { "IA-5" };
        if !self.golem().takes(part) {
            Err(Illegal::NoTorso { part, clause })
        } else if self.piles.count(part) == 0 {
            Err(Illegal::EmptyPile { part, clause })
        } else {
            Ok(())
        }
    }

    /// IA-9 B: a 6 lets the player draw a symbol while there are any.
    fn may_draw_symbol(&self, rolled: Face) -> Result<(), Illegal> {
        if rolled != Face::SPECIAL {
            Err(Illegal::NoSymbolRoll { rolled })
        } else if self.piles.symbols() == 0 {
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
    #[inline(always)] // A listing needs nothing of the error, and only inlined is it left out.
    fn may_touch_torso(&self, card: BodyCard) -> Result<(), Illegal> {
        if !self.golem().takes(card.part) {
            return Err(Illegal::NoTorso { part: card.part, clause: "IA-7" });
        }
        if self.game.conflicts(self.golem(), card) {
            let torso = self.golem().torso().expect("a torso is opposed to the card");
            return Err(Illegal::Opposed {
                card: self.game.deck.card_name(card),
                torso: self.game.deck.name(torso),
            });
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
        let found = self.game.deck.find_card(card)?;
        if card.kind != symbol {
            return Err(Illegal::OtherSymbol { symbol, card });
        }
        let victim = self.golems.get(from).filter(|_| from != self.seat);
        let golem = victim.ok_or(Illegal::NoOpponent { from })?;
        if !golem.contains(found) {
            return Err(Illegal::NotThere { from, card });
        }
        if !self.golem().takes(card.part) {
            return Err(Illegal::NoTorso { part: card.part, clause: "IA-11" });
        }
        Ok(())
    }

    /// The type of a symbol in the hand.
    fn held(&self, symbol: TypeName, clause: &'static str) -> Result<Type, Illegal> {
        let kind = self.game.deck.find(symbol)?;
        if self.hand.contains(kind) { Ok(kind) } else { Err(Illegal::NotHeld { symbol, clause }) }
    }

    fn own(&self, card: CardName, clause: &'static str) -> Result<(), Illegal> {
        let found = self.game.deck.find_card(card)?;
        if self.golem().contains(found) { Ok(()) } else { Err(Illegal::NotYours { card, clause }) }
    }
}

/// The lowest bit of each seat's byte.
const EVERY_SEAT: u64 = 0x0101_0101_0101;

/// The thefts that these symbols allow. Apart from the decision, so that a decision without any never has to lie in memory.
fn each_theft(
    deck: &Deck,
    golems: &BySeat<Golem>,
    seat: Seat,
    hand: TypeSet,
    visit: &mut impl FnMut(Action) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // Without a torso only a torso can be stolen. Otherwise any card can, even one that can only be discarded.
    let stealable = if golems[seat].torso().is_some() { u64::MAX } else { Golem::TORSO * EVERY_SEAT };
    let own = 0xff << (8 * seat.index());
    for kind in hand.iter() {
        // A byte for each seat, and in it a bit for each place. Mostly there is nothing to steal, and the processor foresees one loop
        // that is skipped better than a loop for each opponent.
        let places = |(from, golem): (Seat, &Golem)| golem.places_of(kind) << (8 * from.index());
        let places = golems.iter().map(places).fold(0, BitOr::bitor);
        // Of two equal limbs only the first is listed.
        let seconds = (places & (Golem::FIRSTS * EVERY_SEAT)) << 1;
        let mut rest = places & !own & stealable & !seconds;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            rest &= rest - 1;
            let from = Seat::new((bit / 8) as u8);
            let card = deck.card_name(BodyCard { part: Golem::part_at(bit % 8), kind });
            visit(Action::Steal { symbol: card.kind, from, card })?;
        }
    }
    ControlFlow::Continue(())
}
