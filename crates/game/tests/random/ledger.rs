//! A second account of the times, kept from the events alone: every millisecond that a display ran is
//! written down, every gift and every penalty, and what is left is counted down from there.

use komadai_core::{ByColor, Color};
use komadai_game::clock::{Extra, Face};
use komadai_game::furigoma::{Majority, Toss};
use komadai_game::{
    Actor, Attendance, ClockSpec, Decision, Event, Fact, FirstMove, Game, Judge, Knobs, Millis,
    Opening, Penalty, Press, TakenBack, TimeControl, WrongClaim,
};

#[derive(Clone, Copy, Debug)]
struct Account {
    extra: Extra,
    main: u64,
    periods: u32,
    /// Spent in the present turn while the display stood again.
    spent: u64,
    /// How much of it the arbiter took off the byoyomi.
    penalty: u64,
    down: bool,
    /// All that was given and all that was spent since the display was set, for the sum.
    got: u64,
    used: u64,
}

impl Account {
    fn new(control: TimeControl) -> Account {
        let main = match control.extra {
            // Without main time there is nothing to begin with but the first increment.
            Extra::Increment(increment) if control.main == Millis::ZERO => increment.get(),
            _ => control.main.get(),
        };
        Account {
            extra: control.extra,
            main,
            periods: periods(control.extra),
            spent: 0,
            penalty: 0,
            down: false,
            got: main,
            used: 0,
        }
    }
}

fn periods(extra: Extra) -> u32 {
    match extra {
        Extra::Byoyomi { periods, .. } => periods.get(),
        Extra::None | Extra::Increment(_) => 0,
    }
}

/// Both accounts and whose display runs.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    accounts: Option<ByColor<Account>>,
    running: Option<(Color, u64)>,
    /// Whose display stood still when the game was interrupted.
    stopped: Option<Color>,
    /// A claim waits for the arbiter.
    pending: Option<Color>,
    waits: bool,
    /// The arbiter was called and did not come.
    away: bool,
    /// Who moved, whether it was illegal, and what was earned by it.
    moves: Vec<(Color, bool, u64)>,
    /// Who pressed without a move and was not answered.
    stray: Option<Color>,
    /// Whose display ran when pieces were upset, and whose press was not answered then.
    upset: Option<(Color, Option<Color>)>,
    knobs: Knobs,
    /// Before the start: who is there, and who has done his part for the toss.
    awaiting: Awaiting,
    /// Whether both sides have the same time control.
    equal: bool,
}

/// What is known of the players before the start.
#[derive(Clone, Debug)]
struct Awaiting {
    runs_clocks: bool,
    tosser: Option<Color>,
    arrived: ByColor<bool>,
    committed: bool,
    added: ByColor<bool>,
}

impl Awaiting {
    fn new(opening: &Opening) -> Awaiting {
        let tosser = match opening.first_move {
            FirstMove::Furigoma { tosser } => Some(tosser),
            FirstMove::Settled => None,
        };
        Awaiting {
            runs_clocks: opening.attendance == Attendance::ToArrive,
            tosser,
            arrived: ByColor([false; 2]),
            committed: false,
            added: ByColor([false; 2]),
        }
    }

    /// The side that keeps a ready opponent waiting.
    fn late(&self) -> Option<Color> {
        let needs_number = self.tosser.is_some() && self.committed;
        let ready = |color: Color| self.arrived[color] && (self.added[color] || !needs_number);
        let late = |&color: &Color| !ready(color) && ready(!color);
        Color::ALL.into_iter().find(late)
    }
}

impl Ledger {
    pub(crate) fn new(opening: &Opening) -> Ledger {
        let knobs = opening.rules.knobs();
        Ledger {
            awaiting: Awaiting::new(opening),
            equal: opening.clock.is_some_and(ClockSpec::is_equal),
            accounts: opening
                .clock
                .map(|spec| ByColor(spec.0.0.map(Account::new))),
            running: None,
            stopped: None,
            pending: None,
            waits: false,
            away: false,
            moves: Vec::new(),
            stray: None,
            upset: None,
            knobs: *knobs,
        }
    }

    /// What a display should show.
    pub(crate) fn face(&self, color: Color, at: Millis) -> Option<Face> {
        let accounts = self.accounts.as_ref()?;
        let account = &accounts[color];
        Some(count_down(account, self.spent(account, color, at.get())))
    }

    fn spent(&self, account: &Account, color: Color, at: u64) -> u64 {
        match self.running {
            Some((runner, since)) if runner == color => account.spent + (at - since),
            _ => account.spent,
        }
    }

