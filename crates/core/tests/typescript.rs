//! What leaves as JSON has a TypeScript type that fits it, if the feature is on.
#![cfg(feature = "typescript")]

use golemry_core::ts_rs::{Config, TS};
use golemry_core::{BySeat, Event, Seat, Seen, Viewer, typescript, words};
use serde::Serialize;
use serde_json::json;

words! {
    /// What a seat does.
    enum Action { Pass = "pass", AllIn = "all-in" }
}

typescript! {
    #[derive(Serialize)]
    struct View {
        viewer: Viewer,
        done: BySeat<Option<Action>>,
    }

    #[derive(Serialize)]
    struct Points(u8);
}

/// A declaration without its comments, on one line.
fn declared<T: TS>() -> String {
    let text = T::decl(&Config::new());
    let parts = text.split("/**").map(|part| part.split_once("*/").map_or(part, |(_, code)| code));
    parts.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn words_are_a_union_of_themselves() {
    assert_eq!(declared::<Action>(), r#"type Action = "pass" | "all-in";"#);
    assert_eq!(json!(Action::ALL), json!(["pass", "all-in"]));
}

#[test]
fn types_of_a_game_are_declared_by_their_fields() {
    assert_eq!(declared::<View>(), "type View = { viewer: Viewer, done: BySeat<Action | null>, };");
    let view = View { viewer: Viewer::Spectator, done: [Some(Action::Pass), None].into_iter().collect() };
    assert_eq!(json!(view), json!({ "viewer": null, "done": ["pass", null] }));
    assert_eq!((declared::<Points>(), json!(Points(3))), ("type Points = number;".to_owned(), json!(3)));
}

#[test]
fn glimpses_that_core_brings_along_are_declared() {
    assert_eq!(<Event<Action, u8>>::name(&Config::new()), "Event<Action, number>");
    let event = "type Event<A, C> = { seat: Seat, action: A, } | { chance: C, };";
    assert_eq!(declared::<Event<Action, u8>>(), event);
    assert_eq!(declared::<Seen<Action>>(), "type Seen<A> = { seat: Seat | null, action?: A, };");
    let seen = Seen { seat: Some(Seat::new(1)), action: Some(Action::Pass) };
    assert_eq!(json!(seen), json!({ "seat": 1, "action": "pass" }));
    assert_eq!(json!(Seen::<Action> { seat: None, action: None }), json!({ "seat": null }));
}
