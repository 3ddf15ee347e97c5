use golemry_blood_moon::{BodyCard, CardName, Part, Type};
use golemry_core::{
    Encode, Field, Offers, PositionError, Seat, Sheet, Viewer, offers_from_listing, view_from_json,
};

use crate::action::Action;
use crate::choice::Choice;
use crate::config::Variant;
use crate::fields;
use crate::game::InnerCircle;
use crate::hand::HAND_LIMIT;
use crate::legal::Decision;
use crate::view::{PhaseName, View};

/// A pawn walks at most so far, in either direction: decks have no more.
const FARTHEST: i8 = 12;

/// The kinds of choices, in the order of their tokens.
#[derive(Clone, Copy, PartialEq)]
enum Block {
    Draw,
    Stop,
    Pass,
    Refill,
    Part,
    From,
    Steps,
    Play,
    Discard,
    Give,
}

impl Block {
    const ALL: [Block; 10] = [
        Block::Draw,
        Block::Stop,
        Block::Pass,
        Block::Refill,
        Block::Part,
        Block::From,
        Block::Steps,
        Block::Play,
        Block::Discard,
        Block::Give,
    ];

    /// Whether its choices name a card.
    fn is_of_cards(self) -> bool {
        matches!(self, Block::Play | Block::Discard | Block::Give)
    }
}

impl Encode for InnerCircle {
    const ENCODING: u32 = 1;

    fn tokens(&self) -> usize {
        Block::ALL.into_iter().map(|block| self.block_len(block)).sum()
    }

