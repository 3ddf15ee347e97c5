use golemry_core::Settings;
use golemry_duel::Program;
use golemry_server::ApiError;
use golemry_table::Code;
use golemry_workshop::league::{Entrant, League};
use golemry_workshop::shelf;

use crate::api::{Bout, Sparring, SparringPartner};
use crate::refusal::Refusal;

/// Reads a program for the league, and checks that an autonomous golem may have it.
pub(crate) fn golem(text: &str) -> Result<Entrant, ApiError> {
    // Untrusted text: a program of four of the longest slots has fewer characters.
    if text.len() > 200 {
        return Err(ApiError::new(Code::LimitSize, "a program has at most 200 characters"));
    }
    let illegal = |message: String| ApiError::new(Code::ActionIllegal, message);
    let program = Program::parse(text.split_whitespace()).map_err(|error| illegal(error.to_string()))?;
    Entrant::new("", program).map_err(|error| illegal(error.to_string()))
}

/// Two duels with each of the sample golems.
pub(crate) fn spar_all(golem: &Entrant, settings: &Settings) -> Result<Sparring, ApiError> {
    let mut sparring =
        Sparring { program: golem.program().to_string(), won: 0, drawn: 0, lost: 0, golems: Vec::new() };
    for entry in shelf::GOLEMS {
        let other = entry.golem();
        let (name, program) = (other.name().to_owned(), other.program().to_string());
        let league = League::play(vec![golem.clone(), other], settings.clone());
        let league = league.map_err(golemry_table::WireError::from)?;
        let [as_red, as_blue] = [0, 1].map(|bout: usize| league.bouts[bout].points[bout]);
        for points in [as_red, as_blue] {
            *match points {
                2 => &mut sparring.won,
                1 => &mut sparring.drawn,
                _ => &mut sparring.lost,
            } += 1;
        }
        let idea = entry.idea();
        sparring.golems.push(SparringPartner { id: entry.name, name, idea, program, as_red, as_blue });
    }
    Ok(sparring)
}

/// One duel with a sample golem.
pub(crate) fn spar_one(
    golem: &Entrant,
    against: &str,
    blue: bool,
    settings: &Settings,
) -> Result<Bout, ApiError> {
    let entry = shelf::GOLEMS.iter().find(|entry| entry.name == against);
    let other = entry.ok_or_else(|| Refusal::missing("sample golem", &against))?.golem();
    let mut programs = [golem.program(), other.program()];
    if blue {
        programs.reverse();
    }
    Ok(Bout::play(settings, programs)?)
}
