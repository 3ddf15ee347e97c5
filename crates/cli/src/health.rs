use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, bail};

/// A server that takes longer is not well.
const PATIENCE: Duration = Duration::from_secs(5);

/// `golemry health`: asks a server whether it is well. Containers without any other program use it.
pub fn run(address: SocketAddr) -> anyhow::Result<()> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)
        .with_context(|| format!("no server answers at {address}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET /health HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut reply = String::new();
    // A reply of ours is much shorter, and what answers here need not be ours.
    stream
        .take(4096)
        .read_to_string(&mut reply)
        .with_context(|| format!("{address} does not answer as a server should"))?;
    let status = reply.lines().next().unwrap_or_default();
    if status.split(' ').nth(1) != Some("200") {
        bail!("the server at {address} is not well: {status:?}");
    }
    println!("the server at {address} is well");
    Ok(())
}
