//! What learners play is what everyone plays: the rows of a batch are matches, and a match played by tokens replays.

use std::collections::BTreeSet;

use golemry_core::{Draw as _, PlayoutRng, Seat, Seed, Settings, Viewer};
use golemry_learn::{Arrays, BatchOffers, Environment, seed_in_batch};
use golemry_registry::environments;
use golemry_table::{Code, verify};

/// A token that is offered.
fn draw(mask: &[bool], rng: &mut PlayoutRng) -> usize {
    let offered: Vec<usize> = (0..mask.len()).filter(|token| mask[*token]).collect();
    *rng.pick(&offered).expect("something is offered")
}

/// The arrays of a batch with one row.
struct Row {
    obs: Vec<f32>,
    mask: Vec<bool>,
    seat: [i32; 1],
    reward: Vec<f32>,
    won: Vec<f32>,
    done: [bool; 1],
    final_obs: Vec<f32>,
}

impl Row {
    fn new(environment: &dyn Environment) -> Row {
        let length = environment.layout().last().unwrap().1;
        Row {
            obs: vec![0.0; length],
            mask: vec![false; environment.tokens()],
            seat: [0],
            reward: vec![0.0; environment.options().seats.into()],
            won: vec![0.0; environment.options().seats.into()],
            done: [false],
            final_obs: vec![0.0; length],
        }
    }

    fn arrays(&mut self) -> Arrays<'_> {
        Arrays {
            obs: &mut self.obs,
            mask: &mut self.mask,
            seat: &mut self.seat,
            reward: &mut self.reward,
            won: &mut self.won,
            done: &mut self.done,
            final_obs: &mut self.final_obs,
        }
    }
}

#[test]
fn a_row_of_a_batch_is_the_match_of_its_seed() {
    for entry in environments().iter() {
        let environment = entry.environment(&Settings::default()).unwrap();
        let (mut row, tokens) = (Row::new(&*environment), environment.tokens());
        let (mut batch, mut rng) =
            (environment.batch(3..4, Seed(9), &[], 0.0).unwrap(), PlayoutRng::new(Seed(1)));
        let (mut episode, mut number) = (environment.episode(seed_in_batch(Seed(9), 3, 0)), 0);
        let mut expected = row.obs.clone();
        batch.show(row.arrays());
        for _ in 0..300 {
            let chooses = Seat::new(row.seat[0] as u8);
            episode.observe(Viewer::Seat(chooses), &mut expected).unwrap();
            assert_eq!(row.obs, expected, "{}", entry.about.id);
            let token = draw(&row.mask, &mut rng);
            let mut drawn = [0];
            batch.draw(Seed(rng.next_u64()), &mut drawn);
            assert!(row.mask[drawn[0] as usize]);
            let wrong = batch.choose(&[tokens as i64]).unwrap_err();
            assert_eq!(wrong.code, Code::TokenNotOffered);
            assert_eq!(episode.choose(chooses, tokens).unwrap_err().code, Code::TokenNotOffered);
            batch.choose(&[token as i64]).unwrap();
            batch.step(row.arrays());
            episode.choose(chooses, token).unwrap();
            assert_eq!(row.done[0], episode.referee().status().scores.is_some());
            if row.done[0] {
                assert_eq!(Some(&row.reward), episode.returns().as_ref());
                assert_eq!(Some(&row.won), episode.won().as_ref());
                verify(&golemry_registry::games(), &episode.referee().record()).unwrap();
                number += 1;
                episode = environment.episode(seed_in_batch(Seed(9), 3, number));
            }
        }
    }
}

