//! One position in three programs, which must agree about it.

use crate::haitaka_faults::{HaitakaFaults, drop_pawn_mate};
use crate::peer::{HaitakaBoard, PeerBoard, RsshogiPosition, Unreadable};
use komadai_core::{Color, Move, Position, Setup, SetupError, Shogi};
use std::error::Error;
use std::fmt;

/// A position as each program sees it.
#[derive(Clone, Debug)]
pub struct Trio {
    ours: Position<Shogi>,
    rsshogi: RsshogiPosition,
    /// Absent where haitaka cannot hold the position.
    haitaka: Option<HaitakaBoard>,
}

impl Trio {
    /// Sets a position up in each program.
    ///
    /// haitaka wants both kings and no more than two checkers, and is left out otherwise.
    ///
    /// # Errors
    ///
    /// A program does not accept the position.
    pub fn new(ours: Position<Shogi>) -> Result<Trio, Unreadable> {
        let text = ours.to_string();
        let rsshogi = RsshogiPosition::from_sfen(&text)?;
        let has_kings = Color::ALL
            .into_iter()
            .all(|color| ours.king(color).is_some());
        let haitaka = if has_kings && ours.checkers().len() <= 2 {
            Some(HaitakaBoard::from_sfen(&text)?)
        } else {
            None
        };
        Ok(Trio {
            ours,
            rsshogi,
            haitaka,
        })
    }

    /// Our view.
    pub fn position(&self) -> &Position<Shogi> {
        &self.ours
    }

    /// Plays a legal move in each program.
    pub fn play(&mut self, mv: Move) {
        PeerBoard::play(&mut self.ours, mv);
        self.rsshogi.play(mv);
        if let Some(haitaka) = &mut self.haitaka {
            haitaka.play(mv);
        }
    }
}

/// Reads a position, in which a king may be missing.
///
/// # Errors
///
/// The text is not SFEN, or no game can lead to the position.
pub fn read(sfen: &str) -> Result<Position<Shogi>, Unreadable> {
    let setup = Setup::parse_tolerant(sfen).map_err(Unreadable::new)?;
    let position = Position::from_setup(&setup).or_else(SetupError::ignore_missing_king);
    position.map_err(Unreadable::new)
}

/// What was compared.
#[derive(Clone, Copy, Default, Debug)]
pub struct Totals {
    /// Positions, all of them by ours and rsshogi.
    pub positions: u64,
    /// Legal moves in these positions.
    pub moves: u64,
    /// Positions with the side to move in check.
    pub in_check: u64,
    /// Positions without a legal move.
    pub without_move: u64,
    /// Pawn drops that would give mate (打ち歩詰め).
    pub drop_pawn_mates: u64,
    /// Positions that haitaka judged as well.
    pub by_haitaka: u64,
    /// Drop-pawn mates that haitaka holds to be legal.
    pub overlooked_by_haitaka: u64,
    /// Legal pawn drops that haitaka takes for drop-pawn mates.
    pub lost_by_haitaka: u64,
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} positions ({} in check, {} without a move), {} moves, {} drop-pawn mates; \
             haitaka: {} positions, {} drop-pawn mates overlooked, {} legal pawn drops lost",
            self.positions,
            self.in_check,
            self.without_move,
            self.moves,
            self.drop_pawn_mates,
            self.by_haitaka,
            self.overlooked_by_haitaka,
            self.lost_by_haitaka
        )
    }
}

/// Compares positions one after another.
#[derive(Default, Debug)]
pub struct Comparison {
    totals: Totals,
    ours: Vec<Move>,
    theirs: Vec<Move>,
}

impl Comparison {
    /// What has been compared so far.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Compares the programs' views of a position and returns its legal moves.
    ///
    /// # Errors
    ///
    /// The first thing they do not agree about.
    pub fn check(&mut self, trio: &Trio) -> Result<&[Move], Disagreement> {
        self.ours.clear();
        PeerBoard::legal_moves(&trio.ours, &mut self.ours);
        self.ours.sort_unstable();
        self.check_all(trio).map_err(|what| Disagreement {
            sfen: trio.ours.to_string(),
            what,
        })?;
        self.totals.positions += 1;
        self.totals.moves += self.ours.len() as u64;
        self.totals.in_check += u64::from(trio.ours.is_in_check());
        self.totals.without_move += u64::from(self.ours.is_empty());
        self.totals.drop_pawn_mates += u64::from(drop_pawn_mate(&trio.ours).is_some());
        Ok(&self.ours)
    }

    fn check_all(&mut self, trio: &Trio) -> Result<(), What> {
        if trio.ours.has_no_move() != self.ours.is_empty() {
            return Err(What::WithoutMove(Position::<Shogi>::NAME));
        }
        let difference = self.difference(&trio.rsshogi);
        if !difference.is_empty() {
            return Err(What::LegalMoves(RsshogiPosition::NAME, difference));
        }
        self.check_state(&trio.ours, &trio.rsshogi)?;
        self.check_sfen(trio)?;
        match &trio.haitaka {
            Some(haitaka) => self.check_haitaka(&trio.ours, haitaka),
            None => Ok(()),
        }
    }

