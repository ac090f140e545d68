//! Drives the real binary: what it prints, what it complains about, and its exit codes.

mod analyze;
mod check;
mod convert;
mod diagram;
mod help;
mod hostile;
mod perft;
mod show_position;
mod show_record;
mod support;
mod unjudged;
