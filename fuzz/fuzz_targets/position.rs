//! See `golemry_fuzz::position`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| golemry_fuzz::position(data));