    fn token_label(&self, token: usize) -> String {
        let mut rest = token;
        for block in Block::ALL {
            if rest < self.block_len(block) {
                let card = || {
                    let (part, kind) = (rest / self.types(), rest % self.types());
                    let card = BodyCard { part: Part::ALL[part], kind: Type::new(kind as u8) };
                    self.config().deck.card_name(card)
                };
                return match block {
                    Block::Draw => Choice::Draw {}.to_string(),
                    Block::Stop => Choice::Stop {}.to_string(),
                    Block::Pass => Choice::Pass {}.to_string(),
                    Block::Refill => Choice::Refill { count: rest as u8 }.to_string(),
                    Block::Part => Choice::Part { part: Part::ALL[rest] }.to_string(),
                    Block::From => format!("take from the player {rest} to the left"),
                    Block::Steps => Choice::Steps { steps: rest as i8 - FARTHEST }.to_string(),
                    Block::Play => Choice::Play { card: card() }.to_string(),
                    Block::Discard => Choice::Discard { card: card() }.to_string(),
                    Block::Give => Choice::Give { card: card() }.to_string(),
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
        let config = self.config();
        let (seats, types) = (config.options.seats, self.types());
        let cards = Part::ALL.len() * types;
        let from_here = |seat| view.viewer.distance_to(seat, seats);
        let coins = (config.start_coins * u16::from(seats)).max(1);
        sheet.section("rules");
        sheet.flag(view.variant == Variant::Match);
        sheet.section("phase");
        sheet.one_of(view.phase as usize, PhaseName::ALL.len());
        sheet.share(view.played, HAND_LIMIT as u32 + 1);
        sheet.section("taken");
        sheet.one_of(view.taken.map(|card| card.part().index()), Part::ALL.len());
        let taken = view.taken.and_then(crate::seen::SeenCard::card);
        sheet.one_of(taken.map(|card| self.card(card)), cards);
        sheet.section("turn");
        sheet.one_of(from_here(view.turn), seats.into());
        sheet.section("first");
        sheet.one_of(from_here(view.r#match.first), seats.into());
        sheet.section("round");
        sheet.share(view.round, config.table.round_limit);
        sheet.section("game");
        sheet.share(view.r#match.game, config.game_limit);
        sheet.section("hand");
        let own = view.viewer.seat().map(|seat| &view.players[seat].hand);
        let own = own.into_iter().flatten().filter_map(|seen| seen.card());
        // The game's own deck has two of each; a deck of one's own may have more.
        let copies = Part::ALL.map(|part| config.deck.copies(part)).into_iter().max().unwrap_or(2);
        sheet.counts_beyond(own.map(|card| self.card(card)), cards, 2, copies);
        sheet.section("players");
        for seat in view.viewer.around(seats) {
            let player = &view.players[seat];
            sheet.flag(player.r#in);
            let backs = player.hand.iter().map(|seen| seen.part().index());
            sheet.counts(backs, Part::ALL.len(), HAND_LIMIT as u8);
            sheet.one_of(player.symbol.map(|name| config.find_type(name).index()), types);
            sheet.one_of(player.pawn(config).map(Type::index), types);
            sheet.share(player.coins, coins);
        }
        sheet.section("golems");
        let lying = view.golems.values().flatten().map(|&card| self.card(card));
        sheet.counts_beyond(lying, cards, 2, copies);
        sheet.section("pile");
        sheet.share(view.deck as u32, config.cards.len() as u32);
        sheet.section("pot");
        sheet.share(view.pot.half, coins);
        sheet.share(view.pot.other, coins);
        sheet.section("winners");
        sheet.all_of(view.winners.iter().flat_map(|seats| seats.iter()).map(from_here), seats.into());
    }

    fn observe_choices(&self, viewer: Viewer, so_far: &[Choice], sheet: &mut Sheet<'_>) {
        let cards = Part::ALL.len() * self.types();
        // Only a seat has choices.
        let viewer = viewer.seat().unwrap_or(Seat::new(0));
        let chosen = |of: Block| {
            let words = so_far.iter().map(|choice| self.word(viewer, choice));
            words.filter(move |(block, _)| *block == of).map(|(_, index)| index).next()
        };
        sheet.flag(chosen(Block::Draw).is_some());
        sheet.one_of(chosen(Block::Play), cards);
        sheet.one_of(chosen(Block::From), self.seats());
        sheet.one_of(chosen(Block::Part), Part::ALL.len());
    }

    fn offers(
        &self,
        decision: &Decision<'_>,
        so_far: &[Choice],
        offers: &mut Offers<InnerCircle>,
    ) -> Option<Action> {
        offers_from_listing::<InnerCircle>(decision, so_far, offers, |choice| {
            let (block, index) = self.word(decision.seat, choice);
            Block::ALL[..block as usize].iter().map(|&block| self.block_len(block)).sum::<usize>() + index
        })
    }

    fn parts(&self) -> Vec<golemry_core::Part> {
        fields::observation(self)
    }

    fn feature_fields(&self) -> Vec<Field> {
        fields::features(self)
    }

    fn feature_len(&self) -> usize {
        Block::ALL.len() + Part::ALL.len() + self.types() + self.seats() + 5
    }

    /// What is done; the card's part and type, or the back; the other player; how many cards or steps; and, for a card, whether
    /// its golem is one's own, is complete, and has room for it.
    fn features(&self, decision: &Decision<'_>, _: &[Choice], choice: &Choice, sheet: &mut Sheet<'_>) {
        let (block, index) = self.word(decision.seat, choice);
        let card = block.is_of_cards().then(|| BodyCard {
            part: Part::ALL[index / self.types()],
            kind: Type::new((index % self.types()) as u8),
        });
        sheet.one_of(block as usize, Block::ALL.len());
        let back = (block == Block::Part).then_some(index);
        sheet.one_of(card.map(|card| card.part.index()).or(back), Part::ALL.len());
        sheet.one_of(card.map(|card| card.kind.index()), self.types());
        sheet.one_of((block == Block::From).then_some(index), self.seats());
        sheet.share(if block == Block::Refill { index as u32 } else { 0 }, HAND_LIMIT as u32);
        let steps = if block == Block::Steps { index as i8 - FARTHEST } else { 0 };
        sheet.share(steps, FARTHEST);
        sheet.flag(card.is_some_and(|card| decision.symbol == Some(card.kind)));
        sheet.flag(card.is_some_and(|card| decision.golems.is_complete(card.kind)));
        let has_room = |card: BodyCard| (decision.golems.cards().count(card) as usize) < card.part.places();
        sheet.flag(card.is_some_and(has_room));
    }
}

impl InnerCircle {
    fn seats(&self) -> usize {
        usize::from(self.config().options.seats)
    }

    fn types(&self) -> usize {
        self.config().deck.type_count()
    }

    /// A card's place among all different ones.
    fn card(&self, name: CardName) -> usize {
        let card = self.config().find(name);
        card.part.index() * self.types() + card.kind.index()
    }

    fn block_len(&self, block: Block) -> usize {
        match block {
            Block::Draw | Block::Stop | Block::Pass => 1,
            Block::Refill => HAND_LIMIT + 1,
            Block::Part => Part::ALL.len(),
            Block::From => self.seats(),
            Block::Steps => 2 * FARTHEST as usize + 1,
            Block::Play | Block::Discard | Block::Give => Part::ALL.len() * self.types(),
        }
    }

    /// The kind of a choice, and its place among the choices of that kind.
    fn word(&self, seat: Seat, choice: &Choice) -> (Block, usize) {
        match *choice {
            Choice::Draw {} => (Block::Draw, 0),
            Choice::Stop {} => (Block::Stop, 0),
            Choice::Pass {} => (Block::Pass, 0),
            Choice::Refill { count } => (Block::Refill, count.into()),
            Choice::Part { part } => (Block::Part, part.index()),
            Choice::From { from } => {
                (Block::From, Viewer::Seat(seat).distance_to(from, self.config().options.seats))
            }
            Choice::Steps { steps } => (Block::Steps, (steps + FARTHEST) as usize),
            Choice::Play { card } => (Block::Play, self.card(card)),
            Choice::Discard { card } => (Block::Discard, self.card(card)),
            Choice::Give { card } => (Block::Give, self.card(card)),
        }
    }
}
