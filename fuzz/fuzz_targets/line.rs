//! See `golemry_fuzz::line`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| golemry_fuzz::line(data));
