// Programs' requests for pulses to a drawer, and the index that lists a program's own print jobs, as one migration.

export const drawerRequestsTable = `
  CREATE TABLE drawer_requests (
    client_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    digest TEXT NOT NULL,             -- keyed, of the drawer and the reason
    result TEXT NOT NULL,             -- opened, or unknown: it may have opened
    at INTEGER NOT NULL,
    PRIMARY KEY (client_id, request_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX print_jobs_by_program ON print_jobs (client_id, state, seq) WHERE client_id IS NOT NULL;
`;
