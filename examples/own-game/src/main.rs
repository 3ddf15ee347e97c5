//! *Pig*: a dice game of daring, whole, in one file. Roll as often as you dare; a 1 costs the turn; 100 points win.
//!
//! The rules page has all the clauses, PG-1 to PG-4.
#![allow(missing_docs, reason = "the comments on types explain their fields")]

use std::ops::ControlFlow;

use golemry_bots::{Knowledge, Turn, plain};
use golemry_core::{
    About, BySeat, Chances, ConfigError, Decision, Die, Draw, Event, EventOf, Game, Node, Options,
    PlayoutRng, PositionError, Seat, Settings, VariantSpec, Viewer, refusals, typescript, words,
};
use serde::{Deserialize, Serialize};

/// The whole program, with this game beside the five.
fn main() {
    golemry::run(golemry::games().with::<Pig>());
}

/// PG-3: so many points win.
pub const GOAL: u8 = 100;

/// PG-4: so many turns each player takes at most.
pub const TURNS: u16 = 60;

/// The rules.
pub struct Pig(Options);

words! {
    /// What a seat does.
    pub enum Action { Roll = "roll", Hold = "hold" }
}

refusals! {
    /// Why an action is not allowed.
    pub enum Illegal {
        NotRolledYet: "PG-2", "the pot is empty: roll first";
    }
}

/// Everybody's points, whose turn it is, what was rolled in this turn, how many turns were taken, and whether the die is rolling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub points: BySeat<u8>,
    pub turn: Seat,
    pub pot: u8,
    pub turns: u16,
    pub rolling: bool,
}

typescript! {
    /// What a viewer knows: everything.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    pub struct View {
        pub viewer: Viewer,
        pub points: BySeat<u8>,
        pub turn: Seat,
        pub pot: u8,
        pub turns: u16,
        pub rolling: bool,
    }
}

/// The state before a roll, as people and programs write it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub points: Vec<u8>,
    pub turn: Seat,
    pub pot: u8,
    pub turns: u16,
}

/// A seat that may roll or hold: it decides by the pot.
pub struct RollOrHold {
    pub pot: u8,
}

impl State {
    fn is_won(&self) -> bool {
        self.points[self.turn] + self.pot >= GOAL
    }

    fn is_over(&self) -> bool {
        self.is_won() || self.turns == TURNS * u16::from(self.points.seats())
    }

    fn end_turn(&mut self) {
        self.pot = 0;
        self.turns += 1;
        self.turn = self.turn.next(self.points.seats());
    }
}

/// Nothing is hidden: a view shows the whole state.
fn state_of(view: &View) -> State {
    let View { points, turn, pot, turns, rolling, .. } = view.clone();
    State { points, turn, pot, turns, rolling }
}

impl Game for Pig {
    type State = State;
    type Action = Action;
    type Choice = Action;
    type Chance = u8;
    type View = View;
    type Glimpse = EventOf<Pig>;
    type Illegal = Illegal;
    type Position = Position;
    type Material = ();
    type Preview = ();
    type Decision<'a> = RollOrHold;

