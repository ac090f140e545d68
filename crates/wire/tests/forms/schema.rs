//! What the protocol's description says of these types.

use expect_test::expect;
use komadai_wire::act::ActDto;
use komadai_wire::event::EventDto;
use komadai_wire::opening::OpeningDto;
use komadai_wire::refusal::RefusalDto;
use komadai_wire::rules::RulesDto;
use komadai_wire::view::{ClockDto, PhaseDto};
use serde_json::Value;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(components(schemas(ActDto, ClockDto, EventDto, OpeningDto, PhaseDto, RefusalDto)))]
struct Api;

fn schemas() -> Value {
    let api = serde_json::to_value(Api::openapi()).expect("it can be written");
    api["components"]["schemas"].clone()
}

/// The names that a schema refers to.
fn references(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                match inner.as_str() {
                    Some(target) if name == "$ref" => found.push(target.to_owned()),
                    _ => references(inner, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

#[test]
fn every_reference_leads_to_a_schema() {
    let schemas = schemas();
    let mut found = Vec::new();
    references(&schemas, &mut found);
    assert!(found.len() > 50, "{found:?}");
    for target in found {
        let name = target.strip_prefix("#/components/schemas/").unwrap();
        assert!(schemas.get(name).is_some(), "{target}");
    }
}

/// Something of two types at once cannot be written.
fn check_types(value: &Value) {
    if let Some(parts) = value.get("allOf").and_then(Value::as_array) {
        let types: Vec<&Value> = parts.iter().filter_map(|part| part.get("type")).collect();
        assert!(types.windows(2).all(|pair| pair[0] == pair[1]), "{value}");
    }
    let fields = value
        .as_object()
        .into_iter()
        .flat_map(|fields| fields.values());
    let items = value.as_array().into_iter().flatten();
    fields.chain(items).for_each(check_types);
}

#[test]
fn no_schema_contradicts_itself() {
    check_types(&schemas());
}

#[test]
fn knobs_are_optional_but_not_null() {
    let schemas = schemas();
    let knobs = schemas["KnobsDto"]["properties"]
        .as_object()
        .expect("knobs");
    assert!(knobs.len() > 20, "{knobs:?}");
    assert_eq!(schemas["KnobsDto"].get("required"), None);
    for (name, schema) in knobs {
        assert!(!schema.to_string().contains("null"), "{name}: {schema}");
        let given = format!(r#"{{"preset":"fesa","knobs":{{"{name}":null}}}}"#);
        assert!(
            komadai_wire::from_client::<RulesDto>(&given).is_err(),
            "{name}"
        );
    }
}

#[test]
fn schemas_know_the_names_of_the_wire() {
    let schemas = schemas();
    let names = [
        "SideDto",
        "StartDto",
        "ClockSpecDto",
        "Text",
        "WrongClaimDto",
        "FirstMoveDto",
    ];
    let shown = names.map(|name| format!("{}\n", schemas[name]));
    expect![[r##"
        {"type":"string","description":"A side.","enum":["black","white"]}
        {"oneOf":[{"type":"object","description":"The even game or a handicap, by its name: `even`, `two-piece`.","required":["handicap"],"properties":{"handicap":{"$ref":"#/components/schemas/Text","description":"The even game or a handicap, by its name: `even`, `two-piece`."}}},{"type":"object","description":"Any position, as SFEN.","required":["sfen"],"properties":{"sfen":{"$ref":"#/components/schemas/Text","description":"Any position, as SFEN."}}}],"description":"A start position."}
        {"oneOf":[{"$ref":"#/components/schemas/Text","description":"The text."},{"$ref":"#/components/schemas/SidesDto","description":"An object with both sides."}],"description":"The times of both players: `15m+60s`, `B:15m+60s W:10m+30s`.\n\nTimes that are not valid for a game cannot be written as text; they are objects."}
        {"type":"string"}
        {"oneOf":[{"type":"string","description":"Nothing.","enum":["nothing"]},{"type":"string","description":"A warning.","enum":["warning"]},{"type":"object","description":"This many milliseconds for the opponent.","required":["time-to-opponent"],"properties":{"time-to-opponent":{"type":"integer","format":"int64","description":"This many milliseconds for the opponent.","minimum":0}}},{"type":"string","description":"The game.","enum":["loses"]}],"description":"The cost of a wrong claim."}
        {"oneOf":[{"type":"string","description":"As given.","enum":["settled"]},{"type":"object","description":"By tossing pawns.","required":["furigoma"],"properties":{"furigoma":{"type":"object","description":"By tossing pawns.","required":["tosser"],"properties":{"tosser":{"$ref":"#/components/schemas/SideDto","description":"The player who tosses, or for whom the arbiter does."}}}}}],"description":"How Black is decided."}
    "##]].assert_eq(&shown.concat());
    let acts = schemas["ActDto"].to_string();
    for kind in ["place-clock", "play", "claim", "take-back", "rule"] {
        assert!(acts.contains(&format!("\"{kind}\"")), "{kind}: {acts}");
    }
}
