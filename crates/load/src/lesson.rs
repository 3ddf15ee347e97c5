//! Classes at work: each pupil submits a program every few seconds and holds a socket, and each teacher watches the grid.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use golemry_core::{Draw as _, PlayoutRng, Seed};
use golemry_load::{Browser, ServerProcess, Socket, cpu_of};
use serde_json::{Value, json};
use tokio::task::JoinSet;

/// The puzzle, and its cards: there are thousands of programs for it.
const TASK: &str = "hammer";
const CARDS: [&str; 8] = ["F", "F", "B", "L", "R", "A", "A", "D"];

/// How often a pupil submits.
const EVERY: Duration = Duration::from_secs(5);

/// How many classes one address may open in a day.
pub const MOST_CLASSES: usize = 20;

/// What a lesson is like.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<'a> {
    pub program: &'a Path,
    pub classes: usize,
    pub pupils: usize,
    pub seconds: u64,
}

/// A class with its teacher.
struct Class {
    id: String,
    teacher: Browser,
    pupils: Vec<Pupil>,
    /// When an attempt of a pupil was acknowledged, and when the grid first showed one of theirs that is as new.
    acknowledged: Mutex<Moments>,
    shown: Mutex<Moments>,
}

/// By seat, each with the number of the attempt.
type Moments = HashMap<u64, Vec<(u64, Instant)>>;

struct Pupil {
    browser: Browser,
    seat: u64,
}

impl Lesson<'_> {
    /// Holds the lesson, prints what was measured, kills the server, and counts in the store what was acknowledged.
    pub async fn hold(self, folder: &Path) -> Result<()> {
        ensure!(self.classes <= MOST_CLASSES, "one address opens at most {MOST_CLASSES} classes");
        let data = folder.display().to_string();
        let words = ["--data", &data];
        let server = ServerProcess::start(self.program, &words)?;
        let mut classes = Vec::new();
        for number in 0..self.classes {
            classes.push(Arc::new(Class::open(server.address, number, self.pupils).await?));
        }
        println!("{} classes of {} pupils are there", self.classes, self.pupils);

        let stop = Arc::new(AtomicBool::new(false));
        let (cpu, own) = (cpu_of(&server.id())?, cpu_of("self")?);
        let (start, mut watching, mut trying) = (Instant::now(), JoinSet::new(), JoinSet::new());
        for class in &classes {
            let socket = class.socket(&class.teacher, "teacher").await?;
            watching.spawn(Arc::clone(class).watch(socket));
            for number in 0..self.pupils {
                let socket = class.socket(&class.pupils[number].browser, "pupil").await?;
                watching.spawn(look(socket));
                // Spread over the pause, as pupils are.
                let delay = EVERY.mul_f64(trying.len() as f64 / (self.classes * self.pupils) as f64);
                trying.spawn(Arc::clone(class).try_on(number, delay, Arc::clone(&stop)));
            }
        }
        tokio::time::sleep(Duration::from_secs(self.seconds)).await;
        stop.store(true, Ordering::Relaxed);
        let mut took: Vec<Duration> = Vec::new();
        while let Some(tried) = trying.join_next().await {
            took.extend(tried??);
        }
        let elapsed = start.elapsed().as_secs_f64();
        let (cpu, own) = (cpu_of(&server.id())? - cpu, cpu_of("self")? - own);
        // The grid has a moment for the last ones.
        tokio::time::sleep(Duration::from_secs(2)).await;
        watching.abort_all();
        ensure!(!took.is_empty(), "nothing was submitted");
        println!("{} submissions in {elapsed:.0} s, each stored before it was acknowledged", took.len());
        print_shares("a submission", took);
        let (behind, unseen) = classes.iter().fold((Vec::new(), 0), |(mut all, unseen), class| {
            let (behind, missed) = class.behind();
            all.extend(behind);
            (all, unseen + missed)
        });
        print_shares("the grid is behind by", behind);
        ensure!(unseen == 0, "{unseen} submissions never came to the grid");
        let load = |time: Duration| 100.0 * time.as_secs_f64() / elapsed;
        println!("CPU: server {:.0} % of a core, this program {:.0} %", load(cpu), load(own));

        server.kill()?;
        let server = ServerProcess::start(self.program, &words)?;
        let (mut acknowledged, mut stored) = (0, 0);
        for class in &classes {
            acknowledged += class.count();
            stored += class.stored(server.address).await?;
        }
        println!("after kill -9: {acknowledged} were acknowledged, {stored} are stored");
        ensure!(acknowledged == stored, "something was lost");
        Ok(())
    }
}

