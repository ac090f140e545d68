//! Writes the TypeScript types of everything that the page sends, stores and shows: `scripts/build-web` runs it.
#![expect(clippy::print_stdout, reason = "the types are its output")]

use komadai_wasm::clock::{BoardClockView, ClockAct, ClockDone};
use komadai_wasm::live::Heard;
use komadai_wasm::table::Done;
use komadai_wasm::view::{GameView, OutcomeView};
use komadai_wire::challenge::ChallengeDto;
use komadai_wire::log::LogDto;
use komadai_wire::message::{ClientMessage, ServerMessage};
use komadai_wire::operator::{
    AccountDetails, AuditEntryDto, InvitationDto, OnlinePerson, OperatorAnswer, OperatorRequest,
    OwnAccount, ReportDto, RestrictionDto, ServerInfo,
};
use serde_json::{Map, Value};
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(components(schemas(
    AccountDetails,
    AuditEntryDto,
    BoardClockView,
    ChallengeDto,
    ClientMessage,
    ClockAct,
    ClockDone,
    Done,
    GameView<'_>,
    Heard<'_>,
    InvitationDto,
    LogDto,
    OnlinePerson,
    OperatorAnswer,
    OperatorRequest,
    OutcomeView,
    OwnAccount,
    ReportDto,
    RestrictionDto,
    ServerInfo,
    ServerMessage
)))]
struct Types;

fn main() -> Result<(), serde_json::Error> {
    let api = serde_json::to_value(Types::openapi())?;
    println!("// Made by crates/wasm/examples/types.rs.");
    for (name, schema) in fields(&api["components"]["schemas"]) {
        let text = match name.as_str() {
            "Key" => "`${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}${'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i'}`".to_owned(),
            _ => typed(schema),
        };
        println!("\n{}export type {} = {text};", doc(schema), short(name));
    }
    Ok(())
}

/// The page says `Act` where Rust says `ActDto`.
fn short(name: &str) -> String {
    name.replace("Dto", "")
}

fn fields(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

fn doc(schema: &Value) -> String {
    let text = schema["description"].as_str();
    text.map_or_else(String::new, |text| {
        format!("/** {} */\n", text.replace('\n', " "))
    })
}

fn joined(parts: &Value, by: &str) -> String {
    let parts = parts.as_array().into_iter().flatten();
    let parts = parts.filter(|part| part["type"] != "null");
    let parts: Vec<String> = parts.map(|part| format!("({})", typed(part))).collect();
    parts.join(by)
}

/// A schema as a type. What may be missing is never null in what we write, so null is left out.
fn typed(schema: &Value) -> String {
    if let Some(target) = schema["$ref"].as_str() {
        return short(target.rsplit('/').next().unwrap_or_default());
    }
    for (name, by) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if schema.get(name).is_some() {
            return joined(&schema[name], by);
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(Value::to_string).collect();
        return values.join(" | ");
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().find(|kind| *kind != "null"),
        kind => Some(kind),
    };
    match kind.and_then(Value::as_str) {
        Some("string") => "string".to_owned(),
        Some("integer" | "number") => "number".to_owned(),
        Some("boolean") => "boolean".to_owned(),
        Some("array") if schema.get("prefixItems").is_some() => {
            let items = schema["prefixItems"].as_array().into_iter().flatten();
            let items: Vec<String> = items.map(typed).collect();
            format!("[{}]", items.join(", "))
        }
        Some("array") => format!("({})[]", typed(&schema["items"])),
        Some("object") => object(schema),
        _ => "unknown".to_owned(),
    }
}

fn object(schema: &Value) -> String {
    if let Some(values) = schema.get("additionalProperties").filter(|v| v.is_object()) {
        return format!("Record<string, {}>", typed(values));
    }
    let required = |name: &String| {
        let mut names = schema["required"].as_array().into_iter().flatten();
        names.any(|required| required == name)
    };
    let lines = fields(&schema["properties"]).map(|(name, value)| {
        let mark = if required(name) { "" } else { "?" };
        format!("{}{name:?}{mark}: {};", doc(value), typed(value))
    });
    let lines: Vec<String> = lines.collect();
    format!("{{\n{}\n}}", lines.join("\n"))
}
