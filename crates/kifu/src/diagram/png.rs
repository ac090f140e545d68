//! SVG to PNG by resvg.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Tree};

/// The widest picture that is made, in pixels.
pub const MAX_WIDTH: u32 = 8192;

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The width is zero or too large.
    #[error("the width must be from 1 to {MAX_WIDTH} pixels, not {0}")]
    Width(u32),
    /// The SVG was refused: a fault of the drawings.
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// The pixels could not be written as PNG.
    #[error("the picture cannot be encoded: {0}")]
    Encode(String),
}

/// Draws one of our SVG texts.
pub(super) fn render(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    if width == 0 || width > MAX_WIDTH {
        return Err(PngError::Width(width));
    }
    let tree = Tree::from_str(svg, &usvg::Options::default())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round().max(1.0) as u32;
    let mut pixmap = Pixmap::new(width, height).ok_or(PngError::Width(width))?;
    resvg::render(
        &tree,
        Transform::from_scale(scale, scale),
        &mut pixmap.as_mut(),
    );
    pixmap
        .encode_png()
        .map_err(|error| PngError::Encode(error.to_string()))
}
