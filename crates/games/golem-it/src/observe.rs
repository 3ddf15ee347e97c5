use golemry_core::{BySeat, Event, EventOf, Figure, Moment, Observe, Seat};

use crate::action::Action;
use crate::card::Colour;
use crate::card_set::CardSet;
use crate::config::{Magic, Variant};
use crate::game::GolemIt;
use crate::score::{is_cut_short, malus};
use crate::state::{Phase, State};

/// The places of the moments in [`MOMENTS`].
#[derive(Clone, Copy)]
enum At {
    PutAway,
    PointsComeBack,
    Unbeaten,
    Raised,
    Multiplied,
    BothColours,
    BeyondNeed,
    Lead,
    LargeLead,
    Beaten,
    PassesNothing,
    PassesOne,
    PassesTwo,
    LeaderPasses,
    EmptyLeaderPasses,
    PointsLeft,
    Out,
    Won,
    Place,
    LeftBehind,
    Charged,
    PassTakes,
    PoolIsEmpty,
    ToThePool,
    SpentOnTheLast,
    NobodyLeads,
}

const MOMENTS: &[Moment] = &[
    Moment { clause: "GI-5", what: "cards are put away" },
    Moment { clause: "GI-5", what: "points come back with the cards" },
    Moment { clause: "GI-6", what: "nobody beats a combination, and its player leads" },
    Moment { clause: "GI-7", what: "points on a mint card" },
    Moment { clause: "GI-7", what: "points on a purple card" },
    Moment { clause: "GI-7", what: "mint and purple cards in one combination" },
    Moment { clause: "GI-7", what: "a raise beyond need" },
    Moment { clause: "GI-8", what: "a lead" },
    Moment { clause: "GI-8", what: "a lead of four cards or more" },
    Moment { clause: "GI-8", what: "a combination is beaten" },
    Moment { clause: "GI-9", what: "a pass returns nothing" },
    Moment { clause: "GI-9", what: "a pass returns 1 point" },
    Moment { clause: "GI-9", what: "a pass returns 2 points" },
    Moment { clause: "GI-10", what: "a leader with cards passes" },
    Moment { clause: "GI-10", what: "a leader without cards passes" },
    Moment { clause: "GI-11", what: "a hand is empty, but points are left" },
    Moment { clause: "GI-11", what: "nothing is left: a player is out" },
    Moment { clause: "GI-12", what: "a game has its winner" },
    Moment { clause: "GI-13", what: "a place below the first is taken" },
    Moment { clause: "GI-13", what: "nobody beats what a player who is out left behind" },
    Moment { clause: "GI-14", what: "the loser of a game is charged" },
    Moment { clause: "GI-15", what: "a pass takes a point from the pool" },
    Moment { clause: "GI-15", what: "a pass finds the pool empty" },
    Moment { clause: "GI-15", what: "points on cards go to the pool" },
    Moment { clause: "GI-15", what: "the last points go with the last cards" },
    Moment { clause: "GI-15", what: "all have passed with nothing to beat" },
];

/// The figures of a match are those of its last game, and only that game counts as cut short.
impl Observe for GolemIt {
    const MOMENTS: &'static [Moment] = MOMENTS;

