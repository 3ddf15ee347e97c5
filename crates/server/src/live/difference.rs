use serde_json::{Map, Value};

/// The JSON merge patch (RFC 7396) that turns one value into another; `None` if they are equal. Neither has a null in an object, since
/// there a patch says "removed" with it.
pub(super) fn difference(old: &Value, new: &Value) -> Option<Value> {
    let (Value::Object(old), Value::Object(new)) = (old, new) else {
        return (old != new).then(|| new.clone());
    };
    let removed = old.keys().filter(|key| !new.contains_key(*key)).map(|key| (key.clone(), Value::Null));
    let mut patch: Map<String, Value> = removed.collect();
    for (key, value) in new {
        let change = match old.get(key) {
            // An object in the place of something else: the patch is merged into an empty one.
            None => Some(value.clone()),
            Some(known) => difference(known, value),
        };
        if let Some(change) = change {
            patch.insert(key.clone(), change);
        }
    }
    (!patch.is_empty()).then_some(Value::Object(patch))
}

/// The value without the nulls in its objects. Those in lists stay, since a list is replaced as a whole.
pub(super) fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().filter(|(_, value)| !value.is_null());
            Value::Object(fields.map(|(key, value)| (key, without_nulls(value))).collect())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use golemry_core::{Draw as _, MatchRng, Seed};
    use serde_json::json;

    use super::*;

    /// The algorithm of RFC 7396, section 2.
    fn merge(target: &mut Value, patch: &Value) {
        let Value::Object(patch) = patch else {
            *target = patch.clone();
            return;
        };
        if !target.is_object() {
            *target = json!({});
        }
        let fields = target.as_object_mut().unwrap();
        for (key, value) in patch {
            if value.is_null() {
                fields.shift_remove(key);
            } else {
                merge(fields.entry(key).or_insert(Value::Null), value);
            }
        }
    }

    /// A small value with few keys, so that two of them often have some in common.
    fn any_value(draw: &mut MatchRng, depth: u32) -> Value {
        match draw.below(if depth == 0 { 4 } else { 8 }) {
            0 => Value::Null,
            1 => Value::from(draw.below(2) == 0),
            2 => Value::from(draw.below(3)),
            3 => Value::from("text"),
            4 => (0..draw.below(3)).map(|_| any_value(draw, depth - 1)).collect(),
            _ => {
                let keys =
                    ["a", "b", "c", "d"].into_iter().filter(|_| draw.below(2) == 0).collect::<Vec<_>>();
                keys.into_iter().map(|key| (key.to_owned(), any_value(draw, depth - 1))).collect()
            }
        }
    }

    #[test]
    fn a_patch_leads_from_one_value_to_the_other() {
        let mut draw = MatchRng::for_event(Seed(1), 0);
        for _ in 0..10_000 {
            let [old, new] = [(); 2].map(|()| without_nulls(any_value(&mut draw, 4)));
            let mut patched = old.clone();
            if let Some(patch) = difference(&old, &new) {
                merge(&mut patched, &patch);
            }
            assert_eq!(patched, new, "from {old}");
        }
    }

    #[test]
    fn a_patch_holds_only_what_differs() {
        let old = json!({"a": {"x": 1, "y": 2}, "b": [1, 2], "c": true});
        let new = json!({"a": {"x": 1, "y": 3}, "b": [1, 2], "d": "new"});
        assert_eq!(difference(&old, &new), Some(json!({"a": {"y": 3}, "c": null, "d": "new"})));
        assert_eq!(difference(&new, &new), None);
    }
}
