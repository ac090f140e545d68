//! Records in the eyes of our own search, and of engines that fail on the way.

use komadai_core::{AnyPosition, Color, Tolerance, Variant};
use komadai_engine::analysis::{
    AnalysedPlace, Analysis, AnalysisError, Analyst, Appraisal, Better, Effort, MoveGrade,
    OwnAnalyst, analyze,
};
use komadai_kifu::record::{Record, Score as RecordScore};
use komadai_kifu::{Format, ReadOptions, WriteOptions, read_text, write};
use komadai_usi::UsiScore;

/// Black gives the bishop for a pawn, White does not take it.
const UNTAKEN: &str = "手合割：平手\n先手：A\n後手：B\n*Before the game\n   1 ７六歩(77)\n*Usual\n   2 ３四歩(33)\n   \
                       3 ２二角成(88)\n   4 ８四歩(83)\n   5 投了\n";

/// Mate in five, in both variants: ▲３一馬△１二玉▲２二金△１三玉▲２三金.
const MATE_IN_FIVE: &str = "5+Bgk1/5+Pn2/9/8p/9/9/9/9/4K4 b GN2rb2g4s2n4l16p 1";

fn record(text: &str, variant: Variant) -> Record {
    let options = ReadOptions {
        format: None,
        variant,
    };
    let mut reading = read_text(text, &options).expect("it can be read");
    reading.records.swap_remove(0)
}

fn own(record: &Record, nodes: u64) -> Analysis {
    let mut analyst = OwnAnalyst::new(record.variant, Effort::Nodes(nodes));
    analyze(record, &mut analyst, &mut |_| ()).expect("our search does not fail")
}

#[test]
fn a_bishop_that_is_not_taken_is_a_blunder() {
    let record = record(UNTAKEN, Variant::Shogi);
    let analysis = own(&record, 5000);
    assert_eq!(analysis.moves.len(), 4);
    assert_eq!(analysis.judgements.len(), 5);
    let [.., last] = &analysis.moves[..] else {
        panic!("there are moves")
    };
    assert_eq!(last.grade(), Some(MoveGrade::Blunder), "{last:?}");
    let Some(Better::Line(line)) = &last.better else {
        panic!("{last:?}")
    };
    assert!(
        ["3a2b", "8b2b"].contains(&&*line[0].to_string()),
        "{line:?}"
    );
    for report in &analysis.moves[..2] {
        assert_eq!(report.grade(), None, "{report:?}");
    }
    let white = &analysis.players[Color::White];
    assert_eq!((white.moves, white.count(MoveGrade::Blunder)), (2, 1));
    assert_eq!(white.worst.map(|(ply, _)| ply), Some(4));
    assert!(white.accuracy < analysis.players[Color::Black].accuracy);
    assert!((white.mean_loss * 2.0 - white.worst.unwrap().1).abs() < 0.05);
}

#[test]
fn comments_are_kept_and_nothing_is_said_twice() {
    let record = record(UNTAKEN, Variant::Shogi);
    let analysis = own(&record, 1000);
    let annotated = analysis.annotate(&record);
    let root = annotated.tree.root();
    let comment = root.comment().expect("a summary");
    assert!(
        comment.starts_with("Before the game\n解析 analysis: Komadai "),
        "{comment}"
    );
    assert!(comment.contains("\n△ 2 moves, accuracy "), "{comment}");
    let first = root.next().expect("a move");
    assert_eq!(first.comment(), Some("Usual"));
    assert_eq!(first.annotations().len(), 1);
    let comments: Vec<&str> = annotated
        .main_line()
        .filter_map(|(node, _)| node.comment())
        .collect();
    let blunder = comments.last().expect("a comment");
    assert!(blunder.starts_with("大悪手 blunder: -"), "{blunder}");
    assert!(blunder.contains(", better △同"), "{blunder}");
    assert_eq!(analysis.annotate(&annotated), annotated);
}

#[test]
fn what_is_written_is_read_again_in_kif_and_jkf() {
    for (text, variant) in [
        (UNTAKEN, Variant::Shogi),
        ("startpos moves 7g7f 3c3d 8h2b+ 8c8d", Variant::Seireigi),
        (
            &format!("sfen {MATE_IN_FIVE} moves 4a3a 2a1b G*2b 1b1c"),
            Variant::Shogi,
        ),
    ] {
        let record = record(text, variant);
        let annotated = own(&record, 1000).annotate(&record);
        for format in [Format::Kif, Format::Jkf] {
            let written =
                write(&annotated, format, &WriteOptions::default()).expect("it can be said");
            assert_eq!(written.notices, [], "{format:?}");
            let text = String::from_utf8(written.bytes).expect("UTF-8");
            let options = ReadOptions {
                format: Some(format),
                variant,
            };
            let again = read_text(&text, &options).expect("it can be read").records;
            assert_eq!(again.len(), 1);
            for ((a, _), (b, _)) in annotated.main_line().zip(again[0].main_line()) {
                assert_eq!(a.annotations(), b.annotations(), "{format:?} {}", a.ply());
                assert_eq!(a.comment(), b.comment(), "{format:?} {}", a.ply());
                assert_eq!(a.annotations().len(), 1);
            }
            assert_eq!(again[0].main_line().count(), annotated.main_line().count());
            assert_eq!(
                again[0].tree.root().comment(),
                annotated.tree.root().comment()
            );
        }
    }
}

