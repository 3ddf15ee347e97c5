//! `golemry serve`: the table in the browser.

use std::io::{ErrorKind, Write as _};
use std::net::IpAddr;
use std::time::Duration;

use anyhow::{Context as _, bail};
use golemry_server::{App, Config, Limits, serve};
use tokio::net::TcpListener;
use tracing_subscriber::filter::LevelFilter;

use crate::{args, database};

/// `golemry serve`
pub fn run(args: &args::Serve) -> anyhow::Result<()> {
    // What went wrong goes to standard error; GOLEMRY_LOG=debug tells more.
    let level =
        std::env::var("GOLEMRY_LOG").ok().and_then(|level| level.parse().ok()).unwrap_or(LevelFilter::WARN);
    let _ = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).try_init();
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(open(args))
}

async fn open(args: &args::Serve) -> anyhow::Result<()> {
    let listener = listen(&args.host, args.port).await?;
    let address = listener.local_addr()?;
    let (store, place) = database::open(&args.database).await?;
    let limits = if args.no_limits { Limits::none() } else { Limits::default() };
    let keep = args.keep_days.map(|days| Duration::from_secs(u64::from(days) * 24 * 60 * 60));
    // --no-limits lifts this one, too.
    let daily_quota = if args.no_limits { u32::MAX } else { args.daily_quota << 20 };
    let config = Config { limits, proxy: args.proxy, keep, daily_quota, ..Config::default() };
    let app = App::open(store, config);

    let name = if address.ip().is_loopback() { "localhost".to_owned() } else { shown(address.ip()) };
    let mut greeting = format!(
        "Golemry is open at http://{name}:{}\nOpen it in a browser to play. Matches are kept in {place}. Ctrl-C stops it.\n",
        address.port()
    );
    if address.ip().is_loopback() {
        greeting += "Only this machine can reach it; --host 0.0.0.0 opens it to your network.\n";
    }
    // Who has started it may have stopped listening: the table stays open all the same.
    let _ = std::io::stdout().write_all(greeting.as_bytes());
    let _ = std::io::stdout().flush();
    serve(&app, listener, stopped()).await.context("the server failed")
}

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

/// Waits for Ctrl-C, or for the system to ask the program to stop.
async fn stopped() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate());
        if let Ok(mut terminated) = terminated {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}
