PRAGMA application_id = 1668772714;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE judge (
        study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
        name TEXT NOT NULL,
        holder TEXT NOT NULL,
        PRIMARY KEY (study, name)
    );
INSERT INTO "judge" VALUES(1,'a','e500a60bd77a2d964299b5534611d9de526332bfe152c6fead5f3ffe897ad843');
CREATE TABLE judgement (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        sentence INTEGER NOT NULL REFERENCES sentence ON DELETE CASCADE,
        judge TEXT NOT NULL,
        made TEXT NOT NULL,
        UNIQUE (sentence, judge)
    );
INSERT INTO "judgement" VALUES(1,1,'a','2026-01-02T03:04:05+00:00');
INSERT INTO "judgement" VALUES(2,2,'a','2026-01-02T03:04:05+00:00');
INSERT INTO "judgement" VALUES(3,4,'a','2026-01-02T03:04:05+00:00');
INSERT INTO "judgement" VALUES(4,1,'b','2026-01-02T03:04:05+00:00');
INSERT INTO "judgement" VALUES(5,2,'b','2026-01-02T03:04:05+00:00');
CREATE TABLE mark (
        judgement INTEGER NOT NULL REFERENCES judgement ON DELETE CASCADE,
        candidate TEXT NOT NULL,
        mark TEXT NOT NULL CHECK (mark IN ('best', 'second')),
        PRIMARY KEY (judgement, candidate)
    );
INSERT INTO "mark" VALUES(1,'1214ffb737dcef93e8afc8f3461b333b','best');
INSERT INTO "mark" VALUES(1,'ecdaa11bcd1292899143801580bedc6f','best');
INSERT INTO "mark" VALUES(1,'025f0d9b1258fa4d5564c4c5dd28c2a4','best');
INSERT INTO "mark" VALUES(2,'ed8751235090db9306c1c1adcfffe220','best');
INSERT INTO "mark" VALUES(2,'a4c1520d1bebdfe9156d0ad21080ac52','best');
INSERT INTO "mark" VALUES(2,'0a3b1b593854dfa396fd3ab02c8ea603','second');
INSERT INTO "mark" VALUES(3,'304d59351486a2a0e968d0f08fcf0745','best');
INSERT INTO "mark" VALUES(3,'a6bcb5209e7e8aa8fbceee0417285218','second');
INSERT INTO "mark" VALUES(4,'1214ffb737dcef93e8afc8f3461b333b','best');
INSERT INTO "mark" VALUES(4,'ecdaa11bcd1292899143801580bedc6f','best');
INSERT INTO "mark" VALUES(4,'025f0d9b1258fa4d5564c4c5dd28c2a4','best');
INSERT INTO "mark" VALUES(5,'ed8751235090db9306c1c1adcfffe220','best');
INSERT INTO "mark" VALUES(5,'a4c1520d1bebdfe9156d0ad21080ac52','best');
CREATE TABLE output (
        sentence INTEGER NOT NULL REFERENCES sentence ON DELETE CASCADE,
        system INTEGER NOT NULL,
        words TEXT NOT NULL,
        PRIMARY KEY (sentence, system)
    );
INSERT INTO "output" VALUES(1,0,'我们 学习 好 他学习 。');
INSERT INTO "output" VALUES(1,1,'我们 学习 好 他 学习。');
INSERT INTO "output" VALUES(1,2,'我们 学习 好 他 学习 。');
INSERT INTO "output" VALUES(2,0,'喜欢 北京大学 我们 我们 我们 好');
INSERT INTO "output" VALUES(2,1,'喜欢 北京大学 我们 我 们 我们 好');
INSERT INTO "output" VALUES(2,2,'喜欢 北京大学 我们 我们 我们好');
INSERT INTO "output" VALUES(3,0,'很 喜欢 在');
INSERT INTO "output" VALUES(3,1,'很 喜欢 在');
INSERT INTO "output" VALUES(3,2,'很 喜欢 在');
INSERT INTO "output" VALUES(4,0,'好 学习 他 喜欢今天');
INSERT INTO "output" VALUES(4,1,'好 学习 他 喜欢今天');
INSERT INTO "output" VALUES(4,2,'好学习 他 喜欢今天');
INSERT INTO "output" VALUES(5,0,'今天 今天');
INSERT INTO "output" VALUES(5,1,'今天 今天');
INSERT INTO "output" VALUES(5,2,'今天 今天');
INSERT INTO "output" VALUES(6,0,'学习 学习 天气 分词');
INSERT INTO "output" VALUES(6,1,'学习 学 习 天气 分 词');
INSERT INTO "output" VALUES(7,0,'北京大学 今天');
INSERT INTO "output" VALUES(7,1,'北 京大学今天');
INSERT INTO "output" VALUES(8,0,'喜欢 喜欢');
INSERT INTO "output" VALUES(8,1,'喜欢 喜欢');
INSERT INTO "output" VALUES(9,0,'很 他 很 我们');
INSERT INTO "output" VALUES(9,1,'很 他很 我 们');
CREATE TABLE sentence (
        id INTEGER PRIMARY KEY,
        study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
        place INTEGER NOT NULL,
        number INTEGER NOT NULL,
        UNIQUE (study, place),
        UNIQUE (study, number)
    );
