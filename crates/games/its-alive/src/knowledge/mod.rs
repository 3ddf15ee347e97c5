//! What players of It's ALIVE!!! know.
//!
//! The normal bot is a **careful builder**. It rolls whenever it may, draws what the die offers and places it if there is room;
//! it never replaces a card. With a 6 it draws a symbol until its hand is full, then a missing part. A symbol is also a shield, since
//! nobody else can steal that type, so it keeps the symbols of its own golem. It steals only while it has nothing to lose.
//!
//! In the playouts of the hard bot everyone is a **shrewd thief**. It knows how many turns a golem still needs ([`turns`]), so it
//! swaps a torso for CAKE, takes the missing part with a 6 once half the golem stands, and plays a symbol when that improves its
//! chance to win: stealing a torso makes a whole golem fall apart, and a failed theft costs the least useful part.

mod reasons;
mod shrewd;
mod symbols;
mod turns;

use std::ops::ControlFlow;

use golemry_blood_moon::{BodyCard, Face, Part, Type};
use golemry_bots::{Bot, Knowledge, Master, Mastery, NetworkError, Networks, Searching, Turn, network};
use golemry_core::{BySeat, Decision as _, Draw as _, PlayoutRng, Seat};
use golemry_search::Ismcts;

use crate::action::Action;
use crate::config::ItsAlive;
use crate::golem::Golem;
use crate::legal::Decision;
use crate::phase::{Phase, Stage};
use crate::state::State;
pub use reasons::Reason;
use shrewd::Race;
use symbols::Symbols;
use turns::turns_left;

/// What the master bot judges by: trained for two seats.
static NETWORKS: Networks =
    Networks::embedded(&[network!("its-alive/two-seats", "../../networks/two-seats.net")]);

impl Knowledge for ItsAlive {
    /// A match is mostly dice, so playing it to the end says little about one decision. The search looks only a few decisions ahead
    /// and takes the estimate there; since estimates differ little, it need not explore much.
    const SEARCH: Ismcts =
        Ismcts { exploration: 0.3, urgency: f64::INFINITY, horizon: 6, searches_others: true };

    /// The network knows whose turn it is and in which phase, so no playout is needed.
    const MASTER: Mastery = Mastery::Search(Ismcts { exploration: 0.1, horizon: 0, ..Self::SEARCH });

    fn advise(&self, turn: &Turn<'_, ItsAlive>, _: &mut PlayoutRng) -> Action {
        Mind { decision: turn.decision(), style: Style::Careful(turn) }.decide()
    }

    fn playout_action(&self, state: &State, _: Seat, _: &mut PlayoutRng) -> Action {
        Mind::shrewd(self, state).decide()
    }

    /// A slip is a random candidate, but not a theft: those are the moves that keep a match from ending.
    fn slip(&self, turn: &Turn<'_, ItsAlive>, rng: &mut PlayoutRng) -> Action {
        let mut list = turn.decision().candidates();
        list.retain(|action| !matches!(action, Action::Steal { .. }));
        list[rng.below(list.len() as u32) as usize]
    }

    /// Only what may be right, so that the search does not spend its time on the rest: thefts at the moment for them, and no discard
    /// of a card that fills an empty place.
    fn weighed(&self, state: &State, _: Seat, list: &mut Vec<Action>) {
        let mind = Mind::shrewd(self, state);
        let _ = mind.decision.each_candidate(&mut |action| {
            if mind.may_be_right(&action) {
                list.push(action);
            }
            ControlFlow::Continue(())
        });
    }

    /// All candidates: the network tells them apart.
    fn mastered(&self, state: &State, _: Seat, list: &mut Vec<Action>) {
        list.extend(Decision::new(self, state).candidates());
    }

    /// Everyone's chance to win the race.
    fn estimate(&self, state: &State) -> BySeat<f64> {
        Race { game: self, golems: &state.golems, symbols: Symbols::imagined(state) }.shares()
    }

    /// As usual, but compiled with the rules and as fast as they are: the rest of a page's module is small instead.
    fn hard(&self) -> Box<dyn Bot<Self>> {
        Box::new(Searching(Self::SEARCH))
    }

    fn master(&self) -> Result<Box<dyn Bot<Self>>, NetworkError> {
        Ok(Box::new(Master::new(self, &NETWORKS)?))
    }

