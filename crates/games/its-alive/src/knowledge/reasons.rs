//! What a player of It's ALIVE!!! says about an action.

use golemry_blood_moon::{BodyCard, Part};
use golemry_bots::{Explain, Reasons, Turn, plural, reasons};
use golemry_core::Seat;

use super::symbols::Symbols;
use super::turns::turns_left;
use super::{Mind, Style, with, without};
use crate::action::Action;
use crate::config::ItsAlive;
use crate::golem::Golem;
use crate::phase::{Phase, Stage};

reasons! {
    /// What an action gains or risks.
    pub enum Reason {
        MayWake: "brings your golem to life with one roll in six";
        MayBringPart { missing: u32 }: "may bring a part that your golem lacks ({missing} missing)";
        Completes: "completes your golem";
        Adds { part: Part, missing: u32 }: "adds the {part} ({missing} part{} missing)", plural(missing);
        Better { part: Part }: "brings a {part} with which your golem is done sooner";
        DrawsMissing { part: Part }: "draws a {part}, which your golem lacks";
        DrawsSpare { part: Part }: "draws a {part}, which may be better than yours";
        Symbol: "brings a symbol, which guards your cards of its type and lets you steal";
        Topples { seat: Seat, cards: u32 }: "takes the torso of {seat}, whose golem of {cards} cards falls apart";
        Steals { seat: Seat, part: Part }: "takes a {part} that you need from {seat}";
        Weakens { seat: Seat }: "takes a part from {seat}";
        KeepsGolem: "keeps your golem as it is";
        KeepsShield: "keeps the symbol that guards your torso";
        LosesLeast: "gives up the card that you miss least";
        MayCost: "the new card may cost you other parts, or the whole golem";
        MayBreak: "any other roll may cost a part";
        DrivesOut { cards: u32 }: "drives out {cards} card{} of yours", plural(cards);
        TorsoKnown: "another player holds the symbol that can steal this torso";
        TorsoOpen: "another player may hold the symbol that can steal this torso";
        TheftFails { faces: u8 }: "fails with {faces} of the six faces, and then costs you a card";
        BringsNothing: "brings nothing";
        EndsTurn: "ends your turn";
        LosesShield: "gives up the symbol that guards your torso";
        CostsTurns { turns: u32 }: "sets you back by about {turns} turn{}", plural(turns);
    }
}

impl Explain for ItsAlive {
    type Reason = Reason;

    fn reasons(&self, turn: &Turn<'_, ItsAlive>, action: &Action) -> Reasons<Reason> {
        let mind = Mind { decision: turn.decision(), style: Style::Careful(turn) };
        let (gain, risk) = mind.reasons(action, &Symbols::seen(self, &turn.view()));
        Reasons { gain, risk }
    }
}

impl Mind<'_> {
    fn reasons(&self, action: &Action, symbols: &Symbols) -> (Option<Reason>, Option<Reason>) {
        let (game, golem) = (self.game(), self.golem());
        let find = |card| game.deck.find_card(card).expect("a legal action names cards of the deck");
        match (*action, *self.decision.phase) {
            (Action::Roll {}, _) if golem.is_complete() => (Some(Reason::MayWake), Some(Reason::MayBreak)),
            (Action::Roll {}, _) => (Some(Reason::MayBringPart { missing: missing(golem) }), None),
            (Action::Draw { part }, Phase::Open(Stage::Act { rolled, .. })) => {
                let Some(part) = part.or_else(|| game.deck.part_at(rolled)) else { return (None, None) };
                let gain = if golem.has_room(part) {
                    Reason::DrawsMissing { part }
                } else {
                    Reason::DrawsSpare { part }
                };
                (Some(gain), None)
            }
            (Action::DrawSymbol {}, _) => (Some(Reason::Symbol), None),
            (
                Action::Place { replaces },
                Phase::Open(Stage::Place { card, .. })
                | Phase::Stolen { card, .. }
                | Phase::Replace { card, .. },
            ) => self.placing(card, replaces.map(find), symbols),
            (Action::Steal { from, card, .. }, _) => self.stealing(from, find(card)),
            (Action::Lose { card }, _) => self.losing(find(card), symbols),
            (Action::DiscardSymbol { symbol }, _) => {
                let guards = golem.torso().is_some_and(|torso| self.decision.hand.contains(torso));
                match golem.torso().map(|torso| game.deck.name(torso)) {
                    Some(torso) if torso == symbol => (None, Some(Reason::LosesShield)),
                    _ => (guards.then_some(Reason::KeepsShield), None),
                }
            }
            (Action::Stop {} | Action::Discard {}, _) => {
                (Some(Reason::KeepsGolem), Some(Reason::BringsNothing))
            }
            (Action::Take {}, _) => (None, Some(Reason::MayCost)),
            (Action::End {}, _) => (Some(Reason::KeepsGolem), Some(Reason::EndsTurn)),
            _ => (None, Some(Reason::BringsNothing)),
        }
    }

    fn placing(
        &self,
        card: BodyCard,
        replaces: Option<BodyCard>,
        symbols: &Symbols,
    ) -> (Option<Reason>, Option<Reason>) {
        let (game, golem) = (self.game(), self.golem());
        let after = with(game, golem, card, replaces.map(|old| old.kind));
        let kept = golem.cards().count() + usize::from(replaces.is_none());
        let driven_out = kept - after.cards().count();
        let sooner = turns_left(&game.deck, &after) < turns_left(&game.deck, golem);
        let part = card.part;
        let gain = match replaces {
            _ if after.is_complete() && !golem.is_complete() => Some(Reason::Completes),
            None => Some(Reason::Adds { part, missing: missing(&after) }),
            Some(_) => sooner.then_some(Reason::Better { part }),
        };
        let guarded = self.decision.hand.or(symbols.in_deck).contains(card.kind);
        let risk = match part {
            _ if driven_out > 0 => Some(Reason::DrivesOut { cards: driven_out as u32 }),
            Part::Torso if !guarded && symbols.known.contains(card.kind) => Some(Reason::TorsoKnown),
            Part::Torso if !guarded => Some(Reason::TorsoOpen),
            _ => None,
        };
        (gain, risk)
    }

    fn stealing(&self, seat: Seat, card: BodyCard) -> (Option<Reason>, Option<Reason>) {
        let cards = self.decision.golems[seat].cards().count() as u32;
        let gain = if card.part == Part::Torso && cards > 1 {
            Reason::Topples { seat, cards }
        } else if self.can_place(card) && self.golem().has_room(card.part) {
            Reason::Steals { seat, part: card.part }
        } else {
            Reason::Weakens { seat }
        };
        // A player without cards has nothing to lose (IA-11).
        let fails = Reason::TheftFails { faces: self.game().table.steal_from - 1 };
        (Some(gain), (!self.golem().is_empty()).then_some(fails))
    }

    fn losing(&self, card: BodyCard, symbols: &Symbols) -> (Option<Reason>, Option<Reason>) {
        let (game, golem) = (self.game(), self.golem());
        let turns = turns_left(&game.deck, &without(golem, card)) - turns_left(&game.deck, golem);
        let least = self.least(symbols) == Some(card);
        let turns = turns.round().max(0.0) as u32;
        (least.then_some(Reason::LosesLeast), (turns > 0).then_some(Reason::CostsTurns { turns }))
    }
}

/// How many places of a golem are empty.
fn missing(golem: &Golem) -> u32 {
    (Part::ALL.iter().map(|part| part.places()).sum::<usize>() - golem.cards().count()) as u32
}
