use golemry_core::Seat;

use crate::cell::{Cell, CellSet, Facing};
use crate::field::Golem;
use crate::goal::{Goal, Outcome};
use crate::stage::TakeFrom;
use crate::state::Open;
use crate::terrain::Terrain;

/// What a player sees at a glance: who stands better, guessed from lives, from who can strike sooner, and from how far the goals are.
///
/// Made once for a decision, since walls and the way around them do not change in it.
pub(super) struct Outlook {
    /// By cell, the steps from each pose to one that looks at the cell.
    to_face: Vec<Steps>,
    /// The same to one from which a barrel on the cell can be taken, where that is another pose and somebody has to deliver.
    to_take: Option<Vec<Steps>>,
    /// The same to standing on the cell, where a goal asks for that.
    to_stand: Vec<(Cell, Steps)>,
}

/// By pose, how many moves and turns are needed; [`FAR`] where there is no way.
type Steps = [u8; POSES];

const POSES: usize = 6 * 6 * 4;
const FAR: u8 = 20;

/// What a life more is worth, as a logarithm of odds: on an open board the leader hardly ever loses (`golemry duel solve` shows
/// it), but it is a long way to the end.
const LIFE: f64 = 1.8;
/// What it is worth on top when no round is left to catch up.
const LIFE_LATE: f64 = 1.8;
/// What it is worth to be able to strike a beat sooner than the other.
const BEAT: f64 = 0.12;
/// What a beat of that is worth on top to a golem that does not lead: two golems that only mind the difference would never meet.
const EAGER: f64 = 0.06;
/// What a step towards a goal is worth.
const GOAL_STEP: f64 = 0.2;
/// What a delivered barrel is worth to a seat that has to deliver, and half as much one that is carried.
const BARREL: f64 = 3.0;
/// What a carried barrel is worth to anyone: the next blow costs it instead of a life (GD-12).
const SHIELD: f64 = 0.7;

impl Outlook {
    pub(super) fn new(open: &Open) -> Outlook {
        let walks = Walks { terrain: &open.stage.terrain, barrels: open.field.barrels };
        let to_reach = |quarter_turns: &[u8]| -> Vec<Steps> {
            let cells = (0..6).flat_map(|file| (0..6).map(move |rank| Cell::new(file, rank)));
            let reaches = |at: Cell, facing: Facing, cell: Cell| {
                quarter_turns.iter().any(|&quarters| at.step(facing.turned(quarters)) == cell)
            };
            cells.map(|cell| walks.steps(|at, facing| reaches(at, facing, cell), Some(cell))).collect()
        };
        let take = open.stage.take;
        let deliver = open.stage.goals.iter().any(|goal| matches!(goal, Goal::Deliver(_)));
        let places = [0, 1].map(|seat| match open.stage.goals[seat] {
            Goal::Reach(cell) => Some(cell),
            Goal::Deliver(_) => Some(open.field.golems[seat].start),
            Goal::Destroy | Goal::Survive => None,
        });
        let stand = |cell: Cell| (cell, walks.steps(|at, _| at == cell, None));
        Outlook {
            to_face: to_reach(&[0]),
            to_take: (deliver && take != TakeFrom::Front).then(|| to_reach(take.quarter_turns())),
            to_stand: places.into_iter().flatten().map(stand).collect(),
        }
    }

    /// How likely red wins, a draw counting half.
    pub(super) fn of_red(&self, open: &Open) -> f64 {
        settled(open).unwrap_or_else(|| likelihood(self.odds_of_red(open)))
    }

    /// How well a seat stands from its own point of view: how likely it wins, and whether it gets near the other golem where it has to.
    pub(super) fn of_seat(&self, open: &Open, seat: Seat) -> f64 {
        let own = seat.index();
        let sign = if own == 0 { 1.0 } else { -1.0 };
        if let Some(red) = settled(open) {
            return 0.5 + sign * (red - 0.5);
        }
        let [golem, other] = [&open.field.golems[own], &open.field.golems[1 - own]];
        let hunts =
            other.is_present() && open.stage.goals[own] == Goal::Destroy && golem.lives <= other.lives;
        let near = if hunts { EAGER * (f64::from(FAR) - self.strike(golem, other)) } else { 0.0 };
        likelihood(sign * self.odds_of_red(open) + near)
    }

