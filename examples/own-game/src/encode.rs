use golemry_core::{Encode, Offers, Sheet, Viewer, offers_from_listing};

use crate::action::Action;
use crate::card::{Card, CardSet};
use crate::config::OwnGame;
use crate::legal::Decision;
use crate::state::Phase;
use crate::view::View;

/// The token of a card, and its place among all cards.
fn place(card: Card) -> usize {
    usize::from(u8::from(card)) - 1
}

fn cards(cards: CardSet, sheet: &mut Sheet<'_>) {
    sheet.all_of(cards.iter().map(place), Card::COUNT);
}

impl Encode for OwnGame {
    const ENCODING: u32 = 1;

    fn tokens(&self) -> usize {
        Card::COUNT
    }

    fn token_label(&self, token: usize) -> String {
        format!("play {}", token + 1)
    }

    fn observe(&self, view: &View, sheet: &mut Sheet<'_>) {
        let seats = self.options.seats;
        sheet.section("phase");
        sheet.flag(view.phase == Phase::Over);
        sheet.section("turn");
        sheet.one_of(view.viewer.distance_to(view.turn, seats), seats.into());
        sheet.section("hand");
        cards(view.hand.unwrap_or_default(), sheet);
        sheet.section("played");
        cards(view.played, sheet);
        sheet.section("players");
        for seat in view.viewer.around(seats) {
            sheet.share(view.cards[seat], self.table.cards);
            sheet.share(view.taken[seat], self.table.cards);
            sheet.one_of(view.trick[seat].map(place), Card::COUNT);
        }
    }

    fn observe_choices(&self, _: Viewer, _: &[Action], _: &mut Sheet<'_>) {
        // One choice is a whole action.
    }

    fn offers(&self, decision: &Decision, so_far: &[Action], offers: &mut Offers<OwnGame>) -> Option<Action> {
        offers_from_listing::<OwnGame>(decision, so_far, offers, |Action::Play { card }| place(*card))
    }

    fn feature_len(&self) -> usize {
        2
    }

    /// How high the card is, and whether it beats the trick.
    fn features(&self, decision: &Decision, _so_far: &[Action], choice: &Action, sheet: &mut Sheet<'_>) {
        let Action::Play { card } = *choice;
        sheet.share(u8::from(card), Card::COUNT as u32);
        sheet.flag(decision.to_beat.is_some_and(|to_beat| card > to_beat));
    }
}
