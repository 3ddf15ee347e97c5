use golemry_core::{ConfigError, NotOffered, PlayError, PositionError, Refusal};
use serde::Serialize;
use thiserror::Error;

use crate::code::Code;

/// An error on the wire: `{"code":"action/illegal","clause":"GI-8","reason":"too_low","message":"…"}`.
///
/// Whatever returns one has changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Error)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[error("{message}")]
pub struct WireError {
    /// What kind: programs decide by it.
    #[cfg_attr(feature = "typescript", ts(type = "Code"))]
    pub code: Code,
    /// The clause of the rules that is broken, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub clause: Option<&'static str>,
    /// The game's name for the case, such as `too_low`: pages look their own text up by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub reason: Option<&'static str>,
    /// The same in words, with the values that matter.
    pub message: String,
    /// The id under which the server's log has more, if the fault is its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub request: Option<String>,
}

impl WireError {
    /// An error without a clause of the rules.
    pub fn new(code: Code, message: impl Into<String>) -> WireError {
        WireError { code, clause: None, reason: None, message: message.into(), request: None }
    }

    /// The error for an action that could not be parsed.
    pub fn malformed_action(error: &serde_json::Error) -> WireError {
        WireError::new(Code::ActionMalformed, format!("this is not an action: {}", problem(error)))
    }
}

impl<I: Refusal> From<PlayError<I>> for WireError {
    fn from(error: PlayError<I>) -> WireError {
        let message = error.to_string();
        match error {
            PlayError::Over => WireError::new(Code::ActionOver, message),
            PlayError::NotToAct { .. } => WireError::new(Code::ActionTurn, message),
            PlayError::Illegal(refusal) => WireError {
                code: Code::ActionIllegal,
                clause: Some(refusal.clause()),
                reason: Some(refusal.reason()),
                message,
                request: None,
            },
        }
    }
}

impl From<ConfigError> for WireError {
    fn from(error: ConfigError) -> WireError {
        let code = match error {
            ConfigError::Variant { .. } => Code::SetupVariant,
            ConfigError::Seats { .. } => Code::SetupSeats,
            ConfigError::UnknownOption { .. }
            | ConfigError::OptionValue { .. }
            | ConfigError::Combination { .. } => Code::SetupOption,
            ConfigError::NoMaterial { .. } | ConfigError::Material { .. } => Code::SetupMaterial,
        };
        WireError::new(code, error.to_string())
    }
}

impl From<PositionError> for WireError {
    fn from(error: PositionError) -> WireError {
        WireError { clause: error.clause, ..WireError::new(Code::SetupPosition, error.to_string()) }
    }
}

impl From<NotOffered> for WireError {
    fn from(error: NotOffered) -> WireError {
        WireError::new(Code::BuildNotOffered, error.to_string())
    }
}

/// The problem without its position: a line and column within a part of a request help nobody.
pub(crate) fn problem(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    text.strip_suffix(&place).map_or(text.clone(), str::to_owned)
}
