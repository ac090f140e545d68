//! The storage layer, on SQLite and on PostgreSQL.

mod support {
    pub(crate) mod database;
}

use komadai_server::AccountName;
use komadai_server::store::{
    AccountCreation, Append, ArchiveFilter, ChatRow, Due, Finish, NewGame, NewSession, OldGames,
    SaidPlace, Store, StoreError, StoredChallenge,
};
use support::database::Database;

on_both!(
    events_survive_a_restart,
    duplicate_event_is_rejected,
    failed_change_does_not_affect_others,
    concurrent_appends_are_all_stored,
    finished_game_links_to_the_next,
    challenge_can_be_accepted_only_once,
    challenges_expire_and_can_be_withdrawn,
    account_names_are_unique,
    accounts_older_than_skeletons_stay_valid,
    sessions_end_and_expire,
    deleting_an_account_frees_its_name,
    chat_is_stored_in_order,
    archive_can_be_filtered,
    server_clock_resumes_after_a_restart,
    migrations_run_once_and_newer_schemas_are_rejected,
    lost_database_connection_is_restored,
    second_server_is_rejected_until_the_first_ends,
    due_games_are_found_in_order,
    old_games_of_guests_are_removed,
);

async fn open(database: &Database) -> Store {
    let (store, _) = Store::open(&database.url).await.expect("a store");
    store
}

fn game(id: &str) -> NewGame {
    NewGame {
        id: id.to_owned(),
        created_at: 1_000,
        clock_start: 50,
        opening: r#"{"text":"«開始» 'quoted'"}"#.to_owned(),
        variant: "shogi".to_owned(),
        visibility: "public".to_owned(),
        black: r#"{"key":"a1"}"#.to_owned(),
        white: r#"{"key":"g2"}"#.to_owned(),
        seats: [
            ("a1".to_owned(), "Akiko".to_owned()),
            ("g2".to_owned(), "Guest".to_owned()),
        ],
        arbiter: None,
        creator: "a1".to_owned(),
        previous: None,
        toss_seed: None,
        due: Due::default(),
    }
}

fn append(game: i64, first: i64, events: &[&str]) -> Append {
    Append {
        game,
        first,
        events: events.iter().map(|&event| event.to_owned()).collect(),
        finish: None,
        audit: None,
        due: None,
    }
}

async fn add_game(store: &Store, id: &str) -> i64 {
    let num = store.create_game(game(id), None).await.expect("stored");
    num.expect("a number")
}

async fn events(store: &Store, id: &str) -> Vec<String> {
    let found = store.load_game(id).await.expect("read");
    found.expect("the game").events
}

async fn events_survive_a_restart(database: &Database) {
    let store = open(database).await;
    let num = add_game(&store, "first234").await;
    store
        .append(append(num, 1, &["a", "é「」"]))
        .await
        .expect("stored");
    store.append(append(num, 3, &["c"])).await.expect("stored");
    store.close().await;
    let store = open(database).await;
    assert_eq!(events(&store, "first234").await, ["a", "é「」", "c"]);
    assert_eq!(store.open_games().await.expect("read"), ["first234"]);
    let stored = store.load_game("first234").await.expect("read");
    let stored = stored.expect("the game");
    assert_eq!(stored.game.opening, game("first234").opening);
    assert_eq!(stored.game.clock_start, 50);
    assert_eq!(stored.game.arbiter, None);
    assert!(store.load_game("nonesuch").await.expect("read").is_none());
    store.close().await;
}

async fn duplicate_event_is_rejected(database: &Database) {
    let store = open(database).await;
    let num = add_game(&store, "twice234").await;
    store.append(append(num, 1, &["a"])).await.expect("stored");
    let again = store.append(append(num, 1, &["b"])).await;
    assert!(matches!(again, Err(StoreError::NotStored(_))), "{again:?}");
    assert_eq!(events(&store, "twice234").await, ["a"]);
    store.append(append(num, 2, &["b"])).await.expect("stored");
    assert_eq!(events(&store, "twice234").await, ["a", "b"]);
    store.close().await;
}

async fn failed_change_does_not_affect_others(database: &Database) {
    let store = open(database).await;
    let num = add_game(&store, "harm2345").await;
    store.append(append(num, 1, &["a"])).await.expect("stored");
    // In one group, or at least in few: valid, unknown game, duplicate, valid.
    let (good, none, twice, last) = tokio::join!(
        store.append(append(num, 2, &["b"])),
        store.append(append(num + 1_000, 1, &["x"])),
        store.append(append(num, 1, &["y"])),
        store.append(append(num, 3, &["c"])),
    );
    good.expect("stored");
    assert!(matches!(none, Err(StoreError::NotStored(_))), "{none:?}");
    assert!(matches!(twice, Err(StoreError::NotStored(_))), "{twice:?}");
    last.expect("stored");
    assert_eq!(events(&store, "harm2345").await, ["a", "b", "c"]);
    store.close().await;
}

