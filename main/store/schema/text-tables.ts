// The full-text index of three letters each (trigrams) in which a search finds a piece of a name, and what belongs to it.
// One migration. The index holds a row's words up to a mark; a row that changed after that stands in a list with the
// words that the index has of it, so that the index can take them out.

interface Indexed {
  readonly key: 'number' | 'seq';
  readonly columns: readonly string[];
}

/** The tables that are searched, and the columns in which a text may stand. Released: the migration is made of it. */
export const indexedTexts = {
  payments: { key: 'number', columns: ['trans_id', 'pay_id', 'ref_nr', 'terminal_id', 'trace_nr'] },
  operations: { key: 'seq', columns: ['trans_id', 'pay_id', 'ref_nr', 'terminal_id', 'id'] },
} as const satisfies { readonly [table: string]: Indexed };
export type TextTable = keyof typeof indexedTexts;

// The index has no copy of the words and no lengths, and no places of the letters: 90 bytes a payment instead of 250.
// It is merged in pieces by text-index.ts, never by itself within the commit that adds to it.
const textTable = (table: TextTable): string => {
  const { key, columns } = indexedTexts[table];
  const changed = columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ');
  return `
    CREATE VIRTUAL TABLE ${table}_text USING fts5(${columns.map((column) => `${column}_text`).join(', ')},
      content = '', columnsize = 0, detail = none, tokenize = 'trigram');
    INSERT INTO ${table}_text (${table}_text, rank) VALUES ('automerge', 0);
    INSERT INTO ${table}_text (${table}_text, rank) VALUES ('crisismerge', 256);
    CREATE TABLE ${table}_retold (
      ${key} INTEGER PRIMARY KEY, ${columns.map((column) => `${column} TEXT`).join(', ')}
    ) STRICT;
    CREATE TRIGGER ${table}_retold_noted AFTER UPDATE OF ${columns.join(', ')} ON ${table}
      WHEN (${changed}) AND OLD.${key} <= (SELECT up_to FROM text_marks WHERE name = '${table}') BEGIN
      INSERT INTO ${table}_retold VALUES (OLD.${key}, ${columns.map((column) => `OLD.${column}`).join(', ')})
        ON CONFLICT DO NOTHING;
    END;
  `;
};

export const textTables = `
  CREATE TABLE text_marks (name TEXT PRIMARY KEY, up_to INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO text_marks VALUES ('payments', 0), ('operations', 0);
  ${textTable('payments')}
  ${textTable('operations')}
  -- Who began which payment: a person at the till, or a program. A search compares each with the payment's operation.
  CREATE TABLE beginners (id TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (id, number)) STRICT, WITHOUT ROWID;
`;
