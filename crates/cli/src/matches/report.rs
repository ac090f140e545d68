//! Reports of a match: a line for each game, tables at the end.

use crate::args::MatchArgs;
use crate::progress::Bar;
use crate::save::{Existing, save};
use anyhow::Context;
use komadai_core::{ByColor, Color};
use komadai_engine::matches::{
    GameReport, MatchResult, MatchTally, Model, Observer, SideStats, SprtDecision, SprtState,
    Standings, save_record,
};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

/// Prints the progress of a match.
pub(super) struct Scribe<'o, W> {
    out: &'o mut W,
    is_json: bool,
    records: Option<PathBuf>,
    bar: Bar,
    /// A failed write, which cancels the match.
    fault: Option<anyhow::Error>,
}

impl<'o, W: Write> Scribe<'o, W> {
    pub(super) fn new(args: &MatchArgs, games: usize, out: &'o mut W) -> Scribe<'o, W> {
        Scribe {
            out,
            is_json: args.json,
            records: args.records.as_ref().map(PathBuf::from),
            bar: Bar::new(games),
            fault: None,
        }
    }

    fn print_game(&mut self, report: &GameReport, standings: &Standings) -> io::Result<()> {
        if self.is_json {
            return Ok(());
        }
        let [black, white] = names(report, standings).0;
        let ruling = &report.played.ruling;
        let score = match ruling.winner {
            Some(Color::Black) => "1-0",
            Some(Color::White) => "0-1",
            None => "½-½",
        };
        let moves = match report.record.main_line().count() {
            1 => "1 move".to_owned(),
            count => format!("{count} moves"),
        };
        let (number, reason) = (report.number + 1, &ruling.reason);
        let out = &mut self.out;
        self.bar.beside(|| {
            writeln!(
                out,
                "game {number}: {black} - {white} {score} after {moves}: {reason}"
            )?;
            out.flush()
        })
    }

    fn save_game(&self, report: &GameReport, standings: &Standings) -> anyhow::Result<()> {
        let Some(folder) = &self.records else {
            return Ok(());
        };
        let saved = save_record(&report.record)?;
        let [black, white] = names(report, standings).0.map(file_name);
        let number = report.number + 1;
        let name = format!("{number:05}-{black}-{white}.{}", saved.format.name());
        save(&folder.join(name), &saved.bytes, Existing::Keep)
    }

    /// Writes the tables.
    pub(super) fn finish(self, result: &MatchResult) -> anyhow::Result<()> {
        self.bar.finish();
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        if self.is_json {
            writeln!(self.out, "{}", to_json(result))?;
        } else {
            write_tables(self.out, result)?;
        }
        Ok(())
    }
}

impl<W: Write> Observer for Scribe<'_, W> {
    fn game(
        &mut self,
        report: &GameReport,
        standings: &Standings,
        _: Option<&SprtState>,
    ) -> ControlFlow<()> {
        let printed = self.print_game(report, standings);
        self.bar.say(standings.total(0).to_string());
        self.bar.step();
        let saved = self.save_game(report, standings).context("saving a game");
        match printed.map_err(anyhow::Error::from).and(saved) {
            Ok(()) => ControlFlow::Continue(()),
            Err(fault) => {
                self.fault = Some(fault);
                ControlFlow::Break(())
            }
        }
    }

    fn warning(&mut self, text: &str) {
        self.bar.beside(|| {
            let _ = writeln!(io::stderr(), "komadai: {text}");
        });
    }
}

fn names<'s>(report: &GameReport, standings: &'s Standings) -> ByColor<&'s str> {
    ByColor(
        report
            .players
            .0
            .map(|player| standings.names[player].as_str()),
    )
}

/// A name that is safe in a file name.
fn file_name(name: &str) -> String {
    let safe = |c: char| match c {
        c if c.is_alphanumeric() || "._".contains(c) => c,
        _ => '_',
    };
    name.chars().map(safe).take(40).collect()
}

