//! The page, changed so that it needs nothing but files.

use std::borrow::Cow;
use std::collections::BTreeMap;

use anyhow::{Context as _, bail, ensure};
use serde::{Deserialize, Serialize};

/// A file of a site.
#[derive(Debug)]
pub struct File {
    /// From the folder of the site, with slashes.
    pub path: String,
    pub content: Vec<u8>,
}

/// The page that this program brings along, as served.
pub struct Page {
    files: BTreeMap<String, Cow<'static, [u8]>>,
}

/// The first line of the service worker: what it keeps, and a version that changes with it.
#[derive(Deserialize, Serialize)]
struct Shell {
    version: String,
    files: Vec<String>,
}

const SHELL: (&str, &str) = ("self.shell=", ";");

/// Where the page begins, until its script runs. It is shown after a while only, and at once where neither styles nor scripts are loaded:
/// in a page that was opened from a disk.
const BEFORE: &str = "<div id=\"app\"><p class=\"starting\">Golemry needs a web server, and cannot be opened from a disk: README.txt tells how. \
     If it came from one, it is still loading.</p></div>";

impl Page {
    /// The page, if this program has one.
    pub fn of(files: impl Iterator<Item = (Cow<'static, str>, Cow<'static, [u8]>)>) -> anyhow::Result<Page> {
        let files: BTreeMap<String, _> = files.map(|(path, content)| (path.into_owned(), content)).collect();
        ensure!(
            files.contains_key("sw.js"),
            "this program was built without its page (feature `page`): there is nothing to write"
        );
        Ok(Page { files })
    }

    /// Every file of a site with these decks; what others lead to comes last, so that a visitor never gets half of it.
    pub fn files(&self, decks: &[u8], readme: &str) -> anyhow::Result<Vec<File>> {
        let index = self.index()?;
        let mut files: Vec<File> = Vec::new();
        for (path, content) in
            self.files.iter().filter(|(path, _)| !["index.html", "sw.js"].contains(&path.as_str()))
        {
            files.push(File { path: path.clone(), content: content.to_vec() });
        }
        let mut add = |path: &str, content: &[u8]| {
            files.push(File { path: path.to_owned(), content: content.to_owned() });
        };
        add("_headers", headers().as_bytes());
        // GitHub leaves files out otherwise whose names begin with an underscore.
        add(".nojekyll", b"");
        add("README.txt", readme.as_bytes());
        add("decks.json", decks);
        add("index.html", index.as_bytes());
        let worker = self.worker(&files)?;
        files.push(File { path: "sw.js".to_owned(), content: worker.into_bytes() });
        Ok(files)
    }

    fn text(&self, path: &str) -> anyhow::Result<&str> {
        let content = self.files.get(path).with_context(|| format!("the page has no {path}"))?;
        std::str::from_utf8(content).with_context(|| format!("{path} of the page is not a text"))
    }

    /// With relative addresses, the content policy, and the mark that tells the page what it is.
    fn index(&self) -> anyhow::Result<String> {
        let html = self.text("index.html")?;
        let (charset, app) = ("<meta charset=\"utf-8\" />", "<div id=\"app\"></div>");
        if !html.contains(charset) || !html.contains(app) {
            bail!(
                "the page does not look as expected: it was built by something else than `cargo xtask page`"
            );
        }
        let policy = golemry_server::site_policy();
        let head = format!(
            "{charset}\n    <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\" />\n    \
             <meta name=\"golemry-site\" content=\"{}\" />",
            env!("CARGO_PKG_VERSION")
        );
        Ok(html.replace("=\"/", "=\"./").replace(charset, &head).replace(app, BEFORE))
    }

