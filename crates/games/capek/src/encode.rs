use golemry_core::{
    Encode, Field, Offers, Part, PositionError, Sheet, Viewer, offers_from_build, view_from_json,
};

use crate::action::Action;
use crate::card::{CardId, CardKind};
use crate::choice::Choice;
use crate::config::Capek;
use crate::deck::{BodyId, ScienceId};
use crate::fields;
use crate::legal::Decision;
use crate::name::Name;
use crate::state::{Buying, MARKET_SLOTS, Price};
use crate::view::View;

/// The kinds of choices, in the order of their tokens.
#[derive(Clone, Copy, PartialEq)]
enum Block {
    Keep,
    Use,
    Enough,
    Exchange,
    End,
    /// By price: which card is for sale there, the observation and the features say.
    Buy,
    Research,
    Science,
    Card,
    Marker,
}

impl Block {
    const ALL: [Block; 10] = [
        Block::Keep,
        Block::Use,
        Block::Enough,
        Block::Exchange,
        Block::End,
        Block::Buy,
        Block::Research,
        Block::Science,
        Block::Card,
        Block::Marker,
    ];
}

/// The most gold or cards that one card gives.
const MOST_GOLD: u8 = 3;
/// The most markers, outrage, or cards of a set.
const MOST_MARKERS: u8 = 9;
/// How many purchases a turn are told apart.
const MOST_PURCHASES: u8 = 8;

impl Encode for Capek {
    const ENCODING: u32 = 1;

    fn tokens(&self) -> usize {
        Block::ALL.into_iter().map(|block| self.block_len(block)).sum()
    }

