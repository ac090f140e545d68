//! CSA: what files may look like, and what is written.

use crate::error::{Notice, Warning, WarningKind, WriteError};
use crate::reading::Parsed;
use crate::record::{Millis, Record, Score, Termination};
use crate::samples::usi;
use crate::{Format, Handicap, ReadOptions, WriteOptions, read_text};
use komadai_core::{Color, HandKind, Illegal, Variant};

fn parsed(text: &str) -> Parsed {
    super::read(text, &ReadOptions::default()).unwrap()
}

fn record(text: &str) -> Record {
    parsed(text).records.swap_remove(0)
}

fn written(record: &Record) -> (String, Vec<Notice>) {
    crate::samples::written(super::write, record)
}

/// The warnings' places and kinds.
fn warnings(text: &str) -> Vec<(usize, usize, WarningKind)> {
    let warnings = parsed(text).warnings.into_iter();
    warnings.map(|it| (it.line, it.column, it.kind)).collect()
}

#[test]
fn a_whole_file_is_read_and_written_again() {
    let text = "V2.2\nN+A\nN-B\n$EVENT:E\nPI\n+\n'*start\n+7776FU\nT12\n-3334FU\nT6\n'*good\n'** 15 +8822UM -3122GI\n\
                +8822UM\n%TORYO\nT1\n";
    let record = record(text);
    assert_eq!(usi(&record), "7g7f 3c3d 8h2b+");
    assert_eq!(record.player(Color::Black), Some("A"));
    assert_eq!(record.headers.get("棋戦"), Some("E"));
    assert_eq!(record.winner(), Some(Color::Black));
    assert_eq!(record.tree.root().comment(), Some("start"));
    let second = record.tree.main_line().nth(1).unwrap();
    assert_eq!(second.time().spent, Some(Millis::from_secs(6)));
    assert_eq!(second.comment(), Some("good"));
    assert_eq!(second.annotations()[0].score, Some(Score::Centipawns(15)));
    assert_eq!(written(&record), (text.to_owned(), vec![]));
}

#[test]
fn statements_may_share_a_line() {
    let text = "PI,+,+7776FU,T12,-3334FU,T6,'* 30 +2726FU\n%TORYO,T3\n";
    let record = record(text);
    assert_eq!(usi(&record), "7g7f 3c3d");
    assert_eq!(
        record.tree.main_line().nth(1).unwrap().comment(),
        Some(" 30 +2726FU")
    );
    let end = record.tree.main_line().last().unwrap();
    assert_eq!(end.time().spent, Some(Millis::from_secs(3)));
}

#[test]
fn several_games_are_separated_by_a_slash() {
    let text = "V2.2\nPI\n+\n+7776FU\n/\nN+X\nPI\n+\n+2726FU\n/\n";
    let parsed = parsed(text);
    let moves: Vec<String> = parsed.records.iter().map(usi).collect();
    assert_eq!(moves, ["7g7f", "2g2f"]);
    assert_eq!(parsed.records[1].player(Color::Black), Some("X"));
    assert_eq!(parsed.records[0].player(Color::Black), None);
}

#[test]
fn version_3_has_fractions_and_its_own_words() {
    let text = "'CSA encoding=UTF-8\nV3.0\n$MAX_MOVES:320\n$TIME:600+10+0\nPI\n+\n+7776FU\nT1.250\n%MAX_MOVES\n";
    let record = record(text);
    assert_eq!(
        record.tree.root().next().unwrap().time().spent,
        Some(Millis::new(1250))
    );
    assert_eq!(record.ending().unwrap().termination, Termination::MaxMoves);
    assert_eq!(written(&record), (text.to_owned(), vec![]));
}

#[test]
fn the_start_position_has_three_forms() {
    let handicap = record("PI82HI22KA\n-\n-5142OU\n");
    assert_eq!(handicap.start.handicap(), Some(Handicap::TwoPiece));
    let rows = "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 *  *  *  *  *  *  *  *  * \nP3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 * * * * * * * * *\n\
                P5\nP6 *  *  *  *  *  *  *  *  *\nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA               +HI\n\
                P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\n-\n";
    assert_eq!(record(rows).start, handicap.start);
    let problem = record("P-11OU12FU\nP+13TO00KI00FU00FU\nP-00AL\n+\n")
        .start
        .setup();
    assert_eq!(problem.hands[Color::Black].count(HandKind::Pawn), 2);
    assert_eq!(problem.hands[Color::White].count(HandKind::Pawn), 14);
    assert_eq!(problem.hands[Color::White].count(HandKind::Gold), 3);
    assert_eq!(problem.hands[Color::White].count(HandKind::Rook), 2);
}

