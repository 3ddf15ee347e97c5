use golemry_blood_moon::{BodyCard, Part};
use golemry_core::{BySeat, Event, EventOf, Observe, figures, moments};

use crate::action::{Action, Chance};
use crate::config::{Config, Variant};
use crate::game::InnerCircle;
use crate::legal::Decision;
use crate::score::{self, Victory};
use crate::state::{Phase, State};

moments! {
    /// What is counted. IC-1 and IC-2 are about what is dealt and who sees it, so they have no moments.
    pub enum Happened {
        TorsoWalksLess: "IC-3", "a torso moves its fewest steps";
        TorsoWalksMore: "IC-3", "a torso moves more than its fewest steps";
        Completed: "IC-4", "a golem is completed";
        ComesIn: "IC-5", "a pawn enters";
        OnlyCake: "IC-5", "a pawn cannot enter, since its player holds CAKE only";
        PlayedOnTheRing: "IC-6", "a card is played where the pawn stands";
        ThirdOfAChain: "IC-6", "a chain reaches its third card";
        Lifted: "IC-6", "a pawn is lifted from a complete golem";
        Cake: "IC-7", "CAKE is played";
        StopsThoughOneFits: "IC-8", "a chain is stopped though a card fits";
        StopsSinceNoneFits: "IC-8", "a chain ends since no card fits";
        Drawn: "IC-8", "a card is drawn since none fits";
        PutUnder: "IC-8", "a full hand puts a card under the pile";
        Taken: "IC-8", "a card is taken from an opponent";
        Given: "IC-8", "a full hand gives a card for the one it takes";
        OnlyCardTaken: "IC-8", "an opponent's only card is taken for one given";
        LastCardTaken: "IC-8", "an opponent is robbed of the last card";
        EmptyHanded: "IC-8", "a turn begins with an empty hand";
        TakenIsPlayed: "IC-8", "a taken card is played at once";
        TakenIsKept: "IC-8", "a taken card is kept";
        NothingButPass: "IC-8", "there is nothing to do but pass";
        PassedByChoice: "IC-8", "a player passes though a card could be drawn or taken";
        Refilled: "IC-9", "a hand is refilled after cards were played";
        RefilledAfterTake: "IC-9", "a hand is refilled after a take, with nothing played";
        RefillLeft: "IC-9", "a possible refill is declined";
        NothingToRefill: "IC-9", "there is nothing to refill from";
        GolemPaid: "IC-10", "a completed golem pays from the pot";
        BankPaid: "IC-10", "the bank pays for a golem";
        SymbolWins: "IC-11", "a symbol wins";
        SymbolWinsByAnother: "IC-11", "a symbol wins through another player's card";
        LastCardWins: "IC-11", "the last card wins";
        TwoWin: "IC-11", "one card makes two winners";
        NobodysGolem: "IC-11", "a completed golem does not win anyone the game";
        HalfIsTaken: "IC-12", "half the pot is taken";
        RestIsCarried: "IC-12", "what is left of the pot is carried to the next game";
        Out: "IC-13", "a player cannot pay and is out";
        NextGame: "IC-14", "the next game begins with the next leader";
        OneIsLeft: "IC-14", "fewer than two players can go on";
        RoundLimit: "IC-15", "the round limit ends a game";
        TiedAtTheLimit: "IC-15", "several share the fewest cards at the limit";
        GameLimit: "IC-15", "the game limit ends the match";
    }
}

figures! {
    /// What is recorded per match.
    pub enum Recorded {
        Games: "games played";
        Rounds: "rounds of the last game";
        GolemsComplete: "complete golems at the end of the last game";
        CardsLeft: "cards in all hands at the end of the last game";
        PileLeft: "cards in the pile at the end of the last game";
        CoinsFirst: "coins of the richest; none in a single game";
        CoinsLast: "coins of the poorest; none in a single game";
        PlayersOut: "players who could not pay before the last game";
    }
}

impl Observe for InnerCircle {
    type Moment = Happened;
    type Figure = Recorded;

    fn moments(&self, before: &State, event: &EventOf<Self>, after: &State, seen: &mut impl FnMut(Happened)) {
        let config = self.config();
        match event {
            Event::Action { action, .. } => by_action(config, before, action, after, seen),
            Event::Chance { chance: Chance::Deal { .. } } if before.is_dealt() => {
                seen(Happened::NextGame);
                let out = before.in_game.len() - after.in_game.len();
                (0..out).for_each(|_| seen(Happened::Out));
            }
            Event::Chance { .. } => {}
        }
        let begins = after.phase == Phase::Begin && before.game == after.game;
        if begins && before.players[after.turn].pawn.is_some() && after.players[after.turn].pawn.is_none() {
            seen(Happened::Lifted);
        }
        if after.is_decided() && !before.is_decided() {
            ending(config, before, event, after, seen);
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
            Variant::Single => match end.phase {
                Phase::Over { winners } => score::was_cut_short(end, winners),
                _ => false,
            },
            Variant::Match => score::able_to_pay(end).len() >= 2,
        }
    }

