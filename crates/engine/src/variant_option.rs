//! Telling an engine which game is played.

use komadai_core::Variant;
use komadai_usi::OptionValue;
use komadai_usi::process::{Engine, EngineError};

/// Does an engine know which game is played?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Understanding {
    /// It says so.
    Sure,
    /// It declares no option about it; it is taken to play shogi, or what it is given.
    Assumed,
}

/// Tells the engine the variant, if it lets itself be told. Options that are set by hand are left alone.
pub(crate) fn tell_variant(
    engine: &mut Engine,
    variant: Variant,
    set_by_hand: &[&str],
) -> Result<Understanding, EngineError> {
    for name in ["USI_Variant", "UCI_Variant"] {
        if set_by_hand.contains(&name) {
            return Ok(Understanding::Sure);
        }
        let Some(option) = engine.options().get(name) else {
            continue;
        };
        if option.default_value() == Some(OptionValue::Combo(variant.to_string())) {
            return Ok(Understanding::Sure);
        }
        if option.value(Some(variant.name())).is_ok() {
            engine.set_option(name, Some(variant.name()))?;
            return Ok(Understanding::Sure);
        }
    }
    Ok(match variant {
        Variant::Shogi => Understanding::Sure,
        Variant::Seireigi => Understanding::Assumed,
    })
}
