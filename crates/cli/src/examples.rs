use crate::program::Program;

/// A help text for the games of a program: `{game}`, `{variant}` and `{seats}` are those of its first game, and the line `{examples}`
/// is what the program shows for the command.
pub(crate) fn fill(help: &str, program: &Program, command: &str) -> String {
    let mut lines = Vec::new();
    for line in help.lines() {
        if line == "{examples}" {
            lines.extend(program.examples(command).map(|example| format!("  {example}")));
        } else {
            lines.push(fill_line(line, program));
        }
    }
    lines.join("\n")
}

fn fill_line(line: &str, program: &Program) -> String {
    let Some(about) = program.games().about().next() else { return line.to_owned() };
    let (command, meaning) = line.trim_start().split_once("  ").unwrap_or((line.trim_start(), ""));
    let indent = line.len() - line.trim_start().len();
    let put = |text: &str| {
        let variant = about.variants.first().map_or("", |variant| variant.id);
        let text = text.replace("{game}", about.id).replace("{variant}", variant);
        text.replace("{seats}", &about.default_seats.to_string())
    };
    // What a command means stays in its column, unless the command has grown beyond it.
    let column = line.len() - meaning.trim_start().len() - indent;
    if meaning.is_empty() {
        return format!("{:indent$}{}", "", put(command));
    }
    format!("{:indent$}{:<width$}  {}", "", put(command), meaning.trim_start(), width = column - 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_example_names_a_game_of_the_program_and_keeps_its_column() {
        let program =
            Program::new(golemry_registry::games()).with_examples(&[("lab run", "golemry lab run x")]);
        let help = "Examples:\n  golemry rules {game}          how\n{examples}\n\n{\"game\":\"{game}\",\"seats\":{seats}}";
        let about = golemry_registry::games().about().next().unwrap();
        let (game, seats) = (about.id, about.default_seats);
        let rules = format!("golemry rules {game}");
        assert_eq!(
            fill(help, &program, "lab run"),
            format!(
                "Examples:\n  {rules:<28}  how\n  golemry lab run x\n\n{{\"game\":\"{game}\",\"seats\":{seats}}}"
            )
        );
        assert!(!fill(help, &program, "lab").contains("lab run x"));
        assert_eq!(fill("{game}", &Program::default(), ""), "{game}", "there is none");
    }
}
