use crate::card::Rolled;

/// The bonus die: what each of its six faces gives (GD-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die([Rolled; 6]); // Invariant: no face gives all bonus cards.

impl Die {
    /// The die of the box. The rulebook shows it only in a picture: these faces are ours.
    pub const STANDARD: Die =
        Die([Rolled::Loop2, Rolled::Loop3, Rolled::If, Rolled::If, Rolled::Blank, Rolled::Blank]);

    /// A die with these faces, or what is wrong with them.
    pub fn new(faces: &[Rolled]) -> Result<Die, &'static str> {
        match <[Rolled; 6]>::try_from(faces) {
            Ok(faces) if !faces.contains(&Rolled::All) => Ok(Die(faces)),
            _ => Err("a die has six faces, each loop2, loop3, if or blank"),
        }
    }

    /// What face 1 to 6 gives; `None` for any other number.
    pub fn face(self, number: u8) -> Option<Rolled> {
        self.0.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// All faces, the first one first.
    pub fn faces(self) -> [Rolled; 6] {
        self.0
    }
}
