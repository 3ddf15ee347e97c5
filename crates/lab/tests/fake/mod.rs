//! A game that is nothing but chance and two switches, so that every figure is known beforehand.
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use golemry_core::{
    About, BySeat, Draw as _, Figure, Moment, OptionSpec, Options, PlayoutRng, Seat, Seed, Settings,
    VariantSpec, options,
};
use golemry_lab::{Crew, Setup, Trial};
use golemry_table::{
    Code, Contest, Encoding, Entry, Judge, Level, Networks, Played, Record, Referee, Seated, Tutorial,
    WireError,
};
use serde_json::Value;

options! {
    /// The options of a table.
    struct LotOptions {
        /// How many rounds there are, for each seat.
        length: u32 = OptionSpec::whole(1, 3, 2),
        /// Whether the lots have ribbons, which changes nothing.
        ribbons: bool = OptionSpec::flag(false),
        /// Who begins; changes who begins.
        first: Option<Seat> = OptionSpec::seat(),
    }
}

pub static ABOUT: About = About {
    default_seats: 3,
    options: LotOptions::SPECS,
    ..About::new(
        "lots",
        "Drawing <Lots>",
        "Who draws the longest wins.",
        &[VariantSpec { id: "standard", seats: (2, 4), summary: "The only one." }],
    )
};

pub struct Lots;

struct Draws {
    options: Options,
    bots: Vec<Seated>,
}

impl Draws {
    /// The longest lot that each seat can draw.
    fn longest(&self, bot: usize) -> i32 {
        if self.bots[bot].level() == Some(Level::Hard) { 2000 } else { 1000 }
    }

    /// How much longer a lot is than it should be: what luck is here.
    fn luck(&self, judge: Option<Judge>, lots: &[i32], seating: &[usize]) -> Vec<f64> {
        let luck = |(lot, bot): (&i32, &usize)| f64::from(*lot) - f64::from(1 + self.longest(*bot)) / 2.0;
        judge.map_or_else(Vec::new, |_| lots.iter().zip(seating).map(luck).collect())
    }
}

impl Contest for Draws {
    fn options(&self) -> &Options {
        &self.options
    }

    fn moments(&self) -> &'static [Moment] {
        &[Moment { clause: "DL-1", what: "a lot is drawn" }, Moment { clause: "DL-2", what: "pigs fly" }]
    }

    fn figures(&self) -> &'static [Figure] {
        &[
            Figure { name: "longest", what: "the longest lot" },
            Figure { name: "odd", what: "the seed, where it is odd" },
        ]
    }

    /// A hard bot draws twice as long a lot in the mean; one seed in sixteen is a joint loss, one a draw of all.
    fn play_judged(&self, seed: Seed, seating: &[usize], judge: Option<Judge>) -> Played {
        assert_ne!(seating.first(), Some(&9), "nobody is called nine");
        let mut rng = PlayoutRng::new(seed);
        let kind = rng.below(16);
        let LotOptions { first, length: rounds, .. } = LotOptions::read(&self.options);
        let first = first.unwrap_or(Seat::new(rng.below(2) as u8));
        let mut lots: Vec<i32> =
            seating.iter().map(|&bot| 1 + rng.below(self.longest(bot) as u32) as i32).collect();
        let luck = self.luck(judge, &lots, seating);
        if kind < 2 {
            lots.fill(kind as i32);
        }
        Played {
            first: Some(first),
            decisions: rounds * seating.len() as u32 + kind,
            turns: rounds * seating.len() as u32,
            branching: vec![3, 5],
            lead_changes: kind % 3,
            moments: vec![seating.len() as u32, 0],
            figures: vec![lots.iter().max().copied(), (!seed.0.is_multiple_of(2)).then_some(-7)],
            cut_short: kind == 3,
            luck,
            winners: lots.iter().copied().collect::<BySeat<_>>().leaders(),
            scores: lots,
        }
    }

    fn record(&self, _seed: Seed, _seating: &[usize]) -> Record {
        unreachable!("nothing here asks for a record of drawing lots")
    }
}

impl Entry for Lots {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn open(&self, _settings: &Settings, _seed: Seed) -> Result<Box<dyn Referee>, WireError> {
        Err(no_table())
    }

    fn setup(
        &self,
        _settings: &Settings,
        _position: &Value,
        _seed: Seed,
    ) -> Result<Box<dyn Referee>, WireError> {
        Err(no_table())
    }

    fn replay(&self, _record: &Record) -> Result<Box<dyn Referee>, WireError> {
        Err(no_table())
    }

    fn contest(&self, settings: &Settings, bots: &[Seated]) -> Result<Box<dyn Contest>, WireError> {
        Ok(Box::new(Draws { options: settings.resolve(&ABOUT)?, bots: bots.to_vec() }))
    }

    fn encoding(&self, _settings: &Settings) -> Result<Encoding, WireError> {
        Err(no_table())
    }

    fn levels(&self, _settings: &Settings) -> Result<Vec<Level>, WireError> {
        Ok(vec![Level::Normal, Level::Hard])
    }

    fn networks(&self) -> Option<&'static Networks> {
        None
    }

    fn tutorial(&self) -> Result<&Tutorial, WireError> {
        Err(no_table())
    }
}

fn no_table() -> WireError {
    WireError::new(Code::SetupGame, "lots have no table")
}

/// A crew that nobody interrupts and nobody watches.
pub fn crew<T>(threads: usize, work: impl FnOnce(&Crew) -> T) -> T {
    let stop = AtomicBool::new(false);
    work(&Crew { threads: NonZeroUsize::new(threads).unwrap(), stop: &stop, progress: &|_| {} })
}

pub fn bots(words: &str) -> Vec<Seated> {
    words.split(',').map(|word| word.parse().unwrap()).collect()
}

pub fn seats(seats: u8) -> Setup {
    Setup { settings: Settings { seats: Some(seats), ..Settings::default() }, material_words: None }
}

pub fn lots(seats_: u8, words: &str) -> Trial {
    Trial::new(&Lots, &seats(seats_), &bots(words)).unwrap()
}
