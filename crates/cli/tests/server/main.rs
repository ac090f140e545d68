//! The server as a separate process.

#[path = "../../../server/tests/support/database.rs"]
mod database;

mod admin;
mod backup;
mod crash;
mod flags;
mod load;
mod operations;
mod page;
mod process;
mod rotation;
mod tampering;
mod tracked;
