// The columns that bind rows of `operations` and `payments` to the journal, and the indexes that find the journal's
// records about them. Each is a migration.

/** Condition of the index and of its queries: SQLite uses a partial index only where both have the same text. */
export const journalAsked = `type = 'accepted'`;
/** Null where the record's data is no valid JSON. */
export const askedIn = `CASE WHEN json_valid(data) THEN json_extract(data, '$.asked') END`;
export const boundRecords = `type = 'operations-bound'`;

/** Number and hash of the last record of the operation with this id. */
export function toldOf(id: string): string {
  return `(SELECT journal.seq || ' ' || journal.hash FROM journal WHERE journal.operation = ${id}
    ORDER BY journal.seq DESC LIMIT 1)`;
}

// Null: the row was written by an older program, which bound no rows. This program inserts an empty text, so that the
// index holds only older rows.
export const bindingTable = `
  ALTER TABLE operations ADD COLUMN bound TEXT;
  CREATE INDEX operations_unbound ON operations (seq) WHERE bound IS NULL;
  CREATE INDEX journal_asked ON journal (${askedIn}) WHERE ${journalAsked};
  CREATE INDEX journal_bound ON journal (seq) WHERE ${boundRecords};
`;

/** The same column for `payments`. Null: the row was written by an older program, which bound no rows. */
export const paymentBinding = `ALTER TABLE payments ADD COLUMN bound TEXT`;
