//! The turn, clause by clause: CK-6 to CK-13. The cards are in `rules_cards.rs`, the end and the options in `rules_end.rs`.

use std::ops::ControlFlow;

use crate::table::{self, Table, name, settings, tiny};
use golemry_capek::{Action, Capek, Chance, Illegal, Price, What};
use golemry_core::{
    Decision as _, Event, Game, Node, OptionValue, PlayError, PlayoutRng, Refusal, Seat, Seed, Settings,
    Viewer,
};
use serde_json::{Value, json};

/// A table just dealt.
fn dealt(settings: &Settings) -> Table {
    let game = Capek::new(settings).unwrap();
    let mut state = game.start();
    while game.node(&state) == Node::Chance {
        let chance = game.sample(&state, &mut PlayoutRng::new(Seed(5)));
        game.apply(&mut state, &Event::Chance { chance });
    }
    Table { game, state }
}

/// A deck of twelve cards, so many of them for the second player.
fn twelve_cards(second: i64) -> Settings {
    let deck = include_str!("../decks/capek-tiny.toml");
    let twelve: Vec<&str> = deck.lines().filter(|line| !line.contains("-6\"")).collect();
    let material = Some(golemry_core::MaterialSource::Toml(twelve.join("\n")));
    Settings { material, ..settings(&[("second_player_cards", OptionValue::Whole(second))]) }
}

#[test]
fn ck_6_four_cards_each_and_four_for_sale() {
    let table = dealt(&settings(&[("first", OptionValue::Whole(1))]));
    let position = table.position();
    assert_eq!((table.turn(), position.turns, position.outrage), (Seat::new(1), 0, 0));
    assert_eq!(position.players.each_ref().map(|player| player.hand.len()), [4, 4]);
    assert!(table.state.market.0.iter().all(Option::is_some));
    assert_eq!((position.deck.len(), position.discard.len()), (39 - 12, 0));
}

#[test]
fn ck_6_hands_are_secret_and_the_rest_is_public() {
    let table = dealt(&Settings::default());
    let view = table.game.view(&table.state, Viewer::Seat(Seat::new(0)));
    assert_eq!(view.players[0].hand.as_ref(), Some(&table.position().players[0].hand));
    assert_eq!((view.players[1].cards, &view.players[1].hand), (4, &None));
    assert_eq!((view.market, view.deck), (table.position().market, 27));
    let spectator = table.game.view(&table.state, Viewer::Spectator);
    assert!(spectator.players.iter().all(|player| player.hand.is_none() && player.cards == 4));
}

#[test]
fn ck_6_the_discard_becomes_the_draw_pile() {
    // One card is left to draw, so the second one waits for the shuffle, and the exchanged card is in it.
    let mut table =
        Table::new(json!({"hands": ["steam-1", "brain-1"], "deck": "organ-1", "rest": "discard"}));
    table.play_until_chance("exchange steam-1");
    assert_eq!(table.game.node(&table.state), Node::Chance);
    assert_eq!((table.state.deck.len(), table.state.discard.len()), (0, 37));
    assert!(!table.game.check_chance(&table.state, &Chance::First { seat: Seat::new(0) }));
    table.shuffle();
    assert_eq!((table.state.deck.len(), table.state.discard.len()), (36, 0));
    assert_eq!(table.state.players[0].hand.len(), 2);
    assert!(table.hand(0).contains("organ-1"));
}

#[test]
fn ck_6_the_last_card_drawn_brings_the_shuffle() {
    // Nobody needs a third card, and yet the discard is shuffled at once, with the exchanged card in it.
    let exchanged = |deck: &str| {
        let written = json!({"hands": ["steam-1", "brain-1"], "deck": deck, "rest": "discard"});
        let mut table = Table::new(written);
        table.play_until_chance("exchange steam-1");
        table
    };
    let mut table = exchanged("organ-1 organ-2");
    assert_eq!((table.game.node(&table.state), table.hand(0).as_str()), (Node::Chance, "organ-1 organ-2"));
    table.shuffle();
    assert_eq!((table.state.deck.len(), table.discard().as_str()), (36, ""));
    assert_eq!((table.turn(), table.hand(0).as_str()), (Seat::new(0), "organ-1 organ-2"));
    // With a card left there is nothing to shuffle.
    let table = exchanged("organ-1 organ-2 organ-3");
    assert_eq!(table.game.node(&table.state), Node::only(Seat::new(0)));
    assert_eq!((table.state.deck.len(), table.state.discard.len()), (1, 35));
}

