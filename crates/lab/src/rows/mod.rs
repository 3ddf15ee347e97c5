//! One row per game, as Apache Parquet, for DuckDB, Polars, pandas and R.

mod parquet;
mod thrift;

use std::io::Write;

use crate::crew::Deal;
use crate::error::LabError;
use crate::measure::{branching, slug};
use crate::trial::Trial;
use parquet::{Column, File};

/// A file with a row for each game.
pub struct Rows<W: Write> {
    file: File<W>,
    seats: usize,
}

/// How many rows are buffered.
const ROW_GROUP: usize = 1 << 16;

impl<W: Write> Rows<W> {
    /// A file for the games of these trials, which are of the same game.
    pub fn new(out: W, trials: &[&Trial]) -> Result<Rows<W>, LabError> {
        let seats = trials.iter().map(|trial| usize::from(trial.contest.seats())).max().unwrap_or(0);
        let contest = &trials[0].contest;
        let named = |names: &[&str], column: fn() -> Column| -> Vec<(String, Column)> {
            names.iter().map(|name| ((*name).to_owned(), column())).collect()
        };
        let mut columns = named(&["game", "variant", "options"], Column::text);
        columns.extend(named(&["seats"], Column::whole));
        columns.extend(named(&["deal", "seed"], Column::long));
        columns.extend(named(&["bots", "outcome"], Column::text));
        columns.extend(named(&["first", "winner"], Column::whole));
        columns.extend((0..seats).map(|seat| (format!("score_{seat}"), Column::whole())));
        columns.extend(named(&["turns", "decisions"], Column::whole));
        columns.extend(named(&["branching"], Column::double));
        columns.extend(named(&["lead_changes"], Column::whole));
        columns.extend(named(&["cut_short"], Column::flag));
        columns.extend(contest.figures().iter().map(|figure| (figure.name.to_owned(), Column::whole())));
        let moments = contest.moments().iter();
        columns.extend(moments.map(|it| (slug(it.clause, it.what), Column::whole())));
        Ok(Rows { file: File::new(out, columns).map_err(refused)?, seats })
    }

    /// Adds the games that were played at trial number `number` of a deal.
    pub fn add(&mut self, trial: &Trial, deal: &Deal, number: usize) -> Result<(), LabError> {
        let options = trial.contest.options();
        let given: Vec<String> =
            trial.setup.settings.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let given = given.join(" ");
        let chair = |seat: golemry_core::Seat| seat.index() as i32;
        for (played, seating) in deal.played[number].iter().zip(&trial.seatings) {
            let winners = played.winners;
            let bots: Vec<String> = seating.iter().map(|&bot| trial.bots[bot].to_string()).collect();
            let mut row = self.file.row();
            row.text(trial.about.id);
            row.text(options.variant);
            row.text(&given);
            row.whole(Some(i32::from(options.seats)));
            row.long(deal.number as i64);
            row.long(deal.seed.0 as i64);
            row.text(&bots.join(","));
            row.text(match winners.len() {
                0 => "joint loss",
                1 => "won",
                _ => "drawn",
            });
            row.whole(played.first.map(chair));
            row.whole(winners.first().filter(|_| winners.len() == 1).map(chair));
            for seat in 0..self.seats {
                row.whole(played.scores.get(seat).copied());
            }
            row.whole(Some(played.turns as i32));
            row.whole(Some(played.decisions as i32));
            row.double(branching(played));
            row.whole(Some(played.lead_changes as i32));
            row.flag(played.cut_short);
            played.figures.iter().for_each(|&figure| row.whole(figure));
            played.moments.iter().for_each(|&count| row.whole(Some(count as i32)));
            self.file.end_row(ROW_GROUP).map_err(refused)?;
        }
        Ok(())
    }

    /// Writes the remaining rows and the footer, without which the file cannot be read.
    pub fn finish(self) -> Result<W, LabError> {
        self.file.finish().map_err(refused)
    }
}

#[allow(clippy::needless_pass_by_value, reason = "map_err passes it so")]
fn refused(error: std::io::Error) -> LabError {
    LabError::Rows(error.to_string())
}
