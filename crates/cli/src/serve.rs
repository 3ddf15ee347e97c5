//! `golemry serve`: the table in the browser.

use std::io::{ErrorKind, Write as _};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Context as _, bail};
use golemry_core::Seed;
use golemry_server::{App, Config, Limits, Proxies, serve, serve_metrics};
use tokio::net::TcpListener;
use tracing_subscriber::filter::LevelFilter;

use crate::{args, database};

/// Files and sockets of our own that are open beside the clients' connections: the database, the log, the listener.
const OWN_FILES: u64 = 64;

/// How long work that ignores its end may hold the program up.
const LAST_WORK: Duration = Duration::from_secs(1);

/// `golemry serve`
pub fn run(args: &args::Serve) -> anyhow::Result<()> {
    start_log(args.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(open(args));
    runtime.shutdown_timeout(LAST_WORK);
    ended
}

/// Problems go to standard error; GOLEMRY_LOG=debug shows more.
fn start_log(form: args::LogForm) {
    let level = std::env::var("GOLEMRY_LOG").ok().and_then(|level| level.parse().ok());
    let log = tracing_subscriber::fmt()
        .with_max_level(level.unwrap_or(LevelFilter::WARN))
        .with_writer(std::io::stderr);
    let _ = match form {
        args::LogForm::Text => log.try_init(),
        args::LogForm::Json => log.json().flatten_event(true).try_init(),
    };
}

async fn open(args: &args::Serve) -> anyhow::Result<()> {
    let mut signals = Signals::new()?;
    let config = config(args);
    let listener = listen(&args.host, args.port).await?;
    let address = listener.local_addr()?;
    let metrics = match args.metrics {
        Some(address) => Some(
            TcpListener::bind(address).await.with_context(|| format!("cannot serve metrics on {address}"))?,
        ),
        None => None,
    };
    let (store, place) = database::open(&args.database).await?;
    let app = App::open(store, config);
    if let Some(metrics) = metrics {
        tokio::spawn(serve_metrics(app.clone(), metrics));
    }

    let name = if address.ip().is_loopback() { "localhost".to_owned() } else { shown(address.ip()) };
    let mut greeting = format!(
        "Golemry is open at http://{name}:{}\nOpen it in a browser to play. Matches are kept in {place}. Ctrl-C stops it.\n",
        address.port()
    );
    if address.ip().is_loopback() {
        greeting += "Only this machine can reach it; --host 0.0.0.0 opens it to your network.\n";
    }
    // Whoever started it may have stopped listening: the table stays open all the same.
    let _ = std::io::stdout().write_all(greeting.as_bytes());
    let _ = std::io::stdout().flush();

    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let stopped = async move { drop(stopped.await) };
    let mut serving = pin!(serve(&app, listener, stopped));
    tokio::select! {
        served = serving.as_mut() => return served.context("the server failed"),
        () = signals.next() => drop(stop),
    }
    // Everything acknowledged is stored already, so a second signal may end it at once.
    tokio::select! {
        served = serving => served.context("the server failed"),
        () = signals.next() => Ok(()),
    }
}

fn config(args: &args::Serve) -> Config {
    let mut limits = if args.no_limits { Limits::none() } else { Limits::default() };
    // Every connection is a file to the system, which by default allows few.
    match rlimit::increase_nofile_limit(limits.all_connections as u64 + OWN_FILES) {
        Ok(files) => {
            let most = usize::try_from(files.saturating_sub(OWN_FILES).max(1)).unwrap_or(usize::MAX);
            limits.all_connections = limits.all_connections.min(most);
            if !args.no_limits {
                // However few there are, one address does not get them all.
                limits.connections = limits.connections.min(most.div_ceil(2));
            }
        }
        Err(error) => tracing::warn!("cannot raise the limit on open files: {error}"),
    }
    let proxies = match &args.proxy {
        None => Proxies::None,
        Some(named) if named.is_empty() => Proxies::Any,
        Some(named) => Proxies::Named(named.clone()),
    };
    // The name we listen on is one of ours; addresses are anyway.
    let hosts = args.public_host.iter().chain([&args.host]).cloned().collect();
    let keep = args.keep_days.map(|days| Duration::from_secs(u64::from(days) * 24 * 60 * 60));
    // --no-limits lifts this one, too.
    let daily_quota = if args.no_limits { u32::MAX } else { args.daily_quota << 20 };
    let mut config = Config { limits, proxies, hosts, keep, daily_quota, ..Config::default() };
    if let Some(seed) = args.seed {
        tracing::warn!("every match has the seed {seed}: its cards can be known");
        let _ = FIXED_SEED.set(seed);
        config.seed = || *FIXED_SEED.get().expect("it is set before it is used");
    }
    config
}

/// The seed of every match, if one was given.
static FIXED_SEED: OnceLock<Seed> = OnceLock::new();

async fn listen(host: &str, port: u16) -> anyhow::Result<TcpListener> {
    let refused = match TcpListener::bind((host, port)).await {
        Ok(listener) => return Ok(listener),
        Err(error) => error,
    };
    match refused.kind() {
        ErrorKind::AddrInUse => bail!(
            "port {port} is taken: perhaps golemry runs already (http://localhost:{port}); --port takes another one"
        ),
        ErrorKind::PermissionDenied => {
            bail!("port {port} is not for you: ports from 1024 on are; --port takes one")
        }
        _ => Err(refused).with_context(|| format!("cannot listen on {host}, port {port}")),
    }
}

/// An address as it stands in a link; for "all of them" the machine's own name for itself.
fn shown(address: IpAddr) -> String {
    match address {
        address if address.is_unspecified() => "localhost".to_owned(),
        IpAddr::V6(address) => format!("[{address}]"),
        IpAddr::V4(address) => address.to_string(),
    }
}

/// What asks the program to stop: Ctrl-C, and SIGTERM where there is such a thing. They are listened to from the start, so that none is
/// missed and the system's own way, which ends the program at once, is off.
struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
}

impl Signals {
    #[cfg(unix)]
    fn new() -> std::io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Waits for one of them.
    #[cfg(unix)]
    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }

    #[cfg(not(unix))]
    fn new() -> std::io::Result<Signals> {
        Ok(Signals {})
    }

    #[cfg(not(unix))]
    async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