#[test]
fn ck_6_what_is_discarded_after_the_shuffle_waits_for_the_next() {
    // CK-11: the market takes the last card before the set that ends the buying is discarded.
    let mut table = Table::new(json!({
        "hands": ["steam-1 steam-2 parts-1", "brain-1 brain-2"], "deck": "brain-6", "rest": "discard",
        "market": {"1": "organ-1", "2": "organ-2", "3": "organ-3", "4": "organ-4"},
    }));
    table.play("buy 1 for parts-1 keep");
    table.play_and_shuffle("research right-leg steam with steam-1 steam-2");
    assert_eq!(table.market(), "organ-2 organ-3 organ-4 brain-6");
    assert_eq!((table.discard().as_str(), table.state.deck.len()), ("steam-1 steam-2", 39 - 4 - 3 - 2));
}

#[test]
fn ck_6_with_an_empty_discard_the_shuffle_waits_until_a_card_is_needed() {
    let others = "clay-3 clay-4 clay-5 clay-6 word-1 word-2 word-3 word-4 word-5 word-6";
    let hands = json!([others, "clay-1"]);
    let mut table = Table::with(
        &tiny(&[]),
        json!({"hands": hands, "market": {"1": "clay-2"}, "deck": "master pupil", "turn": 0}),
    );
    // CK-7 draws the last two cards, and nothing can be shuffled.
    table.play("end");
    assert_eq!((table.hand(1).as_str(), table.state.deck.len()), ("clay-1 master pupil", 0));
    // The purchase discards a card, but nobody draws.
    table.play("buy 1 for clay-1 keep");
    assert_eq!((table.state.deck.len(), table.discard().as_str()), (0, "clay-1"));
    // The market needs a card now.
    table.play_and_shuffle("end");
    assert_eq!((table.market().as_str(), table.discard().as_str()), ("clay-1 - - -", ""));
}

#[test]
fn ck_6_loading_does_not_shuffle() {
    let mut table = Table::new(json!({
        "hands": ["steam-1 steam-2", "brain-1 brain-2"], "rest": "discard", "turn": 1,
        "market": {"1": "organ-1", "2": "organ-2", "3": "organ-3", "4": "organ-4"},
        "done": {"buy": "open", "bought": 1, "research": false, "exchange": false},
    }));
    assert_eq!((table.state.deck.len(), table.state.discard.len()), (0, 31));
    // Neither the full market nor the next player needs a card.
    table.play("end");
    assert_eq!((table.turn(), table.state.deck.len()), (Seat::new(0), 0));
    table.play_and_shuffle("exchange steam-1");
    assert_eq!((table.state.deck.len(), table.state.players[0].hand.len()), (30, 3));
}

#[test]
fn ck_6_dealing_the_last_card_does_not_shuffle() {
    let table = dealt(&twelve_cards(4));
    assert_eq!((table.state.deck.len(), table.state.discard.len()), (0, 0));
    assert!(table.state.market.0.iter().all(Option::is_some));
}

#[test]
fn ck_6_with_both_piles_empty_one_draws_what_there_is() {
    let all_but_one =
        "clay-2 clay-3 clay-4 clay-5 clay-6 word-1 word-2 word-3 word-4 word-5 word-6 master pupil";
    let mut table = Table::with(&tiny(&[]), json!({"hands": ["clay-1", all_but_one]}));
    table.play_and_shuffle("exchange clay-1");
    assert_eq!((table.hand(0).as_str(), table.state.deck.len()), ("clay-1", 0));
    // CK-7 finds nothing either, and the market stays empty.
    table.play("end");
    table.play("end");
    assert_eq!((table.turn(), table.hand(0).as_str()), (Seat::new(0), "clay-1"));
    assert_eq!(table.market(), "- - - -");
}

