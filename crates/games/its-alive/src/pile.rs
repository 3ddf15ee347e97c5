use golemry_blood_moon::Type;

/// A face-down pile, drawn from the top; discards go to the bottom, seen by everyone (IA-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pile<const N: usize> {
    /// From the bottom up. Invariant: type 0 beyond `len`, so that piles with the same cards are equal.
    cards: [Type; N],
    len: u8,
    /// How many at the bottom everyone has seen. Invariant: at most `len`.
    known: u8,
}

impl<const N: usize> Pile<N> {
    /// No cards.
    pub const EMPTY: Pile<N> = Pile { cards: [Type::new(0); N], len: 0, known: 0 };

    /// A pile of these cards, from the bottom up; everyone has seen the first `known`.
    ///
    /// # Panics
    /// If there are more than `N` cards, or fewer than `known`.
    pub fn from_bottom(cards: impl IntoIterator<Item = Type>, known: usize) -> Pile<N> {
        let mut pile = Pile::EMPTY;
        for card in cards {
            pile.cards[usize::from(pile.len)] = card;
            pile.len += 1;
        }
        assert!(known <= pile.len());
        pile.known = known as u8;
        pile
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many cards at the bottom everyone has seen.
    pub fn known(&self) -> usize {
        usize::from(self.known)
    }

    /// The cards, from the bottom up.
    pub fn upward(&self) -> &[Type] {
        &self.cards[..self.len()]
    }

    /// The cards everyone has seen, from the bottom up.
    pub fn seen(&self) -> &[Type] {
        &self.cards[..self.known()]
    }

    /// The cards nobody has seen, from the bottom up, to shuffle.
    pub fn unseen_mut(&mut self) -> &mut [Type] {
        &mut self.cards[usize::from(self.known)..usize::from(self.len)]
    }

    /// The top card, if there is one, and whether everyone knows it.
    pub fn top(&self) -> Option<(Type, bool)> {
        let top = self.upward().last()?;
        Some((*top, self.known == self.len))
    }

    /// Takes the top card.
    pub fn draw(&mut self) -> Option<Type> {
        let (top, _) = self.top()?;
        self.len -= 1;
        self.known = self.known.min(self.len);
        self.cards[self.len()] = Type::new(0);
        Some(top)
    }

    /// Puts a card to the bottom, face up.
    ///
    /// # Panics
    /// If the pile is full, which the number of cards in the deck prevents.
    pub fn discard(&mut self, card: Type) {
        assert!(self.len() < N, "a pile has at most {N} cards");
        // All of them, even where there are none: a copy of known size takes a few instructions.
        self.cards.copy_within(..N - 1, 1);
        self.cards[0] = card;
        self.len += 1;
        self.known += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discard_comes_back_last_and_known() {
        let [a, b, c] = [1, 2, 3].map(Type::new);
        let mut pile: Pile<8> = Pile::from_bottom([b, a], 0);
        pile.discard(c);
        assert_eq!((pile.len(), pile.known(), pile.top()), (3, 1, Some((a, false))));
        assert_eq!((pile.draw(), pile.draw(), pile.top()), (Some(a), Some(b), Some((c, true))));
        assert_eq!((pile.draw(), pile.draw(), pile.known()), (Some(c), None, 0));
        assert_eq!(pile, Pile::EMPTY);
    }
}
