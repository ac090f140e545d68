//! Speed of our record readers beside other people's, over real files.

mod corpus;
mod node;
mod reader;
mod report;
mod sample;

pub use corpus::{Corpus, Family, File};
pub use node::Node;
pub use reader::{Bytes, Reader, Text, panics_silenced};
pub use report::{Row, to_table};
pub use sample::run;
