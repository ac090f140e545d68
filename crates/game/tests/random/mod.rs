//! Random games under all rules: what the property tests and the soak share.
//!
//! Everything is made from a seed, so that a failure can be played again.

pub(crate) mod commands;
pub(crate) mod coverage;
pub(crate) mod ledger;
pub(crate) mod openings;
pub(crate) mod run;

pub(crate) use komadai_testkit::Rng;
