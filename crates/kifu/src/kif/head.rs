//! The part before the moves: headers and a diagram.

use crate::bod::{BodDiagram, Damaged};
use crate::error::{Warning, WarningKind};
use crate::handicap::Handicap;
use crate::kanji;
use crate::record::{Record, Start};
use crate::scan::{Scan, trim};
use komadai_core::{AnyPosition, Color, Faults, Setup, Tolerance, Variant};

/// The variant has its own header, which other programs do not write.
pub(crate) const VARIANT_KEY: &str = "変種";
pub(crate) const SEIREIGI: &str = "精霊棋";
pub(crate) const HANDICAP_KEY: &str = "手合割";

/// The keys of the format and those that common programs add.
const KNOWN_KEYS: [&str; 32] = [
    HANDICAP_KEY,
    VARIANT_KEY,
    "先手",
    "後手",
    "下手",
    "上手",
    "先手省略名",
    "後手省略名",
    "開始日時",
    "終了日時",
    "対局日",
    "棋戦",
    "戦型",
    "表題",
    "持ち時間",
    "秒読み",
    "消費時間",
    "場所",
    "掲載",
    "記録係",
    "備考",
    "作品番号",
    "作品名",
    "作者",
    "発表誌",
    "発表年月",
    "出典",
    "手数",
    "完全性",
    "結末",
    "勝者",
    "総手数",
];

/// Returns whether a line is a header that shows that a text is a record. Other texts have keys and colons too.
pub(crate) fn is_known_header(line: &str) -> bool {
    let key = line.split_once(['：', ':']).map(|(key, _)| trim(key));
    key.is_some_and(|key| {
        KNOWN_KEYS.contains(&key) || key.ends_with("の持駒") || key.ends_with("の持ち駒")
    })
}

/// Returns whether a comment names the format, as the first line of a file does.
pub(crate) fn is_producer_line(line: &str) -> bool {
    ["#KIF", "KIF形式", "棋譜ファイル"]
        .iter()
        .any(|name| line.contains(name))
}

/// The part of a record before its moves.
#[derive(Debug)]
pub(super) struct KifHead {
    pub(super) record: Record,
    pub(super) diagram: BodDiagram,
    handicap: Option<Handicap>,
    /// The line where the diagram ended, for warnings.
    diagram_line: usize,
}

impl KifHead {
    pub(super) fn new(variant: Variant) -> KifHead {
        let record = Record::new(variant, Handicap::Even);
        KifHead {
            record,
            diagram: BodDiagram::default(),
            handicap: None,
            diagram_line: 1,
        }
    }

    /// Reads `key：value`.
    pub(super) fn header(&mut self, key: &str, value: &str) -> Result<(), WarningKind> {
        let mut scan = Scan::new(key);
        if let Some(color) = kanji::side(&mut scan)
            && matches!(scan.rest(), "の持駒" | "の持ち駒" | "持駒" | "持ち駒")
        {
            return self
                .diagram
                .hand(color, value)
                .map_err(|Damaged| WarningKind::Diagram);
        }
        match key {
            HANDICAP_KEY => self.handicap_header(value),
            VARIANT_KEY if value == SEIREIGI => {
                self.record.variant = Variant::Seireigi;
                Ok(())
            }
            _ => {
                self.record.headers.push(key, value);
                Ok(())
            }
        }
    }

    fn handicap_header(&mut self, value: &str) -> Result<(), WarningKind> {
        let name = trim(value.split('#').next().unwrap_or(value));
        match Handicap::from_japanese(name) {
            Some(handicap) => self.handicap = Some(handicap),
            None if matches!(name, "その他" | "") => {}
            None => {
                self.record.headers.push(HANDICAP_KEY, name);
                // Mynavi's programs use this word for problems; the diagram is the start position.
                if name != "詰将棋" && name != "詰め将棋" {
                    return Err(WarningKind::Handicap);
                }
            }
        }
        Ok(())
    }

    /// Reads a row of the diagram.
    pub(super) fn row(&mut self, text: &str, line: usize) -> Result<(), WarningKind> {
        self.diagram_line = line;
        self.diagram
            .row(text)
            .map_err(|Damaged| WarningKind::Diagram)
    }

    /// Reads `手数＝171  ▲６二角成  まで`. The last move is kept as text.
    pub(super) fn moves_played(&mut self, line: &str) {
        let said = moves_played(line);
        if let Some((moves, _)) = said {
            self.diagram.set_moves_played(moves);
        }
        if said.is_none_or(|(_, rest)| !rest.is_empty()) {
            self.record.headers.push("", line);
        }
    }

    /// The record with its start position.
    pub(super) fn finish(self, warnings: &mut Vec<Warning>) -> Record {
        let KifHead {
            mut record,
            diagram,
            handicap,
            diagram_line,
        } = self;
        if diagram.has_hands_only() {
            warnings.push(Warning {
                line: diagram_line,
                column: 1,
                kind: WarningKind::Diagram,
            });
        }
        if diagram.has_board() {
            let first = handicap.map_or(Color::Black, Handicap::first);
            let setup = diagram.finish(first);
            if let Some(faults) = odd_faults(record.variant, &setup) {
                let kind = WarningKind::Faults(faults);
                warnings.push(Warning {
                    line: diagram_line,
                    column: 1,
                    kind,
                });
            }
            record.start = Start::from(setup);
        } else if let Some(handicap) = handicap {
            record.start = Start::Handicap(handicap);
        }
        record
    }
}

/// Reads `手数＝171  ▲６二角成  まで`: the number, and the last move.
pub(super) fn moves_played(line: &str) -> Option<(u64, &str)> {
    let mut scan = Scan::new(line.strip_prefix("手数＝")?);
    scan.skip_blanks();
    let moves = scan.wide_number()?;
    Some((moves, trim(scan.rest().trim_end_matches("まで"))))
}

/// Faults that no problem has.
pub(crate) fn odd_faults(variant: Variant, setup: &Setup) -> Option<Faults> {
    AnyPosition::from_setup(variant, setup, Tolerance::MissingKing).err()
}
