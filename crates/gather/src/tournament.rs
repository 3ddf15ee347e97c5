use std::collections::BTreeMap;

use golemry_core::{Draw as _, MatchRng};
use serde::{Deserialize, Serialize};

use crate::error::GatherError;
use crate::history::History;
use crate::outcome::Outcome;
use crate::plan::{Format, MOST_PLAYERS, MOST_ROUNDS, Plan};
use crate::player::{Kind, Player, PlayerId, Status, check_name};
use crate::points::Points;
use crate::round::{Rest, RestReason, Round, Table};
use crate::standings::{Standing, standings};
use crate::why::{Why, in_words};
use crate::{berger, bracket, chairs, rotation, swiss};

/// A tournament: who takes part, who has played whom, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Tournament {
    version: u32,
    plan: Plan,
    players: Vec<Player>,
    rounds: Vec<Round>,
    /// Who is paired in all rounds of a format that is fixed by its first one.
    field: Vec<PlayerId>,
}

impl Tournament {
    /// The version of what is written.
    pub const VERSION: u32 = 1;

    /// A tournament without players.
    pub fn new(plan: Plan) -> Result<Tournament, GatherError> {
        plan.check()?;
        let version = Tournament::VERSION;
        Ok(Tournament { version, plan, players: Vec::new(), rounds: Vec::new(), field: Vec::new() })
    }

    /// What was settled beforehand. Once the first round is paired, it has the number of rounds.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// All who ever entered, by number.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// A player.
    pub fn player(&self, id: PlayerId) -> Result<&Player, GatherError> {
        let players = self.players.len();
        self.players.get(id.index()).ok_or(GatherError::Player { player: id.0, players })
    }

    /// The rounds that were paired. The last one may not be finished.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// How many rounds there will be; an error says why the present field cannot play.
    pub fn planned_rounds(&self) -> Result<u8, GatherError> {
        match self.plan.rounds {
            Some(rounds) if !self.rounds.is_empty() => Ok(rounds),
            _ => self.plan.rounds_for(self.playing().len()),
        }
    }

    /// Whether all rounds are finished.
    pub fn is_over(&self) -> bool {
        let paired = self.plan.rounds.is_some_and(|rounds| self.rounds.len() >= rounds.into());
        paired && self.rounds.last().is_some_and(|round| round.unfinished() == 0)
    }

    /// Lets somebody enter. Whoever comes after the first round gets nothing for the rounds that they missed.
    pub fn enter(&mut self, name: &str, kind: Kind) -> Result<PlayerId, GatherError> {
        self.enter_late(name, kind, Points::ZERO)
    }

    /// Lets somebody enter with points for the rounds that have begun: at most one for each.
    pub fn enter_late(&mut self, name: &str, kind: Kind, given: Points) -> Result<PlayerId, GatherError> {
        check_name(name)?;
        let missed = self.rounds.len();
        if self.players.len() >= MOST_PLAYERS {
            return Err(GatherError::Full);
        }
        if self.players.iter().any(|player| player.name == name) {
            return Err(GatherError::Taken(name.to_owned()));
        }
        if missed > 0 && self.plan.format.is_fixed() {
            return Err(GatherError::Closed(self.plan.format));
        }
        if given > Points::halves(2 * missed as u64) {
            return Err(GatherError::Given { most: missed });
        }
        let id = PlayerId(self.players.len() as u16);
        let (name, status, missed) = (name.to_owned(), Status::Playing, missed as u8);
        self.players.push(Player { name, kind, status, stand_in: None, missed, given });
        Ok(id)
    }

    /// Leaves a player out of the next rounds, until they return. In a round robin their opponents win without playing, and from a
    /// knock-out they are out: there it is better to let a bot sit in.
    pub fn pause(&mut self, id: PlayerId) -> Result<(), GatherError> {
        self.present(id)?.status = Status::Paused;
        Ok(())
    }

    /// Pairs a player again who paused or left, or for whom a bot sat in.
    pub fn resume(&mut self, id: PlayerId) -> Result<(), GatherError> {
        self.player(id)?;
        let player = &mut self.players[id.index()];
        (player.status, player.stand_in) = (Status::Playing, None);
        Ok(())
    }

