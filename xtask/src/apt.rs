use std::process::Command;

/// Installs a Debian package where that is possible; who calls it looks whether what it needs is there afterwards.
pub fn install(package: &str) {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let apt = Command::new("apt-get").arg("--version").output().is_ok();
    if root && apt {
        println!("installing {package}");
        // A machine that was never updated knows no package; one without a network may still have it in its cache.
        let install = format!(
            "apt-get update --quiet=2; \
             DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet=2 --no-install-recommends {package}"
        );
        let _ = Command::new("sh").args(["-c", &install]).status();
    }
}
