use golemry_core::refusals;

use crate::card::{Bonus, Order, Rolled};
use crate::program::FormError;

refusals! {
    /// Why a program is refused. Slots are counted from 1.
    #[derive(Copy)]
    pub enum Illegal {
        Form { error: FormError }: "GD-6", "{error}";
        Nested { slot: u8 }: "GD-19", "slot {slot}: a LOOP may stand in an IF only where golems are autonomous";
        NotAtHand { slot: u8, bonus: Bonus, rolled: Option<Rolled> }: "GD-5",
            "slot {slot}: {bonus} is not at hand, {}", at_hand(*rolled);
        SecondIf { slot: u8, bonus: Bonus }: "GD-5", "slot {slot}: {bonus} is a second IF, the die gives the choice of one";
        UsedUp { slot: u8, bonus: Bonus }: "GD-3", "slot {slot}: {bonus} is used already, there is one of it";
        TooMany { slot: u8, order: Order, held: u8 }: "GD-2", "slot {slot}: too many {order}, there are {held}";
        TooLong { slot: u8, allowed: u8 }: "GD-21", "slot {slot}: the puzzle gives {allowed} slots";
        TooShort { slot: u8, demanded: u8 }: "GD-21", "slot {slot}: the puzzle demands exactly {demanded} slots";
        CardLeft { slot: u8, order: Order }: "GD-21", "slot {slot}: the puzzle demands all cards, {order} is left";
        NoLoop { slot: u8 }: "GD-21", "slot {slot}: the puzzle demands a LOOP";
        NoIf { slot: u8 }: "GD-21", "slot {slot}: the puzzle demands an IF";
        LifeLost { slot: u8 }: "GD-21", "slot {slot}: a life would be lost, and the puzzle allows none";
    }
}

fn at_hand(rolled: Option<Rolled>) -> String {
    match rolled {
        None => "there are no bonus cards".to_owned(),
        Some(rolled) => format!("the die shows {rolled}"),
    }
}