async fn concurrent_appends_are_all_stored(database: &Database) {
    let store = open(database).await;
    let mut nums = Vec::new();
    for number in 0..50 {
        nums.push(add_game(&store, &format!("many{number:04}")).await);
    }
    for round in 0..7 {
        let appends = nums.iter().map(|&num| {
            let store = store.clone();
            let events = [format!("{num} {round} 1"), format!("{num} {round} 2")];
            tokio::spawn(async move {
                let texts: Vec<&str> = events.iter().map(String::as_str).collect();
                store.append(append(num, 2 * round + 1, &texts)).await
            })
        });
        for append in appends.collect::<Vec<_>>() {
            append.await.expect("no panic").expect("stored");
        }
    }
    for (number, num) in nums.iter().enumerate() {
        let expected: Vec<String> = (0..7)
            .flat_map(|round| [1, 2].map(|part| format!("{num} {round} {part}")))
            .collect();
        assert_eq!(events(&store, &format!("many{number:04}")).await, expected);
    }
    store.close().await;
}

async fn finished_game_links_to_the_next(database: &Database) {
    let store = open(database).await;
    let num = add_game(&store, "drawn234").await;
    let finish = Finish {
        ended_at: 9_000,
        verdict: "draw".to_owned(),
        cause: "repetition".to_owned(),
        plies: 40,
        next: Some(NewGame {
            previous: Some(num),
            toss_seed: Some("00".to_owned()),
            arbiter: Some("{}".to_owned()),
            ..game("after234")
        }),
    };
    let end = Append {
        finish: Some(Box::new(finish)),
        ..append(num, 1, &["end"])
    };
    store.append(end).await.expect("stored");
    let next = store.load_game("after234").await.expect("read");
    let next = next.expect("the next game");
    assert_eq!(next.game.previous, Some(num));
    assert_eq!(next.game.toss_seed.as_deref(), Some("00"));
    let first = store.load_game("drawn234").await.expect("read");
    assert_eq!(first.expect("the game").next, Some(next.num));
    assert_eq!(store.open_games().await.expect("read"), ["after234"]);
    store.close().await;
}

fn challenge(id: &str, expires_at: i64) -> StoredChallenge {
    StoredChallenge {
        id: id.to_owned(),
        who: "a1".to_owned(),
        created_at: 1,
        expires_at,
        body: "{}".to_owned(),
    }
}

async fn challenge_can_be_accepted_only_once(database: &Database) {
    let store = open(database).await;
    store
        .add_challenge(challenge("c1", 100))
        .await
        .expect("stored");
    let accept = |id: &str| store.create_game(game(id), Some("c1".to_owned()));
    let (one, other) = tokio::join!(accept("taken234"), accept("taken345"));
    let made = [one.expect("asked"), other.expect("asked")];
    assert_eq!(made.iter().flatten().count(), 1, "{made:?}");
    assert_eq!(store.open_games().await.expect("read").len(), 1);
    store.close().await;
}

async fn challenges_expire_and_can_be_withdrawn(database: &Database) {
    let store = open(database).await;
    for (id, until) in [("c1", 100), ("c2", 200)] {
        store
            .add_challenge(challenge(id, until))
            .await
            .expect("stored");
    }
    assert_eq!(store.challenges(50).await.expect("read").len(), 2);
    let left = store.challenges(150).await.expect("read");
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].id, "c2");
    let withdraw = || store.remove_challenge("c2".to_owned());
    assert!(withdraw().await.expect("asked"));
    assert!(!withdraw().await.expect("asked"));
    store.close().await;
}

async fn add_account(store: &Store, name: &str) -> Option<i64> {
    let name = AccountName::parse(name).expect("a name");
    let made = store.create_account(name, "hash".to_owned(), None, 5);
    match made.await.expect("asked") {
        AccountCreation::Done(num) => Some(num),
        AccountCreation::NameTaken | AccountCreation::NoInvitation => None,
    }
}

async fn account_names_are_unique(database: &Database) {
    let store = open(database).await;
    let num = add_account(&store, "Akiko").await.expect("a number");
    assert_eq!(add_account(&store, "AKIKO").await, None);
    let found = store.account_by_name("akiko").await.expect("read");
    let found = found.expect("the account");
    assert_eq!((found.num, found.name.as_str()), (num, "Akiko"));
    assert!(store.account_by_name("bo").await.expect("read").is_none());
    store.close().await;
}

