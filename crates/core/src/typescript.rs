/// Gives a type its TypeScript, for pages, if the feature `typescript` is on. The game's crate needs neither that feature nor `ts-rs`.
///
/// ```
/// use golemry_core::{Viewer, typescript};
/// use serde::Serialize;
///
/// typescript! {
///     /// What a viewer knows.
///     #[derive(Clone, Debug, PartialEq, Serialize)]
///     pub struct View {
///         pub viewer: Viewer,
///         pub points: u8,
///     }
/// }
/// ```
#[cfg(feature = "typescript")]
#[macro_export]
macro_rules! typescript {
    ($($item:item)+) => {$(
        #[derive($crate::ts_rs::TS)]
        #[ts(crate = "golemry_core::ts_rs")]
        $item
    )+};
}

/// Gives a type its TypeScript, for pages, if the feature `typescript` is on. The game's crate needs neither that feature nor `ts-rs`.
#[cfg(not(feature = "typescript"))]
#[macro_export]
macro_rules! typescript {
    ($($item:item)+) => {
        $($item)+
    };
}
