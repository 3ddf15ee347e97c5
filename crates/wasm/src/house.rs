use serde_json::{Value, json};

/// The server that a page is to itself.
#[derive(Debug, Default)]
pub struct House;

impl House {
    /// Carries a message out. Both are JSON.
    pub fn call(&mut self, message: &[u8]) -> Vec<u8> {
        let message: Value = serde_json::from_slice(message).unwrap_or_default();
        let games = golemry_registry::games();
        let reply = json!({"protocol": 1, "said": message, "games": games.list()});
        reply.to_string().into_bytes()
    }
}