    /// What a side has left is what it got less what it spent. (Byoyomi comes anew with each move and
    /// is left aside.)
    pub(crate) fn check_sum(&self, game: &Game, color: Color, at: Millis) {
        let Some(accounts) = &self.accounts else {
            return;
        };
        let account = &accounts[color];
        let running = self.spent(account, color, at.get()) - account.spent;
        let face = game.clock(color, at).expect("the game has a clock");
        let byoyomi = matches!(account.extra, Extra::Byoyomi { .. });
        if byoyomi || account.down || face.main == Millis::ZERO {
            return;
        }
        let left = account.got - account.used - account.spent - running;
        assert_eq!(face.main.get(), left, "{color} at {at:?}: {account:?}");
    }

    /// Takes an event in; `game` is the game after it.
    pub(crate) fn take(&mut self, event: &Event, game: &Game) {
        let at = event.at.get();
        let by = event.by.color();
        self.away &= event.by != Actor::Arbiter;
        let arbiter = self.knobs.judge == Judge::Arbiter && !self.away;
        if let Fact::Moved(moved) = &event.fact {
            self.moves.push((moved.color, moved.breach.is_some(), 0));
        }
        match &event.fact {
            Fact::Started => {
                self.stop(at);
                self.awaiting.runs_clocks = false;
                for color in Color::ALL {
                    self.settle(color, at);
                    self.renew(color);
                }
                self.run(game.turn(), at);
            }
            Fact::Arrived | Fact::NonceAdded(_) | Fact::TossCommitted(_) | Fact::Tossed(_) => {
                self.prepare(&event.fact, by, at);
            }
            Fact::Moved(moved) if self.knobs.press == Press::WithTheMove => {
                self.end_turn(moved.color, at, moved.lag.get());
            }
            // Pressed already, and the opponent's display runs: the move ends the turn.
            Fact::Moved(moved)
                if self.stray == Some(moved.color) && self.runner() == Some(!moved.color) =>
            {
                self.stray = None;
                self.book(moved.color);
            }
            Fact::Pressed => {
                self.stray = None;
                self.end_turn(by.expect("a player"), at, 0);
            }
            Fact::PressedEarly | Fact::PressedBack => {
                let color = by.expect("a player");
                self.stray = (event.fact == Fact::PressedEarly).then_some(color);
                self.stop(at);
                if event.fact == Fact::PressedBack {
                    self.renew(color);
                }
                self.run(!color, at);
            }
            Fact::Displaced => {
                self.upset = self.runner().map(|color| (color, self.stray));
                self.stop(at);
                self.run(by.expect("a player"), at);
            }
            Fact::PutBack => self.put_back(at),
            Fact::ArbiterCalled(_) => self.interrupt(at),
            Fact::ArbiterAbsent => {
                (self.waits, self.away) = (false, true);
                self.resume(at, game);
            }
            Fact::Claimed(_) | Fact::Declared if arbiter => {
                self.pending = by;
                self.waits = true;
                self.interrupt(at);
            }
            Fact::ClaimRejected(_) => self.rejected(by, at, game),
            Fact::TakenBack { ply, why } => {
                self.waits = false;
                (self.stray, self.upset) = (None, None);
                self.stop(at);
                self.stopped = None;
                let (offender, ..) = self.moves[*ply as usize];
                self.renew(!offender);
                self.undo(*ply, *why == TakenBack::Granted);
                self.run(game.turn(), at);
            }
            Fact::FlagFell(color) => {
                if let Some(accounts) = &mut self.accounts {
                    accounts[*color].down = true;
                }
            }
            Fact::Ruled(ruling) => self.rule(ruling.decision, at, game),
            Fact::Ended(_) => self.stop(at),
            _ => {}
        }
    }

    /// Before the start the display of whoever is waited for runs.
    fn prepare(&mut self, fact: &Fact, by: Option<Color>, at: u64) {
        match (fact, by) {
            (Fact::Arrived, Some(color)) => self.awaiting.arrived[color] = true,
            (Fact::NonceAdded(_), Some(color)) => self.awaiting.added[color] = true,
            (Fact::TossCommitted(_), _) => self.awaiting.committed = true,
            (Fact::Tossed(toss), _) => self.toss(*toss, at),
            _ => {}
        }
        let late = self.awaiting.late();
        if self.awaiting.runs_clocks && late != self.runner() {
            self.stop(at);
            if let Some(color) = late {
                self.run(color, at);
            }
        }
    }

    fn toss(&mut self, toss: Toss, at: u64) {
        let (Some(majority), Some(tosser)) = (toss.majority(), self.awaiting.tosser) else {
            return;
        };
        self.awaiting.tosser = None;
        if (majority == Majority::Tosser) == (tosser == Color::White) {
            self.awaiting.arrived.0.swap(0, 1);
            self.swap(at);
        }
    }

