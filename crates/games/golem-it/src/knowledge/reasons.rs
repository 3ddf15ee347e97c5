//! What a player of Golem It says about an action.

use golemry_bots::{Explain, Reasons, Turn, plural, reasons};
use golemry_core::Seat;

use super::{HIGHER, Hand, MIDDLE, STAYS, goes_out};
use crate::action::Action;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::config::{GolemIt, Magic};
use crate::legal::Decision;
use crate::view::View;

reasons! {
    /// What an action gains or risks.
    pub enum Reason {
        GoesOut: "leaves you with nothing, and you are out";
        HardToBeat { cards: u32, value: u32 }: "is hard to beat ({cards} card{} worth {value}), so you may lead again", plural(cards);
        ShedsLow { number: u32 }: "gets rid of a {number}, which beats little";
        Sheds { cards: u32, left: u32 }: "gets rid of {cards} card{} ({left} left)", plural(cards);
        Returns { points: u32, left: u32 }: "gives {points} point{} back ({left} left)", plural(points);
        TakesPoint: "brings a point to raise a card with";
        KeepsHigh: "keeps your high cards for later";
        NearlyOut { seat: Seat, cards: u32 }: "{seat} has only {cards} card{} left", plural(cards);
        TakesPoints { points: u32 }: "takes {points} point{} that you have to give back", plural(points);
        SpendsPoints { points: u32 }: "spends {points} of your point{}", plural(points);
        SplitsPair: "splits cards that belong together";
        LosesLead: "gives up the lead";
        EasyToBeat: "is easy to beat, and then you do not lead";
        KeepsCards: "keeps all your cards";
    }
}

/// A hand so small that its player may be out soon.
const FEW: u32 = 2;

/// A card up to this number beats little.
const LOW_NUMBER: u32 = 7;

/// What is at least so likely to stay, in hundredths, counts as hard to beat.
const SAFE: i32 = 60;

impl Explain for GolemIt {
    type Reason = Reason;

    fn reasons(&self, turn: &Turn<'_, GolemIt>, action: &Action) -> Reasons<Reason> {
        let decision = turn.decision();
        let (gain, risk) = match *action {
            Action::Pass { r#return } => passing(&decision, r#return, &turn.view()),
            Action::Play { value, cards } => playing(&decision, value, cards, &turn.view()),
        };
        Reasons { gain, risk }
    }
}

fn passing(decision: &Decision, points: u32, view: &View) -> (Option<Reason>, Option<Reason>) {
    let gain = match decision.magic {
        _ if points > 0 => Some(Reason::Returns { points, left: decision.points - points }),
        Magic::OwnOut if view.pool > 0 => Some(Reason::TakesPoint),
        _ => Some(Reason::KeepsHigh),
    };
    let risk = nearly_out(view).unwrap_or(match decision.to_beat {
        None => Reason::LosesLead,
        Some(_) => Reason::KeepsCards,
    });
    (gain, Some(risk))
}

fn playing(decision: &Decision, value: u32, cards: CardSet, view: &View) -> (Option<Reason>, Option<Reason>) {
    let each = cards.kinds().map(|card| card.points_for(value).unwrap_or(0) * cards.count(card));
    let points: u32 = each.sum();
    if goes_out(decision, cards, points as i32) {
        return (Some(Reason::GoesOut), None);
    }
    let count = cards.len();
    let stays = STAYS[(count as usize).min(STAYS.len()) - 1] + HIGHER * (value as i32 - MIDDLE);
    let lowest = cards.kinds().map(Card::number).min().unwrap_or(value);
    let gain = if stays >= SAFE {
        Reason::HardToBeat { cards: count, value }
    } else if lowest <= LOW_NUMBER && points == 0 {
        Reason::ShedsLow { number: lowest }
    } else {
        Reason::Sheds { cards: count, left: decision.hand.len() - count }
    };
    // A combination that is played whole saves its turn; if it saves none, its rest still needs one.
    let whole = Hand::new(decision.hand);
    let splits = whole.without(cards).groups() >= whole.groups();
    let risk = if points > 0 && decision.magic.is_own() {
        Some(Reason::SpendsPoints { points })
    } else if points > 1 {
        Some(Reason::TakesPoints { points })
    } else if splits {
        Some(Reason::SplitsPair)
    } else if stays <= 0 {
        Some(nearly_out(view).unwrap_or(Reason::EasyToBeat))
    } else {
        (points > 0).then_some(Reason::TakesPoints { points })
    };
    (Some(gain), risk)
}

/// The opponent who has the fewest cards, if those are few.
fn nearly_out(view: &View) -> Option<Reason> {
    let others =
        view.players.iter().filter(|(seat, player)| !view.viewer.is(*seat) && player.place.is_none());
    let (seat, player) = others.min_by_key(|(_, player)| player.cards)?;
    (player.cards <= FEW).then_some(Reason::NearlyOut { seat, cards: player.cards })
}
