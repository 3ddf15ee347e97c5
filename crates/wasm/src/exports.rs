//! What the module exports: bytes in, bytes out. The page writes a message where [`input`] says, [`call`]s, and reads the reply at [`output`].
#![allow(unsafe_code, reason = "names that are exported as they are count as unsafe")]

use std::cell::RefCell;

use crate::House;

#[derive(Default)]
struct Desk {
    house: House,
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static DESK: RefCell<Desk> = {
        golemry_table::set_clock(crate::now);
        RefCell::default()
    };
}

/// Room for a message of `len` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.input.clear();
        desk.input.resize(len, 0);
        desk.input.as_mut_ptr()
    })
}

/// Carries the message out. Returns the length of the reply.
#[unsafe(no_mangle)]
pub extern "C" fn call() -> usize {
    DESK.with_borrow_mut(|desk| {
        desk.output = desk.house.call(&desk.input);
        // A long message is rare: it keeps no memory.
        desk.input = Vec::new();
        desk.output.len()
    })
}

/// Where the reply lies until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    DESK.with_borrow(|desk| desk.output.as_ptr())
}
