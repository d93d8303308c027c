// The tables, as the first migration makes them. Each partial index serves one query of the ports, so that the query
// costs the same with a hundred thousand waiting operations as with ten. Times are REAL: engine time has fractions.
import { archiveTables } from './archive-tables.ts';
import { bindingTable, paymentBinding } from './binding-table.ts';
import { closings } from './closings.ts';
import { journalTables } from './journal-tables.ts';
import { pauseRecords } from './pause-records.ts';
import { drawerRequestsTable } from './drawer-requests-table.ts';
import { printJobsTable } from './print-jobs-table.ts';
import { printingBinding } from './printing-binding.ts';
import { rightsTable } from './rights-table.ts';
import { textTables } from './text-tables.ts';

/** States in which the engine looks the outcome up; the index and the query share the text. */
export const doubtfulStates = `state IN ('pending','unknown')`;

/** A file without these tables is not a database of this program. */
export const requiredTables = [
  'operations',
  'lanes',
  'journal',
  'journal_head',
  'payments',
  'clients',
  'meta',
] as const;

const operations = `
  CREATE TABLE operations (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    revision INTEGER NOT NULL,
    client_id TEXT NOT NULL,
    request_id TEXT NOT NULL,
    environment_id TEXT NOT NULL,
    trans_id TEXT,
    pay_id TEXT,
    ref_nr TEXT,
    terminal_id TEXT,
    amount_minor INTEGER,
    currency TEXT,
    claim TEXT NOT NULL,
    creates_payment INTEGER NOT NULL,
    interactive INTEGER NOT NULL,
    blocked INTEGER NOT NULL,         -- 1 while another operation is before it in one of its lanes
    holds_terminal INTEGER NOT NULL,  -- 1 while it is in a lane of a terminal
    answered INTEGER NOT NULL,        -- 1 when it succeeded by the gateway's own answer
    next_at REAL NOT NULL,
    send_by REAL,
    terminal_until REAL,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    details TEXT NOT NULL,            -- the rest of the record, JSON
    sealed BLOB NOT NULL,             -- input, result and failure: they may hold personal data
    UNIQUE (client_id, request_id)
  ) STRICT;
  CREATE INDEX operations_listed ON operations (environment_id, seq);
  CREATE INDEX operations_by_state ON operations (environment_id, state, seq);
  CREATE INDEX operations_by_kind ON operations (environment_id, kind, seq);
  CREATE INDEX operations_by_payment ON operations (pay_id, seq) WHERE pay_id IS NOT NULL;
  CREATE INDEX operations_by_ref_nr ON operations (environment_id, ref_nr) WHERE ref_nr IS NOT NULL;
  CREATE INDEX operations_creators ON operations (environment_id, trans_id, seq) WHERE creates_payment = 1;
  CREATE INDEX operations_runnable ON operations (environment_id, seq, next_at) WHERE state = 'accepted' AND blocked = 0;
  CREATE INDEX operations_next ON operations (environment_id, next_at) WHERE state = 'accepted' AND blocked = 0;
  CREATE INDEX operations_deadline ON operations (environment_id, send_by)
    WHERE state = 'accepted' AND send_by IS NOT NULL;
  CREATE INDEX operations_doubtful ON operations (environment_id, next_at) WHERE ${doubtfulStates};
  CREATE INDEX operations_in_flight ON operations (seq) WHERE state = 'sending';
  CREATE INDEX operations_at_terminal ON operations (environment_id, terminal_until)
    WHERE holds_terminal = 1 AND terminal_until IS NOT NULL;
  CREATE INDEX operations_answered ON operations (environment_id, kind, seq) WHERE answered = 1;

  -- Counting a million finished operations for every status line would be dear; triggers keep the sums.
  CREATE TABLE tallies (
    environment_id TEXT NOT NULL, state TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (environment_id, state)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER operations_counted AFTER INSERT ON operations BEGIN
    INSERT INTO tallies VALUES (NEW.environment_id, NEW.state, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;
  CREATE TRIGGER operations_recounted AFTER UPDATE OF state ON operations WHEN OLD.state <> NEW.state BEGIN
    UPDATE tallies SET count = count - 1 WHERE environment_id = OLD.environment_id AND state = OLD.state;
    INSERT INTO tallies VALUES (NEW.environment_id, NEW.state, 1)
      ON CONFLICT DO UPDATE SET count = count + 1;
  END;

  CREATE TABLE lanes (
    lane TEXT NOT NULL, seq INTEGER NOT NULL REFERENCES operations (seq),
    PRIMARY KEY (lane, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX lanes_by_operation ON lanes (seq);
`;