async fn accounts_older_than_skeletons_stay_valid(database: &Database) {
    open(database).await.close().await;
    // The second begins with a Cyrillic letter, the third is fullwidth.
    let names = ["Heron", "Неron", "Ｈｅｒｏｎ"];
    for name in names {
        let folded = name.to_lowercase();
        let insert = format!(
            "INSERT INTO accounts (name, folded, password, created_at) \
             VALUES ('{name}', '{folded}', 'hash', 1)"
        );
        database.query(&insert).await;
    }
    let store = open(database).await;
    for name in names {
        let found = store.account_by_name(&name.to_lowercase()).await;
        assert_eq!(found.expect("read").expect("the account").name, name);
    }
    assert_eq!(add_account(&store, "heron").await, None);
    assert!(add_account(&store, "Egret").await.is_some());
    assert_eq!(add_account(&store, "EGRET").await, None);
    store.close().await;
}

async fn add_session(store: &Store, account: i64, token: &str, expires_at: i64) {
    let session = NewSession {
        token: token.to_owned(),
        account,
        created_at: 10,
        expires_at,
        agent: "test".to_owned(),
    };
    store.add_session(session).await.expect("stored");
}

async fn sessions_end_and_expire(database: &Database) {
    let store = open(database).await;
    let num = add_account(&store, "Akiko").await.expect("a number");
    for (token, until) in [("t1", 100), ("t2", 1_000), ("t3", 1_000)] {
        add_session(&store, num, token, until).await;
    }
    let is_open = async |token: &str| {
        let found = store.session_account(token, 500).await.expect("read");
        found.is_some_and(|(account, _)| account.num == num)
    };
    assert!(!is_open("t1").await, "expired");
    assert!(is_open("t2").await);
    let touched = store.touch_session("t2".to_owned(), 400, 2_000).await;
    touched.expect("stored");
    let found = store.session_account("t2", 1_500).await.expect("read");
    assert_eq!(found.map(|(_, seen_at)| seen_at), Some(400));
    store.end_session("t2".to_owned()).await.expect("stored");
    assert!(!is_open("t2").await);
    let changed = store.set_password(num, "new".to_owned(), "other".to_owned());
    changed.await.expect("stored");
    assert!(!is_open("t3").await, "a new password ends other sessions");
    add_session(&store, num, "t4", 1_000).await;
    store.end_sessions(num).await.expect("stored");
    assert_eq!(store.sessions(num).await.expect("read").len(), 0);
    store.close().await;
}

async fn deleting_an_account_frees_its_name(database: &Database) {
    let store = open(database).await;
    let num = add_account(&store, "Akiko").await.expect("a number");
    add_session(&store, num, "t1", 1_000).await;
    let deleted = store.delete_account(num, "a1".to_owned(), "Akiko".to_owned());
    deleted.await.expect("stored");
    assert!(
        store
            .account_by_name("akiko")
            .await
            .expect("read")
            .is_none()
    );
    assert!(
        store
            .session_account("t1", 1)
            .await
            .expect("read")
            .is_none()
    );
    assert!(
        add_account(&store, "Akiko")
            .await
            .is_some_and(|other| other > num)
    );
    store.close().await;
}

async fn chat_is_stored_in_order(database: &Database) {
    let store = open(database).await;
    let num = add_game(&store, "talks234").await;
    for seq in [1, 2] {
        let line = ChatRow {
            seq,
            channel: "players".to_owned(),
            who: "a1".to_owned(),
            name: "Akiko".to_owned(),
            at: seq * 10,
            body: format!("<b>お願いします</b> {seq}"),
        };
        store.add_chat(num, line).await.expect("stored");
    }
    let lines = store.chat(num).await.expect("read");
    let texts: Vec<&str> = lines.iter().map(|line| line.body.as_str()).collect();
    assert_eq!(texts, ["<b>お願いします</b> 1", "<b>お願いします</b> 2"]);
    let first = store.chat_by("a1", SaidPlace::START, 1).await;
    let first = first.expect("read");
    assert_eq!(first[0].body, "<b>お願いします</b> 1");
    let rest = store.chat_by("a1", first[0].place, 10).await.expect("read");
    assert_eq!(rest.len(), 1);
    let none = store.chat_by("g2", SaidPlace::START, 10).await;
    assert_eq!(none.expect("read").len(), 0);
    store.close().await;
}