fn write_tables(out: &mut impl Write, result: &MatchResult) -> io::Result<()> {
    let standings = &result.standings;
    writeln!(out)?;
    for (player, name) in standings.names.iter().enumerate() {
        let stats = &standings.stats[player];
        write!(
            out,
            "{name}: depth {:.1}",
            a_move(stats.depths as f64, stats)
        )?;
        write!(out, ", {:.0} nodes", a_move(stats.nodes as f64, stats))?;
        write!(out, ", {:.1} ms", a_move(millis(stats.wall), stats))?;
        write!(out, " (at most {:.1})", millis(stats.wall_max))?;
        write!(
            out,
            ", {:.1} ms CPU a move",
            a_move(millis(stats.cpu), stats)
        )?;
        writeln!(
            out,
            " (at most {:.1}); failed {}",
            millis(stats.cpu_max),
            standings.failures[player]
        )?;
    }
    let reasons = standings.reasons.iter();
    let reasons: Vec<String> = reasons
        .map(|(word, count)| format!("{word} {count}"))
        .collect();
    writeln!(out, "ends: {}", reasons.join(", "))?;
    if standings.pairings.len() > 1 {
        for pairing in &standings.pairings {
            let [first, second] = [pairing.first, pairing.second].map(|one| &standings.names[one]);
            writeln!(out, "{first} - {second}: {}", pairing.tally)?;
        }
    }
    let total = standings.total(0);
    writeln!(out, "{}: {}", standings.names[0], interval(&total))?;
    if let Some(state) = result.sprt {
        writeln!(out, "{}", sprt_line(&state))?;
    }
    writeln!(out, "{total}")
}

fn interval(total: &MatchTally) -> String {
    let (Some(score), Some(elo)) = (total.score(), total.elo()) else {
        return "no games".to_owned();
    };
    let pairs = total.pairs.map(|count| count.to_string()).join(" ");
    let by = match elo.model {
        Model::Pentanomial => "pairs",
        Model::Trinomial => "single games",
        Model::Wilson => "Wilson's formula",
    };
    format!(
        "score {:.1} %, pairs {pairs}, 95 % interval {:.1} to {:.1} by {by}",
        100.0 * score,
        elo.low,
        elo.high
    )
}

fn sprt_line(state: &SprtState) -> String {
    let SprtState {
        llr, lower, upper, ..
    } = state;
    let decision = decision(state.decision);
    format!("sprt: llr {llr:.2} in {lower:.2} to {upper:.2}: {decision}")
}

fn decision(decision: SprtDecision) -> &'static str {
    match decision {
        SprtDecision::Continue => "undecided",
        SprtDecision::H0 => "H0",
        SprtDecision::H1 => "H1",
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The mean over all moves.
fn a_move(sum: f64, stats: &SideStats) -> f64 {
    sum / stats.moves.max(1) as f64
}

fn to_json(result: &MatchResult) -> Value {
    let standings = &result.standings;
    let engines = (0..standings.names.len()).map(|player| engine_json(standings, player));
    let pairing = |one: &komadai_engine::matches::PairStanding| {
        let mut object = tally_json(&one.tally);
        object["first"] = standings.names[one.first].as_str().into();
        object["second"] = standings.names[one.second].as_str().into();
        object
    };
    let mut object = tally_json(&standings.total(0));
    object["games"] = standings.games().into();
    object["reasons"] = json!(standings.reasons);
    object["engines"] = engines.collect();
    object["pairings"] = standings.pairings.iter().map(pairing).collect();
    object["sprt"] = match result.sprt {
        None => Value::Null,
        Some(state) => json!({
            "llr": state.llr,
            "lower": state.lower,
            "upper": state.upper,
            "decision": decision(state.decision),
        }),
    };
    object
}

fn engine_json(standings: &Standings, player: usize) -> Value {
    let stats = &standings.stats[player];
    let mut object = tally_json(&standings.total(player));
    object["name"] = standings.names[player].as_str().into();
    object["failures"] = standings.failures[player].into();
    object["moves"] = stats.moves.into();
    object["ms_a_move"] = a_move(millis(stats.wall), stats).into();
    object["ms_max"] = millis(stats.wall_max).into();
    object["cpu_ms_a_move"] = a_move(millis(stats.cpu), stats).into();
    object["cpu_ms_max"] = millis(stats.cpu_max).into();
    object["nodes_a_move"] = a_move(stats.nodes as f64, stats).into();
    object["depth_a_move"] = a_move(stats.depths as f64, stats).into();
    object
}

/// Infinite numbers are null.
fn tally_json(tally: &MatchTally) -> Value {
    let elo = tally.elo();
    json!({
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "pairs": tally.pairs,
        "elo": elo.map(|elo| elo.value),
        "error": elo.map(|elo| elo.error()),
        "elo_low": elo.map(|elo| elo.low),
        "elo_high": elo.map(|elo| elo.high),
        "model": elo.map(|elo| match elo.model {
            Model::Pentanomial => "pentanomial",
            Model::Trinomial => "trinomial",
            Model::Wilson => "wilson",
        }),
    })
}
