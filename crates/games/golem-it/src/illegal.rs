use golemry_core::refusals;

use crate::card::Card;

refusals! {
    /// Why an action is not allowed.
    #[derive(Copy)]
    pub enum Illegal {
        NoCards: "GI-7", "a play needs at least one card";
        NotInHand { card: Card }: "GI-7", "your hand does not hold {card}, or not that many of it";
        CannotBeWorth { card: Card, value: u32 }: "GI-7", "{card} cannot be worth {value}";
        PoolTooSmall { points: u32, pool: u32 }: "GI-7", "this takes {points} points, and the pool holds {pool}";
        OwnPointsTooFew { points: u32, own: u32 }: "GI-15", "this takes {points} points, and you have {own}";
        WrongCount { played: u32, needed: u32 }: "GI-8", "the combination to beat has {needed} cards, this has {played}";
        TooLow { value: u32, to_beat: u32 }: "GI-8", "the value {value} does not beat {to_beat}";
        ReturnsTooMuch { points: u32 }: "GI-9", "a pass returns at most 2 points, not {points}";
        ReturnsMoreThanHeld { points: u32, own: u32 }: "GI-9", "you cannot return {points} points, you have {own}";
        LeaderReturnsNothing: "GI-10", "a leader who passes returns at least 1 point";
        EmptyLeaderReturnsNothing: "GI-10", "a leader without cards returns at least 1 point";
        LeaderMustPlay: "GI-15", "a leader who holds cards must play";
        PassReturnsNothing: "GI-15", "a pass takes a point here, it does not return any";
        EmptyLeaderReturns: "GI-15", "a leader without cards returns 1 or 2 points";
    }
}
