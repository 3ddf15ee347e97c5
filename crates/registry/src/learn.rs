use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use golemry_bots::{Bot, Turn};
use golemry_core::{
    About, Decision as _, Event, Game, MatchRng, Node, Offers, Options, PlayoutRng, Seat, SeatSet, Seed,
    Settings, Sheet, Viewer,
};
use serde::Deserialize as _;
use serde_json::Value;

use crate::code::Code;
use crate::contest::mixed;
use crate::entry::Playable;
use crate::error::WireError;
use crate::play::{Match, material_of, to_value};
use crate::record::Record;
use crate::table::Table as _;
use crate::think::{Budget, Seated, decide};

/// A game set up for learners, without its types: its tokens and numbers, and matches in which they are played.
pub trait Course: Send + Sync {
    /// What the game tells about itself.
    fn about(&self) -> &'static About;

    /// The settings, defaults filled in.
    fn options(&self) -> &Options;

    /// The edition of tokens and numbers.
    fn encoding(&self) -> u32;

    /// How many tokens there are.
    fn tokens(&self) -> usize;

    /// What a token means; `None` if there is no such token.
    fn token_label(&self, token: usize) -> Option<String>;

    /// The parts of an observation with their beginnings; the last entry is its length.
    fn layout(&self) -> Vec<(&'static str, usize)>;

    /// How many features an offered choice has.
    fn feature_len(&self) -> usize;

    /// An upper bound on the actions of a match.
    fn max_actions(&self) -> u32;

    /// A match from the usual start.
    fn episode(&self, seed: Seed) -> Box<dyn Episode>;

    /// The match of a record, ready to go on.
    fn replay(&self, record: &Record) -> Result<Box<dyn Episode>, WireError>;

    /// The rows with these numbers of a batch. With `opponents`, row *r* learns on seat *r* modulo the seats, and bots play on
    /// the others.
    fn lane(
        &self,
        rows: Range<u64>,
        run: Seed,
        opponents: Option<Seated>,
    ) -> Result<Box<dyn Lane>, WireError>;
}

/// A match that is played by tokens or by whole actions, with the unfinished choices of each seat.
pub trait Episode: Send + Sync {
    /// The same match, to go on in another way.
    fn fork(&self) -> Box<dyn Episode>;

    /// Who is to act.
    fn to_act(&self) -> SeatSet;

    /// The scores, once it is over.
    fn scores(&self) -> Option<Vec<i32>>;

    /// What the scores are worth, from −1 to 1, once it is over.
    fn returns(&self) -> Option<Vec<f32>>;

    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> Result<Value, WireError>;

    /// At most `limit` legal actions of a seat; none for a seat that is not to act.
    fn legal(&self, seat: Seat, limit: usize) -> Result<Vec<Value>, WireError>;

    /// Plays an action. Choices that were made so far are dropped.
    fn apply(&mut self, seat: Seat, action: &Value) -> Result<Vec<Value>, WireError>;

    /// What can be chosen next by a seat that is to act, with tokens and labels.
    fn offers(&mut self, seat: Seat) -> Result<Vec<(usize, Value, String)>, WireError>;

    /// Chooses what a token stands for; returns whether that completed an action, which is then played.
    fn choose(&mut self, seat: Seat, token: usize) -> Result<bool, WireError>;

    /// The tokens that a seat has chosen on the way to its next action.
    fn chosen(&self, seat: Seat) -> Result<Vec<usize>, WireError>;

    /// Writes the observation of a viewer.
    fn observe(&self, viewer: Viewer, out: &mut [f32]) -> Result<(), WireError>;

    /// Marks the tokens of what can be chosen; none for a seat that is not to act.
    fn mask(&mut self, seat: Seat, out: &mut [bool]) -> Result<(), WireError>;

    /// The features of what can be chosen, in the order of [`offers`](Episode::offers), one after the other.
    fn features(&mut self, seat: Seat) -> Result<Vec<f32>, WireError>;

    /// A bot's action.
    fn think(&self, seat: Seat, bot: Seated, seed: Seed) -> Result<Value, WireError>;

    /// Another match that looks the same to a seat and hides other things.
    fn resampled(&self, viewer: Viewer, seed: Seed) -> Result<Box<dyn Episode>, WireError>;

    /// The match written down.
    fn record(&self) -> Record;

