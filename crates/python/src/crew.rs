use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// How long a thread waits for the next call before it goes to sleep. Waking it takes about as long as a step of a batch, so a loop
/// that steps again at once never has to.
const LOOKOUT: Duration = Duration::from_micros(200);

/// The calling thread and others that help it.
pub(crate) struct Crew {
    helpers: Option<ThreadPool>,
    /// How often work was shared: it ends the lookout.
    calls: Arc<AtomicUsize>,
}

impl Crew {
    /// A crew of so many threads, the calling one among them.
    pub(crate) fn of(threads: usize) -> Result<Crew, ThreadPoolBuildError> {
        let helpers = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads - 1).build());
        Ok(Crew { helpers: helpers.transpose()?, calls: Arc::default() })
    }

    /// Does `work` with every part, all at the same time; as many parts as threads.
    pub(crate) fn share<P: Send>(&self, parts: Vec<P>, work: impl Fn(P) + Sync) {
        let Some(helpers) = &self.helpers else { return parts.into_iter().for_each(work) };
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
    }
}

/// Counts a part as done when it is dropped, also by a panic.
struct Done<'a>(&'a AtomicUsize);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}
