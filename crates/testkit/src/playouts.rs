use golemry_core::{BySeat, Decision as _, Draw, Event, EventOf, Game, Node, Seat};

/// The totals of some random matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Matches played to the end.
    pub games: u64,
    /// Decisions made in them.
    pub steps: u64,
    /// All scores added up, so that no work can be optimised away and two runs can be compared.
    pub score_sum: i64,
}

impl Playouts {
    /// Plays one more match with sampled actions. Allocates only what the game does.
    pub fn play<G: Game>(&mut self, game: &G, rng: &mut impl Draw) {
        self.add(playout(game, game.start(), rng, |decision, rng| decision.sample(rng)));
    }

    /// The same with actions sampled quickly.
    pub fn play_quickly<G: Game>(&mut self, game: &G, rng: &mut impl Draw) {
        self.add(playout(game, game.start(), rng, |decision, rng| decision.sample_quickly(rng)));
    }

    fn add(&mut self, (steps, scores): (u64, BySeat<i32>)) {
        self.games += 1;
        self.steps += steps;
        self.score_sum += scores.values().map(|&score| i64::from(score)).sum::<i64>();
    }
}

/// Plays on from `state` to the end with the actions that `draw` draws; the number of decisions, and the scores.
#[inline]
pub fn playout<G: Game, D: Draw>(
    game: &G,
    mut state: G::State,
    rng: &mut D,
    draw: impl Fn(&G::Decision<'_>, &mut D) -> G::Action,
) -> (u64, BySeat<i32>) {
    let mut steps = 0;
    loop {
        // Applied in each case: an event that both share would have to be copied.
        match game.node(&state) {
            Node::Over => return (steps, game.scores(&state).expect("a match that is over has scores")),
            Node::Chance => {
                let chance = game.sample(&state, rng);
                game.apply(&mut state, &Event::Chance { chance });
            }
            Node::Act(seats) => {
                steps += 1;
                let seat = seats.first().expect("a seat is to act");
                let action = draw(&game.decision(&state, seat).expect("the seat is to act"), rng);
                game.apply(&mut state, &Event::Action { seat, action });
            }
        }
    }
}

/// A random next event: a sampled action of one of the seats to act, or a sampled outcome; `None` if the match is over.
pub fn random_event<G: Game>(game: &G, state: &G::State, rng: &mut impl Draw) -> Option<EventOf<G>> {
    match game.node(state) {
        Node::Over => None,
        Node::Chance => Some(Event::Chance { chance: game.sample(state, rng) }),
        Node::Act(seats) => {
            let seats: Vec<Seat> = seats.iter().collect();
            let seat = *rng.pick(&seats).expect("a seat is to act");
            Some(Event::Action { seat, action: sample(game, state, seat, rng) })
        }
    }
}

/// A random action of a seat that is to act.
#[inline]
pub fn sample<G: Game>(game: &G, state: &G::State, seat: Seat, rng: &mut impl Draw) -> G::Action {
    game.decision(state, seat).expect("the seat is to act").sample(rng)
}
