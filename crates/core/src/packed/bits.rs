//! Single bits in bytes.

use super::{PackError, Packable, UnpackError};

/// Writes bits, the lowest of a byte first.
pub(super) struct BitWriter<R: Packable> {
    pub(super) bytes: R::Bytes,
    bit: usize,
}

impl<R: Packable> BitWriter<R> {
    pub(super) fn new() -> BitWriter<R> {
        BitWriter {
            bytes: R::ZERO,
            bit: 0,
        }
    }

    pub(super) fn bit(&mut self, set: bool) -> Result<(), PackError> {
        let byte = self.bytes.as_mut().get_mut(self.bit / 8);
        *byte.ok_or(PackError::TooLong)? |= u8::from(set) << (self.bit % 8);
        self.bit += 1;
        Ok(())
    }

    /// Writes a number, its lowest bit first.
    pub(super) fn number(&mut self, number: u32, bits: u32) -> Result<(), PackError> {
        (0..bits).try_for_each(|bit| self.bit(number >> bit & 1 != 0))
    }
}

/// Reads what [`BitWriter`] wrote.
pub(super) struct BitReader<'b> {
    bytes: &'b [u8],
    bit: usize,
}

impl<'b> BitReader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> BitReader<'b> {
        BitReader { bytes, bit: 0 }
    }

    pub(super) fn bit(&mut self) -> Result<bool, UnpackError> {
        let byte = self.bytes.get(self.bit / 8).ok_or(UnpackError::Truncated)?;
        let set = byte >> (self.bit % 8) & 1 != 0;
        self.bit += 1;
        Ok(set)
    }

    pub(super) fn number(&mut self, bits: u32) -> Result<u32, UnpackError> {
        let mut number = 0;
        for bit in 0..bits {
            number |= u32::from(self.bit()?) << bit;
        }
        Ok(number)
    }

    /// The next bit that is set, if any.
    pub(super) fn find_set_bit(&mut self) -> Option<usize> {
        while let Ok(set) = self.bit() {
            if set {
                return Some(self.bit - 1);
            }
        }
        None
    }
}
