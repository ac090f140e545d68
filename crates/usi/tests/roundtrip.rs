//! What is written is read back as the same value.

use komadai_core::{ByColor, Move, Setup};
use komadai_usi::{
    BestMove, Bound, Checkmate, EngineOption, GameResult, Go, GoClock, Id, Info, MateTime, Message,
    OptionKind, PositionLine, SetOption, UsiCommand, UsiScore,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use std::time::Duration;

/// The words of the protocol, which must not be mistaken where free words stand.
const KEYWORDS: &str = "go ponder infinite btime wtime binc winc byoyomi movetime depth nodes mate movestogo \
    rtime perft searchmoves name value type check spin combo button string filename default min max var seldepth time \
    nps hashfull cpuload currmove currmovenumber multipv score pv moves sfen startpos position <empty> \
    usi isready setoption usinewgame stop ponderhit gameover quit id option usiok readyok bestmove checkmate info";

fn mv() -> impl Strategy<Value = Move> {
    any::<u16>().prop_filter_map("not a move", Move::from_bits)
}

/// A word without meaning.
fn word() -> impl Strategy<Value = String> {
    "[!-~]{1,8}|[一-龠]{1,3}".prop_filter("a keyword or a move", |word| {
        !KEYWORDS.split_whitespace().any(|key| key == word) && Move::parse_tolerant(word).is_err()
    })
}

/// Words with single blanks between them.
fn phrase() -> impl Strategy<Value = String> {
    vec(word(), 1..4).prop_map(|words| words.join(" "))
}

/// Free text, perhaps none.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        phrase(),
        "[a-z]{1,3} {2,3}[a-z=:]{1,3}"
    ]
}

fn time() -> impl Strategy<Value = Duration> {
    prop_oneof![0..100_000u64, any::<u64>()].prop_map(Duration::from_millis)
}

fn by_color<T: std::fmt::Debug>(
    one: impl Strategy<Value = T> + Clone,
) -> impl Strategy<Value = ByColor<T>> {
    (one.clone(), one).prop_map(|(black, white)| ByColor([black, white]))
}

fn clock() -> impl Strategy<Value = GoClock> {
    let times = || of(time()).boxed();
    (by_color(times()), by_color(times()), times()).prop_map(|(time, increment, byoyomi)| GoClock {
        time,
        increment,
        byoyomi,
    })
}

fn go() -> impl Strategy<Value = Go> {
    let mate = prop_oneof![Just(MateTime::Infinite), time().prop_map(MateTime::Time)];
    let flags = (any::<bool>(), any::<bool>(), clock(), of(time()));
    let numbers = (
        of(any::<u32>()),
        of(any::<u64>()),
        of(mate),
        of(any::<u32>()),
    );
    let rest = (
        of(time()),
        of(any::<u32>()),
        vec(mv(), 0..4),
        vec(word(), 0..3),
    );
    (flags, numbers, rest).prop_map(|(flags, numbers, rest)| Go {
        ponder: flags.0,
        infinite: flags.1,
        clock: flags.2,
        move_time: flags.3,
        depth: numbers.0,
        nodes: numbers.1,
        mate: numbers.2,
        moves_to_go: numbers.3,
        random_time: rest.0,
        perft: rest.1,
        search_moves: rest.2,
        other: rest.3,
    })
}

fn position() -> impl Strategy<Value = PositionLine> {
    let sfens = ["4k4/9/9/9/9/9/9/9/9 b 2G 7", "9/9/9/9/9/9/9/9/4+R3K w - 0"];
    let sfens = sfens.map(|sfen| sfen.parse().expect("our own text"));
    let start = prop_oneof![Just(Setup::start()), prop::sample::select(sfens.to_vec())];
    (start, vec(mv(), 0..6)).prop_map(|(start, moves)| PositionLine { start, moves })
}

fn command() -> impl Strategy<Value = UsiCommand> {
    let set = (phrase(), of(text())).prop_map(|(name, value)| SetOption { name, value });
    let results = [GameResult::Win, GameResult::Lose, GameResult::Draw];
    prop_oneof![
        Just(UsiCommand::Usi),
        Just(UsiCommand::IsReady),
        set.prop_map(UsiCommand::SetOption),
        Just(UsiCommand::UsiNewGame),
        position().prop_map(UsiCommand::Position),
        go().prop_map(UsiCommand::Go),
        Just(UsiCommand::Stop),
        clock().prop_map(UsiCommand::PonderHit),
        prop::sample::select(results.to_vec()).prop_map(UsiCommand::GameOver),
        Just(UsiCommand::Quit),
        phrase().prop_map(UsiCommand::Other),
    ]
}

