use golemry_blood_moon::{BodyCard, Part};
use golemry_core::{BySeat, Event, EventOf, Figure, Moment, Observe};

use crate::action::{Action, Chance};
use crate::config::{Config, Variant};
use crate::game::InnerCircle;
use crate::legal;
use crate::score::{self, Victory};
use crate::state::{Phase, State};

/// What is counted, in the order of [`MOMENTS`](Observe::MOMENTS). IC-1 and IC-2 are about what is dealt and who sees it, so they
/// have no moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    TorsoWalksLess,
    TorsoWalksMore,
    Completed,
    ComesIn,
    OnlyCake,
    PlayedOnTheRing,
    ThirdOfAChain,
    Lifted,
    Cake,
    StopsThoughOneFits,
    StopsSinceNoneFits,
    Drawn,
    PutUnder,
    Taken,
    Given,
    OnlyCardTaken,
    TakenIsPlayed,
    TakenIsKept,
    NothingButPass,
    PassedByChoice,
    Refilled,
    RefilledAfterTake,
    RefillLeft,
    NothingToRefill,
    GolemPaid,
    BankPaid,
    SymbolWins,
    SymbolWinsByAnother,
    LastCardWins,
    TwoWin,
    NobodysGolem,
    HalfIsTaken,
    RestIsCarried,
    Out,
    NextGame,
    OneIsLeft,
    RoundLimit,
    TiedAtTheLimit,
    GameLimit,
}

const fn rule(clause: &'static str, what: &'static str) -> Moment {
    Moment { clause, what }
}

const fn figure(name: &'static str, what: &'static str) -> Figure {
    Figure { name, what }
}

impl Observe for InnerCircle {
    const MOMENTS: &'static [Moment] = &[
        rule("IC-3", "a torso moves its fewest steps"),
        rule("IC-3", "a torso moves more than its fewest steps"),
        rule("IC-4", "a golem is completed"),
        rule("IC-5", "a pawn enters"),
        rule("IC-5", "a pawn cannot enter, since its player holds CAKE only"),
        rule("IC-6", "a card is played where the pawn stands"),
        rule("IC-6", "a chain reaches its third card"),
        rule("IC-6", "a pawn is lifted from a complete golem"),
        rule("IC-7", "CAKE is played"),
        rule("IC-8", "a chain is stopped though a card fits"),
        rule("IC-8", "a chain ends since no card fits"),
        rule("IC-8", "a card is drawn since none fits"),
        rule("IC-8", "a full hand puts a card under the pile"),
        rule("IC-8", "a card is taken from an opponent"),
        rule("IC-8", "a full hand gives a card for the one it takes"),
        rule("IC-8", "an opponent's only card is taken for one given"),
        rule("IC-8", "a taken card is played at once"),
        rule("IC-8", "a taken card is kept"),
        rule("IC-8", "there is nothing to do but pass"),
        rule("IC-8", "a player passes though a card could be drawn or taken"),
        rule("IC-9", "a hand is refilled after cards were played"),
        rule("IC-9", "a hand is refilled after a take, with nothing played"),
        rule("IC-9", "a possible refill is declined"),
        rule("IC-9", "there is nothing to refill from"),
        rule("IC-10", "a completed golem pays from the pot"),
        rule("IC-10", "the bank pays for a golem"),
        rule("IC-11", "a symbol wins"),
        rule("IC-11", "a symbol wins through another player's card"),
        rule("IC-11", "the last card wins"),
        rule("IC-11", "one card makes two winners"),
        rule("IC-11", "a completed golem does not win anyone the game"),
        rule("IC-12", "half the pot is taken"),
        rule("IC-12", "what is left of the pot is carried to the next game"),
        rule("IC-13", "a player cannot pay and is out"),
        rule("IC-14", "the next game begins with the next leader"),
        rule("IC-14", "fewer than two players can go on"),
        rule("IC-15", "the round limit ends a game"),
        rule("IC-15", "several share the fewest cards at the limit"),
        rule("IC-15", "the game limit ends the match"),
    ];

    const FIGURES: &'static [Figure] = &[
        figure("games", "games played"),
        figure("rounds", "rounds of the last game"),
        figure("golems_complete", "complete golems at the end of the last game"),
        figure("cards_left", "cards in all hands at the end of the last game"),
        figure("pile_left", "cards in the pile at the end of the last game"),
        figure("coins_first", "coins of the richest; none in a single game"),
        figure("coins_last", "coins of the poorest; none in a single game"),
        figure("players_out", "players who could not pay before the last game"),
    ];

    fn moments(&self, before: &State, event: &EventOf<Self>, after: &State, seen: &mut impl FnMut(usize)) {
        let config = self.config();
        let mut seen = |moment: Seen| seen(moment as usize);
        match event {
            Event::Action { action, .. } => decision(config, before, action, after, &mut seen),
            Event::Chance { chance: Chance::Deal { .. } } if before.is_dealt() => {
                seen(Seen::NextGame);
                let out = before.in_game.len() - after.in_game.len();
                (0..out).for_each(|_| seen(Seen::Out));
            }
            Event::Chance { .. } => {}
        }
        let begins = after.phase == Phase::Begin && before.game == after.game;
        if begins && before.players[after.turn].pawn.is_some() && after.players[after.turn].pawn.is_none() {
            seen(Seen::Lifted);
        }
        if after.is_decided() && !before.is_decided() {
            ending(config, before, after, &mut seen);
        }
    }

    /// Coins in a match; in a single game fewer cards are better.
    fn standing(&self, state: &State) -> BySeat<i32> {
        let scores = score::scores(self.config(), state);
        scores.unwrap_or_else(|| {
            state.players.map(|_, player| match self.config().variant {
                Variant::Match => i32::from(player.coins),
                Variant::Single => -(player.hand.len() as i32),
            })
        })
    }

    fn cut_short(&self, end: &State) -> bool {
        match self.config().variant {
            Variant::Single => score::victory(end).is_none(),
            Variant::Match => score::able_to_pay(end).len() >= 2,
        }
    }

    fn figures(&self, end: &State, list: &mut Vec<Option<i32>>) {
        let coins = || {
            let in_match = self.config().variant == Variant::Match;
            end.players.values().map(|player| i32::from(player.coins)).filter(move |_| in_match)
        };
        let held: usize = end.players.values().map(|player| player.hand.len()).sum();
        list.extend([
            Some(i32::from(end.game)),
            Some(i32::from(end.round)),
            Some(end.golems.complete(&self.config().deck).len() as i32),
            Some(held as i32),
            Some(end.pile.len() as i32),
            coins().max(),
            coins().min(),
            Some(i32::from(end.players.seats()) - end.in_game.len() as i32),
        ]);
    }
}