/// In every variant: a step is worth what it changes in the estimates, and a whole match what it is worth without shaping.
#[test]
fn shaped_rewards_add_up_to_the_returns() {
    const SHAPING: f32 = 0.5;
    let close = |a: &[f32], b: &[f32]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4);
    let mut guessing = Vec::new();
    for entry in environments().iter() {
        let mut shaped = false;
        for variant in entry.about.variants {
            let settings = Settings {
                variant: Some(variant.id.to_owned()),
                seats: Some(variant.seats.0),
                ..Settings::default()
            };
            let environment = entry.environment(&settings).unwrap();
            let mut row = Row::new(&*environment);
            let (mut batch, mut rng) =
                (environment.batch(3..4, Seed(9), &[], SHAPING).unwrap(), PlayoutRng::new(Seed(1)));
            let (mut episode, mut ended) = (environment.episode(seed_in_batch(Seed(9), 3, 0)), 0);
            let mut sum = vec![0.0; row.reward.len()];
            batch.show(row.arrays());
            while ended < 2 {
                let before = episode.estimates();
                let (chooses, token) = (Seat::new(row.seat[0] as u8), draw(&row.mask, &mut rng));
                batch.choose(&[token as i64]).unwrap();
                batch.step(row.arrays());
                episode.choose(chooses, token).unwrap();
                sum.iter_mut().zip(&row.reward).for_each(|(sum, reward)| *sum += reward);
                if row.done[0] {
                    assert!(close(&sum, &episode.returns().unwrap()), "{} {}", entry.about.id, variant.id);
                    ended += 1;
                    episode = environment.episode(seed_in_batch(Seed(9), 3, ended));
                    sum.fill(0.0);
                } else {
                    let gains = episode.estimates().into_iter().zip(before);
                    let gains: Vec<f32> = gains.map(|(now, before)| SHAPING * (now - before)).collect();
                    assert!(close(&row.reward, &gains), "{} {}", entry.about.id, variant.id);
                    shaped |= gains.iter().any(|gain| *gain != 0.0);
                }
            }
        }
        guessing.extend(shaped.then_some(entry.about.id));
    }
    // A plain game has no guess.
    assert!(
        guessing.starts_with(&["its-alive", "inner-circle", "capek", "duel", "golem-it"]),
        "{guessing:?}"
    );
}

#[test]
fn drawn_tokens_are_all_that_is_offered() {
    let environment = environments().iter().next().unwrap().environment(&Settings::default()).unwrap();
    let batch = environment.batch(0..64, Seed(9), &[], 0.0).unwrap();
    let mut offers = BatchOffers::default();
    batch.offers(&mut offers);
    let mut drawn = BTreeSet::new();
    for seed in 0..200 {
        let mut tokens = [0; 64];
        batch.draw(Seed(seed), &mut tokens);
        drawn.extend((0..).zip(tokens));
    }
    assert!(drawn.into_iter().eq(offers.row.into_iter().zip(offers.token).collect::<BTreeSet<_>>()));
}

/// Chance that waits and is then left to the seed brings what it brings to whoever does not wait.
#[test]
fn a_match_with_open_chance_is_the_same_match() {
    for entry in environments().iter() {
        let environment = entry.environment(&Settings::default()).unwrap();
        let mut rng = PlayoutRng::new(Seed(2));
        let (mut open, mut usual) =
            (environment.begin(None, Seed(4), true).unwrap(), environment.episode(Seed(4)));
        let (mut waited, mut mask) = (0, vec![false; environment.tokens()]);
        for _ in 0..100 {
            while open.waits_for_chance() {
                assert!(!open.equals(&*usual), "{}", entry.about.id);
                let outcomes = open.outcomes().unwrap_or_default();
                assert!(
                    outcomes.is_empty() || (outcomes.iter().map(|it| it.1).sum::<f64>() - 1.0).abs() < 1e-9
                );
                open.bring(None).unwrap();
                waited += 1;
            }
            assert!(open.equals(&*usual) && usual.equals(&*open.fork()), "{}", entry.about.id);
            assert_eq!(open.fingerprint(), usual.fingerprint());
            assert_eq!(open.bring(None).unwrap_err().code, Code::ActionTurn);
            let Some(seat) = usual.to_act().first() else { break };
            assert_eq!(open.information_state(seat).unwrap(), usual.information_state(seat).unwrap());
            usual.mask(seat, &mut mask).unwrap();
            let token = draw(&mask, &mut rng);
            assert_eq!(open.choose(seat, token).unwrap(), usual.choose(seat, token).unwrap());
        }
        assert!(waited > 0, "{}", entry.about.id);
    }
}

/// A match that goes on with other chance begins where it stands, and its record is sound.
#[test]
fn a_reseeded_match_begins_where_it_stands() {
    for entry in environments().iter() {
        let environment = entry.environment(&Settings::default()).unwrap();
        let episode = environment.episode(Seed(4));
        let mut other = episode.reseeded(Seed(9)).unwrap();
        assert!(episode.equals(&*other), "{}", entry.about.id);
        let (mut rng, mut mask) = (PlayoutRng::new(Seed(2)), vec![false; environment.tokens()]);
        for _ in 0..100 {
            let Some(seat) = other.to_act().first() else { break };
            other.mask(seat, &mut mask).unwrap();
            other.choose(seat, draw(&mask, &mut rng)).unwrap();
        }
        verify(&golemry_registry::games(), &other.referee().record()).unwrap();
    }
}
