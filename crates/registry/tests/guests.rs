//! Players that are not part of the engine play every game, and nothing that they answer breaks a match.

use std::sync::Arc;

use golemry_core::{Seed, Settings};
use golemry_registry::games;
use golemry_table::{Answer, Code, Fault, FaultKind, Guest, Outsider, Question, Seated, Venue};
use serde_json::Value;
use serde_json::value::RawValue;

/// Answers what its function answers.
struct Player<F>(F);

impl<F: Fn(&Question<'_>) -> Result<Answer, Fault> + Send + Sync> Outsider for Player<F> {
    fn name(&self) -> &str {
        "player"
    }

    fn greet(&self, venue: &Venue) -> Result<(), Fault> {
        match venue.seats {
            6.. => Err(Fault::new(FaultKind::Refused, "at most five seats")),
            _ => Ok(()),
        }
    }

    fn decide(&self, question: &Question<'_>) -> Result<Answer, Fault> {
        (self.0)(question)
    }
}

fn guest(decide: impl Fn(&Question<'_>) -> Result<Answer, Fault> + Send + Sync + 'static) -> Guest {
    Guest::new(Arc::new(Player(decide)))
}

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap()
}

/// Chooses among what is offered until the action is complete, by the question's seed.
fn choices(question: &Question<'_>) -> String {
    let (mut choices, mut seed) = (Vec::<Value>::new(), question.seed as usize);
    loop {
        let so_far = serde_json::to_string(&choices).unwrap();
        let step = question.step(&so_far).unwrap();
        let offers: Vec<Value> = serde_json::from_str(step.choices.get()).unwrap();
        if offers.is_empty() {
            question.check(step.action.unwrap().get()).unwrap();
            return so_far;
        }
        choices.push(offers[seed % offers.len()]["choice"].clone());
        seed = seed.wrapping_mul(31) / 7;
    }
}

/// Likewise by tokens.
fn tokens(question: &Question<'_>) -> String {
    let (mut choices, mut seed) = (Vec::<Value>::new(), question.seed as usize);
    loop {
        let so_far = serde_json::to_string(&choices).unwrap();
        let offered = question.tokens(&so_far).unwrap();
        let Some(chosen) = offered.get(seed % offered.len().max(1)) else { return so_far };
        assert!(chosen.token < question.token_count() && !chosen.label.is_empty());
        assert!(!question.observation(&so_far).unwrap().is_empty());
        choices.push(serde_json::from_str(chosen.choice.get()).unwrap());
        seed = seed.wrapping_mul(31) / 7;
    }
}

#[test]
fn a_guest_plays_every_game_by_offers_by_tokens_and_by_actions() {
    for entry in games().iter() {
        let by_choices = guest(|question| Ok(Answer::Choices(choices(question))));
        let by_tokens = guest(|question| Ok(Answer::Choices(tokens(question))));
        let by_action = guest(|question| {
            let view: Value = serde_json::from_str(question.view().get()).unwrap();
            assert!(view.is_object() && question.venue.seats > 0);
            Ok(Answer::Action(question.step(&choices(question)).unwrap().action.unwrap()))
        });
        for guest in [by_choices, by_tokens, by_action] {
            let bots = [Seated::from(guest.clone()), "normal".parse().unwrap()];
            let contest = entry.contest(&Settings::default(), &bots).unwrap();
            let seating: Vec<usize> = (0..usize::from(contest.seats())).map(|seat| seat % 2).collect();
            let played = contest.play(Seed(5), &seating);
            assert_eq!(contest.play(Seed(5), &seating), played, "a question's seed repeats a match");
            let faults = guest.faults();
            assert!(faults.asked > 0 && faults.stood_in == 0, "{}: {faults:?}", entry.about().id);
        }
    }
}