const payments = `
  CREATE TABLE payments (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    environment_id TEXT NOT NULL,
    lane TEXT NOT NULL,
    pay_id TEXT,
    trans_id TEXT,
    currency TEXT,
    authorised_minor INTEGER,
    captured_minor INTEGER,
    refunded_minor INTEGER,
    capture_count INTEGER,
    reversed INTEGER NOT NULL,
    terminal_id TEXT,
    trace_nr TEXT,
    UNIQUE (environment_id, lane)
  ) STRICT;
  CREATE INDEX payments_by_pay_id ON payments (environment_id, pay_id) WHERE pay_id IS NOT NULL;
  CREATE INDEX payments_by_trans_id ON payments (environment_id, trans_id) WHERE trans_id IS NOT NULL;
  CREATE INDEX payments_by_trace ON payments (environment_id, terminal_id, trace_nr) WHERE trace_nr IS NOT NULL;

  CREATE TABLE controls (
    environment_id TEXT NOT NULL, kind TEXT NOT NULL, operation TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (environment_id, kind)
  ) STRICT, WITHOUT ROWID;
`;

// The head is kept beside the records, so that records cut off at the end are missed.
const journal = `
  CREATE TABLE journal_head (
    one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL
  ) STRICT;
  INSERT INTO journal_head VALUES (1, 0, '${'0'.repeat(64)}');
  CREATE TABLE journal (
    seq INTEGER PRIMARY KEY,
    prev TEXT NOT NULL,
    hash TEXT NOT NULL,
    at TEXT NOT NULL,
    type TEXT NOT NULL,
    operation TEXT,
    data TEXT NOT NULL
  ) STRICT;
  CREATE INDEX journal_by_operation ON journal (operation, seq) WHERE operation IS NOT NULL;
  CREATE TRIGGER journal_follows BEFORE INSERT ON journal
    WHEN NEW.seq <> (SELECT seq + 1 FROM journal_head) OR NEW.prev <> (SELECT hash FROM journal_head)
    BEGIN SELECT RAISE(ABORT, 'the journal takes only the record that follows its last one'); END;
  CREATE TRIGGER journal_heads AFTER INSERT ON journal
    BEGIN UPDATE journal_head SET seq = NEW.seq, hash = NEW.hash; END;
  CREATE TRIGGER journal_never_changes BEFORE UPDATE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
  CREATE TRIGGER journal_never_forgets BEFORE DELETE ON journal
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
`;

const rest = `
  CREATE TABLE clients (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    origin TEXT,
    token_hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    last_used_at TEXT,
    revoked_at TEXT
  ) STRICT;
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

const people = `
  CREATE TABLE operators (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    role TEXT NOT NULL,
    active INTEGER NOT NULL,
    pin_hash TEXT NOT NULL,
    failures INTEGER NOT NULL,
    locked_until REAL,
    created_at REAL NOT NULL
  ) STRICT;