async fn archive_can_be_filtered(database: &Database) {
    let store = open(database).await;
    for (number, verdict) in (1..).zip(["black-wins", "draw", "black-wins"]) {
        let num = add_game(&store, &format!("kept{number:04}")).await;
        let finish = Finish {
            ended_at: number * 100,
            verdict: verdict.to_owned(),
            cause: "resignation".to_owned(),
            plies: number,
            next: None,
        };
        let end = Append {
            finish: Some(Box::new(finish)),
            ..append(num, 1, &["end"])
        };
        store.append(end).await.expect("stored");
    }
    add_game(&store, "open2345").await;
    let find = async |filter: ArchiveFilter| {
        let filter = ArchiveFilter {
            limit: 10,
            ..filter
        };
        let rows = store.archive(&filter).await.expect("read");
        rows.into_iter().map(|row| row.id).collect::<Vec<String>>()
    };
    let all = ArchiveFilter::default;
    assert_eq!(find(all()).await, ["kept0003", "kept0002", "kept0001"]);
    let drawn = ArchiveFilter {
        verdict: Some("draw".to_owned()),
        ..all()
    };
    assert_eq!(find(drawn).await, ["kept0002"]);
    let dated = ArchiveFilter {
        from: Some(150),
        until: Some(300),
        ..all()
    };
    assert_eq!(find(dated).await, ["kept0002"]);
    let of = |name: &str| ArchiveFilter {
        name: Some(name.to_owned()),
        ..all()
    };
    assert_eq!(find(of("Akiko")).await.len(), 3);
    assert_eq!(find(of("Nobody")).await.len(), 0);
    store.close().await;
}

async fn server_clock_resumes_after_a_restart(database: &Database) {
    let (store, data) = Store::open(&database.url).await.expect("a store");
    let key = data.cookie_key;
    assert_eq!(key.len(), 128);
    tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    let before = data.clock.now();
    store.close().await;
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let (store, data) = Store::open(&database.url).await.expect("a store");
    let opened = std::time::Instant::now();
    let resumed_at = data.clock.at(opened - std::time::Duration::from_secs(60));
    assert!(resumed_at >= before, "{resumed_at:?} {before:?}");
    assert!(
        resumed_at.get() < before.get() + 150,
        "the time down does not count"
    );
    assert_eq!(data.cookie_key, key, "cookies stay valid");
    store.close().await;
}

async fn migrations_run_once_and_newer_schemas_are_rejected(database: &Database) {
    open(database).await.close().await;
    open(database).await.close().await;
    let steps = database.query("SELECT COUNT(*) FROM schema_steps").await;
    let newest = database.query("SELECT MAX(step) FROM schema_steps").await;
    assert_eq!(steps, newest);
    database
        .query("INSERT INTO schema_steps (step) VALUES (99)")
        .await;
    let refused = Store::open(&database.url).await;
    assert!(
        matches!(refused, Err(StoreError::Newer { found: 99, .. })),
        "{refused:?}"
    );
}

