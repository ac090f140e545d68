//! Whatever comes as JSON is read or refused with the name of the field; nothing panics.

use expect_test::{Expect, expect};
use komadai_game::{Act, Arbiter, Event, Opening, RuleSet};
use komadai_wire::act::ActDto;
use komadai_wire::challenge::Terms;
use komadai_wire::event::EventDto;
use komadai_wire::message::ClientMessage;
use komadai_wire::opening::OpeningDto;
use komadai_wire::rules::RulesDto;
use komadai_wire::{UniqueJson, WireError};
use proptest::prelude::*;
use serde::de::DeserializeOwned;

/// Reads a value and gives the fault.
fn read<D, T>(text: &str) -> Result<T, String>
where
    D: DeserializeOwned,
    T: TryFrom<D, Error = WireError>,
{
    komadai_wire::read::<D, T>(text).map_err(|error| error.to_string())
}

fn event(text: &str) -> Result<Event, String> {
    read::<EventDto, Event>(text)
}

fn act(text: &str) -> Result<Act, String> {
    let act = komadai_wire::from_client::<ActDto>(text).and_then(Act::try_from);
    act.map_err(|error| error.to_string())
}

fn rules(text: &str) -> Result<RuleSet, String> {
    read::<RulesDto, RuleSet>(text)
}

fn opening(text: &str) -> Result<Opening, String> {
    read::<OpeningDto, Opening>(text)
}

fn check<T: std::fmt::Debug>(
    read: fn(&str) -> Result<T, String>,
    texts: &[&str],
    expected: Expect,
) {
    let fault = |text: &&str| read(text).expect_err(text) + "\n";
    let faults: Vec<String> = texts.iter().map(fault).collect();
    expected.assert_eq(&faults.concat());
}

