//! JSON laid out for people: one fact a line, short lists on one line.

use std::fmt::Write as _;

use serde_json::Value;

/// Lays a value out, each line indented by `indent` spaces.
pub fn outline(value: &Value, indent: usize) -> String {
    let mut text = String::new();
    write(&mut text, value, indent);
    text
}

fn write(text: &mut String, value: &Value, indent: usize) {
    let pad = " ".repeat(indent);
    let lines: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), value)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(place, item)| (place.to_string(), item)).collect()
        }
        _ => Vec::new(),
    };
    if lines.is_empty() {
        let _ = writeln!(text, "{pad}{}", short(value).unwrap_or_default());
    }
    for (name, value) in lines {
        match short(value) {
            Some(short) => {
                let _ = writeln!(text, "{pad}{name}: {short}");
            }
            None => {
                let _ = writeln!(text, "{pad}{name}:");
                write(text, value, indent + 2);
            }
        }
    }
}

/// The value in one line, if it is short enough.
fn short(value: &Value) -> Option<String> {
    const WIDTH: usize = 90;
    let text = match value {
        Value::Null => "–".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "–".to_owned(),
        Value::Array(items) => items.iter().map(short).collect::<Option<Vec<_>>>()?.join(" "),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| {
                let value = short(value).filter(|_| !value.is_object())?;
                Some(format!("{name} {value}"))
            })
            .collect::<Option<Vec<_>>>()?
            .join(", "),
        other => other.to_string(),
    };
    (text.chars().count() <= WIDTH).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn short_things_share_a_line() {
        let value =
            json!({"pool": 87, "to_beat": {"seat": 2, "value": 17}, "hand": ["m5", "p7"], "table": []});
        let text = outline(&value, 2);
        assert_eq!(text, "  hand: m5 p7\n  pool: 87\n  table: –\n  to_beat: seat 2, value 17\n");
    }
}
