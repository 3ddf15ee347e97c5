use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, Deck, Face, MAX_PILE, Part, Type, TypeName};
use golemry_core::{Draw as _, Event, EventOf, Game as _, MatchRng, Seat, Seed};

use crate::action::Action;
use crate::chance::Chance;
use crate::config::{Conflict, ItsAlive, Reroll};
use crate::golem::Golem;
use crate::legal::Decision;
use crate::phase::{Phase, Stage};
use crate::pile::Pile;
use crate::state::State;

/// Carries out an event that has been checked.
#[inline]
pub(crate) fn apply(game: &ItsAlive, state: &mut State, event: &EventOf<ItsAlive>) {
    match *event {
        Event::Chance { chance } => game.bring(state, chance),
        Event::Action { seat, ref action } => {
            debug_assert_eq!(game.check_play(state, seat, action), Ok(()));
            game.act(state, action);
        }
    }
}

impl ItsAlive {
    fn bring(&self, state: &mut State, chance: Chance) {
        match (chance, &state.phase) {
            (Chance::First { seat }, _) => {
                (state.first, state.turn, state.phase) = (seat, seat, Phase::Shuffle);
            }
            (Chance::Shuffle { seed }, _) => {
                self.shuffle(state, seed);
                state.phase = Phase::Open(Stage::Roll { earned: false });
            }
            (Chance::Roll { face }, &Phase::Stealing { from, card, back }) => {
                self.resolve_theft(state, face, from, card, back);
            }
            // IA-14: the phase is looked at before each roll.
            (Chance::Roll { face }, _) if state.golem().is_complete() => self.animate(state, face),
            (Chance::Roll { face }, _) => self.resume(state, Stage::Act { rolled: face }),
        }
    }

    fn act(&self, state: &mut State, action: &Action) {
        // Neither is copied: a copy of something just written, in small pieces, waits until they have reached the cache.
        match (action, &state.phase) {
            (Action::Roll {}, _) => state.phase = Phase::Rolling,
            (Action::Stop {} | Action::Decline {}, _) => self.end_rolling(state),
            (Action::Draw { part }, &Phase::Open(Stage::Act { rolled })) => {
                let part = (*part).or(self.deck.part_at(rolled)).expect("a 6 comes with a part");
                let kind = state.piles[part.index()].draw().expect("the pile has a card");
                state.phase = Phase::Place { rolled, card: BodyCard { part, kind } };
            }
            (Action::DrawSymbol {}, _) => self.draw_symbol(state),
            (Action::Place { replaces }, &Phase::Place { rolled, card }) => {
                let first = state.golem().lacks(card.part);
                self.place(state, card, replaces.map(|replaced| self.kind(replaced.kind)));
                self.after_drawn_card(state, rolled, first);
            }
            (Action::Discard {}, &Phase::Place { rolled, card }) => {
                let earned = self.table.reroll == Reroll::Taken && state.golem().lacks(card.part);
                discard(state, card);
                self.after_drawn_card(state, rolled, earned);
            }
            (Action::Place { replaces }, &Phase::Stolen { card, back }) => {
                self.place(state, card, replaces.map(|replaced| self.kind(replaced.kind)));
                self.resume(state, back);
            }
            (Action::Discard {}, &Phase::Stolen { card, back }) => {
                discard(state, card);
                self.resume(state, back);
            }
            (Action::Place { replaces: Some(replaced) }, &Phase::Replace { card, .. }) => {
                self.substitute(state, self.kind(replaced.kind), card);
            }
            (Action::DiscardSymbol { symbol }, _) => {
                self.discard_symbol(state, self.kind(*symbol));
                self.end_rolling(state);
            }
            (Action::Steal { symbol, from, card }, &Phase::Open(back)) => {
                self.discard_symbol(state, self.kind(*symbol));
                let card = BodyCard { part: card.part, kind: self.kind(card.kind) };
                state.phase = Phase::Stealing { from: *from, card, back };
            }
            (Action::Lose { card }, &Phase::Lose { back }) => {
                let card = BodyCard { part: card.part, kind: self.kind(card.kind) };
                self.lose(state, state.turn, card);
                self.resume(state, back);
            }
            (Action::End {}, _) => self.end_turn(state),
            (action, phase) => unreachable!("{action} was checked in {phase:?}"),
        }
    }

