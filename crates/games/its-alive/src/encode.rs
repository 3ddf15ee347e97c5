use std::borrow::Cow;
use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use golemry_blood_moon::{BodyCard, MAX_PILE, Part, Type, TypeSet};
use golemry_core::{
    BySeat, Decision as _, Encode, Field, Offers, PositionError, Seat, Sheet, Viewer, offers_from_listing,
    view_from_json,
};

use crate::action::Action;
use crate::choice::Choice;
use crate::config::ItsAlive;
use crate::fields;
use crate::golem::Golem;
use crate::legal::Decision;
use crate::phase::{Phase, PhaseName, Stage};
use crate::pile::Pile;
use crate::state::State;
use crate::view::View;

/// Choices that name nothing, in the order of their tokens; then come the blocks of [`Block`].
const PLAIN: [&str; 13] = [
    "roll",
    "stop",
    "draw",
    "draw head",
    "draw torso",
    "draw arm",
    "draw leg",
    "draw-symbol",
    "decline",
    "place",
    "discard",
    "end",
    "take",
];

/// Choices that name a card, a symbol or a seat: a token for each.
#[derive(Clone, Copy, PartialEq)]
enum Block {
    Replace,
    DiscardSymbol,
    Steal,
    From,
    Card,
    Lose,
}

impl Block {
    const ALL: [Block; 6] =
        [Block::Replace, Block::DiscardSymbol, Block::Steal, Block::From, Block::Card, Block::Lose];
}

/// Where a choice stands in the vocabulary.
enum Word {
    Plain(usize),
    OfBlock(Block, usize),
}

impl Encode for ItsAlive {
    const ENCODING: u32 = 2;

    fn tokens(&self) -> usize {
        PLAIN.len() + Block::ALL.into_iter().map(|block| self.block_len(block)).sum::<usize>()
    }

    fn token_label(&self, token: usize) -> String {
        let Some(mut rest) = token.checked_sub(PLAIN.len()) else { return PLAIN[token].to_owned() };
        for block in Block::ALL {
            if rest < self.block_len(block) {
                let types = self.deck.type_count();
                let symbol = |index: usize| self.deck.name(Type::new(index as u8));
                let card = || {
                    let kind = Type::new((rest % types) as u8);
                    self.deck.card_name(BodyCard { part: Part::ALL[rest / types], kind })
                };
                return match block {
                    Block::Replace => format!("place {}", card()),
                    Block::DiscardSymbol => format!("discard-symbol {}", symbol(rest)),
                    Block::Steal => format!("steal with {}", symbol(rest)),
                    Block::From => format!("from the player {rest} to the left"),
                    Block::Card => card().to_string(),
                    Block::Lose => format!("lose {}", card()),
                };
            }
            rest -= self.block_len(block);
        }
        String::new()
    }

    fn read_view(&self, view: &str) -> Result<View, PositionError> {
        view_from_json(view)
    }

    fn observe(&self, view: &View, sheet: &mut Sheet<'_>) {
        let known = Part::ALL.map(|part| view.piles.of(part)).map(|pile| pile.upward(&self.deck).collect());
        let known_symbols = view.symbols.upward(&self.deck).collect();
        let hand = |seat| {
            let player = &view.players[seat];
            (player.symbols, player.known.iter().filter_map(|name| self.deck.find(*name).ok()).collect())
        };
        self.write(&Scene::seen(self, view, &known, &known_symbols), hand, sheet);
    }

    fn observe_state(&self, state: &State, viewer: Viewer, sheet: &mut Sheet<'_>) {
        let hand = |seat| (state.hands[seat].symbols.len(), state.hands[seat].known);
        self.write(&Scene::new(state, viewer), hand, sheet);
    }

    fn observe_choices(&self, viewer: Viewer, so_far: &[Choice], sheet: &mut Sheet<'_>) {
        let (mut symbol, mut victim) = (None, None);
        for choice in so_far {
            match choice {
                Choice::Steal(name) => symbol = self.deck.find(*name).ok().map(Type::index),
                Choice::From(seat) => victim = Some(viewer.distance_to(*seat, self.options.seats)),
                Choice::Do(_) | Choice::Card(_) => {}
            }
        }
        sheet.one_of(symbol, self.deck.type_count());
        sheet.one_of(victim, self.seats());
    }

    fn offers(
        &self,
        decision: &Decision<'_>,
        so_far: &[Choice],
        offers: &mut Offers<ItsAlive>,
    ) -> Option<Action> {
        // Everything but a theft is complete with its first choice.
        if let [Choice::Do(action)] = so_far {
            offers.clear();
            return Some(*action);
        }
        if so_far.is_empty() {
            offers.clear();
            let _ = decision.each_action(&mut |action| {
                let choice = match action {
                    Action::Steal { symbol, .. } => Choice::Steal(symbol),
                    action => Choice::Do(action),
                };
                // Thefts with the same symbol are neighbours in the listing.
                let again =
                    matches!(choice, Choice::Steal(_)) && offers.last().is_some_and(|it| it.1 == choice);
                if !again {
                    offers.push((self.token(decision.seat, &choice), choice));
                }
                ControlFlow::Continue(())
            });
            return None;
        }
        offers_from_listing::<ItsAlive>(decision, so_far, offers, |choice| self.token(decision.seat, choice))
    }

