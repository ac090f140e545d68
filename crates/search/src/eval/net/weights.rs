//! The weights of a net and their file.
//!
//! All numbers are little-endian. A file is a header and the weights, in this order:
//!
//! | bytes | header |
//! |---|---|
//! | 8 | `KOMADAIN` |
//! | 1 | version of the architecture, 1 |
//! | 1 | variant: 0 shogi, 1 Seireigi |
//! | 2 | width of the first layer, for each side |
//! | 4 | inputs |
//! | 8 | FNV-1a hash of the weights: the net's id |
//!
//! | weights | type | scale |
//! |---|---|---|
//! | first layer: bias, then a row for each input | `i16` | 127 is an activation of 1 |
//! | second layer: 32 biases, 32 rows of twice the width | `i32`, `i8` | bias 127 × 64, weights 64 |
//! | third layer: 32 biases, 32 rows of 32 | `i32`, `i8` | the same |
//! | output: bias, 32 weights | `i32`, `i16` | 256ths of an evaluation unit, of which 90 are a pawn |

use super::inputs::INPUTS;
use komadai_core::Variant;

/// Outputs of the second and third layer.
pub const HIDDEN: usize = 32;
/// Weights of hidden layers are in fractions of this.
pub const WEIGHT_ONE: i32 = 64;
/// An activation of 1.
pub const ACTIVATION_ONE: i32 = 127;
/// The output is in fractions of this.
pub const OUTPUT_ONE: i32 = 256;

const MAGIC: &[u8; 8] = b"KOMADAIN";
const VERSION: u8 = 1;

/// Values aligned for vector registers.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Aligned<T>(pub(super) T);

/// The weights of a net with a first layer of `W` for each side.
#[derive(Debug)]
pub struct NetWeights<const W: usize> {
    pub(super) id: u64,
    pub(super) bias: Aligned<[i16; W]>,
    pub(super) rows: Box<[Aligned<[i16; W]>]>,
    pub(super) second: DenseWeights<W>,
    pub(super) third_bias: [i32; HIDDEN],
    pub(super) third: Aligned<[[i8; HIDDEN]; HIDDEN]>,
    pub(super) output_bias: i32,
    pub(super) output: Aligned<[i16; HIDDEN]>,
}

/// The second layer: for each output, weights of the own half and of the opponent's.
#[derive(Debug)]
pub(super) struct DenseWeights<const W: usize> {
    pub(super) bias: [i32; HIDDEN],
    pub(super) rows: DenseRows<W>,
}

/// For each output, the weights of both halves.
type DenseRows<const W: usize> = Box<[[Aligned<[i8; W]>; 2]; HIDDEN]>;

/// Error for files that are not a net of the expected shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetFileError {
    /// The file does not start as a net does.
    NotANet,
    /// The version of the architecture is unknown.
    Version(u8),
    /// The net is for the other variant.
    Variant,
    /// The net has another width or another number of inputs.
    Shape {
        /// The width of the first layer.
        width: u16,
        /// The number of inputs.
        inputs: u32,
    },
    /// The file has more or fewer bytes than the weights.
    Length,
    /// The weights do not match their hash.
    Damaged,
}

impl std::fmt::Display for NetFileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NetFileError::NotANet => write!(f, "not a net"),
            NetFileError::Version(version) => write!(f, "unknown version {version} of nets"),
            NetFileError::Variant => write!(f, "the net is for another variant"),
            NetFileError::Shape { width, inputs } => {
                write!(f, "unsupported shape: {inputs} inputs, width {width}")
            }
            NetFileError::Length => write!(f, "the file is too short or too long"),
            NetFileError::Damaged => write!(f, "the weights do not match their hash"),
        }
    }
}

impl std::error::Error for NetFileError {}

