//! What the tables of the five games look like in the terminal, one file a game.

pub(crate) mod capek;
pub(crate) mod duel;
pub(crate) mod golem_it;
pub(crate) mod inner_circle;
pub(crate) mod its_alive;

use golemry_cli::Program;

/// The program with these pictures.
pub(crate) fn draw(program: Program) -> Program {
    program
        .with_picture::<its_alive::ItsAlivePicture>()
        .with_picture::<inner_circle::InnerCirclePicture>()
        .with_picture::<capek::CapekPicture>()
        .with_picture::<duel::DuelPicture>()
        .with_picture::<golem_it::GolemItPicture>()
}
