use std::fmt;
use std::ops::{Deref, DerefMut};

/// A short list stored inline, which makes its owner `Copy`. `arrayvec` is similar, but its lists are not `Copy`.
#[derive(Clone, Copy)]
pub struct Inline<T, const N: usize> {
    // Invariant: at most N. Items beyond it have no meaning.
    len: u8,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> Inline<T, N> {
    /// The empty list.
    pub fn new() -> Inline<T, N> {
        const { assert!(N <= u8::MAX as usize) };
        Inline { len: 0, items: [T::default(); N] }
    }

    /// Appends `item`, or gives it back when the list is full.
    pub fn try_push(&mut self, item: T) -> Result<(), T> {
        let place = self.items.get_mut(self.len as usize).ok_or(item)?;
        *place = item;
        self.len += 1;
        Ok(())
    }

    /// Appends `item`.
    ///
    /// # Panics
    /// If the list is full.
    pub fn push(&mut self, item: T) {
        assert!(self.try_push(item).is_ok(), "a list of {N} is full");
    }

    /// Takes the last item off.
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(self.items[self.len as usize])
    }

    /// Takes everything off.
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<T, const N: usize> Deref for Inline<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

impl<T, const N: usize> DerefMut for Inline<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }
}

impl<T: Copy + Default, const N: usize> Default for Inline<T, N> {
    fn default() -> Inline<T, N> {
        Inline::new()
    }
}

/// Collects the items.
///
/// # Panics
/// If there are more than `N`.
impl<T: Copy + Default, const N: usize> FromIterator<T> for Inline<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Inline<T, N> {
        let mut list = Inline::new();
        items.into_iter().for_each(|item| list.push(item));
        list
    }
}

impl<T: PartialEq, const N: usize> PartialEq for Inline<T, N> {
    fn eq(&self, other: &Inline<T, N>) -> bool {
        **self == **other
    }
}

impl<T: Eq, const N: usize> Eq for Inline<T, N> {}

impl<T: fmt::Debug, const N: usize> fmt::Debug for Inline<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_forgets_what_was_taken_off() {
        let mut list: Inline<u8, 3> = [1, 2, 3].into_iter().collect();
        assert_eq!((list.try_push(4), list.pop()), (Err(4), Some(3)));
        assert_eq!(list, [1, 2].into_iter().collect());
        list.clear();
        assert_eq!((list.pop(), list.is_empty()), (None, true));
    }
}