    const FIGURES: &'static [Figure] = &[
        Figure {
            name: "winner_last_cards",
            what: "cards in the winner's last combination, if it still lies there",
        },
        Figure { name: "winner_last_value", what: "what each of them is worth" },
        Figure { name: "losers_cards", what: "cards left in the other hands" },
        Figure { name: "losers_points", what: "points the others still had to get rid of" },
        Figure { name: "pool", what: "points in the pool at the end" },
        Figure { name: "turns", what: "decisions in the last game" },
    ];

    fn moments(&self, before: &State, event: &EventOf<Self>, after: &State, seen: &mut impl FnMut(usize)) {
        let Event::Action { seat, action } = event else { return };
        let mut seen = |at: At, came: bool| {
            if came {
                seen(at as usize);
            }
        };
        let own_magic = self.magic().is_own();
        match *action {
            Action::Pass { r#return } => self.pass_moments(before, *seat, r#return, &mut seen),
            Action::Play { value, cards } => play_moments(before, value, cards, &mut seen),
        }
        let out = |state: &State| state.players.values().filter(|player| player.place.is_some()).count();
        let (out_before, out_after) = (out(before), out(after));
        let (mine, was) = (&after.players[*seat], &before.players[*seat]);
        seen(At::PointsLeft, mine.hand.is_empty() && !was.hand.is_empty() && mine.place.is_none());
        seen(At::Out, out_after > out_before);
        seen(At::Won, out_before == 0 && out_after > 0);
        for _ in out_before.max(1)..out_after {
            seen(At::Place, true);
        }
        let charged = self.variant() == Variant::TwoPlayer && after.scores != before.scores;
        seen(At::Charged, charged);
        seen(At::SpentOnTheLast, own_magic && mine.place.is_some() && mine.table.points > 0);
        if after.phase != Phase::Turn {
            return;
        }
        // GI-5 and GI-6: what happened by itself as the turn reached the next seat.
        let next = &before.players[after.turn];
        let reached = !next.table.cards.is_empty() && after.players[after.turn].table.cards.is_empty();
        seen(At::PutAway, reached);
        seen(At::PointsComeBack, reached && next.table.points > 0 && !own_magic);
        seen(At::ToThePool, reached && next.table.points > 0 && own_magic);
        if let Some(to_beat) = before.to_beat.filter(|_| after.to_beat.is_none()) {
            seen(At::Unbeaten, after.turn == to_beat.seat);
            seen(At::LeftBehind, before.players[to_beat.seat].place.is_some());
        }
    }

    /// The points of the match first; within a game, minus two for each card in hand and one for each point left. In
    /// `two-player` the malus, as it would be now.
    fn standing(&self, state: &State) -> BySeat<i32> {
        state.players.map(|seat, player| {
            let points = i32::from(player.points_left(self.magic()));
            match self.variant() {
                Variant::TwoPlayer if state.phase == Phase::Turn => {
                    -state.scores[seat] - malus(player, self.magic())
                }
                Variant::TwoPlayer => -state.scores[seat],
                _ => 100 * state.scores[seat] - 2 * player.hand.len() as i32 - points,
            }
        })
    }

    fn cut_short(&self, end: &State) -> bool {
        is_cut_short(&self.config, end)
    }

    fn figures(&self, end: &State, list: &mut Vec<Option<i32>>) {
        let winner = end.players.values().find(|player| player.place == Some(1));
        let last = winner.map(|winner| winner.table).filter(|table| !table.cards.is_empty());
        let others = || end.players.values().filter(|player| player.place != Some(1));
        list.extend([
            last.map(|table| table.cards.len() as i32),
            last.map(|table| i32::from(table.value)),
            Some(others().map(|player| player.hand.len() as i32).sum()),
            Some(others().map(|player| i32::from(player.points_left(self.magic()))).sum()),
            Some(i32::from(end.pool)),
            Some(i32::from(end.turns)),
        ]);
    }
}

impl GolemIt {
    fn pass_moments(&self, before: &State, seat: Seat, returned: u32, seen: &mut impl FnMut(At, bool)) {
        let leads = before.to_beat.is_none();
        seen([At::PassesNothing, At::PassesOne, At::PassesTwo][returned.min(2) as usize], true);
        seen(At::LeaderPasses, leads && !before.players[seat].hand.is_empty());
        seen(At::EmptyLeaderPasses, leads && before.players[seat].hand.is_empty());
        if self.magic() == Magic::OwnOut {
            seen(At::PassTakes, !leads && before.pool > 0);
            seen(At::PoolIsEmpty, !leads && before.pool == 0);
            let mut others = before.players.iter().filter(|(other, _)| *other != seat);
            seen(At::NobodyLeads, leads && others.all(|(_, other)| other.passed || other.place.is_some()));
        }
    }
}

fn play_moments(before: &State, value: u32, cards: CardSet, seen: &mut impl FnMut(At, bool)) {
    let least = before.to_beat.map_or(1, |to_beat| u32::from(to_beat.value) + 1);
    let of = |colour: Colour| cards.kinds().filter(move |card| card.colour() == colour);
    let raised = |colour| of(colour).any(|card| card.number() < value);
    seen(At::Raised, raised(Colour::Mint));
    seen(At::Multiplied, raised(Colour::Purple));
    seen(At::BothColours, of(Colour::Mint).next().is_some() && of(Colour::Purple).next().is_some());
    let could_be = |lower: u32| cards.kinds().all(|card| card.points_for(lower).is_some());
    seen(At::BeyondNeed, (least..value).any(could_be));
    seen(At::Lead, before.to_beat.is_none());
    seen(At::LargeLead, before.to_beat.is_none() && cards.len() >= 4);
    seen(At::Beaten, before.to_beat.is_some());
}