#[test]
fn ck_6_a_deal_can_leave_market_slots_empty() {
    let table = dealt(&twelve_cards(6));
    assert_eq!((table.state.deck.len(), table.state.market.0.iter().flatten().count()), (0, 2));
    assert!(table.market().ends_with("- -"), "{}", table.market());
}

#[test]
fn ck_7_fewer_than_two_cards_draw_two() {
    let hands = json!(["parts-1 parts-2", "steam-1"]);
    let mut table = Table::new(json!({"hands": hands, "deck": "brain-1 brain-2"}));
    table.play("end");
    assert_eq!((table.turn(), table.hand(1).as_str()), (Seat::new(1), "steam-1 brain-1 brain-2"));
    // Two cards are enough.
    table.play("end");
    assert_eq!((table.turn(), table.hand(0).as_str()), (Seat::new(0), "parts-1 parts-2"));
}

#[test]
fn ck_7_the_draw_comes_after_the_market() {
    // CK-11: the market of the turn before is refilled first.
    let mut table = Table::new(json!({
        "hands": ["parts-1", ""], "market": {"1": "organ-1", "2": "organ-2", "3": "organ-3", "4": "organ-4"},
        "deck": "brain-1 brain-2 brain-3",
    }));
    table.play("buy 1 for parts-1 keep");
    table.play("end");
    assert_eq!(
        (table.market().as_str(), table.hand(1).as_str()),
        ("organ-2 organ-3 organ-4 brain-1", "brain-2 brain-3")
    );
}

#[test]
fn ck_8_each_once_in_any_order() {
    let hands = json!(["steam-1 steam-2 parts-1 parts-2", "brain-1 brain-2"]);
    let written = json!({"hands": hands, "market": {"1": "organ-1"}, "deck": "aether-1 aether-2 aether-3 aether-4 aether-5 aether-6"});
    let mut table = Table::new(written);
    table.play("exchange parts-2");
    assert_eq!(table.refused("exchange parts-1"), Illegal::OnceATurn { what: What::Exchange });
    table.play("research right-leg steam with steam-1 steam-2");
    assert_eq!(
        table.refused("research right-leg aether with aether-1 aether-2"),
        Illegal::OnceATurn { what: What::Research }
    );
    table.play("buy 1 for parts-1 keep");
    table.play("end");
    // And a turn may be ended with nothing done.
    table.play("end");
    assert_eq!(table.turn(), Seat::new(0));
    assert!(table.allows("exchange aether-1"));
}

#[test]
fn ck_8_only_the_seat_on_turn_acts() {
    let mut table = Table::new(json!({"hands": ["steam-1", "brain-1"]}));
    let end = "end".parse().unwrap();
    let refused = table.game.play(&mut table.state, Seat::new(1), end);
    assert!(matches!(refused, Err(PlayError::NotToAct { .. })));
}

fn shop_position() -> Value {
    json!({
        "hands": ["parts-1 parts-3 parts-5 steam-3", "brain-1 brain-2"],
        "market": {"1": "organ-1", "2": "organ-6", "3": "steam-1", "4": "steam-2"},
        "deck": "aether-1 aether-2 aether-3 aether-4",
    })
}

fn shop() -> Table {
    Table::new(shop_position())
}

#[test]
fn ck_9_the_price_is_met_without_change() {
    let mut table = shop();
    assert_eq!(
        table.refused("buy 4 for parts-1 parts-3 keep"),
        Illegal::TooLittleGold { gold: 3, price: Price(4) }
    );
    // 3 + 2 for 4 is allowed: neither is enough alone.
    assert!(table.allows("buy 4 for parts-5 parts-3 keep"));
    table.play("buy 4 for parts-5 parts-1 keep");
    assert_eq!(
        (table.hand(0).as_str(), table.discard().as_str()),
        ("parts-3 steam-2 steam-3", "parts-1 parts-5")
    );
}