    fn parts(&self) -> Vec<golemry_core::Part> {
        fields::observation(self)
    }

    fn feature_fields(&self) -> Vec<Field> {
        fields::features(self)
    }

    fn feature_len(&self) -> usize {
        PLAIN.len() + Block::ALL.len() + Part::ALL.len() + self.deck.type_count() + self.seats() + 1
    }

    /// What is done, the card's part and type or the symbol's type, the other player, and whether the card's type is the torso's.
    fn features(&self, decision: &Decision<'_>, _: &[Choice], choice: &Choice, sheet: &mut Sheet<'_>) {
        let (types, seats) = (self.deck.type_count(), self.seats());
        let (kind, index) = match self.word(decision.seat, choice) {
            Word::Plain(plain) => (plain, None),
            Word::OfBlock(block, index) => (PLAIN.len() + block as usize, Some((block, index))),
        };
        sheet.one_of(kind, PLAIN.len() + Block::ALL.len());
        let is_card = |block| matches!(block, Block::Replace | Block::Card | Block::Lose);
        let card = index.filter(|(block, _)| is_card(*block)).map(|(_, index)| index);
        let symbol = index.filter(|(block, _)| matches!(block, Block::DiscardSymbol | Block::Steal));
        let kind = card.map(|card| card % types).or(symbol.map(|(_, index)| index));
        sheet.one_of(card.map(|card| card / types), Part::ALL.len());
        sheet.one_of(kind, types);
        sheet.one_of(index.filter(|(block, _)| *block == Block::From).map(|(_, index)| index), seats);
        sheet.flag(kind.is_some() && decision.golem().torso().map(Type::index) == kind);
    }
}

impl ItsAlive {
    fn seats(&self) -> usize {
        usize::from(self.options.seats)
    }

    fn block_len(&self, block: Block) -> usize {
        match block {
            Block::Replace | Block::Card | Block::Lose => Part::ALL.len() * self.deck.type_count(),
            Block::DiscardSymbol | Block::Steal => self.deck.type_count(),
            Block::From => self.seats(),
        }
    }

    /// Where a card stands among all kinds of cards.
    fn card_index(&self, card: BodyCard) -> usize {
        card.part.index() * self.deck.type_count() + card.kind.index()
    }

    fn token(&self, seat: Seat, choice: &Choice) -> usize {
        match self.word(seat, choice) {
            Word::Plain(plain) => plain,
            Word::OfBlock(block, index) => {
                let before = Block::ALL[..block as usize].iter().map(|&block| self.block_len(block));
                PLAIN.len() + before.sum::<usize>() + index
            }
        }
    }

    fn word(&self, seat: Seat, choice: &Choice) -> Word {
        let symbol = |name| self.deck.find(name).map_or(0, Type::index);
        let card = |name| self.deck.find_card(name).map_or(0, |card| self.card_index(card));
        match *choice {
            Choice::Do(action) => match action {
                Action::Roll {} => Word::Plain(0),
                Action::Stop {} => Word::Plain(1),
                Action::Draw { part } => Word::Plain(part.map_or(2, |part| 3 + part.index())),
                Action::DrawSymbol {} => Word::Plain(7),
                Action::Decline {} => Word::Plain(8),
                Action::Place { replaces: None } => Word::Plain(9),
                Action::Discard {} => Word::Plain(10),
                Action::End {} => Word::Plain(11),
                Action::Take {} => Word::Plain(12),
                Action::Place { replaces: Some(name) } => Word::OfBlock(Block::Replace, card(name)),
                Action::DiscardSymbol { symbol: name } => Word::OfBlock(Block::DiscardSymbol, symbol(name)),
                Action::Lose { card: name } => Word::OfBlock(Block::Lose, card(name)),
                // A theft is built in three choices, of which this is the first.
                Action::Steal { symbol: name, .. } => Word::OfBlock(Block::Steal, symbol(name)),
            },
            Choice::Steal(name) => Word::OfBlock(Block::Steal, symbol(name)),
            Choice::From(from) => {
                Word::OfBlock(Block::From, Viewer::Seat(seat).distance_to(from, self.options.seats))
            }
            Choice::Card(name) => Word::OfBlock(Block::Card, card(name)),
        }
    }

