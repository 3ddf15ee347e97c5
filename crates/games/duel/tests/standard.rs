//! The standard duel with the bonus die, solved: the solver against the rules, and the table that comes with the program.

use std::ops::ControlFlow;

use golemry_bots::{Knowledge as _, Level, Turn};
use golemry_core::{Decision as _, Draw as _, Game as _, OptionValue, PlayoutRng, Seat, Seed, Settings};
use golemry_duel::solution::autonomous::Autonomous;
use golemry_duel::solution::standard::{Arena, BadTable, Bout, Scene, TEXT, Table, solve_class, standard};
use golemry_duel::{Action, Decision, Duel, Program, Rolled, State};
use golemry_search::{Iterations, Oracle as _};

const ROLLS: [Rolled; 4] = [Rolled::Blank, Rolled::Loop2, Rolled::Loop3, Rolled::If];
const SEATS: [Seat; 2] = [Seat::new(0), Seat::new(1)];

fn table(variant: &'static str) -> Duel {
    Duel::new(&Settings::new(2, variant)).unwrap()
}

/// A table with golems in one of the places, rolls as given.
fn standing(duel: &Duel, arena: &Arena, scene: Scene, rolled: [Rolled; 2]) -> State {
    let mut state = duel.start();
    let golems = arena.places().place(scene.place());
    for (seat, lives) in SEATS.into_iter().zip(scene.lives()) {
        let golem = &mut state.open.field.golems[seat.index()];
        (golem.at, golem.facing) = (golems[seat.index()].at, golems[seat.index()].facing);
        golem.lives = lives;
    }
    state.open.rolled = rolled.map(Some);
    state
}

fn some_scene(arena: &Arena, rng: &mut PlayoutRng) -> Scene {
    let class = rng.pick(arena.places().classes()).unwrap();
    let lives = [0; 2].map(|_| rng.below(3) as u8 + 1);
    Scene::new(arena.places().code(class.sample), lives)
}

#[test]
fn beats_lead_where_the_rules_lead() {
    let (arena, duel) = (Arena::new(), table("standard"));
    let mut rng = PlayoutRng::new(Seed(5));
    let (mut over, mut struck) = (0, 0);
    for _ in 0..20_000 {
        let scene = some_scene(&arena, &mut rng);
        let rolled = [0; 2].map(|_| *rng.pick(&ROLLS).unwrap());
        let mut state = standing(&duel, &arena, scene, rolled);
        let programs = SEATS.map(|seat| Decision::new(&state.open, seat).sample_program(&mut rng));
        for (seat, program) in SEATS.into_iter().zip(programs) {
            duel.play(&mut state, seat, Action::Program(program)).unwrap();
        }
        let golems = state.open.field.golems;
        let lives = golems.map(|golem| golem.lives);
        let end = arena.round(scene, programs);
        assert_eq!(end, Scene::new(arena.places().code(golems), lives), "{scene:?} {programs:?}");
        over += usize::from(end.is_over());
        struck += usize::from(lives != scene.lives());
    }
    assert!(over > 100 && struck > 300, "{over} {struck}");
}

/// The search for a best answer skips much; here it is compared with all programs that the rules list.
#[test]
fn the_best_answer_is_the_best_of_all_programs() {
    let (arena, duel) = (Arena::new(), table("standard"));
    let mut rng = PlayoutRng::new(Seed(6));
    // Any values do, if they are the same with the golems exchanged.
    let worth: Vec<f64> = Table::new().scenes(arena.places(), 0);
    for rolled in ROLLS {
        let scene = some_scene(&arena, &mut rng);
        let state = standing(&duel, &arena, scene, [rolled, Rolled::If]);
        let [own, others] = SEATS.map(|seat| Decision::new(&state.open, seat));
        let mix: Vec<(Program, f64)> =
            [0.5, 0.3, 0.2].map(|share| (others.sample_program(&mut rng), share)).into();
        let mut bout = Bout::new(&arena, &worth);
        bout.set(scene, [rolled, Rolled::If]);
        let (answer, gain) = bout.best_row(&mix);
        own.check_program(&answer).unwrap();
        let gets = |bout: &Bout<'_>, row: &Program| -> f64 {
            mix.iter().map(|(column, share)| share * bout.payoff(row, column)).sum()
        };
        assert!((gets(&bout, &answer) - gain).abs() < 1e-12);
        let mut most = f64::NEG_INFINITY;
        let mut listed = 0;
        let _ = own.each_action(&mut |action| {
            let Action::Program(program) = action else { panic!("programs are listed") };
            most = most.max(gets(&bout, &program));
            listed += 1;
            ControlFlow::Continue(())
        });
        assert!((most - gain).abs() < 1e-12 && listed > 2000, "{rolled:?}: {most} {gain} of {listed}");
    }
}

