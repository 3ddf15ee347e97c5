use golemry_core::{Encode, Field, Offers, Part, PositionError, Sheet, Viewer, view_from_json};

use crate::action::Action;
use crate::build;
use crate::card::{COPIES, Card, Colour, HIGHEST_VALUE, KINDS};
use crate::card_set::CardSet;
use crate::choice::Choice;
use crate::config::{ALL_POINTS, GolemIt, Magic, Variant};
use crate::fields;
use crate::legal::{Decision, LARGEST_HAND};
use crate::state::Phase;
use crate::view::View;
use crate::worth::Worth;

/// GI-9: a pass returns 0, 1 or 2 points.
const PASSES: usize = 3;

/// Values are offered by their rank: what the cards can be worth runs to more than a thousand, but no cards have more values than
/// there are numbers of points to put on them.
const VALUES: usize = ALL_POINTS as usize + 1;

const FIRST_VALUE: usize = PASSES + KINDS;

/// What large values are measured by. Most plays stay below it.
const LARGE_VALUE: u32 = 44;

impl Encode for GolemIt {
    const ENCODING: u32 = 1;

    fn tokens(&self) -> usize {
        FIRST_VALUE + VALUES
    }

    fn token_label(&self, token: usize) -> String {
        match token {
            ..PASSES => Choice::Pass(token as u32).to_string(),
            PASSES..FIRST_VALUE => Card::from_index(token - PASSES).to_string(),
            _ => format!("the value of rank {}", token - FIRST_VALUE),
        }
    }

    fn read_view(&self, view: &str) -> Result<View, PositionError> {
        view_from_json(view)
    }

    fn observe(&self, view: &View, sheet: &mut Sheet<'_>) {
        let seats = self.options.seats;
        let from_here = |seat| view.viewer.distance_to(seat, seats);
        sheet.section("rules");
        sheet.one_of(view.magic as usize, Magic::ALL.len());
        sheet.one_of(view.variant as usize, Variant::ALL.len());
        sheet.flag(self.is_played_to_the_last());
        sheet.section("phase");
        sheet.flag(view.phase == Phase::Turn);
        sheet.flag(view.phase == Phase::Over);
        sheet.section("turn");
        sheet.one_of(from_here(view.turn), seats.into());
        sheet.section("first");
        sheet.one_of(from_here(view.first), seats.into());
        sheet.section("to beat");
        sheet.one_of(view.to_beat.map(|to_beat| from_here(to_beat.seat)), seats.into());
        sheet.share(view.to_beat.map_or(0, |to_beat| to_beat.count), LARGEST_HAND as u32);
        sheet.share_beyond(view.to_beat.map_or(0, |to_beat| to_beat.value), LARGE_VALUE, HIGHEST_VALUE);
        sheet.section("hand");
        write_cards(view.hand.unwrap_or_default(), sheet);
        sheet.section("discard");
        write_cards(view.discard, sheet);
        sheet.section("players");
        for seat in view.viewer.around(seats) {
            let player = &view.players[seat];
            sheet.share(player.cards, LARGEST_HAND as u32);
            sheet.share(player.points, ALL_POINTS);
            sheet.flag(player.passed);
            sheet.share(player.place.unwrap_or(0), seats);
            sheet.share_beyond(view.scores[seat], ALL_POINTS, self.most_points());
            sheet.share_beyond(player.table.value, LARGE_VALUE, HIGHEST_VALUE);
            sheet.share(player.table.points, ALL_POINTS);
            write_cards(player.table.cards, sheet);
        }
        sheet.section("pool");
        sheet.share(view.pool, ALL_POINTS);
        sheet.section("unused");
        sheet.share(view.unused, COPIES * KINDS as u32);
        sheet.section("game");
        sheet.share(view.game, view.games);
        sheet.share(view.turns, self.table.turn_limit);
    }

