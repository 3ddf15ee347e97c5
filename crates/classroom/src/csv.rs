use crate::api::Assignment;
use crate::class::Class;
use crate::tasks::TaskState;

/// The grid as a table for a spreadsheet: a line for each pupil, and two columns for each puzzle that is assigned.
pub(crate) fn grid_csv(class: &Class) -> String {
    let mut assigned: Vec<&Assignment> = class.assignments.values().collect();
    assigned.sort_by_key(|assignment| assignment.place);
    let mut tasks: Vec<&TaskState> = Vec::new();
    for task in assigned.iter().flat_map(|it| &it.tasks).filter_map(|task| class.tasks.get(task).ok()) {
        if !tasks.iter().any(|known| known.task == task.task) {
            tasks.push(task);
        }
    }
    let mut head = vec!["name".to_owned(), "solved".to_owned()];
    head.extend(
        tasks.iter().flat_map(|task| [format!("{}: slots", task.name), format!("{}: tries", task.name)]),
    );
    let mut lines = vec![head];
    for pupil in class.pupils.values().filter(|pupil| !pupil.removed) {
        let results: Vec<_> = tasks.iter().map(|task| pupil.results.get(&task.task)).collect();
        let solved = results.iter().flatten().filter(|result| result.best.is_some()).count();
        let mut line = vec![pupil.name.clone(), solved.to_string()];
        line.extend(results.iter().flat_map(|result| {
            let best = result.and_then(|result| result.best).map(|best| best.to_string());
            let tries = result.map(|result| result.tries.to_string());
            [best.unwrap_or_default(), tries.unwrap_or_default()]
        }));
        lines.push(line);
    }
    let line =
        |line: Vec<String>| line.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\r\n";
    // The mark at the beginning tells spreadsheets that it is UTF-8.
    "\u{feff}".to_owned() + &lines.into_iter().map(line).collect::<String>()
}

/// A cell in quotes. A spreadsheet takes what begins like a formula for one, also in quotes, unless an apostrophe is before it.
fn quoted(cell: &str) -> String {
    let formula = cell.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r']);
    let mark = if formula { "'" } else { "" };
    format!("\"{mark}{}\"", cell.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for (cell, written) in [
            ("Ada", "\"Ada\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("+1", "\"'+1\""),
            (" -1", "\"' -1\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            ("a,b", "\"a,b\""),
            ("", "\"\""),
        ] {
            assert_eq!(quoted(cell), written);
        }
    }
}