impl<const W: usize> NetWeights<W> {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error if the bytes are not a net of this shape and variant.
    pub fn parse(bytes: &[u8], variant: Variant) -> Result<NetWeights<W>, NetFileError> {
        let mut header = WeightReader(bytes);
        let short = |_| NetFileError::NotANet;
        if header.bytes::<8>().map_err(short)? != *MAGIC {
            return Err(NetFileError::NotANet);
        }
        let [version, variant_found] = header.bytes().map_err(short)?;
        if version != VERSION {
            return Err(NetFileError::Version(version));
        }
        if variant_found != variant_code(variant) {
            return Err(NetFileError::Variant);
        }
        let width = u16::from_le_bytes(header.bytes().map_err(short)?);
        let inputs = u32::from_le_bytes(header.bytes().map_err(short)?);
        if usize::from(width) != W || inputs as usize != INPUTS {
            return Err(NetFileError::Shape { width, inputs });
        }
        let id = u64::from_le_bytes(header.bytes().map_err(short)?);
        if fnv1a(header.0) != id {
            return Err(NetFileError::Damaged);
        }
        let mut reader = header;
        let weights = NetWeights {
            id,
            bias: Aligned(reader.i16s()?),
            rows: (0..INPUTS)
                .map(|_| reader.i16s().map(Aligned))
                .collect::<Result<_, _>>()?,
            second: DenseWeights {
                bias: reader.i32s()?,
                rows: reader.second_rows()?,
            },
            third_bias: reader.i32s()?,
            third: Aligned(reader.third_rows()?),
            output_bias: i32::from_le_bytes(reader.bytes()?),
            output: Aligned(reader.i16s()?),
        };
        if reader.0.is_empty() {
            Ok(weights)
        } else {
            Err(NetFileError::Length)
        }
    }

    /// The id of the net: a hash of its weights.
    pub fn id(&self) -> u64 {
        self.id
    }
}

/// A file with these weights, which are in the order of the file.
pub fn net_file(variant: Variant, width: u16, weights: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::from(*MAGIC);
    bytes.extend([VERSION, variant_code(variant)]);
    bytes.extend(width.to_le_bytes());
    bytes.extend((INPUTS as u32).to_le_bytes());
    bytes.extend(fnv1a(weights).to_le_bytes());
    bytes.extend(weights);
    bytes
}

fn variant_code(variant: Variant) -> u8 {
    match variant {
        Variant::Shogi => 0,
        Variant::Seireigi => 1,
    }
}

/// The hash of Fowler, Noll and Vo: enough to tell nets apart and to find damage.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

struct WeightReader<'a>(&'a [u8]);

impl WeightReader<'_> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], NetFileError> {
        let (first, rest) = self.0.split_first_chunk().ok_or(NetFileError::Length)?;
        self.0 = rest;
        Ok(*first)
    }

    fn i8s<const N: usize>(&mut self) -> Result<[i8; N], NetFileError> {
        Ok(self.bytes::<N>()?.map(u8::cast_signed))
    }

    fn i16s<const N: usize>(&mut self) -> Result<[i16; N], NetFileError> {
        let mut values = [0; N];
        for value in &mut values {
            *value = i16::from_le_bytes(self.bytes()?);
        }
        Ok(values)
    }

    fn i32s<const N: usize>(&mut self) -> Result<[i32; N], NetFileError> {
        let mut values = [0; N];
        for value in &mut values {
            *value = i32::from_le_bytes(self.bytes()?);
        }
        Ok(values)
    }

    fn second_rows<const W: usize>(&mut self) -> Result<DenseRows<W>, NetFileError> {
        let mut rows = Box::new([[Aligned([0; W]); 2]; HIDDEN]);
        for half in rows.iter_mut().flatten() {
            half.0 = self.i8s()?;
        }
        Ok(rows)
    }

    fn third_rows(&mut self) -> Result<[[i8; HIDDEN]; HIDDEN], NetFileError> {
        let mut rows = [[0; HIDDEN]; HIDDEN];
        for row in &mut rows {
            *row = self.i8s()?;
        }
        Ok(rows)
    }
}
