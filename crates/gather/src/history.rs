use golemry_core::MAX_SEATS;

use crate::cost::Cost;
use crate::plan::Plan;
use crate::player::{Player, PlayerId};
use crate::points::Points;
use crate::round::{RestReason, Round};

/// What the rounds so far mean for the next one.
pub(crate) struct History {
    players: Vec<Past>,
    met: Vec<u8>,
    seats: usize,
}

/// What the rounds so far mean for a player.
#[derive(Clone, Default)]
struct Past {
    points: Points,
    chairs: [u8; MAX_SEATS],
    last: Option<usize>,
    byes: u8,
    small: u8,
}

impl History {
    pub(crate) fn of(plan: &Plan, players: &[Player], rounds: &[Round]) -> History {
        let past = players.iter().map(|player| Past { points: player.given, ..Past::default() });
        let mut history = History {
            players: past.collect(),
            met: vec![0; players.len() * players.len()],
            seats: plan.seats.into(),
        };
        for round in rounds {
            history.add(plan, round);
        }
        history
    }

    fn add(&mut self, plan: &Plan, round: &Round) {
        for rest in &round.rests {
            let past = &mut self.players[rest.player.index()];
            past.points += rest.points;
            past.byes += u8::from(rest.why == RestReason::Bye);
        }
        for table in &round.tables {
            for (chair, player) in table.chairs.iter().enumerate() {
                let past = &mut self.players[player.index()];
                past.points += table.points(plan.format, chair).unwrap_or_default();
                past.chairs[chair] += 1;
                past.last = Some(chair);
                past.small += u8::from(table.chairs.len() < self.seats);
                for other in table.chairs.iter().filter(|other| *other != player) {
                    self.met[player.index() * self.players.len() + other.index()] += 1;
                }
            }
        }
    }

    pub(crate) fn points(&self, player: PlayerId) -> Points {
        self.players[player.index()].points
    }

    /// How often two have met.
    pub(crate) fn met(&self, player: PlayerId, other: PlayerId) -> u8 {
        self.met[player.index() * self.players.len() + other.index()]
    }

    /// How often a player has had a chair.
    pub(crate) fn times(&self, player: PlayerId, chair: usize) -> u8 {
        self.players[player.index()].chairs[chair]
    }

    pub(crate) fn byes(&self, player: PlayerId) -> u8 {
        self.players[player.index()].byes
    }

    /// What is wrong with so many players meeting, wherever they sit.
    pub(crate) fn cost_of_meeting(&self, players: &[PlayerId]) -> Cost {
        let mut cost = Cost::default();
        for (place, &player) in players.iter().enumerate() {
            for &other in &players[..place] {
                cost.meetings += u32::from(self.met(player, other)).pow(2);
                cost.gap += self.points(player).twelfths_from(self.points(other)).pow(2);
            }
            if players.len() < self.seats {
                cost.small += u32::from(self.players[player.index()].small);
            }
        }
        cost
    }

    /// What is wrong with these chairs.
    pub(crate) fn cost_of_chairs(&self, chairs: &[PlayerId]) -> Cost {
        let mut cost = Cost::default();
        for (chair, player) in chairs.iter().enumerate() {
            cost.chairs += u32::from(self.times(*player, chair));
            cost.repeats += u32::from(self.players[player.index()].last == Some(chair));
        }
        cost
    }

    /// What is wrong with a bye for one of these players.
    pub(crate) fn cost_of_bye(&self, player: PlayerId, field: &[PlayerId]) -> Cost {
        let fewest = field.iter().map(|it| self.byes(*it)).min().unwrap_or_default();
        let lowest = field.iter().map(|it| self.points(*it)).min().unwrap_or_default();
        Cost {
            byes: u32::from(self.byes(player) - fewest),
            gap: self.points(player).twelfths_from(lowest).pow(2),
            ..Cost::default()
        }
    }
}
