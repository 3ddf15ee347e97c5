use std::borrow::Cow;
use std::ops::ControlFlow;

use golemry_blood_moon::{BodyCard, CardName, Part, Type};
use golemry_core::{Seat, SeatSet};

use crate::action::Action;
use crate::config::{Cake, Config, Steps};
use crate::hand::{Backs, HAND_LIMIT, Hand};
use crate::illegal::Illegal;
use crate::state::{Phase, State};

/// Everything the seat to act may decide by. State and view both give it, so the rules of a turn stand here alone.
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
    /// The backs an opponent shows. Asked only where a card can be taken.
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
    /// No further card is played.
    Refill,
}

impl Stage {
    /// The stage in which a seat is to act; `None` where chance is, or nobody.
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

/// What the seat whose turn it is decides by; `None` where it is not to act.
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

/// IC-8: an opponent who holds fewer cards loses none.
const LEAST_TO_TAKE_FROM: u8 = 2;

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

    /// Calls `visit` with each legal action, ascending, until it breaks off.
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
        // Few cards fit: looking for equal ones among them only is quicker.
        let mut last = None;
        self.hand
            .iter()
            .filter(move |card| types.contains(card.kind) && only.is_none_or(|only| only == *card))
            .filter(move |&card| last.replace(card) != Some(card))
    }

    /// Why a card in hand does not fit; `None` where it does.
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

    /// IC-8: cards are fetched when the turn begins and none can be played.
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
        let backs = (self.backs)(from);
        if backs.len() < LEAST_TO_TAKE_FROM {
            return Err(Illegal::HoldsTooFew { from, cards: backs.len() });
        }
        if backs.of_part(part) == 0 {
            return Err(Illegal::NoSuchBack { from, part });
        }
        self.check_goes(give)
    }

    /// IC-8: a card of one's own goes first when the hand is full, and only then.
    fn check_goes(&self, card: Option<CardName>) -> Result<(), Illegal> {
        match card {
            None if self.hand.is_full() => Err(Illegal::HandFull),
            None => Ok(()),
            Some(name) if !self.hand.is_full() => Err(Illegal::HandNotFull { card: name }),
            Some(name) if !self.hand.contains(self.find(name)?) => Err(Illegal::CannotGo { card: name }),
            Some(_) => Ok(()),
        }
    }

    /// IC-8: a pass is what is left when there is nothing else.
    fn check_pass(&self) -> Result<(), Illegal> {
        self.check_fetches()?;
        if self.pile > 0 || self.victims().next().is_some() { Err(Illegal::MustFetch) } else { Ok(()) }
    }

    /// IC-9
    fn check_refill(&self, count: u8) -> Result<(), Illegal> {
        if self.stage != Stage::Refill {
            return Err(Illegal::NotYetRefilling);
        }
        let most = self.most_refilled();
        if count <= most { Ok(()) } else { Err(Illegal::RefillsTooMuch { count, most }) }
    }

    /// IC-9: as many as fit into the hand, at most the pile.
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
        if self.pile == 0 && self.victims().next().is_none() {
            visit(Action::Pass {})?;
        }
        ControlFlow::Continue(())
    }

    /// IC-8 B: from whom a card can be taken, and the backs to choose from, ascending.
    pub fn victims(&self) -> impl Iterator<Item = (Seat, Backs)> {
        self.opponents.iter().filter_map(|from| Some((from, self.victim(from)?)))
    }

    /// The backs of an opponent who holds enough to lose a card.
    pub fn victim(&self, opponent: Seat) -> Option<Backs> {
        Some((self.backs)(opponent)).filter(|backs| backs.len() >= LEAST_TO_TAKE_FROM)
    }

    /// IC-8: the cards that may go before one is fetched: none unless the hand is full.
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
