//! Whole numbers from Python. What is negative or too large is a `golemry.Error` like any other mistake, not an `OverflowError`.

use pyo3::prelude::*;

use crate::error::Problem;

/// A whole number from 0 to 2⁶⁴ − 1; `what` names it if it is none.
fn whole(number: &Bound<'_, PyAny>, code: &'static str, what: &str) -> PyResult<u64> {
    number.extract::<u64>().map_err(|error| {
        if error.is_instance_of::<pyo3::exceptions::PyOverflowError>(number.py()) {
            return Problem::new(code, format!("{what} is a whole number from 0 to 2^64 - 1, not {number}"))
                .into();
        }
        error
    })
}

/// The number of a seat. Whether the table has it is checked where it is used.
pub(crate) fn seat(number: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole(number, "request/seat", "a seat")
}

/// The same, where `None` is a spectator.
pub(crate) fn viewer(number: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if number.is_none() { Ok(None) } else { seat(number).map(Some) }
}

/// What generators begin with.
pub(crate) fn seed(number: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole(number, "request/seed", "a seed")
}

/// The same, where `None` means that there is none.
pub(crate) fn some_seed(number: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if number.is_none() { Ok(None) } else { seed(number).map(Some) }
}

/// How many of something, or the place of something in a list.
pub(crate) fn count(number: &Bound<'_, PyAny>) -> PyResult<u64> {
    whole(number, "request/number", "the number")
}

/// The same, where `None` means that there is none.
pub(crate) fn some_count(number: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if number.is_none() { Ok(None) } else { count(number).map(Some) }
}

/// The same, for memory of this machine. More than it can address is as much as it can.
pub(crate) fn size(number: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(usize::try_from(count(number)?).unwrap_or(usize::MAX))
}

/// A token: any whole number, since there is an error of its own for those that do not exist.
pub(crate) fn token(number: &Bound<'_, PyAny>) -> PyResult<i64> {
    number.extract::<i64>().or_else(|error| {
        let huge = error.is_instance_of::<pyo3::exceptions::PyOverflowError>(number.py());
        if huge { Ok(i64::MAX) } else { Err(error) }
    })
}
