use golemry_core::{About, Encode, Game, OptionKind, Options, Seat, Sheet, Viewer};
use thiserror::Error;

use crate::knowledge::Knowledge;

/// How a network file begins.
const MAGIC: &[u8; 8] = b"GOLEMNET";

/// The widest layer behind the observation. Layers are computed on the stack.
const WIDEST: usize = 256;

/// A small network that judges positions: from what a viewer may know to what the match will be worth to that viewer, from 0 to
/// 1.
///
/// It consists of dense layers with rectifiers between them and one output. Every sum is taken in the same order on every machine,
/// and nothing depends on the platform's mathematics, so the same observation has the same value everywhere.
///
/// The file: `GOLEMNET`, the length of a text (`u32`, little-endian like everything) and the text, which says what the network was
/// [trained for](trained_for()); the number of widths and the widths, from the observation to the output (`u32` each); for each layer
/// its weights, all of one input after the other, and its biases, as 16-bit floats; at last the FNV-1a hash of all that (`u64`).
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    head: Head,
    layers: Vec<Layer>,
}

/// What a network file says before its weights, and the hash at its end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Head {
    trained_for: String,
    widths: Vec<usize>,
    pub(crate) hash: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct Layer {
    /// Those of an input side by side: most inputs are zero and cost nothing.
    weights: Vec<f32>,
    biases: Vec<f32>,
}

/// Why a network cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// Nobody has trained one.
    #[error("no network was trained for {game}")]
    Untrained {
        /// The game's id.
        game: &'static str,
    },
    /// It was trained for another table.
    #[error("{}", difference(trained_for, table))]
    Misfit {
        /// What it was trained for.
        trained_for: String,
        /// What was asked for.
        table: String,
    },
    /// It is none of those that the games here use: perhaps one of another version of the program.
    #[error("no game here uses this network, which was trained for {trained_for}")]
    Unused {
        /// What it was trained for.
        trained_for: String,
    },
    /// The file is not a network.
    #[error("this is not a network file: {problem}")]
    Broken {
        /// What is wrong with it.
        problem: &'static str,
    },
}

/// What a network must have been trained for to be used at this table: the game, its rules, its encoding, the deck, the seats, the
/// variant and every option, except who begins.
pub fn trained_for<G: Encode>(game: &G) -> String {
    let observation = format!("{} observation {}", G::ENCODING, game.observation_len());
    described(G::about(), &observation, deck_hash(game), game.options())
}

/// Of no game in particular, so that it is compiled once.
fn described(about: &About, observation: &str, deck: u64, options: &Options) -> String {
    let (id, rules) = (about.id, about.rules_version);
    let (seats, variant) = (options.seats, &options.variant);
    let mut text =
        format!("{id} rules {rules} encoding {observation} deck {deck:016x} seats {seats} variant {variant}");
    let counts = |name: &str| {
        let spec = about.options.iter().find(|spec| spec.name == name);
        spec.is_some_and(|spec| !matches!(spec.kind, OptionKind::Seat))
    };
    for (name, value) in options.iter().filter(|(name, _)| counts(name)) {
        text.push_str(&format!(" {name} {value}"));
    }
    text
}

