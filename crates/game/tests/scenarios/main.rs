//! The laws, scene by scene: short scripts of who does what when, and what comes of it.
//!
//! [`script`] says how they are written. `docs/laws.md` says which scene proves which article.

mod absence;
mod arbiter;
mod beginners;
mod claims;
mod clock;
mod ends;
mod handling;
mod illegal;
mod impasse;
mod interruptions;
mod knobs;
mod periods;
mod pieces;
mod reading;
mod repetition;
mod ruling;
mod script;
mod seireigi;
mod start;
