//! What the binary says about itself.

use super::support::{check, komadai};
use expect_test::expect;

#[test]
fn without_arguments_it_prints_its_help() {
    check(
        &[],
        expect![[r#"
            Shogi, whole, in one program

            Usage: komadai [COMMAND]

            Commands:
              serve    Run the server
              backup   Copy the database of a server into one file, also while it runs
              load     Put a server under load: many games at once with legal moves
              show     Show a position or a game record
              convert  Convert records to another format
              check    Judge records under the laws
              diagram  Draw a position as SVG or PNG
              perft    Count the paths of legal moves to a depth
              play     Play in the terminal
              analyze  Judge the moves of a game record
              usi      Speak USI, the protocol of shogi interfaces, on standard input and output
              match    Let USI engines play each other
              bench    Search fixed positions with one thread, to sign the engine and measure its speed
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
