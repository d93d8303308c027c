// The columns that bind print jobs, requests for a drawer and positive controls, and the indexes that find the journal's records about
// them and the records that carry a proof. One migration.

/** Conditions of the indexes and of their queries: SQLite uses a partial index only where both have the same text. */
export const jobRecords = `type GLOB 'print-job-*'`;
/** Null where the record's data is no valid JSON. */
export const jobIn = `CASE WHEN json_valid(data) THEN json_extract(data, '$.job') END`;
export const provenRecords = `type IN ('records-proven','drawer-opened','drawer-not-opened','drawer-unknown','drawer-found-open','authorization-seen')`;

/** Number and hash of the last record of the print job with this id. The plus lets SQLite compare by the index. */
export function toldOfJob(id: string): string {
  return `(SELECT seq || ' ' || hash FROM journal INDEXED BY journal_print_jobs
    WHERE ${jobRecords} AND ${jobIn} = +${id} ORDER BY seq DESC LIMIT 1)`;
}

// Null: the row was written by an older program, which bound none of these.
export const printingBinding = `
  ALTER TABLE print_jobs ADD COLUMN bound TEXT;
  ALTER TABLE drawer_requests ADD COLUMN bound TEXT;
  ALTER TABLE controls ADD COLUMN bound TEXT;
  CREATE INDEX journal_print_jobs ON journal (${jobIn}, seq) WHERE ${jobRecords};
  CREATE INDEX journal_proven ON journal (seq) WHERE ${provenRecords};
`;