    fn odds_of_red(&self, open: &Open) -> f64 {
        let [red, blue] = &open.field.golems;
        let lead = f64::from(red.lives) - f64::from(blue.lives);
        let late = open.energy.map_or(0.0, |energy| 1.0 / f64::from(energy.max(1)));
        let mut odds = lead * (LIFE + LIFE_LATE * late);
        if red.is_present() && blue.is_present() {
            odds += BEAT * (self.strike(blue, red) - self.strike(red, blue));
        }
        odds += SHIELD * (f64::from(u8::from(red.carrying)) - f64::from(u8::from(blue.carrying)));
        odds + self.progress(open, 0) - self.progress(open, 1)
    }

    /// The beats before `golem` could strike where `other` is.
    fn strike(&self, golem: &Golem, other: &Golem) -> f64 {
        f64::from(self.to_face[place(other.at)][pose(golem.at, golem.facing)])
    }

    fn stand(&self, cell: Cell, golem: &Golem) -> f64 {
        let known = self.to_stand.iter().find(|(known, _)| *known == cell);
        f64::from(known.map_or(FAR, |(_, steps)| steps[pose(golem.at, golem.facing)]))
    }

    /// How near a seat is to a goal other than destroying.
    fn progress(&self, open: &Open, seat: usize) -> f64 {
        let golem = &open.field.golems[seat];
        match open.stage.goals[seat] {
            Goal::Destroy => 0.0,
            Goal::Reach(cell) => -GOAL_STEP * self.stand(cell, golem),
            Goal::Deliver(_) => {
                let delivered = BARREL * f64::from(golem.delivered);
                let nearest = || {
                    let to_take = self.to_take.as_ref().unwrap_or(&self.to_face);
                    let steps = |cell: Cell| to_take[place(cell)][pose(golem.at, golem.facing)];
                    f64::from(open.field.barrels.iter().map(steps).min().unwrap_or(FAR))
                };
                if golem.carrying {
                    delivered + BARREL / 2.0 - GOAL_STEP * self.stand(golem.start, golem)
                } else {
                    delivered - GOAL_STEP * nearest()
                }
            }
            // The nearer the end, the better for a golem that only has to be there.
            Goal::Survive => 2.0 - GOAL_STEP * f64::from(open.energy.unwrap_or_default()),
        }
    }
}

/// What the end of a duel is worth to red; `None` while it goes on.
fn settled(open: &Open) -> Option<f64> {
    open.outcome.map(|outcome| match outcome {
        Outcome::Draw => 0.5,
        Outcome::Won(seat) => f64::from(u8::from(seat.index() == 0)),
    })
}

fn likelihood(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

fn place(cell: Cell) -> usize {
    usize::from(cell.file()) * 6 + usize::from(cell.rank())
}

fn pose(cell: Cell, facing: Facing) -> usize {
    // A golem that is not there stands beyond the sixth file: any pose does for it.
    (usize::from(cell.file().min(5)) * 6 + usize::from(cell.rank().min(5))) * 4 + facing as usize
}

/// The ways golems can go on a board.
struct Walks<'a> {
    terrain: &'a Terrain,
    barrels: CellSet,
}

impl Walks<'_> {
    /// The beats from every pose to one that is wanted, never over `blocked`: a search backwards, nearest poses first. A barrel in the way
    /// costs one beat more, since it has to be struck first.
    fn steps(&self, wanted: impl Fn(Cell, Facing) -> bool, blocked: Option<Cell>) -> Steps {
        let free = |cell: Cell| self.terrain.ground().contains(cell) && blocked != Some(cell);
        let mut steps = [FAR; POSES];
        let mut by_steps: [Vec<(Cell, Facing)>; FAR as usize] = Default::default();
        for cell in self.terrain.ground().iter().filter(|cell| free(*cell)) {
            for facing in Facing::ALL.into_iter().filter(|facing| wanted(cell, *facing)) {
                steps[pose(cell, facing)] = 0;
                by_steps[0].push((cell, facing));
            }
        }
        for near in 0..FAR {
            for (cell, facing) in std::mem::take(&mut by_steps[usize::from(near)]) {
                if steps[pose(cell, facing)] < near {
                    continue;
                }
                let barrel = self.barrels.contains(cell);
                let before = [
                    (cell.step(facing.turned(2)), facing, 1 + u8::from(barrel)),
                    // Nobody strikes what is behind them.
                    (cell.step(facing), facing, if barrel { FAR } else { 1 }),
                    (cell, facing.turned(1), 1),
                    (cell, facing.turned(3), 1),
                ];
                for (from, looking, beats) in before {
                    let taken = near + beats;
                    if free(from) && taken < steps[pose(from, looking)] {
                        steps[pose(from, looking)] = taken;
                        by_steps[usize::from(taken)].push((from, looking));
                    }
                }
            }
        }
        steps
    }
}
