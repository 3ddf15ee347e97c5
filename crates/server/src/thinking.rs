//! A queue for long work: bots, hints, reviews and the work of mounts. Bots that do not search have one of their own.
//!
//! 1. A job belongs to an [`Owner`]: an address and the player there. Jobs of one player run in order; players of one address take turns,
//!    and so do addresses. A flood from one address delays its own jobs only.
//! 2. As many jobs run at once as there are processors, at least two, and one address never holds all of these workers.
//! 3. The caller awaits the result. Dropping that future cancels the job: a waiting one leaves the queue, a running one sees its
//!    [`Stop`] set. The worker is free again when the work has ended, not when the client has left.

use std::collections::{HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use golemry_table::{Budget, Json, Thinker, Thought};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::limits::household;
use crate::random;

/// The client that a job is billed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    address: IpAddr,
    player: Option<String>,
}

impl Owner {
    pub(crate) fn new(address: IpAddr, player: Option<String>) -> Owner {
        Owner { address: household(address), player }
    }

    /// All matches that a house keeps going share one turn: together they count as one address.
    pub(crate) fn house() -> Owner {
        Owner::new(IpAddr::from([0, 0, 0, 0]), None)
    }

    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }
}

/// Why a job has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undone {
    /// Its deadline has passed.
    Late,
    /// It panicked, or the server is closing.
    Failed,
}

/// Tells running work that its result is no longer wanted.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Whether the work should end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The queue and its workers.
#[derive(Debug)]
pub(crate) struct Scheduler {
    workers: usize,
    // Held for a few instructions at a time, never over an await.
    queue: Mutex<Queue>,
}

#[derive(Debug, Default)]
struct Queue {
    next_number: u64,
    /// Ordered by turn: the next address comes first.
    addresses: VecDeque<Address>,
    running: Vec<Running>,
    closed: bool,
}

/// The jobs of one address, by player. Invariant: there is a player, and each has a job.
#[derive(Debug)]
struct Address {
    address: IpAddr,
    players: VecDeque<(Option<String>, VecDeque<Job>)>,
}

struct Job {
    number: u64,
    stop: Stop,
    work: Box<dyn FnOnce() + Send>,
}

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Job({})", self.number)
    }
}

#[derive(Debug)]
struct Running {
    number: u64,
    address: IpAddr,
    stop: Stop,
}

impl Scheduler {
    /// A scheduler with a worker for each processor, but at least two: then one address can never hold all of them.
    pub(crate) fn new() -> Arc<Scheduler> {
        Scheduler::with_workers(std::thread::available_parallelism().map_or(1, usize::from).max(2))
    }

    fn with_workers(workers: usize) -> Arc<Scheduler> {
        Arc::new(Scheduler { workers, queue: Mutex::default() })
    }

    /// Lets a bot think. Its answer is delayed until `pace` has passed since it began, so that a forced decision takes as long as
    /// any other and does not give away a hand.
    pub(crate) async fn think(
        self: &Arc<Self>,
        owner: Owner,
        thinker: Box<dyn Thinker>,
        budget: Option<Budget>,
        pace: Duration,
    ) -> Result<Thought<Json>, Undone> {
        let work = move |stop: &Stop| {
            (Instant::now(), thinker.think_while(budget, random::seed(), &|| !stop.is_set()))
        };
        let (began, thought) = self.run(owner, work).await?;
        tokio::time::sleep_until(began + pace).await;
        Ok(thought)
    }

    /// Runs a job with a deadline: waiting and working may take `limit` together.
    pub(crate) async fn run_within<T: Send + 'static>(
        self: &Arc<Self>,
        limit: Duration,
        owner: Owner,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Undone> {
        tokio::time::timeout(limit, self.run(owner, work)).await.unwrap_or(Err(Undone::Late))
    }