    /// Equal displays are exchanged; of unequal ones what was spent.
    fn swap(&mut self, at: u64) {
        let runner = self.runner();
        self.stop(at);
        if let Some(ByColor([black, white])) = &mut self.accounts {
            if self.equal {
                std::mem::swap(black, white);
            } else {
                std::mem::swap(&mut black.spent, &mut white.spent);
                std::mem::swap(&mut black.penalty, &mut white.penalty);
            }
        }
        if let Some(color) = runner {
            self.run(!color, at);
        }
    }

    /// What was spent before the first turn is not part of it.
    fn settle(&mut self, color: Color, at: u64) {
        let Some(accounts) = &mut self.accounts else {
            return;
        };
        let spent = std::mem::take(&mut accounts[color].spent);
        self.take_off(color, spent, at);
    }

    fn rejected(&mut self, by: Option<Color>, at: u64, game: &Game) {
        let claimant = if self.waits { self.pending } else { by };
        if let (WrongClaim::TimeToOpponent(time), Some(color)) = (self.knobs.wrong_claim, claimant)
        {
            self.give(!color, time.get(), at);
        }
        if self.waits {
            self.waits = false;
            self.resume(at, game);
        }
    }

    fn rule(&mut self, decision: Decision, at: u64, game: &Game) {
        match decision {
            Decision::Penalize {
                offender, penalty, ..
            } => match penalty {
                Penalty::TimeToOpponent(time) => self.give(!offender, time.get(), at),
                Penalty::TimeOff(time) => {
                    let before = self.accounts.map(|accounts| accounts[offender].spent);
                    self.take_off(offender, time.get(), at);
                    if let (Some(accounts), Some(before)) = (&mut self.accounts, before) {
                        let account = &mut accounts[offender];
                        account.penalty += account.spent - before;
                    }
                }
                Penalty::Warning | Penalty::Loss | Penalty::Expulsion => {}
            },
            Decision::AwardTime { to, time } => self.give(to, time.get(), at),
            Decision::SetClock {
                color,
                main,
                periods,
            } => self.set(color, main.get(), periods, at),
            Decision::SetControl { color, control } => {
                self.equal = game.time_control(color) == game.time_control(!color);
                if let Some(accounts) = &mut self.accounts {
                    let account = &mut accounts[color];
                    account.extra = control.extra;
                    account.periods = periods(control.extra);
                    // What byoyomi gave before is no longer accounted for.
                    (account.got, account.used) = (account.main, 0);
                }
            }
            Decision::Pause => self.interrupt(at),
            Decision::Resume => self.resume(at, game),
            Decision::PutBack => self.put_back(at),
            Decision::RestorePosition { ply } => {
                (self.stray, self.upset) = (None, None);
                let runs = self.running.is_some();
                self.stop(at);
                self.renew(Color::Black);
                self.renew(Color::White);
                self.undo(ply, false);
                self.stopped = None;
                if runs {
                    self.run(game.turn(), at);
                }
            }
            _ => {}
        }
    }