    fn networks() -> Option<&'static Networks> {
        Some(&NETWORKS)
    }
}

/// How a seat plays.
#[derive(Clone, Copy)]
enum Style<'a> {
    /// By what the seat may know.
    Careful(&'a Turn<'a, ItsAlive>),
    /// In an imagined world.
    Shrewd(&'a State),
}

/// The point of view of the seat that is to act.
struct Mind<'a> {
    decision: Decision<'a>,
    style: Style<'a>,
}

impl<'a> Mind<'a> {
    /// A shrewd thief in an imagined world.
    fn shrewd(game: &'a ItsAlive, state: &'a State) -> Mind<'a> {
        Mind { decision: Decision::new(game, state), style: Style::Shrewd(state) }
    }

    fn decide(&self) -> Action {
        match *self.decision.phase {
            Phase::Open(stage) => self.theft(stage).unwrap_or_else(|| self.go_on(stage)),
            Phase::Stolen { card, .. } => self.place(card),
            Phase::Replace { card, .. } => self.replace(card).expect("there are two limbs to choose from"),
            Phase::DiscardSymbol { .. } => self.discard_symbol(),
            _ => self.lose(),
        }
    }

    fn game(&self) -> &'a ItsAlive {
        self.decision.game
    }

    fn golem(&self) -> &Golem {
        self.decision.golem()
    }

    /// Where this player takes the symbols to be.
    fn symbols(&self) -> Symbols {
        match self.style {
            Style::Careful(turn) => Symbols::seen(self.game(), &turn.view()),
            Style::Shrewd(state) => Symbols::imagined(state),
        }
    }

    /// Whether an action deserves a thought; see [`Knowledge::weighed`].
    fn may_be_right(&self, action: &Action) -> bool {
        match (*action, *self.decision.phase) {
            (Action::Steal { card, .. }, Phase::Open(stage)) => {
                let card = self.game().deck.find_card(card).expect("a legal theft names a card of the deck");
                self.is_time_to_steal(stage, card)
            }
            (Action::Discard {}, Phase::Open(Stage::Place { card, .. }) | Phase::Stolen { card, .. }) => {
                !self.can_place(card) || !self.golem().has_room(card.part)
            }
            _ => true,
        }
    }

    /// What to do without a theft. Rolling costs nothing, since a draw can be declined.
    fn go_on(&self, stage: Stage) -> Action {
        match stage {
            Stage::Roll { .. } => Action::Roll {},
            Stage::Act { rolled: Face::SPECIAL, .. } => self.special(),
            Stage::Act { .. } => Action::Draw { part: None },
            Stage::Place { card, .. } => self.place(card),
            Stage::Take { .. } => Action::Take {},
            Stage::End => Action::End {},
        }
    }

    /// A 6: a symbol, or a card of the part with the most empty places.
    fn special(&self) -> Action {
        let held = self.decision.hand.len() + 1;
        let draws_symbol = match self.style {
            _ if self.decision.piles.symbols() == 0 => false,
            Style::Careful(_) => held <= self.game().table.hand_limit,
            // A symbol that comes with another roll is worth more than a card until the golem is half built.
            Style::Shrewd(_) => self.game().symbol_earns_roll(held) && self.golem().len() <= 3,
        };
        if draws_symbol {
            return Action::DrawSymbol {};
        }
        let golem = self.golem();
        let allowed = |part: &Part| self.decision.piles.count(*part) > 0 && golem.takes(*part);
        let empty = |part: &Part| part.places() - golem.of(*part).count();
        let best = Part::ALL.into_iter().filter(allowed).max_by_key(empty);
        best.map_or(Action::Decline {}, |part| Action::Draw { part: Some(part) })
    }

    /// Whether a card can be placed at all (IA-7).
    fn can_place(&self, card: BodyCard) -> bool {
        self.golem().takes(card.part) && !self.game().conflicts(self.golem(), card)
    }

    /// Puts a card into an empty place. A shrewd player also replaces a card that is worse.
    fn place(&self, card: BodyCard) -> Action {
        if !self.can_place(card) {
            return Action::Discard {};
        }
        if self.golem().has_room(card.part) {
            return Action::Place { replaces: None };
        }
        let swap = if let Style::Shrewd(_) = self.style { self.replace(card) } else { None };
        swap.unwrap_or(Action::Discard {})
    }

    /// Replaces the card of the same part whose loss helps most, if it helps at all; in animation one must be replaced (IA-15).
    fn replace(&self, card: BodyCard) -> Option<Action> {
        let (golem, symbols) = (self.golem(), self.symbols());
        let must = matches!(*self.decision.phase, Phase::Replace { .. });
        let mut best = if must { f64::INFINITY } else { self.worry(golem, &symbols) };
        let mut chosen = None;
        for old in golem.of(card.part) {
            let worry = self.worry(&with(self.game(), golem, card, Some(old)), &symbols);
            if worry < best {
                best = worry;
                let replaces = Some(self.game().deck.card_name(BodyCard { part: card.part, kind: old }));
                chosen = Some(Action::Place { replaces });
            }
        }
        chosen
    }

    /// The turns that a golem of this seat still needs, plus a little for the risks: thieves like a torso most, and a part with an
    /// opposite may be driven out.
    fn worry(&self, golem: &Golem, symbols: &Symbols) -> f64 {
        // Nobody else holds a symbol that is in this hand, or known to be in the deck.
        let safe = self.decision.hand.or(symbols.in_deck);
        let theft = |card: BodyCard| {
            let prize = if card.part == Part::Torso { 1.0 } else { 0.1 };
            if safe.contains(card.kind) {
                0.0
            } else if symbols.known.contains(card.kind) {
                4.0 * prize
            } else {
                prize
            }
        };
        let conflict =
            |card: BodyCard| if self.game().deck.opposed(card.kind).is_empty() { 0.0 } else { 0.05 };
        let risks: f64 = golem.cards().map(|card| theft(card) + conflict(card)).sum();
        turns_left(&self.game().deck, golem) + risks
    }

    /// Gives up the least useful card.
    fn lose(&self) -> Action {
        let least = self.least(&self.symbols()).expect("only a player with cards is asked to lose one");
        Action::Lose { card: self.game().deck.card_name(least) }
    }

    fn least(&self, symbols: &Symbols) -> Option<BodyCard> {
        let golem = self.golem();
        let left = |card: &BodyCard| self.worry(&without(golem, *card), symbols);
        golem.cards().min_by(|one, other| left(one).total_cmp(&left(other)))
    }

    /// Discards the least useful symbol: useful ones shield the own golem or point at others.
    fn discard_symbol(&self) -> Action {
        let worth = |kind: Type| {
            let of_type = |golem: &Golem| golem.cards().filter(|card| card.kind == kind).count();
            let torso = |golem: &Golem| usize::from(golem.torso() == Some(kind));
            let one = |(seat, golem): (Seat, &Golem)| match self.style {
                _ if seat == self.decision.seat => 6 * torso(golem) + of_type(golem),
                Style::Careful(_) => 0,
                // A torso is worth the golem that falls with it.
                Style::Shrewd(_) => (3 + golem.len()) * torso(golem) + of_type(golem),
            };
            self.decision.golems.iter().map(one).sum::<usize>()
        };
        let least = self.decision.hand.iter().min_by_key(|kind| worth(*kind));
        Action::DiscardSymbol { symbol: self.game().deck.name(least.expect("there is one too many")) }
    }
}

/// A golem after a card was placed in it, without the parts that it drives out (IA-7).
fn with(game: &ItsAlive, golem: &Golem, card: BodyCard, replaces: Option<Type>) -> Golem {
    let mut golem = *golem;
    let placed = match replaces {
        Some(old) => golem.swap(old, card),
        None => golem.put(card),
    };
    debug_assert!(placed, "there is a place for it");
    if card.part == Part::Torso {
        for kind in game.deck.opposed(card.kind).iter() {
            for part in Part::ALL {
                while golem.remove(BodyCard { part, kind }) {}
            }
        }
    }
    golem
}

/// A golem after it lost a card (IA-12).
fn without(golem: &Golem, card: BodyCard) -> Golem {
    let mut golem = *golem;
    let there = golem.remove(card);
    debug_assert!(there, "only what is there is lost");
    if card.part == Part::Torso { Golem::EMPTY } else { golem }
}
