use std::borrow::Cow;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, CardName, Part, Type};
use golemry_core::{Draw, Seat, SeatSet};

use crate::action::Action;
use crate::choice::Choice;
use crate::config::{Cake, Config, Fetch, LastCard, Steps};
use crate::game::InnerCircle;
use crate::golems::Golems;
use crate::hand::{Backs, HAND_LIMIT, Hand, Marked};
use crate::hands::Hands;
use crate::illegal::Illegal;
use crate::prospect::Prospect;
use crate::sampler;
use crate::state::{Phase, State};
use crate::view::View;

/// What the seat whose turn it is may do, and what it knows. All of it is public except the seat's own hand and symbol, so a state
/// and that seat's view give the same decision.
pub struct Decision<'a> {
    /// The options, and the deck.
    pub(crate) config: &'a Config,
    pub(crate) seat: Seat,
    pub(crate) round: u16,
    // Invariant: one in which a seat is to act.
    pub(crate) phase: Phase,
    /// The seat's own cards.
    pub(crate) hand: Hand,
    /// The seat's own symbol.
    pub(crate) symbol: Option<Type>,
    /// Where the seat's pawn stands.
    pub(crate) pawn: Option<Type>,
    pub(crate) golems: Cow<'a, Golems>,
    /// How many cards can be drawn.
    pub(crate) pile: usize,
    /// Who else is in the game.
    pub(crate) opponents: SeatSet,
    /// What the opponents show.
    pub(crate) hands: Hands<'a>,
}

impl golemry_core::Decision<InnerCircle> for Decision<'_> {
    /// A choice that leaves one action is the last.
    const SKIPS_FORCED_CHOICES: bool = true;

    #[inline]
    fn each_action(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each(|_, _| true, visit)
    }

    /// Of several ways to the same descriptor (four steps either way round a ring of eight) only the first is kept: nothing is
    /// lost.
    fn each_candidate(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let ring = self.config.deck.ring().len() as i8;
        let is_first = |card: BodyCard, steps: i8| {
            let mut before = self.config.steps(card).iter().take_while(|other| **other < steps);
            before.all(|other| (steps - other) % ring != 0)
        };
        self.each(is_first, visit)
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        let most = self.most_refilled();
        match *action {
            Action::Play { card, steps } => self.check_play(card, steps),
            // IC-8 A
            Action::Draw { discard } => match self.check_fetches() {
                Ok(()) if self.pile == 0 => Err(Illegal::PileEmpty),
                fetches => fetches.and_then(|()| self.check_goes(discard)),
            },
            Action::Take { from, part, give } => self.check_take(from, part, give),
            Action::Pass {} => match self.check_fetches() {
                Ok(()) if !self.may_pass() => Err(Illegal::MustFetch),
                fetches => fetches,
            },
            Action::Stop {} => match self.phase {
                Phase::Taken { .. } | Phase::Chain => Ok(()),
                Phase::Begin => Err(Illegal::NothingBegun),
                _ => Err(Illegal::MustRefill),
            },
            // IC-9
            Action::Refill { .. } if self.phase != Phase::Refill => Err(Illegal::NotYetRefilling),
            Action::Refill { count } if count > most => Err(Illegal::RefillsTooMuch { count, most }),
            Action::Refill { .. } => Ok(()),
        }
    }

    fn walk(&self, action: &Action) -> impl IntoIterator<Item = Choice> {
        let mut walk = ArrayVec::<_, 3>::new();
        match *action {
            Action::Play { card, steps } => walk.extend([Choice::Play { card }, Choice::Steps { steps }]),
            Action::Draw { discard } => {
                walk.push(Choice::Draw {});
                walk.extend(discard.map(|card| Choice::Discard { card }));
            }
            Action::Take { from, part, give } => {
                walk.extend([Choice::From { from }, Choice::Part { part }]);
                walk.extend(give.map(|card| Choice::Give { card }));
            }
            Action::Stop {} => walk.push(Choice::Stop {}),
            Action::Refill { count } => walk.push(Choice::Refill { count }),
            Action::Pass {} => walk.push(Choice::Pass {}),
        }
        walk
    }

    fn prompt(&self, first: &Choice) -> &'static str {
        match first {
            Choice::Play { .. } => "a card to play",
            Choice::Steps { .. } => "how far your pawn moves",
            Choice::Draw {} | Choice::From { .. } if self.may_pass() => {
                "no card fits: draw or take one, or pass"
            }
            Choice::Draw {} | Choice::From { .. } => "no card fits: draw or take one",
            Choice::Pass {} => "no card fits, and there is none to draw or take",
            Choice::Discard { .. } => "a card of yours to put away",
            Choice::Part { .. } => "the back of the card you want",
            Choice::Give { .. } => "a card of yours to give",
            Choice::Stop {} => "play on or stop",
            Choice::Refill { .. } => "how many cards you draw",
        }
    }

    /// Not evenly: see `sampler.rs`.
    fn sample(&self, rng: &mut impl Draw) -> Action {
        sampler::sample(self, rng)
    }

    /// What each action that is still possible would do.
    fn preview(&self, so_far: &[Choice]) -> Option<Vec<Prospect>> {
        let list: Vec<_> =
            self.actions_after(so_far).into_iter().filter_map(|action| self.prospect(action)).collect();
        (!list.is_empty()).then_some(list)
    }
}

