use std::panic::{AssertUnwindSafe, catch_unwind};

use golemry_lab::LabError;
use golemry_table::WireError;
use pyo3::prelude::*;

/// An error on its way to Python, where it is a `golemry.Error` with `code`, `clause` and `reason`.
pub(crate) enum Problem {
    /// Something was refused.
    Refused {
        code: &'static str,
        clause: Option<&'static str>,
        reason: Option<&'static str>,
        message: String,
    },
    /// Python raised it, and gets it back as it is.
    Raised(PyErr),
}

impl Problem {
    /// A problem that only callers from Python can have.
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Problem {
        Problem::Refused { code, clause: None, reason: None, message: message.into() }
    }
}

impl Problem {
    /// What is wrong, in words.
    pub(crate) fn message(&self) -> String {
        match self {
            Problem::Refused { message, .. } => message.clone(),
            Problem::Raised(error) => error.to_string(),
        }
    }
}

impl From<WireError> for Problem {
    fn from(error: WireError) -> Problem {
        let WireError { code, clause, reason, message, request: _ } = error;
        Problem::Refused { code: code.name(), clause, reason, message }
    }
}

impl From<LabError> for Problem {
    fn from(error: LabError) -> Problem {
        Problem::new("lab/refused", error.to_string())
    }
}

impl From<PyErr> for Problem {
    fn from(error: PyErr) -> Problem {
        Problem::Raised(error)
    }
}

impl From<Problem> for PyErr {
    fn from(error: Problem) -> PyErr {
        let (code, clause, reason, message) = match error {
            Problem::Refused { code, clause, reason, message } => (code, clause, reason, message),
            Problem::Raised(error) => return error,
        };
        let raised = Python::attach(|py| -> PyResult<PyErr> {
            let class = py.import("golemry._errors")?.getattr("Error")?;
            Ok(PyErr::from_value(class.call1((message, code, clause, reason))?))
        });
        raised.unwrap_or_else(|broken| broken)
    }
}

/// Runs something that must not panic; if it does, Python gets an ordinary exception.
pub(crate) fn guarded<T>(run: impl FnOnce() -> Result<T, Problem>) -> PyResult<T> {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(result) => Ok(result?),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked");
            Err(Problem::new("internal/panic", format!("a mistake of ours, please report it: {text}")).into())
        }
    }
}