    /// The type that a checked action names.
    fn kind(&self, name: TypeName) -> Type {
        self.deck.find(name).expect("a checked action names types of the deck")
    }

    /// IA-1: shuffles the four piles and then the symbol deck, all from one stream.
    fn shuffle(&self, state: &mut State, seed: Seed) {
        let mut rng = MatchRng::for_shuffle(seed);
        state.piles = Part::ALL.map(|part| {
            let mut pile = Pile::from_bottom(all_of(&self.deck, part), 0);
            rng.shuffle(pile.unseen_mut());
            pile
        });
        state.symbols = Pile::from_bottom(self.deck.types(), 0);
        rng.shuffle(state.symbols.unseen_mut());
    }

    /// Continues the turn at `stage`, or after it if nothing can be done there.
    fn resume(&self, state: &mut State, stage: Stage) {
        match stage {
            // IA-5: a roll that offers nothing ends the rolling, right away or after a theft.
            Stage::Act { rolled } if !Decision::new(self, state).offers(rolled) => self.end_rolling(state),
            Stage::End => self.end_rolling(state),
            _ => state.phase = Phase::Open(stage),
        }
    }

    /// IA-13: a player with a symbol ends the turn; without one it ends by itself.
    fn end_rolling(&self, state: &mut State) {
        if state.hand().symbols.is_empty() {
            self.end_turn(state);
        } else {
            state.phase = Phase::Open(Stage::End);
        }
    }

    fn end_turn(&self, state: &mut State) {
        let next = state.turn.next(self.options.seats);
        let round = state.round + u16::from(next == state.first);
        if round > self.table.round_limit {
            state.phase = Phase::Over { winner: None };
            return;
        }
        state.round = round;
        state.turn = next;
        state.phase = Phase::Open(Stage::Roll { earned: false });
    }

    /// IA-8, IA-9 A: what follows once a card from a pile has been placed or discarded.
    fn after_drawn_card(&self, state: &mut State, rolled: Face, earned: bool) {
        if rolled == Face::SPECIAL {
            // IA-9 A: the whole turn ends, so no symbol can be played.
            self.end_turn(state);
        } else if earned {
            state.phase = Phase::Open(Stage::Roll { earned: true });
        } else {
            self.end_rolling(state);
        }
    }

    /// IA-9 B.
    fn draw_symbol(&self, state: &mut State) {
        let (_, seen) = state.symbols.top().expect("the symbol deck has a card");
        let symbol = state.symbols.draw().expect("the symbol deck has a card");
        let hand = &mut state.hands[state.turn];
        hand.symbols.insert(symbol);
        // Once everyone has seen the whole deck, everyone knows what is drawn from it.
        if seen {
            hand.known.insert(symbol);
        }
        let held = hand.symbols.len();
        if held > self.table.hand_limit {
            state.phase = Phase::DiscardSymbol;
        } else if self.symbol_earns_roll(held) {
            state.phase = Phase::Open(Stage::Roll { earned: true });
        } else {
            self.end_rolling(state);
        }
    }

    fn discard_symbol(&self, state: &mut State, symbol: Type) {
        let hand = &mut state.hands[state.turn];
        hand.symbols.remove(symbol);
        hand.known.remove(symbol);
        state.symbols.discard(symbol);
    }

    /// IA-7: puts a card into an empty place, or in place of one of type `replaces`. A torso drives out the parts opposed to it.
    fn place(&self, state: &mut State, card: BodyCard, replaces: Option<Type>) {
        let golem = &mut state.golems[state.turn];
        let placed = match replaces {
            Some(old) => golem.swap(old, card),
            None => golem.put(card),
        };
        debug_assert!(placed, "a checked card has a place");
        if let Some(kind) = replaces {
            discard(state, BodyCard { part: card.part, kind });
        }
        if card.part == Part::Torso {
            for kind in self.deck.opposed(card.kind).iter() {
                for part in Part::ALL {
                    let driven_out = BodyCard { part, kind };
                    while state.golems[state.turn].remove(driven_out) {
                        discard(state, driven_out);
                    }
                }
            }
        }
    }

