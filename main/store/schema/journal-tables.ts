// The tables around the journal: closed shifts, the salts and erasures of personal data, and follow-up
// effects. One migration.

export const journalTables = `
  CREATE TABLE shifts (
    number INTEGER PRIMARY KEY,
    first_seq INTEGER NOT NULL,
    closed_seq INTEGER NOT NULL UNIQUE REFERENCES journal (seq),
    closed_at TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER shifts_follow BEFORE INSERT ON shifts
    WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM shifts)
    BEGIN SELECT RAISE(ABORT, 'shifts are numbered without a gap'); END;
  CREATE TRIGGER shifts_never_change BEFORE UPDATE ON shifts
    BEGIN SELECT RAISE(ABORT, 'a closed shift stays as it is'); END;
  CREATE TRIGGER shifts_never_go BEFORE DELETE ON shifts
    BEGIN SELECT RAISE(ABORT, 'a closed shift stays as it is'); END;

  -- The digests of personal data in an operation's records are made with its salt; erasing takes the salt away.
  CREATE TABLE personal_salts (operation TEXT PRIMARY KEY, salt BLOB NOT NULL) STRICT;
  CREATE TABLE erasures (operation TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE effects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    operation TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,              -- due, done or given-up
    attempts INTEGER NOT NULL,
    copy INTEGER NOT NULL,            -- 1: a reprint, marked COPY
    next_at REAL NOT NULL,
    trouble TEXT,                     -- why the last attempt did not work
    created_at REAL NOT NULL,
    done_at REAL
  ) STRICT;
  CREATE INDEX effects_due ON effects (kind, next_at, seq) WHERE state = 'due';
  CREATE INDEX effects_by_operation ON effects (operation, kind, seq);
`;
