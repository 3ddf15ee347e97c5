use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

use crate::error::Problem;

/// Deeper data is refused: nothing of ours is.
const DEEPEST: usize = 32;

/// Plain data as Python has it.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(whole), ..) => whole.into_pyobject(py)?.into_any(),
            (_, Some(whole), _) => whole.into_pyobject(py)?.into_any(),
            (.., float) => PyFloat::new(py, float.unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            list.into_any()
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, field) in fields {
                dict.set_item(name, to_python(py, field)?)?;
            }
            dict.into_any()
        }
    })
}

/// Plain data from Python: `None`, truth values, numbers, texts, lists, tuples and dictionaries with texts as keys.
pub(crate) fn from_python(data: &Bound<'_, PyAny>) -> Result<Value, Problem> {
    read(data, DEEPEST)
}

fn read(data: &Bound<'_, PyAny>, depth: usize) -> Result<Value, Problem> {
    let refused = |what: String| Problem::new("request/data", what);
    let Some(depth) = depth.checked_sub(1) else {
        return Err(refused(format!("the data is nested more than {DEEPEST} deep")));
    };
    if data.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = data.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    if let Ok(text) = data.cast::<PyString>() {
        return text.extract().map(Value::String).map_err(|error| refused(error.to_string()));
    }
    if let Ok(dict) = data.cast::<PyDict>() {
        let mut fields = Map::new();
        for (name, field) in dict {
            let name = name.extract().map_err(|_| refused(format!("the key {name} is not a text")))?;
            fields.insert(name, read(&field, depth)?);
        }
        return Ok(Value::Object(fields));
    }
    if data.is_instance_of::<PyList>() || data.is_instance_of::<PyTuple>() {
        let items = data.try_iter().map_err(|error| refused(error.to_string()))?;
        let items = items.map(|item| read(&item.map_err(|error| refused(error.to_string()))?, depth));
        return items.collect::<Result<_, _>>().map(Value::Array);
    }
    if data.is_instance_of::<PyFloat>() {
        let number = data.extract::<f64>().ok().and_then(Number::from_f64);
        return number.map(Value::Number).ok_or_else(|| refused(format!("{data} is not a finite number")));
    }
    // Numbers of NumPy are no `int`, but can stand for one.
    if data.is_instance_of::<PyInt>() || data.hasattr("__index__").unwrap_or(false) {
        let whole = data.extract::<i64>().map(Number::from);
        let whole = whole.or_else(|_| data.extract::<u64>().map(Number::from));
        return whole.map(Value::Number).map_err(|_| refused(format!("{data} does not fit 64 bits")));
    }
    let kind = data.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    Err(refused(format!("a {kind} is not plain data: use None, bool, int, float, str, list, tuple or dict")))
}
