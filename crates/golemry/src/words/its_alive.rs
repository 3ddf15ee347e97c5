use golemry_blood_moon::{CardName, Deck, Part};
use golemry_cli::picture::Names;
use golemry_core::Seat;
use golemry_its_alive::{Action, Choice, Glimpse, Outcome, View};

use super::blood_moon::{a_part, card, kind, the_card, the_cards};
use super::{Arg, YOU, say};

pub(crate) fn choice(deck: &Deck, view: &View, choice: Choice, names: &Names) -> String {
    match choice {
        Choice::Do(does) => action(deck, view, does, names),
        Choice::Steal(symbol) => say("its-alive.choice.steal", &[("type", Arg::Text(kind(deck, symbol)))]),
        Choice::From(from) => say("its-alive.choice.from", &[("name", Arg::Name(names.of(from.index())))]),
        Choice::Card(stolen) => say("its-alive.choice.card", &[("card", Arg::Text(card(deck, stolen)))]),
    }
}

pub(crate) fn action(deck: &Deck, view: &View, action: Action, names: &Names) -> String {
    let drawn = || ("card", Arg::Text(view.phase.drawn.map(|card| the_card(deck, card)).unwrap_or_default()));
    match action {
        Action::Roll {} => say("its-alive.choice.roll", &[]),
        Action::Stop {} => say("its-alive.choice.stop", &[]),
        Action::Draw { part: None } => say("its-alive.choice.draw", &[]),
        Action::Draw { part: Some(part) } => {
            say("its-alive.choice.draw.part", &[("part", Arg::Text(a_part(part)))])
        }
        Action::DrawSymbol {} => say("its-alive.choice.draw-symbol", &[]),
        Action::Decline {} => say("its-alive.choice.decline", &[]),
        Action::Place { replaces: None } => say("its-alive.action.place", &[drawn()]),
        Action::Place { replaces: Some(old) } => {
            say("its-alive.action.replace", &[drawn(), ("old", Arg::Text(the_card(deck, old)))])
        }
        Action::Take {} => say("its-alive.choice.take", &[]),
        Action::Discard {} => say("its-alive.action.discard", &[drawn()]),
        Action::DiscardSymbol { symbol } => {
            say("its-alive.choice.discard-symbol", &[("type", Arg::Text(kind(deck, symbol)))])
        }
        Action::Steal { from, card, .. } => say(
            "its-alive.action.steal",
            &[("card", Arg::Text(the_card(deck, card))), ("name", Arg::Name(names.of(from.index())))],
        ),
        Action::Lose { card: lost } => say("its-alive.choice.lose", &[("card", Arg::Text(card(deck, lost)))]),
        Action::End {} => say("its-alive.choice.end", &[]),
    }
}

pub(crate) fn glimpse(deck: &Deck, glimpse: &Glimpse, names: &Names) -> String {
    let name = |seat: Seat| names.of(seat.index());
    match glimpse {
        Glimpse::First { seat } => say("its-alive.glimpse.first", &[("name", Arg::Name(name(*seat)))]),
        Glimpse::Shuffle {} => say("its-alive.glimpse.shuffle", &[]),
        Glimpse::Roll { .. } => roll(deck, glimpse, names),
        Glimpse::Action { seat, action, card, drawn, lost, .. } => {
            let told = decision(deck, glimpse, names);
            // What is lost besides what the sentence names; with a torso all of it.
            let named = match action {
                Action::Place { replaces: Some(card) } => Some(*card),
                Action::Lose { card } if card.part != Part::Torso => Some(*card),
                _ => None,
            };
            let mut others = lost.to_vec();
            if let Some(place) = others.iter().position(|card| Some(*card) == named) {
                others.remove(place);
            }
            let loss = loss(deck, &others, card.or(*drawn), name(*seat));
            // After a decision, animation may bring a card by itself.
            let brought = card.filter(|_| !matches!(action, Action::Draw { .. } | Action::Take {}));
            let brought = brought.map_or_else(String::new, |card| {
                format!(" {}", say("its-alive.glimpse.taken", &[("card", Arg::Text(the_card(deck, card)))]))
            });
            told + &loss + &brought
        }
    }
}

fn roll(deck: &Deck, glimpse: &Glimpse, names: &Names) -> String {
    let Glimpse::Roll { seat, face, outcome, theft, card, lost } = glimpse else { return String::new() };
    let roller = names.of(seat.index());
    let shown = theft.map(|theft| theft.card).or(*card);
    let meaning = match deck.part_at(*face) {
        Some(part) => a_part(part),
        None => say("its-alive.face.special", &[]),
    };
    let key = match (outcome, card) {
        (Outcome::Offers, _) => "its-alive.roll.offers",
        (Outcome::NoTorso, _) => "its-alive.roll.no-torso",
        (Outcome::NoCard, _) => "its-alive.roll.no-card",
        (Outcome::Changes, None) => "its-alive.roll.changes",
        (Outcome::Changes, Some(_)) => "its-alive.roll.changes.card",
        (Outcome::Alive, _) => "its-alive.roll.alive",
        (Outcome::Stolen, _) => "its-alive.roll.stolen",
        (Outcome::Failed, _) => "its-alive.roll.failed",
        (Outcome::Harmless, _) => "its-alive.roll.harmless",
    };
    let told = say(
        key,
        &[
            ("name", Arg::Name(roller)),
            ("face", Arg::Number(face.number().into())),
            ("meaning", Arg::Text(meaning)),
            ("card", Arg::Text(shown.map(|card| the_card(deck, card)).unwrap_or_default())),
        ],
    );
    told + &match (outcome, theft) {
        // The stolen card goes to the thief; what falls apart with a torso is lost.
        (Outcome::Stolen, Some(theft)) if lost.len() > 1 => {
            loss(deck, lost, None, names.of(theft.from.index()))
        }
        (Outcome::Stolen, _) => String::new(),
        _ => loss(deck, lost, *card, roller),
    }
}