    /// Lets a player go, who is neither paired nor listed among those who rest. What they have played still counts.
    pub fn leave(&mut self, id: PlayerId) -> Result<(), GatherError> {
        let player = self.present(id)?;
        (player.status, player.stand_in) = (Status::Left, None);
        Ok(())
    }

    /// Lets a bot sit in for an absent person until they [resume](Tournament::resume). They are paired as though they were there.
    pub fn stand_in(&mut self, id: PlayerId, bot: &str) -> Result<(), GatherError> {
        check_name(bot)?;
        let player = self.present(id)?;
        if player.kind == Kind::Bot {
            return Err(GatherError::StandIn(player.name.clone()));
        }
        (player.status, player.stand_in) = (Status::Playing, Some(bot.to_owned()));
        Ok(())
    }

    /// Gives a player another name.
    pub fn rename(&mut self, id: PlayerId, name: &str) -> Result<(), GatherError> {
        check_name(name)?;
        self.player(id)?;
        if self.players.iter().enumerate().any(|(other, player)| other != id.index() && player.name == name) {
            return Err(GatherError::Taken(name.to_owned()));
        }
        name.clone_into(&mut self.players[id.index()].name);
        Ok(())
    }

    /// Changes the number of rounds; `None` for the usual one. Not once the first is paired.
    pub fn set_rounds(&mut self, rounds: Option<u8>) -> Result<(), GatherError> {
        if !self.rounds.is_empty() {
            return Err(GatherError::Paired);
        }
        let plan = Plan { rounds, ..self.plan.clone() };
        plan.check()?;
        self.plan = plan;
        Ok(())
    }

    fn present(&mut self, id: PlayerId) -> Result<&mut Player, GatherError> {
        let player = self.player(id)?;
        if player.status == Status::Left {
            return Err(GatherError::Left(player.name.clone()));
        }
        Ok(&mut self.players[id.index()])
    }

    /// Pairs the next round.
    pub fn pair(&mut self) -> Result<&Round, GatherError> {
        let round = self.next_round()?;
        self.add_round(round)
    }

    /// The next round, as [`pair`](Tournament::pair) would add it.
    pub fn next_round(&self) -> Result<Round, GatherError> {
        self.may_pair()?;
        let playing = self.playing();
        let field = if self.rounds.is_empty() { &playing } else { &self.field };
        let history = History::of(&self.plan, &self.players, &self.rounds);
        Ok(match self.plan.format {
            Format::RoundRobin => self.berger(field, &history),
            Format::KnockOut => self.knock_out(field, &history),
            Format::Swiss | Format::Rotation if playing.len() < 2 => {
                return Err(GatherError::TooFew { players: playing.len() });
            }
            Format::Swiss => self.swiss(&playing, &history),
            Format::Rotation => self.rotation(&playing, &history)?,
        })
    }

    /// Adds a round that was paired before, perhaps by another version: what has been played does not change when pairings do.
    pub fn add_round(&mut self, round: Round) -> Result<&Round, GatherError> {
        let rounds = self.may_pair()?;
        check_round(&self.plan, self.players.len(), &round)?;
        if self.rounds.is_empty() {
            self.plan.rounds = Some(rounds);
            self.field = if self.plan.format.is_fixed() { self.playing() } else { Vec::new() };
        }
        self.rounds.push(round);
        Ok(&self.rounds[self.rounds.len() - 1])
    }

    /// Whether the next round can be paired, without pairing it.
    pub fn check_next(&self) -> Result<(), GatherError> {
        self.may_pair()?;
        let players = self.playing().len();
        match self.plan.format {
            Format::Swiss | Format::Rotation if players < 2 => Err(GatherError::TooFew { players }),
            Format::Rotation => rotation::sizes(players, self.plan.seats.into(), self.plan.smaller).map(drop),
            _ => Ok(()),
        }
    }