    fn figure(&self, end: &State, figure: Recorded) -> Option<i32> {
        let in_match = self.config().variant == Variant::Match;
        let coins = || end.players.values().map(|player| i32::from(player.coins)).filter(|_| in_match);
        let held = || end.players.values().map(|player| player.hand.len() as i32).sum();
        match figure {
            Recorded::Games => Some(i32::from(end.game)),
            Recorded::Rounds => Some(i32::from(end.round)),
            Recorded::GolemsComplete => Some(end.golems.complete(&self.config().deck).len() as i32),
            Recorded::CardsLeft => Some(held()),
            Recorded::PileLeft => Some(end.pile.len() as i32),
            Recorded::CoinsFirst => coins().max(),
            Recorded::CoinsLast => coins().min(),
            Recorded::PlayersOut => Some(i32::from(end.players.seats()) - end.in_game.len() as i32),
        }
    }
}

/// What an action brought about, but for the end of a game.
fn by_action(
    config: &Config,
    before: &State,
    action: &Action,
    after: &State,
    seen: &mut impl FnMut(Happened),
) {
    let player = &before.players[before.turn];
    let fits = |card: BodyCard| config.fitting(player.pawn, false).contains(card.kind);
    let fetches = before.phase == Phase::Begin && !matches!(action, Action::Play { .. });
    if fetches && player.hand.is_empty() {
        seen(Happened::EmptyHanded);
    } else if fetches && player.pawn.is_none() {
        // IC-5: the hand holds only CAKE then.
        seen(Happened::OnlyCake);
    }
    match *action {
        Action::Play { card, steps } => {
            let card = config.find(card);
            if !config.deck.in_ring(card.kind) {
                seen(Happened::Cake);
            } else {
                seen(if player.pawn.is_none() { Happened::ComesIn } else { Happened::PlayedOnTheRing });
                if card.part == Part::Torso {
                    let fewest = config.steps(card).iter().map(|steps| steps.abs()).min();
                    let least = Some(steps.abs()) == fewest;
                    seen(if least { Happened::TorsoWalksLess } else { Happened::TorsoWalksMore });
                }
            }
            if matches!(before.phase, Phase::Taken { .. }) {
                seen(Happened::TakenIsPlayed);
            }
            // Counted from 0, before this one.
            if before.played == 2 {
                seen(Happened::ThirdOfAChain);
            }
            if !before.golems.is_complete(card.kind) && after.golems.is_complete(card.kind) {
                seen(Happened::Completed);
                if config.variant == Variant::Match {
                    let whole = before.pot.other >= score::GOLEM_COINS;
                    seen(if whole { Happened::GolemPaid } else { Happened::BankPaid });
                }
                if !after.players.values().any(|player| player.symbol == Some(card.kind)) {
                    seen(Happened::NobodysGolem);
                }
            }
        }
        Action::Stop {} if before.phase == Phase::Chain => {
            let any = player.hand.iter().any(fits);
            seen(if any { Happened::StopsThoughOneFits } else { Happened::StopsSinceNoneFits });
        }
        Action::Stop {} => seen(Happened::TakenIsKept),
        Action::Draw { discard } => {
            seen(Happened::Drawn);
            if discard.is_some() {
                seen(Happened::PutUnder);
            }
        }
        Action::Take { from, give, .. } => {
            seen(Happened::Taken);
            let only_card = before.players[from].hand.len() == 1;
            if give.is_some() {
                seen(Happened::Given);
                if only_card {
                    seen(Happened::OnlyCardTaken);
                }
            } else if only_card {
                seen(Happened::LastCardTaken);
            }
        }
        Action::Refill { count } => seen(match count {
            0 if before.pile.is_empty() => Happened::NothingToRefill,
            0 => Happened::RefillLeft,
            _ if before.played == 0 => Happened::RefilledAfterTake,
            _ => Happened::Refilled,
        }),
        Action::Pass {} => {
            let decision = Decision::new(config, before).expect("a seat was to act");
            seen(if decision.can_fetch() { Happened::PassedByChoice } else { Happened::NothingButPass });
        }
    }
}

/// How a game ended.
fn ending(
    config: &Config,
    before: &State,
    event: &EventOf<InnerCircle>,
    after: &State,
    seen: &mut impl FnMut(Happened),
) {
    let played = matches!(event, Event::Action { action: Action::Play { .. }, .. });
    match score::victory(after).filter(|_| played) {
        Some(Victory { symbol, last_card }) => {
            if let Some(holder) = symbol {
                seen(if holder == before.turn {
                    Happened::SymbolWins
                } else {
                    Happened::SymbolWinsByAnother
                });
            }
            if last_card.is_some() {
                seen(Happened::LastCardWins);
            }
            if symbol.is_some() && last_card.is_some() && symbol != last_card {
                seen(Happened::TwoWin);
            }
        }
        None => {
            seen(Happened::RoundLimit);
            if score::fewest_cards(after).len() > 1 {
                seen(Happened::TiedAtTheLimit);
            }
        }
    }
    if config.variant == Variant::Match {
        seen(Happened::HalfIsTaken);
        if after.pot.other > 0 {
            seen(Happened::RestIsCarried);
        }
        if matches!(after.phase, Phase::Over { .. }) {
            let none_left = score::able_to_pay(after).len() < 2;
            seen(if none_left { Happened::OneIsLeft } else { Happened::GameLimit });
        }
    }
}
