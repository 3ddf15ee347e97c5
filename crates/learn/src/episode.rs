use std::any::Any;

use golemry_bots::Turn;
use golemry_core::{Offers, PlayoutRng, Seat, SeatSet, Seed, Sheet, Viewer};
use golemry_table::{BotOf, Code, Listing, Match, Referee, Seated, WireError, to_raw, to_value};
use serde::Deserialize as _;
use serde_json::Value;

use crate::environments::Learnable;
use crate::{estimates, not_offered, returns, win_shares};

/// A match played by tokens or by whole actions, with the unfinished choices of each seat.
pub trait Episode: Send + Sync {
    /// A copy of the match, to branch from.
    fn fork(&self) -> Box<dyn Episode>;

    /// The same situation with other chance from here on: a match that begins from this position.
    fn reseeded(&self, seed: Seed) -> Result<Box<dyn Episode>, WireError>;

    /// Whether another match of the same table is in the same situation, choices and preset dice included, whatever led to it.
    fn equals(&self, other: &dyn Episode) -> bool;

    /// Everything that all seats know, as text: the same for matches that are [equal](Episode::equals).
    fn fingerprint(&self) -> String;

    /// A digest of everything that a seat has seen since the match began, and of the choices it is making: the same for two matches if and
    /// only if the seat cannot tell them apart, whatever it remembers.
    fn information_state(&self, seat: Seat) -> Result<String, WireError>;

    /// Whether the caller decides about chance.
    fn has_open_chance(&self) -> bool;

    /// Whether the match waits for [`bring`](Episode::bring). Only where chance was left open.
    fn waits_for_chance(&self) -> bool;

    /// What chance may bring now, each outcome with its probability; `None` if that cannot be listed.
    fn outcomes(&self) -> Option<Vec<(Value, f64)>>;

    /// Lets chance bring this outcome, or without one what the seed brings; returns the event.
    fn bring(&mut self, chance: Option<&Value>) -> Result<Value, WireError>;

    /// The seat to act.
    fn to_act(&self) -> SeatSet;

    /// The match itself, for its views and its record.
    fn referee(&self) -> &dyn Referee;

    /// What the scores are worth, from −1 to 1, once it is over.
    fn returns(&self) -> Option<Vec<f32>>;

    /// Each seat's share of the win, once it is over: ties are split, and nobody wins a joint loss.
    fn won(&self) -> Option<Vec<f32>>;

    /// The estimated worth of the match to each seat, from −1 to 1, as bots estimate it at the horizon of a search. It uses the whole
    /// state, including hidden information: for training, not for playing. Once the match is over, its returns.
    fn estimates(&self) -> Vec<f32>;

    /// Legal actions of a seat from the one numbered `offset`, at most `limit`; none for a seat that is not to act. They are counted as
    /// far as `most`.
    fn legal(&self, seat: Seat, offset: usize, limit: usize, most: usize) -> Result<Listing, WireError>;

    /// Plays an action, and drops the choices made so far.
    fn apply(&mut self, seat: Seat, action: &Value) -> Result<Vec<Value>, WireError>;

    /// What can be chosen next by a seat that is to act, with tokens and labels.
    fn offers(&mut self, seat: Seat) -> Result<Vec<(usize, Value, String)>, WireError>;

    /// Makes the choice of a token; returns whether that completed an action, which is then played.
    fn choose(&mut self, seat: Seat, token: usize) -> Result<bool, WireError>;

    /// The tokens of a seat's unfinished action.
    fn chosen(&self, seat: Seat) -> Result<Vec<usize>, WireError>;

    /// Writes the observation of a viewer.
    fn observe(&self, viewer: Viewer, out: &mut [f32]) -> Result<(), WireError>;

    /// Writes the last part of a seat's observation, its choices so far: nothing else changes before an action is complete.
    fn observe_choices(&self, seat: Seat, out: &mut [f32]) -> Result<(), WireError>;

    /// Marks the tokens of what can be chosen; none for a seat that is not to act.
    fn mask(&mut self, seat: Seat, out: &mut [bool]) -> Result<(), WireError>;

    /// The features of what can be chosen, in the order of [`offers`](Episode::offers), one after the other.
    fn features(&mut self, seat: Seat) -> Result<Vec<f32>, WireError>;

