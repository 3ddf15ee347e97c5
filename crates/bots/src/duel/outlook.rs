use golemry_duel::{Cell, CellSet, Facing, Goal, Golem, Open, Outcome, Terrain};

/// What a player sees at a glance: who stands better, guessed from lives, from who can strike sooner, and from how far the goals are.
///
/// Made once for a decision, since walls and the way around them do not change in it.
pub(super) struct Outlook {
    /// By cell, the steps from each pose to one that looks at the cell.
    to_face: Vec<Steps>,
    /// The same to standing on the cell, where a goal asks for that.
    to_stand: Vec<(Cell, Steps)>,
}

/// By pose, how many moves and turns are needed; [`FAR`] where there is no way.
type Steps = [u8; POSES];

const POSES: usize = 6 * 6 * 4;
const FAR: u8 = 12;

/// What a life more is worth, as a logarithm of odds: on an open board who leads hardly ever loses (`golemry duel solve` shows
/// it), but it is a long way to the end.
const LIFE: f64 = 1.8;
/// What it adds that no round is left to make up for it.
const LIFE_LATE: f64 = 1.8;
/// What a beat is worth by which one can strike sooner than the other.
const BEAT: f64 = 0.12;
/// What a step towards a goal is worth.
const GOAL_STEP: f64 = 0.2;
/// What a delivered barrel is worth, and half as much one that is carried.
const BARREL: f64 = 3.0;

impl Outlook {
    pub(super) fn new(open: &Open) -> Outlook {
        let walks = Walks { terrain: &open.stage.terrain, barrels: open.field.barrels };
        let cells = (0..6).flat_map(|file| (0..6).map(move |rank| Cell::new(file, rank)));
        let to_face = cells.map(|cell| walks.steps(|at, facing| at.step(facing) == cell, Some(cell)));
        let places = [0, 1].map(|seat| match open.stage.goals[seat] {
            Goal::Reach(cell) => Some(cell),
            Goal::Deliver(_) => Some(open.field.golems[seat].start),
            Goal::Destroy | Goal::Survive => None,
        });
        let stand = |cell: Cell| (cell, walks.steps(|at, _| at == cell, None));
        Outlook { to_face: to_face.collect(), to_stand: places.into_iter().flatten().map(stand).collect() }
    }

    /// How likely red wins, a draw counting half.
    pub(super) fn of_red(&self, open: &Open) -> f64 {
        match open.outcome {
            Some(Outcome::Draw) => return 0.5,
            Some(outcome) => return f64::from(u8::from(outcome == Outcome::RED)),
            None => {}
        }
        let [red, blue] = &open.field.golems;
        let lead = f64::from(red.lives) - f64::from(blue.lives);
        let late = 1.0 / f64::from(open.energy.max(1));
        let mut odds = lead * (LIFE + LIFE_LATE * late);
        if red.is_present() && blue.is_present() {
            odds += BEAT * (self.strike(blue, red) - self.strike(red, blue));
        }
        odds += self.progress(open, 0) - self.progress(open, 1);
        1.0 / (1.0 + (-odds).exp())
    }

    /// The beats before `golem` could strike where `other` is.
    fn strike(&self, golem: &Golem, other: &Golem) -> f64 {
        f64::from(self.face(other.at)[pose(golem.at, golem.facing)])
    }

    fn face(&self, cell: Cell) -> &Steps {
        &self.to_face[usize::from(cell.file()) * 6 + usize::from(cell.rank())]
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
                    let steps =
                        open.field.barrels.iter().map(|cell| self.face(cell)[pose(golem.at, golem.facing)]);
                    f64::from(steps.min().unwrap_or(FAR))
                };
                if golem.carrying {
                    delivered + BARREL / 2.0 - GOAL_STEP * self.stand(golem.start, golem)
                } else {
                    delivered - GOAL_STEP * nearest()
                }
            }
            // The nearer the end, the better for who only has to be there.
            Goal::Survive => 2.0 - GOAL_STEP * f64::from(open.energy),
        }
    }
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
    /// The steps from every pose to one that is wanted, never over `blocked`: a breadth-first search backwards.
    fn steps(&self, wanted: impl Fn(Cell, Facing) -> bool, blocked: Option<Cell>) -> Steps {
        let free = |cell: Cell| {
            let ground = self.terrain.ground().without(self.barrels);
            ground.contains(cell) && blocked != Some(cell)
        };
        let mut steps = [FAR; POSES];
        let mut queue = Vec::with_capacity(POSES);
        for cell in self.terrain.ground().iter().filter(|cell| free(*cell)) {
            for facing in Facing::ALL.into_iter().filter(|facing| wanted(cell, *facing)) {
                steps[pose(cell, facing)] = 0;
                queue.push((cell, facing));
            }
        }
        let mut next = 0;
        while let Some(&(cell, facing)) = queue.get(next) {
            next += 1;
            let taken = steps[pose(cell, facing)] + 1;
            let before = [
                (cell.step(facing), facing),
                (cell.step(facing.turned(2)), facing),
                (cell, facing.turned(1)),
                (cell, facing.turned(3)),
            ];
            for (from, looking) in before {
                if free(from) && steps[pose(from, looking)] > taken {
                    steps[pose(from, looking)] = taken;
                    queue.push((from, looking));
                }
            }
        }
        steps
    }
}
