//! What players of It's ALIVE!!! know.
//!
//! The normal bot is a **careful builder**. It rolls whenever it may, draws what the die offers, and puts it where there is room;
//! what stands is never replaced. With a 6 it draws a symbol, which is a shield: nobody else can steal that type now, so
//! of one too many it keeps those of its own golem. It steals only while it has nothing to lose.
//!
//! In the playouts of the hard bot everyone is a **shrewd thief**. It knows how many turns a golem still needs ([`turns`]), so it
//! swaps a torso for CAKE, with a 6 takes the missing part once half the golem stands, and plays a symbol when the chance to win
//! grows by it: the theft of a torso fells a whole golem, and a failed one costs the part that is missed least.

mod shrewd;
mod turns;

use golemry_blood_moon::{BodyCard, Face, Part, Type};
use golemry_core::{BySeat, PlayoutRng, Seat};
use golemry_its_alive::{Action, Golem, ItsAlive, Moment, Phase, State};
use golemry_search::Ismcts;

use crate::knowledge::Knowledge;
use turns::turns_left;

impl Knowledge for ItsAlive {
    /// A game is mostly dice: a playout of a whole one says little about one decision. So the search looks at the next turns only
    /// and takes the estimate there, and since estimates differ little, it need not explore much.
    const SEARCH: Ismcts = Ismcts { exploration: 0.3, urgency: f64::INFINITY, horizon: 6 };

    fn advise(&self, state: &State, seat: Seat, _: &mut PlayoutRng) -> Action {
        Mind { game: self, state, seat, style: Style::Careful }.decide()
    }

    fn playout_action(&self, state: &State, seat: Seat, _: &mut PlayoutRng) -> Action {
        Mind { game: self, state, seat, style: Style::Shrewd }.decide()
    }

    /// Everyone's share in the race.
    fn estimate(&self, state: &State) -> BySeat<f64> {
        shrewd::shares(self, state)
    }
}

/// How a seat plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Careful,
    Shrewd,
}

/// A seat that is to act, and thinks.
struct Mind<'a> {
    game: &'a ItsAlive,
    state: &'a State,
    seat: Seat,
    style: Style,
}

