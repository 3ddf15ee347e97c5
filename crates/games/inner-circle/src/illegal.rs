use golemry_blood_moon::{CardName, Part, TypeName};
use golemry_core::{Seat, refusals};

use crate::config::Steps;

refusals! {
    /// Why an action is not allowed.
    pub enum Illegal {
        NoSuchCard { card: CardName }: "BM-2", "the deck has no card {card}";
        WrongSteps { card: CardName, steps: i8, allowed: Steps }: "IC-3", "{card} moves {allowed} steps, not {steps}";
        CannotEnter { card: CardName }: "IC-5", "your pawn cannot enter with {card}: begin with a card of the ring";
        NotHeld { card: CardName }: "IC-6", "your hand does not hold {card}";
        DoesNotFit { card: CardName, pawn: TypeName }: "IC-6", "{card} does not fit: your pawn stands on {pawn}";
        Dead { card: CardName }: "IC-7", "{card} can never be played with the option cake=dead";
        OnlyTheTaken { taken: CardName }: "IC-8", "only the card you took, {taken}, can start a chain now";
        MustPlay { card: CardName }: "IC-8", "you can play {card}, so you must play";
        NothingBegun: "IC-8", "there is nothing to stop yet: your turn has just begun";
        TooLateToFetch: "IC-8", "you can draw, take or pass at the beginning of a turn only";
        PileEmpty: "IC-8", "the draw pile is empty";
        HandFull: "IC-8", "your hand is full: put away or give a card first";
        HandNotFull { card: CardName }: "IC-8", "your hand is not full, so {card} stays with you";
        CannotGo { card: CardName }: "IC-8", "your hand does not hold {card}, so you cannot put it away or give it";
        NoOpponent { from: Seat }: "IC-8", "{from} is not an opponent in this game";
        HoldsTooFew { from: Seat, cards: u8, least: u8 }:
            "IC-8", "{from} holds {cards}: you can only take a card from a hand of {least} or more";
        NoSuchBack { from: Seat, part: Part }: "IC-8", "{from} holds no {part}";
        MustFetch: "IC-8", "you can draw or take a card, so you cannot pass";
        MustRefill: "IC-9", "you can only refill now: say how many cards you draw";
        NotYetRefilling: "IC-9", "you refill at the end of your turn: stop first";
        RefillsTooMuch { count: u8, most: u8 }: "IC-9", "you can draw up to {most} cards, not {count}";
    }
}
