//! What `golemry serve` says when it is open, and the browser it opens.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// Says where the table is, and opens it in a browser if somebody sits at this screen.
pub(crate) fn greet(address: SocketAddr, place: &str, may_open: bool) {
    let port = address.port();
    let here = match address.ip() {
        ip if ip.is_loopback() || ip.is_unspecified() => "localhost".to_owned(),
        ip => in_a_link(ip),
    };
    let here = format!("http://{here}:{port}");
    let mut text = format!(
        "Golemry is open at {here}\nOpen it in a browser to play. Matches are kept in {place}. Ctrl-C stops it.\n"
    );
    if address.ip().is_loopback() {
        text += "Only this machine can reach it; --host 0.0.0.0 opens it to your network.\n";
    } else if let Some(ip) = seen_by_others(address.ip()) {
        let link = format!("http://{}:{port}", in_a_link(ip));
        let _ = writeln!(text, "Others in your network find it at {link}");
        if std::io::stdout().is_terminal()
            && let Some(code) = code(&link)
        {
            text += &code;
        }
    }
    // The parent may have closed the pipe: the server stays up all the same.
    let _ = std::io::stdout().write_all(text.as_bytes());
    let _ = std::io::stdout().flush();
    if may_open && has_screen() {
        // Without a browser, the printed address is enough.
        let _ = open::that_detached(here);
    }
}

/// An address as it stands in a link.
fn in_a_link(address: IpAddr) -> String {
    match address {
        IpAddr::V6(address) => format!("[{address}]"),
        IpAddr::V4(address) => address.to_string(),
    }
}

/// The address by which other machines reach this one.
fn seen_by_others(listening: IpAddr) -> Option<IpAddr> {
    if !listening.is_unspecified() {
        return Some(listening);
    }
    // Nothing is sent: the system only says from which of its addresses it would send something to a far one, here one that is
    // reserved for documentation.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then_some(own)
}

/// A link for the camera of a phone, in characters of a terminal: white squares are drawn on black, whatever colours the terminal has.
fn code(link: &str) -> Option<String> {
    let code = QrCode::new(link).ok()?;
    let picture = code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
    Some(picture.lines().map(|line| format!("\u{1b}[40;97m{line}\u{1b}[0m\n")).collect())
}

/// Whether somebody sits before this program who could see a browser open: not a service, not a test, not a far machine.
fn has_screen() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_remote = is_set("SSH_CONNECTION") || is_set("CI");
    let has_display = cfg!(any(windows, target_os = "macos"))
        || is_set("DISPLAY")
        || is_set("WAYLAND_DISPLAY")
        || is_set("WSL_DISTRO_NAME");
    std::io::stdout().is_terminal() && has_display && !is_remote
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_written_as_browsers_read_them() {
        assert_eq!(in_a_link("192.168.1.7".parse().unwrap()), "192.168.1.7");
        assert_eq!(in_a_link("fe80::7".parse().unwrap()), "[fe80::7]");
        let own = "10.0.0.7".parse().unwrap();
        assert_eq!(seen_by_others(own), Some(own));
    }

    #[test]
    fn a_code_is_a_square_of_half_blocks() {
        let code = code("http://192.168.1.7:4646").unwrap();
        let squares = |line: &str| line.replace("\u{1b}[40;97m", "").replace("\u{1b}[0m", "");
        let lines: Vec<String> = code.lines().map(squares).collect();
        let width = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == width), "{code}");
        // Two squares stand above each other in one character; a white frame is around.
        assert_eq!(lines.len(), width.div_ceil(2), "{code}");
        assert!(lines[0].chars().all(|square| square == '█'), "{code}");
    }
}
