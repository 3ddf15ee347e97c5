//! The folder that a site is written into.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};

use super::page::File;

/// Lists what we wrote, so that a site can be renewed and files of its owner stay.
const LIST: &str = "golemry-site.json";

#[derive(Default, Deserialize, Serialize)]
struct List {
    files: BTreeSet<String>,
}

/// A folder that may be written.
pub struct Folder<'a> {
    root: &'a Path,
    /// What an earlier site has left there.
    ours: BTreeSet<String>,
    force: bool,
}

impl<'a> Folder<'a> {
    /// A folder that is new, empty or a site already; with `force` any folder. Hidden files, such as those of git, do not count.
    pub fn at(root: &'a Path, force: bool) -> anyhow::Result<Folder<'a>> {
        if root.exists() && !root.is_dir() {
            bail!("{} is not a folder", root.display());
        }
        let ours = match fs::read(root.join(LIST)) {
            Ok(list) => match serde_json::from_slice::<List>(&list) {
                Ok(List { files }) => Some(files.into_iter().filter(|file| is_inside(file)).collect()),
                Err(_) if force => None,
                Err(error) => {
                    let list = root.join(LIST);
                    return Err(error).with_context(|| {
                        format!("{} cannot be read; --force writes the site anew", list.display())
                    });
                }
            },
            Err(_) => None,
        };
        if ours.is_none() && !force {
            let strangers = visible(root)?;
            if !strangers.is_empty() {
                let some = strangers.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
                let more = if strangers.len() > 3 { ", …" } else { "" };
                bail!(
                    "{} has other files in it ({some}{more}): choose an empty folder, or add --force to write among them",
                    root.display()
                );
            }
        }
        Ok(Folder { root, ours: ours.unwrap_or_default(), force })
    }

    /// Writes the files and removes those of an earlier site that are no longer part of it. Returns how many were written.
    pub fn write(&self, files: &[File]) -> anyhow::Result<usize> {
        let taken = |file: &&File| !self.ours.contains(&file.path) && self.root.join(&file.path).exists();
        if !self.force
            && let Some(file) = files.iter().find(taken)
        {
            bail!(
                "{} is not a file of the site, and would be overwritten: move it away, or add --force",
                self.root.join(&file.path).display()
            );
        }
        let new = List { files: files.iter().map(|file| file.path.clone()).collect() };
        // Both are listed until all is written, so that after a failure the next run may go on.
        let all = List { files: self.ours.union(&new.files).cloned().collect() };
        self.put(LIST, &serde_json::to_vec_pretty(&all)?)?;
        for file in files {
            self.put(&file.path, &file.content)?;
        }
        for old in self.ours.difference(&new.files) {
            let path = self.root.join(old);
            if let Err(error) = fs::remove_file(&path)
                && error.kind() != std::io::ErrorKind::NotFound
            {
                return Err(error).with_context(|| format!("cannot remove {}", path.display()));
            }
        }
        self.put(LIST, &serde_json::to_vec_pretty(&new)?)?;
        Ok(files.len())
    }

    fn put(&self, path: &str, content: &[u8]) -> anyhow::Result<()> {
        let path: PathBuf = self.root.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// What is in a folder besides hidden files.
fn visible(root: &Path) -> anyhow::Result<Vec<String>> {
    if !root.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(root).with_context(|| format!("cannot read {}", root.display()))?;
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names = names.collect::<std::io::Result<Vec<String>>>()?;
    names.retain(|name| !name.starts_with('.'));
    names.sort();
    Ok(names)
}

/// Whether a path from a list leads to a file inside the folder.
fn is_inside(path: &str) -> bool {
    Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, content: &str) -> File {
        File { path: path.to_owned(), content: content.as_bytes().to_vec() }
    }

    #[test]
    fn a_site_is_renewed_and_the_files_of_its_owner_stay() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("new/site");
        Folder::at(&root, false).unwrap().write(&[file("a.js", "1"), file("assets/b.js", "1")]).unwrap();
        fs::write(root.join("CNAME"), "golems.example.org").unwrap();
        Folder::at(&root, false).unwrap().write(&[file("a.js", "2")]).unwrap();
        assert_eq!(fs::read_to_string(root.join("a.js")).unwrap(), "2");
        assert!(!root.join("assets/b.js").exists());
        assert!(root.join("CNAME").exists());
    }

    #[test]
    fn foreign_files_are_never_overwritten_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        // A checkout that is otherwise empty.
        fs::create_dir(root.join(".git")).unwrap();
        assert!(Folder::at(root, false).is_ok());
        fs::write(root.join("thesis.txt"), "mine").unwrap();
        let refusal = Folder::at(root, false).err().unwrap().to_string();
        assert!(refusal.contains("thesis.txt") && refusal.contains("--force"), "{refusal}");
        Folder::at(root, true).unwrap().write(&[file("a.js", "1")]).unwrap();
        assert!(root.join("thesis.txt").exists());
        // A site now, and a file of its owner is where a new one would be.
        fs::write(root.join("b.js"), "mine").unwrap();
        let site = Folder::at(root, false).unwrap();
        let refusal = site.write(&[file("a.js", "2"), file("b.js", "1")]).err().unwrap().to_string();
        assert!(refusal.contains("b.js") && refusal.contains("--force"), "{refusal}");
        assert_eq!(fs::read_to_string(root.join("a.js")).unwrap(), "1");
    }

    #[test]
    fn a_list_cannot_lead_out_of_the_folder() {
        assert!(is_inside("assets/a.js"));
        for path in ["../a", "/etc/a", "assets/../../a"] {
            assert!(!is_inside(path), "{path}");
        }
    }
}
