use golemry_cli::picture::Names;
use golemry_core::Seat;
use golemry_golem_it::{Action, Card, Choice, Colour, Glimpse};

use super::{Arg, capital, list, say};

pub(crate) fn choice(choice: Choice) -> String {
    match choice {
        // Passes are words already.
        Choice::Pass(_) => capital(&choice.to_string()),
        Choice::Card(played) => say("golem-it.choice.card", &[("card", Arg::Text(card(played)))]),
        Choice::Value(value) => say("golem-it.choice.value", &[("value", Arg::Number(value.into()))]),
    }
}

pub(crate) fn action(action: Action) -> String {
    match action {
        Action::Pass { r#return } => choice(Choice::Pass(r#return)),
        Action::Play { value, cards } => {
            let cards = list(cards.iter().map(card));
            say("golem-it.action.play", &[("cards", Arg::Text(cards)), ("value", Arg::Number(value.into()))])
        }
    }
}

pub(crate) fn glimpse(glimpse: &Glimpse, names: &Names) -> String {
    let name = |seat: Seat| ("name", Arg::Name(names.of(seat.index())));
    let (seat, action, points, place, leads) = match *glimpse {
        Glimpse::First { first } => return say("golem-it.glimpse.first", &[name(first)]),
        Glimpse::Deal { deal } => return say("golem-it.glimpse.deal", &[("n", Arg::Number(deal.into()))]),
        Glimpse::Action { seat, action, points, place, leads } => (seat, action, points, place, leads),
    };
    let mut told = match action {
        Action::Pass { r#return: 0 } => say("golem-it.glimpse.pass", &[name(seat)]),
        Action::Pass { r#return } => {
            say("golem-it.glimpse.pass.return", &[name(seat), ("n", Arg::Number(r#return.into()))])
        }
        Action::Play { value, cards } => {
            let key = if points > 0 { "golem-it.glimpse.play.points" } else { "golem-it.glimpse.play" };
            let cards = ("cards", Arg::Text(list(cards.iter().map(card))));
            let value = ("value", Arg::Number(value.into()));
            say(key, &[name(seat), cards, value, ("n", Arg::Number(points.into()))])
        }
    };
    if place.is_some() {
        told += &format!(" {}", say("golem-it.glimpse.out", &[name(seat)]));
    }
    if let Some(leader) = leads {
        told += &format!(" {}", say("golem-it.glimpse.leads", &[name(leader)]));
    }
    told
}

/// `mint 7`
fn card(card: Card) -> String {
    let key = match card.colour() {
        Colour::Mint => "golem-it.card.m",
        Colour::Purple => "golem-it.card.p",
    };
    say(key, &[("n", Arg::Number(card.number().into()))])
}
