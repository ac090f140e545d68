//! Setting the variant of an engine.

use komadai_core::Variant;
use komadai_usi::OptionValue;
use komadai_usi::process::{EngineError, EngineProcess};

/// Whether an engine knows the variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Understanding {
    /// It declares an option for it.
    Sure,
    /// It declares no option for it and is assumed to play the variant.
    Assumed,
}

/// Sets the variant if the engine has an option for it. Options set by the user are left alone.
pub(crate) fn tell_variant(
    engine: &mut EngineProcess,
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
