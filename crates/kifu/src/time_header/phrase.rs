//! The words of KIF's time headers.

use super::{Fault, TimeHeaderErrorKind};
use crate::kanji::hand_count;
use crate::record::Millis;
use crate::scan::Scan;
use komadai_core::{ByColor, Color};
use std::num::NonZeroU32;

/// The times of one side in a phrase.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phrase {
    pub(super) main: Option<Millis>,
    /// Zero is none.
    pub(super) byoyomi: Millis,
    pub(super) periods: NonZeroU32,
    /// Zero is none.
    pub(super) increment: Millis,
    pub(super) is_sudden_death: bool,
}

impl Default for Phrase {
    fn default() -> Phrase {
        Phrase {
            main: None,
            byoyomi: Millis::ZERO,
            periods: NonZeroU32::MIN,
            increment: Millis::ZERO,
            is_sudden_death: false,
        }
    }
}

/// The meaning of a first time without further words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Expects {
    Main,
    Byoyomi,
}

/// Reads a value for both sides.
pub(super) fn read_phrase(value: &str, expects: Expects) -> Result<ByColor<Phrase>, Fault> {
    let plain: String = value.trim().chars().map(half_width).collect();
    let mut scan = Scan::new(&plain);
    let mut common = Reader::new(expects);
    let mut sides = ByColor([None, None]);
    let mut side = None;
    while !scan.is_done() {
        let place = scan;
        let word = word(&mut scan);
        if let Some(Word::Side(color)) = word {
            if sides[color].is_some() || !common.times.is_empty() {
                return Err(not_understood(&place));
            }
            sides[color] = Some(Reader::new(expects));
            side = Some(color);
            continue;
        }
        let reader = side.and_then(|color| sides[color].as_mut());
        let reader = reader.unwrap_or(&mut common);
        match word {
            Some(word) => reader.word(word, &place)?,
            None => reader.number(&mut scan)?,
        }
    }
    let missing = |color| fault(&scan, TimeHeaderErrorKind::MissingSide(color));
    match sides.0 {
        [None, None] => Ok(ByColor([common.finish(&scan)?; 2])),
        [Some(black), Some(white)] => Ok(ByColor([black.finish(&scan)?, white.finish(&scan)?])),
        [None, _] => Err(missing(Color::Black)),
        [_, None] => Err(missing(Color::White)),
    }
}

/// The meaning of a time given by the words around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Byoyomi,
    Increment,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Side(Color),
    /// The next time is this, or the last one if none follows.
    Role(Role),
    /// The next time is for every move: byoyomi, unless words say that it is added.
    EachMove,
    /// The next time comes after the main time.
    Then,
    /// The last time is for every move, added.
    PerMove,
    SuddenDeath,
    /// No time at all.
    Nothing,
    Thinking,
    /// Separates two times, or announces a number of periods.
    Times,
    /// Separates two times.
    Break,
    /// No meaning.
    Filler,
}

/// The words, longer ones before those that they begin with.
const WORDS: [(&str, Word); 63] = [
    ("先手", Word::Side(Color::Black)),
    ("下手", Word::Side(Color::Black)),
    ("▲", Word::Side(Color::Black)),
    ("☗", Word::Side(Color::Black)),
    ("後手", Word::Side(Color::White)),
    ("上手", Word::Side(Color::White)),
    ("△", Word::Side(Color::White)),
    ("☖", Word::Side(Color::White)),
    ("時間切れ負け", Word::SuddenDeath),
    ("切れたら負け", Word::SuddenDeath),
    ("切れ負け", Word::SuddenDeath),
    ("切れ負", Word::SuddenDeath),
    ("切負け", Word::SuddenDeath),
    ("切負", Word::SuddenDeath),
    ("持ち時間", Word::Filler),
    ("持時間", Word::Filler),
    ("考慮時間", Word::Thinking),
    ("秒読み", Word::Role(Role::Byoyomi)),
    ("秒読", Word::Role(Role::Byoyomi)),
    ("将棋", Word::Role(Role::Byoyomi)),
    ("加算", Word::Role(Role::Increment)),
    ("追加", Word::Role(Role::Increment)),
    ("フィッシャールール", Word::Role(Role::Increment)),
    ("フィッシャー", Word::Role(Role::Increment)),
    ("1手ごとに", Word::EachMove),
    ("1手毎に", Word::EachMove),
    ("1手につき", Word::EachMove),
    ("1手", Word::EachMove),
    ("一手ごとに", Word::EachMove),
    ("一手毎に", Word::EachMove),
    ("一手につき", Word::EachMove),
    ("一手", Word::EachMove),
    ("毎手", Word::EachMove),
    ("/手", Word::PerMove),
    ("/move", Word::PerMove),
    ("使い切ったら", Word::Then),
    ("使い切ると", Word::Then),
    ("切れたら", Word::Then),
    ("切れると", Word::Then),
    ("以降", Word::Then),
    ("以後", Word::Then),
    ("その後", Word::Then),
    ("なし", Word::Nothing),
    ("無し", Word::Nothing),
    ("+", Word::Break),
    (",", Word::Break),
    ("、", Word::Break),
    ("|", Word::Break),
    ("・", Word::Break),
    ("(", Word::Times),
    ("x", Word::Times),
    ("各自", Word::Filler),
    ("各", Word::Filler),
    ("双方", Word::Filler),
    ("ずつ", Word::Filler),
    ("以内", Word::Filler),
    ("の", Word::Filler),
    ("は", Word::Filler),
    ("を", Word::Filler),
    (")", Word::Filler),
    ("。", Word::Filler),
    (" ", Word::Filler),
    ("\t", Word::Filler),
];

