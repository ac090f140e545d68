//! Speed of our record readers beside other people's, over real files.

mod corpus;
mod node;
mod reader;
mod report;
mod sample;

pub use corpus::{Corpus, CorpusFile, Family};
pub use node::NodeScript;
pub use reader::{ReadBytes, ReadText, RecordReader, panics_silenced};
pub use report::{RecordsRow, to_table};
pub use sample::run;
