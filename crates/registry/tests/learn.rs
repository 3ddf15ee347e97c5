//! What learners play is what everyone plays: the rows of a batch are matches, and a match played by tokens replays.

use golemry_core::{Draw as _, PlayoutRng, Seat, Seed, Settings, Viewer};
use golemry_registry::{Code, Rows, games, seed_in_batch, verify};

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
            let wrong = lane.check(&[tokens as i64]).unwrap_err();
            assert_eq!(wrong.code, Code::TokenNotOffered);
            assert_eq!(episode.choose(chooses, tokens).unwrap_err().code, Code::TokenNotOffered);
            lane.step(&[token as i64], rows!());
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