    /// Runs a job when it is its owner's turn. Dropping the future cancels the job.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        owner: Owner,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, Undone> {
        let (done, result) = oneshot::channel();
        let stop = Stop::default();
        let watched = stop.clone();
        let work = Box::new(move || drop(done.send(work(&watched))));
        let number = self.submit(owner, stop.clone(), work);
        let _cancel = Cancel { scheduler: Arc::clone(self), number, stop };
        result.await.map_err(|_| Undone::Failed)
    }

    /// How many jobs can run at once.
    #[cfg(test)]
    pub(crate) fn workers(&self) -> usize {
        self.workers
    }

    /// How many jobs wait.
    pub(crate) fn waiting(&self) -> usize {
        let queue = self.lock();
        queue.addresses.iter().flat_map(|it| &it.players).map(|(_, jobs)| jobs.len()).sum()
    }

    /// How many jobs run.
    pub(crate) fn running(&self) -> usize {
        self.lock().running.len()
    }

    /// How many jobs were ever submitted.
    pub(crate) fn submitted(&self) -> u64 {
        self.lock().next_number
    }

    /// Drops waiting jobs, stops running ones, and accepts no more.
    pub(crate) fn close(&self) {
        let mut queue = self.lock();
        queue.closed = true;
        let forgotten = std::mem::take(&mut queue.addresses);
        queue.running.iter().for_each(|running| running.stop.set());
        drop(queue);
        // Outside the lock: a job owns whatever its work has captured.
        drop(forgotten);
    }

    fn submit(self: &Arc<Self>, owner: Owner, stop: Stop, work: Box<dyn FnOnce() + Send>) -> u64 {
        let mut queue = self.lock();
        let number = queue.next_number;
        queue.next_number += 1;
        if !queue.closed {
            queue.push(owner, Job { number, stop, work });
        }
        drop(queue);
        self.start_jobs();
        number
    }

    /// Starts as many jobs as there are free workers.
    fn start_jobs(self: &Arc<Self>) {
        loop {
            let mut queue = self.lock();
            let Some((address, job)) = queue.next(self.workers) else { return };
            queue.running.push(Running { number: job.number, address, stop: job.stop });
            drop(queue);
            let worker = Worker { scheduler: Arc::clone(self), number: job.number };
            tokio::task::spawn_blocking(move || {
                let _worker = worker;
                (job.work)();
            });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    fn push(&mut self, owner: Owner, job: Job) {
        let Owner { address, player } = owner;
        let Some(known) = self.addresses.iter_mut().find(|it| it.address == address) else {
            let players = VecDeque::from([(player, VecDeque::from([job]))]);
            self.addresses.push_back(Address { address, players });
            return;
        };
        match known.players.iter_mut().find(|(it, _)| *it == player) {
            Some((_, jobs)) => jobs.push_back(job),
            None => known.players.push_back((player, VecDeque::from([job]))),
        }
    }

    /// The next job, if there is a free worker for it. Its player and address go to the end of their queues.
    fn next(&mut self, workers: usize) -> Option<(IpAddr, Job)> {
        if self.running.len() >= workers {
            return None;
        }
        let share = workers.saturating_sub(1).max(1);
        let held = |address| self.running.iter().filter(|job| job.address == address).count();
        let turn = self.addresses.iter().position(|it| held(it.address) < share)?;
        let mut line = self.addresses.remove(turn)?;
        let (player, mut jobs) = line.players.pop_front()?;
        let job = jobs.pop_front()?;
        if !jobs.is_empty() {
            line.players.push_back((player, jobs));
        }
        let address = line.address;
        if !line.players.is_empty() {
            self.addresses.push_back(line);
        }
        Some((address, job))
    }

    /// Removes a waiting job.
    fn take(&mut self, number: u64) -> Option<Job> {
        let mut taken = None;
        for line in &mut self.addresses {
            for (_, jobs) in &mut line.players {
                if let Some(place) = jobs.iter().position(|job| job.number == number) {
                    taken = jobs.remove(place);
                }
            }
            line.players.retain(|(_, jobs)| !jobs.is_empty());
        }
        self.addresses.retain(|line| !line.players.is_empty());
        taken
    }
}

/// Cancels a job when nobody awaits its result any more.
struct Cancel {
    scheduler: Arc<Scheduler>,
    number: u64,
    stop: Stop,
}

impl Drop for Cancel {
    fn drop(&mut self) {
        self.stop.set();
        let job = self.scheduler.lock().take(self.number);
        drop(job);
    }
}

/// Held while work runs. Dropping it, also in a panic, frees the worker.
struct Worker {
    scheduler: Arc<Scheduler>,
    number: u64,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.scheduler.lock().running.retain(|job| job.number != self.number);
        self.scheduler.start_jobs();
    }
}

