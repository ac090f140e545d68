//! What the binary says about itself.

use super::support::{check, komadai};
use expect_test::expect;

#[test]
fn without_arguments_it_prints_its_help() {
    check(
        &[],
        expect![[r#"
            A shogi program: records, analysis, engine and server

            Usage: komadai [COMMAND]

            Commands:
              serve    Run the server
              admin    Keep order on a server: bans, mutes, reports, roles, invitations
              backup   Copy the database of a server to a file, even while it runs
              restore  Put a copy made by `backup` into a data directory without a database
              load     Load-test a server with many concurrent games
              show     Show a position or a game record
              convert  Convert records to another format
              check    Check records against the laws
              diagram  Draw a position as SVG or PNG
              perft    Count sequences of legal moves (perft)
              play     Play in the terminal
              analyze  Analyze a game record with an engine
              usi      Run as a USI engine on standard input and output
              match    Play a match between USI engines
              bench    Search fixed positions with one thread to identify the engine and measure its speed
              help     Print this message or the help of the given subcommand(s)

            Options:
              -h, --help     Print help
              -V, --version  Print version
            exit 0
        "#]],
    );
    assert_eq!(komadai(&["--help"]).stdout, komadai(&[]).stdout);
}

#[test]
fn commands_have_help_of_their_own() {
    let help = |command| String::from_utf8(komadai(&[command, "--help"]).stdout).expect("UTF-8");
    for option in [
        "<DEPTH>",
        "--sfen",
        "--variant",
        "--divide",
        "--threads",
        "--no-bulk",
        "--json",
    ] {
        assert!(help("perft").contains(option), "{option}");
    }
    for option in [
        "<FILE|SFEN>",
        "--ply",
        "--notation",
        "--ascii",
        "--variant",
        "--json",
    ] {
        assert!(help("show").contains(option), "{option}");
    }
}