    const ABOUT: &'static About = &About {
        rules: include_str!("../rules.md"),
        minutes: Some(10),
        ..About::new("pig", "Pig", "Once more, or enough?", &[VariantSpec::only(2, 6)])
    };

    fn new(settings: &Settings) -> Result<Pig, ConfigError> {
        settings.resolve(Self::ABOUT).map(Pig)
    }

    fn options(&self) -> &Options {
        &self.0
    }

    fn max_actions(&self) -> u32 {
        // Every roll but the last of a turn brings 2 or more, so a turn has at most 50, and then a hold.
        51 * u32::from(TURNS) * u32::from(self.0.seats)
    }

    fn start(&self) -> State {
        let points = BySeat::from_fn(self.0.seats, |_| 0);
        State { points, turn: Seat::new(0), pot: 0, turns: 0, rolling: false }
    }

    fn node(&self, state: &State) -> Node {
        match state {
            State { rolling: true, .. } => Node::Chance,
            _ if state.is_over() => Node::Over,
            State { turn, .. } => Node::only(*turn),
        }
    }

    fn decision(&self, state: &State, seat: Seat) -> Option<RollOrHold> {
        self.node(state).to_act().contains(seat).then_some(RollOrHold { pot: state.pot })
    }

    fn decision_of(&self, view: &View) -> Option<RollOrHold> {
        self.decision(&state_of(view), view.viewer.seat()?)
    }

    fn chances(&self, _: &State) -> impl Chances<u8> {
        Die::new(6, |face| face)
    }

    fn apply(&self, state: &mut State, event: &EventOf<Pig>) {
        match *event {
            // PG-1
            Event::Action { action: Action::Roll, .. } => state.rolling = true,
            // PG-2
            Event::Action { action: Action::Hold, .. } => {
                state.points[state.turn] += state.pot;
                state.end_turn();
            }
            Event::Chance { chance: 1 } => {
                state.rolling = false;
                state.end_turn();
            }
            Event::Chance { chance: face } => {
                state.rolling = false;
                state.pot += face;
            }
        }
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        let State { points, turn, pot, turns, rolling } = state.clone();
        View { viewer, points, turn, pot, turns, rolling }
    }

    fn determinize(&self, view: &View, _: &mut impl Draw) -> State {
        state_of(view)
    }

    fn scores(&self, state: &State) -> Option<BySeat<i32>> {
        if state.rolling || !state.is_over() {
            return None;
        }
        // PG-3, and otherwise PG-4
        let most = state.points.values().max();
        let first = |seat| if state.is_won() { seat == state.turn } else { state.points.get(seat) == most };
        let winners = Seat::all(self.0.seats).filter(|seat| first(*seat)).count();
        let score = if winners == 1 { 2 } else { 1 };
        Some(state.points.map(|seat, _| if first(seat) { score } else { 0 }))
    }

    fn position(&self, state: &State) -> Position {
        let State { points, turn, pot, turns, .. } = state.clone();
        Position { points: points.as_slice().to_vec(), turn, pot, turns }
    }

    fn load(&self, position: &Position) -> Result<State, PositionError> {
        let Position { points, turn, pot, turns } = position.clone();
        let seats = self.0.seats;
        let turn_fits =
            turns <= TURNS * u16::from(seats) && turn.index() == usize::from(turns % u16::from(seats));
        let below = points.iter().all(|points| *points < GOAL);
        PositionError::unless(
            points.len() == usize::from(seats),
            "PG-1",
            "points",
            "one number for each seat",
        )?;
        PositionError::unless(turn_fits, "PG-1", "turn", "the seat that comes after so many turns")?;
        PositionError::unless(below, "PG-3", "points", "below 100: the match would be over")?;
        PositionError::unless(pot < GOAL + 5 && pot != 1, "PG-2", "pot", "0, or from 2 to 104")?;
        Ok(State { points: points.into_iter().collect(), turn, pot, turns, rolling: false })
    }
}

impl Decision<Pig> for RollOrHold {
    fn each_action(&self, visit: &mut impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        Action::ALL.into_iter().filter(|action| self.check(action).is_ok()).try_for_each(visit)
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        // PG-2
        if *action == Action::Hold && self.pot == 0 { Err(Illegal::NotRolledYet) } else { Ok(()) }
    }

    fn walk(&self, action: &Action) -> impl IntoIterator<Item = Action> {
        [*action]
    }
}

impl Knowledge for Pig {
    /// At 20 the next roll can be expected to lose as much as it brings.
    fn advise(&self, turn: &Turn<'_, Pig>, _: &mut PlayoutRng) -> Action {
        if turn.decision().pot < 20 { Action::Roll } else { Action::Hold }
    }
}

plain!(Pig);

#[cfg(test)]
mod tests {
    use golemry_bots::Level;
    use golemry_core::{PlayError, Refusal as _};
    use golemry_testkit::Subject;
    use golemry_testkit::bots::{every_level_plays_legally, more_than_luck, share};

    use super::*;

    const FIRST: Seat = Seat::new(0);
    const SECOND: Seat = Seat::new(1);

    fn game(seats: u8) -> Pig {
        Pig::new(&Settings::new(seats, "standard")).unwrap()
    }

