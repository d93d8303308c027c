// Where a row's binding lies, and the index by which its records are found among millions. A migration of its own.

/** The condition of the index and of the question that it answers, in the same words. */
export const rightsRecords = `type IN ('rights-bound','client-added','client-changed','client-revoked','operator-added','operator-changed')`;

export const rightsTable = `
  ALTER TABLE operators ADD COLUMN rights TEXT;  -- number of the record that tells of it, and keyed digest
  ALTER TABLE clients ADD COLUMN rights TEXT;
  CREATE INDEX journal_rights ON journal (seq) WHERE ${rightsRecords};
`;
