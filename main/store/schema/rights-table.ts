// The columns that bind rows of people and programs to the journal, and the index that finds the journal's records
// about them. One migration.

/** Condition of the index and of its query: SQLite uses a partial index only where both have the same text. */
export const rightsRecords = `type IN ('rights-bound','client-added','client-changed','client-revoked','operator-added','operator-changed')`;

export const rightsTable = `
  ALTER TABLE operators ADD COLUMN rights TEXT;  -- number of the record that tells of it, and keyed digest
  ALTER TABLE clients ADD COLUMN rights TEXT;
  CREATE INDEX journal_rights ON journal (seq) WHERE ${rightsRecords};
`;
