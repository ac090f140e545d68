//! The parts of a picture, written in the order in which they lie on each other.

use super::art::{self, Glyph, PieceFace};
use super::layout::{Area, Layout, Point, SQUARE_HEIGHT, SQUARE_WIDTH};
use super::{Coordinates, Diagram, RankLabels};
use komadai_core::{Color, File, HandKind, Move, MoveAction, Piece, Rank, Setup, Square, Variant};
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

const PAPER: &str = "#faf5ea";
const BOARD: &str = "#dfba7c";
const STAND: &str = "#d0a768";
const EDGE: &str = "#8a6238";
const LINE: &str = "#6b4a2a";
const INK: &str = "#33261a";
const TINT: &str = "#a9bd5c";
const TINT_EDGE: &str = "#5f7a2a";
const TURN: &str = "#b3261e";

/// Size of the signs on the rim and of the counts on the stands, for an em of 100.
const LABEL_SCALE: &str = ".36";
const KANJI_SCALE: &str = ".4";
const COUNT_SCALE: &str = ".54";
/// From one digit of a count to the next.
const COUNT_ADVANCE: i32 = 28;

/// A picture being drawn.
pub(super) struct Scene<'a> {
    diagram: &'a Diagram,
    setup: &'a Setup,
    variant: Variant,
    layout: Layout,
    prefix: String,
    out: String,
    /// The drawings in use: id without its prefix, then content.
    defs: BTreeMap<String, String>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(diagram: &'a Diagram, setup: &'a Setup, variant: Variant) -> Scene<'a> {
        Scene {
            diagram,
            setup,
            variant,
            layout: Layout::new(diagram),
            prefix: id_prefix(&diagram.id_prefix),
            out: String::new(),
            defs: BTreeMap::new(),
        }
    }

    /// Draws everything.
    pub(super) fn into_svg(mut self) -> String {
        self.panels();
        self.last_move();
        self.grid();
        self.coordinates();
        self.pieces();
        for color in Color::ALL {
            self.stand(color);
            self.side_sign(color);
        }
        let Area { width, height, .. } = self.layout.picture();
        let mut svg = String::with_capacity(self.out.len() + 32_768);
        let Scene {
            setup,
            variant,
            prefix,
            ..
        } = &self;
        put(
            &mut svg,
            format_args!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
                 aria-label=\"{variant}: {setup}\">\n<defs>\n"
            ),
        );
        for (id, content) in &self.defs {
            put(
                &mut svg,
                format_args!("<g id=\"{prefix}-{id}\" {content}</g>\n"),
            );
        }
        svg + "</defs>\n" + &self.out + "</svg>\n"
    }

    fn put(&mut self, part: fmt::Arguments<'_>) {
        put(&mut self.out, part);
    }

    /// A filled rectangle with round corners.
    fn panel(&mut self, area: Area, radius: i32, paint: fmt::Arguments<'_>) {
        let Area {
            x,
            y,
            width,
            height,
        } = area;
        self.put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" {paint}/>\n"
        ));
    }

    /// Paper, stands and the wood of the board.
    fn panels(&mut self) {
        self.panel(self.layout.picture(), 0, format_args!("fill=\"{PAPER}\""));
        for color in Color::ALL {
            let stand = self.layout.stand(color);
            self.panel(
                stand,
                10,
                format_args!("fill=\"{STAND}\" stroke=\"{EDGE}\" stroke-width=\"2\""),
            );
        }
        let board = self.layout.board();
        self.panel(
            board,
            10,
            format_args!("fill=\"{BOARD}\" stroke=\"{EDGE}\" stroke-width=\"2\""),
        );
    }

    /// Tints the origin; tints and frames the target.
    fn last_move(&mut self) {
        let Some(mv) = self.diagram.last_move else {
            return;
        };
        if let Some(from) = mv.from() {
            let area = self.layout.square(from);
            self.panel(area, 0, format_args!("fill=\"{TINT}\" opacity=\".55\""));
        }
        let area = self.layout.square(mv.to());
        self.panel(area, 0, format_args!("fill=\"{TINT}\""));
        self.panel(
            area.inset(4),
            0,
            format_args!("fill=\"none\" stroke=\"{TINT_EDGE}\" stroke-width=\"6\""),
        );
    }

    /// Lines, the heavier border, and the dots that mark the promotion zones.
    fn grid(&mut self) {
        let grid = self.layout.grid();
        let Area {
            x,
            y,
            width,
            height,
        } = grid;
        let mut lines = String::new();
        for n in 1..9 {
            put(
                &mut lines,
                format_args!("M{x} {}h{width}", y + n * SQUARE_HEIGHT),
            );
            put(
                &mut lines,
                format_args!("M{} {y}v{height}", x + n * SQUARE_WIDTH),
            );
        }
        self.put(format_args!(
            "<path d=\"{lines}\" fill=\"none\" stroke=\"{LINE}\" stroke-width=\"2\"/>\n"
        ));
        self.panel(
            grid,
            0,
            format_args!("fill=\"none\" stroke=\"{LINE}\" stroke-width=\"4\""),
        );
        for (column, row) in [(3, 3), (6, 3), (3, 6), (6, 6)] {
            let (cx, cy) = (x + column * SQUARE_WIDTH, y + row * SQUARE_HEIGHT);
            self.put(format_args!(
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"8\" fill=\"{LINE}\"/>\n"
            ));
        }
    }

    fn coordinates(&mut self) {
        let Coordinates::Outside(labels) = self.diagram.coordinates else {
            return;
        };
        self.put(format_args!("<g fill=\"{INK}\">\n"));
        for file in File::ALL {
            self.glyph(
                art::digit(file.number()),
                self.layout.file_label(file),
                LABEL_SCALE,
            );
        }
        // The thin strokes of kanji would vanish in small pictures without a line around them.
        let (scale, line) = match labels {
            RankLabels::Kanji => (KANJI_SCALE, 3),
            RankLabels::Letters | RankLabels::Digits => (LABEL_SCALE, 0),
        };
        self.put(format_args!(
            "</g>\n<g fill=\"{INK}\" stroke=\"{INK}\" stroke-width=\"{line}\">\n"
        ));
        for rank in Rank::ALL {
            let glyph = match labels {
                RankLabels::Kanji => art::kanji(rank),
                RankLabels::Letters => art::letter(rank),
                RankLabels::Digits => art::digit(rank.number()),
            };
            self.glyph(glyph, self.layout.rank_label(rank), scale);
        }
        self.put(format_args!("</g>\n"));
    }

    fn pieces(&mut self) {
        for square in Square::ALL {
            if let Some(piece) = self.setup.board[square] {
                self.piece(piece, self.layout.square(square).center());
            }
        }
    }

    /// The pieces in hand, strongest first, with their number where it is more than one.
    ///
    /// A piece that has just been dropped keeps its place, tinted, even if it was the last.
    fn stand(&mut self, color: Color) {
        let hand = self.setup.hands[color];
        let dropped = self.dropped(color);
        let shown = |&kind: &HandKind| hand.count(kind) > 0 || dropped == Some(kind);
        for (n, kind) in HandKind::SFEN_ORDER.into_iter().filter(shown).enumerate() {
            let slot = self.layout.slot(color, n);
            if dropped == Some(kind) {
                self.panel(slot, 8, format_args!("fill=\"{TINT}\" opacity=\".8\""));
            }
            let Point { y, .. } = slot.center();
            let count = hand.count(kind);
            if count > 0 {
                let center = Point {
                    x: slot.x + SQUARE_WIDTH / 2 - 4,
                    y,
                };
                self.piece(Piece::new(kind.piece_kind(), color), center);
            }
            if count > 1 {
                self.count(
                    count,
                    Point {
                        x: slot.x + slot.width - 31,
                        y,
                    },
                );
            }
        }
    }

    /// The kind that the last move took from this side's stand.
    fn dropped(&self, color: Color) -> Option<HandKind> {
        let MoveAction::Drop { kind, to } = self.diagram.last_move.map(Move::action)? else {
            return None;
        };
        let owner = self.setup.board[to].map_or(!self.setup.turn, Piece::color);
        (owner == color).then_some(kind)
    }

    fn count(&mut self, count: u8, center: Point) {
        self.put(format_args!("<g fill=\"{INK}\">\n"));
        if count < 10 {
            self.glyph(art::digit(count), center, COUNT_SCALE);
        } else {
            let Point { x, y } = center;
            self.glyph(
                art::digit(count / 10),
                Point {
                    x: x - COUNT_ADVANCE / 2,
                    y,
                },
                COUNT_SCALE,
            );
            self.glyph(
                art::digit(count),
                Point {
                    x: x + COUNT_ADVANCE / 2,
                    y,
                },
                COUNT_SCALE,
            );
        }
        self.put(format_args!("</g>\n"));
    }

    /// ☗ or ☖ beyond the stand, in a ring for the side to move.
    fn side_sign(&mut self, color: Color) {
        if !self.diagram.turn_mark {
            return;
        }
        let Point { x, y } = self.layout.side_sign(color);
        if self.setup.turn == color {
            self.put(format_args!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"50\" fill=\"none\" stroke=\"{TURN}\" stroke-width=\"7\"/>\n"
            ));
        }
        let fill = if color == Color::Black { INK } else { "#fff" };
        let turn = if color == self.diagram.bottom {
            ""
        } else {
            "rotate(180)"
        };
        self.put(format_args!(
            "<path transform=\"translate({x} {y}){turn}\" d=\"M0-32 20-21 27 29H-27L-20-21Z\" \
             fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"4\" stroke-linejoin=\"round\"/>\n"
        ));
    }

    /// A piece around a point, turned for the upper side.
    fn piece(&mut self, piece: Piece, center: Point) {
        let face = PieceFace::of(piece, self.variant, self.diagram.jade);
        let set = self.diagram.pieces;
        let id = format!("{set}-{}", face.name());
        let Point { x, y } = center;
        let turn = if piece.color() == self.diagram.bottom {
            ""
        } else {
            "rotate(180)"
        };
        put(
            &mut self.out,
            format_args!(
                "<use href=\"#{}-{id}\" transform=\"translate({x} {y}){turn}\"/>\n",
                self.prefix
            ),
        );
        // 100 by 110 in the drawing; a little less than a square here.
        self.define(id, "scale(1.09)translate(-50-55)", face.svg(set));
    }

    /// A character around a point.
    fn glyph(&mut self, glyph: &Glyph, center: Point, scale: &str) {
        let id = format!("glyph-{}", glyph.name);
        let Point { x, y } = center;
        put(
            &mut self.out,
            format_args!(
                "<use href=\"#{}-{id}\" transform=\"translate({x} {y})scale({scale})\"/>\n",
                self.prefix
            ),
        );
        self.define(id, "translate(-50-50)", glyph.svg);
    }

    fn define(&mut self, id: String, transform: &str, svg: &'static str) {
        self.defs
            .entry(id)
            .or_insert_with(|| format!("transform=\"{transform}\">\n{}\n", art::body(svg)));
    }
}

/// A prefix that can begin an id, whatever the caller gave.
fn id_prefix(wanted: &str) -> String {
    let kept: String = wanted
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect();
    let starts_well = kept.starts_with(|c: char| c.is_ascii_alphabetic());
    if starts_well {
        kept
    } else {
        format!("k{kept}")
    }
}

fn put(out: &mut String, part: fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(part);
}
