//! The storage layer, on SQLite and on PostgreSQL.

mod support {
    pub(crate) mod database;
}

use komadai_server::store::{
    Append, ArchiveFilter, ChatRow, Finish, NewGame, NewSession, Store, StoreError, StoredChallenge,
};
use support::database::Database;

on_both!(
    events_are_there_after_a_restart,
    the_same_event_is_not_stored_twice,
    one_bad_change_does_not_harm_the_others,
    many_appends_at_once_are_all_stored,
    a_finished_game_leads_to_the_next,
    a_challenge_is_accepted_once,
    challenges_stand_until_they_expire,
    names_belong_to_one_account,
    sessions_end_and_expire,
    a_deleted_account_leaves_no_name,
    talk_is_kept_in_order,
    the_archive_is_searched,
    the_house_clock_goes_on_from_where_it_stood,
    tables_are_made_once_and_newer_ones_are_refused,
    a_lost_connection_is_made_again,
);

async fn open(database: &Database) -> Store {
    let (store, _) = Store::open(&database.url).await.expect("a store");
    store
}

fn game(id: &str) -> NewGame {
    NewGame {
        id: id.to_owned(),
        created_at: 1_000,
        created_house: 50,
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
    }
}

fn append(game: i64, first: i64, events: &[&str]) -> Append {
    Append {
        game,
        first,
        events: events.iter().map(|&event| event.to_owned()).collect(),
        finish: None,
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

async fn events_are_there_after_a_restart(database: &Database) {
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
    assert_eq!(stored.game.created_house, 50);
    assert_eq!(stored.game.arbiter, None);
    assert!(store.load_game("nonesuch").await.expect("read").is_none());
    store.close().await;
}

async fn the_same_event_is_not_stored_twice(database: &Database) {
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

async fn one_bad_change_does_not_harm_the_others(database: &Database) {
    let store = open(database).await;
    let num = add_game(&store, "harm2345").await;
    store.append(append(num, 1, &["a"])).await.expect("stored");
    // All in one group, or at least in few: a good one, one for no game, one twice, a good one.
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

async fn many_appends_at_once_are_all_stored(database: &Database) {
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

async fn a_finished_game_leads_to_the_next(database: &Database) {
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

async fn a_challenge_is_accepted_once(database: &Database) {
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

async fn challenges_stand_until_they_expire(database: &Database) {
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
    let made = store.create_account(name.to_owned(), name.to_lowercase(), "hash".to_owned(), 5);
    made.await.expect("asked")
}

async fn names_belong_to_one_account(database: &Database) {
    let store = open(database).await;
    let num = add_account(&store, "Akiko").await.expect("a number");
    assert_eq!(add_account(&store, "AKIKO").await, None);
    let found = store.account_by_name("akiko").await.expect("read");
    let found = found.expect("the account");
    assert_eq!((found.num, found.name.as_str()), (num, "Akiko"));
    assert!(store.account_by_name("bo").await.expect("read").is_none());
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

async fn a_deleted_account_leaves_no_name(database: &Database) {
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

async fn talk_is_kept_in_order(database: &Database) {
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
    assert_eq!(store.chat_of("a1").await.expect("read").len(), 2);
    assert_eq!(store.chat_of("g2").await.expect("read").len(), 0);
    store.close().await;
}

async fn the_archive_is_searched(database: &Database) {
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

async fn the_house_clock_goes_on_from_where_it_stood(database: &Database) {
    let (store, house) = Store::open(&database.url).await.expect("a store");
    let key = house.cookie_key;
    assert_eq!(key.len(), 128);
    tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    let before = house.clock.now();
    store.close().await;
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    let (store, house) = Store::open(&database.url).await.expect("a store");
    let opened = std::time::Instant::now();
    let stood_at = house.clock.at(opened - std::time::Duration::from_secs(60));
    assert!(stood_at >= before, "{stood_at:?} {before:?}");
    assert!(
        stood_at.get() < before.get() + 150,
        "the time down does not count"
    );
    assert_eq!(house.cookie_key, key, "cookies stay good");
    store.close().await;
}

async fn tables_are_made_once_and_newer_ones_are_refused(database: &Database) {
    open(database).await.close().await;
    open(database).await.close().await;
    let steps = database.ask("SELECT COUNT(*) FROM schema_steps").await;
    assert_eq!(steps.as_deref(), Some("1"));
    database
        .ask("INSERT INTO schema_steps (step) VALUES (99)")
        .await;
    let refused = Store::open(&database.url).await;
    assert!(
        matches!(
            refused,
            Err(StoreError::Newer {
                found: 99,
                newest: 1
            })
        ),
        "{refused:?}"
    );
}

async fn a_lost_connection_is_made_again(database: &Database) {
    if database.is_sqlite() {
        // There is no connection that could be lost.
        return;
    }
    let store = open(database).await;
    let num = add_game(&store, "lost2345").await;
    database
        .ask("SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
        .await;
    // The first may find the line dead; whoever asked is told so and reads again.
    let first = store.append(append(num, 1, &["a"])).await;
    if first.is_err() {
        store.append(append(num, 1, &["a"])).await.expect("stored");
    }
    assert_eq!(events(&store, "lost2345").await, ["a"]);
    store.close().await;
}
