use std::collections::BTreeMap;

use golemry_workshop::league::{Entrant, League};

use crate::api::Files;
use crate::contest::settings;
use crate::play::OPEN;
use crate::refusal::Refusal;

impl Files {
    /// The files of a round. They sort by name in the order of entry, which decides between golems that are level.
    pub(crate) fn of(number: u16, board: &str, entrants: Vec<Entrant>) -> Result<Files, Refusal> {
        let file = |(place, golem): (usize, &Entrant)| {
            let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
            let name: String = golem.name().chars().map(plain).collect();
            (format!("{place:03}-{name}.txt"), format!("name: {}\n{}\n", golem.name(), golem.program()))
        };
        let files: BTreeMap<String, String> = (1..).zip(&entrants).map(file).collect();
        let option = if board == OPEN { String::new() } else { format!(" --board {board}") };
        let command = format!("golemry duel league {}{option}", Files::folder(number));
        // The board was played on before.
        let league =
            League::play(entrants, settings(board)?).map_err(|_| Refusal::missing("round", &number))?;
        Ok(Files { files, command, table: league.to_string() })
    }

    /// The folder in the archive.
    pub(crate) fn folder(number: u16) -> String {
        format!("round-{number}")
    }

    /// The same as an archive with one folder.
    pub(crate) fn archive(&self, number: u16) -> std::io::Result<Vec<u8>> {
        let mut archive = tar::Builder::new(Vec::new());
        for (name, text) in &self.files {
            let mut header = tar::Header::new_gnu();
            header.set_size(text.len() as u64);
            header.set_mode(0o644);
            archive.append_data(&mut header, format!("{}/{name}", Files::folder(number)), text.as_bytes())?;
        }
        archive.into_inner()
    }
}