    fn observe_choices(&self, _: Viewer, so_far: &[Choice], sheet: &mut Sheet<'_>) {
        write_cards(chosen(so_far), sheet);
    }

    fn offers(&self, decision: &Decision, so_far: &[Choice], offers: &mut Offers<GolemIt>) -> Option<Action> {
        offers.clear();
        match so_far.last() {
            Some(Choice::Pass(points)) => return Some(Action::Pass { r#return: *points }),
            Some(Choice::Value(value)) => {
                return Some(Action::Play { value: *value, cards: chosen(so_far) });
            }
            Some(Choice::Card(_)) | None => {}
        }
        let mut values = FIRST_VALUE..;
        build::each_offer(decision, chosen(so_far), &mut |choice, _| {
            let token = match choice {
                Choice::Pass(points) => points as usize,
                Choice::Card(card) => PASSES + card.index(),
                Choice::Value(_) => values.next().unwrap_or_default(),
            };
            offers.push((token, choice));
        });
        None
    }

    fn parts(&self) -> Vec<Part> {
        fields::observation(self)
    }

    fn feature_fields(&self) -> Vec<Field> {
        fields::features()
    }

    fn feature_len(&self) -> usize {
        18
    }

    /// A pass with its points; a card with its numbers and copies; or a value with its price and what it leaves.
    fn features(&self, decision: &Decision, so_far: &[Choice], choice: &Choice, sheet: &mut Sheet<'_>) {
        let chosen = chosen(so_far);
        let to_beat = decision.to_beat.map_or(0, |to_beat| u32::from(to_beat.value));
        let (mut pass, mut card, mut value) = (None, None, None);
        match *choice {
            Choice::Pass(points) => pass = Some(points),
            Choice::Card(chosen) => card = Some(chosen),
            Choice::Value(worth) => value = Some(worth),
        }
        sheet.flag(pass.is_some());
        sheet.flag(card.is_some());
        sheet.flag(value.is_some());
        sheet.share(pass.unwrap_or(0), 2);
        sheet.flag(card.is_some_and(|card| card.colour() == Colour::Purple));
        sheet.share(card.map_or(0, Card::number), 21);
        sheet.share(card.map_or(0, Card::gain), 11);
        sheet.share(card.map_or(0, |card| decision.hand.count(card)), COPIES);
        sheet.share(card.map_or(0, |card| card.points_to_reach(to_beat + 1)), ALL_POINTS);
        let price = value.map_or(0, |value| Worth::of(chosen.iter()).price(value));
        sheet.share(value.unwrap_or(0), LARGE_VALUE);
        sheet.share(value.map_or(0, |value| value - to_beat), LARGE_VALUE);
        sheet.share(price, ALL_POINTS);
        sheet.share(price, decision.budget.max(1));
        sheet.flag(value.is_some() && price == 0);
        sheet.share(chosen.len(), LARGEST_HAND as u32);
        sheet.share(decision.hand.len() - chosen.len(), LARGEST_HAND as u32);
        sheet.flag(value.is_some() && chosen.len() == decision.hand.len());
        sheet.share(decision.points, ALL_POINTS);
    }
}

impl GolemIt {
    /// The highest score within a match: in a tournament 4 for each game, for two the highest malus of each (GI-13, GI-14).
    fn most_points(&self) -> u32 {
        let of_a_game = 3 * LARGEST_HAND as u32 + ALL_POINTS;
        u32::from(self.games()) * of_a_game
    }
}

/// The cards among the choices.
fn chosen(so_far: &[Choice]) -> CardSet {
    let cards = so_far.iter().filter_map(|choice| match choice {
        Choice::Card(card) => Some(*card),
        _ => None,
    });
    cards.collect()
}

fn write_cards(cards: CardSet, sheet: &mut Sheet<'_>) {
    let amount = |card: Card| (card.index(), cards.count(card) as f32 / COPIES as f32);
    sheet.amounts(cards.kinds().map(amount), KINDS);
}
