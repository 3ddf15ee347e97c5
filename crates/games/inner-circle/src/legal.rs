use std::borrow::Cow;
use std::ops::ControlFlow;

use golemry_blood_moon::{BodyCard, CardName, Part, Type};
use golemry_core::{Seat, SeatSet};

use crate::action::Action;
use crate::config::{Cake, Config, Steps};
use crate::hand::{Backs, HAND_LIMIT, Hand};
use crate::illegal::Illegal;
use crate::state::{Phase, State};

/// Everything the decision of the seat to act depends on. It is built from a state or from a view, so the rules of a turn are
/// written once.
pub struct Decision<'a, B> {
    /// The options, and the deck.
    pub config: &'a Config,
    /// Where in the turn.
    pub stage: Stage,
    /// The player's cards.
    pub hand: Cow<'a, Hand>,
    /// Where the player's pawn stands.
    pub pawn: Option<Type>,
    /// How many cards can be drawn.
    pub pile: usize,
    /// Who else is in the game.
    pub opponents: SeatSet,
    /// The backs an opponent shows. Called only if a card can be taken.
    pub backs: B,
}

/// Where in a turn a decision is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nothing has happened.
    Begin,
    /// This card was taken.
    Taken(BodyCard),
    /// Cards were played.
    Chain,
    /// The cards are played or taken, and the hand may be refilled.
    Refill,
}

impl Stage {
    /// The stage of a phase in which a seat is to act; `None` in the others.
    pub fn of(phase: Phase) -> Option<Stage> {
        match phase {
            Phase::Begin => Some(Stage::Begin),
            Phase::Taken { card } => Some(Stage::Taken(card)),
            Phase::Chain => Some(Stage::Chain),
            Phase::Refill => Some(Stage::Refill),
            Phase::First | Phase::Deal | Phase::Taking { .. } | Phase::Shuffle | Phase::Over { .. } => None,
        }
    }
}

/// The decision of the seat whose turn it is; `None` if it is not to act.
pub fn decision<'a>(
    config: &'a Config,
    state: &'a State,
) -> Option<Decision<'a, impl Fn(Seat) -> Backs + 'a>> {
    let player = &state.players[state.turn];
    let mut opponents = state.in_game;
    opponents.remove(state.turn);
    Some(Decision {
        config,
        stage: Stage::of(state.phase)?,
        hand: Cow::Borrowed(&player.hand),
        pawn: player.pawn,
        pile: state.pile.len(),
        opponents,
        backs: |seat| state.players[seat].hand.backs(),
    })
}