impl Mind<'_> {
    fn decide(&self) -> Action {
        match self.state.phase {
            Phase::Open(moment) => self.theft(moment).unwrap_or_else(|| self.go_on(moment)),
            Phase::Place { card, .. } | Phase::Stolen { card, .. } => self.place(card),
            Phase::Replace { card, .. } => self.replace(card).expect("there are two limbs to choose from"),
            Phase::DiscardSymbol => self.discard_symbol(),
            _ => self.lose(),
        }
    }

    fn golem(&self) -> &Golem {
        &self.state.golems[self.seat]
    }

    /// Rolling costs nothing: what comes can be left.
    fn go_on(&self, moment: Moment) -> Action {
        match moment {
            Moment::Roll { .. } => Action::Roll {},
            Moment::Act { rolled: Face::SPECIAL } => self.special(),
            Moment::Act { .. } => Action::Draw { part: None },
            Moment::End => Action::End {},
        }
    }

    /// A 6: a symbol, or the part of which most places are empty.
    fn special(&self) -> Action {
        let symbol = match self.style {
            _ if self.state.symbols.is_empty() => false,
            Style::Careful => true,
            // A symbol comes with another roll while there is room for it. That is worth more than a card until the golem is
            // half built.
            Style::Shrewd => {
                let room = self.state.hands[self.seat].symbols.len() < self.game.hand_limit();
                room && self.golem().cards().count() <= 3
            }
        };
        if symbol {
            return Action::DrawSymbol {};
        }
        let golem = self.golem();
        let allowed = |part: &Part| {
            !self.state.pile(*part).is_empty() && (*part == Part::Torso || golem.torso().is_some())
        };
        let empty = |part: &Part| part.places() - golem.of(*part).count();
        let best = Part::ALL.into_iter().filter(allowed).max_by_key(empty);
        best.map_or(Action::Decline {}, |part| Action::Draw { part: Some(part) })
    }

    /// Where a card goes: where there is room. A shrewd player also swaps it for what is worse.
    fn place(&self, card: BodyCard) -> Action {
        let golem = self.golem();
        let opposed = |torso| self.game.deck().forbidden(torso, card.kind);
        if card.part != Part::Torso && golem.torso().is_none_or(opposed) {
            return Action::Discard {};
        }
        if golem.has_room(card.part) {
            return Action::Place { replaces: None };
        }
        let swap = if self.style == Style::Shrewd { self.replace(card) } else { None };
        swap.unwrap_or(Action::Discard {})
    }

    /// The card of the same part that is best replaced, if that is better than what is; in animation one has to be (IA-15).
    fn replace(&self, card: BodyCard) -> Option<Action> {
        let golem = self.golem();
        let must = matches!(self.state.phase, Phase::Replace { .. });
        let mut best = if must { f64::INFINITY } else { self.worry(golem) };
        let mut chosen = None;
        for old in golem.of(card.part) {
            let worry = self.worry(&with(self.game, golem, card, Some(old)));
            if worry < best {
                best = worry;
                let replaces = Some(self.game.deck().card_name(BodyCard { part: card.part, kind: old }));
                chosen = Some(Action::Place { replaces });
            }
        }
        chosen
    }

    /// Turns a golem of one's own still needs, and a little for what may happen to its parts: thieves want a torso most, and a
    /// part with an opposite may be driven out.
    fn worry(&self, golem: &Golem) -> f64 {
        let held = self.state.hands[self.seat].symbols;
        let theft = |card: BodyCard| {
            // Nobody else holds what is in one's own hand, or seen in the deck.
            let safe = held.contains(card.kind) || self.state.symbols.seen().contains(&card.kind);
            let prize = if card.part == Part::Torso { 1.0 } else { 0.1 };
            let known = || self.state.hands.values().any(|hand| hand.known.contains(card.kind));
            if safe {
                0.0
            } else if known() {
                4.0 * prize
            } else {
                prize
            }
        };
        let conflict =
            |card: BodyCard| if self.game.deck().opposed(card.kind).is_empty() { 0.0 } else { 0.05 };
        let risks: f64 = golem.cards().map(|card| theft(card) + conflict(card)).sum();
        turns_left(self.game.deck(), golem) + risks
    }

    /// A card that is lost: the one that is missed least.
    fn lose(&self) -> Action {
        let least = self.least(self.golem()).expect("who loses a card has one");
        Action::Lose { card: self.game.deck().card_name(least) }
    }

    fn least(&self, golem: &Golem) -> Option<BodyCard> {
        let left = |card: &BodyCard| self.worry(&without(golem, *card));
        golem.cards().min_by(|one, other| left(one).total_cmp(&left(other)))
    }

    /// One symbol too many: kept are those that shield one's own golem and those that point at others'.
    fn discard_symbol(&self) -> Action {
        let worth = |kind: Type| {
            let of_type = |golem: &Golem| golem.cards().filter(|card| card.kind == kind).count();
            let torso = |golem: &Golem| usize::from(golem.torso() == Some(kind));
            let one = |(seat, golem): (Seat, &Golem)| match self.style {
                _ if seat == self.seat => 6 * torso(golem) + of_type(golem),
                Style::Careful => 0,
                // A torso is worth the golem that falls with it.
                Style::Shrewd => (3 + golem.cards().count()) * torso(golem) + of_type(golem),
            };
            self.state.golems.iter().map(one).sum::<usize>()
        };
        let least = self.state.hands[self.seat].symbols.iter().min_by_key(|kind| worth(*kind));
        Action::DiscardSymbol { symbol: self.game.deck().name(least.expect("there is one too many")) }
    }
}

/// A golem with a card in it, and without what that drives out (IA-7).
fn with(game: &ItsAlive, golem: &Golem, card: BodyCard, replaces: Option<Type>) -> Golem {
    let mut golem = *golem;
    let placed = match replaces {
        Some(old) => golem.swap(old, card),
        None => golem.put(card),
    };
    debug_assert!(placed, "there is a place for it");
    if card.part == Part::Torso {
        for kind in game.deck().opposed(card.kind).iter() {
            for part in Part::ALL {
                while golem.remove(BodyCard { part, kind }) {}
            }
        }
    }
    golem
}

/// A golem that lost a card (IA-12).
fn without(golem: &Golem, card: BodyCard) -> Golem {
    let mut golem = *golem;
    let there = golem.remove(card);
    debug_assert!(there, "only what is there is lost");
    if card.part == Part::Torso { Golem::EMPTY } else { golem }
}