    /// A bot's action.
    fn think(&self, seat: Seat, bot: &Seated, seed: Seed) -> Result<Value, WireError>;

    /// Another match that looks the same to a seat but differs in what is hidden.
    fn resampled(&self, viewer: Viewer, seed: Seed) -> Result<Box<dyn Episode>, WireError>;
}

/// The 128-bit hash of Fowler, Noll and Vo.
const FNV_OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const FNV_PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

pub(super) struct EpisodeOf<G: Learnable> {
    played: Match<G>,
    /// By seat: the choices of its unfinished action, and their tokens.
    so_far: Vec<(Vec<G::Choice>, Vec<usize>)>,
    /// The cached offers of one seat; cleared when anything changes.
    offered: Option<Seat>,
    offers: Offers<G>,
}

impl<G: Learnable> EpisodeOf<G> {
    pub(super) fn new(played: Match<G>) -> EpisodeOf<G> {
        let so_far = vec![(Vec::new(), Vec::new()); played.game().options().seats.into()];
        EpisodeOf { so_far, played, offered: None, offers: Vec::new() }
    }

    fn choices(&self, seat: Seat) -> &[G::Choice] {
        &self.so_far[seat.index()].0
    }

    fn seat_exists(&self, seat: Seat) -> Result<(), WireError> {
        self.played.viewer_exists(Viewer::Seat(seat))
    }

    /// Computes the offers of a seat that is to act, unless they are cached.
    fn offer(&mut self, seat: Seat) -> Result<&Offers<G>, WireError> {
        if self.offered != Some(seat) {
            self.seat_exists(seat)?;
            let game = self.played.game();
            let decision = game.may_act(self.played.state(), seat)?;
            game.offers(&decision, &self.so_far[seat.index()].0, &mut self.offers);
            self.offered = Some(seat);
        }
        Ok(&self.offers)
    }

    /// Drops the unfinished choices of a seat after an event. Other seats that decide at the same time keep theirs.
    fn happened(&mut self, seat: Seat) {
        let (choices, tokens) = &mut self.so_far[seat.index()];
        choices.clear();
        tokens.clear();
        self.offered = None;
    }
}

impl<G: Learnable> Episode for EpisodeOf<G> {
    fn fork(&self) -> Box<dyn Episode> {
        let (played, so_far) = (self.played.clone(), self.so_far.clone());
        Box::new(EpisodeOf { played, so_far, offered: None, offers: Vec::new() })
    }

    fn reseeded(&self, seed: Seed) -> Result<Box<dyn Episode>, WireError> {
        let other = EpisodeOf::new(self.played.reseeded(seed)?);
        Ok(Box::new(EpisodeOf { so_far: self.so_far.clone(), ..other }))
    }

    fn equals(&self, other: &dyn Episode) -> bool {
        let other_match: &dyn Any = other.referee();
        let Some(other_match) = other_match.downcast_ref::<Match<G>>() else { return false };
        let seats = Seat::all(self.played.game().options().seats);
        self.played.state() == other_match.state()
            && self.played.preset_dice().eq(other_match.preset_dice())
            && seats.into_iter().all(|seat| self.chosen(seat) == other.chosen(seat))
    }

    fn fingerprint(&self) -> String {
        let seats = Viewer::all(self.played.game().options().seats);
        seats.map(|viewer| to_raw(&self.played.view(viewer)).get().to_owned()).collect()
    }

    fn information_state(&self, seat: Seat) -> Result<String, WireError> {
        self.seat_exists(seat)?;
        let mut digest = FNV_OFFSET;
        let mut take = |text: &str| {
            // A byte that JSON does not have stands between two texts.
            for byte in text.bytes().chain([0]) {
                digest = (digest ^ u128::from(byte)).wrapping_mul(FNV_PRIME);
            }
        };
        self.played.recall(Viewer::Seat(seat), &mut take);
        take(to_raw(&(seat, self.to_act(), &self.so_far[seat.index()].1)).get());
        Ok(format!("{digest:032x}"))
    }

    fn has_open_chance(&self) -> bool {
        self.played.has_open_chance()
    }

    fn waits_for_chance(&self) -> bool {
        self.played.waits_for_chance()
    }

