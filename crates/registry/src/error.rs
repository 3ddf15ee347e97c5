use golemry_core::{ConfigError, NotOffered, PlayError, PositionError, Refusal};
use serde::Serialize;
use thiserror::Error;

/// An error as it leaves: `{"code":"action/illegal","clause":"GI-8","reason":"too_low","message":"…"}`.
///
/// Nothing was changed where one comes back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Error)]
#[error("{message}")]
pub struct WireError {
    /// What kind, such as `action/illegal`: programs decide by it.
    pub code: &'static str,
    /// The clause of the rules that is broken, where one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
    /// The game's name for the case, such as `too_low`: pages look their own text up by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The same in words, with the values that matter.
    pub message: String,
}

impl WireError {
    /// An error that no clause speaks of.
    pub fn new(code: &'static str, message: impl Into<String>) -> WireError {
        WireError { code, clause: None, reason: None, message: message.into() }
    }

    /// An action that could not be read.
    pub(crate) fn malformed_action(error: &serde_json::Error) -> WireError {
        WireError::new("action/malformed", format!("this is no action: {error}"))
    }
}

impl<I: Refusal> From<PlayError<I>> for WireError {
    fn from(error: PlayError<I>) -> WireError {
        let message = error.to_string();
        match error {
            PlayError::Over => WireError::new("action/over", message),
            PlayError::NotToAct { .. } => WireError::new("action/turn", message),
            PlayError::Illegal(refusal) => WireError {
                code: "action/illegal",
                clause: Some(refusal.clause()),
                reason: Some(refusal.reason()),
                message,
            },
        }
    }
}

impl From<ConfigError> for WireError {
    fn from(error: ConfigError) -> WireError {
        let code = match error {
            ConfigError::Variant { .. } => "setup/variant",
            ConfigError::Seats { .. } => "setup/seats",
            ConfigError::UnknownOption { .. }
            | ConfigError::OptionValue { .. }
            | ConfigError::Combination { .. } => "setup/option",
            ConfigError::NoMaterial { .. } | ConfigError::Material { .. } => "setup/material",
        };
        WireError::new(code, error.to_string())
    }
}

impl From<PositionError> for WireError {
    fn from(error: PositionError) -> WireError {
        WireError { clause: error.clause, ..WireError::new("setup/position", error.to_string()) }
    }
}

impl From<NotOffered> for WireError {
    fn from(error: NotOffered) -> WireError {
        WireError::new("build/not-offered", error.to_string())
    }
}
