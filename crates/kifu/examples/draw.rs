//! Draws a few positions with every set of pieces, to look at.
//!
//! ```sh
//! cargo run -p komadai-kifu --features png --example draw -- target/diagrams
//! ```
//!
//! A second argument names the SVG file of the picture in the README (`docs/images/board.svg`).

use komadai_core::{Color, Move, Position, Setup, Shogi, Variant};
use komadai_kifu::diagram::{Coordinates, Diagram, PieceSet, RankLabels};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// A bishop exchange with both silvers in the center, up to the attack on the gold.
const MIDGAME: &str = "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i6h 4a3b 6i7h 2b7g+ 6h7g 3a2b 3i3h 2b3c 1g1f 1c1d \
    9g9f 9c9d 3g3f 7c7d 4g4f 7a7b 3h4g 6c6d 5i6h 7b6c 4g5f 6c5d 2i3g 8a7c 4i4h 6a6b 2h2i 8b8a \
    2f2e 5a4b 6h7i 4b3a 7i8h 3a2b 4f4e 4c4d 4e4d 3c4d 5f4e 4d4e 3g4e P*4d 2e2d 4d4e 2d2c+ 3b2c P*2d";
/// White has just dropped the only bishop.
const DROP: &str = "ln1g4l/1r2gk3/p1ppp1n1p/1p3sppP/5pS2/2PPP1b2/PP1G1PP2/1SKG3R1/LN5NL b B2Psp 58";
const SEIREIGI: &str = "l2+L1k+N1l/1+R2g+G1b1/p+P+S+N+Lp2p/3+s5/1+l1+n1+g1+p1/2P3P2/P4P2P/1B1+r3R1/L1SGKGSNL b 2S2P3p 89";
const TSUME: &str = "6k2/5p2p/7N1/6p2/9/9/9/9/9 b RGr2b3g4s3n4l15p 1";
const PAWNS: &str = "4k4/9/9/9/9/9/9/9/4K4 b 18P 1";
const HANDS: &str = "4k4/9/9/9/9/9/9/9/4K4 w R2B3GS2NL9Pr2g3s2n3l9p 200";

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args_os().skip(1).map(PathBuf::from);
    let dir = args.next().ok_or("usage: draw DIR [README_PICTURE]")?;
    fs::create_dir_all(&dir)?;
    let plain = Diagram::default();
    let (midgame, last_move) = play(MIDGAME)?;
    let seireigi: Setup = SEIREIGI.parse()?;
    for pieces in PieceSet::ALL {
        let diagram = Diagram {
            pieces,
            last_move,
            ..plain.clone()
        };
        draw(
            &dir,
            &format!("midgame-{pieces}"),
            &diagram,
            &midgame,
            Variant::Shogi,
        )?;
        let diagram = Diagram {
            pieces,
            last_move: Some("7d6d".parse()?),
            ..plain.clone()
        };
        draw(
            &dir,
            &format!("seireigi-{pieces}"),
            &diagram,
            &seireigi,
            Variant::Seireigi,
        )?;
    }
    let from_white = Diagram {
        coordinates: Coordinates::Outside(RankLabels::Letters),
        bottom: Color::White,
        last_move,
        ..plain.clone()
    };
    draw(&dir, "midgame-white", &from_white, &midgame, Variant::Shogi)?;
    let digits = Diagram {
        coordinates: Coordinates::Outside(RankLabels::Digits),
        ..plain.clone()
    };
    let bare = Diagram {
        coordinates: Coordinates::Hidden,
        turn_mark: false,
        ..plain.clone()
    };
    let drop = Diagram {
        last_move: Some("B*3f".parse()?),
        ..plain.clone()
    };
    draw(&dir, "start", &plain, &Setup::start(), Variant::Shogi)?;
    draw(&dir, "drop", &drop, &DROP.parse()?, Variant::Shogi)?;
    draw(&dir, "tsume", &digits, &TSUME.parse()?, Variant::Shogi)?;
    draw(&dir, "hands", &plain, &HANDS.parse()?, Variant::Shogi)?;
    draw(&dir, "pawns", &bare, &PAWNS.parse()?, Variant::Shogi)?;
    if let Some(path) = args.next() {
        let diagram = Diagram { last_move, ..plain };
        fs::write(path, diagram.to_svg(&midgame, Variant::Shogi))?;
    }
    Ok(())
}

/// The position after these moves, and the last of them.
fn play(moves: &str) -> Result<(Setup, Option<Move>), Box<dyn Error>> {
    let mut position = Position::<Shogi>::default();
    let mut last_move = None;
    for text in moves.split_whitespace() {
        let mv: Move = text.parse()?;
        let _ = position.play(mv)?;
        last_move = Some(mv);
    }
    Ok((position.to_setup(), last_move))
}

fn draw(
    dir: &Path,
    name: &str,
    diagram: &Diagram,
    setup: &Setup,
    variant: Variant,
) -> Result<(), Box<dyn Error>> {
    fs::write(
        dir.join(format!("{name}.svg")),
        diagram.to_svg(setup, variant),
    )?;
    for width in [600, 1200] {
        fs::write(
            dir.join(format!("{name}-{width}.png")),
            diagram.to_png(setup, variant, width)?,
        )?;
    }
    Ok(())
}
