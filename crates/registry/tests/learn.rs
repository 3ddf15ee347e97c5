//! What learners play is what everyone plays: the rows of a batch are matches, and a match played by tokens replays.

use std::collections::BTreeSet;

use golemry_core::{Draw as _, PlayoutRng, Seat, Seed, Settings, Viewer};
use golemry_registry::{Code, LaneOffers, Rows, games, seed_in_batch, verify};

/// A token that is offered.
fn draw(mask: &[bool], rng: &mut PlayoutRng) -> usize {
    let offered: Vec<usize> = (0..mask.len()).filter(|token| mask[*token]).collect();
    *rng.pick(&offered).expect("something is offered")
}

#[test]
fn a_row_of_a_batch_is_the_match_of_its_seed() {
    for entry in games() {
        let course = entry.course(&Settings::default()).unwrap();
        let (tokens, length) = (course.tokens(), course.layout().last().unwrap().1);
        let seats = usize::from(course.options().seats);
        let (mut obs, mut final_obs) = (vec![0.0; length], vec![0.0; length]);
        let (mut mask, mut seat, mut done) = (vec![false; tokens], vec![0], vec![false]);
        let mut reward = vec![0.0; seats];
        let (mut lane, mut rng) = (course.lane(3..4, Seed(9), None).unwrap(), PlayoutRng::new(Seed(1)));
        let (mut episode, mut number) = (course.episode(seed_in_batch(Seed(9), 3, 0)), 0);
        let mut expected = vec![0.0; length];
        macro_rules! rows {
            () => {
                Rows {
                    obs: &mut obs,
                    mask: &mut mask,
                    seat: &mut seat,
                    reward: &mut reward,
                    done: &mut done,
                    final_obs: &mut final_obs,
                }
            };
        }
        lane.show(rows!());
        for _ in 0..300 {
            let chooses = Seat::new(seat[0] as u8);
            episode.observe(Viewer::Seat(chooses), &mut expected).unwrap();
            assert_eq!(obs, expected, "{}", entry.about().id);
            let token = draw(&mask, &mut rng);
            let mut drawn = [0];
            lane.draw(Seed(rng.next_u64()), &mut drawn);
            assert!(mask[drawn[0] as usize]);
            let wrong = lane.choose(&[tokens as i64]).unwrap_err();
            assert_eq!(wrong.code, Code::TokenNotOffered);
            assert_eq!(episode.choose(chooses, tokens).unwrap_err().code, Code::TokenNotOffered);
            lane.choose(&[token as i64]).unwrap();
            lane.step(rows!());
            episode.choose(chooses, token).unwrap();
            assert_eq!(done[0], episode.scores().is_some());
            if done[0] {
                assert_eq!(Some(&reward), episode.returns().as_ref());
                verify(&episode.record()).unwrap();
                number += 1;
                episode = course.episode(seed_in_batch(Seed(9), 3, number));
            }
        }
    }
}

#[test]
fn drawn_tokens_are_all_that_is_offered() {
    let course = games()[0].course(&Settings::default()).unwrap();
    let lane = course.lane(0..64, Seed(9), None).unwrap();
    let mut offers = LaneOffers::default();
    lane.offers(&mut offers);
    let mut drawn = BTreeSet::new();
    for seed in 0..200 {
        let mut tokens = [0; 64];
        lane.draw(Seed(seed), &mut tokens);
        drawn.extend((0..).zip(tokens));
    }
    assert!(drawn.into_iter().eq(offers.row.into_iter().zip(offers.token).collect::<BTreeSet<_>>()));
}
