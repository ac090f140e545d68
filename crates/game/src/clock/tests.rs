//! The running clock, to the millisecond.

use super::*;

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;

fn clock(spec: &str) -> Clock {
    Clock::new(spec.parse().unwrap())
}

fn ms(millis: u64) -> Millis {
    Millis::new(millis)
}

/// Main time, the present period and the number of periods.
fn shows(clock: &Clock, color: Color, at: u64) -> (u64, Option<u64>, u32) {
    let face = clock.face(color, ms(at));
    (face.main.get(), face.period.map(Millis::get), face.periods)
}

#[test]
fn main_time_runs_down_to_the_flag() {
    let mut clock = clock("10s");
    clock.run(BLACK, ms(500));
    assert_eq!(shows(&clock, BLACK, 1_500), (9_000, None, 0));
    assert_eq!(shows(&clock, WHITE, 1_500), (10_000, None, 0));
    assert_eq!(clock.falls_at(), Some((BLACK, ms(10_500))));
    assert!(!clock.flag_down(BLACK, ms(10_499)));
    assert!(clock.flag_down(BLACK, ms(10_500)));
    assert_eq!(shows(&clock, BLACK, 99_999), (0, None, 0));
}

#[test]
fn a_turn_is_booked_once() {
    let mut clock = clock("10s");
    clock.run(BLACK, ms(0));
    clock.end_turn(BLACK, ms(3_001), Millis::ZERO);
    clock.run(WHITE, ms(3_001));
    assert_eq!(shows(&clock, BLACK, 5_000), (6_999, None, 0));
    assert_eq!(shows(&clock, WHITE, 5_000), (8_001, None, 0));
}

#[test]
fn byoyomi_does_not_accumulate() {
    let mut clock = clock("1s+30s");
    clock.run(BLACK, ms(0));
    assert_eq!(shows(&clock, BLACK, 1_000), (0, Some(30_000), 1));
    assert_eq!(shows(&clock, BLACK, 30_999), (0, Some(1), 1));
    clock.end_turn(BLACK, ms(30_999), Millis::ZERO);
    assert_eq!(shows(&clock, BLACK, 40_000), (0, Some(30_000), 1));
    clock.run(BLACK, ms(50_000));
    assert_eq!(clock.falls_at(), Some((BLACK, ms(80_000))));
}

#[test]
fn full_periods_are_used_up_one_by_one() {
    let mut clock = clock("0s+3x10s");
    clock.run(BLACK, ms(0));
    assert_eq!(shows(&clock, BLACK, 9_999), (0, Some(1), 3));
    assert_eq!(shows(&clock, BLACK, 10_000), (0, Some(10_000), 2));
    clock.end_turn(BLACK, ms(25_000), Millis::ZERO);
    assert_eq!(shows(&clock, BLACK, 25_000), (0, Some(10_000), 1));
    clock.run(BLACK, ms(30_000));
    assert!(!clock.flag_down(BLACK, ms(39_999)));
    assert!(clock.flag_down(BLACK, ms(40_000)));
}

#[test]
fn an_increment_is_added_after_each_turn_in_time() {
    let mut clock = clock("10s+5s/move");
    clock.run(BLACK, ms(0));
    let earned = clock.end_turn(BLACK, ms(2_000), Millis::ZERO);
    assert_eq!(earned, ms(5_000));
    assert_eq!(shows(&clock, BLACK, 2_000), (13_000, None, 0));
    clock.run(BLACK, ms(2_000));
    let earned = clock.end_turn(BLACK, ms(15_000), Millis::ZERO);
    // The flag fell: nothing is added any more.
    assert_eq!(earned, Millis::ZERO);
    assert_eq!(shows(&clock, BLACK, 15_000), (0, None, 0));
    assert!(clock.flag_down(BLACK, ms(15_000)));
}

#[test]
fn a_display_counts_the_main_time_down_and_then_the_period() {
    let read = |spec: &str, at| {
        let mut clock = clock(spec);
        clock.run(BLACK, ms(0));
        let face = clock.face(BLACK, ms(at));
        (face.in_byoyomi(), face.left().get(), face.is_out())
    };
    assert_eq!(read("10s+30s", 9_999), (false, 1, false));
    assert_eq!(read("10s+30s", 10_000), (true, 30_000, false));
    assert_eq!(read("10s+30s", 39_999), (true, 1, false));
    assert_eq!(read("10s+30s", 40_000), (true, 0, true));
    assert_eq!(read("10s", 9_999), (false, 1, false));
    assert_eq!(read("10s", 10_000), (false, 0, true));
}

#[test]
fn a_display_runs_on_as_its_clock_does() {
    for spec in ["10s", "10s+5s/move", "4s+3x5s", "0s+5s"] {
        let mut clock = clock(spec);
        let control = clock.control(BLACK);
        clock.run(BLACK, ms(0));
        for told in [0, 3_999, 4_000, 7_500, 9_000, 20_000] {
            let face = clock.face(BLACK, ms(told));
            for passed in [0, 1, 1_499, 1_500, 5_000, 11_000, 60_000] {
                let later = clock.face(BLACK, ms(told + passed));
                assert_eq!(
                    face.after(control, ms(passed)),
                    later,
                    "{spec} {told} {passed}"
                );
            }
        }
    }
}

#[test]
fn a_pause_neither_costs_nor_gives_time() {
    let mut clock = clock("0s+30s");
    clock.run(BLACK, ms(0));
    clock.stop(ms(12_345));
    assert_eq!(shows(&clock, BLACK, 500_000), (0, Some(17_655), 1));
    assert_eq!(clock.falls_at(), None);
    clock.run(BLACK, ms(600_000));
    assert_eq!(clock.falls_at(), Some((BLACK, ms(617_655))));
}