#[test]
fn ck_9_more_may_be_paid_than_is_needed() {
    let mut table = shop();
    assert!(table.allows("buy 3 for parts-5 keep"));
    assert!(table.allows("buy 3 for parts-1 parts-5 keep"));
    // Too little is still too little, and the clause says so before anything else.
    let too_little = Illegal::TooLittleGold { gold: 2, price: Price(3) };
    assert_eq!((table.refused("buy 3 for parts-3 keep"), too_little.clause()), (too_little, "CK-9"));
    // A whole hand for the cheapest card: what is left is below two, so CK-7 gives two cards back.
    table.play("buy 1 for parts-1 parts-3 parts-5 steam-3 use head:3");
    assert_eq!(
        (table.hand(0).as_str(), table.discard().as_str()),
        ("", "parts-1 parts-3 parts-5 organ-1 steam-3")
    );
    table.play("end");
    table.play("end");
    assert_eq!((table.turn(), table.hand(0).as_str()), (Seat::new(0), "aether-2 aether-3"));
}

#[test]
fn ck_9_a_hand_of_any_size_may_be_paid() {
    // All of 38 cards, more than a million million payments: checked, built and drawn without listing them.
    let cards = Capek::new(&Settings::default()).unwrap();
    let names = cards.deck().cards().iter().map(|card| card.id.to_string());
    let hand: Vec<String> = names.filter(|name| name != "organ-1").collect();
    let hand = hand.join(" ");
    let mut table = Table::new(json!({"hands": [hand, ""], "market": {"1": "organ-1"}}));
    let mut listed = 0;
    let decision = table.decision();
    let _ = decision.each_action(&mut |action| {
        assert!(decision.check(&action).is_ok());
        listed += 1;
        if listed < 1000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(listed, 1000);
    let mut rng = PlayoutRng::new(Seed(1));
    for _ in 0..100 {
        let action = decision.sample(&mut rng);
        assert!(decision.check(&action).is_ok(), "{action}");
    }
    let candidates = decision.candidates().len();
    assert!(candidates < 200, "{candidates} candidates");
    table.play(&format!("buy 1 for {hand} keep"));
    assert_eq!((table.hand(0).as_str(), table.known(0).as_str()), ("organ-1", "organ-1"));
}

#[test]
fn ck_9_by_option_no_card_may_be_left_out() {
    let exact = settings(&[("overpay", OptionValue::Flag(false))]);
    let table = Table::with(&exact, shop_position());
    let superfluous = Illegal::Superfluous { card: name("parts-1"), what: What::Buy };
    assert_eq!(table.refused("buy 3 for parts-1 parts-5 keep"), superfluous);
    assert_eq!((superfluous.clause(), superfluous.reason()), ("CK-9", "superfluous"));
    assert!(table.allows("buy 3 for parts-5 keep"));
    assert!(table.allows("buy 3 for parts-3 parts-1 keep"));
    // 3 + 2 for 4: neither could be left out.
    assert!(table.allows("buy 4 for parts-5 parts-3 keep"));
    // Of 15 payments for 1 gold only the single cards are left.
    let payments = |table: &Table| {
        let kept = |action: &&Action| matches!(action, Action::Buy { price: Price(1), used: None, .. });
        table.actions().iter().filter(kept).count()
    };
    assert_eq!((payments(&table), payments(&shop())), (4, 15));
}

#[test]
fn ck_9_one_pays_from_the_hand() {
    let table = shop();
    let not_held = |card| Illegal::NotHeld { card: name(card), what: What::Buy };
    assert_eq!(table.refused("buy 1 for brain-1 keep"), not_held("brain-1"));
    assert_eq!(table.refused("buy 1 for organ-1 keep"), not_held("organ-1"));
    assert_eq!(table.refused("buy 1 for no-such-card keep"), not_held("no-such-card"));
    assert_eq!(
        table.refused("buy 2 for parts-1 parts-1 keep"),
        Illegal::Twice { card: name("parts-1"), what: What::Buy }
    );
    assert_eq!(table.refused("buy 1 for keep"), Illegal::TooLittleGold { gold: 0, price: Price(1) });
}

#[test]
fn ck_9_a_bought_card_pays_for_the_next() {
    let mut table = shop();
    table.play("buy 2 for parts-3 keep");
    table.play("buy 3 for organ-6 keep");
    assert_eq!(table.hand(0), "parts-1 parts-5 steam-1 steam-3");
    assert_eq!(table.refused("buy 3 for steam-3 parts-1 keep"), Illegal::EmptySlot { price: Price(3) });
    assert_eq!(table.refused("buy 5 for parts-5 steam-3 keep"), Illegal::NoSuchPrice { price: Price(5) });
    assert_eq!(table.refused("buy 0 for keep"), Illegal::NoSuchPrice { price: Price(0) });
}

#[test]
fn ck_9_buying_is_not_interrupted() {
    let mut table = shop();
    table.play("buy 1 for parts-1 keep");
    table.play("exchange parts-3");
    let refused = table.refused("buy 1 for parts-5 keep");
    assert_eq!((refused, refused.clause()), (Illegal::OnceATurn { what: What::Buy }, "CK-8"));
}

#[test]
fn ck_10_a_used_card_brings_markers_and_outrage() {
    let mut table = shop();
    table.play("buy 1 for parts-1 use head:2 torso:1");
    assert_eq!((table.body(0, "head"), table.body(0, "torso")), ((2, false), (1, false)));
    assert_eq!(table.body(1, "head"), (0, false));
    assert_eq!((table.position().outrage, table.discard().as_str()), (4, "parts-1 organ-1"));
    assert_eq!(table.known(0), "");
}

#[test]
fn ck_10_a_kept_card_is_known() {
    let mut table = shop();
    table.play("buy 1 for parts-1 keep");
    assert_eq!((table.known(0).as_str(), table.position().outrage), ("organ-1", 0));
    let opponent = table.game.view(&table.state, Viewer::Seat(Seat::new(1)));
    assert_eq!((opponent.players[0].cards, &opponent.players[0].known), (4, &vec![name("organ-1")]));
    // What is paid with leaves what is known.
    table.play("buy 3 for organ-1 parts-3 keep");
    assert_eq!(table.known(0), "steam-1");
}

#[test]
fn ck_10_every_marker_that_fits_is_placed() {
    let table = shop();
    assert_eq!(table.refused("buy 1 for parts-1 use head:2"), Illegal::WrongMarkers { placed: 2, due: 3 });
    assert_eq!(table.refused("buy 1 for parts-1 use"), Illegal::WrongMarkers { placed: 0, due: 3 });
    assert_eq!(
        table.refused("buy 1 for parts-1 use left-leg:2 head:1"),
        Illegal::NoRoom { body: name("left-leg"), markers: 2, free: 1 }
    );
    assert_eq!(
        table.refused("buy 1 for parts-1 use head:3 torso:0"),
        Illegal::NoMarker { body: name("torso") }
    );
}

#[test]
fn ck_10_what_finds_no_circle_is_lost() {
    let one_left = table::golem(&json!({"head": {"field": 2, "set": false}}));
    let mut table = Table::new(json!({
        "hands": ["parts-1 steam-6", "brain-1 brain-2"], "bodies": [one_left, {}],
        "market": {"1": "organ-1", "2": "organ-2"},
    }));
    assert_eq!(table.refused("buy 1 for parts-1 use"), Illegal::WrongMarkers { placed: 0, due: 1 });
    table.play("buy 1 for parts-1 use head:1");
    assert_eq!((table.body(0, "head"), table.position().outrage), ((3, false), 4));
    // With no circle free, the card still moves the outrage.
    table.play("buy 2 for steam-6 use");
    assert_eq!(table.position().outrage, 6);
}

#[test]
fn ck_11_the_market_waits_for_the_end_of_buying() {
    let mut table = shop();
    table.play("buy 1 for parts-1 keep");
    table.play("buy 3 for parts-5 keep");
    assert_eq!(table.market(), "- organ-6 - steam-2");
    table.play("end");
    assert_eq!(table.market(), "organ-6 steam-2 aether-1 aether-2");
}

#[test]
fn ck_11_buying_ends_before_the_action_that_ends_it() {
    // The exchange draws what the market has left.
    let mut table = shop();
    table.play("buy 1 for parts-1 keep");
    table.play("exchange parts-3");
    assert_eq!(table.market(), "organ-6 steam-1 steam-2 aether-1");
    assert!(table.hand(0).contains("aether-2 aether-3"));

    // The set is discarded after the shuffle that the market needs, so it is not shuffled.
    let mut table = Table::new(json!({
        "hands": ["steam-1 steam-2 parts-1 parts-2", "brain-1 brain-2"],
        "market": {"1": "organ-1", "2": "organ-2", "3": "organ-3", "4": "organ-4"}, "rest": "discard",
    }));
    table.play("buy 1 for parts-1 keep");
    table.play_until_chance("research right-leg steam with steam-1 steam-2");
    assert_eq!(
        (table.known(0).as_str(), table.body(0, "right-leg")),
        ("organ-1 steam-1 steam-2", (0, false))
    );
    table.shuffle();
    assert_eq!((table.body(0, "right-leg"), table.discard().as_str()), ((0, true), "steam-1 steam-2"));
    assert_eq!(table.known(0), "organ-1");
}

#[test]
fn ck_11_by_option_after_each_purchase() {
    let each = settings(&[("market_refill", OptionValue::word("each"))]);
    let mut table = Table::with(
        &each,
        json!({
            "hands": ["parts-1 parts-2 parts-3", "brain-1 brain-2"],
            "market": {"1": "organ-1", "2": "organ-2", "3": "organ-3", "4": "organ-4"},
            "deck": "aether-1 aether-2 aether-3",
        }),
    );
    table.play("buy 2 for parts-3 keep");
    assert_eq!(table.market(), "organ-1 organ-3 organ-4 aether-1");
    table.play("buy 1 for parts-1 use head:3");
    assert_eq!(table.market(), "organ-3 organ-4 aether-1 aether-2");
    table.play("end");
    assert_eq!(table.market(), "organ-3 organ-4 aether-1 aether-2");
}

#[test]
fn ck_11_by_option_at_most_eight_purchases() {
    let each = settings(&[("market_refill", OptionValue::word("each"))]);
    let bought = |count| {
        let done = json!({"buy": "open", "bought": count, "research": false, "exchange": false});
        let market = json!({"1": "organ-1", "2": "organ-2", "3": "organ-3", "4": "organ-4"});
        Table::with(&each, json!({"hands": ["parts-1 parts-2", ""], "market": market, "done": done}))
    };
    let mut table = bought(7);
    table.play("buy 1 for parts-1 keep");
    let refused = table.refused("buy 1 for parts-2 keep");
    assert_eq!((refused, refused.clause()), (Illegal::TooManyPurchases { most: 8 }, "CK-11"));
    assert!(table.allows("end"));
}

#[test]
fn ck_11_nothing_more_once_the_match_is_over() {
    let each = settings(&[("market_refill", OptionValue::word("each"))]);
    for settings in [Settings::default(), each] {
        let market = json!({"1": "organ-1", "2": "organ-2", "3": "organ-3", "4": "organ-4"});
        let mut table =
            Table::with(&settings, json!({"hands": ["parts-1", ""], "market": market, "outrage": 21}));
        table.play("buy 1 for parts-1 use head:3");
        assert_eq!(
            (table.market().as_str(), table.scores()),
            ("- organ-2 organ-3 organ-4", Some(vec![0, 0]))
        );
    }
}

fn laboratory(hand: &str) -> Table {
    Table::new(
        json!({"hands": [hand, "brain-5 brain-6"], "bodies": [{"torso": {"field": 0, "set": true}}, {}]}),
    )
}

#[test]
fn ck_12_a_set_marks_a_body_card() {
    let mut table = laboratory("organ-1 organ-2 organ-3 organ-4 steam-1");
    table.play("research left-arm organ with organ-3 organ-1 organ-2");
    assert_eq!((table.body(0, "left-arm"), table.hand(0).as_str()), ((0, true), "organ-4 steam-1"));
    assert_eq!((table.discard().as_str(), table.position().outrage), ("organ-1 organ-2 organ-3", 0));
}

#[test]
fn ck_12_of_a_science_the_body_card_shows() {
    let table = laboratory("organ-1 organ-2 organ-3 steam-1 parts-1 parts-2 parts-3");
    let not_shown = |body, science| Illegal::NotShown { body: name(body), science: name(science) };
    assert_eq!(
        table.refused("research left-arm parts with parts-1 parts-2 parts-3"),
        not_shown("left-arm", "parts")
    );
    assert_eq!(table.refused("research left-arm magic with organ-1"), not_shown("left-arm", "magic"));
    assert_eq!(
        table.refused("research left-arm organ with organ-1 organ-2 steam-1"),
        Illegal::OtherScience { card: name("steam-1"), science: name("organ") }
    );
    assert_eq!(table.refused("research tail organ with organ-1"), Illegal::NoSuchBody { body: name("tail") });
    assert_eq!(
        table.refused("research torso parts with parts-1 parts-2 parts-3"),
        Illegal::SetMarked { body: name("torso") }
    );
}

#[test]
fn ck_12_large_enough_and_nothing_superfluous() {
    let table = laboratory("organ-1 organ-2 organ-3 organ-4 engineer-2");
    assert_eq!(
        table.refused("research left-arm organ with organ-1 organ-2"),
        Illegal::SetTooSmall { counts: 2, body: name("left-arm"), size: 3 }
    );
    assert_eq!(
        table.refused("research left-arm organ with organ-1 organ-2 organ-3 organ-4"),
        Illegal::Superfluous { card: name("organ-1"), what: What::Research }
    );
    assert_eq!(
        table.refused("research left-arm organ with organ-1 organ-2 engineer-2"),
        Illegal::Superfluous { card: name("organ-1"), what: What::Research }
    );
    assert_eq!(
        table.refused("research left-arm organ with organ-1 organ-2 brain-6"),
        Illegal::NotHeld { card: name("brain-6"), what: What::Research }
    );
    assert!(table.allows("research right-arm organ with organ-1 organ-2 organ-3 organ-4"));
}

#[test]
fn ck_12_engineers_count_and_stir_the_town() {
    let mut table = laboratory("organ-1 organ-2 engineer-1 engineer-2");
    assert!(table.allows("research left-arm organ with organ-1 organ-2 engineer-1"));
    table.play("research right-arm organ with organ-1 engineer-1 engineer-2");
    assert_eq!((table.body(0, "right-arm"), table.position().outrage), ((0, true), 2 + 3));
}

#[test]
fn ck_12_engineers_alone_take_either_science() {
    let mut table = laboratory("engineer-2 engineer-3 parts-1 parts-2");
    // Two and two for a set of three: the surplus is lost, and neither could be left out.
    assert!(table.allows("research left-arm organ with engineer-2 engineer-3"));
    table.play("research left-arm steam with engineer-2 engineer-3");
    assert_eq!((table.body(0, "left-arm"), table.position().outrage), ((0, true), 6));
}

#[test]
fn ck_13_one_card_for_two() {
    let mut table = Table::new(
        json!({"hands": ["steam-1 steam-2", ""], "deck": "brain-1 brain-2", "known": [["steam-1"], []]}),
    );
    assert_eq!(
        table.refused("exchange brain-1"),
        Illegal::NotHeld { card: name("brain-1"), what: What::Exchange }
    );
    assert_eq!(table.refused("exchange brain-1").clause(), "CK-13");
    table.play("exchange steam-1");
    assert_eq!((table.hand(0).as_str(), table.discard().as_str()), ("steam-2 brain-1 brain-2", "steam-1"));
    assert_eq!(table.known(0), "");
}
