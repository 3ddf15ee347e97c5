//! See `golemry_fuzz::action`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| golemry_fuzz::action(data));
