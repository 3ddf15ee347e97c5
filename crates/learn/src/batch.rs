use std::ops::Range;
use std::sync::Arc;

use golemry_bots::Turn;
use golemry_core::{BySeat, Event, Game, Offers, PlayoutRng, Seat, Seed, Sheet, Viewer};
use golemry_table::{BotOf, Run, Seated, WireError, mixed};

use crate::environments::Learnable;
use crate::{estimates, not_offered, returns, win_shares};

/// The arrays of a batch, one row after another.
pub struct Arrays<'a> {
    /// The observation of the seat that chooses next.
    pub obs: &'a mut [f32],
    /// The mask of tokens it can choose.
    pub mask: &'a mut [bool],
    /// Which seat that is.
    pub seat: &'a mut [i32],
    /// Each seat's reward for the last step; without shaping, nonzero only at the end of a match.
    pub reward: &'a mut [f32],
    /// Each seat's share of the win with which the last step ended a match: ties are split, and nobody wins a joint loss.
    pub won: &'a mut [f32],
    /// Whether the last step ended a match. The row is then at the start of the next one.
    pub done: &'a mut [bool],
    /// The last observation of the match that ended, for the seat that chose last.
    pub final_obs: &'a mut [f32],
}

/// Some rows of a batch: matches that restart when they are over.
pub trait Batch: Send + Sync {
    /// Writes the rows as they are.
    fn show(&self, rows: Arrays<'_>);

    /// Selects a token for each row. If one is not offered, the error names it, and [`step`](Batch::step) must not follow.
    fn choose(&mut self, tokens: &[i64]) -> Result<(), WireError>;

    /// Plays the selected tokens. The rows must be those that the last step or [`show`](Batch::show) wrote, because only the changed
    /// part of an observation is written.
    fn step(&mut self, rows: Arrays<'_>);

    /// Draws a token for each row, uniformly from those offered. The result depends on the seed, the row's number and the offers.
    fn draw(&self, seed: Seed, tokens: &mut [i64]);

    /// Appends all offers: the number of the row, the token and the features.
    fn offers(&self, offers: &mut BatchOffers);
}

/// The offers of some rows of a batch, concatenated.
#[derive(Default)]
pub struct BatchOffers {
    /// The number of the row of each offer.
    pub row: Vec<i64>,
    /// Its token.
    pub token: Vec<i64>,
    /// Its features.
    pub features: Vec<f32>,
}

/// The seed of a match in a batch: a function of these three numbers only.
pub fn seed_in_batch(run: Seed, row: u64, episode: u64) -> Seed {
    Seed(mixed(Seed(mixed(run, row)), episode))
}

pub(super) struct BatchOf<G: Learnable> {
    game: Arc<G>,
    /// The length of an observation, and where its last part, the choices so far, begins.
    observation: usize,
    choices_at: usize,
    run: Seed,
    /// Who plays on the seats of no learner; if nobody, the learner plays on all of them.
    bots: Vec<BotOf<G>>,
    shaping: f32,
    rows: Vec<Row<G>>,
}

/// A match of a batch.
struct Row<G: Game> {
    number: u64,
    /// How many matches the row has finished.
    episode: u64,
    run: Run<G>,
    /// Who chooses next.
    seat: Seat,
    so_far: Vec<G::Choice>,
    offers: Offers<G>,
    /// The index of the chosen offer.
    chosen: usize,
    /// If rewards are shaped: each seat's estimate at the first choice, and what it was paid since then.
    first: BySeat<f32>,
    paid: BySeat<f32>,
}

impl<G: Learnable> BatchOf<G> {
    pub(super) fn new(
        game: Arc<G>,
        rows: Range<u64>,
        run: Seed,
        opponents: &[Seated],
        shaping: f32,
    ) -> Result<BatchOf<G>, WireError> {
        let bots = opponents.iter().map(|bot| BotOf::new(&*game, bot)).collect::<Result<_, _>>()?;
        let [.., (_, choices_at), (_, observation)] = game.layout()[..] else {
            unreachable!("a layout ends with the choices so far and the end");
        };
        let mut batch = BatchOf { game, observation, choices_at, run, bots, shaping, rows: Vec::new() };
        batch.rows = rows.map(|number| batch.open(number)).collect();
        Ok(batch)
    }

    /// The first match of a row.
    fn open(&self, number: u64) -> Row<G> {
        let mut row = Row {
            number,
            episode: 0,
            run: Run::new(&*self.game, seed_in_batch(self.run, number, 0)),
            seat: Seat::new(0),
            so_far: Vec::new(),
            offers: Vec::new(),
            chosen: 0,
            first: BySeat::default(),
            paid: BySeat::default(),
        };
        if self.advance(&mut row) {
            self.open_account(&mut row);
        } else {
            self.begin_next(&mut row);
        }
        row
    }

    /// The next match of a row in which the learner gets to choose: a match can be over before that.
    fn begin_next(&self, row: &mut Row<G>) {
        loop {
            row.episode += 1;
            row.run = Run::new(&*self.game, seed_in_batch(self.run, row.number, row.episode));
            if self.advance(row) {
                return self.open_account(row);
            }
        }
    }

    /// Resets the shaping at the start of a match.
    fn open_account(&self, row: &mut Row<G>) {
        if self.shaping != 0.0 {
            row.first = estimates(&*self.game, row.run.state());
            row.paid = row.first.map(|_, _| 0.0);
        }
    }

    /// Pays each seat the change of its estimate (Ng, Harada and Russell, 1999). What was paid is subtracted at the end, so that the
    /// rewards of a match add up to its returns.
    fn pay(&self, row: &mut Row<G>, reward: &mut [f32]) {
        let now = estimates(&*self.game, row.run.state());
        for ((reward, paid), (now, first)) in
            reward.iter_mut().zip(row.paid.values_mut()).zip(now.values().zip(row.first.values()))
        {
            let due = self.shaping * (now - first);
            *reward = due - *paid;
            *paid = due;
        }
    }

    /// Plays chance and bots until the learner can choose, or until the match is over; returns whether it goes on.
    fn advance(&self, row: &mut Row<G>) -> bool {
        let game = &*self.game;
        let number = row.number;
        loop {
            let mut asked = None;
            let event = row.run.next_event(game, |state, seat, seed| match self.opponent(number, seat) {
                Some(bot) => {
                    Some(bot.decide(&Turn::new(game, state, seat), &mut PlayoutRng::new(seed)).action)
                }
                None => {
                    asked = Some(seat);
                    None
                }
            });
            match (event, asked) {
                (Some(event), _) => row.run.apply(game, &event),
                (None, None) => return false,
                (None, Some(seat)) => {
                    row.seat = seat;
                    let decision = game.decision(row.run.state(), seat).expect("the seat is to act");
                    game.offers(&decision, &row.so_far, &mut row.offers);
                    return true;
                }
            }
        }
    }

    /// Who plays on a seat of a row; `None` for a learner. The other seats of the first rows, one row for each seat, take the opponents in
    /// order, clockwise from the learner; in each following round of rows they begin one further.
    fn opponent(&self, row: u64, seat: Seat) -> Option<&BotOf<G>> {
        let seats = u64::from(self.game.options().seats);
        let ahead = (seat.index() as u64 + seats - row % seats) % seats;
        let place = (row / seats + ahead.checked_sub(1)?) % (self.bots.len() as u64).max(1);
        self.bots.get(place as usize)
    }

    /// Writes a row at the beginning of a decision.
    fn write(&self, row: &Row<G>, obs: &mut [f32], mask: &mut [bool], seat: &mut i32) {
        self.observe(row, row.seat, obs);
        write_mask(row, mask);
        *seat = row.seat.index() as i32;
    }

    fn observe(&self, row: &Row<G>, seat: Seat, out: &mut [f32]) {
        self.game.observe_all(row.run.state(), Viewer::Seat(seat), &row.so_far, &mut Sheet::new(out));
    }
}

impl<G: Learnable> Batch for BatchOf<G> {
    fn show(&self, rows: Arrays<'_>) {
        let arrays = rows
            .obs
            .chunks_exact_mut(self.observation)
            .zip(rows.mask.chunks_exact_mut(self.game.tokens()))
            .zip(rows.seat);
        for (row, ((obs, mask), seat)) in self.rows.iter().zip(arrays) {
            self.write(row, obs, mask, seat);
        }
        rows.reward.fill(0.0);
        rows.won.fill(0.0);
        rows.done.fill(false);
        rows.final_obs.fill(0.0);
    }

    fn choose(&mut self, tokens: &[i64]) -> Result<(), WireError> {
        for (row, token) in self.rows.iter_mut().zip(tokens) {
            let chosen = row.offers.iter().position(|(offered, _)| *offered as i64 == *token);
            row.chosen = chosen.ok_or_else(|| {
                let error = not_offered(*token, row.offers.iter().map(|offer| offer.0));
                WireError { message: format!("row {}: {}", row.number, error.message), ..error }
            })?;
        }
        Ok(())
    }

    fn draw(&self, seed: Seed, tokens: &mut [i64]) {
        for (row, token) in self.rows.iter().zip(tokens) {
            let drawn = u128::from(mixed(seed, row.number)) * row.offers.len() as u128;
            *token = row.offers[(drawn >> 64) as usize].0 as i64;
        }
    }

    fn offers(&self, offers: &mut BatchOffers) {
        let length = self.game.feature_len();
        for row in &self.rows {
            let decision = self.game.decision(row.run.state(), row.seat).expect("the seat is to act");
            for (token, choice) in &row.offers {
                offers.row.push(row.number as i64);
                offers.token.push(*token as i64);
                let written = offers.features.len();
                offers.features.resize(written + length, 0.0);
                let mut sheet = Sheet::new(&mut offers.features[written..]);
                self.game.features(&decision, &row.so_far, choice, &mut sheet);
            }
        }
    }

    fn step(&mut self, rows: Arrays<'_>) {
        let game = Arc::clone(&self.game);
        let seats = usize::from(game.options().seats);
        let arrays = rows
            .obs
            .chunks_exact_mut(self.observation)
            .zip(rows.mask.chunks_exact_mut(game.tokens()))
            .zip(rows.reward.chunks_exact_mut(seats))
            .zip(rows.won.chunks_exact_mut(seats))
            .zip(rows.final_obs.chunks_exact_mut(self.observation))
            .zip(rows.seat)
            .zip(rows.done);
        let mut matches = std::mem::take(&mut self.rows);
        for (row, ((((((obs, mask), reward), won), final_obs), seat), done)) in matches.iter_mut().zip(arrays)
        {
            *done = false;
            reward.fill(0.0);
            won.fill(0.0);
            let (_, choice) = row.offers.swap_remove(row.chosen);
            row.so_far.push(choice);
            let decision = game.decision(row.run.state(), row.seat).expect("the seat is to act");
            let complete = game.offers(&decision, &row.so_far, &mut row.offers);
            drop(decision);
            let Some(action) = complete else {
                let mut sheet = Sheet::new(&mut obs[self.choices_at..]);
                game.observe_choices(Viewer::Seat(row.seat), &row.so_far, &mut sheet);
                write_mask(row, mask);
                continue;
            };
            let chose = row.seat;
            row.so_far.clear();
            row.run.apply(&game, &Event::Action { seat: chose, action });
            if !self.advance(row) {
                *done = true;
                let worth = returns(&*game, row.run.state()).expect("the match is over");
                reward.copy_from_slice(&worth);
                won.copy_from_slice(&win_shares(&*game, row.run.state()).expect("the match is over"));
                reward.iter_mut().zip(row.paid.values()).for_each(|(reward, paid)| *reward -= paid);
                self.observe(row, chose, final_obs);
                self.begin_next(row);
            } else if self.shaping != 0.0 {
                self.pay(row, reward);
            }
            self.write(row, obs, mask, seat);
        }
        self.rows = matches;
    }
}

fn write_mask<G: Game>(row: &Row<G>, mask: &mut [bool]) {
    mask.fill(false);
    row.offers.iter().for_each(|(token, _)| mask[*token] = true);
}
