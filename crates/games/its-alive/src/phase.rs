use golemry_blood_moon::{BodyCard, CardName, Deck, Face};
use golemry_core::{PositionError, Seat, words};
use serde::{Deserialize, Serialize};

/// What the match is waiting for, with the data that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Phase {
    /// Chance picks who begins.
    First,
    /// Chance shuffles the piles (IA-1).
    Shuffle,
    /// A stage at which a symbol may be played (IA-11).
    Open(Stage),
    /// The die of the turn is rolling.
    Rolling,
    /// A card that a roll brought in animation goes in place of one of two different limbs (IA-15).
    Replace { rolled: Face, card: BodyCard },
    /// One symbol too many is held (IA-9). `earned`: a roll is still to come.
    DiscardSymbol { earned: bool },
    /// The die of a theft is rolling (IA-11). The turn continues at `back`.
    Stealing { from: Seat, card: BodyCard, back: Stage },
    /// A stolen card is to be placed (IA-11).
    Stolen { card: BodyCard, back: Stage },
    /// A theft failed, and a card of one's own is to be lost (IA-11).
    Lose { back: Stage },
    /// The match is over; nobody has won a draw.
    Over { winner: Option<Seat> },
}

/// A point of a turn at which a symbol may be played (IA-11). `earned`: a roll is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the comments on the cases explain their fields")]
pub enum Stage {
    /// Before a roll. An earned one may be given up (IA-8, IA-9), the first of a turn may not.
    Roll { earned: bool },
    /// After a roll in construction, before acting on it. Only a theft earns a roll before that (IA-11, `steal_rolls`).
    Act { rolled: Face, earned: bool },
    /// A card from a pile, drawn with this roll, is to be placed in construction (IA-7). `earns`: the golem had no card of its part
    /// when it was drawn (IA-8).
    Place { rolled: Face, card: BodyCard, earns: bool, earned: bool },
    /// After a roll in animation, before its card is taken (IA-15).
    Take { rolled: Face },
    /// After the rolling (IA-13).
    End,
}

words! {
    /// The name of a [`Phase`], as positions and views write it. Only views show the phases that wait for chance.
    pub enum PhaseName {
        First = "first",
        Shuffle = "shuffle",
        Roll = "roll",
        Rolling = "rolling",
        Act = "act",
        Place = "place",
        Take = "take",
        Replace = "replace",
        DiscardSymbol = "discard-symbol",
        Stealing = "stealing",
        Lose = "lose",
        End = "end",
        Over = "over",
    }

    /// The name of a [`Stage`].
    pub enum StageName { Roll = "roll", Act = "act", Place = "place", Take = "take", End = "end" }
}

/// A [`Phase`] as positions and views write it: as flat keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct WrittenPhase {
    /// Which phase.
    pub phase: PhaseName,
    /// What the turn's die showed, while it matters.
    pub rolled: Option<Face>,
    /// The card to be placed.
    pub drawn: Option<CardName>,
    /// The drawn card that waits while a theft is settled (IA-11).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub held: Option<CardName>,
    /// Whether the drawn card, to be placed or waiting, earns a roll (IA-8). Without such a card there is no such key.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub earns: Option<bool>,
    /// Whether an earned roll is still to come.
    pub may_roll: bool,
    /// Where the turn continues after a theft.
    pub back: Option<StageName>,
    /// Who won.
    pub winner: Option<Seat>,
    /// The theft under way. Positions never have this key: they never wait for a die.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub theft: Option<Theft>,
}

/// A theft whose die is rolling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Theft {
    /// The victim.
    pub from: Seat,
    /// The card.
    pub card: CardName,
}

impl Stage {
    fn name(self) -> StageName {
        match self {
            Stage::Roll { .. } => StageName::Roll,
            Stage::Act { .. } => StageName::Act,
            Stage::Place { .. } => StageName::Place,
            Stage::Take { .. } => StageName::Take,
            Stage::End => StageName::End,
        }
    }