#[test]
fn a_mate_in_five_is_seen_and_playing_it_loses_nothing() {
    for variant in Variant::ALL {
        let text = format!("sfen {MATE_IN_FIVE} moves 4a3a 2a1b G*2b 1b1c G*2c");
        let record = record(&text, variant);
        let analysis = own(&record, 50_000);
        assert_eq!(
            analysis.judgements[0].score,
            Some(UsiScore::MateIn(Some(5))),
            "{variant}"
        );
        assert_eq!(
            analysis.judgements[5].score,
            Some(UsiScore::MatedIn(Some(0))),
            "{variant}"
        );
        for report in &analysis.moves {
            assert_eq!(report.loss(), Some(0.0), "{variant} {report:?}");
            assert_eq!(report.missed_mate, None);
        }
        let annotated = analysis.annotate(&record);
        let root = annotated.tree.root();
        let (mated, _) = annotated.main_line().last().expect("a move");
        assert_eq!(root.annotations()[0].score, Some(RecordScore::Mate(5)));
        // A length of 0 would be nobody's.
        assert_eq!(mated.annotations()[0].score, Some(RecordScore::BlackMates));
    }
}

#[test]
fn a_mate_that_is_let_go_is_told_with_its_length() {
    let text = format!("sfen {MATE_IN_FIVE} moves 5i5h");
    let record = record(&text, Variant::Shogi);
    let analysis = own(&record, 20_000);
    let report = &analysis.moves[0];
    assert_eq!(report.missed_mate, Some(Some(5)), "{report:?}");
    let annotated = analysis.annotate(&record);
    let (node, _) = annotated.main_line().next().expect("a move");
    let comment = node.comment().expect("a comment");
    assert!(
        comment.contains("詰み逃し missed mate in 5: -"),
        "{comment}"
    );
    assert!(
        comment.contains("better ▲３一馬△１二玉▲２二金"),
        "{comment}"
    );
}

#[test]
fn the_analysis_ends_before_an_illegal_move() {
    let text = "▲２六歩 △８四歩 ▲２五歩 △８五歩 ▲２四歩 △同歩 ▲同飛 △８六歩 ▲３五歩打 △３四歩\n";
    let record = record(text, Variant::Shogi);
    let analysis = own(&record, 200);
    assert_eq!(analysis.moves.len(), 8);
    assert_eq!(analysis.illegal.map(|(ply, _)| ply), Some(9));
    let annotated = analysis.annotate(&record);
    let (node, _) = annotated.main_line().nth(8).expect("the illegal move");
    let comment = node.comment().expect("a comment");
    assert!(comment.starts_with("反則 illegal ("), "{comment}");
    let (after, _) = annotated.main_line().nth(9).expect("the move after it");
    assert!(after.annotations().is_empty());
}

#[test]
fn a_start_that_cannot_be_played_is_refused() {
    // White, to move next, has a king that Black could take.
    let record = record("sfen 4k4/4R4/9/9/9/9/9/9/4K4 b - 1", Variant::Shogi);
    let mut analyst = OwnAnalyst::new(Variant::Shogi, Effort::Nodes(100));
    let error = analyze(&record, &mut analyst, &mut |_| ()).expect_err("no game");
    assert!(matches!(error, AnalysisError::Start(_)), "{error}");
}

#[test]
fn most_lines_are_longer_than_a_move_and_its_answer() {
    let record = record(UNTAKEN, Variant::Shogi);
    let analysis = own(&record, 20_000);
    let long = analysis.judgements.iter().filter(|one| one.line.len() > 3);
    assert!(long.count() >= 4, "{:?}", analysis.judgements);
}

#[test]
fn the_same_nodes_give_the_same_analysis() {
    let record = record(UNTAKEN, Variant::Shogi);
    assert_eq!(own(&record, 2000), own(&record, 2000));
}

/// Says what it was told to say, and nothing about the start.
struct Mute;

impl Analyst for Mute {
    fn name(&self) -> &str {
        "Mute"
    }

    fn judge(
        &mut self,
        place: AnalysedPlace<'_>,
    ) -> Result<Appraisal, komadai_usi::process::EngineError> {
        Ok(Appraisal {
            score: (!place.moves.is_empty()).then_some(UsiScore::Centipawns(0)),
            ..Appraisal::default()
        })
    }
}

