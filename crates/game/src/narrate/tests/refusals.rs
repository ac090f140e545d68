//! Every refusal has words in every language.

use super::super::refusal;
use super::*;
use crate::refusal::{Refusal, Wanted, Why};
use std::collections::HashSet;

fn words(handicap: Handicap, what: Wanted, why: Why) -> [String; 2] {
    let by = Actor::WHITE;
    let refused = Refusal { by, what, why };
    Language::ALL.map(|language| refusal(language, Some(handicap), &refused))
}

/// Each refusal is worded, in its own words and in its own language.
fn check(all: impl Iterator<Item = (Wanted, Why)>) {
    let mut told = HashSet::new();
    for (what, why) in all {
        let [english, japanese] = words(Handicap::Even, what, why);
        assert!(english.is_ascii(), "{english}");
        // The laws are named as FESA numbers them.
        let latin = |c: char| c.is_ascii_alphabetic();
        let sentence = japanese.split("（FESA").next().unwrap();
        assert!(!sentence.contains(latin), "{japanese}");
        for text in [english, japanese] {
            assert!(told.insert(text.clone()), "said twice: {text}");
        }
    }
}

#[test]
fn every_reason_has_words() {
    check(Why::all().map(|why| (Wanted::Play, why)));
}

#[test]
fn everything_that_can_be_refused_has_words() {
    let plain = [
        Wanted::PlaceClock,
        Wanted::Toss,
        Wanted::CommitToss,
        Wanted::AddNonce,
        Wanted::RevealToss,
        Wanted::Arrive,
        Wanted::Greet,
        Wanted::Start,
        Wanted::Play,
        Wanted::Press,
        Wanted::Resign,
        Wanted::Declare,
        Wanted::ClaimIllegalMove,
        Wanted::ClaimFlag,
        Wanted::ClaimRepetition,
        Wanted::ClaimCount,
        Wanted::TakeBack,
        Wanted::CallArbiter,
        Wanted::Displace,
        Wanted::PutBack,
        Wanted::AskToArrange,
        Wanted::Arrange,
        Wanted::Tick,
        Wanted::Rule,
    ];
    let offers = [Wanted::Offer, Wanted::Accept, Wanted::Decline].map(|of| Offer::ALL.map(of));
    let all = plain.into_iter().chain(offers.into_iter().flatten());
    check(all.map(|what| (what, Why::Over)));
}

#[test]
fn a_refusal_names_the_side_the_reason_and_the_article() {
    let why = Why::NotYourTurn;
    assert_eq!(
        words(Handicap::Even, Wanted::Play, why),
        [
            "White cannot move: the opponent has the move (FESA 1.1)",
            "後手は指せません：相手の手番です（FESA 1.1）"
        ]
    );
    let [_, japanese] = words(Handicap::TwoPiece, Wanted::Play, why);
    assert_eq!(japanese, "上手は指せません：相手の手番です（FESA 1.1）");
}