fn score() -> impl Strategy<Value = (UsiScore, Bound)> {
    let score = prop_oneof![
        any::<i32>().prop_map(UsiScore::Centipawns),
        of(any::<u32>()).prop_map(UsiScore::MateIn),
        of(any::<u32>()).prop_map(UsiScore::MatedIn),
        Just(UsiScore::MateIn(Some(0))),
        Just(UsiScore::MatedIn(Some(0))),
    ];
    let bounds = vec![Bound::Exact, Bound::Lower, Bound::Upper];
    (score, prop::sample::select(bounds))
}

fn info() -> impl Strategy<Value = Info> {
    let number = || of(any::<u32>()).boxed();
    let search = (
        number(),
        number(),
        of(time()),
        of(any::<u64>()),
        of(any::<u64>()),
    );
    let state = (number(), number(), of(mv()), number(), number());
    // A bound is a word of its own after a score only.
    let other = vec(prop_oneof![word(), Just("lowerbound".to_owned())], 0..3);
    let line = (
        of(score()),
        vec(mv(), 0..4),
        vec(word(), 0..2),
        other,
        of(text()),
    );
    (search, state, line).prop_map(|(search, state, line)| Info {
        depth: search.0,
        seldepth: search.1,
        time: search.2,
        nodes: search.3,
        nps: search.4,
        hashfull: state.0,
        cpuload: state.1,
        currmove: state.2,
        currmovenumber: state.3,
        multipv: state.4,
        score: line.0,
        pv: line.1,
        pv_end: line.2,
        other: line.3,
        string: line.4,
    })
}

fn option() -> impl Strategy<Value = EngineOption> {
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<[i64; 3]>().prop_map(|[default, min, max]| OptionKind::Spin { default, min, max }),
        (
            prop_oneof![Just(String::new()), phrase()],
            vec(phrase(), 0..4)
        )
            .prop_map(|(default, vars)| OptionKind::Combo { default, vars }),
        Just(OptionKind::Button),
        text().prop_map(|default| OptionKind::String { default }),
        text().prop_map(|default| OptionKind::Filename { default }),
    ];
    (phrase(), kind).prop_map(|(name, kind)| EngineOption { name, kind })
}

fn message() -> impl Strategy<Value = Message> {
    let best = prop_oneof![
        (mv(), of(mv())).prop_map(|(mv, ponder)| BestMove::Move { mv, ponder }),
        Just(BestMove::Resign),
        Just(BestMove::Win),
        Just(BestMove::None),
    ];
    let mate = prop_oneof![
        vec(mv(), 1..9).prop_map(Checkmate::Mate),
        Just(Checkmate::NoMate),
        Just(Checkmate::Timeout),
        Just(Checkmate::NotImplemented),
    ];
    prop_oneof![
        text().prop_map(|name| Message::Id(Id::Name(name))),
        text().prop_map(|author| Message::Id(Id::Author(author))),
        option().prop_map(Message::Option),
        Just(Message::UsiOk),
        Just(Message::ReadyOk),
        best.prop_map(Message::BestMove),
        mate.prop_map(Message::Checkmate),
        info().prop_map(Message::from),
        phrase().prop_map(Message::Other),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn commands_are_read_back(command in command()) {
        let line = command.to_string();
        prop_assert_eq!(UsiCommand::parse(&line), Ok(Some(command)), "{}", line);
    }

    #[test]
    fn messages_are_read_back(message in message()) {
        let line = message.to_string();
        prop_assert_eq!(Message::parse(&line), Ok(Some(message)), "{}", line);
    }

    #[test]
    fn blanks_and_line_ends_do_not_matter(command in command()) {
        let line = format!(" \t{}  \r\n", command);
        prop_assert_eq!(UsiCommand::parse(&line), Ok(Some(command)));
    }

    #[test]
    fn any_line_is_read_or_refused_with_its_column(line in "\\PC{0,60}") {
        if let Err(error) = UsiCommand::parse(&line) {
            prop_assert!((1..=line.chars().count() + 1).contains(&error.column));
        }
        if let Err(error) = Message::parse(&line) {
            prop_assert!((1..=line.chars().count() + 1).contains(&error.column));
        }
    }
}