/// The ASCII sign for a full-width one. One for one, so that columns stay what they are.
fn half_width(c: char) -> char {
    match c {
        '\u{3000}' => ' ',
        '×' => 'x',
        '！'..='～' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    }
}

fn word(scan: &mut Scan<'_>) -> Option<Word> {
    let found = WORDS.iter().find(|(text, _)| scan.eat_word(text));
    found.map(|(_, word)| *word)
}

fn fault(scan: &Scan<'_>, kind: TimeHeaderErrorKind) -> Fault {
    let column = scan.column();
    Fault { column, kind }
}

fn not_understood(scan: &Scan<'_>) -> Fault {
    let token = scan.token().to_owned();
    fault(scan, TimeHeaderErrorKind::NotUnderstood(token))
}

/// Makes times and words into a phrase.
#[derive(Debug)]
struct Reader {
    expects: Expects,
    times: Vec<(Millis, Option<Role>)>,
    awaits: Option<Awaits>,
    is_parted: bool,
    expects_count: bool,
    periods: NonZeroU32,
    is_sudden_death: bool,
}

/// A word that needs a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaits {
    /// The next one, or else the last one.
    Either(Role),
    /// The next one.
    Next,
}

impl Reader {
    fn new(expects: Expects) -> Reader {
        Reader {
            expects,
            times: Vec::new(),
            awaits: None,
            is_parted: false,
            expects_count: false,
            periods: NonZeroU32::MIN,
            is_sudden_death: false,
        }
    }

    fn word(&mut self, word: Word, place: &Scan<'_>) -> Result<(), Fault> {
        self.expects_count = word == Word::Times;
        match word {
            // 切れたら秒読み without a time says less than is needed, so the need of a time stays.
            Word::Role(_) if self.awaits == Some(Awaits::Next) => {}
            Word::Role(role) => self.awaits = Some(Awaits::Either(role)),
            Word::EachMove | Word::Then => self.awaits = Some(Awaits::Next),
            Word::PerMove => match self.times.last_mut() {
                Some((_, role)) => *role = Some(Role::Increment),
                None => return Err(not_understood(place)),
            },
            Word::SuddenDeath => self.is_sudden_death = true,
            Word::Nothing => self.time(Millis::ZERO, place)?,
            Word::Thinking => return Err(fault(place, TimeHeaderErrorKind::ThinkingPeriods)),
            Word::Times | Word::Break => self.is_parted = true,
            Word::Filler => {}
            Word::Side(_) => return Err(not_understood(place)),
        }
        Ok(())
    }

    fn time(&mut self, time: Millis, place: &Scan<'_>) -> Result<(), Fault> {
        let role = match self.awaits.take() {
            Some(Awaits::Either(role)) => Some(role),
            Some(Awaits::Next) => Some(Role::Byoyomi),
            None if self.times.is_empty() || self.is_parted => None,
            None => return Err(fault(place, TimeHeaderErrorKind::Ambiguous)),
        };
        self.times.push((time, role));
        self.is_parted = false;
        Ok(())
    }

    /// Takes a time, or a number of periods.
    fn number(&mut self, scan: &mut Scan<'_>) -> Result<(), Fault> {
        let place = *scan;
        let expects_count = std::mem::take(&mut self.expects_count);
        if let Some(time) = length(scan)? {
            return self.time(time, &place);
        }
        let count = number(scan).ok_or_else(|| not_understood(&place))?;
        let is_counted = scan.eat_word("回");
        if !expects_count || self.times.is_empty() {
            return Err(match is_counted {
                true => fault(&place, TimeHeaderErrorKind::ThinkingPeriods),
                false => not_understood(&place),
            });
        }
        let count = u32::try_from(count?).ok().and_then(NonZeroU32::new);
        self.periods = count.ok_or_else(|| fault(&place, TimeHeaderErrorKind::Number))?;
        self.is_parted = false;
        Ok(())
    }

