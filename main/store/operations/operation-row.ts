// An operation as a row. Fields that queries use have their own column, the rest is JSON, and fields that may hold
// personal data (input, result, failure) are one sealed value bound to the operation's id.
import type { OperationRecord } from '#core/ports/record.ts';
import type { State } from '#contract/operation/states.ts';
import { DamagedRow } from '../database/errors.ts';
import { CannotOpen, KeyMissing, type Seal } from '../database/seal.ts';

export interface OperationRow {
  readonly seq: number;
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly revision: number;
  readonly client_id: string;
  readonly request_id: string;
  readonly environment_id: string;
  readonly trans_id: string | null;
  readonly pay_id: string | null;
  readonly ref_nr: string | null;
  readonly terminal_id: string | null;
  readonly amount_minor: number | null;
  readonly currency: string | null;
  readonly interactive: number;
  readonly next_at: number;
  readonly send_by: number | null;
  readonly terminal_until: number | null;
  readonly offer_next_at: number | null;
  readonly refused_since: number | null;
  readonly part_of: string | null;
  readonly refund_of: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly details: string;
  readonly sealed: Uint8Array;
}

export const operationColumns = `seq, id, kind, state, revision, client_id, request_id, environment_id, trans_id, pay_id,
  ref_nr, terminal_id, amount_minor, currency, interactive, next_at, send_by, terminal_until,
  offer_next_at, refused_since, part_of, refund_of, created_at, updated_at, details, sealed`;

type Unnumbered = Omit<OperationRecord, 'seq'>;
type Sealed = Pick<OperationRecord, 'input' | 'result' | 'failure' | 'decisions'>;
type Origin = OperationRecord['origin'];
/** What nearly every row has: it is left out of the row and put back when the row is read. */
const usual = {
  operator: null,
  approvedBy: null,
  replaces: null,
  answerStatus: null,
  approved: null,
  takesPartial: false,
  hasSecrets: false,
  key: null,
  lookUps: { count: 0, absences: 0, failures: 0, lastAtMs: null },
  doubt: null,
  doubtSinceMs: null,
} as const;
type Usual = Pick<OperationRecord, Exclude<keyof typeof usual, 'operator' | 'approvedBy'>> &
  Pick<Origin, 'operator' | 'approvedBy'>;
type Details = Usual &
  Pick<OperationRecord, 'requestDigest' | 'bodyDigest' | 'lanes' | 'attempts' | 'xIds' | 'processingUntilMs'> & {
    readonly offer?: NonNullable<OperationRecord['offer']>;
    readonly dcc?: NonNullable<OperationRecord['dcc']>;
    readonly paidOtherwise?: NonNullable<OperationRecord['paidOtherwise']>;
    readonly restMarks?: NonNullable<OperationRecord['restMarks']>;
    readonly givenBack?: NonNullable<OperationRecord['givenBack']>;
    readonly told?: NonNullable<OperationRecord['told']>;
    readonly perhapsPayIds?: NonNullable<OperationRecord['perhapsPayIds']>;
    readonly line?: NonNullable<OperationRecord['line']>;
    readonly claim?: NonNullable<OperationRecord['claim']>;
    readonly shownRefused?: NonNullable<OperationRecord['shownRefused']>;
    readonly refundUnread?: NonNullable<OperationRecord['refundUnread']>;
    readonly isUnseen?: NonNullable<OperationRecord['isUnseen']>;
    readonly originType: Origin['type'];
  };

/** Seals the fields that may hold personal data. */
type SealRecord = (record: Unnumbered) => Uint8Array;

export function sealing(seal: Seal): SealRecord {
  return (record) => {
    const text = JSON.stringify(sealedOf(record));
    // An acceptance packs nothing: most of what is worth it comes with the outcome.
    const isMore = record.result !== null || record.failure !== null;
    return isMore ? seal.pack(text, contextOf(record.id)) : seal.seal(text, contextOf(record.id));
  };
}

/** Differs from the context of older programs, so that bind-older.ts binds only rows that an older program wrote. */
function contextOf(id: string): string {
  return `${id} bound`;
}

/** Whether an older program, which bound no rows, wrote the row. */
export function isOfOlderProgram(row: OperationRow, seal: Seal): boolean {
  return opened(row, row.id, seal) !== null;
}