/// Aborts its task when it is dropped.
#[derive(Debug)]
pub(crate) struct AbortOnDrop(pub(crate) JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The players who wait for a hint: at most one each, on all sockets together.
#[derive(Debug, Default)]
pub(crate) struct Hints(Mutex<HashSet<String>>);

/// Marks a player as waiting for a hint until it is dropped.
#[derive(Debug)]
pub(crate) struct PendingHint {
    hints: Arc<Hints>,
    player: String,
}

impl Hints {
    /// `None` if the player is already waiting for one.
    pub(crate) fn begin(self: &Arc<Self>, player: &str) -> Option<PendingHint> {
        let new = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(player.to_owned());
        new.then(|| PendingHint { hints: Arc::clone(self), player: player.to_owned() })
    }
}

impl Drop for PendingHint {
    fn drop(&mut self) {
        self.hints.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.player);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use golemry_core::Seed;
    use golemry_table::Hint;

    use super::*;

    fn owner(address: u8, player: &str) -> Owner {
        Owner::new(IpAddr::from([192, 0, 2, address]), Some(player.to_owned()))
    }

    /// A job that runs until it is released, and reports when it has begun.
    struct Gate {
        task: JoinHandle<Result<(), Undone>>,
        open: mpsc::Sender<()>,
    }

    impl Gate {
        async fn shut(scheduler: &Arc<Scheduler>, owner: Owner) -> Gate {
            let (open, opened) = mpsc::channel::<()>();
            let (begin, begun) = oneshot::channel();
            let scheduler = Arc::clone(scheduler);
            let work = move |_: &Stop| {
                let _ = begin.send(());
                let _ = opened.recv();
            };
            let task = tokio::spawn(async move { scheduler.run(owner, work).await });
            begun.await.unwrap();
            Gate { task, open }
        }

        async fn open(self) {
            drop(self.open);
            self.task.await.unwrap().unwrap();
        }
    }

    /// Submits a job for each owner while a gate blocks the only worker, and returns the order in which they ran.
    async fn order(owners: &[(u8, &str)]) -> Vec<usize> {
        let scheduler = Scheduler::with_workers(1);
        let gate = Gate::shut(&scheduler, owner(99, "gate")).await;
        let done = Arc::new(Mutex::new(Vec::new()));
        let mut jobs = Vec::new();
        for (index, (address, player)) in owners.iter().enumerate() {
            let (scheduler, done, owner) =
                (Arc::clone(&scheduler), Arc::clone(&done), owner(*address, player));
            jobs.push(tokio::spawn(async move {
                scheduler.run(owner, move |_| done.lock().unwrap().push(index)).await
            }));
            // The task runs as far as the queue.
            tokio::task::yield_now().await;
        }
        assert_eq!(scheduler.waiting(), owners.len());
        gate.open().await;
        for job in jobs {
            job.await.unwrap().unwrap();
        }
        Arc::into_inner(done).unwrap().into_inner().unwrap()
    }

    #[tokio::test]
    async fn addresses_take_turns_and_so_do_the_players_of_one() {
        let flood = [(1, "a"), (1, "a"), (1, "a"), (1, "b"), (2, "c"), (2, "c"), (3, "d")];
        assert_eq!(order(&flood).await, [0, 4, 6, 3, 5, 1, 2]);
        assert_eq!(order(&[(1, "a"), (1, "a"), (1, "a")]).await, [0, 1, 2]);
    }

    #[tokio::test]
    async fn one_address_never_holds_every_worker() {
        let scheduler = Scheduler::with_workers(3);
        let first = Gate::shut(&scheduler, owner(1, "a")).await;
        let second = Gate::shut(&scheduler, owner(1, "b")).await;
        let waits = tokio::spawn({
            let scheduler = Arc::clone(&scheduler);
            async move { scheduler.run(owner(1, "c"), |_| ()).await }
        });
        tokio::task::yield_now().await;
        assert_eq!((scheduler.running(), scheduler.waiting()), (2, 1));
        assert_eq!(scheduler.run(owner(2, "d"), |_| 7).await, Ok(7), "another address is served at once");
        assert_eq!(scheduler.waiting(), 1);
        first.open().await;
        waits.await.unwrap().unwrap();
        second.open().await;
    }

    #[tokio::test]
    async fn a_job_that_nobody_awaits_leaves_the_queue_and_a_running_one_is_told() {
        let scheduler = Scheduler::with_workers(1);
        let (began, begun) = oneshot::channel();
        let (ended, end) = oneshot::channel();
        let running = AbortOnDrop(tokio::spawn({
            let scheduler = Arc::clone(&scheduler);
            async move {
                let work = move |stop: &Stop| {
                    let _ = began.send(());
                    while !stop.is_set() {
                        std::thread::yield_now();
                    }
                    let _ = ended.send(());
                };
                let _ = scheduler.run(owner(1, "a"), work).await;
            }
        }));
        begun.await.unwrap();
        let waiting = AbortOnDrop(tokio::spawn({
            let scheduler = Arc::clone(&scheduler);
            async move {
                let _: Result<(), _> = scheduler.run(owner(1, "a"), |_| panic!("nobody wants this")).await;
            }
        }));
        tokio::task::yield_now().await;
        assert_eq!(scheduler.waiting(), 1);
        drop(waiting);
        tokio::task::yield_now().await;
        assert_eq!((scheduler.running(), scheduler.waiting()), (1, 0));
        drop(running);
        end.await.unwrap();
        assert_eq!(scheduler.run(owner(1, "a"), |_| 7).await, Ok(7), "the worker is free again");
    }

    #[tokio::test]
    async fn a_panic_frees_its_worker() {
        let scheduler = Scheduler::with_workers(1);
        let failed: Result<(), _> = scheduler.run(owner(1, "a"), |_| panic!("a bot's bug")).await;
        assert_eq!(failed, Err(Undone::Failed));
        assert_eq!(scheduler.run(owner(1, "a"), |_| 7).await, Ok(7));
        scheduler.close();
        assert_eq!(scheduler.run(owner(1, "a"), |_| 7).await, Err(Undone::Failed));
    }

    #[tokio::test(start_paused = true)]
    async fn a_deadline_ends_the_wait_and_leaves_the_worker_to_the_work() {
        let scheduler = Scheduler::with_workers(1);
        let (open, opened) = mpsc::channel::<()>();
        let (sender, stopped) = mpsc::channel();
        let work = move |stop: &Stop| {
            let _ = opened.recv();
            let _ = sender.send(stop.is_set());
        };
        // A blocking job keeps tokio's paused clock from running by itself, so the test moves it.
        let job = tokio::spawn({
            let scheduler = Arc::clone(&scheduler);
            async move { scheduler.run_within(Duration::from_secs(10), owner(1, "a"), work).await }
        });
        tokio::task::yield_now().await;
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_eq!(job.await.unwrap(), Err(Undone::Late));
        assert_eq!(scheduler.running(), 1, "the work has not ended, so its worker is not free");
        drop(open);
        assert_eq!(tokio::task::spawn_blocking(move || stopped.recv()).await.unwrap(), Ok(true));
    }

    /// A bot that decides at once, as in a forced decision.
    struct Forced;

    impl Thinker for Forced {
        fn think_while(self: Box<Self>, _: Option<Budget>, _: Seed, _: &dyn Fn() -> bool) -> Thought<Json> {
            Thought::at_once(serde_json::value::to_raw_value("pass").unwrap())
        }

        fn hint_while(self: Box<Self>, _: Option<Budget>, _: Seed, _: &dyn Fn() -> bool) -> Hint {
            unreachable!("nobody asks for a hint here")
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_forced_decision_takes_as_long_as_any_other() {
        let scheduler = Scheduler::with_workers(1);
        let start = Instant::now();
        let pace = Duration::from_millis(1050);
        let thought = scheduler.think(owner(1, "a"), Box::new(Forced), None, pace).await.unwrap();
        assert_eq!((thought.action.get(), start.elapsed()), ("\"pass\"", pace));
    }

    #[test]
    fn a_player_waits_for_one_hint_at_a_time() {
        let hints = Arc::new(Hints::default());
        let first = hints.begin("ada");
        assert!(first.is_some() && hints.begin("ada").is_none() && hints.begin("bob").is_some());
        drop(first);
        assert!(hints.begin("ada").is_some());
    }
}
