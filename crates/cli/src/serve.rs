//! `golemry serve`: the table in the browser.

use std::io::{ErrorKind, IsTerminal as _};
use std::pin::pin;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Context as _, bail};
use golemry_core::Seed;
use golemry_server::{
    App, Config, Engine, Limits, Membership, Peers, Proxies, Secret, serve, serve_in_cluster, serve_metrics,
};
use tokio::net::TcpListener;
use tracing_subscriber::filter::LevelFilter;

use crate::program::Program;
use crate::{args, database, input, players, welcome};

/// Files and sockets we need besides the clients' connections: the database, the log, the listener.
const OWN_FILES: u64 = 64;

/// How long unfinished work may delay the end of the program.
const LAST_WORK: Duration = Duration::from_secs(1);

/// `golemry serve`
pub fn run(program: &Program, args: &args::Serve) -> anyhow::Result<()> {
    start_log(args.log);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(open(program, args));
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

async fn open(program: &Program, args: &args::Serve) -> anyhow::Result<()> {
    let mut signals = Signals::new()?;
    let mut config = config(args);
    config.engine = engine(program)?;
    config.programs = players::programs(&args.bots, args.limit)?;
    let listener = listen(&args.host, args.port).await?;
    let address = listener.local_addr()?;
    let metrics = match args.metrics {
        Some(address) => Some(
            TcpListener::bind(address).await.with_context(|| format!("cannot serve metrics on {address}"))?,
        ),
        None => None,
    };
    if std::io::stderr().is_terminal() {
        eprintln!("Opening the database …");
    }
    let node = node(args, address.port()).await?;
    let (store, place) = database::open(&args.database).await?;
    let (nodes, peers) = node.unzip();
    let (games, mounts) = (program.games().clone(), program.mounts());
    let app = if store.is_shared() {
        let expiry = Duration::from_secs(args.cluster.node_expiry.into());
        tokio::select! {
            joined = App::join(games, mounts, store, config, Membership { peers, expiry }) => joined?,
            () = signals.next() => return Ok(()),
        }
    } else {
        App::open(games, mounts, store, config).await?
    };
    if let Some(metrics) = metrics {
        tokio::spawn(serve_metrics(app.clone(), metrics));
    }

    welcome::greet(address, &place, !args.no_open);

    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let stopped = async move { drop(stopped.await) };
    let mut serving = pin!(async {
        match nodes {
            None => serve(&app, listener, stopped).await,
            Some(nodes) => serve_in_cluster(&app, listener, nodes, stopped).await,
        }
    });
    tokio::select! {
        served = serving.as_mut() => return served.context("the server failed"),
        () = signals.next() => drop(stop),
    }
    // Everything acknowledged is already stored, so a second signal may end the program at once.
    tokio::select! {
        served = serving => served.context("the server failed"),
        () = signals.next() => Ok(()),
    }
}

/// What the page plays with. Tests name a module that was built for them.
pub(crate) fn engine(program: &Program) -> anyhow::Result<Engine> {
    let Some(file) = std::env::var_os("GOLEMRY_MODULE") else { return Ok(program.engine()) };
    let packed = std::fs::read(&file)
        .with_context(|| format!("cannot read the module {}, which GOLEMRY_MODULE names", file.display()))?;
    Ok(program.engine().with_module(packed))
}

fn config(args: &args::Serve) -> Config {
    let mut limits = if args.no_limits { Limits::none() } else { Limits::default() };
    // Every connection is a file descriptor, and the default limit is low.
    match rlimit::increase_nofile_limit(limits.all_connections as u64 + OWN_FILES) {
        Ok(files) => {
            let most = usize::try_from(files.saturating_sub(OWN_FILES).max(1)).unwrap_or(usize::MAX);
            limits.all_connections = limits.all_connections.min(most);
            if !args.no_limits {
                // However low the limit, one address must not get all of them.
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
    // The names we listen on are ours; addresses always are.
    let own = args.cluster.node_url.iter().map(|url| url.host().to_owned());
    let hosts = args.public_host.iter().chain([&args.host]).cloned().chain(own).collect();
    let keep = args.keep_days.map(|days| Duration::from_secs(u64::from(days) * 24 * 60 * 60));
    // --no-limits lifts these limits, too.
    let quota = |mebibytes: u32| if args.no_limits { u64::MAX } else { u64::from(mebibytes) << 20 };
    let (daily_quota, daily_quota_all) = (quota(args.daily_quota), quota(args.daily_quota_all));
    let shuffle = Duration::from_secs(args.shuffle_seconds.into());
    let shuffle = Some(shuffle).filter(|wait| !wait.is_zero());
    let (gallery, open_tables, ratings) = (args.gallery, !args.no_open_tables, args.ratings);
    let mut config = Config {
        limits,
        proxies,
        hosts,
        keep,
        daily_quota,
        daily_quota_all,
        shuffle,
        gallery,
        open_tables,
        ratings,
        solo: args.solo.into(),
        ..Config::default()
    };
    if let Some(seed) = args.seed {
        config.shuffle = None;
        tracing::warn!("every match has the seed {seed}: its cards can be known");
        let _ = FIXED_SEED.set(seed);
        config.seed = || *FIXED_SEED.get().expect("it is set before it is used");
    }
    config
}

/// The listener for the other servers and how to be one of them, if there are several. Players reach this one at `public_port`.
async fn node(args: &args::Serve, public_port: u16) -> anyhow::Result<Option<(TcpListener, Peers)>> {
    let args::Cluster { node_address: Some(address), cluster_secret_file: Some(file), .. } = &args.cluster
    else {
        return Ok(None);
    };
    if !args.database.database.as_deref().is_some_and(|url| url.starts_with("postgres")) {
        bail!(
            "--node-address is for servers that share a PostgreSQL: name it with --database postgres://user@host/name"
        );
    }
    let secret = input::read_file(file)
        .with_context(|| format!("cannot read the cluster's secret from {}", file.display()))?;
    let secret = Secret::new(&secret).with_context(|| format!("{} cannot be used", file.display()))?;
    let Some((host, port)) = address.rsplit_once(':').filter(|(_, port)| port.parse::<u16>().is_ok()) else {
        bail!("--node-address {address} is not HOST:PORT, such as 10.0.0.1:4747");
    };
    let listener = match TcpListener::bind(address).await {
        Ok(listener) => listener,
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            bail!("--node-address {address}: port {port} is taken by another program")
        }
        Err(error) if error.kind() == ErrorKind::AddrNotAvailable => {
            bail!("--node-address {address}: {host} is not an address of this machine")
        }
        Err(error) => {
            return Err(error).with_context(|| format!("cannot listen on --node-address {address}"));
        }
    };
    let local = listener.local_addr()?;
    if local.ip().is_unspecified() {
        bail!(
            "--node-address {address} is not an address that the other servers can connect to: name this machine's own"
        );
    }
    let address = format!("{host}:{}", local.port());
    let url = args.cluster.node_url.as_ref().map(|url| url.listening_on(public_port));
    Ok(Some((listener, Peers { address, url, secret })))
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
            "port {port} is in use: perhaps golemry is already running (http://localhost:{port}); choose another one with --port"
        ),
        ErrorKind::PermissionDenied => {
            bail!("you may not use port {port}; choose one from 1024 on with --port")
        }
        _ => Err(refused).with_context(|| format!("cannot listen on {host}, port {port}")),
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
