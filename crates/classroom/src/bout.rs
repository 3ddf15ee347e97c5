use golemry_core::{Game as _, Seat, Seed, Settings, Viewer};
use golemry_duel::{Action, Duel, Program, stepper};
use golemry_table::{Match, WireError};
use serde_json::json;

use crate::api::Bout;

impl Bout {
    /// The duel of two autonomous golems under the settings of a league.
    pub(crate) fn play(settings: &Settings, programs: [Program; 2]) -> Result<Bout, WireError> {
        let mut played = Match::<Duel>::new(settings, Seed(0))?;
        let start = *played.state();
        for (seat, program) in (0..).map(Seat::new).zip(programs) {
            played.play(seat, Action::Program(program))?;
        }
        let duel = played.game();
        Ok(Bout {
            record: json!(played.record()),
            view: json!(duel.view(&start, Viewer::Spectator)),
            programs: programs.map(|program| program.to_string()),
            rounds: json!(stepper::rounds(duel, &start.open, programs.map(Some))),
        })
    }
}

#[cfg(test)]
mod tests {
    use golemry_workshop::league::League;

    use super::*;

    #[test]
    fn every_beat_is_there_and_the_record_is_the_same_duel() {
        let program = |text: &str| Program::parse(text.split(' ')).unwrap();
        let bout = Bout::play(&League::settings(), [program("3(F) enemy?(2(A):R)"), program("S")]).unwrap();
        let rounds = bout.rounds.as_array().unwrap();
        assert_eq!(rounds[0][0]["golems"][0]["at"], bout.view["golems"][0]["at"]);
        assert_eq!(rounds[0][1]["golems"][0]["at"], "a2");
        assert!(rounds.last().unwrap().as_array().unwrap().last().unwrap()["outcome"].is_object());
        assert_eq!(bout.record["game"], "duel");
        assert_eq!(bout.programs, ["3(F) enemy?(2(A):R)", "S"]);
    }
}
