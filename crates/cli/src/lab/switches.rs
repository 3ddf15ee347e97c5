use std::fmt::Write as _;

use golemry_core::OptionValue;
use golemry_lab::{Kind, Switch, switch_trials, switches};
use golemry_table::Games;

use super::crew::{stopped, warn_of_clocks, warn_of_fallbacks, with_crew};
use super::grid::{Grid, Left, Right};
use super::{Switches, short};

/// `golemry lab switches [GAME]`
pub fn run(games: &Games, args: &Switches) -> anyhow::Result<()> {
    // Impossible settings are refused before the first game is played.
    let mut planned = Vec::new();
    for entry in super::chosen(games, args.game.as_deref())? {
        let setup = args.place.setup(entry.about(), args.seats)?;
        let tables = switch_trials(entry, &setup, &args.bots)?;
        let games = tables
            .iter()
            .map(|(base, tried)| base.deals(args.games) * (base.seatings.len() * (1 + tried.len())) as u64);
        planned.push((entry, setup, games.sum::<u64>()));
    }
    warn_of_clocks(&args.bots);
    let mut ranked = Vec::new();
    for (entry, setup, games) in planned {
        warn_of_fallbacks(entry, &setup.settings, &args.bots)?;
        let found = with_crew(&args.effort, entry.about().id, games, |crew| {
            switches(crew, entry, &setup, &args.bots, args.effort.seed, args.games)
        })?;
        ranked.push((entry, found));
        if stopped() {
            break;
        }
    }
    if args.document.output.json {
        let all: Vec<&Switch> = ranked.iter().flat_map(|(_, found)| found).collect();
        return args.document.output.write_json(&all);
    }
    let mut text = if args.document.markdown { introduction(args) } else { String::new() };
    for (entry, found) in &ranked {
        let about = entry.about();
        if args.document.markdown {
            let _ = write!(text, "\n## {}\n\n{}", about.name, grid(found).markdown());
        } else {
            let gap = if text.is_empty() { "" } else { "\n" };
            let _ = write!(text, "{gap}{}\n{}", about.name, grid(found).text());
        }
    }
    if !args.document.markdown {
        text += "\nThe effect is the largest real difference in standard deviations of a match: 0.2 is\nsmall, 0.5 medium, 0.8 large; – is noise.\n";
    }
    args.document.output.write(&text)
}

fn grid(found: &[Switch]) -> Grid {
    let columns = [
        ("effect", Right),
        ("switch", Left),
        ("instead of", Left),
        ("changes most", Left),
        ("from", Right),
        ("to", Right),
    ];
    let mut grid = Grid::new(&columns);
    for switch in found {
        let changed = switch.effect.as_ref().and_then(|effect| {
            let measured = switch.differences.iter().find(|it| it.measure.name == effect.measure)?;
            Some((effect, measured))
        });
        let name = format!("{}={}", switch.option, switch.value);
        let usual = switch.default.as_ref().map_or("left open".to_owned(), OptionValue::to_string);
        match changed {
            None => grid.row(["–".to_owned(), name, usual, String::new(), String::new(), String::new()]),
            Some((effect, it)) => {
                let write = |value: f64| {
                    if it.measure.kind == Kind::Rate {
                        format!("{:.1} %", value * 100.0)
                    } else {
                        short(value)
                    }
                };
                let size =
                    if effect.size.is_finite() { format!("{:.2}", effect.size) } else { "∞".to_owned() };
                grid.row([size, name, usual, effect.measure.clone(), write(it.a), write(it.b)]);
            }
        }
    }
    grid
}

/// What the document says before its tables.
fn introduction(args: &Switches) -> String {
    let bots: Vec<String> = args.bots.iter().map(ToString::to_string).collect();
    let mut command = "golemry lab switches".to_owned();
    if let Some(game) = &args.game {
        let _ = write!(command, " {game}");
    }
    if let Some(seats) = args.seats {
        let _ = write!(command, " --seats {seats}");
    }
    if let Some(variant) = &args.place.variant {
        let _ = write!(command, " --variant {variant}");
    }
    for option in &args.place.options {
        let _ = write!(command, " --option {option}");
    }
    let _ = write!(
        command,
        " --bots {} --games {} --seed {} --markdown",
        bots.join(","),
        args.games,
        args.effort.seed
    );
    format!(
        "# What the rule switches change

Made by this command; the same command makes the same tables:

```console
$ {command}
```

Every option is played with other values against its default, {} games each on the same deals, by `{}` bots. The *effect* is
the largest difference that is more than noise (Holm's correction over the whole game), in standard deviations of a
match: 0.2 is small, 0.5 medium, 0.8 large, – is none that could be told from noise. *Changes most* is where it was found;
`docs/lab.md` explains the figures. An option that the usual variant does not have was tried in the first variant that has it.
",
        args.games,
        bots.join(", ")
    )
}
