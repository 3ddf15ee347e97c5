use golemry_core::{BySeat, Event, EventOf, Observe, figures, moments};

use crate::action::Action;
use crate::card::Colour;
use crate::card_set::CardSet;
use crate::config::{GolemIt, Magic, Variant};
use crate::score::{is_cut_short, malus};
use crate::state::{Phase, State};

moments! {
    /// What is counted. GI-1 to GI-4 say how a game is set up: nothing of them happens in play.
    pub enum Happened {
        PutAway: "GI-5", "cards are put away";
        PointsComeBack: "GI-5", "points come back with the cards";
        Unbeaten: "GI-6", "nobody beats a combination, and its player leads";
        Raised: "GI-7", "points on a mint card";
        Multiplied: "GI-7", "points on a purple card";
        BothColours: "GI-7", "mint and purple cards in one combination";
        BeyondNeed: "GI-7", "a raise beyond need";
        Lead: "GI-8", "a lead";
        LargeLead: "GI-8", "a lead of four cards or more";
        Beaten: "GI-8", "a combination is beaten";
        PassesNothing: "GI-9", "a pass returns nothing";
        PassesOne: "GI-9", "a pass returns 1 point";
        PassesTwo: "GI-9", "a pass returns 2 points";
        LeaderPasses: "GI-10", "a leader with cards passes";
        EmptyLeaderPasses: "GI-10", "a leader without cards passes";
        PointsLeft: "GI-11", "a hand is empty, but points are left";
        Out: "GI-11", "nothing is left: a player is out";
        Won: "GI-12", "a game has its winner";
        Place: "GI-13", "a place below the first is taken";
        LeftBehind: "GI-13", "nobody beats what a player who is out left behind";
        Charged: "GI-14", "the loser of a game is charged";
        PassTakes: "GI-15", "a pass takes a point from the pool";
        PoolIsEmpty: "GI-15", "a pass finds the pool empty";
        ToThePool: "GI-15", "points on cards go to the pool";
        SpentOnTheLast: "GI-15", "the last points go with the last cards";
        NobodyLeads: "GI-15", "all have passed with nothing to beat";
    }
}

figures! {
    /// What is recorded per match, of its last game.
    pub enum Recorded {
        WinnerLastCards: "cards in the winner's last combination, if it still lies there";
        WinnerLastValue: "what each of them is worth";
        LosersCards: "cards left in the other hands";
        LosersPoints: "points the others still had to get rid of";
        Pool: "points in the pool at the end";
        Turns: "decisions in the last game";
    }
}

/// Only the last game of a match counts as cut short.
impl Observe for GolemIt {
    type Moment = Happened;
    type Figure = Recorded;

