use golemry_capek::{Action, Capek, CardKind, Choice, Deck, Effect, Glimpse, Name, Price, View};
use golemry_cli::picture::{Names, deck};
use golemry_core::Seat;

use super::{Arg, list, say, text};

pub(crate) fn choice(game: &Capek, choice: Choice) -> String {
    let deck = deck(game);
    let named = |name: Name| ("card", Arg::Text(card(deck, name)));
    match choice {
        Choice::Buy { price, card } => {
            say("capek.choice.buy", &[named(card), ("price", Arg::Number(price.0.into()))])
        }
        Choice::Keep {} => say("capek.choice.keep", &[]),
        Choice::Use {} => say("capek.choice.use", &[]),
        Choice::Research { body } => say("capek.choice.research", &[("body", Arg::Text(self::body(body)))]),
        Choice::Science { science: of } => {
            say("capek.choice.science", &[("science", Arg::Text(science(deck, of)))])
        }
        Choice::Exchange {} => say("capek.choice.exchange", &[]),
        Choice::Card { card } => say("capek.choice.card", &[named(card)]),
        Choice::Enough {} => say("capek.choice.enough", &[]),
        Choice::Marker { body } => say("capek.choice.marker", &[("body", Arg::Text(self::body(body)))]),
        Choice::End {} => say("capek.choice.end", &[]),
    }
}

pub(crate) fn action(game: &Capek, view: &View, action: &Action) -> String {
    let deck = deck(game);
    match action {
        Action::Buy { price, pay, used } => {
            let bought = on_sale(view, *price).map(|name| card(deck, name)).unwrap_or_default();
            let args = [
                ("card", Arg::Text(bought)),
                ("price", Arg::Number(price.0.into())),
                ("pay", Arg::Text(cards(deck, pay.iter()))),
            ];
            let Some(used) = used else { return say("capek.action.keep", &args) };
            let markers = used.iter().map(|(on, count)| {
                say(
                    "capek.action.markers",
                    &[("body", Arg::Text(body(on))), ("n", Arg::Number(count.into()))],
                )
            });
            let [card, price, pay] = args;
            say("capek.action.use", &[card, price, pay, ("markers", Arg::Text(list(markers)))])
        }
        Action::Research { body: on, science: of, cards: set } => say(
            "capek.action.research",
            &[
                ("body", Arg::Text(body(*on))),
                ("science", Arg::Text(science(deck, *of))),
                ("cards", Arg::Text(cards(deck, set.iter()))),
            ],
        ),
        Action::Exchange { card: given } => {
            say("capek.action.exchange", &[("card", Arg::Text(card(deck, *given)))])
        }
        Action::End {} => choice(game, Choice::End {}),
    }
}

pub(crate) fn glimpse(game: &Capek, glimpse: &Glimpse, names: &Names) -> String {
    let deck = deck(game);
    let name = |seat: Seat| ("name", Arg::Name(names.of(seat.index())));
    let (told, effect, journal) = match glimpse {
        Glimpse::First { first } => return say("capek.glimpse.first", &[name(*first)]),
        Glimpse::Shuffle { shuffled, effect } => {
            let count = i64::try_from(*shuffled).unwrap_or(i64::MAX);
            (say("capek.glimpse.shuffle", &[("n", Arg::Number(count))]), effect, None)
        }
        Glimpse::Purchase { seat, action, card: bought, journal, effect } => {
            let pay = match action {
                Action::Buy { pay, .. } => cards(deck, pay.iter()),
                _ => String::new(),
            };
            let key = if journal.is_some() { "capek.glimpse.use" } else { "capek.glimpse.keep" };
            let args = [name(*seat), ("card", Arg::Text(card(deck, *bought))), ("pay", Arg::Text(pay))];
            (say(key, &args), effect, journal.as_deref())
        }
        Glimpse::Action { seat, action, effect } => {
            let told = match action {
                Action::Research { body: on, cards: set, .. } => say(
                    "capek.glimpse.research",
                    &[
                        name(*seat),
                        ("body", Arg::Text(body(*on))),
                        ("cards", Arg::Text(cards(deck, set.iter()))),
                    ],
                ),
                Action::Exchange { card: given } => {
                    say("capek.glimpse.exchange", &[name(*seat), ("card", Arg::Text(card(deck, *given)))])
                }
                Action::Buy { .. } | Action::End {} => say("capek.glimpse.end", &[name(*seat)]),
            };
            (told, effect, None)
        }
    };
    let journal = journal.map(|line| say("capek.glimpse.journal", &[("line", Arg::Text(line.to_owned()))]));
    [told].into_iter().chain(effects(effect)).chain(journal).collect::<Vec<_>>().join(" ")
}

/// What an event changes for the golem and for the town.
fn effects(effect: &Effect) -> impl Iterator<Item = String> {
    let parts = list(effect.active.iter().map(|active| body(*active)));
    let active =
        (!effect.active.is_empty()).then(|| say("capek.effect.active", &[("parts", Arg::Text(parts))]));
    let outrage = effect.outrage.map(|n| say("capek.effect.outrage", &[("n", Arg::Number(n.into()))]));
    active.into_iter().chain(outrage)
}

/// The card that is for sale at a price.
fn on_sale(view: &View, price: Price) -> Option<Name> {
    let market = &view.market;
    [market.one, market.two, market.three, market.four].get(usize::from(price.0).checked_sub(1)?).copied()?
}

/// `Steam 3`, `Engineer 1`
fn card(deck: &Deck, name: Name) -> String {
    let kind = deck.find_card(name).map(|card| deck.card(card).kind);
    let (key, of) = match kind {
        Some(CardKind::Science(id)) => ("capek.card", deck.science(id).id),
        Some(CardKind::Engineer { .. }) => {
            let mark = name.as_str().strip_prefix("engineer-").unwrap_or(name.as_str());
            return say("capek.engineer", &[("n", Arg::Text(mark.to_owned()))]);
        }
        None => return name.to_string(),
    };
    // `steam-3` is the 3 of its science; any other id is its own mark.
    let mark = name.as_str().strip_prefix(of.as_str()).and_then(|rest| rest.strip_prefix('-'));
    let mark = mark.unwrap_or(name.as_str()).to_owned();
    let standard = Deck::standard();
    let known = standard.find_science(of).is_some_and(|id| *standard.science(id).name == *science(deck, of));
    let short = text(&format!("capek.short.{of}")).filter(|_| known);
    let science = short.unwrap_or_else(|| science(deck, of));
    say(key, &[("science", Arg::Text(science)), ("n", Arg::Text(mark))])
}

fn cards(deck: &Deck, names: impl Iterator<Item = Name>) -> String {
    list(names.map(|name| card(deck, name)))
}

/// A science as the deck calls it.
fn science(deck: &Deck, name: Name) -> String {
    deck.find_science(name).map_or_else(|| name.to_string(), |id| deck.science(id).name.to_string())
}

/// `right arm`; a deck of one's own may have other body cards.
fn body(name: Name) -> String {
    text(&format!("capek.body.{name}")).unwrap_or_else(|| name.to_string())
}
