//! Teaching diagrams that one set of pieces cannot show: read, walked and converted, never judged.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use komadai_core::Setup;
use komadai_kifu::error::Notice;
use komadai_kifu::record::{Builder, Record};
use komadai_kifu::{Format, ReadOptions, WriteOptions, read, write};

/// Diagrams with moves that can be played from them, one of them against the rules.
const LESSONS: [(&str, &str); 4] = [
    ("4k4/9/9/9/9/9/9/9/3KK4 b - 1", "6i6h 5a5b 5i5h 5b5a"),
    ("4k4/9/9/4R4/9/9/9/1R5R1/4K4 b - 1", "8h5h 5a5b 2h2c+ 5b5a"),
    ("4k4/9/9/9/9/9/9/9/4K4 b 20P2p 1", "P*5c P*5h P*5b 5h5i+"),
    ("4k4/9/9/9/9/9/9/9/GGG1KGGGG w 3R 1", "5a5b 9i9h 5b5a R*5e"),
];

fn lesson(sfen: &str, moves: &str) -> Record {
    let setup: Setup = sfen.parse().unwrap();
    let mut builder = Builder::new(Record::new(Default::default(), setup));
    for mv in moves.split(' ') {
        assert_eq!(builder.play(mv.parse().unwrap()), None);
    }
    builder.finish()
}

fn converted(record: &Record, format: Format) -> (Record, Vec<Notice>) {
    let written = write(record, format, &WriteOptions::default()).unwrap();
    let options = ReadOptions {
        format: Some(format),
        ..ReadOptions::default()
    };
    let reading = read(&written.bytes, &options).unwrap();
    (reading.records.into_iter().next().unwrap(), written.notices)
}

#[test]
fn lessons_survive_every_format() {
    for (sfen, moves) in LESSONS {
        let record = lesson(sfen, moves);
        assert!(record.start_position().not_judged().is_some());
        for format in Format::ALL {
            let (again, notices) = converted(&record, format);
            assert_eq!(again.start, record.start, "{format}");
            match format {
                Format::Bod | Format::Sfen => assert_eq!(notices, [Notice::Moves], "{format}"),
                _ => {
                    assert_eq!(notices, [], "{format}");
                    assert_eq!(again.tree, record.tree, "{format} {sfen}");
                }
            }
        }
    }
}

#[test]
fn lessons_survive_one_format_after_the_other() {
    for (sfen, moves) in LESSONS {
        let record = lesson(sfen, moves);
        let chain = [Format::Kif, Format::Csa, Format::Kif, Format::Jkf];
        let last = chain.into_iter().fold(record.clone(), |record, format| {
            converted(&record, format).0
        });
        assert_eq!(last.tree, record.tree);
        assert_eq!(last.final_position(), record.final_position());
        let (diagram, _) = converted(&last, Format::Sfen);
        assert_eq!(diagram.start.setup().to_string(), sfen);
    }
}

#[test]
fn lessons_are_walked_to_and_fro() {
    let record = lesson(LESSONS[2].0, LESSONS[2].1);
    let mut cursor = record.cursor();
    let mut seen = vec![cursor.position().to_string()];
    while cursor.forward() {
        seen.push(cursor.position().to_string());
    }
    assert_eq!(seen[1], "4k4/9/4P4/9/9/9/9/9/4K4 w 19P2p 2");
    // The promoted pawn takes the king, which is in no hand.
    assert_eq!(seen[4], "4k4/4P4/4P4/9/9/9/9/9/4+p4 b 18Pp 5");
    while let Some(sfen) = seen.pop() {
        assert_eq!(cursor.position().to_string(), sfen);
        assert_eq!(cursor.back(), !seen.is_empty());
    }
}

#[test]
fn spoken_moves_mean_the_piece_that_can_go_there() {
    let diagram = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
        | ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n\
        | ・ ・ ・ ・ 飛 ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
        | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ 飛 ・ ・ ・ ・ ・ 飛 ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n\
        +---------------------------+\n先手の持駒：角三\n先手番\n";
    let moves = "▲７八飛左 △４一玉 ▲５五角 △５二玉 ▲５八飛右 △６一玉 ▲３四飛";
    let reading = read(
        format!("{diagram}{moves}\n").as_bytes(),
        &ReadOptions::default(),
    )
    .unwrap();
    let record = &reading.records[0];
    let moves: Vec<String> = record.main_line().map(|(_, mv)| mv.to_string()).collect();
    assert_eq!(moves.join(" "), "8h7h 5a4a B*5e 4a5b 2h5h 5b6a 5d3d");
}