    fn moments(&self, before: &State, event: &EventOf<Self>, after: &State, seen: &mut impl FnMut(Happened)) {
        let Event::Action { seat, action } = event else { return };
        let mut seen = |moment: Happened, came: bool| {
            if came {
                seen(moment);
            }
        };
        let own_magic = self.table.magic.is_own();
        match *action {
            Action::Pass { r#return } => pass_moments(self.table.magic, before, r#return, &mut seen),
            Action::Play { value, cards } => play_moments(before, value, cards, &mut seen),
        }
        let out = |state: &State| state.players.values().filter(|player| player.place.is_some()).count();
        let (out_before, out_after) = (out(before), out(after));
        let (mine, was) = (&after.players[*seat], &before.players[*seat]);
        seen(Happened::PointsLeft, mine.hand.is_empty() && !was.hand.is_empty() && mine.place.is_none());
        seen(Happened::Out, out_after > out_before);
        seen(Happened::Won, out_before == 0 && out_after > 0);
        for _ in out_before.max(1)..out_after {
            seen(Happened::Place, true);
        }
        seen(Happened::Charged, self.variant == Variant::TwoPlayer && after.scores != before.scores);
        seen(Happened::SpentOnTheLast, own_magic && mine.place.is_some() && mine.table.points > 0);
        if after.phase != Phase::Turn {
            return;
        }
        // GI-5 and GI-6: what happened by itself as the turn reached the next seat.
        let next = &before.players[after.turn];
        let reached = !next.table.cards.is_empty() && after.players[after.turn].table.cards.is_empty();
        seen(Happened::PutAway, reached);
        seen(Happened::PointsComeBack, reached && next.table.points > 0 && !own_magic);
        seen(Happened::ToThePool, reached && next.table.points > 0 && own_magic);
        if let Some(to_beat) = before.to_beat.filter(|_| after.to_beat.is_none()) {
            seen(Happened::Unbeaten, after.turn == to_beat.seat);
            seen(Happened::LeftBehind, before.players[to_beat.seat].place.is_some());
        }
    }

    /// The points of the match first; within a game, minus two for each card in hand and one for each point left. In
    /// `two-player` the malus, as it would be now.
    fn standing(&self, state: &State) -> BySeat<i32> {
        let magic = self.table.magic;
        state.players.map(|seat, player| match (self.variant, state.scores[seat]) {
            (Variant::TwoPlayer, score) if state.phase == Phase::Turn => -score - malus(player, magic),
            (Variant::TwoPlayer, score) => -score,
            (_, score) => 100 * score - 2 * player.hand.len() as i32 - i32::from(player.points_left(magic)),
        })
    }

    fn cut_short(&self, end: &State) -> bool {
        is_cut_short(self, end)
    }

    fn figure(&self, end: &State, figure: Recorded) -> Option<i32> {
        let winner = end.players.values().find(|player| player.place == Some(1));
        let last = winner.map(|winner| winner.table).filter(|table| !table.cards.is_empty());
        let magic = self.table.magic;
        let others = end.players.values().filter(|player| player.place != Some(1));
        Some(match figure {
            Recorded::WinnerLastCards => last?.cards.len() as i32,
            Recorded::WinnerLastValue => i32::from(last?.value),
            Recorded::LosersCards => others.map(|player| player.hand.len() as i32).sum(),
            Recorded::LosersPoints => others.map(|player| i32::from(player.points_left(magic))).sum(),
            Recorded::Pool => i32::from(end.pool),
            Recorded::Turns => i32::from(end.turns),
        })
    }
}

fn pass_moments(magic: Magic, before: &State, returned: u32, seen: &mut impl FnMut(Happened, bool)) {
    let (seat, leads) = (before.turn, before.to_beat.is_none());
    seen(Happened::PassesNothing, returned == 0);
    seen(Happened::PassesOne, returned == 1);
    seen(Happened::PassesTwo, returned == 2);
    seen(Happened::LeaderPasses, leads && !before.players[seat].hand.is_empty());
    seen(Happened::EmptyLeaderPasses, leads && before.players[seat].hand.is_empty());
    if magic == Magic::OwnOut {
        seen(Happened::PassTakes, !leads && before.pool > 0);
        seen(Happened::PoolIsEmpty, !leads && before.pool == 0);
        let mut others = before.players.iter().filter(|(other, _)| *other != seat);
        let nobody = others.all(|(_, other)| other.passed || other.place.is_some());
        seen(Happened::NobodyLeads, leads && nobody);
    }
}

fn play_moments(before: &State, value: u32, cards: CardSet, seen: &mut impl FnMut(Happened, bool)) {
    let least = before.to_beat.map_or(1, |to_beat| u32::from(to_beat.value) + 1);
    let of = |colour: Colour| cards.kinds().filter(move |card| card.colour() == colour);
    let raised = |colour| of(colour).any(|card| card.number() < value);
    seen(Happened::Raised, raised(Colour::Mint));
    seen(Happened::Multiplied, raised(Colour::Purple));
    seen(Happened::BothColours, of(Colour::Mint).next().is_some() && of(Colour::Purple).next().is_some());
    let could_be = |lower: u32| cards.kinds().all(|card| card.points_for(lower).is_some());
    seen(Happened::BeyondNeed, (least..value).any(could_be));
    seen(Happened::Lead, before.to_beat.is_none());
    seen(Happened::LargeLead, before.to_beat.is_none() && cards.len() >= 4);
    seen(Happened::Beaten, before.to_beat.is_some());
}