#[test]
fn the_stand_in_decides_for_a_guest_that_does_not() {
    type Decide = fn(&Question<'_>) -> Result<Answer, Fault>;
    let wrong: [(Decide, FaultKind); 6] = [
        (|_| Ok(Answer::Action(raw("{\"no\":\"action\"}"))), FaultKind::Malformed),
        (|_| Ok(Answer::Choices("7".to_owned())), FaultKind::Malformed),
        (|_| Ok(Answer::Choices("[{\"no\":\"choice\"}]".to_owned())), FaultKind::Malformed),
        (|_| Ok(Answer::Choices("[]".to_owned())), FaultKind::Malformed),
        (|_| Err(Fault::new(FaultKind::Late, "no answer within 5 s")), FaultKind::Late),
        (
            |question| {
                // What was offered to begin with is offered no more.
                let mut choices: Vec<Value> = serde_json::from_str(&choices(question)).unwrap();
                choices.push(Value::clone(&choices[0]));
                Ok(Answer::Choices(serde_json::to_string(&choices).unwrap()))
            },
            FaultKind::Illegal,
        ),
    ];
    for entry in games().iter() {
        for (decide, kind) in wrong {
            let guest = guest(decide);
            let bots = [Seated::from(guest.clone()), "random".parse().unwrap()];
            let contest = entry.contest(&Settings::default(), &bots).unwrap();
            let seats = usize::from(contest.seats());
            let played = contest.play(Seed(1), &vec![0; seats]);
            assert_eq!(played.scores.len(), seats, "the match is played to its end");
            let faults = guest.faults();
            assert!(faults.asked > 0 && faults.stood_in == faults.asked, "{faults:?}");
            assert_eq!(faults.first.unwrap().kind, kind, "{}", entry.about().id);
        }
    }
}

#[test]
fn illegal_actions_of_guests_name_the_clause() {
    let pass = guest(|_| Ok(Answer::Action(raw(r#"{"type":"pass","return":99}"#))));
    let contest = games().find("golem-it").unwrap().contest(&Settings::default(), &[pass.clone().into()]);
    let contest = contest.unwrap();
    contest.play(Seed(1), &vec![0; contest.seats().into()]);
    let first = pass.faults().first.unwrap();
    assert_eq!(first.kind, FaultKind::Illegal);
    assert!(first.message.contains("(GI-"), "{first}");
}

#[test]
fn a_strict_guest_is_not_asked_again() {
    let strict = guest(|_| Err(Fault::new(FaultKind::Died, "it ended"))).strictly();
    let entry = games().find("its-alive").unwrap();
    let contest = entry.contest(&Settings::default(), &[strict.clone().into()]).unwrap();
    contest.play(Seed(1), &vec![0; contest.seats().into()]);
    assert_eq!(strict.stopped_by().unwrap().message, "it ended");
    assert!(strict.afresh().stopped_by().is_none());
    assert!(guest(|_| Err(Fault::new(FaultKind::Died, "it ended"))).stopped_by().is_none());
}

#[test]
fn a_guest_that_does_not_play_somewhere_says_so_before_the_match() {
    let guest = guest(|question| Ok(Answer::Choices(choices(question))));
    let large = games().iter().find_map(|entry| {
        let variant = entry.about().variants.iter().find(|variant| variant.seats.1 > 5)?;
        Some((entry, Settings::new(variant.seats.1, variant.id)))
    });
    let (entry, settings) = large.expect("a game has large tables");
    let refused = entry.contest(&settings, &[guest.into()]).err().unwrap();
    assert_eq!((refused.code, &*refused.message), (Code::BotUnavailable, "player: at most five seats"));
}

#[test]
fn a_guest_thinks_at_a_table_of_people() {
    let asked = guest(|question| Ok(Answer::Choices(choices(question))));
    let mut table = games().find("inner-circle").unwrap().open(&Settings::default(), Seed(3)).unwrap();
    let seat = table.status().to_act[0];
    let thought = table.guest_thinker(seat, &asked).unwrap().think(None, Seed(1));
    table.apply(seat, thought.action.get(), &[]).unwrap();
    assert_eq!(asked.faults().asked, 1);
}
