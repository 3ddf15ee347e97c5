//! What the tables of the five games look like in the terminal, one file a game.

mod capek;
mod duel;
mod golem_it;
mod inner_circle;
mod its_alive;

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