impl<B: Fn(Seat) -> Backs> Decision<'_, B> {
    /// Whether an action is allowed, and if not, why not.
    pub fn check(&self, action: &Action) -> Result<(), Illegal> {
        match *action {
            Action::Play { card, steps } => self.check_play(card, steps),
            Action::Draw { discard } => self.check_draw(discard),
            Action::Take { from, part, give } => self.check_take(from, part, give),
            Action::Stop {} => match self.stage {
                Stage::Taken(_) | Stage::Chain => Ok(()),
                Stage::Begin => Err(Illegal::NothingBegun),
                Stage::Refill => Err(Illegal::MustRefill),
            },
            Action::Refill { count } => self.check_refill(count),
            Action::Pass {} => self.check_pass(),
        }
    }

    /// Calls `visit` with each legal action, ascending, until it breaks.
    pub fn each_action(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.stage == Stage::Refill {
            return (0..=self.most_refilled()).try_for_each(|count| visit(Action::Refill { count }));
        }
        for card in self.fitting() {
            for &steps in self.config.steps(card) {
                visit(Action::Play { card: self.name(card), steps })?;
            }
        }
        match self.stage {
            Stage::Begin if self.fitting().next().is_none() => self.each_fetch(visit),
            Stage::Begin => ControlFlow::Continue(()),
            _ => visit(Action::Stop {}),
        }
    }

    /// The different cards in hand that may be played now, ascending.
    pub fn fitting(&self) -> impl Iterator<Item = BodyCard> {
        let types = self.config.fitting(self.pawn, self.stage == Stage::Begin);
        // IC-8: after a take no other card may start the chain.
        let only = match self.stage {
            Stage::Taken(card) => Some(card),
            _ => None,
        };
        // Equal cards are neighbours. Few cards fit, so it is quicker to look for duplicates among those.
        let mut last = None;
        self.hand
            .iter()
            .filter(move |card| types.contains(card.kind) && only.is_none_or(|only| only == *card))
            .filter(move |&card| last.replace(card) != Some(card))
    }

    /// Why a card in hand does not fit; `None` if it does.
    fn misfit(&self, card: BodyCard) -> Option<Illegal> {
        let (deck, name) = (&self.config.deck, self.name(card));
        match (self.stage, self.pawn) {
            _ if self.fitting().any(|fitting| fitting == card) => None,
            (Stage::Taken(taken), _) if taken != card => {
                Some(Illegal::OnlyTheTaken { taken: self.name(taken) })
            }
            (_, Some(pawn)) if deck.in_ring(card.kind) => {
                Some(Illegal::DoesNotFit { card: name, pawn: deck.name(pawn) })
            }
            _ if self.config.cake == Cake::Dead => Some(Illegal::Dead { card: name }),
            _ => Some(Illegal::CannotEnter { card: name }),
        }
    }

    fn check_play(&self, name: CardName, steps: i8) -> Result<(), Illegal> {
        if self.stage == Stage::Refill {
            return Err(Illegal::MustRefill);
        }
        let card = self.find(name)?;
        if !self.hand.contains(card) {
            return Err(Illegal::NotHeld { card: name });
        }
        if let Some(illegal) = self.misfit(card) {
            return Err(illegal);
        }
        // IC-3
        let allowed = self.config.steps(card);
        if allowed.contains(&steps) {
            Ok(())
        } else {
            Err(Illegal::WrongSteps { card: name, steps, allowed: Steps::from(allowed) })
        }
    }

    /// IC-8: cards are drawn or taken when the turn begins and none can be played.
    fn check_fetches(&self) -> Result<(), Illegal> {
        match self.stage {
            Stage::Begin => match self.fitting().next() {
                Some(card) => Err(Illegal::MustPlay { card: self.name(card) }),
                None => Ok(()),
            },
            Stage::Taken(_) | Stage::Chain => Err(Illegal::TooLateToFetch),
            Stage::Refill => Err(Illegal::MustRefill),
        }
    }

    /// IC-8 A
    fn check_draw(&self, discard: Option<CardName>) -> Result<(), Illegal> {
        self.check_fetches()?;
        if self.pile == 0 {
            return Err(Illegal::PileEmpty);
        }
        self.check_goes(discard)
    }

    /// IC-8 B
    fn check_take(&self, from: Seat, part: Part, give: Option<CardName>) -> Result<(), Illegal> {
        self.check_fetches()?;
        if !self.opponents.contains(from) {
            return Err(Illegal::NoOpponent { from });
        }
        let (backs, least) = ((self.backs)(from), self.least_to_take_from());
        if backs.len() < least {
            return Err(Illegal::HoldsTooFew { from, cards: backs.len(), least });
        }
        if backs.of_part(part) == 0 {
            return Err(Illegal::NoSuchBack { from, part });
        }
        self.check_goes(give)
    }

    /// IC-8: with a full hand, and only then, one's own card goes first.
    fn check_goes(&self, card: Option<CardName>) -> Result<(), Illegal> {
        match card {
            None if self.hand.is_full() => Err(Illegal::HandFull),
            None => Ok(()),
            Some(name) if !self.hand.is_full() => Err(Illegal::HandNotFull { card: name }),
            Some(name) if !self.hand.contains(self.find(name)?) => Err(Illegal::CannotGo { card: name }),
            Some(_) => Ok(()),
        }
    }

    /// IC-8: a pass is the last resort, unless the option `fetch` allows it.
    fn check_pass(&self) -> Result<(), Illegal> {
        self.check_fetches()?;
        if self.may_pass() { Ok(()) } else { Err(Illegal::MustFetch) }
    }

    /// Whether a seat that cannot play may pass.
    fn may_pass(&self) -> bool {
        self.config.fetching_is_optional || !self.can_fetch()
    }

    /// IC-8: whether there is a card to draw or to take.
    pub fn can_fetch(&self) -> bool {
        self.pile > 0 || self.victims().next().is_some()
    }

    /// IC-9
    fn check_refill(&self, count: u8) -> Result<(), Illegal> {
        if self.stage != Stage::Refill {
            return Err(Illegal::NotYetRefilling);
        }
        let most = self.most_refilled();
        if count <= most { Ok(()) } else { Err(Illegal::RefillsTooMuch { count, most }) }
    }

    /// IC-9: up to a full hand, at most the pile.
    pub fn most_refilled(&self) -> u8 {
        (HAND_LIMIT - self.hand.len()).min(self.pile) as u8
    }

    fn each_fetch(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.pile > 0 {
            self.goes().try_for_each(|discard| visit(Action::Draw { discard }))?;
        }
        for (from, backs) in self.victims() {
            for part in backs.parts() {
                self.goes().try_for_each(|give| visit(Action::Take { from, part, give }))?;
            }
        }
        if self.may_pass() {
            visit(Action::Pass {})?;
        }
        ControlFlow::Continue(())
    }

    /// IC-8 B: from whom a card can be taken, and the backs to choose from, ascending.
    pub fn victims(&self) -> impl Iterator<Item = (Seat, Backs)> {
        self.opponents.iter().filter_map(|from| Some((from, self.victim(from)?)))
    }

    /// The backs of an opponent who holds enough cards to lose one.
    pub fn victim(&self, opponent: Seat) -> Option<Backs> {
        Some((self.backs)(opponent)).filter(|backs| backs.len() >= self.least_to_take_from())
    }

    /// IC-8: nobody is robbed of their last card. A full hand gives one first, so then one card is enough.
    fn least_to_take_from(&self) -> u8 {
        if self.hand.is_full() { 1 } else { 2 }
    }

    /// IC-8: the cards that may go before one is drawn or taken: with a full hand each of them, else none.
    fn goes(&self) -> impl Iterator<Item = Option<CardName>> {
        let none = (!self.hand.is_full()).then_some(None);
        let each = self.hand.distinct().filter(|_| self.hand.is_full()).map(|card| Some(self.name(card)));
        none.into_iter().chain(each)
    }

    /// The name of a card.
    pub fn name(&self, card: BodyCard) -> CardName {
        self.config.deck.card_name(card)
    }

    fn find(&self, card: CardName) -> Result<BodyCard, Illegal> {
        self.config.deck.find_card(card).map_err(|_| Illegal::NoSuchCard { card })
    }
}
