/// Where chance comes from: a stream of 64-bit numbers, and the two ways the games draw from it.
///
/// `below` and `shuffle` are our own, and pinned by golden values: those of a random number library may change
/// with its version, and a record made today must replay in ten years.
pub trait Draw {
    /// The next 64 bits.
    fn next_u64(&mut self) -> u64;

    /// A number from 0 to `bound` − 1, all equally likely.
    ///
    /// Lemire's method (2019) on 32-bit halves: one multiplication, and a division only in the rare case that may have to be
    /// drawn again.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "nothing is below 0");
        // The upper half, since the weakest bits of small generators are the low ones.
        let mut product = (self.next_u64() >> 32) * u64::from(bound);
        if (product as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = (self.next_u64() >> 32) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// A number from 0 to `bound` − 1 where `bound` may need 64 bits: Lemire's method on 64-bit words.
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    fn below_u64(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "nothing is below 0");
        let mut product = u128::from(self.next_u64()) * u128::from(bound);
        if (product as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.next_u64()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// Puts `items` into an order drawn uniformly (Fisher–Yates, from the end).
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let chosen = self.below(last as u32 + 1) as usize;
            items.swap(last, chosen);
        }
    }

    /// One of `items`, all equally likely; `None` from an empty slice.
    fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.below(items.len() as u32) as usize])
    }
}

impl<D: Draw + ?Sized> Draw for &mut D {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        (**self).next_u64()
    }
}