#[test]
fn faults_in_events_name_the_field() {
    check(
        event,
        &[
            "",
            "[]",
            "{}",
            r#"{"at":-1,"by":"black","fact":{"kind":"started"}}"#,
            r#"{"at":1,"by":"red","fact":{"kind":"started"}}"#,
            r#"{"at":1,"by":"black"}"#,
            r#"{"at":1,"by":"black","fact":{}}"#,
            r#"{"at":1,"by":"black","fact":{"kind":"flew"}}"#,
            r#"{"at":1,"by":"black","fact":{"kind":"moved","color":"black"}}"#,
            r#"{"at":1,"by":"black","fact":{"kind":"moved","color":"green","deed":"7g7f"}}"#,
            r#"{"at":1,"by":"black","fact":{"kind":"moved","color":"black","deed":7}}"#,
            r#"{"at":1,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g"}}"#,
            r#"{"at":1,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g7f","lag":"x"}}"#,
            r#"{"at":1,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g7f","breach":"?"}}"#,
            r#"{"at":1,"by":"black","fact":{"kind":"tossed","toss":"UUX"}}"#,
            r#"{"at":1,"by":"host","fact":{"kind":"toss-committed","commitment":"00"}}"#,
            r#"{"at":1,"by":"host","fact":{"kind":"toss-revealed","seed":"zz"}}"#,
            r#"{"at":1,"by":"black","fact":{"kind":"nonce-added","nonce":""}}"#,
            r#"{"at":1,"by":"black","fact":{"kind":"taken-back","ply":4294967296}}"#,
            r#"{"at":1,"by":"black","fact":{"kind":"claimed","claim":{"kind":"repetition","next":"?"}}}"#,
            r#"{"at":1,"by":"arbiter","fact":{"kind":"ruled","reason":"","decision":{"kind":"set-control","color":"black","control":"15q"}}}"#,
            r#"{"at":1,"by":"black","fact":{"kind":"ended","verdict":"black-wins","cause":{"kind":"count","black":256,"white":1}}}"#,
        ],
        expect![[r#"
            EOF while parsing a value at line 1 column 0
            invalid type: sequence, expected an object
            missing field `at`
            at: invalid value: integer `-1`, expected u64
            by: unknown variant `red`, expected one of `black`, `white`, `arbiter`, `bystander`, `clock`, `host`
            missing field `fact`
            fact: missing field `kind`
            fact.kind: unknown variant `flew`, expected one of `moved`, `clock-placed`, `tossed`, `toss-committed`, `nonce-added`, `toss-revealed`, `arrived`, `greeted`, `started`, `pressed`, `pressed-early`, `pressed-back`, `claimed`, `claim-rejected`, `declared`, `offered`, `accepted`, `declined`, `taken-back`, `arbiter-called`, `arbiter-absent`, `displaced`, `put-back`, `asked-to-arrange`, `arranged`, `flag-fell`, `ruled`, `ended`
            fact: missing field `deed`
            fact.color: unknown variant `green`, expected `black` or `white`
            fact.deed: invalid type: integer `7`, expected a string
            fact.deed: expected a move such as 7g7f, 8h2b+ or P*5e
            fact.lag: invalid type: string "x", expected u64
            fact.breach: unknown variant `?`, expected one of `out-of-turn`, `opponents-piece`, `own-piece-taken`, `not-a-move`, `wrong-promotion`, `missed-promotion`, `drop-on-piece`, `dead-end-drop`, `promoted-drop`, `two-pawns`, `king-in-check`, `drop-pawn-mate`, `perpetual-check`
            fact.toss: column 3: «X» is no pawn: expected U, P or E, or 歩, と or 立
            fact.commitment: expected 64 hexadecimal digits
            fact.seed: expected 64 hexadecimal digits
            fact.nonce: expected 64 hexadecimal digits
            fact.ply: invalid value: integer `4294967296`, expected u32
            fact.claim.next: expected a move such as 7g7f, 8h2b+ or P*5e
            fact.decision.control: column 3: expected a unit: h, m or s at «q»
            fact.cause.black: invalid value: integer `256`, expected u8
        "#]],
    );
}

#[test]
fn faults_in_acts_name_the_field() {
    check(
        act,
        &[
            "null",
            r#"{"kind":"fly"}"#,
            r#"{"deed":"7g7f"}"#,
            r#"{"kind":"play"}"#,
            r#"{"kind":"play","deed":"0a0b"}"#,
            r#"{"kind":"play","deed":null}"#,
            r#"{"kind":"offer","offer":"tea"}"#,
            r#"{"kind":"claim","claim":"flag"}"#,
            r#"{"kind":"claim","claim":{"kind":"illegal-move"}}"#,
            r#"{"kind":"claim","claim":{"kind":"illegal-move","offender":1}}"#,
            r#"{"kind":"rule","decision":{"kind":"pause"}}"#,
            r#"{"kind":"rule","reason":"x","decision":{"kind":"penalize","offender":"black","penalty":"time-off","ground":"other"}}"#,
            r#"{"kind":"rule","reason":"x","decision":{"kind":"penalize","offender":"black","penalty":"loss","time":5,"ground":"other"}}"#,
            r#"{"kind":"rule","reason":"x","decision":{"kind":"set-control","color":"black","control":{"main":1,"increment":1,"byoyomi":1}}}"#,
            r#"{"kind":"rule","reason":"x","decision":{"kind":"set-control","color":"black","control":{"main":1,"periods":2}}}"#,
            r#"{"kind":"rule","reason":"x","decision":{"kind":"set-control","color":"black","control":5}}"#,
        ],
        expect![[r#"
            invalid type: null, expected an object
            kind: unknown variant `fly`, expected one of `place-clock`, `toss`, `commit-toss`, `add-nonce`, `reveal-toss`, `arrive`, `greet`, `start`, `play`, `press`, `resign`, `declare`, `claim`, `offer`, `accept`, `decline`, `take-back`, `call-arbiter`, `displace`, `put-back`, `ask-to-arrange`, `arrange`, `tick`, `rule`
            missing field `kind`
            missing field `deed`
            deed: column 3: the target is not a square (file 1-9, rank a-i)
            deed: invalid type: null, expected a string
            offer: unknown variant `tea`, expected one of `count`, `take-back`, `draw`, `cancel`
            claim: invalid type: string "flag", expected an object
            claim: missing field `offender`
            claim.offender: invalid type: integer `1`, expected a name
            missing field `reason`
            decision.time: this penalty needs a time
            decision.time: this penalty has no time
            decision.control.increment: there is either an increment or byoyomi
            decision.control.periods: only byoyomi has periods
            decision.control: invalid type: integer `5`, expected a time such as "15m+60s", or an object
        "#]],
    );
}

#[test]
fn clients_send_no_unknown_fields() {
    check(
        act,
        &[
            r#"{"kind":"resign","sure":true}"#,
            r#"{"kind":"play","deed":"7g7f","lag":5}"#,
            r#"{"kind":"claim","claim":{"kind":"flag","offender":"white"}}"#,
            r#"{"kind":"claim","claim":{"kind":"repetition","after":"7g7f"}}"#,
            r#"{"kind":"rule","reason":"x","decision":{"kind":"pause","for":5}}"#,
            r#"{"kind":"rule","reason":"x","decision":{"kind":"award-time","to":"black","time":5,"why":"x"}}"#,
        ],
        expect![[r#"
            sure: unknown field
            lag: unknown field
            claim.offender: unknown field
            claim.after: unknown field
            decision.for: unknown field
            decision.why: unknown field
        "#]],
    );
}

#[test]
fn clients_give_no_field_twice() {
    check(
        act,
        &[
            r#"{"kind":"resign","kind":"resign"}"#,
            r#"{"kind":"play","deed":"7g7f","deed":"2g2f"}"#,
            r#"{"kind":"claim","claim":{"kind":"flag","kind":"count"}}"#,
            r#"{"kind":"resign","x":[1,{"a":0,"a":0}]}"#,
        ],
        expect![[r#"
            kind: given twice
            deed: given twice
            claim.kind: given twice
            x[1].a: given twice
        "#]],
    );
    // A log of a tolerant reader: the last one counts.
    let event = event(r#"{"at":1,"at":2,"by":"black","fact":{"kind":"started"}}"#);
    assert_eq!(event.map(|event| event.at.get()), Ok(2));
    let body = serde_json::from_str::<UniqueJson>(r#"{"a":{"b":1,"b":2}}"#);
    assert_eq!(body.unwrap_err().to_string(), "a.b: given twice");
    let body = r#"{"a":[null,true,1,-1,0.5,"x",{}]}"#;
    let read: UniqueJson = serde_json::from_str(body).unwrap();
    assert_eq!(read.0.to_string(), body);
}

#[test]
fn reasons_are_one_printable_line() {
    check(
        act,
        &[
            r#"{"kind":"call-arbiter","reason":"a\u0000b"}"#,
            r#"{"kind":"call-arbiter","reason":"two\nlines"}"#,
            r#"{"kind":"call-arbiter","reason":"\u202eback"}"#,
            r#"{"kind":"rule","reason":"\u001b[31m","decision":{"kind":"pause"}}"#,
        ],
        expect![[r#"
            reason: text with a NUL character
            reason: contains control characters
            reason: contains control characters
            reason: contains control characters
        "#]],
    );
    assert!(act(r#"{"kind":"call-arbiter","reason":"相手が来ない, no show"}"#).is_ok());
}

#[test]
fn times_of_rulings_are_bounded() {
    let rule = |decision: &str| {
        act(&format!(
            r#"{{"kind":"rule","reason":"x","decision":{decision}}}"#
        ))
    };
    let decisions = [
        (
            r#"{"kind":"award-time","to":"black","time":TIME}"#,
            "decision.time",
        ),
        (
            r#"{"kind":"set-clock","color":"white","main":TIME,"periods":0}"#,
            "decision.main",
        ),
        (
            r#"{"kind":"penalize","offender":"black","penalty":"time-off","time":TIME,"ground":"other"}"#,
            "decision.time",
        ),
        (
            r#"{"kind":"set-control","color":"black","control":{"main":TIME}}"#,
            "decision.control",
        ),
        (
            r#"{"kind":"set-control","color":"black","control":{"main":1,"increment":TIME}}"#,
            "decision.control",
        ),
    ];
    for (decision, field) in decisions {
        assert!(
            rule(&decision.replace("TIME", "3600000000")).is_ok(),
            "{decision}"
        );
        for time in ["3600000001", "18446744073709551615"] {
            let fault = rule(&decision.replace("TIME", time)).expect_err(decision);
            assert_eq!(fault, format!("{field}: longer than 1000 hours"));
        }
    }
    let stored = r#"{"at":1,"by":"arbiter","fact":{"kind":"ruled","reason":"","decision":{"kind":"award-time","to":"black","time":3600000001}}}"#;
    assert!(event(stored).is_ok(), "logs stay readable");
}

#[test]
fn times_of_terms_are_bounded() {
    let check = |knobs: &str| {
        let terms = format!(r#"{{"rules":{{"preset":"fesa","knobs":{knobs}}}}}"#);
        let terms: Terms = komadai_wire::from_client(&terms).expect("it has the form of terms");
        terms
            .check(Arbiter::Nobody)
            .map_err(|error| error.to_string())
    };
    assert_eq!(check(r#"{"lag_allowance":10000}"#), Ok(()));
    assert_eq!(
        check(r#"{"lag_allowance":10001}"#),
        Err("knobs.lag_allowance: longer than 10 seconds".to_owned())
    );
    assert_eq!(
        check(r#"{"wrong_claim":{"time-to-opponent":3600000001}}"#),
        Err("knobs.wrong_claim: longer than 1000 hours".to_owned())
    );
}

#[test]
fn the_tag_is_a_name() {
    check(
        act,
        &[
            r#"{"kind":3}"#,
            r#"{"kind":null}"#,
            r#"{"kind":"claim","claim":{"kind":0}}"#,
        ],
        expect![[r#"
            kind: invalid type: number, expected a name
            kind: invalid type: null, expected a name
            claim.kind: invalid type: number, expected a name
        "#]],
    );
}

#[test]
fn a_second_tag_is_an_unknown_field() {
    let both = r#"{"type":"join","game":"g","kind":1}"#;
    let fault = komadai_wire::from_client::<ClientMessage>(both).expect_err("no join has a kind");
    assert_eq!(fault.to_string(), "kind: unknown field");
}

#[test]
fn clients_send_no_arrays_for_objects() {
    check(
        act,
        &[
            r#"["resign"]"#,
            "[10]",
            r#"{"kind":"claim","claim":["flag"]}"#,
            r#"{"kind":"claim","claim":[1]}"#,
            r#"{"kind":"rule","reason":"x","decision":[4]}"#,
        ],
        expect![[r#"
            invalid type: sequence, expected an object
            invalid type: sequence, expected an object
            claim: invalid type: sequence, expected an object
            claim: invalid type: sequence, expected an object
            decision: invalid type: sequence, expected an object
        "#]],
    );
    check(
        rules,
        &[r#"["fesa"]"#, r#"{"preset":"fesa","knobs":[]}"#],
        expect![[r#"
            invalid type: sequence, expected an object
            knobs: invalid type: sequence, expected an object
        "#]],
    );
}

#[test]
fn faults_in_rules_name_the_knob() {
    check(
        rules,
        &[
            r#"{"preset":"fide"}"#,
            r#"{"preset":"fesa","knob":{}}"#,
            r#"{"preset":"fesa","knobs":{"nobs":1}}"#,
            r#"{"preset":"fesa","knobs":{"flag":"never"}}"#,
            r#"{"preset":"fesa","knobs":{"flag":null}}"#,
            r#"{"preset":"fesa","knobs":{"help":"yes"}}"#,
            r#"{"preset":"fesa","knobs":{"lag_allowance":-1}}"#,
            r#"{"preset":"fesa","knobs":{"forgiveness":{"everyone":300}}}"#,
            r#"{"preset":"fesa","knobs":{"counting":{"by-agreement":{"rule":"points-24"}}}}"#,
            r#"{"preset":"fesa","knobs":{"move_limit":{"drawn-after":{"moves":"x"}}}}"#,
            r#"{"preset":"fesa","knobs":{"after_draw":{"replay-or":{"threshold":1,"otherwise":"soon"}}}}"#,
        ],
        expect![[r#"
            preset: unknown variant `fide`, expected one of `fesa`, `jsa-pro`, `jsa-amateur`, `casual`, `beginner`, `seireigi`
            knob: unknown field `knob`, expected `preset` or `knobs`
            knobs.nobs: unknown field `nobs`, expected one of `illegal_moves`, `pointed_out_by`, `forgiveness`, `repetition`, `perpetual_check`, `mate`, `resignation`, `declaration`, `counting`, `forced_count`, `try_rule`, `handicap_points`, `move_limit`, `flag`, `both_flags`, `press`, `early_press`, `lag_allowance`, `wrong_claim`, `judge`, `after_draw`, `take_back`, `agreed_draw`, `cancellation`, `help`, `engine_help`, `rule_book`
            knobs.flag: unknown variant `never`, expected `by-itself` or `by-claim`
            knobs.flag: invalid type: null, expected a name
            knobs.help: invalid type: string "yes", expected a boolean
            knobs.lag_allowance: invalid value: integer `-1`, expected u64
            knobs.forgiveness.everyone: invalid value: integer `300`, expected u8
            knobs.counting.by-agreement: missing field `kings`
            knobs.move_limit.drawn-after.moves: invalid type: string "x", expected u32
            knobs.after_draw.otherwise: column 1: expected a number at «soon»
        "#]],
    );
}

#[test]
fn contradictions_name_their_knobs() {
    check(
        rules,
        &[
            r#"{"preset":"fesa","knobs":{"pointed_out_by":"anyone"}}"#,
            r#"{"preset":"casual","knobs":{"forgiveness":{"everyone":1}}}"#,
            r#"{"preset":"fesa","knobs":{"forgiveness":{"beginners":0}}}"#,
            r#"{"preset":"fesa","knobs":{"forced_count":"all-in-zone"}}"#,
            r#"{"preset":"fesa","knobs":{"move_limit":{"drawn-after":{"moves":0,"counts_as":"impasse","in_check":"ends"}}}}"#,
            r#"{"preset":"fesa","knobs":{"engine_help":true}}"#,
            r#"{"preset":"fesa","knobs":{"agreed_draw":true}}"#,
            r#"{"preset":"fesa","knobs":{"after_draw":{"replay-or":{"threshold":1,"otherwise":{"main":0}}}}}"#,
            r#"{"preset":"fesa","knobs":{"wrong_claim":{"time-to-opponent":0}}}"#,
            r#"{"preset":"fesa","knobs":{"engine_help":true,"agreed_draw":true}}"#,
        ],
        expect![[r#"
            knobs: pointed_out_by and illegal_moves: only illegal moves that stand until pointed out can be pointed out by anyone
            knobs: forgiveness and illegal_moves: illegal moves that are blocked need no forgiveness
            knobs: forgiveness: forgiving no move is no forgiveness
            knobs: forced_count and counting: a forced count needs a rule for counting
            knobs: move_limit: a limit of no moves leaves no game
            knobs: engine_help and help: an engine may not help where the board may not
            knobs: agreed_draw and after_draw: draws by agreement cannot be replayed
            knobs: after_draw: the replay's clock has no time
            knobs: wrong_claim: a wrong claim that gives no time costs nothing
            knobs: engine_help and help: an engine may not help where the board may not; agreed_draw and after_draw: draws by agreement cannot be replayed
        "#]],
    );
}

/// An opening in order, with one part exchanged.
fn opening_with(part: &str, exchanged: &str) -> String {
    let opening = r#"{"version":1,"variant":"shogi","start":{"handicap":"even"},"rules":{"preset":"fesa"},"clock":"15m+60s","players":{"black":{"name":"","experience":"beginner"},"white":{"name":"","experience":"beginner"}},"first_move":"settled","attendance":"present"}"#;
    assert!(opening.contains(part));
    opening.replacen(part, exchanged, 1)
}

#[test]
fn faults_in_openings_name_the_field() {
    assert!(self::opening(&opening_with("", "")).is_ok());
    let texts = [
        opening_with("\"version\":1", "\"version\":70000"),
        opening_with("\"shogi\"", "\"chess\""),
        opening_with("\"even\"", "\"queen\""),
        opening_with("{\"handicap\":\"even\"}", "{\"sfen\":\"9/9 b - 1\"}"),
        opening_with("{\"handicap\":\"even\"}", "\"even\""),
        opening_with("\"fesa\"", "\"fesa\",\"knobs\":{\"engine_help\":true}"),
        opening_with("\"15m+60s\"", "\"15m+\""),
        opening_with("\"15m+60s\"", "{\"black\":\"1m\",\"white\":\"1\"}"),
        opening_with("\"15m+60s\"", "15"),
        opening_with("\"name\":\"\"", "\"name\":5"),
        opening_with("\"beginner\"", "\"old\""),
        opening_with("\"settled\"", "{\"furigoma\":{\"tosser\":\"x\"}}"),
        opening_with("\"present\"", "\"late\""),
        opening_with(",\"attendance\":\"present\"", ""),
    ];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    check(
        opening,
        &texts,
        expect![[r#"
            version: invalid value: integer `70000`, expected u16
            variant: unknown variant `chess`, expected `shogi` or `seireigi`
            start.handicap: unknown handicap: expected a name such as even, lance or two-piece
            start.sfen: column 4: the board does not have nine ranks
            start: unknown variant `even`, expected `handicap` or `sfen`
            rules.knobs: engine_help and help: an engine may not help where the board may not
            clock: column 5: expected a number at the end
            clock.white: column 2: expected a unit: h, m or s at the end
            clock: invalid type: integer `15`, expected a time such as "15m+60s", or an object
            players.black.name: invalid type: integer `5`, expected a string
            players.black.experience: unknown variant `old`, expected `beginner` or `experienced`
            first_move.furigoma.tosser: unknown variant `x`, expected `black` or `white`
            attendance: unknown variant `late`, expected `present` or `to-arrive`
            missing field `attendance`
        "#]],
    );
}

/// Lines in order, to be spoilt.
const LINES: [&str; 8] = [
    r#"{"at":61500,"by":"black","fact":{"kind":"moved","color":"black","deed":"+P*5e","breach":"promoted-drop","check":true,"lag":250}}"#,
    r#"{"at":61500,"by":"arbiter","fact":{"kind":"ruled","decision":{"kind":"set-control","color":"black","control":"10m+5s/move"},"reason":"as seen"}}"#,
    r#"{"at":61500,"by":"black","fact":{"kind":"tossed","toss":"UUPUE"}}"#,
    r#"{"kind":"rule","decision":{"kind":"penalize","offender":"white","penalty":"time-off","time":30000,"ground":"conduct"},"reason":"as seen"}"#,
    r#"{"kind":"claim","claim":{"kind":"repetition","next":"P*5e"}}"#,
    r#"{"preset":"fesa","knobs":{"after_draw":{"replay-or":{"threshold":600000,"otherwise":"3m"}}}}"#,
    r#"{"preset":"casual","knobs":{"move_limit":{"drawn-after":{"moves":300,"counts_as":"impasse","in_check":"plays-on"}}}}"#,
    r#"{"version":1,"variant":"shogi","start":{"sfen":"4k4/9/4P4/9/9/9/9/9/4K4 b G2p 7"},"rules":{"preset":"fesa"},"clock":{"black":"5m","white":{"main":500,"byoyomi":0}},"players":{"black":{"name":"","experience":"beginner"},"white":{"name":"","experience":"experienced"}},"first_move":{"furigoma":{"tosser":"white"}},"attendance":"present"}"#,
];

/// Reads a text as everything.
fn read_all(text: &str) {
    let _ = event(text);
    let _ = act(text);
    let _ = rules(text);
    let _ = opening(text);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn spoilt_lines_do_no_harm(
        line in 0..LINES.len(),
        from in any::<prop::sample::Index>(),
        length in 0_usize..6,
        put in "[\\x00-\\x7f駒é]{0,6}",
    ) {
        let chars: Vec<char> = LINES[line].chars().collect();
        let from = from.index(chars.len());
        let to = (from + length).min(chars.len());
        let spoilt: String = chars[..from].iter().copied()
            .chain(put.chars())
            .chain(chars[to..].iter().copied())
            .collect();
        read_all(&spoilt);
    }

    #[test]
    fn values_of_the_wrong_kind_are_refused_by_field(
        line in 0..LINES.len(),
        which in any::<prop::sample::Index>(),
    ) {
        // A fraction stands nowhere in the protocol, so it is wrong wherever it is put.
        let mut value: serde_json::Value = serde_json::from_str(LINES[line]).expect("the lines are JSON");
        let mut paths = Vec::new();
        collect(&value, String::new(), &mut paths);
        let path = &paths[which.index(paths.len())];
        *value.pointer_mut(path).expect("the path was found in it") = serde_json::json!(0.5);
        let text = value.to_string();
        let fault = match line {
            0..=2 => event(&text).expect_err("a fraction is wrong"),
            3..=4 => act(&text).expect_err("a fraction is wrong"),
            5..=6 => rules(&text).expect_err("a fraction is wrong"),
            _ => opening(&text).expect_err("a fraction is wrong"),
        };
        let field = path.rsplit('/').next().unwrap_or_default();
        let tag = ["sfen", "furigoma", "replay-or", "drawn-after"].contains(&field);
        prop_assert!(tag || fault.contains(&format!("{field}: ")), "{path}: {fault}");
    }
}

/// The paths of all fields.
fn collect(value: &serde_json::Value, path: String, paths: &mut Vec<String>) {
    for (name, inner) in value.as_object().into_iter().flatten() {
        let path = format!("{path}/{name}");
        paths.push(path.clone());
        collect(inner, path, paths);
    }
}

#[test]
fn every_line_that_is_spoilt_elsewhere_is_in_order() {
    for (number, line) in LINES.iter().enumerate() {
        let fault = match number {
            0..=2 => event(line).err(),
            3..=4 => act(line).err(),
            5..=6 => rules(line).err(),
            _ => opening(line).err(),
        };
        assert_eq!(fault, None, "{line}");
    }
}