/// What a decision brought about, but for the end of a game.
fn decision(config: &Config, before: &State, action: &Action, after: &State, seen: &mut impl FnMut(Seen)) {
    let player = &before.players[before.turn];
    let fits = |card: BodyCard| config.fitting(player.pawn, false).contains(card.kind);
    if before.phase == Phase::Begin && player.pawn.is_none() && !matches!(action, Action::Play { .. }) {
        // IC-5: a hand that is not empty holds only CAKE then.
        seen(Seen::OnlyCake);
    }
    match *action {
        Action::Play { card, steps } => {
            let card = config.deck.find_card(card).expect("an event names cards of the deck");
            if !config.deck.in_ring(card.kind) {
                seen(Seen::Cake);
            } else {
                seen(if player.pawn.is_none() { Seen::ComesIn } else { Seen::PlayedOnTheRing });
                if card.part == Part::Torso {
                    let fewest = config.steps(card).iter().map(|steps| steps.abs()).min();
                    let least = Some(steps.abs()) == fewest;
                    seen(if least { Seen::TorsoWalksLess } else { Seen::TorsoWalksMore });
                }
            }
            if matches!(before.phase, Phase::Taken { .. }) {
                seen(Seen::TakenIsPlayed);
            }
            // Counted from 0, before this one.
            if before.played == 2 {
                seen(Seen::ThirdOfAChain);
            }
            if !before.golems.is_complete(card.kind) && after.golems.is_complete(card.kind) {
                seen(Seen::Completed);
                if config.variant == Variant::Match {
                    let whole = before.pot.other >= score::GOLEM_COINS;
                    seen(if whole { Seen::GolemPaid } else { Seen::BankPaid });
                }
                if !after.players.values().any(|player| player.symbol == Some(card.kind)) {
                    seen(Seen::NobodysGolem);
                }
            }
        }
        Action::Stop {} if before.phase == Phase::Chain => {
            let any = player.hand.iter().any(fits);
            seen(if any { Seen::StopsThoughOneFits } else { Seen::StopsSinceNoneFits });
        }
        Action::Stop {} => seen(Seen::TakenIsKept),
        Action::Draw { discard } => {
            seen(Seen::Drawn);
            if discard.is_some() {
                seen(Seen::PutUnder);
            }
        }
        Action::Take { from, give, .. } => {
            seen(Seen::Taken);
            if give.is_some() {
                seen(Seen::Given);
                if before.players[from].hand.len() == 1 {
                    seen(Seen::OnlyCardTaken);
                }
            }
        }
        Action::Refill { count } => seen(match count {
            0 if before.pile.is_empty() => Seen::NothingToRefill,
            0 => Seen::RefillLeft,
            _ if before.played == 0 => Seen::RefilledAfterTake,
            _ => Seen::Refilled,
        }),
        Action::Pass {} => {
            let decision = legal::decision(config, before).expect("a seat was to act");
            seen(if decision.can_fetch() { Seen::PassedByChoice } else { Seen::NothingButPass });
        }
    }
}

/// How a game ended.
fn ending(config: &Config, before: &State, after: &State, seen: &mut impl FnMut(Seen)) {
    match score::victory(after) {
        Some(Victory { symbol, last_card }) => {
            if let Some(holder) = symbol {
                seen(if holder == before.turn { Seen::SymbolWins } else { Seen::SymbolWinsByAnother });
            }
            if last_card.is_some() {
                seen(Seen::LastCardWins);
            }
            if symbol.is_some() && last_card.is_some() && symbol != last_card {
                seen(Seen::TwoWin);
            }
        }
        None => {
            seen(Seen::RoundLimit);
            if score::game_winners(after).len() > 1 {
                seen(Seen::TiedAtTheLimit);
            }
        }
    }
    if config.variant == Variant::Match {
        seen(Seen::HalfIsTaken);
        if after.pot.other > 0 {
            seen(Seen::RestIsCarried);
        }
        if matches!(after.phase, Phase::Over { .. }) {
            let none_left = score::able_to_pay(after).len() < 2;
            seen(if none_left { Seen::OneIsLeft } else { Seen::GameLimit });
        }
    }
}