    fn token_label(&self, token: usize) -> String {
        let mut rest = token;
        for block in Block::ALL {
            if rest < self.block_len(block) {
                return match block {
                    Block::Keep => Choice::Keep {}.to_string(),
                    Block::Use => Choice::Use {}.to_string(),
                    Block::Enough => Choice::Enough {}.to_string(),
                    Block::Exchange => Choice::Exchange {}.to_string(),
                    Block::End => Choice::End {}.to_string(),
                    Block::Buy => format!("buy for {}", rest + 1),
                    Block::Research => format!("research {}", self.deck.bodies()[rest].id),
                    Block::Science => self.deck.sciences()[rest].id.to_string(),
                    Block::Card => self.deck.cards()[rest].id.to_string(),
                    Block::Marker => format!("a marker on {}", self.deck.bodies()[rest].id),
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
        let deck = &self.deck;
        let cards = deck.cards().len();
        let places = |names: &[Name], sheet: &mut Sheet<'_>| {
            sheet.all_of(names.iter().map(|name| self.card(*name)), cards);
        };
        sheet.section("turn");
        sheet.flag(view.viewer.is(view.turn));
        sheet.share(view.turns, self.table.last_turn());
        sheet.section("done");
        sheet.flag(view.done.buy == Buying::Open);
        sheet.flag(view.done.buy == Buying::Yes);
        sheet.share_beyond(view.done.bought, MOST_PURCHASES, u8::MAX);
        sheet.flag(view.done.research);
        sheet.flag(view.done.exchange);
        sheet.section("outrage");
        // The last action may go beyond the limit.
        sheet.share_beyond(view.outrage, self.table.outrage_limit, u8::MAX);
        sheet.section("market");
        let market = &view.market;
        for name in [market.one, market.two, market.three, market.four] {
            sheet.one_of(name.map(|name| self.card(name)), cards);
        }
        sheet.section("players");
        for seat in view.viewer.around(2) {
            let player = &view.players[seat.index()];
            sheet.share_beyond(player.cards as u32, 10, cards as u32);
            places(player.hand.as_deref().unwrap_or_default(), sheet);
            places(&player.known, sheet);
            for body in deck.bodies() {
                let state = player.body.get(&body.id).copied().unwrap_or_default();
                sheet.share(state.field, body.field);
                sheet.flag(state.set);
            }
        }
        sheet.section("discard");
        places(&view.discard, sheet);
        sheet.section("pile");
        sheet.share(view.deck as u32, cards as u32);
    }

    fn observe_choices(&self, _: Viewer, so_far: &[Choice], sheet: &mut Sheet<'_>) {
        let deck = &self.deck;
        let (cards, bodies) = (deck.cards().len(), deck.bodies().len());
        let words = || so_far.iter().map(|choice| self.word(choice));
        let first = |of: Block| words().find(|(block, _)| *block == of).map(|(_, index)| index);
        let every = |of: Block| words().filter(move |(block, _)| *block == of).map(|(_, index)| index);
        sheet.one_of(first(Block::Buy), MARKET_SLOTS);
        sheet.flag(first(Block::Keep).is_some());
        sheet.flag(first(Block::Use).is_some());
        sheet.flag(first(Block::Exchange).is_some());
        sheet.flag(first(Block::Enough).is_some());
        sheet.one_of(first(Block::Research), bodies);
        sheet.one_of(first(Block::Science), deck.sciences().len());
        sheet.all_of(every(Block::Card), cards);
        sheet.counts(every(Block::Marker), bodies, MOST_MARKERS);
    }

    fn offers(
        &self,
        decision: &Decision<'_>,
        so_far: &[Choice],
        offers: &mut Offers<Capek>,
    ) -> Option<Action> {
        offers_from_build::<Capek>(decision, so_far, offers, |choice| {
            let (block, index) = self.word(choice);
            Block::ALL[..block as usize].iter().map(|&block| self.block_len(block)).sum::<usize>() + index
        })
    }

    fn parts(&self) -> Vec<Part> {
        fields::observation(self)
    }

    fn feature_fields(&self) -> Vec<Field> {
        fields::features(self)
    }

    fn feature_len(&self) -> usize {
        Block::ALL.len() + 1 + 4 + 2 * self.deck.sciences().len() + self.deck.bodies().len() + 4
    }

    /// What is done and at which price; the numbers and the science of the card; the science of the set; the body card, its free
    /// circles and its smallest set; how many choices came before.
    fn features(&self, decision: &Decision<'_>, so_far: &[Choice], choice: &Choice, sheet: &mut Sheet<'_>) {
        let deck = &self.deck;
        let sciences = deck.sciences().len();
        let (block, index) = self.word(choice);
        let price = (block == Block::Buy).then_some(Price(index as u8 + 1));
        let card = match block {
            Block::Card => Some(CardId::new(index)),
            _ => price.and_then(|price| decision.market.at(price)),
        };
        let card = card.map(|card| deck.card(card));
        sheet.one_of(block as usize, Block::ALL.len());
        sheet.share(price.map_or(0, |price| price.0), MARKET_SLOTS as u32);
        sheet.share(card.map_or(0, |card| card.gold), MOST_GOLD);
        sheet.share(card.map_or(0, |card| card.field), MOST_MARKERS);
        sheet.share(card.map_or(0, |card| card.outrage), MOST_MARKERS);
        sheet.share(card.map_or(0, crate::card::Card::counts), 2);
        let science = card.and_then(|card| match card.kind {
            CardKind::Science(science) => Some(science.index()),
            CardKind::Engineer { .. } => None,
        });
        sheet.one_of(science, sciences);
        sheet.one_of((block == Block::Science).then_some(index), sciences);
        let body = matches!(block, Block::Research | Block::Marker).then(|| BodyId::new(index));
        sheet.one_of(body.map(BodyId::index), deck.bodies().len());
        sheet.share(body.map_or(0, |body| decision.free().on(body)), MOST_MARKERS);
        sheet.share(body.map_or(0, |body| deck.body(body).smallest_set()), MOST_MARKERS);
        sheet.share(so_far.len() as u32, 10);
        sheet.share(decision.outrage, self.table.outrage_limit);
    }
}

impl Capek {
    fn block_len(&self, block: Block) -> usize {
        match block {
            Block::Keep | Block::Use | Block::Enough | Block::Exchange | Block::End => 1,
            Block::Buy => MARKET_SLOTS,
            Block::Research | Block::Marker => self.deck.bodies().len(),
            Block::Science => self.deck.sciences().len(),
            Block::Card => self.deck.cards().len(),
        }
    }

    fn card(&self, name: Name) -> usize {
        self.deck.find_card(name).map_or(0, CardId::index)
    }

    /// The kind of a choice, and its place among the choices of that kind.
    fn word(&self, choice: &Choice) -> (Block, usize) {
        let body = |name| self.deck.find_body(name).map_or(0, BodyId::index);
        match *choice {
            Choice::Keep {} => (Block::Keep, 0),
            Choice::Use {} => (Block::Use, 0),
            Choice::Enough {} => (Block::Enough, 0),
            Choice::Exchange {} => (Block::Exchange, 0),
            Choice::End {} => (Block::End, 0),
            Choice::Buy { price, .. } => (Block::Buy, usize::from(price.0) - 1),
            Choice::Research { body: name } => (Block::Research, body(name)),
            Choice::Science { science } => {
                (Block::Science, self.deck.find_science(science).map_or(0, ScienceId::index))
            }
            Choice::Card { card } => (Block::Card, self.card(card)),
            Choice::Marker { body: name } => (Block::Marker, body(name)),
        }
    }
}