    fn finish(mut self, end: &Scan<'_>) -> Result<Phrase, Fault> {
        match (self.awaits, self.times.as_mut_slice()) {
            (None, [_, ..]) => {}
            // 10分フィッシャー does not say how much is added.
            (Some(Awaits::Either(Role::Increment)), [_]) => return Err(not_understood(end)),
            (Some(Awaits::Either(awaited)), [.., (_, role)]) => *role = Some(awaited),
            _ => return Err(not_understood(end)),
        }
        self.phrase()
            .ok_or_else(|| fault(end, TimeHeaderErrorKind::Contradiction))
    }

    /// Assigns every time its role; `None` if two have the same.
    fn phrase(&self) -> Option<Phrase> {
        let mut main = None;
        let mut byoyomi = None;
        let mut increment = None;
        for (index, &(time, role)) in self.times.iter().enumerate() {
            let place = match role {
                None if index == 0 && self.expects == Expects::Main => &mut main,
                None if byoyomi.is_some() => &mut increment,
                None | Some(Role::Byoyomi) => &mut byoyomi,
                Some(Role::Increment) => &mut increment,
            };
            if place.replace(time).is_some() {
                return None;
            }
        }
        let byoyomi = byoyomi.unwrap_or(Millis::ZERO);
        if byoyomi == Millis::ZERO && self.periods > NonZeroU32::MIN {
            return None;
        }
        Some(Phrase {
            main,
            byoyomi,
            periods: self.periods,
            increment: increment.unwrap_or(Millis::ZERO),
            is_sudden_death: self.is_sudden_death,
        })
    }
}

/// Units with their milliseconds, longer words before those that they begin with.
const UNITS: [(&str, u64); 8] = [
    ("時間", 3_600_000),
    ("分間", 60_000),
    ("分", 60_000),
    ("秒間", 1000),
    ("秒", 1000),
    ("h", 3_600_000),
    ("m", 60_000),
    ("s", 1000),
];

/// Takes a time of one or more units, the larger first; `None` if no number with a unit comes next.
fn length(scan: &mut Scan<'_>) -> Result<Option<Millis>, Fault> {
    let mut sum: Option<u64> = None;
    let mut last = u64::MAX;
    loop {
        let place = *scan;
        let mut ahead = *scan;
        let Some((millis, unit)) = part(&mut ahead) else {
            return Ok(sum.map(Millis::new));
        };
        if unit >= last {
            return Ok(sum.map(Millis::new));
        }
        let number = || fault(&place, TimeHeaderErrorKind::Number);
        let total = sum.unwrap_or(0).checked_add(millis?);
        sum = Some(total.ok_or_else(number)?);
        last = unit;
        *scan = ahead;
    }
}

/// Takes a number with a unit: its milliseconds, and those of the unit.
fn part(scan: &mut Scan<'_>) -> Option<(Result<u64, Fault>, u64)> {
    let place = *scan;
    let whole = number(scan)?;
    let fraction = match scan.eat('.') {
        true => scan.digits(),
        false => "",
    };
    let &(_, unit) = UNITS.iter().find(|(text, _)| scan.eat_word(text))?;
    let millis = whole.and_then(|whole| {
        let exact = millis(whole, fraction, unit);
        exact.ok_or_else(|| fault(&place, TimeHeaderErrorKind::Number))
    });
    Some((millis, unit))
}

/// A number with decimals, times a unit, if that is exact and not too large.
fn millis(whole: u64, fraction: &str, unit: u64) -> Option<u64> {
    let whole = whole.checked_mul(unit)?;
    let fraction = fraction.trim_end_matches('0');
    if fraction.is_empty() {
        return Some(whole);
    }
    let scale = 10_u64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let parts = fraction.parse::<u64>().ok()?.checked_mul(unit)?;
    if parts % scale != 0 {
        return None;
    }
    whole.checked_add(parts / scale)
}

/// Takes a number in digits or in Japanese numerals up to 99; an error if it is too large.
fn number(scan: &mut Scan<'_>) -> Option<Result<u64, Fault>> {
    let place = *scan;
    let digits = scan.digits();
    if !digits.is_empty() {
        let number = digits.parse();
        return Some(number.map_err(|_| fault(&place, TimeHeaderErrorKind::Number)));
    }
    hand_count(scan).map(Ok)
}
