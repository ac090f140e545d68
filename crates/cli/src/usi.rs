//! `komadai usi`: the USI engine.

use crate::Answer;
use std::io;

pub(crate) fn run() -> anyhow::Result<Answer> {
    komadai_engine::usi_loop::serve(io::stdin().lock(), io::stdout())?;
    Ok(Answer::Positive)
}
