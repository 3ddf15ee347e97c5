use crate::card::{Order, Rolled};
use crate::die::Die;
use crate::program::{Program, Slot};
use crate::solution::standard::arena::{Arena, Scene};
use crate::solution::standard::bout::Bout;
use crate::solution::standard::table::pairs_of_lives;
use crate::solution::worth::{PAIRS, pair};

/// What one class of places is worth with one round more, and the certificate.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvedClass {
    /// What it is worth to the first golem before the dice are rolled, by the lives of both.
    pub values: [f64; PAIRS],
    /// The largest gap of its matrix games.
    pub gap: f64,
    /// How many of them there were.
    pub games: usize,
    /// The most programs that a golem has to mix in one of them.
    pub support: usize,
    /// What is mixed in each of them.
    pub mixed: Supports,
}

/// The programs that both golems mix in each matrix game of a class, by lives and rolls.
pub type Supports = Vec<[Vec<Program>; 2]>;

/// Gains below this are not looked for. The values are rounded to a millionth anyway.
const TOLERANCE: f64 = 2e-6;

/// What the die gives, and how likely that is (GD-5).
fn rolls() -> Vec<(Rolled, f64)> {
    let faces = Die::STANDARD.faces();
    let count = |rolled: Rolled| faces.iter().filter(|face| **face == rolled).count();
    let given = Rolled::ALL.into_iter().map(|rolled| (rolled, count(rolled) as f64 / faces.len() as f64));
    given.filter(|(_, chance)| *chance > 0.0).collect()
}

/// Solves one class of places, each scene at the end of the round being worth that much to the first golem: one matrix game for each
/// pair of lives and each pair of rolls. It goes quicker if what was mixed with one round less is known.
pub fn solve_class(arena: &Arena, worth: &[f64], class: usize, known: Option<&Supports>) -> SolvedClass {
    let places = arena.places();
    let even = places.classes()[class].even;
    let place = places.code(places.classes()[class].sample);
    let mut solved =
        SolvedClass { values: [0.0; PAIRS], gap: 0.0, games: 0, support: 0, mixed: Supports::new() };
    let rolls = rolls();
    let stand = Program::new(&[Slot::Order(Order::Stand)]).expect("one slot");
    // What is good with some lives is mostly good with others.
    let mut before = vec![[vec![stand], vec![stand]]; rolls.len() * rolls.len()];
    let mut bout = Bout::new(arena, worth);
    for lives in pairs_of_lives() {
        let [first, second] = lives;
        if even && first >= second {
            // The golems can be exchanged: equal lives are a draw, and others are solved the other way round already.
            solved.values[pair(lives)] = 0.0 - solved.values[pair([second, first])];
            continue;
        }
        let mut value = 0.0;
        let pairs = rolls.iter().flat_map(|red| rolls.iter().map(move |blue| [*red, *blue]));
        for (dice, before) in pairs.zip(&mut before) {
            bout.set(Scene::new(place, lives), dice.map(|die| die.0));
            let [rows, columns] = known.and_then(|known| known.get(solved.games)).unwrap_or(before).clone();
            let found = bout.solve((rows, columns), TOLERANCE);
            value += dice[0].1 * dice[1].1 * found.value();
            solved.gap = solved.gap.max(found.gap());
            solved.games += 1;
            solved.support = solved.support.max(found.rows.len()).max(found.columns.len());
            *before = [found.rows, found.columns].map(|mix| mix.into_iter().map(|it| it.0).collect());
            solved.mixed.push(before.clone());
        }
        solved.values[pair(lives)] = value;
    }
    solved
}

/// What was mixed in all classes, as a text to go on from: a line for each class.
pub fn write_supports(classes: &[SolvedClass]) -> String {
    let programs = |mix: &Vec<Program>| mix.iter().map(Program::to_string).collect::<Vec<_>>().join(",");
    let game = |[rows, columns]: &[Vec<Program>; 2]| format!("{}|{}", programs(rows), programs(columns));
    let line = |class: &SolvedClass| class.mixed.iter().map(game).collect::<Vec<_>>().join(";") + "\n";
    classes.iter().map(line).collect()
}

/// Reads what [`write_supports`] wrote; `None` if it cannot be read.
pub fn read_supports(text: &str) -> Option<Vec<Supports>> {
    let programs =
        |text: &str| text.split(',').map(|program| program.parse().ok()).collect::<Option<Vec<_>>>();
    let game = |text: &str| {
        let (rows, columns) = text.split_once('|')?;
        Some([programs(rows)?, programs(columns)?])
    };
    let class = |line: &str| line.split(';').filter(|game| !game.is_empty()).map(game).collect();
    text.lines().map(class).collect()
}