    /// The service worker, with a version that changes with any file of the site.
    fn worker(&self, files: &[File]) -> anyhow::Result<String> {
        let script = self.text("sw.js")?;
        let (first, rest) = script.split_once('\n').context("sw.js has one line only")?;
        let shell = first.strip_prefix(SHELL.0).and_then(|first| first.strip_suffix(SHELL.1));
        let mut shell: Shell = serde_json::from_str(shell.context("sw.js does not begin with its files")?)?;
        shell.files.push("decks.json".to_owned());
        shell.version = fingerprint(files);
        Ok(format!("{}{}{}\n{rest}", SHELL.0, serde_json::to_string(&shell)?, SHELL.1))
    }
}

/// FNV-1a of all files: it need only differ where they do.
fn fingerprint(files: &[File]) -> String {
    let bytes =
        files.iter().flat_map(|file| file.path.bytes().chain([0]).chain(file.content.iter().copied()));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// For hosts that read `_headers`, such as Netlify and Cloudflare Pages.
fn headers() -> String {
    let mut text = String::from("/*\n");
    for (name, value) in &golemry_server::HEADERS {
        text += &format!("  {name}: {value}\n");
    }
    text +=
        &format!("  content-security-policy: {}; frame-ancestors 'none'\n", golemry_server::site_policy());
    // Each path in one rule only: where several match, hosts join what they say.
    for path in ["/", "/index.html", "/sw.js", "/decks.json", "/engine/engine.json"] {
        text += &format!("{path}\n  cache-control: no-cache\n");
    }
    for path in ["/assets/*", "/engine/*.gz", "/engine/*.net"] {
        text += &format!("{path}\n  cache-control: public, max-age=31536000, immutable\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str =
        "<head><meta charset=\"utf-8\" /><script src=\"/assets/a.js\"></script></head><div id=\"app\"></div>";
    const WORKER: &str = "self.shell={\"version\":\"0\",\"files\":[\"./\",\"assets/a.js\"]};\nwork();\n";

    fn page(html: &'static str, worker: &'static str) -> Page {
        let files = [("index.html", html), ("sw.js", worker), ("assets/a.js", "1")];
        Page::of(files.into_iter().map(|(path, text)| (path.into(), text.as_bytes().into()))).unwrap()
    }
    fn text<'a>(files: &'a [File], path: &str) -> &'a str {
        std::str::from_utf8(&files.iter().find(|file| file.path == path).unwrap().content).unwrap()
    }

    #[test]
    fn addresses_are_relative_and_the_policy_is_in_the_page() {
        let files = page(HTML, WORKER).files(b"[]", "").unwrap();
        let html = text(&files, "index.html");
        assert!(html.contains("src=\"./assets/a.js\"") && !html.contains("=\"/"), "{html}");
        assert!(html.contains("'wasm-unsafe-eval'") && !html.contains("frame-ancestors"), "{html}");
        assert!(html.contains("name=\"golemry-site\""), "{html}");
        assert_eq!(files.last().unwrap().path, "sw.js");
        let headers = text(&files, "_headers");
        assert!(headers.contains("/assets/*") && headers.contains("nosniff"), "{headers}");
    }

    #[test]
    fn the_worker_keeps_the_decks_and_changes_with_them() {
        let worker = |decks: &[u8]| {
            let files = page(HTML, WORKER).files(decks, "").unwrap();
            text(&files, "sw.js").to_owned()
        };
        let (none, one) = (worker(b"[]"), worker(b"[1]"));
        assert!(none.contains("\"decks.json\"") && none.ends_with("work();\n"), "{none}");
        assert_ne!(none, one);
        assert_eq!(none, worker(b"[]"));
    }

    #[test]
    fn a_page_of_another_make_is_refused() {
        assert!(page("<p>", WORKER).files(b"[]", "").is_err());
        assert!(page(HTML, "work();").files(b"[]", "").is_err());
        let none = [("index.html".into(), Cow::Borrowed(HTML.as_bytes()))];
        let Err(refusal) = Page::of(none.into_iter()) else { panic!("it has no page") };
        assert!(refusal.to_string().contains("without its page"), "{refusal}");
    }
}