    fn runner(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// The display that ran before the pieces were upset runs again, now or after the interruption.
    fn put_back(&mut self, at: u64) {
        let Some((color, stray)) = self.upset.take() else {
            return;
        };
        self.stray = stray;
        if self.running.is_some() {
            self.stop(at);
            self.run(color, at);
        } else {
            self.stopped = Some(color);
        }
    }

    fn run(&mut self, color: Color, at: u64) {
        if self.accounts.is_some() {
            self.running = Some((color, at));
        }
    }

    fn stop(&mut self, at: u64) {
        if let (Some(accounts), Some((color, since))) = (&mut self.accounts, self.running.take()) {
            accounts[color].spent += at - since;
            let account = &mut accounts[color];
            account.down |= is_empty(count_down(account, account.spent));
        }
    }

    fn interrupt(&mut self, at: u64) {
        self.stopped = self.runner().or(self.stopped);
        self.stop(at);
    }

    fn resume(&mut self, at: u64, game: &Game) {
        let color = self.stopped.take().unwrap_or(game.turn());
        self.run(color, at);
    }

    fn end_turn(&mut self, color: Color, at: u64, lag: u64) {
        if self.runner() != Some(color) {
            return;
        }
        if let (Some(accounts), Some((_, since))) = (&mut self.accounts, self.running.take()) {
            let account = &mut accounts[color];
            account.spent = account.spent + (at - since) - lag;
        }
        self.book(color);
        self.run(!color, at);
    }

    /// A turn is over: what was spent in it is used up.
    fn book(&mut self, color: Color) {
        if let Some(accounts) = &mut self.accounts {
            let account = &mut accounts[color];
            let face = count_down(account, account.spent);
            account.down |= is_empty(face);
            account.used += account.spent;
            (account.spent, account.penalty) = (0, 0);
            account.main = face.main.get();
            account.periods = face.periods;
            if let Extra::Increment(increment) = account.extra
                && !account.down
            {
                account.main += increment.get();
                account.got += increment.get();
                let own = |(mover, ..): &&mut (Color, bool, u64)| *mover == color;
                if let Some((_, _, earned)) = self.moves.iter_mut().rev().find(own) {
                    *earned = increment.get();
                }
            }
        }
    }

    /// A side whose display stands has its present period whole again, but for what was taken off.
    fn renew(&mut self, color: Color) {
        let Some(accounts) = &mut self.accounts else {
            return;
        };
        let account = &mut accounts[color];
        if let Extra::Byoyomi { period, .. } = account.extra
            && !account.down
        {
            let in_periods = account.spent.saturating_sub(account.main);
            let begun = in_periods % period.get();
            // Of a period that was begun only what was not taken off comes back.
            account.spent -= begun.min(in_periods.saturating_sub(account.penalty));
        }
    }

    /// Moves are taken back: an illegal one, or one that a player takes back by agreement, earned nothing.
    fn undo(&mut self, ply: u32, all: bool) {
        for (color, illegal, earned) in self.moves.split_off(ply as usize) {
            let Some(accounts) = &mut self.accounts else {
                return;
            };
            let account = &mut accounts[color];
            if (all || illegal) && !account.down {
                let left = account.main.saturating_sub(account.spent);
                let off = earned.min(left.saturating_sub(1));
                account.main -= off;
                account.got -= off;
            }
        }
    }

    /// A flag that is down stays down.
    fn give(&mut self, color: Color, time: u64, at: u64) {
        let Some(mut accounts) = self.accounts else {
            return;
        };
        let account = &mut accounts[color];
        account.down |= is_empty(count_down(account, self.spent(account, color, at)));
        account.main += time;
        account.got += time;
        self.accounts = Some(accounts);
    }

    /// Main time that is left is taken, as far as there is any, and the rest from the byoyomi of the turn.
    fn take_off(&mut self, color: Color, time: u64, at: u64) {
        let Some(mut accounts) = self.accounts else {
            return;
        };
        let account = &mut accounts[color];
        let left = account.main.saturating_sub(self.spent(account, color, at));
        account.main -= time.min(left);
        account.got -= time.min(left);
        if let Extra::Byoyomi { .. } = account.extra {
            account.spent += time - time.min(left);
        }
        account.down |= is_empty(count_down(account, self.spent(account, color, at)));
        self.accounts = Some(accounts);
    }

    fn set(&mut self, color: Color, main: u64, periods: u32, at: u64) {
        let Some(accounts) = &mut self.accounts else {
            return;
        };
        let account = &mut accounts[color];
        account.main = main;
        account.periods = match account.extra {
            Extra::Byoyomi { .. } => periods,
            _ => 0,
        };
        (account.spent, account.penalty) = (0, 0);
        (account.used, account.got) = (0, main);
        account.down = false;
        account.down = is_empty(count_down(account, 0));
        if let Some((runner, since)) = &mut self.running
            && *runner == color
        {
            *since = at;
        }
    }
}

fn is_empty(face: Face) -> bool {
    face.main == Millis::ZERO && face.period.is_none_or(|period| period == Millis::ZERO)
}

/// Counts a turn down, one period after the other.
fn count_down(account: &Account, mut spent: u64) -> Face {
    let empty = |period: Option<Millis>| Face {
        main: Millis::ZERO,
        period: period.map(|_| Millis::ZERO),
        periods: 0,
    };
    let period = match account.extra {
        Extra::Byoyomi { period, .. } => Some(period),
        Extra::None | Extra::Increment(_) => None,
    };
    if account.down {
        return empty(period);
    }
    let from_main = spent.min(account.main);
    let main = account.main - from_main;
    spent -= from_main;
    let Some(length) = period else {
        return match main {
            0 => empty(None),
            _ => Face {
                main: Millis::new(main),
                period: None,
                periods: 0,
            },
        };
    };
    let mut periods = account.periods;
    while spent >= length.get() && periods > 0 {
        spent -= length.get();
        periods -= 1;
    }
    if periods == 0 && main == 0 {
        return empty(period);
    }
    Face {
        main: Millis::new(main),
        period: Some(Millis::new(length.get().saturating_sub(spent))),
        periods,
    }
}