impl<'a> Decision<'a> {
    /// The decision of the seat whose turn it is; `None` if the state waits for chance or for nothing.
    #[inline]
    pub(crate) fn new(config: &'a Config, state: &'a State) -> Option<Decision<'a>> {
        let player = &state.players[state.turn];
        state.phase.is_choice().then(|| Decision {
            config,
            seat: state.turn,
            round: state.round,
            phase: state.phase,
            hand: player.hand,
            symbol: player.symbol,
            pawn: player.pawn,
            golems: Cow::Borrowed(&state.golems),
            pile: state.pile.len(),
            opponents: others(state.in_game, state.turn),
            hands: Hands::played(&state.players),
        })
    }

    /// The same, from the view of the seat whose turn it is.
    pub(crate) fn seen(config: &'a Config, view: &'a View) -> Option<Decision<'a>> {
        let player = &view.players[view.turn];
        let phase = view.known_phase(config)?;
        phase.is_choice().then(|| Decision {
            config,
            seat: view.turn,
            round: view.round,
            phase,
            hand: player.known_hand(config),
            symbol: player.known_symbol(config),
            pawn: player.pawn(config),
            golems: Cow::Owned(view.golems(config)),
            pile: view.deck,
            opponents: others(view.in_game(), view.turn),
            hands: Hands::seen(&view.players),
        })
    }

    /// Calls `visit` with each legal action, ascending, until it breaks off; of the plays only those that `keep` wants.
    #[inline]
    fn each(
        &self,
        keep: impl Fn(BodyCard, i8) -> bool,
        visit: &mut impl FnMut(Action) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.phase == Phase::Refill {
            return (0..=self.most_refilled()).try_for_each(|count| visit(Action::Refill { count }));
        }
        for card in self.fitting() {
            for &steps in self.config.steps(card).iter().filter(|steps| keep(card, **steps)) {
                visit(Action::Play { card: self.name(card), steps })?;
            }
        }
        match self.phase {
            Phase::Begin if self.fitting().len() == 0 => self.each_fetch(visit),
            Phase::Begin => ControlFlow::Continue(()),
            _ => visit(Action::Stop {}),
        }
    }

    /// The different cards in hand that may be played now, ascending.
    pub(crate) fn fitting(&self) -> Marked {
        let fitting = self.hand.of_types(self.config.fitting(self.pawn, self.phase == Phase::Begin));
        match self.phase {
            // IC-8: after a take no other card may start the chain.
            Phase::Taken { card } => fitting.equal_to(card),
            _ => fitting,
        }
    }

    /// Why a card in hand does not fit; `None` if it does.
    fn misfit(&self, card: BodyCard) -> Option<Illegal> {
        let (deck, name) = (&self.config.deck, self.name(card));
        match (self.phase, self.pawn) {
            _ if self.fitting().any(|fitting| fitting == card) => None,
            (Phase::Taken { card: taken }, _) if taken != card => {
                Some(Illegal::OnlyTheTaken { taken: self.name(taken) })
            }
            (_, Some(pawn)) if deck.in_ring(card.kind) => {
                Some(Illegal::DoesNotFit { card: name, pawn: deck.name(pawn) })
            }
            _ if self.config.table.cake == Cake::Dead => Some(Illegal::Dead { card: name }),
            _ => Some(Illegal::CannotEnter { card: name }),
        }
    }

    fn check_play(&self, name: CardName, steps: i8) -> Result<(), Illegal> {
        if self.phase == Phase::Refill {
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
        match self.phase {
            Phase::Begin => match self.fitting().next() {
                Some(card) => Err(Illegal::MustPlay { card: self.name(card) }),
                None => Ok(()),
            },
            Phase::Taken { .. } | Phase::Chain => Err(Illegal::TooLateToFetch),
            _ => Err(Illegal::MustRefill),
        }
    }

    /// IC-8 B
    fn check_take(&self, from: Seat, part: Part, give: Option<CardName>) -> Result<(), Illegal> {
        self.check_fetches()?;
        if !self.opponents.contains(from) {
            return Err(Illegal::NoOpponent { from });
        }
        let (backs, least) = (self.hands.backs(from), self.least_to_take_from());
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
    fn may_pass(&self) -> bool {
        self.config.table.fetch == Fetch::May || !self.can_fetch()
    }

    /// IC-8: whether there is a card to draw or to take.
    pub(crate) fn can_fetch(&self) -> bool {
        self.pile > 0 || self.victims().next().is_some()
    }

    /// IC-9: up to a full hand, at most the pile.
    pub(crate) fn most_refilled(&self) -> u8 {
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
    pub(crate) fn victims(&self) -> impl Iterator<Item = (Seat, Backs)> {
        self.opponents.iter().filter_map(|from| Some((from, self.victim(from)?)))
    }

    /// The backs of an opponent who holds enough cards to lose one.
    pub(crate) fn victim(&self, opponent: Seat) -> Option<Backs> {
        Some(self.hands.backs(opponent)).filter(|backs| backs.len() >= self.least_to_take_from())
    }

    /// IC-8: nothing is taken from an empty hand. With `last_card` `kept` nobody is robbed of the last card; a full hand gives one
    /// first, so then one card is enough.
    fn least_to_take_from(&self) -> u8 {
        if self.config.table.last_card == LastCard::Taken || self.hand.is_full() { 1 } else { 2 }
    }

    /// IC-8: the cards that may go before one is drawn or taken: with a full hand each of them, else none.
    fn goes(&self) -> impl Iterator<Item = Option<CardName>> {
        let none = (!self.hand.is_full()).then_some(None);
        let each = self.hand.distinct().filter(|_| self.hand.is_full()).map(|card| Some(self.name(card)));
        none.into_iter().chain(each)
    }

    /// The name of a card.
    pub(crate) fn name(&self, card: BodyCard) -> CardName {
        self.config.deck.card_name(card)
    }

    fn find(&self, card: CardName) -> Result<BodyCard, Illegal> {
        self.config.deck.find_card(card).map_err(|_| Illegal::NoSuchCard { card })
    }
}

/// Everyone but `seat`.
fn others(mut seats: SeatSet, seat: Seat) -> SeatSet {
    seats.remove(seat);
    seats
}
