//! Games as a browser keeps them: the opening and the events. Version 0.1.0 kept what was asked instead of
//! what happened; such a log is carried out once more, and is kept as events from then on.

use crate::error::Error;
use crate::millis;
use komadai_core::Setup;
use komadai_game::{
    Act, Actor, Command, Event, FirstMove, Game, OLDEST_EVENT_VERSION, Opening, StartFrom, decide,
};
use komadai_wire::WireError;
use komadai_wire::act::ActDto;
use komadai_wire::knob::{AllowedDto, FlagDto, ForgivenessDto, IllegalMovesDto, PointedOutByDto};
use komadai_wire::log::LogDto;
use komadai_wire::names::{ActorDto, PresetDto, SideDto, VariantDto};
use komadai_wire::rules::{KnobsDto, RulesDto};
use serde::Deserialize;
use serde_json::{Value, json};

/// Reads a log, whichever version has written it.
///
/// # Errors
/// Returns the field at fault, or the command that is no longer allowed.
pub fn read(text: &str) -> Result<(Opening, Vec<Event>), Error> {
    let fault = match komadai_wire::read::<LogDto, (Opening, Vec<Event>)>(text) {
        Ok(log) => return Ok(log),
        Err(fault) => fault,
    };
    match komadai_wire::from_str::<OldLog>(text) {
        Ok(old) => old.carry_out(),
        Err(_) => Err(fault.into()),
    }
}

/// A log of version 0.1.0.
#[derive(Deserialize)]
struct OldLog {
    opening: OldOpening,
    commands: Vec<OldCommand>,
}

#[derive(Deserialize)]
struct OldOpening {
    variant: VariantDto,
    start: String,
    rules: PresetDto,
    #[serde(default)]
    knobs: KnobsDto,
    flag: Option<String>,
    clock: Option<String>,
    names: Value,
    tosser: Option<SideDto>,
}

#[derive(Deserialize)]
struct OldCommand {
    at: f64,
    by: ActorDto,
    act: Value,
}

impl OldLog {
    fn carry_out(self) -> Result<(Opening, Vec<Event>), Error> {
        let opening = self.opening.build()?;
        let mut game = Game::new(opening.clone())?;
        let mut events = Vec::new();
        for (index, command) in (1..).zip(&self.commands) {
            let act: ActDto = komadai_wire::from_value(wire_act(&command.act, command.by))?;
            let asked = Command::new(Actor::from(command.by), Act::try_from(act)?);
            let happened = decide(&game, asked, millis(command.at))
                .map_err(|refusal| Error::Log { index, refusal })?;
            for event in &happened {
                game.apply(event);
            }
            events.extend(happened);
        }
        Ok((opening, events))
    }
}

impl OldOpening {
    fn build(self) -> Result<Opening, Error> {
        let mut opening = Opening::new(self.rules.into());
        opening.version = OLDEST_EVENT_VERSION;
        opening.variant = self.variant.into();
        opening.start = match self.start.parse() {
            Ok(handicap) => StartFrom::Handicap(handicap),
            Err(_) => {
                let setup = Setup::parse_tolerant(&self.start);
                StartFrom::Custom(Box::new(setup.map_err(|e| WireError::new("start", e))?))
            }
        };
        if let Some(clock) = self.clock.as_deref().filter(|clock| !clock.is_empty()) {
            opening.clock = Some(clock.parse().map_err(|e| WireError::new("clock", e))?);
        }
        opening.players.0[0].name = self.names["black"].as_str().unwrap_or_default().into();
        opening.players.0[1].name = self.names["white"].as_str().unwrap_or_default().into();
        if let Some(tosser) = self.tosser {
            let tosser = tosser.into();
            opening.first_move = FirstMove::Furigoma { tosser };
        }
        let rules = RulesDto {
            preset: self.rules,
            knobs: turned(self.knobs, self.flag.as_deref()),
        };
        opening.rules = rules.try_into()?;
        Ok(opening)
    }
}

/// Knobs that hung together with those that were given.
fn turned(mut knobs: KnobsDto, flag: Option<&str>) -> KnobsDto {
    match knobs.illegal_moves {
        None | Some(IllegalMovesDto::PointedOut) => {}
        Some(illegal) => {
            knobs.pointed_out_by = Some(PointedOutByDto::Opponent);
            if illegal == IllegalMovesDto::Blocked {
                knobs.forgiveness = Some(ForgivenessDto::None);
            }
        }
    }
    if knobs.help == Some(AllowedDto(false)) {
        knobs.engine_help = Some(AllowedDto(false));
    }
    knobs.flag = match flag {
        Some("claim") => Some(FlagDto::ByClaim),
        Some(_) => Some(FlagDto::FallsByItself),
        None => None,
    };
    knobs
}

/// An act in today's words.
fn wire_act(old: &Value, by: ActorDto) -> Value {
    let kind = old["t"].as_str().unwrap_or_default();
    let other = if by == ActorDto::Black {
        "white"
    } else {
        "black"
    };
    let whole = |field: &str| old[field].as_f64().unwrap_or_default() as u64;
    let rule =
        |decision: Value| json!({"kind": "rule", "decision": decision, "reason": "at this device"});
    match kind {
        "toss" => json!({"kind": "toss", "toss": old["faces"]}),
        "play" => json!({"kind": "play", "deed": old["usi"]}),
        "offer" | "accept" | "decline" => json!({"kind": kind, "offer": old["offer"]}),
        "claim-illegal" => {
            let offender = old.get("offender").cloned().unwrap_or_else(|| json!(other));
            json!({"kind": "claim", "claim": {"kind": "illegal-move", "offender": offender}})
        }
        "claim-repetition" => {
            json!({"kind": "claim", "claim": {"kind": "repetition", "next": old["next"]}})
        }
        "claim-flag" => json!({"kind": "claim", "claim": {"kind": "flag"}}),
        "claim-count" => json!({"kind": "claim", "claim": {"kind": "count"}}),
        "pause" | "resume" => rule(json!({"kind": kind})),
        "set-clock" => rule(json!({
            "kind": kind, "color": old["color"], "main": whole("main"), "periods": old["periods"],
        })),
        "set-control" => rule(json!({
            "kind": kind, "color": old["color"], "control": old["control"],
        })),
        "award-time" => rule(json!({"kind": kind, "to": old["color"], "time": whole("time")})),
        "decide" => match old["winner"].as_str() {
            Some(winner) => rule(json!({"kind": "result", "verdict": format!("{winner}-wins")})),
            None => rule(json!({"kind": "abort"})),
        },
        _ => json!({"kind": kind}),
    }
}
