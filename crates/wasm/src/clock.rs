/// Milliseconds on a clock that never goes back. The page provides it: a module has none of its own.
#[cfg(target_family = "wasm")]
#[allow(unsafe_code, reason = "what is imported is unsafe, and this is all that is imported")]
pub fn now() -> f64 {
    mod page {
        #[link(wasm_import_module = "env")]
        unsafe extern "C" {
            pub fn now() -> f64;
        }
    }
    // SAFETY: it takes nothing and returns a number.
    unsafe { page::now() }
}

/// Milliseconds on a clock that never goes back.
#[cfg(not(target_family = "wasm"))]
pub fn now() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64() * 1000.0
}
