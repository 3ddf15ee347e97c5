//! TLS to PostgreSQL: the server's certificate is checked.

use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};
use golemry_load::Postgres;
use golemry_store::Store;
use sqlx::{AnyConnection, Connection as _, Row as _};

/// Makes an authority, and a certificate for `localhost` that it has signed.
fn certificates(folder: &Path, name: &str) -> Result<()> {
    let file = |kind: &str| folder.join(format!("{name}.{kind}")).display().to_string();
    std::fs::write(file("ext"), "subjectAltName=DNS:localhost")?;
    let (ca, ca_key, key) = (file("ca"), file("ca-key"), file("key"));
    let (request, certificate, extensions) = (file("csr"), file("crt"), file("ext"));
    let new_key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    let authority = ["-x509", "-days", "2", "-subj", "/CN=authority", "-keyout", &ca_key, "-out", &ca];
    let asking = ["-subj", "/CN=localhost", "-keyout", &key, "-out", &request];
    let signing = ["-req", "-days", "2", "-CAcreateserial", "-in", &request, "-CA", &ca, "-CAkey", &ca_key];
    openssl(&[&["req"], &new_key[..], &authority].concat())?;
    openssl(&[&["req"], &new_key[..], &asking].concat())?;
    openssl(&[&["x509"], &signing[..], &["-extfile", &extensions, "-out", &certificate]].concat())
}

fn openssl(words: &[&str]) -> Result<()> {
    let output = Command::new("openssl").args(words).output()?;
    ensure!(output.status.success(), "openssl {words:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

#[tokio::test]
async fn the_certificate_of_a_postgresql_is_checked() -> Result<()> {
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let authorities = tempfile::tempdir()?;
    let server = Postgres::with_settings(|folder| {
        certificates(folder, "server")?;
        certificates(folder, "other")?;
        for name in ["server.ca", "other.ca"] {
            std::fs::copy(folder.join(name), authorities.path().join(name))?;
        }
        let file = |name: &str| folder.join(name).display().to_string();
        Ok(vec![
            "listen_addresses=127.0.0.1".to_owned(),
            format!("port={port}"),
            "ssl=on".to_owned(),
            format!("ssl_cert_file={}", file("server.crt")),
            format!("ssl_key_file={}", file("server.key")),
        ])
    })?;
    let url = |host: &str, authority: &str| {
        let authority = authorities.path().join(authority).display().to_string();
        format!("postgres://golemry@{host}:{port}/postgres?sslmode=verify-full&sslrootcert={authority}")
    };
    let right = url("localhost", "server.ca");
    Store::open(&right).await?.close().await;
    let mut connection = AnyConnection::connect(&right).await?;
    let query = "SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl";
    let version: String = sqlx::query(query).fetch_one(&mut connection).await?.try_get(0)?;
    assert!(version.starts_with("TLSv1."), "{version}");

    for (wrong, word) in [
        (url("localhost", "other.ca"), "certificate"),
        (url("127.0.0.1", "server.ca"), "certificate"),
        (url("localhost", "missing.ca"), "missing.ca"),
    ] {
        let error = Store::open(&wrong).await.unwrap_err().to_string();
        assert!(error.contains(word), "{wrong}: {error}");
    }
    drop(server);
    Ok(())
}
