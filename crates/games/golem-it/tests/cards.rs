//! Cards, sets of cards and actions: how they are written, ordered and counted.

use golemry_golem_it::{Action, Card, CardSet, Colour};

#[test]
fn every_way_to_solve_gi_7_agrees_with_it() {
    for card in Card::all() {
        for points in 0..=30 {
            let value = match card.colour() {
                Colour::Mint => card.number() + points,
                Colour::Purple => card.number() * (1 + points),
            };
            assert_eq!((card.worth(points), card.points_for(value)), (value, Some(points)));
            assert_eq!((card.points_to_reach(value), card.points_to_reach(value + 1)), (points, points + 1));
            let others = Card::worth_with(value, points);
            assert!(others.contains(&Some(card)));
            assert!(others.iter().flatten().all(|other| other.worth(points) == value));
        }
        assert_eq!((card.points_for(card.number() - 1), card.points_for(0)), (None, None));
        // A value from outside may be anything.
        assert_eq!(card.points_for(u32::MAX).is_some(), (u32::MAX - card.number()) % card.gain() == 0);
    }
    assert_eq!(Card::purple_of(5).unwrap().points_for(12), None);
}

#[test]
fn cards_are_read_as_they_are_written() {
    for card in Card::all() {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    for text in ["", "m", "m1", "m22", "p12", "m07", "m+7", "x7", "7", "é7"] {
        let refused = format!("{text:?} is not a card: cards are m2 to m21 and p2 to p11");
        assert_eq!(text.parse::<Card>(), Err(refused));
    }
}

fn set(text: &str) -> CardSet {
    text.split_whitespace().map(|card| card.parse::<Card>().unwrap()).collect()
}

#[test]
fn a_set_keeps_what_was_put_in() {
    let cards = set("p11 m2 m21 m2");
    assert_eq!(cards.to_string(), "m2 m2 m21 p11");
    assert_eq!((cards.len(), cards.kinds().count()), (4, 3));
    assert_eq!(set("m2 m3").first_beyond(cards), Some("m3".parse().unwrap()));
    assert_eq!((CardSet::DECK.len(), CardSet::DECK.kinds().count()), (60, 30));
}

#[test]
fn sets_are_ordered_like_ascending_lists() {
    let lists = ["m21", "p2", "m2 m2", "m2 m3", "m2 p11", "m3 m3", "p11 p11", "m2 m2 m2"].map(set);
    assert!(lists.is_sorted(), "{lists:?}");
}

#[test]
fn actions_stay_small() {
    assert!(size_of::<Action>() <= 16);
}

#[test]
fn cards_are_read_in_any_order() {
    let action = "play 12: m12 m11".parse::<Action>().unwrap();
    assert_eq!(action.to_string(), "play 12: m11 m12");
    let json = r#"{"type":"play","value":12,"cards":["m12","m11"]}"#;
    assert_eq!(serde_json::from_str::<Action>(json).unwrap(), action);
    let error = |text: &str| text.parse::<Action>().unwrap_err();
    assert!(error("play 12 m12").starts_with("\"play 12 m12\" is not an action: write \"pass 2\""));
    assert!(error("play 12: m22").contains("m2 to m21"));
}
