//! stub
/// Toss
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Toss(pub [Face; 5]);
/// Face
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    /// u
    Unpromoted,
    /// p
    Promoted,
    /// n
    NotFlat,
}
/// Who
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Majority {
    /// t
    Tosser,
    /// o
    Other,
}
impl Toss {
    /// m
    pub fn majority(&self) -> Option<Majority> {
        let u = self.0.iter().filter(|f| **f == Face::Unpromoted).count();
        let p = self.0.iter().filter(|f| **f == Face::Promoted).count();
        if u > p {
            Some(Majority::Tosser)
        } else if p > u {
            Some(Majority::Other)
        } else {
            None
        }
    }
}