fn decision(deck: &Deck, glimpse: &Glimpse, names: &Names) -> String {
    let Glimpse::Action { seat, action, card, symbol, drawn, .. } = glimpse else { return String::new() };
    let the = |card: CardName| Arg::Text(the_card(deck, card));
    let name = ("name", Arg::Name(names.of(seat.index())));
    let shown = ("card", drawn.or(*card).map_or_else(|| Arg::Text(String::new()), the));
    match *action {
        Action::Roll {} => say("its-alive.glimpse.action.roll", &[name]),
        Action::Stop {} => say("its-alive.glimpse.action.stop", &[name]),
        Action::Draw { .. } => say("its-alive.glimpse.action.draw", &[name, shown]),
        Action::DrawSymbol {} => match symbol {
            None => say("its-alive.glimpse.action.draw-symbol", &[name]),
            Some(symbol) => say(
                "its-alive.glimpse.action.draw-symbol.seen",
                &[name, ("type", Arg::Text(kind(deck, *symbol)))],
            ),
        },
        Action::Decline {} => say("its-alive.glimpse.action.decline", &[name]),
        Action::Place { replaces: None } => say("its-alive.glimpse.action.place", &[name, shown]),
        Action::Place { replaces: Some(old) } => {
            say("its-alive.glimpse.action.replace", &[name, shown, ("old", the(old))])
        }
        Action::Take {} => say("its-alive.glimpse.action.take", &[name, shown]),
        Action::Discard {} => say("its-alive.glimpse.action.discard", &[name, shown]),
        Action::DiscardSymbol { symbol } => {
            say("its-alive.glimpse.action.discard-symbol", &[name, ("type", Arg::Text(kind(deck, symbol)))])
        }
        Action::Steal { from, card, .. } => say(
            "its-alive.glimpse.action.steal",
            &[name, ("card", the(card)), ("from", Arg::Name(names.of(from.index())))],
        ),
        Action::Lose { card } => say("its-alive.glimpse.action.lose", &[name, ("card", the(card))]),
        Action::End {} => say("its-alive.glimpse.action.end", &[name]),
    }
}

/// What a golem has lost; all of it, if it has lost its torso without getting another.
fn loss(deck: &Deck, lost: &[CardName], gained: Option<CardName>, owner: &str) -> String {
    let is_torso = |card: &CardName| card.part == Part::Torso;
    if lost.is_empty() {
        return String::new();
    }
    let falls = lost.len() > 1 && lost.iter().any(is_torso) && !gained.as_ref().is_some_and(is_torso);
    let told = match owner {
        YOU if falls => say("its-alive.fallen.you", &[]),
        name if falls => say("its-alive.fallen", &[("name", Arg::Name(name))]),
        _ => say("its-alive.lost", &[("cards", Arg::Text(the_cards(deck, lost)))]),
    };
    format!(" {told}")
}

#[cfg(test)]
mod tests {
    use golemry_blood_moon::Face;
    use golemry_cli::picture::Names;
    use golemry_cli::play::Sitter;
    use golemry_core::{Settings, Viewer};
    use golemry_its_alive::ItsAlive;
    use golemry_table::{Level, Match};

    use super::*;

    fn names() -> Names {
        Names::new(&[Sitter::Person, Sitter::bot(Level::Easy)])
    }

    fn card(name: &str) -> CardName {
        name.parse().unwrap()
    }

    fn roll(face: u8, outcome: Outcome, theft: Option<golemry_its_alive::Theft>, lost: &[&str]) -> String {
        let told = Glimpse::Roll {
            seat: Seat::new(0),
            face: Face::new(face),
            outcome,
            theft,
            card: None,
            lost: lost.iter().map(|name| card(name)).collect(),
        };
        glimpse(&Deck::standard(), &told, &names())
    }

    #[test]
    fn what_comes_and_what_goes_is_told_in_the_order_of_the_table() {
        let played = Match::<ItsAlive>::new(&Settings::new(2, "standard"), golemry_core::Seed(1)).unwrap();
        let mut view = played.view(Viewer::Seat(Seat::new(0)));
        view.phase.drawn = Some(card("cake.torso"));
        let place = Action::Place { replaces: Some(card("fire.torso")) };
        assert_eq!(
            action(&Deck::standard(), &view, place, &names()),
            "Put the cake torso in place of the fire torso"
        );
        let placed = Glimpse::Action {
            seat: Seat::new(0),
            action: place,
            card: None,
            symbol: None,
            drawn: Some(card("cake.torso")),
            lost: [card("fire.torso")].into_iter().collect(),
        };
        assert_eq!(
            glimpse(&Deck::standard(), &placed, &names()),
            "You put the cake torso in place of the fire torso."
        );
    }

    #[test]
    fn a_roll_says_why_nothing_came_of_it() {
        assert_eq!(
            roll(2, Outcome::NoTorso, None, &[]),
            "The die shows 2, an arm: without a torso it is lost."
        );
        assert_eq!(roll(2, Outcome::NoCard, None, &[]), "The die shows 2, an arm: there is none to draw.");
        let theft = golemry_its_alive::Theft { from: Seat::new(1), card: card("ice.torso") };
        assert_eq!(
            roll(5, Outcome::Stolen, Some(theft), &["ice.torso", "ice.arm"]),
            "The die shows 5: you steal the ice torso! The golem of bot 1 falls apart."
        );
    }
}
