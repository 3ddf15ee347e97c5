use golemry_core::{
    Encode, Field, Offers, Part, PositionError, Sheet, Viewer, offers_from_build, view_from_json,
};

use crate::action::Action;
use crate::card::{Bonus, BonusRule, Cards, Order, Rolled};
use crate::cell::{Cell, CellSet, Facing};
use crate::choice::Choice;
use crate::config::Duel;
use crate::fields;
use crate::goal::{Goal, Outcome};
use crate::legal::Decision;
use crate::limits::Limits;
use crate::program::{MAX_SLOTS, Program};
use crate::state::{Open, Variant};
use crate::view::View;

/// All cards, `nothing` and `done`.
pub(crate) const CHOICES: usize = Order::ALL.len() + Bonus::ALL.len() + 2;

/// The most choices of a program: four slots, of which two are IFs (GD-5 gives each once) with a LOOP in a branch.
pub(crate) const LONGEST: usize = 10;

/// What lies on the cells of a board, each a plane of its own.
pub(crate) const PLANES: usize = 13;

impl Encode for Duel {
    const ENCODING: u32 = 1;

    fn tokens(&self) -> usize {
        CHOICES
    }

    fn token_label(&self, token: usize) -> String {
        Choice::all().nth(token).map(|choice| choice.to_string()).unwrap_or_default()
    }

    fn read_view(&self, view: &str) -> Result<View, PositionError> {
        View::read(self, view_from_json(view)?)
    }

    /// The second player sees the board turned by half, so both begin in the same corner.
    fn observe(&self, view: &View, sheet: &mut Sheet<'_>) {
        let open = &view.open;
        let own = view.viewer.seat().map_or(0, golemry_core::Seat::index);
        let sides = [own, 1 - own];
        sheet.section("board");
        self.write_board(open, sides, sheet);
        sheet.section("golems");
        for side in sides {
            let golem = &open.field.golems[side];
            sheet.flag(golem.is_present());
            sheet.one_of(turned(golem.facing, own), Facing::ALL.len());
            sheet.share(golem.lives, Duel::MOST_LIVES);
            sheet.flag(golem.carrying);
            sheet.share(golem.delivered, Goal::MOST_BARRELS);
        }
        sheet.section("goals");
        for side in sides {
            let (kind, barrels) = match open.stage.goals[side] {
                Goal::Destroy => (0, 0),
                Goal::Reach(_) => (1, 0),
                Goal::Deliver(barrels) => (2, barrels),
                Goal::Survive => (3, 0),
            };
            sheet.one_of(kind, 4);
            sheet.share(barrels, Goal::MOST_BARRELS);
        }
        sheet.section("rules");
        sheet.one_of(open.variant as usize, Variant::ALL.len());
        sheet.one_of(open.bonus_rule as usize, BonusRule::ALL.len());
        sheet.flag(self.overtime);
        sheet.flag(open.overtime_used);
        let limits = open.puzzle.map_or(Limits::NONE, |puzzle| puzzle.limits);
        sheet.share(limits.slots, MAX_SLOTS as u32);
        let demands = [limits.exact, limits.all_cards, limits.use_loop, limits.use_if, limits.no_life_lost];
        demands.into_iter().for_each(|demand| sheet.flag(demand));
        sheet.section("energy");
        sheet.share(open.energy.unwrap_or_default(), Duel::MOST_ENERGY);
        sheet.share(self.last_energy, Duel::MOST_ENERGY);
        sheet.share(open.round.min(Duel::LAST_ROUND), Duel::LAST_ROUND);
        sheet.section("rolled");
        for side in sides {
            sheet.one_of(open.rolled[side].map(|rolled| rolled as usize), Rolled::ALL.len());
        }
        sheet.section("cards");
        Order::ALL.into_iter().for_each(|order| sheet.share(open.cards.count(order), Cards::MOST));
        sheet.section("committed");
        sides.into_iter().for_each(|side| sheet.flag(view.committed[side]));
        sheet.section("own program");
        write_program(view.own_program, sheet);
        sheet.section("last programs");
        let script = open.puzzle.and_then(|puzzle| puzzle.script);
        for side in sides {
            write_program(view.last[side].or(script.filter(|_| side != own)), sheet);
        }
        sheet.section("outcome");
        let outcome = open.outcome.map(|outcome| match outcome {
            Outcome::Won(seat) => usize::from(seat.index() != own),
            Outcome::Draw => 2,
        });
        sheet.one_of(outcome, 3);
    }