/// How two tables differ, both as [`trained_for`] describes them, in words.
fn difference(trained_for: &str, table: &str) -> String {
    let settings = |text: &str| -> Vec<(String, String)> {
        let (game, rest) = text.split_once(' ').unwrap_or((text, ""));
        let words: Vec<&str> = std::iter::once("game").chain([game]).chain(rest.split(' ')).collect();
        words.chunks_exact(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect()
    };
    let (learnt, here) = (settings(trained_for), settings(table));
    // How long an observation is follows from the rest, and the number of a deck tells nobody anything.
    let only_in = |one: &[(String, String)], other: &[(String, String)], deck: &str| {
        let differs = one.iter().filter(|it| !other.contains(it) && it.0 != "observation");
        let words: Vec<String> = differs
            .map(|(name, value)| if name == "deck" { deck.to_owned() } else { format!("{name} {value}") })
            .collect();
        words.join(", ")
    };
    format!(
        "the network was trained for {}, and the table has {}",
        only_in(&learnt, &here, "the usual deck"),
        only_in(&here, &learnt, "another")
    )
}

/// Tells decks apart that differ in anything.
fn deck_hash<G: Game>(game: &G) -> u64 {
    let json = game.material().map(|deck| serde_json::to_vec(deck).unwrap_or_default());
    fnv(&json.unwrap_or_default())
}

/// FNV-1a.
fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// How many numbers a network takes at this table.
pub fn input_len<G: Encode>(game: &G) -> usize {
    game.observation_len() + 1
}

/// Writes what a network takes: what the seat may know of the state, and the `hunch`, which is the game's own
/// [estimate](Knowledge::estimate) for it, as the logarithm of the odds. Thus a network need not learn again what the game's
/// author knew.
pub fn observe<G: Encode>(game: &G, state: &G::State, seat: Seat, hunch: f64, sheet: &mut [f32]) {
    let Some((last, observation)) = sheet.split_last_mut() else { return };
    // The choices at its end stay zero: nobody is in the middle of an action.
    game.observe_state(state, Viewer::Seat(seat), &mut Sheet::new(observation));
    let hunch = hunch.clamp(0.001, 0.999);
    *last = (libm::log(hunch / (1.0 - hunch)) / 4.0) as f32;
}

impl Head {
    /// Reads the beginning of a network file, which may end where the weights begin. Returns the rest, too.
    pub(crate) fn read(file: &[u8]) -> Result<(Head, &[u8]), NetworkError> {
        let broken = |problem| NetworkError::Broken { problem };
        let too_short = || broken("it is too short");
        let (content, hash) = file.split_last_chunk().ok_or_else(too_short)?;
        let mut rest =
            content.strip_prefix(MAGIC).ok_or_else(|| broken("it does not begin with GOLEMNET"))?;
        let length = take_u32(&mut rest).ok_or_else(too_short)?;
        let text = rest.split_off(..length).ok_or_else(too_short)?;
        let trained_for = str::from_utf8(text).map_err(|_| broken("its text is not UTF-8"))?.to_owned();
        let count = take_u32(&mut rest).ok_or_else(too_short)?;
        let widths = rest.split_off(..count.saturating_mul(4)).ok_or_else(too_short)?;
        let widths: Vec<usize> = widths
            .chunks_exact(4)
            .map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]]) as usize)
            .collect();
        let [_, behind @ ..] = &widths[..] else { return Err(too_short()) };
        if behind.last() != Some(&1) || behind.iter().any(|width| *width == 0 || *width > WIDEST) {
            return Err(broken("its layers are too wide, or it does not end in one number"));
        }
        Ok((Head { trained_for, widths, hash: u64::from_le_bytes(*hash) }, rest))
    }

    /// Whether the network judges positions of this table, which is described by what would be trained for it and takes so many numbers.
    pub(crate) fn check(&self, table: &str, inputs: usize) -> Result<(), NetworkError> {
        if table != self.trained_for {
            return Err(NetworkError::Misfit {
                trained_for: self.trained_for.clone(),
                table: table.to_owned(),
            });
        }
        if self.widths.first() != Some(&inputs) {
            return Err(NetworkError::Broken { problem: "its first layer does not fit the observation" });
        }
        Ok(())
    }
}

impl Network {
    /// Reads a network file.
    pub fn read(file: &[u8]) -> Result<Network, NetworkError> {
        let broken = |problem| NetworkError::Broken { problem };
        if let Some((content, hash)) = file.split_last_chunk()
            && content.starts_with(MAGIC)
            && fnv(content) != u64::from_le_bytes(*hash)
        {
            return Err(broken("its hash does not match"));
        }
        let (head, mut rest) = Head::read(file)?;
        let mut layers = Vec::new();
        for (from, to) in head.widths.iter().zip(&head.widths[1..]) {
            let mut numbers = |count: usize| {
                let halves =
                    rest.split_off(..count.saturating_mul(2)).ok_or_else(|| broken("it is too short"))?;
                Ok(halves.chunks_exact(2).map(|it| from_half(u16::from_le_bytes([it[0], it[1]]))).collect())
            };
            layers.push(Layer { weights: numbers(from.saturating_mul(*to))?, biases: numbers(*to)? });
        }
        if !rest.is_empty() {
            return Err(broken("it is too long"));
        }
        if layers.iter().flat_map(|layer| layer.weights.iter().chain(&layer.biases)).any(|it| !it.is_finite())
        {
            return Err(broken("a weight is not a number"));
        }
        Ok(Network { head, layers })
    }

    /// What it was [trained for](trained_for()).
    pub fn trained_for(&self) -> &str {
        &self.head.trained_for
    }

    /// Whether the network judges positions of this table.
    pub fn check<G: Encode>(&self, game: &G) -> Result<(), NetworkError> {
        self.head.check(&trained_for(game), input_len(game))
    }

