//! How a line of play ends.

use super::node::NodeRef;
use komadai_core::Color;

/// The end of a line: why, and who won.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// Why it ended.
    pub termination: Termination,
    /// Who won; `None` for draws, interruptions and where it is not known.
    pub winner: Option<Color>,
}

/// Why a game ended. Named after the laws; the words of CSA and KIF stand beside.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// `%TORYO`, 投了
    Resignation,
    /// `%CHUDAN`, 中断
    Interruption,
    /// `%SENNICHITE`, 千日手
    Repetition,
    /// `%TIME_UP`, 切れ負け
    TimeUp,
    /// `%ILLEGAL_MOVE`, `%±ILLEGAL_ACTION`, 反則負け, 反則勝ち: the winner tells whose foul it was.
    IllegalMove,
    /// `%JISHOGI`, 持将棋: a draw by impasse.
    Impasse,
    /// `%KACHI`, 入玉勝ち: a win by declaration.
    Declaration,
    /// `%HIKIWAKE`, 引き分け: a draw that was declared or agreed.
    Draw,
    /// `%MATTA`, 待った
    TakeBack,
    /// `%TSUMI`, 詰み
    Checkmate,
    /// `%FUZUMI`, 不詰
    NoMate,
    /// `%ERROR`, エラー
    Error,
    /// 不戦勝, 不戦敗: a player did not appear.
    Default,
    /// トライ: the king reached the square where the enemy king started.
    Try,
    /// `%MAX_MOVES`, 最大手数
    MaxMoves,
    /// 封じ手: the game goes on another day.
    SealedMove,
    /// Any other word, as the file has it.
    Other(String),
}

impl Termination {
    /// The terminations that have a name.
    pub const NAMED: [Termination; 16] = [
        Termination::Resignation,
        Termination::Interruption,
        Termination::Repetition,
        Termination::TimeUp,
        Termination::IllegalMove,
        Termination::Impasse,
        Termination::Declaration,
        Termination::Draw,
        Termination::TakeBack,
        Termination::Checkmate,
        Termination::NoMate,
        Termination::Error,
        Termination::Default,
        Termination::Try,
        Termination::MaxMoves,
        Termination::SealedMove,
    ];

    /// The word in results: CSA's without `%`, and our own where CSA has none.
    pub fn word(&self) -> &str {
        match self {
            Termination::Resignation => "TORYO",
            Termination::Interruption => "CHUDAN",
            Termination::Repetition => "SENNICHITE",
            Termination::TimeUp => "TIME_UP",
            Termination::IllegalMove => "ILLEGAL_MOVE",
            Termination::Impasse => "JISHOGI",
            Termination::Declaration => "KACHI",
            Termination::Draw => "HIKIWAKE",
            Termination::TakeBack => "MATTA",
            Termination::Checkmate => "TSUMI",
            Termination::NoMate => "FUZUME",
            Termination::Error => "ERROR",
            Termination::Default => "FUSEN",
            Termination::Try => "TRY",
            Termination::MaxMoves => "MAX_MOVES",
            Termination::SealedMove => "FUJITE",
            Termination::Other(word) => word,
        }
    }

    /// Who wins if nothing else is said, by the side to move at the end.
    ///
    /// Fouls and defaults are taken to be the fault of the side to move.
    pub fn usual_winner(&self, turn: Color) -> Option<Color> {
        match self {
            Termination::Resignation
            | Termination::TimeUp
            | Termination::IllegalMove
            | Termination::Checkmate
            | Termination::Default => Some(!turn),
            // The king that reached its goal moved last.
            Termination::Try => Some(!turn),
            Termination::Declaration => Some(turn),
            _ => None,
        }
    }
}

impl Ending {
    /// An ending that nobody wins.
    pub const fn drawn(termination: Termination) -> Ending {
        Ending {
            termination,
            winner: None,
        }
    }

    /// The ending as readers understand it after the move of `last`, with `turn` to move: if the game ends by an
    /// illegal move and the last move is illegal, the player who made it loses.
    pub(crate) fn after_move(self, last: NodeRef<'_>, turn: Color) -> Ending {
        match (&self.termination, last.breach()) {
            (Termination::IllegalMove, Some(_)) => Ending {
                winner: Some(turn),
                ..self
            },
            _ => self,
        }
    }

    /// An ending with the winner that is usual for it.
    pub fn usual(termination: Termination, turn: Color) -> Ending {
        Ending {
            winner: termination.usual_winner(turn),
            termination,
        }
    }
}
