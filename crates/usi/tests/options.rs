//! Options as an engine judges what it is told.

use komadai_usi::{EngineOption, Message, OptionError, OptionValue, Options, UsiCommand};

fn options() -> Options {
    let lines = [
        "option name Threads type spin default 1 min 1 max 64",
        "option name USI_Ponder type check default false",
        "option name Rule type combo default CSARule27 var CSARule27 var TryRule",
        "option name Clear Hash type button",
        "option name EvalDir type string default eval",
        "option name BookFile type filename default <empty>",
    ];
    let option = |line| match Message::parse(line) {
        Ok(Some(Message::Option(option))) => option,
        other => panic!("{other:?}"),
    };
    lines.map(option).into_iter().collect()
}

fn judge(line: &str) -> Result<(String, OptionValue), OptionError> {
    let Ok(Some(UsiCommand::SetOption(set))) = UsiCommand::parse(line) else {
        panic!("{line}");
    };
    let options = options();
    let (option, value) = options.judge(&set)?;
    Ok((option.name.clone(), value))
}

#[test]
fn values_become_what_they_mean() {
    let accepted = [
        ("Threads value 8", "Threads", OptionValue::Spin(8)),
        ("threads value 64", "Threads", OptionValue::Spin(64)),
        (
            "USI_Ponder value True",
            "USI_Ponder",
            OptionValue::Check(true),
        ),
        (
            "Rule value tryrule",
            "Rule",
            OptionValue::Combo("TryRule".to_owned()),
        ),
        ("Clear Hash", "Clear Hash", OptionValue::Button),
        ("Clear Hash value true", "Clear Hash", OptionValue::Button),
        (
            "EvalDir value a b",
            "EvalDir",
            OptionValue::String("a b".to_owned()),
        ),
        (
            "BookFile value <empty>",
            "BookFile",
            OptionValue::Filename(String::new()),
        ),
    ];
    for (line, name, value) in accepted {
        let judged = judge(&format!("setoption name {line}"));
        assert_eq!(judged, Ok((name.to_owned(), value)), "{line}");
    }
}

#[test]
fn wrong_values_are_refused_with_what_would_be_right() {
    let refused = [
        (
            "Threads value 65",
            "option Threads: expected a number from 1 to 64, found \"65\"",
        ),
        (
            "Threads value many",
            "option Threads: expected a number from 1 to 64, found \"many\"",
        ),
        ("Threads", "option Threads: missing value"),
        (
            "USI_Ponder value 1",
            "option USI_Ponder: expected true or false, found \"1\"",
        ),
        (
            "Rule value x",
            "option Rule: expected one of CSARule27, TryRule, found \"x\"",
        ),
        (
            "Clear Hash value now",
            "option Clear Hash: a button takes no value",
        ),
        ("Nothing value 1", "no such option: \"Nothing\""),
    ];
    for (line, message) in refused {
        let error = judge(&format!("setoption name {line}")).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn defaults_are_values() {
    let default = |name| {
        let options = options();
        options.get(name).and_then(EngineOption::default_value)
    };
    assert_eq!(default("Threads"), Some(OptionValue::Spin(1)));
    assert_eq!(default("Clear Hash"), None);
    assert_eq!(
        default("BookFile"),
        Some(OptionValue::Filename(String::new()))
    );
}
