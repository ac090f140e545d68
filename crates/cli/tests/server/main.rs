//! The server as a process of its own: started, killed, stopped, backed up.

#[path = "../../../server/tests/support/database.rs"]
mod database;

mod backup;
mod crash;
mod flags;
mod known;
mod load;
mod operations;
mod process;
mod tampering;
