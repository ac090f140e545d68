//! Lines as interfaces and engines really send them, and what is said of wrong ones.

use expect_test::{Expect, expect};
use komadai_usi::{BestMove, Checkmate, LineError, Message, UsiCommand};

/// Reads a line and writes it again.
fn command(line: &str) -> String {
    match UsiCommand::parse(line) {
        Ok(Some(command)) => command.to_string(),
        Ok(None) => "(nothing)".to_owned(),
        Err(error) => fault(&error),
    }
}

fn message(line: &str) -> String {
    match Message::parse(line) {
        Ok(Some(message)) => message.to_string(),
        Ok(None) => "(nothing)".to_owned(),
        Err(error) => fault(&error),
    }
}

fn fault(error: &LineError) -> String {
    format!("{error} [{}]", error.token)
}

fn check(read: fn(&str) -> String, lines: &str, expected: Expect) {
    let answers: String = lines.lines().map(|line| read(line) + "\n").collect();
    expected.assert_eq(&answers);
}

#[test]
fn commands_are_read_with_all_their_blanks() {
    let lines = "usi\r
  isready\t
usinewgame
position   startpos    moves  7g7f   3c3d \r
position startpos
position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -
position sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1 moves G*5b
position 4k4/9/9/9/9/9/9/9/4K4 b G moves g*5B
stop
ponderhit
ponderhit btime 1000 wtime 2000 byoyomi 500
gameover lose
quit

   \t
bench 3 \r
d";
    check(
        command,
        lines,
        expect![[r#"
            usi
            isready
            usinewgame
            position startpos moves 7g7f 3c3d
            position startpos
            position startpos
            position sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1 moves G*5b
            position sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1 moves G*5b
            stop
            ponderhit
            ponderhit btime 1000 wtime 2000 byoyomi 500
            gameover lose
            quit
            (nothing)
            (nothing)
            bench 3
            d
        "#]],
    );
}

#[test]
fn go_is_read_in_all_its_forms() {
    let lines = "go
go btime 60000 wtime 50000 byoyomi 10000
go wtime 300000 btime 300000 winc 10000 binc 5000
go ponder btime 0 wtime 0 byoyomi 30000
go infinite
go mate infinite
go mate 60000
go mate
go depth 10
go nodes 100000
go movetime 5000
go rtime 300
go perft 4
go searchmoves 7g7f 2g2f depth 5
go depth 5 searchmoves 7g7f 2g2f
go btime -20 wtime 1 movestogo 3
go banana 3 depth 2
go nodes 99999999999999999999999999";
    check(
        command,
        lines,
        expect![[r#"
            go
            go btime 60000 wtime 50000 byoyomi 10000
            go btime 300000 wtime 300000 binc 5000 winc 10000
            go ponder btime 0 wtime 0 byoyomi 30000
            go infinite
            go mate infinite
            go mate 60000
            go mate infinite
            go depth 10
            go nodes 100000
            go movetime 5000
            go rtime 300
            go perft 4
            go depth 5 searchmoves 7g7f 2g2f
            go depth 5 searchmoves 7g7f 2g2f
            go btime 0 wtime 1 movestogo 3
            go banana 3 depth 2
            go nodes 18446744073709551615
        "#]],
    );
}

#[test]
fn options_have_names_and_values_with_blanks() {
    let lines = "setoption name USI_Hash value 256
setoption name Clear Hash
setoption name Eval  File   value  /a b/c  d.bin \r
setoption name BookFile value <empty>
setoption name BookFile value
setoption name value value value";
    check(
        command,
        lines,
        expect![[r#"
            setoption name USI_Hash value 256
            setoption name Clear Hash
            setoption name Eval File value /a b/c  d.bin
            setoption name BookFile value <empty>
            setoption name BookFile value <empty>
            setoption name value value value
        "#]],
    );
}

#[test]
fn faults_of_commands_have_a_column_and_a_word() {
    let lines = "position
position sfen
position sfen moves 7g7f
position middle
position startpos 7g7f
position startpos moves 7g7f 7g7x 3c3d
go depth
go btime soon
go depth -3
go mate soon
setoption USI_Hash 256
setoption name
gameover
gameover maybe
ponderhit btime x";
    check(
        command,
        lines,
        expect![[r#"
            column 9: startpos or sfen is missing []
            column 14: a position is missing []
            column 15: expected a position [moves]
            column 10: expected startpos or sfen [middle]
            column 19: expected moves [7g7f]
            column 30: not a move: column 3: the target is not a square (file 1-9, rank a-i) [7g7x]
            column 9: a depth is missing []
            column 10: expected milliseconds [soon]
            column 10: expected a depth [-3]
            column 9: expected infinite or milliseconds [soon]
            column 11: expected name [USI_Hash]
            column 15: the name of an option is missing []
            column 9: win, lose or draw is missing []
            column 10: expected win, lose or draw [maybe]
            column 17: expected milliseconds [x]
        "#]],
    );
}

#[test]
fn messages_are_read_as_engines_write_them() {
    let lines = "id name  Fairy-Stockfish 11.1 LB 64\r
id author Fabian Fichter
usiok
readyok
bestmove 7g7f ponder 3c3d
bestmove 7g7f ponder (none)
bestmove resign
bestmove win
bestmove (none)
checkmate G*5b 5a4a G*4b
checkmate nomate
checkmate timeout
checkmate notimplemented
info depth 2 seldepth 3 multipv 1 score cp -238 nodes 31 nps 31000 tbhits 0 time 1 pv 5a4b
info depth 9 score cp 30 lowerbound pv 7g7f 3c3d rep_draw
info depth 9 score mate +  pv 7g7f
info score mate -12 upperbound hashfull 104 cpuload 999 currmove 7g7f currmovenumber 3
info string  depth 3 is   nothing
info depth 0 score mate 0
info pv 7g7f depth 3
Fairy-Stockfish 11.1 LB 64 by Fabian Fichter";
    check(
        message,
        lines,
        expect![[r#"
            id name Fairy-Stockfish 11.1 LB 64
            id author Fabian Fichter
            usiok
            readyok
            bestmove 7g7f ponder 3c3d
            bestmove 7g7f
            bestmove resign
            bestmove win
            bestmove none
            checkmate G*5b 5a4a G*4b
            checkmate nomate
            checkmate timeout
            checkmate notimplemented
            info tbhits 0 depth 2 seldepth 3 time 1 nodes 31 nps 31000 multipv 1 score cp -238 pv 5a4b
            info depth 9 score cp 30 lowerbound pv 7g7f 3c3d rep_draw
            info depth 9 score mate + pv 7g7f
            info hashfull 104 cpuload 999 currmove 7g7f currmovenumber 3 score mate -12 upperbound
            info string depth 3 is   nothing
            info depth 0 score mate 0
            info depth 3 pv 7g7f
            Fairy-Stockfish 11.1 LB 64 by Fabian Fichter
        "#]],
    );
}

#[test]
fn declared_options_are_read_as_engines_write_them() {
    let lines = "option name Threads type spin default 1 min 1 max 512
option name Hash type spin max 8 min 2
option name Debug Log File type string default 
option name Eval type filename default <empty>
option name Book File type filename default a  b.bin
option name Clear Hash type button
option name Ponder type check default false
option name Ponder type check
option name Rule type combo default CSARule27 var NoEnteringKing var CSARule27 var Try Rule
option name Rule type combo var a var b c
option name a type b type check default TRUE";
    check(
        message,
        lines,
        expect![[r#"
            option name Threads type spin default 1 min 1 max 512
            option name Hash type spin default 2 min 2 max 8
            option name Debug Log File type string default <empty>
            option name Eval type filename default <empty>
            option name Book File type filename default a  b.bin
            option name Clear Hash type button
            option name Ponder type check default false
            option name Ponder type check default false
            option name Rule type combo default CSARule27 var NoEnteringKing var CSARule27 var Try Rule
            option name Rule type combo default <empty> var a var b c
            option name a type b type check default true
        "#]],
    );
}

#[test]
fn faults_of_messages_have_a_column_and_a_word() {
    let lines = "bestmove
bestmove 7g7
bestmove 6i6i
checkmate
checkmate 7g7f perhaps
info depth nine
info score 30
info score cp x
info score mate x
id
id nickname Bob
option
option name x
option name type check
option name x type dial
option name x type spin default one
option name x type check default maybe";
    check(
        message,
        lines,
        expect![[r#"
            column 9: a move is missing []
            column 10: not a move: expected a move such as 7g7f, 8h2b+ or P*5e [7g7]
            column 10: not a move: origin and target are the same square [6i6i]
            column 10: moves, nomate, timeout or notimplemented is missing []
            column 16: expected a move [perhaps]
            column 12: expected a depth [nine]
            column 12: expected cp or mate [30]
            column 15: expected hundredths of a pawn [x]
            column 17: expected a number of plies, + or - [x]
            column 3: name or author is missing []
            column 4: expected name or author [nickname]
            column 7: name is missing []
            column 14: a type: check, spin, combo, button, string or filename is missing []
            column 23: the name of an option is missing []
            column 24: a type: check, spin, combo, button, string or filename is missing []
            column 33: expected a whole number [one]
            column 34: expected true or false [maybe]
        "#]],
    );
}

#[test]
fn a_value_cannot_smuggle_in_a_line() {
    use komadai_usi::SetOption;
    let option = SetOption {
        name: "A\nquit".to_owned(),
        value: Some("b\r\nquit".to_owned()),
    };
    let line = UsiCommand::SetOption(option).to_string();
    assert_eq!(line, "setoption name A quit value b  quit");
}

#[test]
fn answers_tell_what_was_answered() {
    let best = |line| match Message::parse(line) {
        Ok(Some(Message::BestMove(best))) => best,
        other => panic!("{other:?}"),
    };
    assert_eq!(best("bestmove 7g7f").mv(), Some("7g7f".parse().unwrap()));
    assert_eq!(best("bestmove win"), BestMove::Win);
    assert_eq!(best("bestmove null").mv(), None);
    let mate = Message::parse("checkmate nomate").unwrap();
    assert_eq!(mate, Some(Message::Checkmate(Checkmate::NoMate)));
}
