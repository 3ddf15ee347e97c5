//! What a player of The Inner Circle says about an action.

use golemry_blood_moon::{BodyCard, Part, Type, TypeName};
use golemry_bots::{Explain, Reasons, Turn, plural, reasons};
use golemry_core::Seat;

use super::{Mind, cards_of};
use crate::action::Action;
use crate::config::Variant;
use crate::game::InnerCircle;
use crate::golems::Golems;

reasons! {
    /// What an action gains or risks.
    pub enum Reason {
        LastCard: "plays your last card and wins";
        CompletesOwn: "completes the golem of your symbol and wins";
        GrowsOwn { cards: u32 }: "grows the golem of your symbol ({cards} of 6 cards)";
        GoesOn { cards: u32 }: "leads on to {cards} more card{} of yours", plural(cards);
        KeepsFit { cards: u32 }: "keeps {cards} card{} that fit next turn", plural(cards);
        Coins: "completes a golem for two coins";
        Fetches { percent: u32 }: "brings a card that fits at once in {percent} % of cases";
        MayFit { percent: u32 }: "brings a card that fits next turn in {percent} % of cases";
        MayWin { percent: u32 }: "brings a card that fits at once in {percent} % of cases, and then wins as your last card";
        FewerCards: "leaves fewer cards in your hand";
        Refills { cards: u32 }: "gives you {cards} card{} to choose from", plural(cards);
        SmallHand { cards: u32 }: "keeps your hand small ({cards} card{})", plural(cards);
        CompletesOther { kind: TypeName }: "completes {kind}, which may be an opponent's symbol";
        HelpsOther { kind: TypeName, cards: u32 }: "grows {kind} to {cards} card{}, which may be an opponent's symbol", plural(cards);
        NoFit: "leaves no card that fits next turn";
        FewChoices: "leaves you little to choose from";
        MoreCards: "makes your hand larger";
        GivesCard { seat: Seat }: "gives {seat} a card";
        EmptiesHand { seat: Seat }: "leaves {seat} without a card, so the next one played from there wins";
        EndsTurn: "ends your turn";
        DoesNothing: "brings nothing";
    }
}

impl Explain for InnerCircle {
    type Reason = Reason;

    fn reasons(&self, turn: &Turn<'_, InnerCircle>, action: &Action) -> Reasons<Reason> {
        let (gain, risk) = Mind::new(turn.decision()).reasons(action);
        Reasons { gain, risk }
    }
}

impl Mind<'_> {
    fn reasons(&self, action: &Action) -> (Option<Reason>, Option<Reason>) {
        match *action {
            Action::Play { card, steps } => self.playing(self.config.find(card), steps),
            Action::Stop {} => match self.fitting_after(None, self.decision.pawn, &self.decision.golems) {
                0 => (None, Some(Reason::NoFit)),
                cards => (Some(Reason::KeepsFit { cards }), None),
            },
            Action::Draw { .. } => {
                let unseen = self.unseen();
                let types = self.config.fitting(self.decision.pawn, true);
                let fits = unseen.iter().filter(|card| types.contains(card.kind)).count();
                let percent = (100 * fits / unseen.iter().count().max(1)) as u32;
                (Some(Reason::MayFit { percent }), Some(Reason::EndsTurn))
            }
            Action::Take { from, part, give } => {
                let percent = self.fits_percent(part);
                let gain = if self.cards.is_empty() {
                    Reason::MayWin { percent }
                } else {
                    Reason::Fetches { percent }
                };
                let risk = match give {
                    Some(_) => Reason::GivesCard { seat: from },
                    None if self.decision.hands.backs(from).len() == 1 => Reason::EmptiesHand { seat: from },
                    None => Reason::MoreCards,
                };
                (Some(gain), Some(risk))
            }
            Action::Refill { count } => {
                let (cards, most) =
                    (self.cards.len() as u32 + u32::from(count), self.decision.most_refilled());
                if count == most && count > 0 {
                    (Some(Reason::Refills { cards }), Some(Reason::MoreCards))
                } else {
                    (Some(Reason::SmallHand { cards }), (count < most).then_some(Reason::FewChoices))
                }
            }
            Action::Pass {} => (None, Some(Reason::DoesNothing)),
        }
    }

    fn playing(&self, card: BodyCard, steps: i8) -> (Option<Reason>, Option<Reason>) {
        let (pawn, ends) = self.config.walk(self.decision.pawn, card, steps);
        let mut golems = *self.decision.golems;
        let completes = golems.insert(card);
        let own = Some(card.kind) == self.decision.symbol;
        let (kind, cards) = (self.config.deck.name(card.kind), cards_of(&golems, card.kind));
        if completes && own {
            return (Some(Reason::CompletesOwn), None);
        }
        if self.cards.len() == 1 {
            return (Some(Reason::LastCard), None);
        }
        let leads_to = if ends { 0 } else { self.fitting_in_chain(card, pawn) };
        let rests = self.fitting_after(Some(card), pawn, &golems);
        let gain = if own {
            Reason::GrowsOwn { cards }
        } else if completes && self.config.variant == Variant::Match {
            Reason::Coins
        } else if leads_to > 0 {
            Reason::GoesOn { cards: leads_to }
        } else if rests > 0 {
            Reason::KeepsFit { cards: rests }
        } else {
            Reason::FewerCards
        };
        let risk = if completes {
            Some(Reason::CompletesOther { kind })
        } else if rests == 0 && leads_to == 0 {
            Some(Reason::NoFit)
        } else {
            (!own && cards > 2).then_some(Reason::HelpsOther { kind, cards })
        };
        (Some(gain), risk)
    }

    /// How many cards in hand fit when the next turn begins with the pawn there, `played` being gone.
    fn fitting_after(&self, played: Option<BodyCard>, pawn: Option<Type>, golems: &Golems) -> u32 {
        let types = self.config.fitting(self.config.rests(pawn, golems), true);
        self.left(played).filter(|card| types.contains(card.kind)).count() as u32
    }

    /// How many cards in hand can follow in the same turn.
    fn fitting_in_chain(&self, played: BodyCard, pawn: Option<Type>) -> u32 {
        let types = self.config.fitting(pawn, false);
        self.left(Some(played)).filter(|card| types.contains(card.kind)).count() as u32
    }

    /// The cards in hand without one that is `played`.
    fn left(&self, played: Option<BodyCard>) -> impl Iterator<Item = BodyCard> {
        let gone = played.and_then(|played| self.cards.iter().position(|card| *card == played));
        self.cards.iter().enumerate().filter(move |(place, _)| Some(*place) != gone).map(|(_, card)| *card)
    }

    /// How likely an unseen card with this back fits at once, in hundredths.
    fn fits_percent(&self, part: Part) -> u32 {
        let unseen = self.unseen();
        let types = self.config.fitting(self.decision.pawn, false);
        let fits: u32 = types.iter().map(|kind| unseen.count(BodyCard { part, kind })).sum();
        100 * fits / unseen.of_part(part).max(1)
    }
}
