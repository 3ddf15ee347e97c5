use crate::card::{Cards, Order};
use crate::illegal::Illegal;
use crate::program::MAX_SLOTS;

/// What a puzzle demands of each program (GD-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The most slots.
    pub slots: u8,
    /// Whether it must be exactly that many.
    pub exact: bool,
    /// Whether every action card at hand must be used.
    pub all_cards: bool,
    /// Whether a LOOP must be used.
    pub use_loop: bool,
    /// Whether an IF must be used.
    pub use_if: bool,
    /// Whether no life may be lost while it is carried out.
    pub no_life_lost: bool,
}

impl Limits {
    /// Those of GD-6 alone.
    pub const NONE: Limits = Limits {
        slots: MAX_SLOTS as u8,
        exact: false,
        all_cards: false,
        use_loop: false,
        use_if: false,
        no_life_lost: false,
    };

    /// Whether a program with so many slots, which uses these cards and leaves those, keeps the limits. What concerns the whole program is
    /// blamed on its last slot. Lost lives are not looked at: they depend on where the golem is.
    pub(crate) fn check(&self, slot: u8, used: Cards, left: Cards) -> Result<(), Illegal> {
        if slot > self.slots {
            return Err(Illegal::TooLong { slot: self.slots + 1, allowed: self.slots });
        }
        if self.exact && slot < self.slots {
            return Err(Illegal::TooShort { slot, demanded: self.slots });
        }
        if let Some(order) = Order::ALL.into_iter().find(|&order| self.all_cards && left.count(order) > 0) {
            return Err(Illegal::CardLeft { slot, order });
        }
        if self.use_loop && used.loop_count() == 0 {
            return Err(Illegal::NoLoop { slot });
        }
        if self.use_if && used.if_count() == 0 {
            return Err(Illegal::NoIf { slot });
        }
        Ok(())
    }

    /// Whether more cards must still be used than a program with so many slots has room for: every slot left takes one order, and
    /// each IF left a second one.
    pub(crate) fn too_many_left(&self, slots: u8, left: Cards) -> bool {
        self.all_cards && left.order_count() > self.slots - slots + left.if_count()
    }
}
