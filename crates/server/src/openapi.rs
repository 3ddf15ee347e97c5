use std::fmt::Write as _;

use axum::Json;
use axum::extract::State;
use axum::response::Html;
use serde_json::Value;
use utoipa::openapi::{InfoBuilder, OpenApi};

use crate::app::App;
use crate::routes;

/// The HTTP API, as OpenAPI describes it.
fn description(app: &App) -> OpenApi {
    let (_, mut api) = routes::all(&app.mounts).split_for_parts();
    api.info = InfoBuilder::new()
        .title("Golemry")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "The table for golem games. Matches themselves go over a WebSocket: docs/server.md.",
        ))
        .build();
    api
}

/// `GET /api/openapi.json`
pub(crate) async fn json(State(app): State<App>) -> Json<OpenApi> {
    Json(description(&app))
}

/// `GET /api`: the same for people, without any script.
pub(crate) async fn page(State(app): State<App>) -> Html<String> {
    let api = serde_json::to_value(description(&app)).unwrap_or_default();
    let mut html = String::from(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Golemry API</title><body style=\"font:16px/1.5 system-ui;max-width:56rem;margin:2rem auto;padding:0 1rem\">\
         <h1>Golemry: the HTTP API</h1><p>Everything is JSON; <a href=\"/api/openapi.json\">openapi.json</a> describes it for programs. \
         Errors are <code>{\"error\":{\"code\",\"clause\"?,\"reason\"?,\"message\"}}</code>. A match itself goes over the WebSocket \
         <code>/api/matches/{id}/socket</code>, as docs/server.md tells.</p>",
    );
    for (path, methods) in api["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let summary = operation["summary"].as_str().unwrap_or_default();
            let _ = write!(
                html,
                "<h2><code>{} {}</code></h2><p>{}</p>",
                method.to_uppercase(),
                escaped(path),
                escaped(summary)
            );
            let asked = &operation["requestBody"]["content"]["application/json"]["schema"];
            let answered = operation["responses"].as_object().and_then(|responses| responses.values().next());
            let answered = answered.map(|response| &response["content"]["application/json"]["schema"]);
            for (title, schema) in [("Body", Some(asked)), ("Reply", answered)] {
                list_fields(&mut html, title, &api, schema);
            }
        }
    }
    html.push_str("</body></html>");
    Html(html)
}

/// The fields of a schema that has a name.
fn list_fields(html: &mut String, title: &str, api: &Value, schema: Option<&Value>) {
    let Some(name) = schema.and_then(|schema| schema["$ref"].as_str()?.rsplit('/').next()) else { return };
    let _ = write!(html, "<p>{title}: <b>{}</b></p><ul>", escaped(name));
    for (field, what) in api["components"]["schemas"][name]["properties"].as_object().into_iter().flatten() {
        let meaning = what["description"].as_str().unwrap_or_default();
        let _ = write!(html, "<li><code>{}</code> {}</li>", escaped(field), escaped(meaning));
    }
    html.push_str("</ul>");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