/// Some classes are solved again with the kept values of one round less, for every number of rounds.
#[test]
fn the_table_is_what_the_command_finds() {
    let solved = standard().unwrap();
    let (arena, table) = (&solved.arena, &solved.table);
    let places = arena.places();
    let mut compared = 0;
    for rounds in 1..=table.rounds() {
        let worth = table.scenes(places, rounds - 1);
        // Even places have a third of the games.
        let even: Vec<usize> =
            (0..places.classes().len()).filter(|class| places.classes()[*class].even).collect();
        let class = even[usize::from(rounds) * 97 % even.len()];
        let found = solve_class(arena, &worth, class, None);
        assert!(found.gap < 1e-5, "{rounds} rounds, class {class}: {}", found.gap);
        for first in 1..=3 {
            for second in 1..=3 {
                let place = places.code(places.classes()[class].sample);
                let kept = table.of(places, place, [first, second], rounds);
                let value = found.values[usize::from((first - 1) * 3 + second - 1)];
                let off = (found.gap + table.gap(rounds) + 1.000_001e-6) / 2.0;
                assert!((kept - value).abs() <= off, "{rounds} {class} {first}-{second}: {kept} {value}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 90);
}

#[test]
fn the_table_is_small_and_certified() {
    let solved = standard().unwrap();
    let table = &solved.table;
    assert!(TEXT.len() < 1_000_000);
    assert_eq!(table.write(solved.arena.places()), TEXT, "the same bytes again");
    for rounds in 1..=table.rounds() {
        assert!(table.gap(rounds) < 1e-5, "{rounds}: {}", table.gap(rounds));
    }
    // GD-16: from energy 10 to 0 there are ten rounds.
    assert_eq!(table.rounds(), 10);
    assert!(table.error(10) < 2e-5, "{}", table.error(10));
    let worth = table.scenes(solved.arena.places(), table.rounds());
    assert!(worth.iter().all(|value| (-1.0..=1.0).contains(value)));
}

#[test]
fn a_wrong_table_is_refused_by_line() {
    let places = &standard().unwrap().arena;
    let places = places.places();
    let refused = |from: &str, to: &str| {
        assert!(TEXT.contains(from), "{from}");
        Table::read(places, &TEXT.replacen(from, to, 1)).unwrap_err()
    };
    let line = |error: &BadTable| match error {
        BadTable::Heading { line, .. } | BadTable::Line { line, .. } => *line,
        BadTable::Short { lines } => *lines,
    };
    assert_eq!(line(&refused("bonus=die", "bonus=all")), 5);
    assert_eq!(line(&refused("rules 3", "rules 2")), 6);
    assert_eq!(line(&refused("rounds 1 gap", "rounds 2 gap")), 7);
    assert_eq!(line(&refused("\na1n a2n ", "\na1n a2n 0 ")), 8);
    assert_eq!(line(&refused("\na1n a2n ", "\na1n a2n 99999999")), 8);
    let short: String = TEXT.lines().take(20).map(|line| format!("{line}\n")).collect();
    assert_eq!(Table::read(places, &short), Err(BadTable::Short { lines: 20 }));
    let other = Table::read(places, "").unwrap_err().to_string();
    assert!(other.contains("the table says \"\" where it has to say \"standard"), "{other}");
}

/// The value of the game lies between what each side's mix gets against its best answer.
#[test]
fn the_start_is_fair() {
    let solved = standard().unwrap();
    let (arena, table) = (&solved.arena, &solved.table);
    let worth = table.scenes(arena.places(), table.rounds() - 1);
    let mut bout = Bout::new(arena, &worth);
    bout.set(arena.start(), [Rolled::If; 2]);
    let stand: Program = "S".parse().unwrap();
    let found = bout.solve((vec![stand], vec![stand]), 2e-6);
    assert!(found.gap() < 3e-6 && found.value().abs() < 3e-6, "{found:?}");
}

/// Hundreds of programs look good here. If all of them are kept, rounding spoils the linear program, and a solution that only comes near
/// mixes all of them.
#[test]
fn perfect_mixes_no_more_programs_than_it_has_to() {
    let (arena, duel) = (&standard().unwrap().arena, table("standard"));
    let mut golems = duel.start().open.field.golems;
    for (golem, at) in golems.iter_mut().zip(["a3", "b3"]) {
        golem.at = serde_json::from_value(at.into()).unwrap();
        golem.facing = serde_json::from_value("s".into()).unwrap();
    }
    let scene = Scene::new(arena.places().code(golems), [1, 1]);
    let mut state = standing(&duel, arena, scene, [Rolled::If; 2]);
    state.open.energy = Some(3);
    let turn = Turn::new(&duel, &state, SEATS[0]);
    let perfect = duel.bot(Level::Perfect).unwrap();
    let thought = perfect.decide(&turn, &mut Iterations(1), &mut PlayoutRng::new(Seed(2)));
    assert!(thought.alternatives.len() < 100, "{}", thought.alternatives.len());
}

#[test]
fn autonomous_duels_end_as_the_rules_end_them() {
    let (autonomous, duel) = (Autonomous::new(), table("autonomous"));
    let start = duel.start();
    let mut rng = PlayoutRng::new(Seed(7));
    let mut by_result = [0; 3];
    for _ in 0..20_000 {
        let mut state = start;
        let programs = SEATS.map(|seat| Decision::new(&start.open, seat).sample_program(&mut rng));
        for (seat, program) in SEATS.into_iter().zip(programs) {
            duel.play(&mut state, seat, Action::Program(program)).unwrap();
        }
        let expected = duel.scores(&state).unwrap()[SEATS[0]] - 1;
        let result = autonomous.result(programs[0], programs[1]);
        assert_eq!(i32::from(result), expected, "{programs:?}");
        by_result[(result + 1) as usize] += 1;
    }
    assert!(by_result.iter().all(|count| *count > 50), "{by_result:?}");
}

/// The answer that the search finds is legal and gets what it says, and no program that is drawn gets more.
#[test]
fn nobody_answers_an_autonomous_program_better() {
    let (autonomous, duel) = (Autonomous::new(), table("autonomous"));
    let start = duel.start();
    let decision = Decision::new(&start.open, SEATS[0]);
    let mut rng = PlayoutRng::new(Seed(8));
    for _ in 0..3 {
        let foes = [0.6, 0.4].map(|share| (decision.sample_program(&mut rng), share));
        let gets = |program| -> f64 {
            foes.iter().map(|(foe, share)| share * f64::from(autonomous.result(program, *foe))).sum()
        };
        let (answer, gain) = autonomous.best_answer(&foes, -1.0).unwrap();
        decision.check_program(&answer).unwrap();
        assert!((gets(answer) - gain).abs() < 1e-12);
        assert!((0..20_000).all(|_| gets(decision.sample_program(&mut rng)) <= gain + 1e-12));
    }
}

/// Nobody gains against the perfect bot's mix, whatever was rolled.
#[test]
fn perfect_cannot_be_exploited() {
    let solved = standard().unwrap();
    let (arena, duel) = (&solved.arena, table("standard"));
    let perfect = with_energy(3).bot(Level::Perfect).unwrap();
    let worth = solved.table.scenes(arena.places(), 1);
    let mut rng = PlayoutRng::new(Seed(9));
    for rolled in
        [[Rolled::Loop3, Rolled::Blank], [Rolled::Blank, Rolled::Loop2], [Rolled::Loop2, Rolled::If]]
    {
        let scene = some_scene(arena, &mut rng);
        let mut state = standing(&duel, arena, scene, rolled);
        state.open.energy = Some(3);
        let turn = Turn::new(&duel, &state, SEATS[0]);
        let thought = perfect.decide(&turn, &mut Iterations(1), &mut rng);
        duel.check_play(&state, SEATS[0], &thought.action).unwrap();
        let total: u32 = thought.alternatives.iter().map(|it| it.visits).sum();
        let mix: Vec<(Program, f64)> = thought
            .alternatives
            .iter()
            .map(|it| {
                let Action::Program(program) = it.action else { panic!("a bot writes programs") };
                (program, f64::from(it.visits) / f64::from(total))
            })
            .collect();
        let mut bout = Bout::new(arena, &worth);
        bout.set(scene, rolled);
        let (_, least) = bout.best_column(&mix);
        let value = 2.0 * thought.value.unwrap() - 1.0;
        // `visits` is a program's share of the mix, in thousandths.
        assert!(least > value - 0.02, "{scene:?} {rolled:?}: {least} {value}");
    }
}

fn with_energy(energy: i64) -> Duel {
    Duel::new(&Settings::new(2, "standard").with("energy", OptionValue::Whole(energy))).unwrap()
}

#[test]
fn perfect_knows_where_it_is_solved() {
    let rounds = standard().unwrap().table.rounds();
    let standard = |options: &[(&'static str, OptionValue)]| {
        let settings = Settings::new(2, "standard");
        let settings =
            options.iter().fold(settings, |settings, (name, value)| settings.with(name, value.clone()));
        let duel = Duel::new(&settings).unwrap();
        duel.bot(Level::Perfect).err().map(|error| error.to_string())
    };
    // The present round needs the values of the rounds after it only.
    let energy = |energy: u8| ("energy", OptionValue::Whole(energy.into()));
    assert_eq!(standard(&[energy(rounds + 2)]), None);
    assert!(standard(&[energy(rounds + 3)]).unwrap().contains("energy"));
    assert!(standard(&[energy(2), ("size", OptionValue::Whole(6))]).unwrap().contains("4x4"));
    assert!(standard(&[energy(2), ("bonus", OptionValue::word("all"))]).unwrap().contains("bonus die"));
    assert!(standard(&[energy(2), ("board", OptionValue::word("pond"))]).unwrap().contains("open boards"));
}