#[test]
fn moves_without_a_score_do_not_count() {
    let record = record(UNTAKEN, Variant::Shogi);
    let mut steps = Vec::new();
    let analysis = analyze(&record, &mut Mute, &mut |progress| {
        steps.push(progress.done)
    });
    let analysis = analysis.expect("it never fails");
    assert_eq!(steps, [1, 2, 3, 4, 5]);
    assert_eq!(analysis.moves[0].loss(), None);
    assert_eq!(analysis.players[Color::Black].moves, 1);
    assert_eq!(analysis.players[Color::White].moves, 2);
    assert_eq!(analysis.players[Color::White].worst, None);
}

/// Mates in five that need no quiet move; cshogi's solver finds the same first moves, and no mate in three.
#[test]
fn mates_in_five_are_found_within_a_hundred_thousand_nodes() {
    for (variant, sfen, first) in [
        (Variant::Shogi, MATE_IN_FIVE, "4a3a"),
        (Variant::Seireigi, MATE_IN_FIVE, "4a3a"),
        (
            Variant::Shogi,
            "7nk/8p/5SNg1/9/9/9/9/9/4K4 b 2G2r2bg3s2n4l17p 1",
            "3c2a+",
        ),
        (
            Variant::Shogi,
            "6k1s/9/5Lg1p/6+R2/9/9/9/9/4K4 b Sr2b3g2s4n3l17p 1",
            "3d3c",
        ),
    ] {
        let setup = sfen.parse().expect("an SFEN");
        let start =
            AnyPosition::from_setup(variant, &setup, Tolerance::Strict).expect("a position");
        let mut analyst = OwnAnalyst::new(variant, Effort::Nodes(100_000));
        let place = AnalysedPlace {
            start: &start,
            moves: &[],
            position: &start,
        };
        let judgement = analyst.judge(place).expect("our search does not fail");
        assert_eq!(
            judgement.score,
            Some(UsiScore::MateIn(Some(5))),
            "{variant} {sfen}"
        );
        assert_eq!(judgement.line[0].to_string(), first, "{variant} {sfen}");
        assert_eq!(judgement.line.len(), 5, "{variant} {sfen}");
        let mut position = start;
        for &mv in &judgement.line {
            let _ = position.play(mv).expect("the line is legal");
        }
        assert!(position.is_mate(), "{variant} {sfen}");
    }
}

#[cfg(unix)]
mod processes {
    use super::*;
    use komadai_engine::analysis::{Understanding, UsiAnalyst};
    use komadai_usi::process::{EngineCommand, Timeouts};
    use std::time::{Duration, Instant};

    fn shell(on_go: &str) -> EngineCommand {
        let program = format!(
            "n=0; while read -r word rest; do case $word in
                usi) echo id name Shell; echo usiok;;
                isready) echo readyok;;
                go) n=$((n+1)); {on_go} ;;
                quit) exit 0;;
            esac; done"
        );
        EngineCommand {
            args: vec!["-c".into(), program.into()],
            ..EngineCommand::new("sh")
        }
    }

    fn asked(on_go: &str, timeouts: Timeouts) -> Result<Analysis, AnalysisError> {
        let record = record(UNTAKEN, Variant::Shogi);
        let effort = Effort::Time(Duration::from_millis(20));
        let started = UsiAnalyst::start(&shell(on_go), Variant::Shogi, effort, timeouts);
        let (mut analyst, understanding) = started.expect("the shell starts");
        assert_eq!(understanding, Understanding::Sure);
        analyze(&record, &mut analyst, &mut |_| ())
    }

    #[test]
    fn an_engine_that_ends_on_the_way_is_named_with_the_place() {
        let on_go = "if [ $n -gt 2 ]; then echo broken >&2; exit 7; fi; \
                     echo info score cp 10 pv 5a5b; echo bestmove 5a5b";
        let error = asked(on_go, Timeouts::default())
            .expect_err("it ends")
            .to_string();
        assert!(
            error.starts_with("Shell, at the position after move 2: the engine exited"),
            "{error}"
        );
        assert!(error.contains("exit status: 7"), "{error}");
        assert!(error.contains("stderr: broken"), "{error}");
    }

    #[test]
    fn an_engine_that_hangs_is_given_up() {
        let timeouts = Timeouts {
            grace: Duration::from_millis(100),
            stop: Duration::from_millis(100),
            ..Timeouts::default()
        };
        let began = Instant::now();
        let error = asked(":", timeouts).expect_err("it hangs").to_string();
        assert!(
            error.contains("after move 4: the engine did not answer after stop"),
            "{error}"
        );
        assert!(began.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn illegal_lines_and_mates_of_unknown_length_are_taken_as_they_are() {
        let on_go = "echo info depth 3 score mate - pv 5a5b 9i1a; echo bestmove resign";
        let analysis = asked(on_go, Timeouts::default()).expect("it answers");
        assert!(
            analysis
                .judgements
                .iter()
                .all(|one| one.score == Some(UsiScore::MatedIn(None)))
        );
        assert!(analysis.judgements.iter().all(|one| one.line.len() <= 1));
        assert_eq!(analysis.analyst, "Shell");
    }
}
