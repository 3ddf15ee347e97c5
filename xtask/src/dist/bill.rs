use anyhow::Result;
use serde_json::{Value, json};

use super::crates::{Crate, Crates};

/// The bill of materials as CycloneDX 1.6: every crate in the program, with its licence, its checksum and what it uses.
pub fn of_materials(crates: &Crates) -> Result<String> {
    let others: Vec<&Crate> = crates.all().filter(|it| it.id != crates.program().id).collect();
    let names = |id: &String| crates.all().find(|it| it.id == *id).map(name_of);
    let dependencies: Vec<Value> = crates
        .all()
        .map(|it| json!({"ref": name_of(it), "dependsOn": it.uses.iter().filter_map(names).collect::<Vec<_>>()}))
        .collect();
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": component(crates.program(), "application")},
        "components": others.iter().map(|it| component(it, "library")).collect::<Vec<_>>(),
        "dependencies": dependencies,
    });
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

fn component(it: &Crate, kind: &str) -> Value {
    let mut component = json!({
        "type": kind,
        "bom-ref": name_of(it),
        "name": it.name,
        "version": it.version,
        "purl": name_of(it),
        "licenses": [{"expression": it.licence}],
    });
    if let Some(checksum) = &it.checksum {
        component["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    if let Some(repository) = &it.repository {
        component["externalReferences"] = json!([{"type": "vcs", "url": repository}]);
    }
    component
}

/// The name that tools for bills know it by.
fn name_of(it: &Crate) -> String {
    format!("pkg:cargo/{}@{}", it.name, it.version)
}