    fn observe_choices(&self, _: Viewer, so_far: &[Choice], sheet: &mut Sheet<'_>) {
        write_choices(so_far, sheet);
    }

    fn offers(
        &self,
        decision: &Decision<'_>,
        so_far: &[Choice],
        offers: &mut Offers<Duel>,
    ) -> Option<Action> {
        offers_from_build::<Duel>(decision, so_far, offers, token)
    }

    fn parts(&self) -> Vec<Part> {
        fields::observation(self)
    }

    fn feature_fields(&self) -> Vec<Field> {
        fields::features()
    }

    fn feature_len(&self) -> usize {
        CHOICES + 3
    }

    /// Which card; how many of it are at hand; how many choices came before; whether a bonus card stands open.
    fn features(&self, decision: &Decision<'_>, so_far: &[Choice], choice: &Choice, sheet: &mut Sheet<'_>) {
        sheet.one_of(token(choice), CHOICES);
        let held = if let Choice::Order(order) = choice { decision.hand.count(*order) } else { 0 };
        let used = so_far.iter().filter(|used| *used == choice).count();
        sheet.share(u32::from(held).saturating_sub(used as u32), Cards::MOST);
        sheet.share(so_far.len() as u32, LONGEST as u32);
        sheet.flag(matches!(so_far.last(), Some(Choice::Bonus(_))));
    }
}

impl Duel {
    fn write_board(&self, open: &Open, [own, other]: [usize; 2], sheet: &mut Sheet<'_>) {
        let terrain = &open.stage.terrain;
        let size = terrain.size();
        let cells = usize::from(size) * usize::from(size);
        let place = |cell: Cell| {
            let seen = if own == 0 { cell } else { cell.opposite(size) };
            usize::from(seen.file()) * usize::from(size) + usize::from(seen.rank())
        };
        let mut plane = |cells_in: CellSet| sheet.all_of(cells_in.iter().map(place), cells);
        plane(terrain.walls());
        plane(terrain.water());
        let streams = terrain.streams();
        // By direction, as the viewer sees it.
        for facing in Facing::ALL {
            let all = streams.all().iter();
            let along = all.filter(|cell| {
                streams.direction(*cell).is_some_and(|direction| turned(direction, own) == facing as usize)
            });
            plane(along.fold(CellSet::EMPTY, |mut set, cell| {
                set.insert(cell);
                set
            }));
        }
        plane(open.field.barrels);
        for side in [own, other] {
            let golem = &open.field.golems[side];
            let goal = match open.stage.goals[side] {
                Goal::Reach(cell) => Some(cell),
                _ => None,
            };
            for cell in
                [golem.is_present().then_some(golem.at), golem.is_present().then_some(golem.start), goal]
            {
                sheet.one_of(cell.map(place), cells);
            }
        }
        debug_assert_eq!(sheet.len(), PLANES * cells);
    }
}

/// A direction as the seat sees it: the second player has turned the board by half.
fn turned(facing: Facing, seat: usize) -> usize {
    facing.turned(if seat == 0 { 0 } else { 2 }) as usize
}

fn write_program(program: Option<Program>, sheet: &mut Sheet<'_>) {
    let mut choices = arrayvec::ArrayVec::<Choice, 20>::new();
    program.iter().flat_map(Program::slots).for_each(|slot| choices.extend(slot.choices()));
    write_choices(&choices, sheet);
}

fn write_choices(choices: &[Choice], sheet: &mut Sheet<'_>) {
    for place in 0..LONGEST {
        sheet.one_of(choices.get(place).map(token), CHOICES);
    }
}

fn token(choice: &Choice) -> usize {
    match *choice {
        Choice::Order(order) => order as usize,
        Choice::Bonus(bonus) => {
            Order::ALL.len() + Bonus::ALL.iter().position(|other| *other == bonus).unwrap_or_default()
        }
        Choice::Nothing => CHOICES - 2,
        Choice::Done => CHOICES - 1,
    }
}
