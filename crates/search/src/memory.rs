//! Large zeroed memory, on huge pages where the system has them.
//!
//! Tables are read at random: with pages of 4 KiB nearly every look-up also misses the processor's
//! cache of page addresses, which cost a sixth of the search.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};

/// Types for which all bits zero is a value.
///
/// # Safety
/// Zero bytes must be a valid value of the type.
pub(crate) unsafe trait Zeroable {}

/// A vector of zeros, not touched yet.
pub(crate) fn zeroed<T: Zeroable>(len: usize) -> Vec<T> {
    let layout = Layout::array::<T>(len).expect("a table fits into the address space");
    if layout.size() == 0 {
        return Vec::new();
    }
    // SAFETY: the layout is not empty, it is that of a vector with this capacity, and zeros are values.
    unsafe {
        let memory = alloc_zeroed(layout);
        if memory.is_null() {
            handle_alloc_error(layout);
        }
        want_huge_pages(memory, layout.size());
        Vec::from_raw_parts(memory.cast(), len, len)
    }
}

/// A boxed zero, never on the stack.
pub(crate) fn zeroed_box<T: Zeroable>() -> Box<T> {
    let boxed: Box<[T]> = zeroed::<T>(1).into_boxed_slice();
    // SAFETY: a slice of one element has the layout of that element.
    unsafe { Box::from_raw(Box::into_raw(boxed).cast::<T>()) }
}

#[cfg(target_os = "linux")]
fn want_huge_pages(memory: *mut u8, size: usize) {
    const PAGE: usize = 4096;
    const MADV_HUGEPAGE: i32 = 14;
    unsafe extern "C" {
        fn madvise(address: *mut u8, length: usize, advice: i32) -> i32;
    }
    let skip = memory.align_offset(PAGE);
    if size > skip + PAGE {
        // SAFETY: the range lies within memory that we own; advice changes no contents. Whether it is
        // taken does not matter.
        let _ = unsafe { madvise(memory.add(skip), (size - skip) / PAGE * PAGE, MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn want_huge_pages(_memory: *mut u8, _size: usize) {}

#[cfg(test)]
mod tests {
    use super::*;

    // SAFETY: zero is a number.
    unsafe impl Zeroable for u64 {}

    #[test]
    fn memory_is_zero_and_writable() {
        for len in [0, 1, 3, 4096, 1 << 20] {
            let mut numbers = zeroed::<u64>(len);
            assert!(numbers.iter().all(|&number| number == 0));
            numbers.fill(7);
            numbers.push(1);
        }
        assert_eq!(*zeroed_box::<u64>(), 0);
    }
}