    /// Tells network files apart.
    pub(crate) fn hash(&self) -> u64 {
        self.head.hash
    }

    /// How many numbers it takes.
    pub fn inputs(&self) -> usize {
        self.head.widths[0]
    }

    /// What the match will be worth to a seat, given the game's own estimate, the `hunch`. `sheet` has [inputs](Network::inputs)
    /// numbers.
    pub fn judge<G: Knowledge + Encode>(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        hunch: f64,
        sheet: &mut [f32],
    ) -> f64 {
        observe(game, state, seat, hunch, sheet);
        self.value(sheet)
    }

    /// The output for these inputs, from 0 to 1.
    pub fn value(&self, inputs: &[f32]) -> f64 {
        let (mut before, mut after) = ([0.0; WIDEST], [0.0; WIDEST]);
        let mut layers = self.layers.iter();
        let mut width = layers.next().map_or(0, |layer| layer.apply(inputs, &mut before));
        for layer in layers {
            before[..width].iter_mut().for_each(|it| *it = if *it > 0.0 { *it } else { 0.0 });
            width = layer.apply(&before[..width], &mut after);
            std::mem::swap(&mut before, &mut after);
        }
        1.0 / (1.0 + libm::exp(-f64::from(before[0])))
    }
}

impl Layer {
    /// Computes the outputs and returns how many there are.
    fn apply(&self, inputs: &[f32], out: &mut [f32; WIDEST]) -> usize {
        let width = self.biases.len();
        let out = &mut out[..width];
        out.copy_from_slice(&self.biases);
        for (input, weights) in inputs.iter().zip(self.weights.chunks_exact(width)) {
            if *input != 0.0 {
                add_multiple(out, *input, weights);
            }
        }
        width
    }
}

/// Adds a multiple of the weights. The compiler does several at once by itself.
#[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
fn add_multiple(out: &mut [f32], input: f32, weights: &[f32]) {
    out.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
}

/// The same in a page's module. Where it is compiled to be small the compiler would do one after the other, and half of a master's time is
/// spent here. Each sum is rounded as elsewhere.
#[cfg(all(target_family = "wasm", target_feature = "simd128"))]
#[allow(unsafe_code, reason = "there is no other way to load four numbers at once")]
fn add_multiple(out: &mut [f32], input: f32, weights: &[f32]) {
    use std::arch::wasm32::{f32x4_add, f32x4_mul, f32x4_splat, v128_load, v128_store};
    let ((fours, rest), (weights, last)) = (out.as_chunks_mut::<4>(), weights.as_chunks::<4>());
    for (sums, weights) in fours.iter_mut().zip(weights) {
        // SAFETY: both have four numbers, and need no alignment.
        unsafe {
            let product = f32x4_mul(f32x4_splat(input), v128_load(weights.as_ptr().cast()));
            let sum = f32x4_add(v128_load(sums.as_ptr().cast()), product);
            v128_store(sums.as_mut_ptr().cast(), sum);
        }
    }
    rest.iter_mut().zip(last).for_each(|(sum, weight)| *sum += input * weight);
}

fn take_u32(rest: &mut &[u8]) -> Option<usize> {
    let (first, others) = rest.split_first_chunk()?;
    *rest = others;
    Some(u32::from_le_bytes(*first) as usize)
}

