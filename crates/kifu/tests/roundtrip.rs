//! Random records and random damage: what is written is read again, and nothing read makes us fall.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod support;

use komadai_core::{Color, Move, Variant};
use komadai_kifu::error::Notice;
use komadai_kifu::record::{Builder, Ending, Millis, MoveTime, NodeRef, Record, Termination};
use komadai_kifu::{Format, Handicap, ReadOptions, RecordPosition, WriteOptions, read, write};
use komadai_testkit::Rng;
use proptest::prelude::*;

fn legal_moves(position: &RecordPosition) -> Vec<Move> {
    match position {
        RecordPosition::Judged(position) => position.legal_moves().to_vec(),
        RecordPosition::Unjudged(..) => Vec::new(),
    }
}

/// Plays on, mostly captures and promotions: that is where pieces become ambiguous.
fn play_some(builder: &mut Builder, rng: &mut Rng, plies: usize) {
    for _ in 0..plies {
        let moves = legal_moves(builder.position());
        if moves.is_empty() {
            return;
        }
        let mut mv = moves[rng.below(moves.len())];
        for _ in 0..3 {
            if !mv.is_promotion() && builder.position().piece_on(mv.to()).is_none() {
                mv = moves[rng.below(moves.len())];
            }
        }
        if rng.one_in(60) {
            mv = Move::from_bits(u16::try_from(rng.below(1 << 16)).unwrap()).unwrap_or(mv);
        }
        builder.play(mv);
        decorate(builder, rng);
    }
}

fn decorate(builder: &mut Builder, rng: &mut Rng) {
    let at = builder.at();
    if rng.one_in(8) {
        for line in ["二歩", "", "* #1：2", "変化：3手"]
            .iter()
            .take(1 + rng.below(4))
        {
            builder.tree_mut().push_comment_line(at, line);
        }
    }
    if rng.one_in(20) {
        builder
            .tree_mut()
            .set_bookmark(at, Some("しおり".to_owned()));
    }
    if rng.one_in(3) {
        let spent = Some(Millis::from_secs(rng.next_u64() % 10_000));
        let total = Some(Millis::from_secs(rng.next_u64() % 1_000_000));
        builder.tree_mut().set_time(at, MoveTime { spent, total });
    }
}

fn end_some(builder: &mut Builder, rng: &mut Rng) {
    if rng.one_in(3) {
        return;
    }
    let termination = Termination::NAMED[rng.below(Termination::NAMED.len())].clone();
    let turn = builder.position().turn();
    let mut ending = Ending::usual(termination, turn);
    if matches!(
        ending.termination,
        Termination::IllegalMove | Termination::Default
    ) && rng.one_in(2)
    {
        ending.winner = Some(turn);
    }
    builder.end(ending);
    decorate(builder, rng);
}

fn random_record(seed: u64, variant: Variant) -> Record {
    let mut rng = Rng::new(seed);
    let handicap = Handicap::ALL[rng.below(Handicap::ALL.len())];
    let mut record = Record::new(variant, handicap);
    if rng.one_in(2) {
        record.headers.push("棋戦", "試験");
        record.headers.push(
            if handicap.first() == Color::White {
                "上手"
            } else {
                "後手"
            },
            "髙橋",
        );
    }
    let mut builder = Builder::new(record);
    for _ in 0..1 + rng.below(6) {
        let depth = usize::try_from(builder.ply()).unwrap();
        let back = u32::try_from(rng.below(depth + 1)).unwrap();
        builder.back_to_ply(back);
        if builder.is_at_end() {
            builder.back();
        }
        let plies = rng.below(80);
        play_some(&mut builder, &mut rng, plies);
        end_some(&mut builder, &mut rng);
    }
    builder.finish()
}

fn without_times(record: &Record) -> Record {
    let mut record = record.clone();
    let ids: Vec<_> = record.tree.preorder().map(NodeRef::id).collect();
    for id in ids {
        record.tree.set_time(id, MoveTime::UNKNOWN);
    }
    record
}

fn without_bookmarks(record: &Record) -> Record {
    let mut record = record.clone();
    let ids: Vec<_> = record.tree.preorder().map(NodeRef::id).collect();
    for id in ids {
        record.tree.set_bookmark(id, None);
    }
    record
}

fn rewritten(record: &Record, format: Format) -> (Record, String) {
    support::rewritten(record, format, &WriteOptions::default())
}