#[test]
fn players_of_handicap_games_have_other_names() {
    let record = record("N+A\nN-B\nPI22KA\n-\n");
    assert_eq!(record.headers.get("下手"), Some("A"));
    assert_eq!(record.headers.get("上手"), Some("B"));
    assert!(written(&record).0.contains("N+A\nN-B\n"));
}

#[test]
fn what_is_missing_is_supplied() {
    assert_eq!(usi(&record("+7776FU\n-3334FU")), "7g7f 3c3d");
    assert_eq!(record("-3334FU\n").start.turn(), Color::White);
    assert_eq!(record("").main_line().count(), 0);
    assert_eq!(parsed("'only a comment\n").records.len(), 1);
}

#[test]
fn illegal_moves_are_kept_and_named() {
    let text = "PI\n+\n+7775FU\n-3334FU\n";
    let record = record(text);
    assert_eq!(
        record.first_illegal(),
        Some((1, Illegal::NotAMoveOfThePiece))
    );
    assert_eq!(usi(&record), "7g7e 3c3d");
    let found = warnings(text);
    assert_eq!((found[0].0, found[0].1), (3, 1));
    assert_eq!(written(&record).0, format!("V2.2\n{text}"));
}

#[test]
fn odd_text_is_kept_and_warned_about() {
    let text = "PI\n+\n+777X\nhello\n+7776GI,Tx\n%WHAT\n+\n";
    let kinds: Vec<WarningKind> = warnings(text).into_iter().map(|it| it.2).collect();
    let expected = [
        WarningKind::UnreadableMove,
        WarningKind::UnknownLine,
        WarningKind::PieceName,
        WarningKind::Time,
        WarningKind::UnreadableMove,
        WarningKind::UnknownLine,
    ];
    assert_eq!(kinds, expected);
    assert_eq!(warnings(text)[3].1, 9);
    let record = record(text);
    assert_eq!(record.tree.root().comment(), Some("+777X\nhello"));
    assert_eq!(record.ending().unwrap().termination.word(), "WHAT");
    assert_eq!(
        super::read(&written(&record).0, &ReadOptions::default())
            .unwrap()
            .records[0],
        record
    );
}

#[test]
fn moves_after_the_end_become_a_variation() {
    let text = "PI\n+\n+7776FU\n%CHUDAN\n-3334FU\n%TORYO\n";
    let record = record(text);
    assert_eq!(
        record.ending().unwrap().termination,
        Termination::Interruption
    );
    assert_eq!(record.tree.move_count(), 2);
    assert_eq!(warnings(text), [(5, 1, WarningKind::MoveAfterEnd)]);
    assert_eq!(written(&record).1, [Notice::Variations { count: 1 }]);
}

#[test]
fn moves_with_two_kings_on_a_side_are_carried_out() {
    let record = record("P+59OU58OU\n+\n+5968OU\n");
    assert_eq!(record.illegal_ply(), None);
    assert_eq!(
        record.final_position().to_string(),
        "9/9/9/9/9/9/9/3KK4/9 w - 2"
    );
}

#[test]
fn a_promoted_gold_cannot_be_written() {
    let text = "variant seireigi\nposition sfen 4k4/9/9/4G4/9/9/9/9/4K4 b - 1 moves 5d5c+\n";
    let reading = read_text(text, &ReadOptions::default()).unwrap();
    let error = crate::write(&reading.records[0], Format::Csa, &WriteOptions::default());
    let what = "a promoted gold".to_owned();
    assert_eq!(
        error.unwrap_err(),
        WriteError::NotExpressible {
            format: "csa",
            what
        }
    );
    let text = text.replace('+', "");
    let reading = read_text(&text, &ReadOptions::default()).unwrap();
    let (csa, notices) = written(&reading.records[0]);
    assert_eq!(notices, []);
    assert_eq!(record(&csa).variant, Variant::Seireigi);
}

#[test]
fn a_gold_that_was_turned_over_against_the_rules_stays_a_gold() {
    let text = "position sfen 4k4/9/9/4G4/9/9/9/9/4K4 b - 1 moves 5d5c+ 5a6a 5c5b\n";
    let reading = read_text(text, &ReadOptions::default()).unwrap();
    let (csa, notices) = written(&reading.records[0]);
    assert!(csa.contains("+5453KI\n-5161OU\n+5352KI\n"));
    assert_eq!(notices.len(), 1);
    assert_eq!(usi(&record("P+54KI59OU\nP-51OU\n+\n+5453TO\n")), "5d5c");
}