/// A 16-bit float of IEEE 754.
fn from_half(half: u16) -> f32 {
    let sign = u32::from(half >> 15) << 31;
    let (exponent, fraction) = (u32::from(half >> 10 & 0x1f), u32::from(half & 0x3ff));
    match exponent {
        // Too small for an exponent: a multiple of 2⁻²⁴.
        0 => f32::from_bits(sign | (fraction as f32 / 16_777_216.0).to_bits()),
        0x1f => f32::from_bits(sign | 0xff << 23 | fraction << 13),
        _ => f32::from_bits(sign | (exponent + 112) << 23 | fraction << 13),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A network file with these widths and numbers.
    pub(crate) fn file(widths: &[u32], halves: &[u16]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend(4_u32.to_le_bytes());
        file.extend(b"Kuhn");
        file.extend((widths.len() as u32).to_le_bytes());
        file.extend(widths.iter().flat_map(|width| width.to_le_bytes()));
        file.extend(halves.iter().flat_map(|half| half.to_le_bytes()));
        let hash = fnv(&file);
        file.extend(hash.to_le_bytes());
        file
    }

    pub(crate) const ONE: u16 = 0x3c00;
    const TWO: u16 = 0x4000;
    const MINUS_ONE: u16 = 0xbc00;

    #[test]
    fn halves_are_read_exactly() {
        let cases = [(0, 0.0), (ONE, 1.0), (TWO, 2.0), (MINUS_ONE, -1.0), (0x3555, 0.333_251_95)];
        assert!(cases.iter().all(|(half, number)| from_half(*half) == *number));
        assert_eq!(
            [from_half(1), from_half(0x03ff), from_half(0x0400)],
            [1.0 / 16_777_216.0, 1023.0 / 16_777_216.0, 1.0 / 16_384.0]
        );
        assert!(!from_half(0x7c00).is_finite() && !from_half(0x7e00).is_finite());
    }

    /// Two inputs, two hidden numbers a + b and a − b, rectified; the output is 2 (a + b) + (a − b) − 1.
    #[test]
    fn a_network_computes_what_its_weights_say() {
        let halves = [ONE, ONE, ONE, MINUS_ONE, 0, 0, TWO, ONE, MINUS_ONE];
        let network = Network::read(&file(&[2, 2, 1], &halves)).unwrap();
        assert_eq!(network.inputs(), 2);
        let logistic = |sum: f64| 1.0 / (1.0 + libm::exp(-sum));
        assert_eq!(network.value(&[0.0, 0.0]), logistic(-1.0));
        assert_eq!(network.value(&[1.0, 0.5]), logistic(2.0 * 1.5 + 0.5 - 1.0));
        // The second hidden number would be negative.
        assert_eq!(network.value(&[0.0, 1.0]), logistic(2.0 - 1.0));
    }

    #[test]
    fn a_head_says_what_the_whole_file_says() {
        let file = file(&[2, 2, 1], &[ONE, ONE, ONE, MINUS_ONE, 0, 0, TWO, ONE, MINUS_ONE]);
        let head: [u8; 8 + 4 + 4 + 4 + 3 * 4 + 8] = crate::head(&file);
        assert_eq!(crate::head_len(&file), head.len());
        let network = Network::read(&file).unwrap();
        assert_eq!(Head::read(&head).unwrap(), (network.head, &[][..]));
        assert!(Network::read(&head).is_err());
    }

    #[test]
    fn a_misfit_names_what_differs() {
        let misfit = |table: &str| {
            let trained_for =
                "kuhn rules 1 encoding 1 observation 7 deck 0f seats 2 variant standard chips 2";
            NetworkError::Misfit { trained_for: trained_for.to_owned(), table: table.to_owned() }.to_string()
        };
        assert_eq!(
            misfit("kuhn rules 1 encoding 1 observation 9 deck 0f seats 3 variant standard chips 5"),
            "the network was trained for seats 2, chips 2, and the table has seats 3, chips 5"
        );
        assert_eq!(
            misfit("kuhn rules 1 encoding 1 observation 7 deck a0 seats 2 variant standard chips 2"),
            "the network was trained for the usual deck, and the table has another"
        );
    }

    #[test]
    fn a_broken_file_is_refused_with_a_reason() {
        let whole = file(&[1, 1], &[ONE, 0]);
        assert!(Network::read(&whole).is_ok());
        let problem = |file: &[u8]| match Network::read(file) {
            Err(NetworkError::Broken { problem }) => problem,
            other => panic!("{other:?}"),
        };
        assert_eq!(problem(b""), "it is too short");
        assert_eq!(problem(b"<html> not a network </html>"), "it does not begin with GOLEMNET");
        for at in 8..whole.len() {
            let mut flipped = whole.clone();
            flipped[at] ^= 1;
            assert_eq!(problem(&flipped), "its hash does not match");
        }
        assert_eq!(problem(&file(&[1, 1], &[ONE])), "it is too short");
        assert_eq!(problem(&file(&[u32::MAX, 1], &[ONE])), "it is too short");
        assert_eq!(problem(&file(&[1, 1], &[ONE, 0, 0])), "it is too long");
        assert_eq!(problem(&file(&[1, 1], &[0x7c00, 0])), "a weight is not a number");
        assert_eq!(problem(&file(&[], &[])), "it is too short");
        let shape = "its layers are too wide, or it does not end in one number";
        assert_eq!(problem(&file(&[1, 2], &[ONE, ONE, 0, 0])), shape);
        assert_eq!(problem(&file(&[1, 257, 1], &[])), shape);
    }
}
