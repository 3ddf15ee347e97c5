use std::fmt::Write as _;

use anyhow::bail;
use golemry_gather::{Cost, Format, Plan, PlayerId, Points, Standing, Tournament};
use golemry_lab::{Entrant, RoundResult, Tourney, TourneyResult};
use golemry_table::{Games, Seated};

use super::TournamentArgs;
use super::crew::{warn_of_clocks, warn_of_fallbacks, with_crew};
use super::grid::{Align, Grid, Left, Right};

/// `golemry lab tournament GAME`
pub fn run(games: &Games, args: &TournamentArgs) -> anyhow::Result<()> {
    let entry = games.find(&args.game)?;
    let seats = args.seats.unwrap_or(if args.format == Format::Rotation { 4 } else { 2 });
    let plan = Plan { rounds: args.rounds, seed: args.effort.seed, ..Plan::new(args.format, seats) };
    let setup = args.place.setup(entry.about(), Some(seats))?;
    let tourney = Tourney::new(entry, &setup, &entrants(args)?, &plan, args.duplicate)?;
    warn_of_clocks(&args.players);
    warn_of_fallbacks(entry, &setup.settings, &args.players)?;
    let games = tourney.games()?;
    let found = with_crew(&args.effort, entry.about().id, games, |crew| tourney.play(crew))?;
    if args.document.output.json {
        return args.document.output.write_json(&found);
    }
    args.document.output.write(&text(entry.about().name, &found, args.document.markdown)?)
}

/// The players under their names.
fn entrants(args: &TournamentArgs) -> anyhow::Result<Vec<Entrant>> {
    let players = &args.players;
    if !args.names.is_empty() && args.names.len() != players.len() {
        bail!("--names has {} and --players {}: give each player a name", args.names.len(), players.len());
    }
    let name = |number: usize, player: &Seated| {
        let same = |others: &[Seated]| others.iter().filter(|other| *other == player).count();
        match args.names.get(number) {
            Some(name) => name.trim().to_owned(),
            None if same(players) > 1 => format!("{player} {}", same(&players[..=number])),
            None => player.to_string(),
        }
    };
    let entrant = |(number, player)| Entrant { name: name(number, player), player: player.clone() };
    Ok(players.iter().enumerate().map(entrant).collect())
}

/// A crosstable of more players would not fit on a page.
const WIDEST_CROSSTABLE: usize = 30;

fn text(game: &str, found: &TourneyResult, markdown: bool) -> anyhow::Result<String> {
    let tournament = &found.tournament;
    let (plan, players) = (tournament.plan(), tournament.players().len());
    let heading = |text: String| if markdown { format!("## {text}\n") } else { format!("{text}\n") };
    let shown = |grid: &Grid| if markdown { grid.markdown() } else { grid.text() };
    let mut text = format!(
        "{game}: {}, {} of {players} players at tables of {}, seed {}\n\n",
        found.variant, plan.format, plan.seats, plan.seed
    );
    for (number, round) in found.rounds.iter().enumerate() {
        let of = plan.rounds.map_or(String::new(), |rounds| format!(" of {rounds}"));
        writeln!(text, "{}", heading(format!("Round {}{of}", number + 1)))?;
        writeln!(text, "{}", shown(&tables(tournament, number, round)))?;
        let indent = if markdown { "" } else { "  " };
        for table in 0..round.matches.len() {
            writeln!(text, "{indent}{}. {}.", table + 1, tournament.explain(number, table)?)?;
        }
        for rest in &tournament.rounds()[number].rests {
            writeln!(text, "{indent}- {}.", tournament.explain_rest(rest))?;
        }
        writeln!(text, "\n{}", shown(&standings(tournament, &round.standings)))?;
    }
    let Some(last) = found.rounds.last() else {
        bail!("no round was finished");
    };
    if players <= WIDEST_CROSSTABLE {
        writeln!(text, "{}", heading("Everybody against everybody".to_owned()))?;
        writeln!(text, "{}", shown(&crosstable(tournament, &last.standings)))?;
    }
    let deals = if found.duplicate {
        "All tables of a round had the same deal"
    } else {
        "Each table had a deal of its own"
    };
    writeln!(text, "{deals}. To see the last match of the first table:\n")?;
    if let Some(played) = last.matches.first() {
        let replay = &played.replay;
        writeln!(
            text,
            "{}",
            if markdown { format!("```console\n$ {replay}\n```") } else { format!("  {replay}") }
        )?;
    }
    Ok(text)
}

fn name(tournament: &Tournament, id: PlayerId) -> String {
    tournament.players()[id.index()].name.clone()
}

fn tables(tournament: &Tournament, number: usize, round: &RoundResult) -> Grid {
    // What is fixed beforehand has no price.
    let priced = matches!(tournament.plan().format, Format::Swiss | Format::Rotation);
    let columns = [("table", Right), ("players", Left), ("scores", Left), ("points", Left)];
    let costs = ["meetings", "gap", "small", "chairs", "repeats"].map(|part| (part, Right));
    let costs = if priced { &costs[..] } else { &[] };
    let mut grid = Grid::new(&[&columns[..], costs].concat());
    let tables = &tournament.rounds()[number].tables;
    for (place, (table, played)) in tables.iter().zip(&round.matches).enumerate() {
        let names: Vec<String> = table.chairs.iter().map(|id| name(tournament, *id)).collect();
        let scores: Vec<String> = played.scores.iter().map(i32::to_string).collect();
        let points = (0..names.len()).filter_map(|chair| table.points(tournament.plan().format, chair));
        let mut row = vec![
            (place + 1).to_string(),
            names.join(" – "),
            scores.join(" : "),
            points.map(|points| points.to_string()).collect::<Vec<_>>().join(" : "),
        ];
        if priced {
            let Cost { byes: _, meetings, gap, small, chairs, repeats } = table.why.cost;
            row.extend([meetings, gap, small, chairs, repeats].map(|part| part.to_string()));
        }
        grid.row_of(row);
    }
    grid
}

fn standings(tournament: &Tournament, standings: &[Standing]) -> Grid {
    let breaks = tournament.plan().format.tie_breaks();
    let mut columns: Vec<(&str, Align)> = vec![("place", Right), ("player", Left), ("points", Right)];
    columns.extend(breaks.iter().map(|it| (it.name(), Right)));
    let mut grid = Grid::new(&columns);
    for it in standings {
        let mut row = vec![it.place.to_string(), name(tournament, it.player), it.points.to_string()];
        row.extend(it.breaks.iter().map(Points::to_string));
        grid.row_of(row);
    }
    grid
}

/// What each got out of meeting each, in the order of the standings.
fn crosstable(tournament: &Tournament, standings: &[Standing]) -> Grid {
    let numbers: Vec<String> = (1..=standings.len()).map(|number| number.to_string()).collect();
    let mut columns: Vec<(&str, Align)> = vec![("", Right), ("player", Left)];
    columns.extend(numbers.iter().map(|number| (number.as_str(), Right)));
    let mut grid = Grid::new(&columns);
    for (number, one) in numbers.iter().zip(standings) {
        let mut row = vec![number.clone(), name(tournament, one.player)];
        row.extend(standings.iter().map(|other| {
            let met = tournament.encounters(one.player, other.player);
            if met.is_empty() {
                "·".to_owned()
            } else {
                met.iter().map(Points::to_string).collect::<Vec<_>>().join(" ")
            }
        }));
        grid.row_of(row);
    }
    grid
}