    /// How many rounds there will be, if another one can be paired now.
    fn may_pair(&self) -> Result<u8, GatherError> {
        let unfinished = self.rounds.last().map_or(0, Round::unfinished);
        if unfinished > 0 {
            return Err(GatherError::Unfinished(unfinished));
        }
        let rounds = self.planned_rounds()?;
        if self.rounds.len() >= rounds.into() {
            return Err(GatherError::Over(rounds.into()));
        }
        Ok(rounds)
    }

    fn playing(&self) -> Vec<PlayerId> {
        let all = (0..self.players.len() as u16).map(PlayerId);
        all.filter(|id| self.is_playing(*id)).collect()
    }

    fn is_playing(&self, id: PlayerId) -> bool {
        self.players[id.index()].status == Status::Playing
    }

    /// The lots of the next round.
    fn lots(&self) -> MatchRng {
        MatchRng::for_event(self.plan.seed, self.rounds.len() as u64)
    }

    fn berger(&self, field: &[PlayerId], history: &History) -> Round {
        let mut round = Round::default();
        for (one, other) in berger::round(field.len(), self.rounds.len()) {
            // A bye is worth nothing, since everybody has one.
            self.meet(
                &mut round,
                &[Some(field[one]), other.map(|other| field[other])],
                Points::ZERO,
                history,
            );
        }
        round
    }

    fn knock_out(&self, field: &[PlayerId], history: &History) -> Round {
        let mut round = Round::default();
        for pair in bracket::standing(field, &self.rounds).chunks(2) {
            let mut pair = pair.to_vec();
            if let [Some(one), Some(other)] = pair[..] {
                // The second chair is the better one, since a draw is enough there: if both had it equally often, it is the better seed's.
                let worse_first = [one.max(other), one.min(other)];
                pair = chairs::seat(&worse_first, history).into_iter().map(Some).collect();
            }
            self.meet(&mut round, &pair, Points::ONE, history);
        }
        round
    }

    /// A table for two whose pairing is fixed, if both are there.
    fn meet(&self, round: &mut Round, pair: &[Option<PlayerId>], bye: Points, history: &History) {
        let there: Vec<PlayerId> = pair.iter().flatten().copied().filter(|id| self.is_playing(*id)).collect();
        match (&there[..], pair) {
            ([_, _], _) => round.tables.push(table(&there, history)),
            ([player], [Some(one), Some(other)]) => {
                let absent = if one == player { *other } else { *one };
                round.rests.push(Rest::new(*player, RestReason::Walkover(absent), Points::ONE));
            }
            ([player], _) => round.rests.push(Rest::new(*player, RestReason::Bye, bye)),
            _ => {}
        }
    }

    fn swiss(&self, playing: &[PlayerId], history: &History) -> Round {
        let mut lots = self.lots();
        let (pairs, bye) = swiss::pairs(playing, history, &mut lots);
        let tables = pairs.into_iter().map(|mut pair| {
            lots.shuffle(&mut pair);
            table(&chairs::seat(&pair, history), history)
        });
        let mut round = Round { tables: by_points(tables.collect()), rests: self.pauses() };
        round.rests.extend(bye.map(|player| Rest {
            cost: history.cost_of_bye(player, playing),
            ..Rest::new(player, RestReason::Bye, Points::ONE)
        }));
        round
    }

    fn rotation(&self, playing: &[PlayerId], history: &History) -> Result<Round, GatherError> {
        let sizes = rotation::sizes(playing.len(), self.plan.seats.into(), self.plan.smaller)?;
        let mut lots = self.lots();
        let tables = rotation::tables(playing, &sizes, history, &mut lots).into_iter().map(|mut players| {
            lots.shuffle(&mut players);
            table(&chairs::seat(&players, history), history)
        });
        Ok(Round { tables: by_points(tables.collect()), rests: self.pauses() })
    }

    fn pauses(&self) -> Vec<Rest> {
        let all = (0..self.players.len() as u16).map(PlayerId);
        let paused = all.filter(|id| self.players[id.index()].status == Status::Paused);
        paused.map(|player| Rest::new(player, RestReason::Paused, Points::ZERO)).collect()
    }

