//! Turning the terms of a challenge into a game.

use crate::person::Person;
use crate::rooms::{GamePlan, Visibility};
use komadai_core::ByColor;
use komadai_game::Arbiter;
use komadai_kifu::Handicap;
use komadai_wire::challenge::{ColorTerms, Terms, TermsError, VisibilityTerms};

/// Who may find the game.
pub(crate) fn visibility(terms: &Terms) -> Visibility {
    match terms.visibility {
        VisibilityTerms::Public => Visibility::Public,
        VisibilityTerms::Link => Visibility::Link,
    }
}

/// The game between the challenger and the accepting player.
///
/// # Errors
/// Returns an error if the terms or the chosen handicap are invalid.
pub(crate) fn plan(
    terms: &Terms,
    challenger: &Person,
    acceptor: &Person,
    chosen: Option<&str>,
    arbiter: Option<&Person>,
) -> Result<GamePlan, TermsError> {
    let named = arbiter.map_or(Arbiter::Nobody, |_| Arbiter::Named);
    let opening = terms.opening(chosen, named)?;
    let mut players = [challenger.clone(), acceptor.clone()];
    let gives = opening.handicap().is_some_and(|h| h != Handicap::Even);
    let is_white = match terms.color {
        ColorTerms::Black => false,
        ColorTerms::White => true,
        ColorTerms::Furigoma => gives,
    };
    if is_white {
        players.swap(0, 1);
    }
    Ok(GamePlan {
        opening,
        players: ByColor(players),
        arbiter: arbiter.cloned(),
        creator: challenger.key.clone(),
        visibility: visibility(terms),
        previous: None,
    })
}