    /// Whether a roll is still to come that was earned.
    pub(crate) fn earned(self) -> bool {
        match self {
            Stage::Roll { earned } | Stage::Act { earned, .. } | Stage::Place { earned, .. } => earned,
            Stage::Take { .. } | Stage::End => false,
        }
    }

    /// What the die showed that is yet to be acted on.
    fn rolled(self) -> Option<Face> {
        match self {
            Stage::Act { rolled, .. } | Stage::Place { rolled, .. } | Stage::Take { rolled } => Some(rolled),
            Stage::Roll { .. } | Stage::End => None,
        }
    }

    /// The card in hand that was drawn from a pile, and whether it earns a roll.
    fn drawn(self) -> Option<(BodyCard, bool)> {
        if let Stage::Place { card, earns, .. } = self { Some((card, earns)) } else { None }
    }
}

impl Phase {
    /// Its name.
    pub fn name(self) -> PhaseName {
        match self {
            Phase::First => PhaseName::First,
            Phase::Shuffle => PhaseName::Shuffle,
            Phase::Open(Stage::Roll { .. }) => PhaseName::Roll,
            Phase::Open(Stage::Act { .. }) => PhaseName::Act,
            Phase::Open(Stage::Take { .. }) => PhaseName::Take,
            Phase::Open(Stage::End) => PhaseName::End,
            Phase::Rolling => PhaseName::Rolling,
            Phase::Open(Stage::Place { .. }) | Phase::Stolen { .. } => PhaseName::Place,
            Phase::Replace { .. } => PhaseName::Replace,
            Phase::DiscardSymbol { .. } => PhaseName::DiscardSymbol,
            Phase::Stealing { .. } => PhaseName::Stealing,
            Phase::Lose { .. } => PhaseName::Lose,
            Phase::Over { .. } => PhaseName::Over,
        }
    }

    /// Whether a random outcome is due.
    pub fn is_chance(&self) -> bool {
        matches!(self, Phase::First | Phase::Shuffle | Phase::Rolling | Phase::Stealing { .. })
    }

    /// Whether the seat whose turn it is has to decide something.
    pub fn is_choice(&self) -> bool {
        !self.is_chance() && !matches!(self, Phase::Over { .. })
    }

    /// The stage that the phase is, or returns to.
    pub(crate) fn stage(self) -> Option<Stage> {
        if let Phase::Open(stage) = self { Some(stage) } else { self.back() }
    }

    /// The stage that it returns to after a theft.
    pub(crate) fn back(self) -> Option<Stage> {
        match self {
            Phase::Stealing { back, .. } | Phase::Stolen { back, .. } | Phase::Lose { back } => Some(back),
            _ => None,
        }
    }

    /// What the turn's die showed, while it matters.
    pub(crate) fn rolled(self) -> Option<Face> {
        match self {
            Phase::Replace { rolled, .. } => Some(rolled),
            Phase::DiscardSymbol { .. } => Some(Face::SPECIAL),
            _ => self.stage()?.rolled(),
        }
    }

    /// Whether a roll is still to come that was earned.
    pub(crate) fn earned(self) -> bool {
        match self {
            Phase::DiscardSymbol { earned } => earned,
            _ => self.stage().is_some_and(Stage::earned),
        }
    }

    /// Who won, once the match is over; nobody in a draw.
    pub fn winner(self) -> Option<Seat> {
        if let Phase::Over { winner } = self { winner } else { None }
    }

    /// The card to be placed.
    pub fn drawn(self) -> Option<BodyCard> {
        match self {
            Phase::Open(Stage::Place { card, .. })
            | Phase::Replace { card, .. }
            | Phase::Stolen { card, .. } => Some(card),
            _ => None,
        }
    }

    /// The drawn card that waits while a theft is settled.
    pub fn held(self) -> Option<BodyCard> {
        Some(self.back()?.drawn()?.0)
    }

