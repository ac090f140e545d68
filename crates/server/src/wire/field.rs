//! Reading fields so that errors name them.
//!
//! Errors of `serde_json` say what was expected and in which line and column, but not for which field,
//! and inside of tagged values they do not even know the column.

use serde::de::{Deserialize, Deserializer, Error};

/// Functions for `deserialize_with`.
macro_rules! fields {
    ($($name:ident)*) => {
        $(
            pub(super) fn $name<'de, D, T>(deserializer: D) -> Result<T, D::Error>
            where
                D: Deserializer<'de>,
                T: Deserialize<'de>,
            {
                let read = T::deserialize(deserializer);
                read.map_err(|error| in_field(stringify!($name), &error))
            }
        )*
    };
}

/// The same for knobs, of which a rule set gives the changed ones alone.
macro_rules! knobs {
    ($($name:ident)*) => {
        $(
            pub(in super::super) fn $name<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
            where
                D: Deserializer<'de>,
                T: Deserialize<'de>,
            {
                let read = T::deserialize(deserializer);
                read.map(Some).map_err(|error| super::in_field(stringify!($name), &error))
            }
        )*
    };
}

/// An error in a field. A line and column at its end stay what they are.
pub(super) fn in_field<E: Error>(name: &str, error: &E) -> E {
    E::custom(format_args!("{name}: {error}"))
}

fields! {
    at attendance black breach by byoyomi cause check claim clock color commitment control
    counts_as decision deed experience fact fault first_move forgiven ground in_check increment
    king_outside kings knobs lag main missing_pieces missing_points moves name next nonce offender offer
    otherwise penalty periods players ply preset reason rule rules seed side start threshold time to toss
    tosser variant verdict version white why
}

/// See [`knobs`](super::rules::KnobsDto).
pub(super) mod knob {
    use serde::de::{Deserialize, Deserializer};

    knobs! {
        after_draw agreed_draw cancellation counting declaration early_press engine_help flag forced_count
        forgiveness handicap_points help illegal_moves judge lag_allowance mate move_limit
        perpetual_check pointed_out_by press repetition resignation rule_book take_back try_rule
        wrong_claim
    }
}
