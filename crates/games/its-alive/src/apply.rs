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
            (Chance::Roll { face }, _) => self.resume(state, Stage::Act { rolled: face, earned: false }),
        }
    }

    fn act(&self, state: &mut State, action: &Action) {
        // Neither is copied: a copy of something just written, in small pieces, waits until they have reached the cache.
        match (action, &state.phase) {
            (Action::Roll {}, _) => state.phase = Phase::Rolling,
            (Action::Stop {}, _) => self.end_rolling(state),
            (Action::Decline {}, &Phase::Open(Stage::Act { earned, .. })) => self.roll_or_end(state, earned),
            (Action::Draw { part }, &Phase::Open(Stage::Act { rolled, earned })) => {
                let part = (*part).or(self.deck.part_at(rolled)).expect("a 6 comes with a part");
                let kind = state.piles[part.index()].draw().expect("the pile has a card");
                let rolls_on = rolled != Face::SPECIAL;
                state.phase = Phase::Open(Stage::Place {
                    rolled,
                    card: BodyCard { part, kind },
                    earns: rolls_on & state.golem().lacks(part),
                    // IA-9 A forfeits a roll that a theft has earned.
                    earned: rolls_on & earned,
                });
            }
            (Action::DrawSymbol {}, &Phase::Open(stage)) => self.draw_symbol(state, stage.earned()),
            (Action::Place { replaces }, &Phase::Open(Stage::Place { rolled, card, earns, earned })) => {
                self.place(state, card, replaces.map(|replaced| self.kind(replaced.kind)));
                self.after_drawn_card(state, rolled, earns | earned);
            }
            (Action::Discard {}, &Phase::Open(Stage::Place { rolled, card, earns, earned })) => {
                discard(&mut state.piles, card);
                self.after_drawn_card(state, rolled, earns & self.discarded_card_earns() | earned);
            }
            (Action::Place { replaces }, &Phase::Stolen { card, back }) => {
                let first = state.golem().lacks(card.part);
                self.place(state, card, replaces.map(|replaced| self.kind(replaced.kind)));
                self.after_stolen_card(state, back, first);
            }
            (Action::Discard {}, &Phase::Stolen { card, back }) => {
                let first = state.golem().lacks(card.part);
                discard(&mut state.piles, card);
                self.after_stolen_card(state, back, first & self.discarded_card_earns());
            }
            (Action::Take {}, &Phase::Open(Stage::Take { rolled })) => self.take(state, rolled),
            (Action::Place { replaces: Some(replaced) }, &Phase::Replace { card, .. }) => {
                self.substitute(state, self.kind(replaced.kind), card);
            }
            (Action::DiscardSymbol { symbol }, &Phase::DiscardSymbol { earned }) => {
                self.discard_symbol(state, self.kind(*symbol));
                self.roll_or_end(state, earned);
            }
            (Action::Steal { symbol, from, card }, &Phase::Open(back)) => {
                self.discard_symbol(state, self.kind(*symbol));
                let card = BodyCard { part: card.part, kind: self.kind(card.kind) };
                state.phase = Phase::Stealing { from: *from, card, back };
            }
            (Action::Lose { card }, &Phase::Lose { back }) => {
                let card = BodyCard { part: card.part, kind: self.kind(card.kind) };
                self.lose(state, card);
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
            Stage::Act { rolled, earned } if !Decision::new(self, state).offers(rolled) => {
                self.roll_or_end(state, earned);
            }
            // IA-15: the card is taken by itself once there is no symbol left to play before it.
            Stage::Take { rolled } if state.hand().symbols.is_empty() => self.take(state, rolled),
            Stage::End => self.end_rolling(state),
            _ => state.phase = Phase::Open(stage),
        }
    }

    /// Offers a roll that was earned, or else ends the rolling.
    fn roll_or_end(&self, state: &mut State, earned: bool) {
        if earned {
            state.phase = Phase::Open(Stage::Roll { earned: true });
        } else {
            self.end_rolling(state);
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
        } else {
            self.roll_or_end(state, earned);
        }
    }

    /// IA-11: continues the turn once a stolen card has been placed or discarded. With `steal_rolls` one that is the first of its part
    /// earns a roll if it was stolen between a roll and what ends the rolling. Rolls do not add up.
    fn after_stolen_card(&self, state: &mut State, back: Stage, earns: bool) {
        let earns = earns && self.table.steal_rolls;
        let back = match back {
            Stage::Act { rolled, earned } => Stage::Act { rolled, earned: earned | earns },
            Stage::Place { rolled, card, earns: drawn, earned } if rolled != Face::SPECIAL => {
                Stage::Place { rolled, card, earns: drawn, earned: earned | earns }
            }
            other => other,
        };
        self.resume(state, back);
    }

    /// Whether the first card of a part earns a roll even if it is discarded (IA-8).
    fn discarded_card_earns(&self) -> bool {
        self.table.reroll == Reroll::Taken
    }

    /// IA-9 B. `earned`: a theft has earned a roll.
    fn draw_symbol(&self, state: &mut State, earned: bool) {
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
            state.phase = Phase::DiscardSymbol { earned };
        } else {
            self.roll_or_end(state, earned || self.symbol_earns_roll(held));
        }
    }

    fn discard_symbol(&self, state: &mut State, symbol: Type) {
        let hand = &mut state.hands[state.turn];
        hand.symbols.remove(symbol);
        hand.known.remove(symbol);
        state.symbols.discard(symbol);
    }

    /// Places a card in the golem of the seat whose turn it is.
    fn place(&self, state: &mut State, card: BodyCard, replaces: Option<Type>) {
        let piles = &mut state.piles;
        self.fit(&mut state.golems[state.turn], card, replaces, &mut |lost| discard(piles, lost));
    }

    /// IA-7: puts a card into an empty place, or in place of one of type `replaces`. A torso drives out the parts opposed to it. `lose`
    /// is called with each card that is lost, in the order of IA-4.
    pub(crate) fn fit(
        &self,
        golem: &mut Golem,
        card: BodyCard,
        replaces: Option<Type>,
        lose: &mut impl FnMut(BodyCard),
    ) {
        let placed = match replaces {
            Some(old) => golem.swap(old, card),
            None => golem.put(card),
        };
        debug_assert!(placed, "a checked card has a place");
        if let Some(kind) = replaces {
            lose(BodyCard { part: card.part, kind });
        }
        if card.part == Part::Torso {
            for kind in self.deck.opposed(card.kind).iter() {
                for part in Part::ALL {
                    let driven_out = BodyCard { part, kind };
                    while golem.remove(driven_out) {
                        lose(driven_out);
                    }
                }
            }
        }
    }

    /// IA-11: the roll of a theft.
    fn resolve_theft(&self, state: &mut State, face: Face, from: Seat, card: BodyCard, back: Stage) {
        if face.number() >= self.table.steal_from {
            let piles = &mut state.piles;
            self.rob(&mut state.golems[from], card, &mut |lost| discard(piles, lost));
            state.phase = Phase::Stolen { card, back };
        } else if state.golem().is_empty() {
            self.resume(state, back);
        } else {
            state.phase = Phase::Lose { back };
        }
    }

    /// IA-11: takes a card out of a golem. Without its torso the rest falls, before the stolen card is placed.
    pub(crate) fn rob(&self, golem: &mut Golem, card: BodyCard, lose: &mut impl FnMut(BodyCard)) {
        let taken = golem.remove(card);
        debug_assert!(taken, "only what is there is taken");
        if card.part == Part::Torso {
            self.fall(golem, lose);
        }
    }

    /// Loses a card of the golem of the seat whose turn it is.
    fn lose(&self, state: &mut State, card: BodyCard) {
        let piles = &mut state.piles;
        self.shed(&mut state.golems[state.turn], card, &mut |lost| discard(piles, lost));
    }

    /// IA-12: losing the torso means losing the whole golem.
    pub(crate) fn shed(&self, golem: &mut Golem, card: BodyCard, lose: &mut impl FnMut(BodyCard)) {
        if card.part == Part::Torso {
            self.fall(golem, lose);
        } else {
            let lost = golem.remove(card);
            debug_assert!(lost, "only what is there is lost");
            lose(card);
        }
    }

    /// IA-4: cards discarded together go by part, and in ring order within a part.
    fn fall(&self, golem: &mut Golem, lose: &mut impl FnMut(BodyCard)) {
        let golem = std::mem::replace(golem, Golem::EMPTY);
        for part in Part::ALL {
            let mut kinds: ArrayVec<Type, 2> = golem.of(part).collect();
            kinds.sort_by_key(|kind| self.deck.ring_order(*kind));
            for kind in kinds {
                lose(BodyCard { part, kind });
            }
        }
    }

    /// IA-14, IA-15: a roll for a complete golem.
    fn animate(&self, state: &mut State, face: Face) {
        match self.deck.part_at(face) {
            None => state.phase = Phase::Over { winner: Some(state.turn) },
            Some(part) if state.pile(part).is_empty() => self.end_rolling(state),
            Some(_) => self.resume(state, Stage::Take { rolled: face }),
        }
    }

    /// IA-15: takes the card that an animation roll brings, whatever thefts have made of the golem since.
    fn take(&self, state: &mut State, rolled: Face) {
        let part = self.deck.part_at(rolled).expect("a 6 brings no card");
        let kind = state.piles[part.index()].draw().expect("the pile has a card");
        let card = BodyCard { part, kind };
        let golem = *state.golem();
        let opposed = self.conflicts(&golem, card);
        if opposed && self.table.animation_conflict == Conflict::Collapse {
            let piles = &mut state.piles;
            self.fall(&mut state.golems[state.turn], &mut |lost| discard(piles, lost));
            // IA-4: the animation's new card last.
            discard(piles, card);
            return self.end_rolling(state);
        }
        let mut there = golem.of(part);
        match (there.next(), there.next()) {
            (Some(one), Some(other)) if one != other => state.phase = Phase::Replace { rolled, card },
            (Some(old), _) if !golem.has_room(part) => self.substitute(state, old, card),
            // Without a torso only a torso can be placed.
            _ if opposed || !golem.takes(part) => {
                discard(&mut state.piles, card);
                self.end_rolling(state);
            }
            _ => {
                self.place(state, card, None);
                self.end_rolling(state);
            }
        }
    }

    /// IA-15: the new card of an animation roll replaces an old one.
    fn substitute(&self, state: &mut State, old: Type, card: BodyCard) {
        let piles = &mut state.piles;
        self.exchange(&mut state.golems[state.turn], old, card, &mut |lost| discard(piles, lost));
        self.end_rolling(state);
    }

    /// IA-15: a new card replaces an old one; if it is opposed to the torso, both are lost. Returns whether it has come.
    pub(crate) fn exchange(
        &self,
        golem: &mut Golem,
        old: Type,
        card: BodyCard,
        lose: &mut impl FnMut(BodyCard),
    ) -> bool {
        let opposed = self.conflicts(golem, card);
        if opposed {
            self.shed(golem, BodyCard { part: card.part, kind: old }, lose);
            lose(card);
        } else {
            self.fit(golem, card, Some(old), lose);
        }
        !opposed
    }

    /// Whether a card is opposed to the torso it would touch (IA-3).
    pub(crate) fn conflicts(&self, golem: &Golem, card: BodyCard) -> bool {
        self.deck.opposed(golem.touched_by(card.part)).contains(card.kind)
    }
}

/// IA-4: puts a card face up under its pile.
fn discard(piles: &mut [Pile<MAX_PILE>; 4], card: BodyCard) {
    piles[card.part.index()].discard(card.kind);
}

/// Every card of a part in the deck.
fn all_of(deck: &Deck, part: Part) -> impl Iterator<Item = Type> {
    let copies = usize::from(deck.copies(part));
    debug_assert!(copies * deck.type_count() <= MAX_PILE);
    deck.types().flat_map(move |kind| std::iter::repeat_n(kind, copies))
}
