//! Pieces that are set up one by one.

use crate::error::Error;
use komadai_core::{Piece, Square};
use komadai_game::SetupOrder;
use komadai_kifu::Handicap;
use wasm_bindgen::prelude::wasm_bindgen;

/// Every position from the empty board to the start as SFEN, in a traditional order: `ohashi` or `ito`.
///
/// # Errors
/// Returns an error for an unknown word.
#[wasm_bindgen(js_name = setupStages)]
pub fn setup_stages(order: &str, handicap: &str) -> Result<Vec<String>, Error> {
    let order = match order {
        "ohashi" => SetupOrder::Ohashi,
        "ito" => SetupOrder::Ito,
        _ => return Err(Error::word("order", "expected ohashi or ito")),
    };
    let handicap: Handicap = handicap.parse().map_err(|e| Error::word("handicap", e))?;
    let mut setup = handicap.setup();
    for square in Square::ALL {
        setup.board[square] = None;
    }
    let mut stages = vec![setup.to_string()];
    for (color, placement) in order.in_turn(handicap) {
        setup.board[placement.square] = Some(Piece::new(placement.kind, color));
        stages.push(setup.to_string());
    }
    Ok(stages)
}
