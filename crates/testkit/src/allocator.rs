use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, counting what the current thread asks for. Make it the global one of a test:
///
/// ```
/// use golemry_testkit::{CountingAllocator, allocations_in};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
///
/// assert_eq!(allocations_in(|| 1 + 1), 0);
/// assert_eq!(allocations_in(|| vec![1]), 1);
/// ```
pub struct CountingAllocator;

// SAFETY: every call is handed on to the system's allocator unchanged; counting touches a thread-local number without a
// destructor, which allocates nothing.
#[allow(unsafe_code, reason = "a global allocator cannot be written without")]
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// How often `work` asks for memory on this thread. Counts only where [`CountingAllocator`] is the global allocator.
pub fn allocations_in<T>(work: impl FnOnce() -> T) -> u64 {
    let before = ALLOCATIONS.get();
    let result = std::hint::black_box(work());
    let after = ALLOCATIONS.get();
    drop(result);
    after - before
}