impl Class {
    async fn open(address: SocketAddr, number: usize, pupils: usize) -> Result<Class> {
        let mut teacher = Browser::new(address);
        let opened =
            created(&teacher.post("/api/classes", &json!({"title": format!("Class {number}")})).await?)?;
        let text =
            |key: &str| opened[key].as_str().map(str::to_owned).context("a class has an id and a code");
        let (id, code) = (text("id")?, text("code")?);
        let assignment = json!({"title": "Today", "tasks": [{"puzzle": TASK}], "open": true});
        created(&teacher.post(&format!("/api/classes/{id}/assignments"), &assignment).await?)?;
        let mut joined = Vec::new();
        for _ in 0..pupils {
            let mut browser = Browser::new(address);
            let reply = created(&browser.post("/api/classes/join", &json!({"code": code})).await?)?;
            let seat = reply["seat"].as_u64().context("a pupil has a seat")?;
            joined.push(Pupil { browser, seat });
        }
        let (acknowledged, shown) = Default::default();
        Ok(Class { id, teacher, pupils: joined, acknowledged, shown })
    }

    async fn socket(&self, browser: &Browser, who: &str) -> Result<Socket> {
        browser.socket_at(&format!("/api/classes/{}/sockets/{who}", self.id)).await
    }

    /// Submits until it is over; returns how long each submission took.
    async fn try_on(
        self: Arc<Class>,
        number: usize,
        delay: Duration,
        stop: Arc<AtomicBool>,
    ) -> Result<Vec<Duration>> {
        let Pupil { browser, seat } = &self.pupils[number];
        let mut browser = browser.clone();
        let mut rng = PlayoutRng::new(Seed(number as u64));
        let path = format!("/api/classes/{}/tasks/{TASK}/attempts", self.id);
        let (mut took, mut last) = (Vec::new(), Vec::new());
        tokio::time::sleep(delay).await;
        while !stop.load(Ordering::Relaxed) {
            let program = any_program(&mut rng);
            // The same program again would be no other attempt.
            if program == last {
                continue;
            }
            let start = Instant::now();
            let reply = browser.post(&path, &json!({"program": program})).await?;
            took.push(start.elapsed());
            ensure!(reply.status == 200, "{}", reply.body);
            let attempt = reply.json()["attempt"].as_u64().context("an attempt has a number")?;
            add(&self.acknowledged, *seat, attempt);
            last = program;
            tokio::time::sleep(EVERY.saturating_sub(start.elapsed())).await;
        }
        Ok(took)
    }

    /// Watches the grid.
    async fn watch(self: Arc<Class>, mut socket: Socket) -> Result<()> {
        loop {
            let message = socket.next().await?;
            let results = ["value", "patch"].map(|of| message[of]["results"].as_object());
            for (seat, tasks) in results.into_iter().flatten().flatten() {
                if let (Ok(seat), Some(attempt)) = (seat.parse(), tasks[TASK]["attempt"].as_u64()) {
                    add(&self.shown, seat, attempt);
                }
            }
        }
    }

    /// How long after each acknowledgement the grid showed it, and how many it never showed.
    fn behind(&self) -> (Vec<Duration>, usize) {
        let acknowledged = self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut behind, mut unseen) = (Vec::new(), 0);
        for (seat, attempts) in &*acknowledged {
            for (attempt, at) in attempts {
                let later =
                    shown.get(seat).and_then(|shown| shown.iter().find(|(number, _)| number >= attempt));
                match later {
                    Some((_, seen)) => behind.push(seen.saturating_duration_since(*at)),
                    None => unseen += 1,
                }
            }
        }
        (behind, unseen)
    }

    fn count(&self) -> u64 {
        let acknowledged = self.acknowledged.lock().unwrap_or_else(PoisonError::into_inner);
        acknowledged.values().map(|attempts| attempts.len() as u64).sum()
    }

    /// How many attempts the server has of this class.
    async fn stored(&self, address: SocketAddr) -> Result<u64> {
        let mut socket = self.socket(&self.teacher.at(address), "teacher").await?;
        let all = socket.wait_for_type("all").await?;
        let results = all["value"]["results"].as_object().context("a grid has results")?;
        Ok(results.values().filter_map(|tasks| tasks[TASK]["tries"].as_u64()).sum())
    }
}

fn add(moments: &Mutex<Moments>, seat: u64, attempt: u64) {
    let mut moments = moments.lock().unwrap_or_else(PoisonError::into_inner);
    moments.entry(seat).or_default().push((attempt, Instant::now()));
}

/// A pupil looks at their screen.
async fn look(mut socket: Socket) -> Result<()> {
    loop {
        socket.next().await?;
    }
}

fn any_program(rng: &mut PlayoutRng) -> Vec<&'static str> {
    let mut cards = CARDS;
    rng.shuffle(&mut cards);
    cards[..1 + rng.below(4) as usize].to_vec()
}

fn created(reply: &golemry_load::Reply) -> Result<Value> {
    ensure!(reply.status == 201, "{}", reply.body);
    Ok(reply.json())
}

fn print_shares(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| {
        let time = times.get(((times.len() - 1) as f64 * share) as usize);
        time.map_or(0.0, |time| time.as_secs_f64() * 1000.0)
    };
    println!("{what}: p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), at(1.0));
}
