//! See `golemry_fuzz::material`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| golemry_fuzz::material(data));
