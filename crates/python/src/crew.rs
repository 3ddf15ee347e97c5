use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// How long a thread waits for the next call before it goes to sleep. Waking it takes about as long as a step of a batch, so a loop
/// that steps again at once never has to.
const LOOKOUT: Duration = Duration::from_micros(200);

/// The calling thread and others that help it.
pub(crate) struct Crew {
    threads: usize,
    /// None if one thread does it all.
    helpers: Mutex<Option<Helpers>>,
    /// How often work was shared: it ends the lookout.
    calls: Arc<AtomicUsize>,
}

/// Threads, and the process that they live in. A forked child has a copy of the pool, but none of its threads.
struct Helpers {
    pool: Arc<ThreadPool>,
    process: u32,
}

impl Drop for Helpers {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            // Dropping the pool would wake threads that this process does not have.
            std::mem::forget(Arc::clone(&self.pool));
        }
    }
}

impl Helpers {
    /// The helpers of a crew of so many threads.
    fn of(threads: usize) -> Result<Option<Helpers>, ThreadPoolBuildError> {
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads - 1).build());
        Ok(pool.transpose()?.map(|pool| Helpers { pool: Arc::new(pool), process: std::process::id() }))
    }
}

impl Crew {
    /// A crew of so many threads, the calling one among them.
    pub(crate) fn of(threads: usize) -> Result<Crew, ThreadPoolBuildError> {
        Ok(Crew { threads, helpers: Mutex::new(Helpers::of(threads)?), calls: Arc::default() })
    }

    /// The helpers, made anew if this process was forked from the one that made them.
    fn helpers(&self) -> Result<MutexGuard<'_, Option<Helpers>>, ThreadPoolBuildError> {
        let mut helpers = self.helpers.lock().unwrap_or_else(PoisonError::into_inner);
        if helpers.as_ref().is_some_and(|helpers| helpers.process != std::process::id()) {
            *helpers = Helpers::of(self.threads)?;
        }
        Ok(helpers)
    }

    /// Does `work` with every part, all at the same time; as many parts as threads.
    pub(crate) fn share<P: Send>(
        &self,
        parts: Vec<P>,
        work: impl Fn(P) + Sync,
    ) -> Result<(), ThreadPoolBuildError> {
        let helpers = self.helpers()?;
        let Some(Helpers { pool: helpers, .. }) = &*helpers else {
            parts.into_iter().for_each(work);
            return Ok(());
        };
        let call = self.calls.fetch_add(1, Ordering::Release) + 1;
        let under_way = AtomicUsize::new(parts.len() - 1);
        helpers.in_place_scope(|scope| {
            let mut parts = parts.into_iter();
            let own = parts.next();
            for part in parts {
                let (work, done) = (&work, Done(&under_way));
                scope.spawn(move |_| {
                    let _done = done;
                    work(part);
                });
            }
            own.into_iter().for_each(&work);
            while under_way.load(Ordering::Acquire) > 0 {
                std::thread::yield_now();
            }
        });
        helpers.spawn_broadcast({
            let calls = Arc::clone(&self.calls);
            move |_| {
                let start = Instant::now();
                while calls.load(Ordering::Acquire) == call && start.elapsed() < LOOKOUT {
                    std::thread::yield_now();
                }
            }
        });
        Ok(())
    }
}

/// Counts a part as done when it is dropped, also by a panic.
struct Done<'a>(&'a AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}
