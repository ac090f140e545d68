//! Any bytes as USEN.

#![no_main]

#[path = "../record.rs"]
mod record;

use komadai_kifu::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| record::check(bytes, Format::Usen));