    fn outcomes(&self) -> Option<Vec<(Value, f64)>> {
        let list = self.played.outcomes()?;
        let all: f64 = list.iter().map(|(_, weight)| f64::from(*weight)).sum();
        Some(list.iter().map(|(chance, weight)| (to_value(chance), f64::from(*weight) / all)).collect())
    }

    fn bring(&mut self, chance: Option<&Value>) -> Result<Value, WireError> {
        let read = |chance: &Value| {
            G::Chance::deserialize(chance).map_err(|error| {
                let message = format!("{chance} is not an outcome of chance: {error}");
                WireError::new(Code::ActionMalformed, message)
            })
        };
        let event = to_value(self.played.bring(chance.map(read).transpose()?)?);
        self.offered = None;
        Ok(event)
    }

    fn to_act(&self) -> SeatSet {
        self.played.to_act()
    }

    fn referee(&self) -> &dyn Referee {
        &self.played
    }

    fn returns(&self) -> Option<Vec<f32>> {
        returns(&**self.played.game(), self.played.state())
    }

    fn won(&self) -> Option<Vec<f32>> {
        win_shares(&**self.played.game(), self.played.state())
    }

    fn estimates(&self) -> Vec<f32> {
        let (game, state) = (&**self.played.game(), self.played.state());
        returns(game, state).unwrap_or_else(|| estimates(game, state).as_slice().to_vec())
    }

    fn legal(&self, seat: Seat, offset: usize, limit: usize, most: usize) -> Result<Listing, WireError> {
        let page = offset.saturating_add(limit);
        self.played.list_actions(seat, offset, limit, most.saturating_sub(page).max(1))
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
        let place = offers.iter().position(|(offered, _)| *offered == token);
        let place = place.ok_or_else(|| not_offered(token as i64, offers.iter().map(|it| it.0)))?;
        let (choices, tokens) = &mut self.so_far[seat.index()];
        choices.push(self.offers.swap_remove(place).1);
        tokens.push(token);
        let game = self.played.game();
        let decision = game.may_act(self.played.state(), seat)?;
        let complete = game.offers(&decision, choices, &mut self.offers);
        drop(decision);
        let Some(action) = complete else { return Ok(false) };
        let played = self.played.play(seat, action).map(drop);
        self.happened(seat);
        played?;
        Ok(true)
    }

    fn chosen(&self, seat: Seat) -> Result<Vec<usize>, WireError> {
        self.seat_exists(seat)?;
        Ok(self.so_far[seat.index()].1.clone())
    }

    fn observe(&self, viewer: Viewer, out: &mut [f32]) -> Result<(), WireError> {
        self.played.viewer_exists(viewer)?;
        let choices = viewer.seat().map(|seat| self.choices(seat)).unwrap_or_default();
        self.played.game().observe_all(self.played.state(), viewer, choices, &mut Sheet::new(out));
        Ok(())
    }

    fn observe_choices(&self, seat: Seat, out: &mut [f32]) -> Result<(), WireError> {
        self.seat_exists(seat)?;
        self.played.game().observe_choices(Viewer::Seat(seat), self.choices(seat), &mut Sheet::new(out));
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
        self.offer(seat)?;
        let (game, offers, choices) = (self.played.game(), &self.offers, self.choices(seat));
        let length = game.feature_len();
        let decision = game.may_act(self.played.state(), seat)?;
        let mut features = vec![0.0; offers.len() * length];
        for ((_, choice), row) in offers.iter().zip(features.chunks_exact_mut(length)) {
            game.features(&decision, choices, choice, &mut Sheet::new(row));
        }
        Ok(features)
    }

    fn think(&self, seat: Seat, bot: &Seated, seed: Seed) -> Result<Value, WireError> {
        self.seat_exists(seat)?;
        let game = &**self.played.game();
        game.may_act(self.played.state(), seat)?;
        let turn = Turn::new(game, self.played.state(), seat);
        Ok(to_value(&BotOf::new(game, bot)?.decide(&turn, &mut PlayoutRng::new(seed)).action))
    }

    fn resampled(&self, viewer: Viewer, seed: Seed) -> Result<Box<dyn Episode>, WireError> {
        let mut other = EpisodeOf::new(self.played.look_alike(viewer, seed)?);
        if let Some(seat) = viewer.seat() {
            other.so_far[seat.index()].clone_from(&self.so_far[seat.index()]);
        }
        Ok(Box::new(other))
    }
}
