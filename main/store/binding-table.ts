// Where a row of `operations` is bound, and the indexes by which the journal is asked about it. A migration of its own.

/** The condition of the index and of the questions that it answers, in the same words. */
export const journalAsked = `type = 'accepted'`;
/** Of a record whose data somebody made unreadable there is none. */
export const askedIn = `CASE WHEN json_valid(data) THEN json_extract(data, '$.asked') END`;
export const boundRecords = `type = 'operations-bound'`;

/** Number and hash of the last record of the operation with this id. */
export function toldOf(id: string): string {
  return `(SELECT journal.seq || ' ' || journal.hash FROM journal WHERE journal.operation = ${id}
    ORDER BY journal.seq DESC LIMIT 1)`;
}

// Null: written by a program that bound no rows. This one writes an empty text first, so that the index stays empty.
export const bindingTable = `
  ALTER TABLE operations ADD COLUMN bound TEXT;
  CREATE INDEX operations_unbound ON operations (seq) WHERE bound IS NULL;
  CREATE INDEX journal_asked ON journal (${askedIn}) WHERE ${journalAsked};
  CREATE INDEX journal_bound ON journal (seq) WHERE ${boundRecords};
`;