    /// IA-11: the roll of a theft.
    fn resolve_theft(&self, state: &mut State, face: Face, from: Seat, card: BodyCard, back: Stage) {
        if face.number() >= self.table.steal_from {
            let taken = state.golems[from].remove(card);
            debug_assert!(taken, "a checked theft finds its card");
            // A stolen torso's golem falls before the card is placed.
            if card.part == Part::Torso {
                self.discard_golem(state, from);
            }
            state.phase = Phase::Stolen { card, back };
        } else if state.golem().is_empty() {
            self.resume(state, back);
        } else {
            state.phase = Phase::Lose { back };
        }
    }

    /// IA-12: losing the torso means losing the whole golem.
    fn lose(&self, state: &mut State, seat: Seat, card: BodyCard) {
        if card.part == Part::Torso {
            self.discard_golem(state, seat);
        } else {
            let lost = state.golems[seat].remove(card);
            debug_assert!(lost, "only what is there is lost");
            discard(state, card);
        }
    }

    /// IA-4: cards discarded together go by part, and in ring order within a part.
    fn discard_golem(&self, state: &mut State, seat: Seat) {
        let golem = std::mem::replace(&mut state.golems[seat], Golem::EMPTY);
        for part in Part::ALL {
            let mut kinds: ArrayVec<Type, 2> = golem.of(part).collect();
            kinds.sort_by_key(|kind| self.deck.ring_order(*kind));
            for kind in kinds {
                discard(state, BodyCard { part, kind });
            }
        }
    }

    /// IA-14, IA-15: a roll for a complete golem.
    fn animate(&self, state: &mut State, face: Face) {
        let Some(part) = self.deck.part_at(face) else {
            state.phase = Phase::Over { winner: Some(state.turn) };
            return;
        };
        let Some(kind) = state.piles[part.index()].draw() else { return self.end_rolling(state) };
        let card = BodyCard { part, kind };
        if self.conflicts(state.golem(), card) && self.table.animation_conflict == Conflict::Collapse {
            self.discard_golem(state, state.turn);
            // IA-4: the animation's new card last.
            discard(state, card);
            return self.end_rolling(state);
        }
        let mut there = state.golem().of(part);
        let (one, other) = (there.next().expect("the golem is complete"), there.next());
        if other.is_some_and(|other| other != one) {
            state.phase = Phase::Replace { rolled: face, card };
        } else {
            self.substitute(state, one, card);
        }
    }

    /// IA-15: the new card replaces an old one; if it is opposed to the torso, both are lost.
    fn substitute(&self, state: &mut State, old: Type, card: BodyCard) {
        if self.conflicts(state.golem(), card) {
            self.lose(state, state.turn, BodyCard { part: card.part, kind: old });
            discard(state, card);
        } else {
            self.place(state, card, Some(old));
        }
        self.end_rolling(state);
    }

    /// Whether a card is opposed to the torso it would touch (IA-3).
    pub(crate) fn conflicts(&self, golem: &Golem, card: BodyCard) -> bool {
        self.deck.opposed(golem.touched_by(card.part)).contains(card.kind)
    }
}

/// IA-4: puts a card face up under its pile.
fn discard(state: &mut State, card: BodyCard) {
    state.piles[card.part.index()].discard(card.kind);
}

/// Every card of a part in the deck.
fn all_of(deck: &Deck, part: Part) -> impl Iterator<Item = Type> {
    let copies = usize::from(deck.copies(part));
    debug_assert!(copies * deck.type_count() <= MAX_PILE);
    deck.types().flat_map(move |kind| std::iter::repeat_n(kind, copies))
}