    /// `hand` says how many symbols a seat holds, and which of them everyone knows.
    fn write(&self, scene: &Scene<'_>, hand: impl Fn(Seat) -> (usize, TypeSet), sheet: &mut Sheet<'_>) {
        let (seats, types) = (self.options.seats, self.deck.type_count());
        let from_here = |seat| scene.viewer.distance_to(seat, seats);
        let stage = scene.phase.stage();
        sheet.section("phase");
        sheet.one_of(scene.phase.name() as usize, PhaseName::ALL.len());
        sheet.flag(matches!(scene.phase, Phase::Stolen { .. }));
        sheet.section("stage");
        let stage_place = stage.map(|stage| match stage {
            Stage::Roll { .. } => 0,
            Stage::Act { .. } => 1,
            Stage::Place { .. } => 2,
            Stage::Take { .. } => 3,
            Stage::End => 4,
        });
        sheet.one_of(stage_place, 5);
        sheet.flag(scene.phase.earned());
        sheet.flag(matches!(stage, Some(Stage::Place { earns: true, .. })));
        sheet.section("rolled");
        sheet.one_of(scene.phase.rolled().map(|face| usize::from(face.number()) - 1), 6);
        for (name, card) in [("drawn", scene.phase.drawn()), ("held", scene.phase.held())] {
            sheet.section(name);
            sheet.one_of(card.map(|card| card.part.index()), Part::ALL.len());
            sheet.one_of(card.map(|card| card.kind.index()), types);
        }
        sheet.section("turn");
        sheet.one_of(from_here(scene.turn), seats.into());
        sheet.section("first");
        sheet.one_of(from_here(scene.first), seats.into());
        sheet.section("round");
        sheet.share(scene.round, self.table.round_limit);
        sheet.section("winner");
        sheet.one_of(scene.phase.winner().map(from_here), seats.into());
        sheet.section("golems");
        for seat in scene.viewer.around(seats) {
            let cards = scene.golems[seat].cards();
            let amount = |card: BodyCard| (self.card_index(card), 1.0 / card.part.places() as f32);
            sheet.amounts(cards.map(amount), Part::ALL.len() * types);
        }
        sheet.section("symbols of each player");
        for seat in scene.viewer.around(seats) {
            let (held, known) = hand(seat);
            sheet.share(held as u32, self.table.hand_limit as u32 + 1);
            sheet.all_of(known.iter().map(Type::index), types);
        }
        sheet.section("own symbols");
        sheet.all_of(scene.own.iter().map(Type::index), types);
        sheet.section("piles");
        for (pile, part) in scene.piles.iter().zip(Part::ALL) {
            let copies = self.deck.copies(part);
            pile.write(types, u32::from(copies) * types as u32, copies, sheet);
        }
        sheet.section("symbol deck");
        scene.symbols.write(types, types as u32, 1, sheet);
    }
}

/// What one viewer knows, in the rules' own types: made from a view, or from a state without making the view first.
struct Scene<'a> {
    viewer: Viewer,
    turn: Seat,
    first: Seat,
    round: u16,
    phase: Phase,
    golems: Cow<'a, BySeat<Golem>>,
    /// The viewer's own symbols.
    own: TypeSet,
    piles: [KnownPile<'a>; 4],
    symbols: KnownPile<'a>,
}

impl<'a> Scene<'a> {
    fn new(state: &'a State, viewer: Viewer) -> Scene<'a> {
        Scene {
            viewer,
            turn: state.turn,
            first: state.first,
            round: state.round,
            phase: state.phase,
            golems: Cow::Borrowed(&state.golems),
            own: viewer.seat().map_or(TypeSet::EMPTY, |seat| state.hands[seat].symbols),
            piles: Part::ALL.map(|part| KnownPile::new(state.pile(part))),
            symbols: KnownPile::new(&state.symbols),
        }
    }

    /// The same from a view, with the cards that it shows in the piles, from the bottom up.
    fn seen(
        game: &ItsAlive,
        view: &View,
        known_cards: &'a [KnownCards; 4],
        known_symbols: &'a KnownCards,
    ) -> Scene<'a> {
        Scene {
            viewer: view.viewer,
            turn: view.turn,
            first: view.first,
            round: view.round,
            phase: view.phase(game),
            golems: Cow::Owned(view.golems(game)),
            own: view.hand(game),
            piles: Part::ALL.map(|part| KnownPile {
                count: view.piles.of(part).count,
                known: &known_cards[part.index()],
            }),
            symbols: KnownPile { count: view.symbols.count, known: known_symbols },
        }
    }
}

type KnownCards = ArrayVec<Type, MAX_PILE>;

/// A face-down pile as everyone knows it.
struct KnownPile<'a> {
    count: usize,
    /// From the bottom up.
    known: &'a [Type],
}

impl<'a> KnownPile<'a> {
    fn new<const N: usize>(pile: &'a Pile<N>) -> KnownPile<'a> {
        KnownPile { count: pile.len(), known: pile.seen() }
    }

    /// How many cards there are, how many of each type are known, and the top card if it is.
    fn write(&self, types: usize, most: u32, copies: u8, sheet: &mut Sheet<'_>) {
        sheet.share(self.count as u32, most);
        sheet.counts(self.known.iter().map(|kind| kind.index()), types, copies);
        let top = self.known.last().filter(|_| self.known.len() == self.count);
        sheet.one_of(top.map(|kind| kind.index()), types);
    }
}
