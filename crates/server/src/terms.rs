//! Turning the terms of a challenge into a game.

use crate::person::Person;
use crate::rooms::{GamePlan, Visibility};
use komadai_core::{ByColor, Color};
use komadai_game::Arbiter;
use komadai_wire::challenge::{Acceptance, Terms, TermsError, VisibilityTerms};

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
/// Returns an error if the terms or what the accepting player added are invalid.
pub(crate) fn plan(
    terms: &Terms,
    challenger: &Person,
    acceptor: &Person,
    accepted: &Acceptance,
    arbiter: Option<&Person>,
) -> Result<GamePlan, TermsError> {
    let named = arbiter.map_or(Arbiter::Nobody, |_| Arbiter::Named);
    let arranged = terms.arrange(accepted, named)?;
    let mut players = [challenger.clone(), acceptor.clone()];
    if arranged.challenger == Color::White {
        players.swap(0, 1);
    }
    Ok(GamePlan {
        opening: arranged.opening,
        players: ByColor(players),
        arbiter: arbiter.cloned(),
        creator: challenger.key.clone(),
        visibility: visibility(terms),
        previous: None,
    })
}