    fn load(points: &[u8], turn: Seat, pot: u8, turns: u16) -> Result<State, PositionError> {
        game(points.len() as u8).load(&Position { points: points.to_vec(), turn, pot, turns })
    }

    fn roll(state: &mut State, face: u8) {
        let (game, turn) = (game(state.points.seats()), state.turn);
        game.play(state, turn, Action::Roll).unwrap();
        game.apply(state, &Event::Chance { chance: face });
    }

    #[test]
    fn pg_1_the_first_player_begins_and_rolls_go_into_the_pot() {
        let game = game(3);
        let mut state = game.start();
        assert_eq!(game.node(&state), Node::only(FIRST));
        roll(&mut state, 4);
        roll(&mut state, 6);
        assert_eq!((state.pot, state.turn), (10, FIRST));
        let refused = load(&[0, 0], SECOND, 0, 14).unwrap_err();
        assert_eq!(refused.to_string(), "turn: the seat that comes after so many turns (PG-1)");
    }

    #[test]
    fn pg_2_a_one_loses_the_pot_and_holding_keeps_it() {
        let game = game(2);
        let mut state = load(&[40, 52], FIRST, 11, 14).unwrap();
        roll(&mut state, 1);
        assert_eq!((state.points.as_slice(), state.pot, state.turn), (&[40, 52][..], 0, SECOND));
        roll(&mut state, 2);
        game.play(&mut state, SECOND, Action::Hold).unwrap();
        assert_eq!((state.points.as_slice(), state.turn, state.turns), (&[40, 54][..], FIRST, 16));
    }

    #[test]
    fn pg_2_nobody_holds_before_a_roll() {
        let game = game(2);
        let mut state = game.start();
        let refused = game.play(&mut state, FIRST, Action::Hold);
        assert_eq!(refused, Err(PlayError::Illegal(Illegal::NotRolledYet)));
        assert_eq!((Illegal::NotRolledYet.clause(), state), ("PG-2", game.start()));
    }

    #[test]
    fn pg_3_a_hundred_points_win_without_holding() {
        let mut state = load(&[94, 99], FIRST, 2, 14).unwrap();
        roll(&mut state, 3);
        assert_eq!(game(2).scores(&state), None);
        roll(&mut state, 2);
        assert_eq!(game(2).scores(&state).unwrap().as_slice(), [2, 0]);
    }

    #[test]
    fn pg_4_after_sixty_turns_each_the_most_points_win() {
        let mut state = load(&[30, 30, 20], Seat::new(2), 4, 179).unwrap();
        roll(&mut state, 1);
        assert_eq!(game(3).scores(&state).unwrap().as_slice(), [1, 1, 0]);
        let mut state = load(&[30, 30, 29], Seat::new(2), 4, 179).unwrap();
        game(3).play(&mut state, Seat::new(2), Action::Hold).unwrap();
        assert_eq!(game(3).scores(&state).unwrap().as_slice(), [0, 0, 2]);
    }

    struct PigLaws;

    impl Subject for PigLaws {
        type G = Pig;
        const HIDDEN: bool = false;

        fn arbitrary_action(_: &Pig, _: &State, rng: &mut impl Draw) -> Action {
            *rng.pick(&Action::ALL).expect("there are two")
        }

        fn score_law(_: &Pig, scores: &BySeat<i32>) -> Result<(), String> {
            let mut sorted: Vec<i32> = scores.values().copied().filter(|score| *score > 0).collect();
            sorted.sort_unstable();
            let lawful = sorted == [2] || sorted.len() > 1 && sorted.iter().all(|score| *score == 1);
            if lawful { Ok(()) } else { Err("neither one winner nor several who share".to_owned()) }
        }
    }

    golemry_testkit::laws!(PigLaws);
    golemry_testkit::encode_laws!(PigLaws);

    #[test]
    fn bots_play_legally_and_the_heuristic_beats_chance() {
        every_level_plays_legally::<Pig>(20);
        let share = share(&game(2), Level::Normal, Level::Random, 0, 400);
        assert!(share > more_than_luck(2, 400), "normal against random: {share}");
    }
}