    /// Says how a table ended, or corrects it. Rounds and tables count from 0.
    pub fn report(&mut self, round: usize, table: usize, outcome: Outcome) -> Result<(), GatherError> {
        let seats = self.table(round, table)?.chairs.len();
        outcome.check(seats)?;
        if self.plan.format == Format::KnockOut && round + 1 < self.rounds.len() {
            return Err(GatherError::Settled);
        }
        self.rounds[round].tables[table].outcome = Some(outcome);
        Ok(())
    }

    /// A table. Rounds and tables count from 0.
    pub fn table(&self, round: usize, table: usize) -> Result<&Table, GatherError> {
        let found = self.rounds.get(round).and_then(|it| it.tables.get(table));
        found.ok_or(GatherError::Table { round, table })
    }

    /// Why these players meet, in a sentence.
    pub fn explain(&self, round: usize, table: usize) -> Result<String, GatherError> {
        let table = self.table(round, table)?;
        let names: Vec<&str> = table.chairs.iter().map(|id| self.name(*id)).collect();
        Ok(table.why.sentence(self.plan.format, &names))
    }

    /// Why a player rests, in a sentence.
    pub fn explain_rest(&self, rest: &Rest) -> String {
        let (name, points) = (self.name(rest.player), in_words(rest.points));
        match rest.why {
            RestReason::Paused => format!("{name} pauses"),
            RestReason::Walkover(absent) => {
                format!("{name} wins without playing: {} is absent ({points})", self.name(absent))
            }
            RestReason::Bye => match self.plan.format {
                Format::RoundRobin => format!("{name} has the bye, as everybody does once"),
                Format::KnockOut => format!("{name} goes on without playing: the place beside is empty"),
                Format::Swiss | Format::Rotation => {
                    let why = if rest.cost.gap == 0 {
                        "nobody has had fewer byes or has fewer points"
                    } else {
                        "nobody has had fewer byes; of those with fewer points, each has had more or would leave a worse round"
                    };
                    format!("{name} has the bye ({points}): {why}")
                }
            },
        }
    }

    fn name(&self, id: PlayerId) -> &str {
        &self.players[id.index()].name
    }

    /// Where everybody stands, the best first. Only what was reported counts, in whatever order it came.
    pub fn standings(&self) -> Vec<Standing> {
        standings(self.plan.format, &self.players, &self.rounds)
    }

    /// What everybody got out of each meeting with everybody, as [`encounters`](Tournament::encounters) has it. Those who have not met are left
    /// out.
    pub fn crosstable(&self) -> BTreeMap<PlayerId, BTreeMap<PlayerId, Vec<Points>>> {
        let ids = (0..self.players.len() as u16).map(PlayerId);
        let mut cross: BTreeMap<PlayerId, BTreeMap<PlayerId, Vec<Points>>> =
            ids.map(|id| (id, BTreeMap::new())).collect();
        for table in self.rounds.iter().flat_map(|round| &round.tables) {
            let Some(outcome) = &table.outcome else { continue };
            for (chair, player) in table.chairs.iter().enumerate() {
                let others = table.chairs.iter().enumerate().filter(|(other, _)| *other != chair);
                let row = cross.entry(*player).or_default();
                for (other, opponent) in others {
                    row.entry(*opponent).or_default().push(Points::halves(outcome.halves(chair, other)));
                }
            }
        }
        cross
    }

    /// What a player got out of each meeting with another, in the order of rounds: a point for doing better, half a point for the same place.
    /// Empty if they have not met.
    pub fn encounters(&self, player: PlayerId, other: PlayerId) -> Vec<Points> {
        let met = self.rounds.iter().filter_map(|round| {
            let (table, chair) = round.seat_of(player)?;
            let of_other = table.chairs.iter().position(|id| *id == other && *id != player)?;
            Some(Points::halves(table.outcome.as_ref()?.halves(chair, of_other)))
        });
        met.collect()
    }
}

/// A table with these chairs.
fn table(chairs: &[PlayerId], history: &History) -> Table {
    Table { chairs: chairs.to_vec(), why: Why::new(chairs, history), outcome: None }
}

