use golemry_blood_moon::{CardName, Face, Part, TypeName, UnknownType};
use golemry_core::{Seat, refusals};

use crate::phase::PhaseName;

refusals! {
    /// Why an action is illegal.
    #[derive(Copy)]
    pub enum Illegal {
        NotNow { action: &'static str, phase: PhaseName }: clause_of(action), "{action} is not possible in the phase {phase}";
        MustRoll: "IA-10", "the first roll of a turn must be made";
        MustReplace: "IA-15", "the new card must replace one of the two that are there: name which";
        UnknownType { error: UnknownType }: "BM-1", "{error}";
        PartIsRolled { rolled: Face }: "IA-6", "a {rolled} was rolled, which decides the pile: draw without naming a part";
        PartIsYours: "IA-9", "a 6 was rolled: name the part to draw";
        NoSymbolRoll { rolled: Face }: "IA-9", "a {rolled} was rolled: only a 6 lets you draw a symbol";
        NoTorso { part: Part, clause: &'static str }: clause, "without a torso you can only take a torso, not: {part}";
        EmptyPile { part: Part, clause: &'static str }: clause, "the {part} pile is empty";
        NoSymbolLeft: "IA-9", "the symbol deck is empty";
        Opposed { card: CardName, torso: TypeName }: "IA-7", "{card} is opposed to your {torso} torso";
        NoRoom { part: Part }: "IA-7", "there is no empty {part} place: name the card to replace";
        OtherPart { part: Part, replaces: CardName }: "IA-7", "the new card, of part {part}, cannot replace {replaces}";
        NotYours { card: CardName, clause: &'static str }: clause, "{card} is not in your golem";
        NotHeld { symbol: TypeName, clause: &'static str }: clause, "you do not hold the symbol {symbol}";
        OtherSymbol { symbol: TypeName, card: CardName }: "IA-11",
            "the symbol {symbol} cannot steal {card}: a symbol steals cards of its own type";
        NoOpponent { from: Seat }: "IA-11", "{from} is not an opponent";
        NotThere { from: Seat, card: CardName }: "IA-11", "{from} does not have {card}";
    }
}

/// The clause that says when an action is possible, by its word.
fn clause_of(action: &str) -> &'static str {
    match action {
        "roll" | "stop" => "IA-10",
        "draw" | "decline" => "IA-6",
        "draw-symbol" | "discard-symbol" => "IA-9",
        "place" | "discard" => "IA-7",
        "steal" | "lose" => "IA-11",
        "take" => "IA-15",
        _ => "IA-13",
    }
}

impl From<UnknownType> for Illegal {
    fn from(error: UnknownType) -> Illegal {
        Illegal::UnknownType { error }
    }
}
