// What lets records of closed shifts leave the database once an archive file holds them (ADR 77). One migration.
//
// The mark up to which records may go stands in the chain itself, in the last record of an archive. Records that are
// about no operation stay: keys, closed shifts, pauses, what people and programs may do.

/** Condition of the index and of its queries: SQLite uses a partial index only where both have the same text. */
export const archiveRecords = `type = 'shift-archived'`;
/** The number of the archive's last record. Null where the record's data is no valid JSON. */
export const archivedTo = `CASE WHEN json_valid(data) THEN json_extract(data, '$.last') END`;

export const archiveTables = `
  CREATE INDEX journal_archives ON journal (${archivedTo}, seq) WHERE ${archiveRecords};
  -- Requests whose record of acceptance is archived: none of them is free again.
  CREATE TABLE archived_requests (
    asked BLOB PRIMARY KEY,           -- the keyed digest of client and request id (asked.ts)
    operation INTEGER NOT NULL        -- the operation's number
  ) STRICT, WITHOUT ROWID;
  DROP TRIGGER journal_never_forgets;
  CREATE TRIGGER journal_never_forgets BEFORE DELETE ON journal
    WHEN OLD.operation IS NULL OR OLD.seq = 1
      OR OLD.seq > (SELECT coalesce(max(${archivedTo}), 0) FROM journal WHERE ${archiveRecords})
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only: only what an archive holds may go'); END;
`;