INSERT INTO "sentence" VALUES(1,1,0,7);
INSERT INTO "sentence" VALUES(2,1,1,6);
INSERT INTO "sentence" VALUES(3,1,2,1);
INSERT INTO "sentence" VALUES(4,1,3,3);
INSERT INTO "sentence" VALUES(5,1,4,2);
INSERT INTO "sentence" VALUES(6,2,0,7);
INSERT INTO "sentence" VALUES(7,2,1,6);
INSERT INTO "sentence" VALUES(8,2,2,1);
INSERT INTO "sentence" VALUES(9,2,3,3);
CREATE TABLE study (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        created TEXT NOT NULL,
        dataset TEXT NOT NULL,
        gold TEXT NOT NULL,
        seed INTEGER NOT NULL,
        signature TEXT NOT NULL,
        committee TEXT NOT NULL
    , chosen INTEGER NOT NULL DEFAULT 0);
INSERT INTO "study" VALUES(1,'first','2026-01-02T03:04:05+00:00','small','1bbf09b722fa131769f84176c065393daef2c25a19ffdf39a39c9da50c979a79',3,'cwsdiag 0.2.0 | gold:1bbf09b722fa(words,utf-8) | training:none | crf:13c7b25315a3(words,utf-8) | bert:2c89974a3e14(words,utf-8) | lattice:46bab80a9ec4(words,utf-8) | mismatch:error | sentences:5 | seed:3','',0);
INSERT INTO "study" VALUES(2,'second','2026-01-02T03:04:05+00:00','small','bdded03f8e04a0260bf70ee263a06842cd20b4a8f776b171dee5a5f6523fa859',3,'cwsdiag 0.2.0 | gold:bdded03f8e04(words,utf-8) | training:none | crf:bdded03f8e04(words,utf-8) | bert:ed0bb6089a77(words,utf-8) | mismatch:error | sentences:4 | seed:3','',1);
CREATE TABLE system (
        study INTEGER NOT NULL REFERENCES study ON DELETE CASCADE,
        place INTEGER NOT NULL,
        name TEXT NOT NULL,
        digest TEXT NOT NULL,
        f1 REAL,
        f_b REAL,
        PRIMARY KEY (study, place),
        UNIQUE (study, name)
    );
INSERT INTO "system" VALUES(1,0,'crf','13c7b25315a37c8d5328b65cf2dfc0663283f01c3dc41a537dbba8d2bc4f1d7f',8.57142857142857095276e-01,NULL);
INSERT INTO "system" VALUES(1,1,'bert','2c89974a3e14f5bed058767cd77ae5629bf5ded0277eb2c349169d24346aa93f',8.57142857142857095276e-01,NULL);
INSERT INTO "system" VALUES(1,2,'lattice','46bab80a9ec4350c3c08138ec6886d4efc8d6648a958cabc18224853eb068c35',0.8,NULL);
INSERT INTO "system" VALUES(2,0,'crf','bdded03f8e04a0260bf70ee263a06842cd20b4a8f776b171dee5a5f6523fa859',1.0,NULL);
INSERT INTO "system" VALUES(2,1,'bert','ed0bb6089a77f79688c7f9d6efd3ef14e01043586a5d4919fd84b8f8fda03d08',4.77611940298507453572e-01,NULL);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('judgement',5);
COMMIT;