    /// haitaka's moves must be ours, but for its two known faults.
    fn check_haitaka(
        &mut self,
        ours: &Position<Shogi>,
        haitaka: &HaitakaBoard,
    ) -> Result<(), What> {
        let difference = self.difference(haitaka);
        let Some(faults) = HaitakaFaults::explaining(ours, &difference) else {
            return Err(What::LegalMoves(HaitakaBoard::NAME, difference));
        };
        self.totals.by_haitaka += 1;
        self.totals.overlooked_by_haitaka += u64::from(faults.overlooked.is_some());
        self.totals.lost_by_haitaka += u64::from(faults.lost.is_some());
        self.check_state(ours, haitaka)
    }

    /// Moves that only we, or only they, hold to be legal.
    fn difference<P: PeerBoard>(&mut self, peer: &P) -> Difference {
        self.theirs.clear();
        peer.legal_moves(&mut self.theirs);
        self.theirs.sort_unstable();
        if self.ours == self.theirs {
            return Difference::default();
        }
        let without = |moves: &[Move], others: &[Move]| {
            moves
                .iter()
                .copied()
                .filter(|mv| !others.contains(mv))
                .collect()
        };
        Difference {
            only_ours: without(&self.ours, &self.theirs),
            only_theirs: without(&self.theirs, &self.ours),
            repeated: self
                .theirs
                .windows(2)
                .filter(|pair| pair[0] == pair[1])
                .count(),
        }
    }

    /// Check, mate, and which moves give them; the peer's legal moves have just been listed.
    fn check_state<P: PeerBoard>(&self, ours: &Position<Shogi>, peer: &P) -> Result<(), What> {
        if peer.is_in_check() != ours.is_in_check() {
            return Err(What::InCheck(P::NAME));
        }
        if peer.has_no_move() != self.theirs.is_empty() {
            return Err(What::WithoutMove(P::NAME));
        }
        let mate = peer.has_mate_in_one();
        if mate.is_some_and(|theirs| theirs != ours.mate_in_one().is_some()) {
            return Err(What::MateInOne(P::NAME));
        }
        for &mv in &self.ours {
            let check = peer.gives_check(mv);
            if check.is_some_and(|theirs| theirs != ours.gives_check(mv)) {
                return Err(What::GivesCheck(P::NAME, mv));
            }
        }
        Ok(())
    }

    /// Both write the same text, and each reads the position from it.
    fn check_sfen(&self, trio: &Trio) -> Result<(), What> {
        let text = trio.ours.to_string();
        let theirs = trio.rsshogi.to_sfen();
        let error = |peer, text: &dyn fmt::Display| Err(What::Sfen(peer, text.to_string()));
        if theirs != text {
            return error(RsshogiPosition::NAME, &theirs);
        }
        match read(&theirs) {
            Ok(position) if position == trio.ours => {}
            Ok(position) => return error(Position::<Shogi>::NAME, &position),
            Err(unreadable) => return error(Position::<Shogi>::NAME, &unreadable),
        }
        match RsshogiPosition::from_sfen(&text) {
            Ok(position) if position.to_sfen() == text => Ok(()),
            Ok(position) => error(RsshogiPosition::NAME, &position.to_sfen()),
            Err(unreadable) => error(RsshogiPosition::NAME, &unreadable),
        }
    }
}

/// Something the programs do not agree about.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The position.
    pub sfen: String,
    /// The difference.
    pub what: What,
}

/// A difference between our view and that of the program named.
#[derive(Clone, Debug)]
pub enum What {
    /// Which moves are legal.
    LegalMoves(&'static str, Difference),
    /// Whether the side to move is in check.
    InCheck(&'static str),
    /// Whether the side to move has no legal move.
    WithoutMove(&'static str),
    /// Whether the side to move can mate at once.
    MateInOne(&'static str),
    /// Whether this legal move gives check.
    GivesCheck(&'static str, Move),
    /// The text of the position, or why it was refused.
    Sfen(&'static str, String),
}

/// Moves that are in one list only.
#[derive(Clone, Default, Debug)]
pub struct Difference {
    /// Legal in our view.
    pub only_ours: Vec<Move>,
    /// Legal in theirs.
    pub only_theirs: Vec<Move>,
    /// How many moves they list more than once.
    pub repeated: usize,
}

impl Difference {
    fn is_empty(&self) -> bool {
        self.only_ours.is_empty() && self.only_theirs.is_empty() && self.repeated == 0
    }
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.sfen, self.what)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::LegalMoves(peer, difference) => {
                write!(f, "legal for us only:{}", texts(&difference.only_ours))?;
                write!(f, "; for {peer} only:{}", texts(&difference.only_theirs))?;
                write!(f, "; listed twice: {}", difference.repeated)
            }
            What::InCheck(peer) => write!(f, "{peer} differs about check"),
            What::WithoutMove(peer) => write!(f, "{peer} differs about having no legal move"),
            What::MateInOne(peer) => write!(f, "{peer} differs about mate in one"),
            What::GivesCheck(peer, mv) => write!(f, "{peer} differs about check by {mv}"),
            What::Sfen(peer, text) => write!(f, "{peer} has {text}"),
        }
    }
}

fn texts(moves: &[Move]) -> String {
    moves.iter().map(|mv| format!(" {mv}")).collect()
}

impl Error for Disagreement {}