    /// The phase as it is written.
    pub fn written(self, deck: &Deck) -> WrittenPhase {
        WrittenPhase {
            phase: self.name(),
            rolled: self.rolled(),
            drawn: self.drawn().map(|card| deck.card_name(card)),
            held: self.held().map(|card| deck.card_name(card)),
            earns: self.stage().and_then(Stage::drawn).map(|(_, earns)| earns),
            may_roll: self.earned(),
            back: self.back().map(Stage::name),
            winner: self.winner(),
            theft: match self {
                Phase::Stealing { from, card, .. } => Some(Theft { from, card: deck.card_name(card) }),
                _ => None,
            },
        }
    }
}

impl WrittenPhase {
    /// Reads the phase, or reports the key that does not fit the others.
    pub fn read(&self, deck: &Deck) -> Result<Phase, PositionError> {
        let phase = self.assume(deck)?;
        // A key that the phase does not use must be empty: writing the phase again reveals one that is not.
        let again = phase.written(deck);
        debug_assert_eq!(again.theft, self.theft);
        let keys = [
            ("rolled", again.rolled == self.rolled),
            ("drawn", again.drawn == self.drawn),
            ("held", again.held == self.held),
            ("earns", again.earns == self.earns),
            ("may_roll", again.may_roll == self.may_roll),
            ("back", again.back == self.back),
            ("winner", again.winner == self.winner),
        ];
        match keys.into_iter().find(|(_, fits)| !fits) {
            Some((key, _)) => Err(PositionError::new(key, format!("does not fit the phase {}", self.phase))),
            None => Ok(phase),
        }
    }

    /// The phase according to the keys it needs.
    fn assume(&self, deck: &Deck) -> Result<Phase, PositionError> {
        let missing =
            |field: &str| PositionError::new(field, format!("is missing in the phase {}", self.phase));
        let rolled = || self.rolled.ok_or_else(|| missing("rolled"));
        let find = |field: &str, name| {
            deck.find_card(name).map_err(|unknown| PositionError::new(field, unknown.to_string()))
        };
        let card = || find("drawn", self.drawn.ok_or_else(|| missing("drawn"))?);
        let earned = self.may_roll;
        let place = |card| {
            let earns = self.earns.ok_or_else(|| missing("earns"))?;
            Ok(Stage::Place { rolled: rolled()?, card, earns, earned })
        };
        let back = || {
            Ok(match self.back.ok_or_else(|| missing("back"))? {
                StageName::Roll => Stage::Roll { earned },
                StageName::Act => Stage::Act { rolled: rolled()?, earned },
                StageName::Place => place(find("held", self.held.ok_or_else(|| missing("held"))?)?)?,
                StageName::Take => Stage::Take { rolled: rolled()? },
                StageName::End => Stage::End,
            })
        };
        Ok(match self.phase {
            PhaseName::First => Phase::First,
            PhaseName::Shuffle => Phase::Shuffle,
            PhaseName::Rolling => Phase::Rolling,
            PhaseName::Roll => Phase::Open(Stage::Roll { earned }),
            PhaseName::Act => Phase::Open(Stage::Act { rolled: rolled()?, earned }),
            PhaseName::Take => Phase::Open(Stage::Take { rolled: rolled()? }),
            PhaseName::End => Phase::Open(Stage::End),
            PhaseName::Place if self.back.is_some() => Phase::Stolen { card: card()?, back: back()? },
            PhaseName::Place => Phase::Open(place(card()?)?),
            PhaseName::Replace => Phase::Replace { rolled: rolled()?, card: card()? },
            PhaseName::DiscardSymbol => Phase::DiscardSymbol { earned },
            PhaseName::Stealing => {
                let theft = self.theft.ok_or_else(|| missing("theft"))?;
                Phase::Stealing { from: theft.from, card: find("theft", theft.card)?, back: back()? }
            }
            PhaseName::Lose => Phase::Lose { back: back()? },
            PhaseName::Over => Phase::Over { winner: self.winner },
        })
    }
}