#[test]
fn what_csa_cannot_hold_is_said() {
    let text = "手合割：平手\n記録係：C\n先手：A\n 1 ７六歩(77) ( 0:01/00:00:09)\n&b\n 2 封じ手\n変化：1手\n 1 ２六歩(27)\n";
    let reading = read_text(text, &ReadOptions::default()).unwrap();
    let (_, notices) = written(&reading.records[0]);
    let key = "記録係".to_owned();
    assert_eq!(notices[0], Notice::Header { key });
    assert_eq!(notices[1], Notice::Variations { count: 1 });
    assert!(notices[2].to_string().contains("total times"));
    assert_eq!(notices[3], Notice::Bookmarks);
    assert!(notices[4].to_string().contains("interruption"));
    assert_eq!(notices.len(), 5);
}

#[test]
fn hostile_files_are_read_in_good_time() {
    for text in [
        "+7776FU\n".repeat(100_000),
        "'".repeat(1_000_000),
        "'x\n".repeat(300_000),
        "/\n+7776FU\n".repeat(20_000),
        "%X\n".repeat(100_000),
        ",".repeat(1_000_000),
        "+777X,".repeat(100_000),
        "P+00FU".repeat(100_000),
        "T9".repeat(100_000),
    ] {
        let _ = super::read(&text, &ReadOptions::default());
    }
}

#[test]
fn a_comment_that_sounds_like_an_engine_is_noticed() {
    let start = record("PI\n+\n'** 15\n+7776FU\n");
    assert_eq!(start.tree.root().comment(), Some("* 15"));
    assert_eq!(written(&start).1, []);
    assert_eq!(record(&written(&start).0), start);
    let line = record("PI\n+\n+7776FU\n* 15\n");
    let node = line.tree.root().next().unwrap();
    assert_eq!(node.comment(), Some("* 15"));
    assert!(matches!(written(&line).1[..], [Notice::Other(_)]));
}

#[test]
fn an_engine_annotation_of_the_start_is_kept() {
    let start = record("PI\n+\n'**評価値=15\n'**読み筋=▲７六歩\n");
    assert_eq!(start.tree.root().annotations().len(), 1);
    assert_eq!(written(&start).1, []);
    assert_eq!(record(&written(&start).0), start);
}

#[test]
fn engine_words_in_a_line_without_a_mark_are_lifted_at_once() {
    let line = record("PI\n+\n+7776FU\n*評価値=15\n");
    let node = line.tree.root().next().unwrap();
    assert_eq!(node.annotations().len(), 1);
    assert_eq!(record(&written(&line).0), line);
}

#[test]
fn an_illegal_last_move_loses_whomever_the_end_word_blames() {
    let legal = "PI\n+\n+2726FU\n-8384FU\n+2625FU\n-8485FU\n+2524FU\n-2324FU\n+2824HI\n-3334FU\n";
    let nifu = format!("{legal}+0075FU\n");
    for (word, warns) in [
        ("%ILLEGAL_MOVE", true),
        ("%-ILLEGAL_ACTION", true),
        ("%+ILLEGAL_ACTION", false),
    ] {
        let parsed = parsed(&format!("{nifu}{word}\n"));
        assert_eq!(parsed.records[0].winner(), Some(Color::White), "{word}");
        let blame = |warning: &&Warning| warning.kind == WarningKind::Blame;
        let lines: Vec<usize> = parsed
            .warnings
            .iter()
            .filter(blame)
            .map(|it| it.line)
            .collect();
        assert_eq!(lines, if warns { vec![12] } else { vec![] }, "{word}");
        let (text, _) = written(&parsed.records[0]);
        assert_eq!(record(&text).winner(), Some(Color::White), "{text}");
    }
    // A legal last move leaves the fault with the side to move, which wrote the word instead of a move.
    let foul = record(&format!("{legal}%ILLEGAL_MOVE\n"));
    assert_eq!(foul.winner(), Some(Color::White));
    // A resignation before anybody noticed stands.
    let resigned = record(&format!("{nifu}%TORYO\n"));
    assert_eq!(resigned.winner(), Some(Color::Black));
}
