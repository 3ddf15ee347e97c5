use golemry_core::{ActionSampler, BySeat, Draw, Event, Node, Seat};

/// What random play amounted to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Matches played to their end.
    pub games: u64,
    /// Decisions made in them.
    pub steps: u64,
    /// All scores added up, so that no work can be optimised away and two runs can be compared.
    pub score_sum: i64,
}

impl Playouts {
    /// Plays one more match with random actions. Allocates nothing if the game does not.
    pub fn play<G: ActionSampler>(&mut self, game: &G, rng: &mut impl Draw) {
        let (steps, scores) = playout(game, game.start(), rng);
        self.games += 1;
        self.steps += steps;
        self.score_sum += scores.values().map(|&score| i64::from(score)).sum::<i64>();
    }
}

/// Plays on from `state` with random actions to the end: the number of decisions, and the scores.
#[inline]
pub fn playout<G: ActionSampler>(game: &G, mut state: G::State, rng: &mut impl Draw) -> (u64, BySeat<i32>) {
    let mut steps = 0;
    loop {
        let event = match game.node(&state) {
            Node::Over => return (steps, game.scores(&state).expect("a match that is over has scores")),
            Node::Chance => Event::Chance { chance: game.sample(&state, rng) },
            Node::Act(seats) => {
                steps += 1;
                let seat = seats.first().expect("somebody is to act");
                Event::Action { seat, action: game.sample_action(&state, seat, rng) }
            }
        };
        game.apply(&mut state, &event);
    }
}

/// What happens next at random: a sampled action of one of the seats to act, or a sampled outcome; `None` when the match is
/// over.
pub fn random_event<G: ActionSampler>(
    game: &G,
    state: &G::State,
    rng: &mut impl Draw,
) -> Option<Event<G::Action, G::Chance>> {
    match game.node(state) {
        Node::Over => None,
        Node::Chance => Some(Event::Chance { chance: game.sample(state, rng) }),
        Node::Act(seats) => {
            let seats: Vec<Seat> = seats.iter().collect();
            let seat = *rng.pick(&seats).expect("somebody is to act");
            Some(Event::Action { seat, action: game.sample_action(state, seat, rng) })
        }
    }
}