/** Null where it does not open. */
function opened(row: OperationRow, context: string, seal: Seal): string | null {
  try {
    return seal.open(row.sealed, context);
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}

/**
 * Seals only changed content: most changes of an operation (its intent, a look-up) leave its input and result as they
 * are. Unchanged content is the same object, because records are never changed in place.
 */
export function sealingOnce(seal: Seal): SealRecord {
  const made = new WeakMap<OperationRecord['input'], Sealed & { readonly id: string; readonly bytes: Uint8Array }>();
  const afresh = sealing(seal);
  return (record) => {
    const { id, input, result, failure, decisions } = record;
    const before = made.get(input);
    const same =
      before?.id === id && before.result === result && before.failure === failure && before.decisions === decisions;
    if (same) return before.bytes;
    const bytes = afresh(record);
    made.set(input, { id, input, result, failure, decisions, bytes });
    return bytes;
  };
}

/** Named values for INSERT and UPDATE, all but `seq`, which the database gives. */
export function rowOf(record: Unnumbered, sealed: SealRecord): Omit<OperationRow, 'seq'> {
  return {
    id: record.id,
    kind: record.kind,
    state: record.state,
    revision: record.revision,
    client_id: record.origin.clientId,
    request_id: record.requestId,
    environment_id: record.environmentId,
    trans_id: record.transId,
    pay_id: record.payId,
    ref_nr: record.refNr,
    terminal_id: record.terminalId,
    amount_minor: record.amount?.value ?? null,
    currency: record.amount?.currency ?? null,
    interactive: record.interactive ? 1 : 0,
    next_at: record.nextAtMs,
    send_by: record.sendByMs,
    terminal_until: record.terminalUntilMs,
    offer_next_at: record.offer?.nextLookUpMs ?? null,
    refused_since: record.refusedSinceMs,
    part_of: record.partOf ?? null,
    refund_of: record.refundOf ?? null,
    created_at: record.createdAtMs,
    updated_at: record.updatedAtMs,
    details: JSON.stringify(unusual(detailsOf(record))),
    sealed: sealed(record),
  };
}

/**
 * Throws KeyMissing where the folder's key is not at hand, and DamagedRow where the content is not what was written:
 * SQLite's own check reads a page's structure, not what lies in it.
 */
export function recordOf(row: OperationRow, seal: Seal): OperationRecord {
  const { details, sealed } = contentOf(row, seal);
  const { originType, operator, approvedBy, ...rest } = details;
  return {
    id: row.id,
    seq: row.seq,
    kind: row.kind,
    state: row.state as State,
    revision: row.revision,
    requestId: row.request_id,
    origin: { type: originType, clientId: row.client_id, operator, approvedBy },
    environmentId: row.environment_id,
    transId: row.trans_id,
    payId: row.pay_id,
    refNr: row.ref_nr,
    terminalId: row.terminal_id,
    amount: row.amount_minor === null ? null : { value: row.amount_minor, currency: row.currency ?? '' },
    interactive: row.interactive === 1,
    nextAtMs: row.next_at,
    sendByMs: row.send_by,
    terminalUntilMs: row.terminal_until,
    refusedSinceMs: row.refused_since,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    ...(row.part_of === null ? {} : { partOf: row.part_of }),
    ...(row.refund_of === null ? {} : { refundOf: row.refund_of }),
    ...rest,
    ...sealed,
  };
}

function contentOf(row: OperationRow, seal: Seal): { readonly details: Details; readonly sealed: Sealed } {
  try {
    const text = opened(row, contextOf(row.id), seal) ?? seal.open(row.sealed, row.id);
    const sealed = JSON.parse(text) as Sealed;
    return { details: { ...usual, ...(JSON.parse(row.details) as Details) }, sealed };
  } catch (error) {
    if (error instanceof KeyMissing) throw error;
    throw new DamagedRow(`the content of operation ${row.id} is not what was written`, { cause: error });
  }
}

function unusual(details: Details): Partial<Details> {
  const { lookUps, ...rest } = details;
  const isUsual = ([name, value]: [string, unknown]) => name in usual && value === usual[name as keyof typeof usual];
  const { count, absences, failures, lastAtMs, ...more } = lookUps;
  const isAsked = count + absences + failures > 0 || lastAtMs !== null || Object.keys(more).length > 0;
  const kept = Object.fromEntries(Object.entries(rest).filter((entry) => !isUsual(entry)));
  return isAsked ? { ...kept, lookUps } : kept;
}

function detailsOf(record: Unnumbered): Details {
  return {
    originType: record.origin.type,
    operator: record.origin.operator,
    approvedBy: record.origin.approvedBy,
    replaces: record.replaces,
    answerStatus: record.answerStatus,
    approved: record.approved,
    takesPartial: record.takesPartial,
    ...(record.offer === undefined ? {} : { offer: record.offer }),
    ...(record.dcc === undefined ? {} : { dcc: record.dcc }),
    ...(record.paidOtherwise === undefined ? {} : { paidOtherwise: record.paidOtherwise }),
    ...(record.restMarks === undefined ? {} : { restMarks: record.restMarks }),
    ...(record.givenBack === undefined ? {} : { givenBack: record.givenBack }),
    ...(record.told === undefined ? {} : { told: record.told }),
    ...(record.perhapsPayIds === undefined ? {} : { perhapsPayIds: record.perhapsPayIds }),
    ...(record.line === undefined ? {} : { line: record.line }),
    ...(record.claim === undefined ? {} : { claim: record.claim }),
    ...(record.shownRefused === undefined ? {} : { shownRefused: record.shownRefused }),
    ...(record.refundUnread === undefined ? {} : { refundUnread: record.refundUnread }),
    ...(record.isUnseen === undefined ? {} : { isUnseen: record.isUnseen }),
    requestDigest: record.requestDigest,
    bodyDigest: record.bodyDigest,
    hasSecrets: record.hasSecrets,
    key: record.key,
    lanes: record.lanes,
    attempts: record.attempts,
    lookUps: record.lookUps,
    xIds: record.xIds,
    doubt: record.doubt,
    doubtSinceMs: record.doubtSinceMs,
    processingUntilMs: record.processingUntilMs,
  };
}

function sealedOf(record: Unnumbered): Sealed {
  const { input, result, failure, decisions } = record;
  return { input, result, failure, decisions };
}