`;

/** States in which it is certain that no money left. */
export const nothingPaid = `('failed','cancelled','expired')`;

const clientOptions = `ALTER TABLE clients ADD COLUMN options TEXT NOT NULL DEFAULT '{}'`;

/** Refunds of programs, summed by day in triggers: checking a limit costs the same after any number of refunds. */
const refundDays = `
  ALTER TABLE operations ADD COLUMN refund_day TEXT;
  CREATE TABLE refund_days (
    environment_id TEXT NOT NULL, client_id TEXT NOT NULL, day TEXT NOT NULL, currency TEXT NOT NULL,
    sum_minor INTEGER NOT NULL,
    PRIMARY KEY (environment_id, client_id, day, currency)
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER refunds_counted AFTER INSERT ON operations WHEN NEW.refund_day IS NOT NULL BEGIN
    INSERT INTO refund_days VALUES (NEW.environment_id, NEW.client_id, NEW.refund_day, NEW.currency, NEW.amount_minor)
      ON CONFLICT DO UPDATE SET sum_minor = sum_minor + NEW.amount_minor;
  END;
  CREATE TRIGGER refunds_recounted AFTER UPDATE OF state ON operations
    WHEN NEW.refund_day IS NOT NULL AND (OLD.state IN ${nothingPaid}) <> (NEW.state IN ${nothingPaid}) BEGIN
    UPDATE refund_days
      SET sum_minor = sum_minor + CASE WHEN NEW.state IN ${nothingPaid} THEN -NEW.amount_minor ELSE NEW.amount_minor END
      WHERE environment_id = NEW.environment_id AND client_id = NEW.client_id
        AND day = NEW.refund_day AND currency = NEW.currency;
  END;
`;

/**
 * Drops indexes that each acceptance had to update and that are not needed: an operation's row names its lanes,
 * `seq` also lists an environment, and a salt needs no rowid.
 */
const fewerTrees = `
  DROP INDEX lanes_by_operation;
  DROP INDEX operations_listed;
  CREATE TABLE salts (operation TEXT PRIMARY KEY, salt BLOB NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO salts SELECT operation, salt FROM personal_salts ORDER BY operation;
  DROP TABLE personal_salts;
  ALTER TABLE salts RENAME TO personal_salts;
`;

/**
 * Adds since when an authorization is open, its card's brand, and when a hosted payment is looked up next. Reversals
 * now claim their payment as captures and refunds do. Older CloudPos reversals keep their claim: their input is sealed.
 */
const takings = `
  UPDATE operations SET claim = 'reversal' WHERE kind = 'reverse';
  ALTER TABLE payments ADD COLUMN open_since REAL;
  ALTER TABLE payments ADD COLUMN brand TEXT;
  CREATE INDEX payments_open ON payments (environment_id, open_since) WHERE open_since IS NOT NULL;
  ALTER TABLE operations ADD COLUMN offer_next_at REAL;
  CREATE INDEX operations_offers ON operations (environment_id, offer_next_at) WHERE offer_next_at IS NOT NULL;
`;

/** The payment's last change, where an erasure kept the slip for a chargeback. Null: no slip is kept. */
const slips = `ALTER TABLE erasures ADD COLUMN slip_from REAL`;

/** Since when the gateway refuses this one operation while it takes others; the alarm reads the few that there are. */
const refusedAlone = `
  ALTER TABLE operations ADD COLUMN refused_since REAL;
  CREATE INDEX operations_refused ON operations (environment_id, refused_since) WHERE refused_since IS NOT NULL;
`;

/** Refunds of people at the till are summed like those of programs, under the person (`refunder`). */
const refunders = `
  ALTER TABLE operations ADD COLUMN refunder TEXT;
  DROP TRIGGER refunds_counted;
  DROP TRIGGER refunds_recounted;
  CREATE TRIGGER refunds_counted AFTER INSERT ON operations WHEN NEW.refund_day IS NOT NULL BEGIN
    INSERT INTO refund_days VALUES (NEW.environment_id, coalesce(NEW.refunder, NEW.client_id), NEW.refund_day,
        NEW.currency, NEW.amount_minor)
      ON CONFLICT DO UPDATE SET sum_minor = sum_minor + NEW.amount_minor;
  END;
  CREATE TRIGGER refunds_recounted AFTER UPDATE OF state ON operations
    WHEN NEW.refund_day IS NOT NULL AND (OLD.state IN ${nothingPaid}) <> (NEW.state IN ${nothingPaid}) BEGIN
    UPDATE refund_days
      SET sum_minor = sum_minor + CASE WHEN NEW.state IN ${nothingPaid} THEN -NEW.amount_minor ELSE NEW.amount_minor END
      WHERE environment_id = NEW.environment_id AND client_id = coalesce(NEW.refunder, NEW.client_id)
        AND day = NEW.refund_day AND currency = NEW.currency;
  END;
`;

/** The sale whose rest an operation takes, where a purchase is paid in parts. */
const parts = `
  ALTER TABLE operations ADD COLUMN part_of TEXT;
  CREATE INDEX operations_parts ON operations (part_of, seq) WHERE part_of IS NOT NULL;
`;

/** The sale whose money a terminal refund gives back, where the gateway does not show the sale's number. */
const credits = `
  ALTER TABLE operations ADD COLUMN refund_of TEXT;
  CREATE INDEX operations_credits ON operations (refund_of, seq) WHERE refund_of IS NOT NULL;
`;

/**
 * What a cashier searches a customer's payment by: each exact match costs the same however many payments there are. The
 * amount is the one that the list shows. Card and approval code of older payments are sealed with their operations, so
 * the search finds only later payments by them.
 */
const paymentSearch = `
  ALTER TABLE payments ADD COLUMN ref_nr TEXT;
  ALTER TABLE payments ADD COLUMN last4 TEXT;
  ALTER TABLE payments ADD COLUMN approval_code TEXT;
  ALTER TABLE payments ADD COLUMN shown_minor INTEGER GENERATED ALWAYS AS (
    CASE WHEN captured_minor > 0 THEN captured_minor WHEN authorised_minor > 0 THEN authorised_minor
      ELSE refunded_minor END) VIRTUAL;
  UPDATE payments SET ref_nr = (SELECT ref_nr FROM operations
    WHERE operations.environment_id = payments.environment_id AND operations.trans_id = payments.trans_id
      AND creates_payment = 1 ORDER BY seq DESC LIMIT 1) WHERE trans_id IS NOT NULL;
  CREATE INDEX payments_by_ref_nr ON payments (environment_id, ref_nr) WHERE ref_nr IS NOT NULL;
  CREATE INDEX payments_by_last4 ON payments (environment_id, last4) WHERE last4 IS NOT NULL;
  CREATE INDEX payments_by_approval ON payments (environment_id, approval_code) WHERE approval_code IS NOT NULL;
  CREATE INDEX payments_by_trace_nr ON payments (environment_id, trace_nr) WHERE trace_nr IS NOT NULL;
  CREATE INDEX payments_by_amount ON payments (environment_id, shown_minor) WHERE shown_minor IS NOT NULL;
`;

/**
 * Ends that no cashier has seen yet: of operations that were in doubt, or that waited or were retried for so long that
 * the cashier has gone on. A trigger notes them with the change of state. Operations that move no money, and cancelled
 * ones, are not noted.
 */
const unseenEnds = `
  CREATE TABLE unseen_ends (seq INTEGER PRIMARY KEY, environment_id TEXT NOT NULL) STRICT;
  CREATE INDEX unseen_ends_listed ON unseen_ends (environment_id, seq);
  CREATE TRIGGER ends_noted AFTER UPDATE OF state ON operations
    WHEN NEW.state IN ('succeeded', 'failed', 'expired') AND OLD.state <> NEW.state AND NEW.kind <> 'dcc-quote'
      AND (NEW.amount_minor IS NOT NULL OR NEW.claim <> 'none' OR NEW.creates_payment = 1)
      AND (OLD.state IN ('pending', 'unknown', 'needs-person')
        OR (NEW.updated_at - NEW.created_at >= 10000
          AND (NEW.interactive = 0 OR json_array_length(NEW.details, '$.attempts') > 1))) BEGIN
    INSERT INTO unseen_ends VALUES (NEW.seq, NEW.environment_id) ON CONFLICT DO NOTHING;
  END;
`;

/**
 * Finds the journal's records of pauses, which say for each operation whether the folder is paused (folder/pauses.ts).
 */
const pauseIndex = `CREATE INDEX journal_pauses ON journal (seq) WHERE ${pauseRecords}`;

/** Finds the refunds that make up the sum of a day (day-sums.ts). */
const refundsOfDay = `
  CREATE INDEX operations_refund_days ON operations (environment_id, coalesce(refunder, client_id), refund_day)
    WHERE refund_day IS NOT NULL;
`;

/**
 * The first id that the gateway gave an operation; nearly always the only one. Null where `details` is no valid JSON,
 * so that such a row can still be changed.
 */
export const firstXId = `CASE WHEN json_valid(details) THEN json_extract(details, '$.xIds[0]') END`;
const xIdIndex = `CREATE INDEX operations_by_x_id ON operations (environment_id, ${firstXId}) WHERE ${firstXId} IS NOT NULL`;

/**
 * What programs list operations by. Few operations have the same transId, so that index also finds the one that made
 * the payment and replaces the index of makers. A till has few terminals, so a terminal needs no index.
 */
const listedBy = `
  DROP INDEX operations_creators;
  CREATE INDEX operations_by_trans_id ON operations (trans_id) WHERE trans_id IS NOT NULL;
  CREATE INDEX operations_updated ON operations (updated_at);
`;

/** Since when a customer's payment of another sum than was asked for is unseen; null for nearly every operation. */
export const differsSince = `CASE WHEN json_valid(details) THEN json_extract(details, '$.offer.differs.unseenSinceMs') END`;
const differingIndex = `
  CREATE INDEX operations_differing ON operations (environment_id, ${differsSince}) WHERE ${differsSince} IS NOT NULL;
`;

/** The state that programs are told where it differs from the stored one; null for nearly every operation. */
export const toldState = `CASE WHEN json_valid(details) THEN json_extract(details, '$.told.state') END`;
const toldIndex = `
  CREATE INDEX operations_told ON operations (environment_id, ${toldState}, seq) WHERE ${toldState} IS NOT NULL;
`;

/** Finds the last record of a type that is about no operation: there may be millions of records behind it. */
const recordsApart = `CREATE INDEX journal_apart ON journal (type, seq) WHERE operation IS NULL`;

/**
 * A link of the till's that was paid is an end as well: its customer pays it when the cashier has long gone on. Rows that
 * hold no valid JSON can still be changed.
 */
const paidLinkNoted = (isLink: string) => `
  CREATE TRIGGER paid_link_noted AFTER UPDATE OF details ON operations
    WHEN ${isLink} AND NEW.client_id = 'window'
      AND CASE WHEN json_valid(NEW.details) THEN json_extract(NEW.details, '$.offer.state') END = 'paid'
      AND CASE WHEN json_valid(OLD.details) THEN json_extract(OLD.details, '$.offer.state') END IS NOT 'paid' BEGIN
    INSERT INTO unseen_ends VALUES (NEW.seq, NEW.environment_id) ON CONFLICT DO NOTHING;
  END;
`;

const paidLinks = paidLinkNoted("NEW.kind = 'create-link'");

/** At a terminal callers take turns (operations/lane-order.ts). */
const turns = `
  ALTER TABLE lanes ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
  UPDATE lanes SET turn = seq WHERE substr(lane, 1, 9) = 'terminal:';
`;

/** A link of one payment method is noted as well. The till makes no other payments of that kind. */
const paidHostedLinks = `
  DROP TRIGGER paid_link_noted;
  ${paidLinkNoted("NEW.kind IN ('create-link', 'create-payment')")}
`;

/** Counts what each caller has waiting, so that none fills the queue alone. */
const waitingOf = `CREATE INDEX operations_waiting ON operations (environment_id, client_id) WHERE state = 'accepted'`;

/**
 * Who left holds no name: a person of the office may have the name of one of the till's who was removed, or of a person of
 * the office from before its keys were new. That two who are active have none is the list's own rule (core/staff/people.ts).
 */
const namesAgain = `
  CREATE TABLE operators_next (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL COLLATE NOCASE,
    role TEXT NOT NULL,
    active INTEGER NOT NULL,
    pin_hash TEXT NOT NULL,
    failures INTEGER NOT NULL,
    locked_until REAL,
    created_at REAL NOT NULL,
    rights TEXT
  ) STRICT;
  INSERT INTO operators_next
    SELECT id, name, role, active, pin_hash, failures, locked_until, created_at, rights FROM operators;
  DROP TABLE operators;
  ALTER TABLE operators_next RENAME TO operators;
`;

/** Numbered from 1, in order; a number that was released never changes. */
export const migrations: readonly string[] = [
  operations + payments + journal + rest + people,
  journalTables,
  clientOptions,
  refundDays,
  fewerTrees,
  takings,
  slips,
  refusedAlone,
  refunders,
  parts,
  rightsTable,
  credits,
  paymentSearch,
  bindingTable,
  pauseIndex,
  unseenEnds,
  refundsOfDay,
  xIdIndex,
  listedBy,
  differingIndex,
  paymentBinding,
  toldIndex,
  printJobsTable,
  drawerRequestsTable,
  closings,
  printingBinding,
  recordsApart,
  textTables,
  paidLinks,
  archiveTables,
  turns,
  paidHostedLinks,
  waitingOf,
  namesAgain,
];

/** From these versions on rows are bound: of people and programs, of operations, of payments, and of print jobs. */
export const rightsVersion = migrations.indexOf(rightsTable) + 1;
export const bindingVersion = migrations.indexOf(bindingTable) + 1;
export const paymentBindingVersion = migrations.indexOf(paymentBinding) + 1;
export const printingBindingVersion = migrations.indexOf(printingBinding) + 1;
