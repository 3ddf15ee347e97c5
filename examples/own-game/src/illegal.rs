use golemry_core::refusals;

use crate::card::Card;

refusals! {
    /// Why an action is not allowed.
    #[derive(Copy)]
    pub enum Illegal {
        NotInHand { card: Card }: "OG-2", "your hand does not hold {card}";
    }
}
