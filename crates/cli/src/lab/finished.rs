use std::path::Path;

use anyhow::Context as _;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{input, output};

/// What need not be played again: the results of finished contests, kept in a file if there is one.
pub struct Finished<'a, C, R> {
    file: Option<&'a Path>,
    rows: Vec<Row<C, R>>,
}

/// A contest, with everything that its result depends on, and its result.
#[derive(Serialize, Deserialize)]
struct Row<C, R> {
    #[serde(flatten)]
    contest: C,
    #[serde(flatten)]
    result: R,
}

impl<'a, C, R> Finished<'a, C, R>
where
    C: PartialEq + Serialize + DeserializeOwned,
    R: Serialize + DeserializeOwned,
{
    /// Reads the file, if it is there.
    pub fn read(file: Option<&'a Path>) -> anyhow::Result<Self> {
        let rows = match file {
            Some(file) if file.exists() => {
                let text =
                    input::read_file(file).with_context(|| format!("cannot read {}", file.display()))?;
                serde_json::from_str(&text)
                    .with_context(|| format!("{} is not a file of --points", file.display()))?
            }
            _ => Vec::new(),
        };
        Ok(Self { file, rows })
    }

    /// The result of a contest that was played already.
    pub fn result(&self, contest: &C) -> Option<&R> {
        self.rows.iter().find(|row| row.contest == *contest).map(|row| &row.result)
    }

    /// Keeps a result.
    pub fn add(&mut self, contest: C, result: R) -> anyhow::Result<()> {
        self.rows.push(Row { contest, result });
        if let Some(file) = self.file {
            output::replace(file, &(serde_json::to_string_pretty(&self.rows)? + "\n"))?;
        }
        Ok(())
    }
}
