//! Writes the man pages and the shell completions that packages ship.
//!
//! usage: manual DIR

use clap_complete::Shell;
use std::io;
use std::path::PathBuf;

fn main() -> io::Result<()> {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        return Err(io::Error::other("usage: manual DIR"));
    };
    let man = folder.join("man");
    let completions = folder.join("completions");
    std::fs::create_dir_all(&man)?;
    std::fs::create_dir_all(&completions)?;
    clap_mangen::generate_to(komadai::command(), man)?;
    for shell in [Shell::Bash, Shell::Fish, Shell::Zsh] {
        clap_complete::generate_to(shell, &mut komadai::command(), "komadai", &completions)?;
    }
    Ok(())
}
