use golemry_core::{Event, EventOf, Game, MatchRng, Node, Seat, Seed};

/// A match that is played without being recorded: a state, and the streams that chance and bots draw from.
///
/// Chance draws as in a [`Match`](crate::Match) of the same seed, so the events can become its record.
#[derive(Clone, Debug)]
pub struct Run<G: Game> {
    state: G::State,
    seed: Seed,
    chances: u64,
    decisions: u64,
}

impl<G: Game> Run<G> {
    /// A match from the usual start.
    pub fn new(game: &G, seed: Seed) -> Run<G> {
        Run { state: game.start(), seed, chances: 0, decisions: 0 }
    }

    /// The state.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The state, by value.
    pub fn into_state(self) -> G::State {
        self.state
    }

    /// The next event: an outcome of chance, or what `decide` returns for the seat to act (the lowest of several), given a new seed for
    /// each decision. `None` once the match is over, or if `decide` declines.
    pub fn next_event(
        &mut self,
        game: &G,
        decide: impl FnOnce(&G::State, Seat, Seed) -> Option<G::Action>,
    ) -> Option<EventOf<G>> {
        match game.node(&self.state) {
            Node::Over => None,
            Node::Chance => {
                let chance = game.sample(&self.state, &mut MatchRng::for_event(self.seed, self.chances));
                Some(Event::Chance { chance })
            }
            Node::Act(seats) => {
                let seat = seats.first().expect("somebody is to act");
                let action = decide(&self.state, seat, Seed(mixed(self.seed, self.decisions)))?;
                debug_assert_eq!(
                    game.check_play(&self.state, seat, &action),
                    Ok(()),
                    "decisions are legal: nobody checks them"
                );
                Some(Event::Action { seat, action })
            }
        }
    }

    /// Applies an event. Trusted, as in [`Game::apply`].
    pub fn apply(&mut self, game: &G, event: &EventOf<G>) {
        match event {
            Event::Chance { .. } => self.chances += 1,
            Event::Action { .. } => self.decisions += 1,
        }
        game.apply(&mut self.state, event);
    }
}

/// A different number for each place in a sequence (the finalizer of SplitMix64).
pub fn mixed(seed: Seed, place: u64) -> u64 {
    let mut mixed = seed.0 ^ (place + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
