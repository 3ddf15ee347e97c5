use golemry_blood_moon::{CardName, Deck, TypeName};
use golemry_cli::picture::Names;
use golemry_core::Seat;
use golemry_inner_circle::{Action, Choice, Glimpse, SeenCard};

use super::blood_moon::{a_part, card, kind, the_card};
use super::{Arg, YOU, list, say};

pub(crate) fn choice(deck: &Deck, choice: Choice, names: &Names) -> String {
    let named = |name: CardName| ("card", Arg::Text(card(deck, name)));
    match choice {
        Choice::Play { card } => say("inner-circle.choice.play", &[named(card)]),
        Choice::Steps { steps: 0 } => say("inner-circle.choice.steps.stay", &[]),
        Choice::Steps { steps } => {
            let key = if steps < 0 { "inner-circle.choice.steps.back" } else { "inner-circle.choice.steps" };
            say(key, &[("n", Arg::Number(steps.unsigned_abs().into()))])
        }
        Choice::Draw {} => say("inner-circle.choice.draw", &[]),
        Choice::Discard { card } => say("inner-circle.choice.discard", &[named(card)]),
        Choice::From { from } => {
            say("inner-circle.choice.from", &[("name", Arg::Name(names.of(from.index())))])
        }
        Choice::Part { part } => say("inner-circle.choice.part", &[("part", Arg::Text(a_part(part)))]),
        Choice::Give { card } => say("inner-circle.choice.give", &[named(card)]),
        Choice::Stop {} => say("inner-circle.choice.stop", &[]),
        Choice::Refill { count: 0 } => say("inner-circle.choice.refill.none", &[]),
        Choice::Refill { count } => say("inner-circle.choice.refill", &[("n", Arg::Number(count.into()))]),
        Choice::Pass {} => say("inner-circle.choice.pass", &[]),
    }
}

pub(crate) fn action(deck: &Deck, action: Action, names: &Names) -> String {
    let the = |name: CardName| ("card", Arg::Text(the_card(deck, name)));
    match action {
        Action::Play { card, steps } => {
            let key = match steps.signum() {
                0 => "inner-circle.action.play.stay",
                1 => "inner-circle.action.play",
                _ => "inner-circle.action.play.back",
            };
            say(key, &[the(card), ("n", Arg::Number(steps.unsigned_abs().into()))])
        }
        Action::Draw { discard: Some(card) } => say("inner-circle.action.draw", &[the(card)]),
        Action::Draw { discard: None } => choice(deck, Choice::Draw {}, names),
        Action::Take { from, part, give } => {
            let args = [("part", Arg::Text(a_part(part))), ("name", Arg::Name(names.of(from.index())))];
            match (give, args) {
                (None, args) => say("inner-circle.action.take", &args),
                (Some(card), [part, name]) => say("inner-circle.action.give", &[part, name, the(card)]),
            }
        }
        Action::Stop {} => choice(deck, Choice::Stop {}, names),
        Action::Refill { count } => choice(deck, Choice::Refill { count }, names),
        Action::Pass {} => choice(deck, Choice::Pass {}, names),
    }
}

pub(crate) fn glimpse(deck: &Deck, glimpse: &Glimpse, names: &Names) -> String {
    let name = |seat: Seat| ("name", Arg::Name(names.of(seat.index())));
    let from = |seat: Seat| ("from", Arg::Name(names.of(seat.index())));
    let card = |card: SeenCard| ("card", Arg::Text(seen(deck, card)));
    let kind_of = |name: TypeName| ("type", Arg::Text(kind(deck, name)));
    let cards = |cards: &[SeenCard]| ("cards", Arg::Text(list(cards.iter().map(|card| seen(deck, *card)))));
    match *glimpse {
        Glimpse::First { seat } => say("inner-circle.glimpse.first", &[name(seat)]),
        Glimpse::Deal { symbol: None, .. } => say("inner-circle.glimpse.deal", &[]),
        Glimpse::Deal { ref hand, symbol: Some(symbol) } => {
            say("inner-circle.glimpse.deal.own", &[cards(hand), kind_of(symbol)])
        }
        Glimpse::Taken { seat, from: giver, card: taken } => {
            say("inner-circle.glimpse.taken", &[name(seat), from(giver), card(taken)])
        }
        Glimpse::Shuffle {} => say("inner-circle.glimpse.shuffle", &[]),
        Glimpse::Play { seat, card: played, steps, to, completes, victory } => {
            let arrives = to.filter(|_| steps != 0);
            let mut told = match arrives {
                Some(to) => say(
                    "inner-circle.glimpse.play",
                    &[
                        name(seat),
                        ("card", Arg::Text(the_card(deck, played))),
                        ("n", Arg::Number(steps.unsigned_abs().into())),
                        kind_of(to),
                    ],
                ),
                None => say(
                    "inner-circle.glimpse.play.stay",
                    &[name(seat), ("card", Arg::Text(the_card(deck, played)))],
                ),
            };
            let mut add = |text: String| told += &format!(" {text}");
            if completes {
                add(say("inner-circle.glimpse.complete", &[kind_of(played.kind)]));
            }
            if let Some(owner) = victory.and_then(|victory| victory.symbol) {
                let yours = names.of(owner.index()) == YOU;
                let key = if yours { "inner-circle.won.symbol.you" } else { "inner-circle.won.symbol" };
                add(say(key, &[kind_of(played.kind), name(owner)]));
            }
            if victory.is_some_and(|victory| victory.last_card.is_some()) {
                add(say("inner-circle.won.last", &[name(seat)]));
            }
            told
        }
        Glimpse::Draw { seat, discard: None, card: drawn } => {
            say("inner-circle.glimpse.draw", &[name(seat), card(drawn)])
        }
        Glimpse::Draw { seat, discard: Some(discard), card: drawn } => say(
            "inner-circle.glimpse.draw.discard",
            &[name(seat), ("discard", Arg::Text(seen(deck, discard))), card(drawn)],
        ),
        Glimpse::Take { seat, from: giver, part, give: None } => {
            say("inner-circle.glimpse.take", &[name(seat), from(giver), ("part", Arg::Text(a_part(part)))])
        }
        Glimpse::Take { seat, from: giver, part, give: Some(given) } => say(
            "inner-circle.glimpse.take.give",
            &[name(seat), from(giver), ("part", Arg::Text(a_part(part))), card(given)],
        ),
        Glimpse::Stop { seat } => say("inner-circle.glimpse.stop", &[name(seat)]),
        Glimpse::Refill { seat, cards: ref drawn } if drawn.is_empty() => {
            say("inner-circle.glimpse.refill.none", &[name(seat)])
        }
        Glimpse::Refill { seat, cards: ref drawn } => {
            say("inner-circle.glimpse.refill", &[name(seat), cards(drawn)])
        }
        Glimpse::Pass { seat } => say("inner-circle.glimpse.pass", &[name(seat)]),
    }
}

/// `the fire arm`, or `a card with an arm on its back`.
fn seen(deck: &Deck, card: SeenCard) -> String {
    match card {
        SeenCard::Front(card) => the_card(deck, card),
        SeenCard::Back(part) => say("card.back", &[("part", Arg::Text(a_part(part)))]),
    }
}
