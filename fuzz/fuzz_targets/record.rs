//! See `golemry_fuzz::record`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| golemry_fuzz::record(data));
