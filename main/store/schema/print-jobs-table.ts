// The table of print jobs, as one migration. It replaces the table `effects`, which no released program ever filled.

export const printJobsTable = `
  DROP TABLE IF EXISTS effects;
  CREATE TABLE print_jobs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    device TEXT NOT NULL,
    state TEXT NOT NULL,
    revision INTEGER NOT NULL,
    client_id TEXT,                   -- the program that asked for it; null for the till's own
    request_id TEXT,
    operation TEXT,                   -- whose receipt it is
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    details TEXT NOT NULL,
    sealed BLOB                       -- the document; null once nothing can be printed of it any more
  ) STRICT;
  CREATE UNIQUE INDEX print_jobs_by_request ON print_jobs (client_id, request_id) WHERE request_id IS NOT NULL;
  CREATE INDEX print_jobs_due ON print_jobs (state, device, seq);
  CREATE INDEX print_jobs_by_state ON print_jobs (state, seq);
  CREATE INDEX print_jobs_by_operation ON print_jobs (operation, seq) WHERE operation IS NOT NULL;
`;