/// Ends all sessions of a PostgreSQL database.
async fn end_sessions(database: &Database) {
    database
        .query("SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
        .await;
}

async fn lost_database_connection_is_restored(database: &Database) {
    if database.is_sqlite() {
        // SQLite has no connection that could be lost.
        return;
    }
    let store = open(database).await;
    let num = add_game(&store, "lost2345").await;
    end_sessions(database).await;
    // The first may fail on the dead connection; the caller then reloads and retries.
    let first = store.append(append(num, 1, &["a"])).await;
    if first.is_err() {
        store.append(append(num, 1, &["a"])).await.expect("stored");
    }
    assert_eq!(events(&store, "lost2345").await, ["a"]);
    store.close().await;
}

async fn second_server_is_rejected_until_the_first_ends(database: &Database) {
    let store = open(database).await;
    let num = add_game(&store, "mine2345").await;
    let second = Store::open(&database.url).await;
    assert!(matches!(second, Err(StoreError::InUse)), "{second:?}");
    // The first is not disturbed, and the lock outlives a lost connection.
    store.append(append(num, 1, &["a"])).await.expect("stored");
    if !database.is_sqlite() {
        end_sessions(database).await;
        while store.append(append(num, 2, &["b"])).await.is_err() {}
        let second = Store::open(&database.url).await;
        assert!(matches!(second, Err(StoreError::InUse)), "{second:?}");
    }
    store.close().await;
    open(database).await.close().await;
}

async fn due_games_are_found_in_order(database: &Database) {
    let store = open(database).await;
    let due = |at: i64| Due {
        at: Some(at),
        clock_runs: true,
    };
    let mut nums = Vec::new();
    for (id, at) in [("late2345", 30), ("soon2345", 10), ("same2345", 10)] {
        let new = NewGame {
            due: due(at),
            ..game(id)
        };
        nums.push(store.create_game(new, None).await.expect("stored"));
    }
    add_game(&store, "idle2345").await;
    let found = async |until: i64| {
        let mut ids: Vec<String> = Vec::new();
        let mut last = None;
        // Pages of one.
        while let Some(game) = store
            .due_games(until, last.as_ref(), 1)
            .await
            .expect("read")
            .pop()
        {
            ids.push(game.id.clone());
            last = Some(game);
        }
        ids
    };
    assert_eq!(found(9).await, Vec::<String>::new());
    assert_eq!(found(10).await, ["soon2345", "same2345"]);
    assert_eq!(found(30).await, ["soon2345", "same2345", "late2345"]);
    assert_eq!(store.running_games().await.expect("read").len(), 3);
    // Events move the time in their own transaction, and the end removes it.
    let [late, soon, same] = nums[..] else {
        panic!("three games");
    };
    let move_to = |num: Option<i64>, due: Option<Due>| Append {
        due,
        ..append(num.expect("a number"), 1, &["a"])
    };
    store
        .append(move_to(late, Some(due(5))))
        .await
        .expect("stored");
    let refused = store.append(move_to(late, Some(due(99)))).await;
    assert!(matches!(refused, Err(StoreError::NotStored(_))));
    assert_eq!(found(9).await, ["late2345"]);
    store.append(move_to(soon, None)).await.expect("stored");
    let finish = Finish {
        ended_at: 9_000,
        verdict: "draw".to_owned(),
        cause: "repetition".to_owned(),
        plies: 40,
        next: None,
    };
    let end = Append {
        finish: Some(Box::new(finish)),
        ..move_to(same, Some(due(1)))
    };
    store.append(end).await.expect("stored");
    let same = same.expect("a number");
    store.set_due(same, due(1)).await.expect("stored");
    assert_eq!(found(1_000).await, ["late2345", "soon2345"]);
    store.postpone("late2345", 2_000).await.expect("stored");
    assert_eq!(found(1_000).await, ["soon2345"]);
    store.close().await;
}

async fn old_games_of_guests_are_removed(database: &Database) {
    let store = open(database).await;
    let seat = |who: &str| (who.to_owned(), who.to_owned());
    for (ended_at, who) in [(100, "g:1"), (200, "a:1"), (300, "c:1"), (900, "g:2")] {
        let new = NewGame {
            seats: [seat("g:7"), seat(who)],
            ..game(&format!("old{ended_at:05}"))
        };
        let num = store.create_game(new, None).await.expect("stored");
        let num = num.expect("a number");
        for (seq, who) in [(1, "g:7"), (2, "a:1")] {
            let line = ChatRow {
                seq,
                channel: "players".to_owned(),
                who: who.to_owned(),
                name: who.to_owned(),
                at: ended_at,
                body: "hello".to_owned(),
            };
            store.add_chat(num, line).await.expect("stored");
        }
        let finish = Finish {
            ended_at,
            verdict: "draw".to_owned(),
            cause: "repetition".to_owned(),
            plies: 1,
            next: None,
        };
        let end = Append {
            finish: Some(Box::new(finish)),
            ..append(num, 1, &["end"])
        };
        store.append(end).await.expect("stored");
    }
    let mut old = OldGames::default();
    let remove = async |old, until| store.remove_old_games(old, until).await.expect("stored");
    old = remove(old, 500).await;
    assert_eq!((old.checked, old.removed), (3, 2));
    assert_eq!(remove(old, 500).await.checked, 0, "none is checked twice");
    let count = async |table: &str| {
        database
            .query(&format!("SELECT COUNT(*) FROM {table}"))
            .await
    };
    for (table, left) in [
        ("games", "2"),
        ("events", "2"),
        ("seats", "4"),
        ("chat", "4"),
    ] {
        assert_eq!(count(table).await.as_deref(), Some(left), "{table}");
    }
    let kept = store.load_game("old00200").await.expect("read");
    let lines = store.chat(kept.expect("the game").num).await.expect("read");
    let lines: Vec<&str> = lines.iter().map(|line| line.body.as_str()).collect();
    assert_eq!(lines, ["", "hello"]);
    old = remove(old, 1_000).await;
    assert_eq!((old.checked, old.removed), (1, 1));
    store.close().await;
}
