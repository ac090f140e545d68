//! Large zeroed memory, on huge pages where the system has them.
//!
//! Tables are accessed at random: with pages of 4 KiB nearly every lookup also misses the TLB, which cost
//! a sixth of the search time.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// Types for which all-zero bytes are a valid value and which need no drop.
///
/// # Safety
/// Zero bytes must be a valid value of the type, and it must not implement `Drop`.
pub(crate) unsafe trait Zeroable {}

/// Zero-initialized memory on the heap.
pub(crate) struct Zeroed<T: Zeroable> {
    start: NonNull<T>,
    len: usize,
}

/// The size of a huge page; larger allocations are aligned to it.
const HUGE_PAGE: usize = 2 << 20;

impl<T: Zeroable> Zeroed<T> {
    /// Allocates `len` zeroed values, at least one.
    pub(crate) fn new(len: usize) -> Zeroed<T> {
        let len = len.max(1);
        let layout = layout::<T>(len);
        // SAFETY: the layout is not empty. Pages are asked for before they are touched, and all bytes
        // are written before anyone reads them.
        let start = unsafe {
            let memory = alloc(layout);
            if memory.is_null() {
                handle_alloc_error(layout);
            }
            want_huge_pages(memory, layout.size());
            memory.write_bytes(0, layout.size());
            NonNull::new_unchecked(memory.cast::<T>())
        };
        Zeroed { start, len }
    }

    /// Sets everything back to zero.
    pub(crate) fn clear(&mut self) {
        // SAFETY: the memory is ours alone while we are borrowed, and zeros are values.
        unsafe { self.start.as_ptr().write_bytes(0, self.len) };
    }
}

fn layout<T>(len: usize) -> Layout {
    let layout = Layout::array::<T>(len).expect("a table fits into the address space");
    let align = if layout.size() >= HUGE_PAGE {
        HUGE_PAGE
    } else {
        layout.align()
    };
    layout
        .align_to(align)
        .expect("a table fits into the address space")
}

impl<T: Zeroable> Deref for Zeroed<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the memory holds `len` values for as long as we live.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zeroable> DerefMut for Zeroed<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and we are borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zeroable> Drop for Zeroed<T> {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout. Zeroable values need no dropping of their own.
        unsafe { dealloc(self.start.as_ptr().cast(), layout::<T>(self.len)) };
    }
}

// SAFETY: it owns its values, like a vector.
unsafe impl<T: Zeroable + Send> Send for Zeroed<T> {}
// SAFETY: as above.
unsafe impl<T: Zeroable + Sync> Sync for Zeroed<T> {}

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
            let mut numbers = Zeroed::<u64>::new(len);
            assert_eq!(numbers.len(), len.max(1));
            assert!(numbers.iter().all(|&number| number == 0));
            numbers.fill(7);
            numbers.clear();
            assert!(numbers.iter().all(|&number| number == 0));
        }
    }
}