/// Where two records differ, for messages.
fn first_difference(record: &Record, again: &Record, text: &str) -> String {
    let difference = support::first_difference(record, again);
    format!("{}\n{text}", difference.unwrap_or_default())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_trees_survive_kif(seed: u64, seireigi: bool) {
        let variant = if seireigi { Variant::Seireigi } else { Variant::Shogi };
        let record = random_record(seed, variant);
        let (again, text) = rewritten(&record, Format::Kif);
        prop_assert!(again == record, "{text}");
    }

    #[test]
    fn random_trees_survive_ki2_but_for_times(seed: u64, seireigi: bool) {
        let variant = if seireigi { Variant::Seireigi } else { Variant::Shogi };
        let record = without_times(&random_record(seed, variant));
        let (again, text) = rewritten(&record, Format::Ki2);
        prop_assert!(again == record, "{text}");
    }

    #[test]
    fn random_trees_survive_jkf(seed: u64, seireigi: bool) {
        let variant = if seireigi { Variant::Seireigi } else { Variant::Shogi };
        let record = random_record(seed, variant);
        let (again, text) = rewritten(&record, Format::Jkf);
        prop_assert!(again == record, "{}", first_difference(&record, &again, &text));
    }

    #[test]
    fn random_trees_survive_western_text_and_psn_but_for_times(seed: u64, seireigi: bool) {
        let variant = if seireigi { Variant::Seireigi } else { Variant::Shogi };
        let record = without_bookmarks(&without_times(&random_record(seed, variant)));
        let (again, text) = rewritten(&record, Format::Western);
        prop_assert!(again == record, "{}", first_difference(&record, &again, &text));
        let (again, text) = rewritten(&record, Format::Psn);
        prop_assert!(again == record, "{}", first_difference(&record, &again, &text));
    }

    #[test]
    fn random_main_lines_survive_csa(seed: u64) {
        let record = support::held_by_csa(&random_record(seed, Variant::Shogi));
        let written = write(&record, Format::Csa, &WriteOptions::default()).unwrap();
        // An illegal move may promote what cannot promote; CSA has no words for it, and says so.
        prop_assume!(written.notices.is_empty());
        let (again, text) = rewritten(&record, Format::Csa);
        prop_assert!(again == record, "{}", first_difference(&record, &again, &text));
    }

    #[test]
    fn random_main_lines_survive_usi(seed: u64, seireigi: bool) {
        let variant = if seireigi { Variant::Seireigi } else { Variant::Shogi };
        let record = random_record(seed, variant);
        let (again, _) = rewritten(&record, Format::Usi);
        let moves = |record: &Record| record.main_line().map(|(_, mv)| mv).collect::<Vec<_>>();
        prop_assert_eq!(moves(&again), moves(&record));
        prop_assert_eq!(again.start, record.start);
        prop_assert_eq!(again.variant, record.variant);
    }

    #[test]
    fn random_trees_survive_usen_but_for_some_endings(seed: u64, seireigi: bool) {
        let variant = if seireigi { Variant::Seireigi } else { Variant::Shogi };
        let record = random_record(seed, variant);
        let (again, text) = rewritten(&record, Format::Usen);
        prop_assert_eq!(&again.start, &record.start);
        let lines = |record: &Record| {
            let moves = record.tree.preorder().filter_map(|node| Some((node.ply(), node.mv()?)));
            moves.collect::<Vec<_>>()
        };
        prop_assert!(lines(&again) == lines(&record), "{text}");
        let written = write(&record, Format::Usen, &WriteOptions::default()).unwrap();
        let kept = |notice: &Notice| !matches!(notice, Notice::Ending(_));
        if written.notices.iter().all(kept) {
            let endings = |record: &Record| {
                let ending = |node: NodeRef<'_>| node.ending().map(|end| (node.ply(), end.clone()));
                record.tree.preorder().filter_map(ending).collect::<Vec<_>>()
            };
            prop_assert_eq!(endings(&again), endings(&record));
        }
    }

    #[test]
    fn every_position_survives_bod(seed: u64, seireigi: bool) {
        let variant = if seireigi { Variant::Seireigi } else { Variant::Shogi };
        let position = random_record(seed, variant).final_position();
        let record = Record::new(variant, position.to_setup());
        let (again, text) = rewritten(&record, Format::Bod);
        prop_assert!(again == record, "{text}");
    }

    #[test]
    fn damaged_text_is_read_without_a_fall(seed: u64) {
        let mut rng = Rng::new(seed);
        let (_, text) = rewritten(&random_record(seed, Variant::Shogi), Format::ALL[rng.below(Format::ALL.len())]);
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..1 + rng.below(20) {
            // The shortest text is one sign, and damage may have taken it away.
            if characters.is_empty() {
                break;
            }
            let (from, to) = (rng.below(characters.len()), rng.below(characters.len()));
            match rng.below(3) {
                0 => characters[to] = characters[from],
                1 => drop(characters.remove(to)),
                _ => characters.insert(to, characters[from]),
            }
        }
        let damaged: String = characters.into_iter().collect();
        if let Ok(reading) = read(damaged.as_bytes(), &ReadOptions::default()) {
            let record = &reading.records[0];
            // Damage may put moves into BOD, or fractions into times; that they are lost is said.
            let notices = write(record, reading.format, &WriteOptions::default()).unwrap().notices;
            let (again, text) = rewritten(record, reading.format);
            prop_assert!(!notices.is_empty() || again == *record, "{}", first_difference(record, &again, &text));
        }
    }

    #[test]
    fn random_bytes_are_read_without_a_fall(bytes: Vec<u8>) {
        for format in std::iter::once(None).chain(Format::ALL.map(Some)) {
            let _ = read(&bytes, &ReadOptions { format, ..ReadOptions::default() });
        }
    }
}
