// Where a shift ends stands in the journal alone, in the record that closes it: these indexes find it, and the record of
// the key that signs it. A table beside the journal could be made to say something else.

/** Conditions of the indexes and of their queries: SQLite uses a partial index only where both have the same text. */
export const closingRecords = `type = 'shift-closed'`;
export const keyRecords = `type = 'signing-key'`;
/** Null where the record's data is no valid JSON. */
export const closedNumber = `CASE WHEN json_valid(data) THEN json_extract(data, '$.number') END`;

export const closings = `
  DROP TABLE shifts;
  CREATE INDEX journal_closings ON journal (${closedNumber}, seq) WHERE ${closingRecords};
  CREATE INDEX journal_keys ON journal (seq) WHERE ${keyRecords};
`;