/// The tables with the most points first: by the sum, then the best player. Of equal ones the order of entry decides.
fn by_points(mut tables: Vec<Table>) -> Vec<Table> {
    let most = |table: &Table| {
        (table.why.points.iter().max().copied(), table.why.points.iter().copied().sum::<Points>())
    };
    tables.sort_by_key(|table| (std::cmp::Reverse(most(table)), table.chairs.iter().min().copied()));
    tables
}

/// Refuses a round that a tournament with so many players cannot have.
fn check_round(plan: &Plan, players: usize, round: &Round) -> Result<(), GatherError> {
    let hold = |holds: bool, what: &'static str| if holds { Ok(()) } else { Err(GatherError::Broken(what)) };
    let known = |id: PlayerId| id.index() < players;
    let chairs = round.tables.iter().flat_map(|table| table.chairs.iter().copied());
    let all: Vec<PlayerId> = chairs.chain(round.rests.iter().map(|rest| rest.player)).collect();
    hold(are_distinct(&all, players), "a player twice in a round, or one who never entered")?;
    for table in &round.tables {
        let seats = table.chairs.len();
        hold((2..=plan.seats.into()).contains(&seats), "a table with a wrong number of chairs")?;
        let why = &table.why;
        let most = Points::halves(2 * u64::from(MOST_ROUNDS));
        hold(
            why.points.len() == seats
                && why.first.len() == seats
                && why.met.len() <= seats * seats
                && why.points.iter().all(|points| *points <= most),
            "a reason that does not fit its table",
        )?;
        table.outcome.as_ref().map_or(Ok(()), |outcome| outcome.check(seats))?;
    }
    for rest in &round.rests {
        hold(
            rest.points <= Points::ONE && !matches!(rest.why, RestReason::Walkover(absent) if !known(absent)),
            "a rest that is not possible",
        )?;
    }
    Ok(())
}

/// Whether these are different players who have entered.
fn are_distinct(ids: &[PlayerId], players: usize) -> bool {
    let distinct: std::collections::BTreeSet<PlayerId> = ids.iter().copied().collect();
    distinct.len() == ids.len() && ids.iter().all(|id| id.index() < players)
}

/// A tournament as it was read.
#[derive(Deserialize)]
struct Unchecked {
    version: u32,
    plan: Plan,
    players: Vec<Player>,
    rounds: Vec<Round>,
    field: Vec<PlayerId>,
}

impl TryFrom<Unchecked> for Tournament {
    type Error = GatherError;

    fn try_from(read: Unchecked) -> Result<Tournament, GatherError> {
        let Unchecked { version, plan, players, rounds, field } = read;
        if version != Tournament::VERSION {
            return Err(GatherError::Version { found: version, known: Tournament::VERSION });
        }
        plan.check()?;
        let hold =
            |holds: bool, what: &'static str| if holds { Ok(()) } else { Err(GatherError::Broken(what)) };
        hold(
            players.len() <= MOST_PLAYERS && rounds.len() <= MOST_ROUNDS.into(),
            "too many players or rounds",
        )?;
        for player in &players {
            check_name(&player.name)?;
            player.stand_in.as_deref().map_or(Ok(()), check_name)?;
            let missed = usize::from(player.missed);
            hold(
                missed <= rounds.len() && player.given <= Points::halves(2 * missed as u64),
                "points for rounds that nobody missed",
            )?;
        }
        let names: std::collections::BTreeSet<&str> =
            players.iter().map(|player| player.name.as_str()).collect();
        hold(names.len() == players.len(), "two players with one name")?;
        hold(are_distinct(&field, players.len()), "a player in the field twice, or one who never entered")?;
        let fixed = plan.format.is_fixed() && !rounds.is_empty();
        hold(
            if fixed { field.len() >= 2 } else { field.is_empty() },
            "a field that does not belong to the rounds",
        )?;
        hold(
            rounds.is_empty() || plan.rounds.is_some_and(|of| rounds.len() <= of.into()),
            "more rounds than were planned",
        )?;
        for round in &rounds {
            check_round(&plan, players.len(), round)?;
        }
        Ok(Tournament { version, plan, players, rounds, field })
    }
}