#[test]
fn a_fallen_flag_stays_down_whatever_is_given() {
    let mut clock = clock("10s");
    clock.run(BLACK, ms(0));
    clock.add(BLACK, ms(60_000), ms(10_000));
    assert!(clock.flag_down(BLACK, ms(10_000)));
    assert_eq!(clock.falls_at(), None);
    // Only a clock that is set anew raises it.
    clock.set(BLACK, ms(5_000), 0, ms(10_000));
    assert!(!clock.flag_down(BLACK, ms(10_000)));
    assert_eq!(clock.falls_at(), Some((BLACK, ms(15_000))));
}

#[test]
fn time_taken_off_stops_at_nothing() {
    let mut clock = clock("10s");
    clock.run(BLACK, ms(0));
    clock.take_main(BLACK, ms(4_000), ms(1_000));
    assert_eq!(shows(&clock, BLACK, 5_000), (1_000, None, 0));
    clock.take_main(BLACK, ms(400_000), ms(5_000));
    assert_eq!(shows(&clock, BLACK, 5_000), (0, None, 0));
    assert!(clock.flag_down(BLACK, ms(5_000)));
}

#[test]
fn time_taken_off_goes_on_in_the_byoyomi() {
    let mut clock = clock("10s+2x30s");
    clock.run(BLACK, ms(0));
    let rest = clock.take_main(BLACK, ms(50_000), ms(7_000));
    assert_eq!(rest, ms(47_000));
    assert_eq!(shows(&clock, BLACK, 7_000), (0, Some(30_000), 2));
    clock.take_period(BLACK, rest, ms(7_000));
    assert_eq!(shows(&clock, BLACK, 7_000), (0, Some(13_000), 1));
    clock.end_turn(BLACK, ms(8_000), Millis::ZERO);
    assert_eq!(shows(&clock, BLACK, 8_000), (0, Some(30_000), 1));
    clock.take_period(BLACK, ms(30_000), ms(9_000));
    assert!(clock.flag_down(BLACK, ms(9_000)));
}

#[test]
fn the_instant_of_a_flag_is_known_whenever_it_is_looked_at() {
    use crate::rules::BothFlags::{Draw, FirstLoses};
    let mut clock = clock("10s");
    clock.run(BLACK, ms(0));
    clock.end_turn(BLACK, ms(12_000), Millis::ZERO);
    clock.run(WHITE, ms(12_000));
    let wins = Some(Outcome::wins(WHITE, Cause::TimeUp));
    assert_eq!(clock.claimed_by(WHITE, ms(21_999), Draw), wins);
    assert_eq!(clock.claimed_by(WHITE, ms(22_000), FirstLoses), wins);
    assert_eq!(clock.claimed_by(BLACK, ms(22_000), FirstLoses), wins);
    let drawn = Some(Outcome::draw(Cause::BothFlags));
    assert_eq!(clock.claimed_by(BLACK, ms(22_000), Draw), drawn);
    assert_eq!(clock.claimed_by(BLACK, ms(21_999), FirstLoses), None);
}

#[test]
fn a_flag_that_was_seen_to_fall_is_down() {
    let mut clock = clock("10s");
    clock.run(BLACK, ms(0));
    clock.drop_flag(BLACK, ms(5_000));
    assert_eq!(shows(&clock, BLACK, 5_000), (0, None, 0));
    assert_eq!(clock.falls_at(), None);
    // It fell when the time was up, however late that is seen.
    clock.run(WHITE, ms(5_000));
    clock.drop_flag(WHITE, ms(17_000));
    assert_eq!(clock.flag_fell(WHITE, ms(17_000)), Some(ms(15_000)));
}

#[test]
fn no_period_is_renewed_when_the_flag_is_down() {
    let mut clock = clock("0s+30s");
    clock.run(BLACK, ms(0));
    clock.renew_period(BLACK, ms(35_000));
    assert_eq!(clock.flag_fell(BLACK, ms(40_000)), Some(ms(30_000)));
}

#[test]
fn increments_alone_begin_with_one() {
    let mut clock = clock("0s+5s/move");
    assert!(!clock.flag_down(BLACK, ms(0)));
    clock.run(BLACK, ms(0));
    assert_eq!(clock.falls_at(), Some((BLACK, ms(5_000))));
    clock.end_turn(BLACK, ms(2_000), Millis::ZERO);
    assert_eq!(shows(&clock, BLACK, 2_000), (8_000, None, 0));
}

#[test]
fn a_control_that_is_set_right_brings_its_byoyomi() {
    let mut clock = clock("10s");
    clock.run(BLACK, ms(0));
    clock.set_control(BLACK, TimeControl::byoyomi(ms(60_000), ms(30_000)));
    assert_eq!(shows(&clock, BLACK, 9_000), (1_000, Some(30_000), 1));
    assert_eq!(clock.falls_at(), Some((BLACK, ms(40_000))));
}

#[test]
fn lag_does_not_count() {
    let mut clock = clock("10s");
    clock.run(BLACK, ms(0));
    clock.end_turn(BLACK, ms(10_400), ms(500));
    assert_eq!(shows(&clock, BLACK, 10_400), (100, None, 0));
    assert!(!clock.flag_down(BLACK, ms(10_400)));
}

#[test]
fn what_remains_is_the_clock_of_another_game() {
    let mut clock = clock("B:10m+60s W:5m+3x30s");
    clock.run(BLACK, ms(0));
    clock.end_turn(BLACK, ms(61_500), Millis::ZERO);
    clock.run(WHITE, ms(61_500));
    clock.end_turn(WHITE, ms(401_500), Millis::ZERO);
    let remaining = clock.remaining(ms(401_500));
    assert_eq!(remaining.to_string(), "B:8m58.5s+60s W:0m+2x30s");
}
