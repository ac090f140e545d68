PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE schema_steps (step BIGINT PRIMARY KEY);
INSERT INTO schema_steps VALUES(1);
CREATE TABLE house (
    id BIGINT PRIMARY KEY,
    now_house BIGINT NOT NULL,
    cookie_key TEXT NOT NULL
);
INSERT INTO house VALUES(1,2143,'ac133624b33be518fe3f85dbce6b4c77558922c95222a82e51afdf8ed51185d326b399225ae04093369a5b8535a8340959179c4eb4ecb89c5e18ec95561755cf');
CREATE TABLE accounts (
    num INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
INSERT INTO accounts VALUES(1,'Shinpan','shinpan','$argon2id$v=19$m=19456,t=2,p=1$CZy3UgZRj4MnJiIn/SYc9A$EGXYkft1t0PAgTLubuksXoD2ptbAyWnuyeYRClxgIKc',1794875859680);
CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    account BIGINT NOT NULL REFERENCES accounts(num) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    agent TEXT NOT NULL
);
INSERT INTO sessions VALUES('af8fd230a959fef6ccdb1501dda74769338707a009a3122848cff593c11c7d46',1,1794875859696,1794875859696,1797467859696,'');
CREATE TABLE games (
    num INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    created_house BIGINT NOT NULL,
    opening TEXT NOT NULL,
    variant TEXT NOT NULL,
    visibility TEXT NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    arbiter TEXT,
    creator TEXT NOT NULL,
    previous BIGINT,
    next BIGINT,
    toss_seed TEXT,
    is_over BIGINT NOT NULL,
    verdict TEXT,
    cause TEXT,
    plies BIGINT NOT NULL,
    ended_at BIGINT
);
INSERT INTO games VALUES(1,'tw5YXBhfvNwk',1794875859337,280,'{"version":1,"variant":"shogi","start":{"handicap":"even"},"rules":{"preset":"casual"},"clock":"10m+30s","players":{"black":{"name":"Guest XbXs","experience":"experienced"},"white":{"name":"Guest fKTF","experience":"experienced"}},"first_move":"settled","attendance":"to-arrive"}','shogi','public','{"key":"g:XbXs5qhZB6tnDxp2dPUwAy","name":"Guest XbXs"}','{"key":"g:fKTFhHwmJahAPSnqeXhiup","name":"Guest fKTF"}',NULL,'g:XbXs5qhZB6tnDxp2dPUwAy',NULL,NULL,NULL,0,NULL,NULL,0,NULL);
INSERT INTO games VALUES(2,'C6VULGdUUk4j',1794875859737,681,'{"version":1,"variant":"shogi","start":{"handicap":"even"},"rules":{"preset":"fesa","knobs":{"lag_allowance":250,"wrong_claim":{"time-to-opponent":90000},"judge":"arbiter"}},"clock":"B:10m+3x30s W:5m+5s/move","players":{"black":{"name":"Guest pzuT","experience":"experienced"},"white":{"name":"Guest Hp5M","experience":"experienced"}},"first_move":"settled","attendance":"to-arrive"}','shogi','public','{"key":"g:pzuTk9WADk7g5vahYrweBN","name":"Guest pzuT"}','{"key":"g:Hp5MviCuh8Cqt5tnimkpKN","name":"Guest Hp5M"}','{"key":"a:1","name":"Shinpan"}','g:pzuTk9WADk7g5vahYrweBN',NULL,NULL,NULL,0,NULL,NULL,0,NULL);
INSERT INTO games VALUES(3,'qA4ZJA9gnmVG',1794875859959,902,'{"version":1,"variant":"shogi","start":{"handicap":"two-piece"},"rules":{"preset":"jsa-amateur"},"clock":"15m+60s","players":{"black":{"name":"Guest NJiD","experience":"experienced"},"white":{"name":"Guest hDHa","experience":"experienced"}},"first_move":"settled","attendance":"to-arrive"}','shogi','public','{"key":"g:NJiDPWGiVyNgDPqGHR678b","name":"Guest NJiD"}','{"key":"g:hDHakpzkQFZZf6w8LQPDge","name":"Guest hDHa"}',NULL,'g:NJiDPWGiVyNgDPqGHR678b',NULL,NULL,NULL,1,'white-wins','illegal-move',2,1794875860029);
INSERT INTO games VALUES(4,'qS3qBzmqY93P',1794875860085,1028,'{"version":1,"variant":"seireigi","start":{"handicap":"even"},"rules":{"preset":"seireigi"},"clock":"8m","players":{"black":{"name":"Guest JCwh","experience":"experienced"},"white":{"name":"Guest mJnt","experience":"experienced"}},"first_move":"settled","attendance":"to-arrive"}','seireigi','public','{"key":"g:JCwhLdtWeCLP63vLabX2Yd","name":"Guest JCwh"}','{"key":"g:mJntXPt8nWYiFLyJfZNdiS","name":"Guest mJnt"}',NULL,'g:JCwhLdtWeCLP63vLabX2Yd',NULL,NULL,NULL,1,'white-wins','resignation',2,1794875860198);
INSERT INTO games VALUES(5,'y7jk6edtV2BG',1794875860208,1151,'{"version":1,"variant":"shogi","start":{"handicap":"even"},"rules":{"preset":"beginner","knobs":{"forgiveness":{"everyone":2},"help":false}},"clock":null,"players":{"black":{"name":"Guest 4rt5","experience":"experienced"},"white":{"name":"Guest hrFp","experience":"experienced"}},"first_move":"settled","attendance":"to-arrive"}','shogi','public','{"key":"g:4rt5aGmFVrAyZESeWQYKSB","name":"Guest 4rt5"}','{"key":"g:hrFpDbzPBUabipDuWMsytx","name":"Guest hrFp"}',NULL,'g:4rt5aGmFVrAyZESeWQYKSB',NULL,NULL,NULL,0,NULL,NULL,0,NULL);
INSERT INTO games VALUES(6,'yETtCT6HJdrW',1794875860385,1329,'{"version":1,"variant":"shogi","start":{"handicap":"even"},"rules":{"preset":"casual","knobs":{"repetition":"by-claim","counting":{"by-agreement":{"rule":"points-24","kings":"required"}},"move_limit":{"drawn-after":{"moves":300,"counts_as":"impasse","in_check":"plays-on"}},"after_draw":{"replay-or":{"threshold":600000,"otherwise":"3m0.5s"}}}},"clock":"5m","players":{"black":{"name":"Guest LjFE","experience":"experienced"},"white":{"name":"Guest 3FY9","experience":"experienced"}},"first_move":"settled","attendance":"to-arrive"}','shogi','public','{"key":"g:LjFERucKpNUgmE9FNDvmxL","name":"Guest LjFE"}','{"key":"g:3FY9nMTyhTw28CNsshuKnP","name":"Guest 3FY9"}',NULL,'g:LjFERucKpNUgmE9FNDvmxL',NULL,7,NULL,1,'draw','repetition',12,1794875860597);
INSERT INTO games VALUES(7,'RqXQWtLE5z4V',1794875860597,1540,'{"version":1,"variant":"shogi","start":{"handicap":"even"},"rules":{"preset":"casual","knobs":{"repetition":"by-claim","counting":{"by-agreement":{"rule":"points-24","kings":"required"}},"move_limit":{"drawn-after":{"moves":300,"counts_as":"impasse","in_check":"plays-on"}},"after_draw":{"replay-or":{"threshold":600000,"otherwise":"3m0.5s"}}}},"clock":"3m0.5s","players":{"black":{"name":"Guest 3FY9","experience":"experienced"},"white":{"name":"Guest LjFE","experience":"experienced"}},"first_move":"settled","attendance":"present"}','shogi','public','{"key":"g:3FY9nMTyhTw28CNsshuKnP","name":"Guest 3FY9"}','{"key":"g:LjFERucKpNUgmE9FNDvmxL","name":"Guest LjFE"}',NULL,'g:LjFERucKpNUgmE9FNDvmxL',6,NULL,NULL,0,NULL,NULL,0,NULL);
INSERT INTO games VALUES(8,'MHWDE7dwvgkX',1794875860650,1593,'{"version":1,"variant":"shogi","start":{"handicap":"even"},"rules":{"preset":"jsa-pro","knobs":{"flag":"by-claim"}},"clock":"1h+60s","players":{"black":{"name":"Guest NYed","experience":"experienced"},"white":{"name":"Guest xHXt","experience":"experienced"}},"first_move":{"furigoma":{"tosser":"black"}},"attendance":"to-arrive"}','shogi','public','{"key":"g:NYedqsuXJy4erdVmJhftXt","name":"Guest NYed"}','{"key":"g:xHXt7qdTdmaKPafME5G8rw","name":"Guest xHXt"}',NULL,'g:NYedqsuXJy4erdVmJhftXt',NULL,NULL,'5a2ec45cc0003ec3e585008d93780e0267afddafbe943941163dd05d06b5e5f9',0,NULL,NULL,0,NULL);
INSERT INTO games VALUES(9,'qxTXkaPZak55wy8fGg24c7',1794875860877,1821,'{"version":1,"variant":"shogi","start":{"sfen":"4k4/9/4P4/9/9/9/9/9/4K4 b G 1"},"rules":{"preset":"casual"},"clock":null,"players":{"black":{"name":"Guest RUjD","experience":"experienced"},"white":{"name":"Guest 3tTA","experience":"experienced"}},"first_move":"settled","attendance":"to-arrive"}','shogi','link','{"key":"g:RUjDhUygh4yLwrFWAbGuqd","name":"Guest RUjD"}','{"key":"g:3tTAyTZXByENskDRgrGpV9","name":"Guest 3tTA"}',NULL,'g:RUjDhUygh4yLwrFWAbGuqd',NULL,NULL,NULL,1,'black-wins','checkmate',1,1794875860918);
INSERT INTO games VALUES(10,'dyMaSSzEhpNr',1794875860935,1879,'{"version":1,"variant":"shogi","start":{"handicap":"even"},"rules":{"preset":"casual"},"clock":"10m+5s/move","players":{"black":{"name":"Guest G2X7","experience":"experienced"},"white":{"name":"Komadai 1","experience":"experienced"}},"first_move":"settled","attendance":"to-arrive"}','shogi','public','{"key":"g:G2X7zXY5tcpqdCw7vVTJYW","name":"Guest G2X7"}','{"key":"c:1","name":"Komadai 1","level":1}',NULL,'g:G2X7zXY5tcpqdCw7vVTJYW',NULL,NULL,NULL,0,NULL,NULL,0,NULL);
INSERT INTO games VALUES(11,'7mLExRhqZiaK',1794875861129,2072,'{"version":1,"variant":"shogi","start":{"handicap":"even"},"rules":{"preset":"fesa"},"clock":"30m+30s","players":{"black":{"name":"Guest UCjd","experience":"experienced"},"white":{"name":"Guest 67GZ","experience":"experienced"}},"first_move":"settled","attendance":"to-arrive"}','shogi','public','{"key":"g:UCjdnpDnpc3mTPBvPw4Cy5","name":"Guest UCjd"}','{"key":"g:67GZ9EmNqWn7YzVuwxjq2r","name":"Guest 67GZ"}',NULL,'g:UCjdnpDnpc3mTPBvPw4Cy5',NULL,NULL,NULL,1,'white-wins','wrong-declaration',0,1794875861165);
CREATE TABLE seats (
    who TEXT NOT NULL,
    game BIGINT NOT NULL REFERENCES games(num),
    name TEXT NOT NULL,
    PRIMARY KEY (who, game)
);
INSERT INTO seats VALUES('g:XbXs5qhZB6tnDxp2dPUwAy',1,'Guest XbXs');
INSERT INTO seats VALUES('g:fKTFhHwmJahAPSnqeXhiup',1,'Guest fKTF');
INSERT INTO seats VALUES('g:pzuTk9WADk7g5vahYrweBN',2,'Guest pzuT');
INSERT INTO seats VALUES('g:Hp5MviCuh8Cqt5tnimkpKN',2,'Guest Hp5M');
INSERT INTO seats VALUES('g:NJiDPWGiVyNgDPqGHR678b',3,'Guest NJiD');
INSERT INTO seats VALUES('g:hDHakpzkQFZZf6w8LQPDge',3,'Guest hDHa');
INSERT INTO seats VALUES('g:JCwhLdtWeCLP63vLabX2Yd',4,'Guest JCwh');
INSERT INTO seats VALUES('g:mJntXPt8nWYiFLyJfZNdiS',4,'Guest mJnt');
INSERT INTO seats VALUES('g:4rt5aGmFVrAyZESeWQYKSB',5,'Guest 4rt5');
INSERT INTO seats VALUES('g:hrFpDbzPBUabipDuWMsytx',5,'Guest hrFp');
INSERT INTO seats VALUES('g:LjFERucKpNUgmE9FNDvmxL',6,'Guest LjFE');
INSERT INTO seats VALUES('g:3FY9nMTyhTw28CNsshuKnP',6,'Guest 3FY9');
INSERT INTO seats VALUES('g:3FY9nMTyhTw28CNsshuKnP',7,'Guest 3FY9');
INSERT INTO seats VALUES('g:LjFERucKpNUgmE9FNDvmxL',7,'Guest LjFE');
INSERT INTO seats VALUES('g:NYedqsuXJy4erdVmJhftXt',8,'Guest NYed');
INSERT INTO seats VALUES('g:xHXt7qdTdmaKPafME5G8rw',8,'Guest xHXt');
INSERT INTO seats VALUES('g:RUjDhUygh4yLwrFWAbGuqd',9,'Guest RUjD');
INSERT INTO seats VALUES('g:3tTAyTZXByENskDRgrGpV9',9,'Guest 3tTA');
INSERT INTO seats VALUES('g:G2X7zXY5tcpqdCw7vVTJYW',10,'Guest G2X7');
INSERT INTO seats VALUES('c:1',10,'Komadai 1');
INSERT INTO seats VALUES('g:UCjdnpDnpc3mTPBvPw4Cy5',11,'Guest UCjd');
INSERT INTO seats VALUES('g:67GZ9EmNqWn7YzVuwxjq2r',11,'Guest 67GZ');
CREATE TABLE events (
    game BIGINT NOT NULL REFERENCES games(num),
    seq BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
INSERT INTO events VALUES(1,1,'{"at":33,"by":"black","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(1,2,'{"at":35,"by":"white","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(1,3,'{"at":51,"by":"host","fact":{"kind":"started"}}');
INSERT INTO events VALUES(1,4,'{"at":68,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g7f","lag":17}}');
INSERT INTO events VALUES(1,5,'{"at":77,"by":"white","fact":{"kind":"moved","color":"white","deed":"3c3d","lag":9}}');
INSERT INTO events VALUES(1,6,'{"at":96,"by":"black","fact":{"kind":"moved","color":"black","deed":"2g2f","lag":19}}');
INSERT INTO events VALUES(1,7,'{"at":104,"by":"white","fact":{"kind":"moved","color":"white","deed":"8c8d","lag":8}}');
INSERT INTO events VALUES(1,8,'{"at":156,"by":"black","fact":{"kind":"offered","offer":"take-back"}}');
INSERT INTO events VALUES(1,9,'{"at":168,"by":"white","fact":{"kind":"accepted","offer":"take-back"}}');
INSERT INTO events VALUES(1,10,'{"at":168,"by":"white","fact":{"kind":"taken-back","ply":2}}');
INSERT INTO events VALUES(1,11,'{"at":178,"by":"white","fact":{"kind":"offered","offer":"cancel"}}');
INSERT INTO events VALUES(2,1,'{"at":23,"by":"black","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(2,2,'{"at":47,"by":"white","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(2,3,'{"at":56,"by":"host","fact":{"kind":"started"}}');
INSERT INTO events VALUES(2,4,'{"at":68,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g7e","breach":"not-a-move","lag":12}}');
INSERT INTO events VALUES(2,5,'{"at":88,"by":"white","fact":{"kind":"arbiter-called","reason":"a bell \"rang\" — 鈴"}}');
INSERT INTO events VALUES(2,6,'{"at":103,"by":"arbiter","fact":{"kind":"ruled","decision":{"kind":"award-time","to":"black","time":60000},"reason":"as seen"}}');
INSERT INTO events VALUES(2,7,'{"at":119,"by":"arbiter","fact":{"kind":"ruled","decision":{"kind":"set-control","color":"white","control":"1m30.5s+2.5s/move"},"reason":"as seen"}}');
INSERT INTO events VALUES(2,8,'{"at":131,"by":"arbiter","fact":{"kind":"ruled","decision":{"kind":"set-clock","color":"black","main":300000,"periods":2},"reason":"as seen"}}');
INSERT INTO events VALUES(2,9,'{"at":143,"by":"arbiter","fact":{"kind":"ruled","decision":{"kind":"penalize","offender":"white","penalty":"time-off","time":1500,"ground":"no-reason-to-stop"},"reason":"as seen"}}');
INSERT INTO events VALUES(2,10,'{"at":155,"by":"arbiter","fact":{"kind":"ruled","decision":{"kind":"penalize","offender":"black","penalty":"warning","ground":"conduct"},"reason":"as seen"}}');
INSERT INTO events VALUES(2,11,'{"at":175,"by":"arbiter","fact":{"kind":"ruled","decision":{"kind":"resume"},"reason":"as seen"}}');
INSERT INTO events VALUES(3,1,'{"at":26,"by":"black","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(3,2,'{"at":36,"by":"white","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(3,3,'{"at":41,"by":"host","fact":{"kind":"started"}}');
INSERT INTO events VALUES(3,4,'{"at":43,"by":"white","fact":{"kind":"moved","color":"white","deed":"6a5b","lag":2}}');
INSERT INTO events VALUES(3,5,'{"at":62,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g7e","breach":"not-a-move","lag":19}}');
INSERT INTO events VALUES(3,6,'{"at":70,"by":"white","fact":{"kind":"claimed","claim":{"kind":"illegal-move","offender":"black"}}}');
INSERT INTO events VALUES(3,7,'{"at":70,"by":"white","fact":{"kind":"ended","verdict":"white-wins","cause":{"kind":"illegal-move","fault":"not-a-move"}}}');
INSERT INTO events VALUES(4,1,'{"at":28,"by":"black","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(4,2,'{"at":48,"by":"white","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(4,3,'{"at":64,"by":"host","fact":{"kind":"started"}}');
INSERT INTO events VALUES(4,4,'{"at":104,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g7f","lag":40}}');
INSERT INTO events VALUES(4,5,'{"at":112,"by":"white","fact":{"kind":"moved","color":"white","deed":"3c3d","lag":8}}');
INSERT INTO events VALUES(4,6,'{"at":114,"by":"black","fact":{"kind":"ended","verdict":"white-wins","cause":{"kind":"resignation"}}}');
INSERT INTO events VALUES(4,7,'{"at":115,"by":"white","fact":{"kind":"greeted"}}');
INSERT INTO events VALUES(5,1,'{"at":37,"by":"black","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(5,2,'{"at":39,"by":"white","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(5,3,'{"at":67,"by":"host","fact":{"kind":"started"}}');
INSERT INTO events VALUES(5,4,'{"at":81,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g7e","breach":"not-a-move"}}');
INSERT INTO events VALUES(5,5,'{"at":101,"by":"white","fact":{"kind":"claimed","claim":{"kind":"illegal-move","offender":"black"}}}');
INSERT INTO events VALUES(5,6,'{"at":101,"by":"white","fact":{"kind":"taken-back","ply":0,"forgiven":"not-a-move"}}');
INSERT INTO events VALUES(5,7,'{"at":113,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g7f"}}');
INSERT INTO events VALUES(5,8,'{"at":129,"by":"white","fact":{"kind":"moved","color":"white","deed":"3c3d"}}');
INSERT INTO events VALUES(6,1,'{"at":17,"by":"black","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(6,2,'{"at":37,"by":"white","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(6,3,'{"at":43,"by":"host","fact":{"kind":"started"}}');
INSERT INTO events VALUES(6,4,'{"at":61,"by":"black","fact":{"kind":"moved","color":"black","deed":"2h3h","lag":18}}');
INSERT INTO events VALUES(6,5,'{"at":72,"by":"white","fact":{"kind":"moved","color":"white","deed":"8b7b","lag":11}}');
INSERT INTO events VALUES(6,6,'{"at":73,"by":"black","fact":{"kind":"moved","color":"black","deed":"3h2h","lag":1}}');
INSERT INTO events VALUES(6,7,'{"at":84,"by":"white","fact":{"kind":"moved","color":"white","deed":"7b8b","lag":11}}');
INSERT INTO events VALUES(6,8,'{"at":88,"by":"black","fact":{"kind":"moved","color":"black","deed":"2h3h","lag":4}}');
INSERT INTO events VALUES(6,9,'{"at":107,"by":"white","fact":{"kind":"moved","color":"white","deed":"8b7b","lag":19}}');
INSERT INTO events VALUES(6,10,'{"at":123,"by":"black","fact":{"kind":"moved","color":"black","deed":"3h2h","lag":16}}');
INSERT INTO events VALUES(6,11,'{"at":136,"by":"white","fact":{"kind":"moved","color":"white","deed":"7b8b","lag":13}}');
INSERT INTO events VALUES(6,12,'{"at":143,"by":"black","fact":{"kind":"moved","color":"black","deed":"2h3h","lag":7}}');
INSERT INTO events VALUES(6,13,'{"at":170,"by":"white","fact":{"kind":"moved","color":"white","deed":"8b7b","lag":27}}');
INSERT INTO events VALUES(6,14,'{"at":179,"by":"black","fact":{"kind":"moved","color":"black","deed":"3h2h","lag":9}}');
INSERT INTO events VALUES(6,15,'{"at":203,"by":"white","fact":{"kind":"moved","color":"white","deed":"7b8b","lag":24}}');
INSERT INTO events VALUES(6,16,'{"at":211,"by":"black","fact":{"kind":"claimed","claim":{"kind":"repetition"}}}');
INSERT INTO events VALUES(6,17,'{"at":211,"by":"black","fact":{"kind":"ended","verdict":"draw","cause":{"kind":"repetition"}}}');
INSERT INTO events VALUES(8,1,'{"at":31,"by":"host","fact":{"kind":"toss-committed","commitment":"ffe240ac09927ec9624fcd87f9173b87d83aa7ca637519e889e126d2c83b2caf"}}');
INSERT INTO events VALUES(8,2,'{"at":49,"by":"black","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(8,3,'{"at":73,"by":"white","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(8,4,'{"at":74,"by":"black","fact":{"kind":"nonce-added","nonce":"0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f"}}');
INSERT INTO events VALUES(8,5,'{"at":84,"by":"white","fact":{"kind":"nonce-added","nonce":"0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f"}}');
INSERT INTO events VALUES(8,6,'{"at":103,"by":"host","fact":{"kind":"toss-revealed","seed":"5a2ec45cc0003ec3e585008d93780e0267afddafbe943941163dd05d06b5e5f9"}}');
INSERT INTO events VALUES(8,7,'{"at":103,"by":"host","fact":{"kind":"tossed","toss":"PPUUU"}}');
INSERT INTO events VALUES(8,8,'{"at":115,"by":"host","fact":{"kind":"started"}}');
INSERT INTO events VALUES(8,9,'{"at":138,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g7f","lag":23}}');
INSERT INTO events VALUES(8,10,'{"at":167,"by":"white","fact":{"kind":"moved","color":"white","deed":"3c3d","lag":29}}');
INSERT INTO events VALUES(8,11,'{"at":179,"by":"black","fact":{"kind":"claimed","claim":{"kind":"flag"}}}');
INSERT INTO events VALUES(8,12,'{"at":179,"by":"black","fact":{"kind":"claim-rejected","claim":{"kind":"flag"}}}');
INSERT INTO events VALUES(9,1,'{"at":11,"by":"black","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(9,2,'{"at":18,"by":"white","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(9,3,'{"at":34,"by":"host","fact":{"kind":"started"}}');
INSERT INTO events VALUES(9,4,'{"at":40,"by":"black","fact":{"kind":"moved","color":"black","deed":"G*5b","check":true}}');
INSERT INTO events VALUES(9,5,'{"at":40,"by":"black","fact":{"kind":"ended","verdict":"black-wins","cause":{"kind":"checkmate"}}}');
INSERT INTO events VALUES(10,1,'{"at":22,"by":"white","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(10,2,'{"at":29,"by":"black","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(10,3,'{"at":33,"by":"host","fact":{"kind":"started"}}');
INSERT INTO events VALUES(10,4,'{"at":43,"by":"black","fact":{"kind":"moved","color":"black","deed":"7g7f","lag":8}}');
INSERT INTO events VALUES(10,5,'{"at":105,"by":"white","fact":{"kind":"moved","color":"white","deed":"9c9d"}}');
INSERT INTO events VALUES(10,6,'{"at":119,"by":"black","fact":{"kind":"moved","color":"black","deed":"2g2f","lag":8}}');
INSERT INTO events VALUES(10,7,'{"at":151,"by":"white","fact":{"kind":"moved","color":"white","deed":"3c3d"}}');
INSERT INTO events VALUES(11,1,'{"at":18,"by":"black","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(11,2,'{"at":28,"by":"white","fact":{"kind":"arrived"}}');
INSERT INTO events VALUES(11,3,'{"at":35,"by":"host","fact":{"kind":"started"}}');
INSERT INTO events VALUES(11,4,'{"at":37,"by":"black","fact":{"kind":"declared"}}');
INSERT INTO events VALUES(11,5,'{"at":37,"by":"black","fact":{"kind":"ended","verdict":"white-wins","cause":{"kind":"wrong-declaration","king_outside":true,"missing_pieces":10,"missing_points":28}}}');
CREATE TABLE chat (
    game BIGINT NOT NULL REFERENCES games(num),
    seq BIGINT NOT NULL,
    channel TEXT NOT NULL,
    who TEXT NOT NULL,
    name TEXT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
INSERT INTO chat VALUES(1,1,'players','g:XbXs5qhZB6tnDxp2dPUwAy','Guest XbXs',1794875859443,'よろしくお願いします');
INSERT INTO chat VALUES(1,2,'spectators','g:kc2QnrsXmuFxB7zN5F5cLC','Guest kc2Q',1794875859467,'an onlooker''s word');
CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    who TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    body TEXT NOT NULL
);
INSERT INTO challenges VALUES('yw6htdiT83vCnuv3CnJ8sB','g:G2X7zXY5tcpqdCw7vVTJYW',1794875861174,9999999999999,'{"id":"yw6htdiT83vCnuv3CnJ8sB","by":{"key":"g:G2X7zXY5tcpqdCw7vVTJYW","name":"Guest G2X7"},"terms":{"rules":{"preset":"fesa","knobs":{"after_draw":{"replay-or":{"threshold":600000,"otherwise":{"main":180500,"byoyomi":30000,"periods":2}}}}},"clock":"15m+60s","handicap":"open","color":"white","visibility":"public"},"to":null,"arbiter":null,"created_at":1794875861174,"expires_at":9999999999999}');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('games',11);
INSERT INTO sqlite_sequence VALUES('accounts',1);
CREATE INDEX sessions_account ON sessions(account);
CREATE INDEX games_open ON games(is_over);
CREATE INDEX games_ended ON games(ended_at);
CREATE INDEX seats_name ON seats(name);
COMMIT;