    /// Everything a viewer saw happen, in the game's notation.
    fn story(&self, viewer: Viewer) -> Result<Vec<String>, WireError>;
}

/// The arrays of a batch, one row after another.
pub struct Rows<'a> {
    /// The observation of the seat that chooses next.
    pub obs: &'a mut [f32],
    /// The tokens it can choose.
    pub mask: &'a mut [bool],
    /// Which seat that is.
    pub seat: &'a mut [i32],
    /// What each seat has won with the last step: something only when a match ends.
    pub reward: &'a mut [f32],
    /// Whether the last step ended a match. The row is then at the beginning of the next one.
    pub done: &'a mut [bool],
    /// How the match that ended looked to the seat that chose last.
    pub final_obs: &'a mut [f32],
}

/// Some rows of a batch: matches that begin again when they are over.
pub trait Lane: Send + Sync {
    /// Writes the rows as they are.
    fn show(&self, rows: Rows<'_>);

    /// Says which token is not offered, if there is one.
    fn check(&self, tokens: &[i64]) -> Result<(), WireError>;

    /// Appends everything that is offered: the number of the row, the token and the features.
    fn offers(&self, offers: &mut LaneOffers);

    /// Chooses a token in each row. Trusted: [`check`](Lane::check) comes first.
    fn step(&mut self, tokens: &[i64], rows: Rows<'_>);
}

/// What is offered in some rows of a batch, one offer after another.
#[derive(Default)]
pub struct LaneOffers {
    /// The number of the row of each offer.
    pub row: Vec<i64>,
    /// Its token.
    pub token: Vec<i64>,
    /// Its features.
    pub features: Vec<f32>,
}

/// The seed of a match in a batch: it depends on nothing but these three numbers.
pub fn seed_in_batch(run: Seed, row: u64, episode: u64) -> Seed {
    Seed(mixed(Seed(mixed(run, row)), episode))
}

pub(crate) struct CourseOf<G: Playable> {
    game: Arc<G>,
    material: Option<Value>,
    observation: usize,
}

impl<G: Playable> CourseOf<G> {
    pub(crate) fn new(settings: &Settings) -> Result<CourseOf<G>, WireError> {
        let game = G::new(settings)?;
        Ok(CourseOf {
            observation: game.observation_len(),
            game: Arc::new(game),
            material: material_of(settings)?,
        })
    }
}

impl<G: Playable> Course for CourseOf<G> {
    fn about(&self) -> &'static About {
        G::about()
    }

    fn options(&self) -> &Options {
        self.game.options()
    }

    fn encoding(&self) -> u32 {
        G::ENCODING
    }

    fn tokens(&self) -> usize {
        self.game.tokens()
    }

    fn token_label(&self, token: usize) -> Option<String> {
        (token < self.game.tokens()).then(|| self.game.token_label(token))
    }

    fn layout(&self) -> Vec<(&'static str, usize)> {
        self.game.layout()
    }

    fn feature_len(&self) -> usize {
        self.game.feature_len()
    }

    fn max_actions(&self) -> u32 {
        self.game.max_actions()
    }

    fn episode(&self, seed: Seed) -> Box<dyn Episode> {
        Box::new(EpisodeOf::new(Match::begun(Arc::clone(&self.game), self.material.clone(), seed)))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Episode>, WireError> {
        Ok(Box::new(EpisodeOf::new(Match::<G>::replay(record)?)))
    }

    fn lane(
        &self,
        rows: Range<u64>,
        run: Seed,
        opponents: Option<Seated>,
    ) -> Result<Box<dyn Lane>, WireError> {
        let bot = opponents.map(|bot| Ok::<_, WireError>((self.game.bot(bot.level)?, bot.budget)));
        let mut lane = LaneOf {
            game: Arc::clone(&self.game),
            observation: self.observation,
            run,
            bot: bot.transpose()?,
            rows: Vec::new(),
        };
        for number in rows {
            let row = lane.open(number);
            lane.rows.push(row);
        }
        Ok(Box::new(lane))
    }
}

struct EpisodeOf<G: Playable> {
    played: Match<G>,
    /// By seat: the choices on the way to its next action, with their tokens.
    so_far: Vec<Offers<G>>,
    /// What the seat asked about last can choose next; forgotten when anything changes.
    offered: Option<(Seat, Offers<G>)>,
}

impl<G: Playable> EpisodeOf<G> {
    fn new(played: Match<G>) -> EpisodeOf<G> {
        let seats = usize::from(played.game().options().seats);
        EpisodeOf { so_far: vec![Offers::<G>::new(); seats], played, offered: None }
    }

    fn choices(&self, seat: Seat) -> Vec<G::Choice> {
        self.so_far[seat.index()].iter().map(|(_, choice)| choice.clone()).collect()
    }

    fn seat_exists(&self, seat: Seat) -> Result<(), WireError> {
        self.played.viewer_exists(Viewer::Seat(seat))
    }

    /// Finds out what a seat that is to act can choose, unless that is known.
    fn offer(&mut self, seat: Seat) -> Result<&Offers<G>, WireError> {
        if self.offered.as_ref().is_none_or(|(of, _)| *of != seat) {
            self.seat_exists(seat)?;
            let mut offers = self.offered.take().map_or_else(Vec::new, |(_, offers)| offers);
            let choices = self.choices(seat);
            let game = self.played.game();
            let decision = game.may_act(self.played.state(), seat)?;
            game.offers(&decision, &choices, &mut offers);
            drop(decision);
            self.offered = Some((seat, offers));
        }
        Ok(self.offered.as_ref().map(|(_, offers)| offers).expect("just found out"))
    }

    /// Something happened: nobody is in the middle of a choice any more, except others who decide at the same time.
    fn happened(&mut self, seat: Seat) {
        self.so_far[seat.index()].clear();
        self.offered = None;
    }
}

impl<G: Playable> Episode for EpisodeOf<G> {
    fn fork(&self) -> Box<dyn Episode> {
        Box::new(EpisodeOf { played: self.played.clone(), so_far: self.so_far.clone(), offered: None })
    }

    fn to_act(&self) -> SeatSet {
        self.played.game().node(self.played.state()).to_act()
    }

    fn scores(&self) -> Option<Vec<i32>> {
        self.played.scores()
    }

    fn returns(&self) -> Option<Vec<f32>> {
        returns(&**self.played.game(), self.played.state())
    }

    fn view(&self, viewer: Viewer) -> Result<Value, WireError> {
        self.played.viewer_exists(viewer)?;
        Ok(to_value(&self.played.view(viewer)))
    }

    fn legal(&self, seat: Seat, limit: usize) -> Result<Vec<Value>, WireError> {
        self.seat_exists(seat)?;
        let mut actions = Vec::new();
        let decision = self.played.game().decision(self.played.state(), seat).filter(|_| limit > 0);
        let _ = decision.map(|decision| {
            decision.each_action(&mut |action| {
                actions.push(to_value(&action));
                if actions.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
        });
        Ok(actions)
    }

    fn apply(&mut self, seat: Seat, action: &Value) -> Result<Vec<Value>, WireError> {
        self.seat_exists(seat)?;
        let action = G::Action::deserialize(action).map_err(|error| WireError::malformed_action(&error))?;
        let events = self.played.play(seat, action)?.iter().map(to_value).collect();
        self.happened(seat);
        Ok(events)
    }

    fn offers(&mut self, seat: Seat) -> Result<Vec<(usize, Value, String)>, WireError> {
        let written = |(token, choice): &(usize, G::Choice)| (*token, to_value(choice), choice.to_string());
        Ok(self.offer(seat)?.iter().map(written).collect())
    }

    fn choose(&mut self, seat: Seat, token: usize) -> Result<bool, WireError> {
        let offers = self.offer(seat)?;
        let offer = offers.iter().find(|(offered, _)| *offered == token);
        let offer = offer.cloned().ok_or_else(|| not_offered(token as i64, offers.iter().map(|it| it.0)))?;
        self.so_far[seat.index()].push(offer);
        let choices = self.choices(seat);
        let (_, mut offers) = self.offered.take().expect("the offers were made above");
        let game = Arc::clone(self.played.game());
        let decision = game.may_act(self.played.state(), seat)?;
        let complete = game.offers(&decision, &choices, &mut offers);
        drop(decision);
        let Some(action) = complete else {
            self.offered = Some((seat, offers));
            return Ok(false);
        };
        let played = self.played.play(seat, action).map(drop);
        self.happened(seat);
        played?;
        Ok(true)
    }

    fn chosen(&self, seat: Seat) -> Result<Vec<usize>, WireError> {
        self.seat_exists(seat)?;
        Ok(self.so_far[seat.index()].iter().map(|(token, _)| *token).collect())
    }

    fn observe(&self, viewer: Viewer, out: &mut [f32]) -> Result<(), WireError> {
        self.played.viewer_exists(viewer)?;
        let choices = viewer.seat().map(|seat| self.choices(seat)).unwrap_or_default();
        self.played.game().observe_state(self.played.state(), viewer, &choices, &mut Sheet::new(out));
        Ok(())
    }

    fn mask(&mut self, seat: Seat, out: &mut [bool]) -> Result<(), WireError> {
        self.seat_exists(seat)?;
        out.fill(false);
        if self.to_act().contains(seat) {
            self.offer(seat)?.iter().for_each(|(token, _)| out[*token] = true);
        }
        Ok(())
    }

    fn features(&mut self, seat: Seat) -> Result<Vec<f32>, WireError> {
        let offers = self.offer(seat)?.clone();
        let game = self.played.game();
        let length = game.feature_len();
        let choices = self.choices(seat);
        let decision = game.may_act(self.played.state(), seat)?;
        let mut features = vec![0.0; offers.len() * length];
        for ((_, choice), row) in offers.iter().zip(features.chunks_exact_mut(length)) {
            game.features(&decision, &choices, choice, &mut Sheet::new(row));
        }
        Ok(features)
    }

    fn think(&self, seat: Seat, bot: Seated, seed: Seed) -> Result<Value, WireError> {
        self.seat_exists(seat)?;
        let game = &**self.played.game();
        game.may_act(self.played.state(), seat)?;
        let turn = Turn::new(game, self.played.state(), seat);
        let thought = decide(&*game.bot(bot.level)?, &turn, bot.budget, &mut PlayoutRng::new(seed));
        Ok(to_value(&thought.action))
    }

    fn resampled(&self, viewer: Viewer, seed: Seed) -> Result<Box<dyn Episode>, WireError> {
        self.played.viewer_exists(viewer)?;
        let game = self.played.game();
        let world = game.determinize(&self.played.view(viewer), &mut PlayoutRng::new(seed));
        let position = to_value(&game.position(&world));
        let settings = self.played.record().settings();
        let mut other = EpisodeOf::new(Match::<G>::from_position(&settings, &position, seed)?);
        if let Some(seat) = viewer.seat() {
            other.so_far[seat.index()].clone_from(&self.so_far[seat.index()]);
        }
        Ok(Box::new(other))
    }

    fn record(&self) -> Record {
        self.played.record()
    }

    fn story(&self, viewer: Viewer) -> Result<Vec<String>, WireError> {
        self.played.story_since(viewer, 0)
    }
}

/// What a match is worth to each seat, from −1 to 1, once it is over.
fn returns<G: Playable>(game: &G, state: &G::State) -> Option<Vec<f32>> {
    let scores = game.scores(state)?;
    Some(game.utility(&scores).values().map(|worth| (2.0 * worth - 1.0) as f32).collect())
}

fn not_offered(token: i64, offered: impl Iterator<Item = usize>) -> WireError {
    let offered: Vec<String> = offered.map(|token| token.to_string()).collect();
    WireError::new(
        Code::TokenNotOffered,
        format!("token {token} is not offered: the offers are {}", offered.join(", ")),
    )
}

struct LaneOf<G: Playable> {
    game: Arc<G>,
    observation: usize,
    run: Seed,
    bot: Option<(Box<dyn Bot<G>>, Option<Budget>)>,
    rows: Vec<Row<G>>,
}

/// A match of a batch.
struct Row<G: Game> {
    number: u64,
    /// How many matches came before this one.
    episode: u64,
    seed: Seed,
    state: G::State,
    chances: u64,
    decisions: u64,
    /// Who chooses next.
    seat: Seat,
    so_far: Vec<G::Choice>,
    offers: Offers<G>,
}

impl<G: Playable> LaneOf<G> {
    /// The first match of a row.
    fn open(&self, number: u64) -> Row<G> {
        let mut row = Row {
            number,
            episode: 0,
            seed: seed_in_batch(self.run, number, 0),
            state: self.game.start(),
            chances: 0,
            decisions: 0,
            seat: Seat::new(0),
            so_far: Vec::new(),
            offers: Vec::new(),
        };
        // A match can be over before the learner is ever asked.
        while !self.advance(&mut row) {
            self.begin_next(&mut row);
        }
        row
    }

    fn begin_next(&self, row: &mut Row<G>) {
        row.episode += 1;
        row.seed = seed_in_batch(self.run, row.number, row.episode);
        row.state = self.game.start();
        (row.chances, row.decisions) = (0, 0);
    }

    /// Plays chance and bots until the learner can choose, or until the match is over; returns whether it goes on.
    fn advance(&self, row: &mut Row<G>) -> bool {
        let game = &*self.game;
        loop {
            let event = match game.node(&row.state) {
                Node::Over => return false,
                Node::Chance => {
                    let chance = game.sample(&row.state, &mut MatchRng::for_event(row.seed, row.chances));
                    row.chances += 1;
                    Event::Chance { chance }
                }
                Node::Act(seats) => {
                    row.seat = seats.first().expect("somebody is to act");
                    let learner = row.number % u64::from(game.options().seats);
                    match &self.bot {
                        Some((bot, budget)) if row.seat.index() as u64 != learner => {
                            let mut rng = PlayoutRng::new(Seed(mixed(row.seed, row.decisions)));
                            row.decisions += 1;
                            let turn = Turn::new(game, &row.state, row.seat);
                            let action = decide(&**bot, &turn, *budget, &mut rng).action;
                            Event::Action { seat: row.seat, action }
                        }
                        _ => {
                            let decision = game.decision(&row.state, row.seat).expect("the seat is to act");
                            game.offers(&decision, &row.so_far, &mut row.offers);
                            return true;
                        }
                    }
                }
            };
            game.apply(&mut row.state, &event);
        }
    }

    fn write(&self, row: &Row<G>, obs: &mut [f32], mask: &mut [bool], seat: &mut i32) {
        self.observe(row, row.seat, obs);
        mask.fill(false);
        row.offers.iter().for_each(|(token, _)| mask[*token] = true);
        *seat = row.seat.index() as i32;
    }

    fn observe(&self, row: &Row<G>, seat: Seat, out: &mut [f32]) {
        self.game.observe_state(&row.state, Viewer::Seat(seat), &row.so_far, &mut Sheet::new(out));
    }
}

impl<G: Playable> Lane for LaneOf<G> {
    fn show(&self, rows: Rows<'_>) {
        let arrays = rows
            .obs
            .chunks_exact_mut(self.observation)
            .zip(rows.mask.chunks_exact_mut(self.game.tokens()))
            .zip(rows.seat);
        for (row, ((obs, mask), seat)) in self.rows.iter().zip(arrays) {
            self.write(row, obs, mask, seat);
        }
        rows.reward.fill(0.0);
        rows.done.fill(false);
        rows.final_obs.fill(0.0);
    }

    fn check(&self, tokens: &[i64]) -> Result<(), WireError> {
        for (row, token) in self.rows.iter().zip(tokens) {
            if !row.offers.iter().any(|(offered, _)| *offered as i64 == *token) {
                let error = not_offered(*token, row.offers.iter().map(|offer| offer.0));
                let message = format!("row {}: {}", row.number, error.message);
                return Err(WireError { message, ..error });
            }
        }
        Ok(())
    }

    fn offers(&self, offers: &mut LaneOffers) {
        let length = self.game.feature_len();
        for row in &self.rows {
            let decision = self.game.decision(&row.state, row.seat).expect("the seat is to act");
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

    fn step(&mut self, tokens: &[i64], rows: Rows<'_>) {
        let seats = usize::from(self.game.options().seats);
        let arrays = rows
            .obs
            .chunks_exact_mut(self.observation)
            .zip(rows.mask.chunks_exact_mut(self.game.tokens()))
            .zip(rows.reward.chunks_exact_mut(seats))
            .zip(rows.final_obs.chunks_exact_mut(self.observation))
            .zip(rows.seat)
            .zip(rows.done)
            .zip(tokens);
        let mut matches = std::mem::take(&mut self.rows);
        for (row, ((((((obs, mask), reward), final_obs), seat), done), token)) in
            matches.iter_mut().zip(arrays)
        {
            let offer = row.offers.iter().find(|(offered, _)| *offered as i64 == *token);
            row.so_far.push(offer.expect("the token was checked").1.clone());
            let decision = self.game.decision(&row.state, row.seat).expect("the seat is to act");
            let complete = self.game.offers(&decision, &row.so_far, &mut row.offers);
            drop(decision);
            *done = false;
            reward.fill(0.0);
            if let Some(action) = complete {
                let chose = row.seat;
                row.so_far.clear();
                row.decisions += 1;
                self.game.apply(&mut row.state, &Event::Action { seat: chose, action });
                if !self.advance(row) {
                    *done = true;
                    let worth = returns(&*self.game, &row.state).expect("the match is over");
                    reward.copy_from_slice(&worth);
                    self.observe(row, chose, final_obs);
                    self.begin_next(row);
                    while !self.advance(row) {
                        self.begin_next(row);
                    }
                }
            }
            self.write(row, obs, mask, seat);
        }
        self.rows = matches;
    }
}
