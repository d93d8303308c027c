// Verifies one stretch of a till's journal: each line is a record, follows the one before, was not changed, and what is
// signed is signed by the key that was pinned when the till joined. The code is the till's own.
import { canonicalJson } from '#contract/data/json.ts';
import type { JournalHead } from '#contract/data/signed-head.ts';
import type { JournalRecord } from '#core/ports/journal.ts';
import { type AuditPlace, createAudit } from '#store/journal/audit.ts';
import { breakIn } from '#store/journal/chain.ts';
import { recordOfLine } from '#store/journal/record-line.ts';

/** A record that the office does not take, by its number. */
export class RecordRefused extends Error {
  override readonly name = 'RecordRefused';
  readonly seq: number;
  readonly kind: 'changed' | 'missing' | 'forked';

  constructor(seq: number, kind: RecordRefused['kind'], what: string) {
    super(what);
    this.seq = seq;
    this.kind = kind;
  }
}

/** The records of a body, which ends with a line's end. `after`: the number that the first one should follow. */
export function recordsIn(body: Buffer, after: number): JournalRecord[] {
  const records: JournalRecord[] = [];
  let start = 0;
  for (let end = body.indexOf(0x0a); end !== -1; end = body.indexOf(0x0a, start)) {
    const seq = (records.at(-1)?.seq ?? after) + 1;
    const record = recordOfLine(body.subarray(start, end));
    if (typeof record === 'string') throw new RecordRefused(seq, 'changed', `record ${seq} ${record}`);
    records.push(record);
    start = end + 1;
  }
  if (start !== body.length) {
    const seq = (records.at(-1)?.seq ?? after) + 1;
    throw new RecordRefused(seq, 'changed', `record ${seq} has no end`);
  }
  return records;
}

/** Where the audit stands behind the last record. Throws RecordRefused. */
export function verifyStretch(records: readonly JournalRecord[], from: AuditPlace, journalKey: string): AuditPlace {
  const audit = createAudit(journalKey, { from });
  let head: JournalHead = from.head;
  for (const record of records) {
    const broken = breakIn(head, record, canonicalJson(record.data));
    if (broken !== null) throw new RecordRefused(record.seq, kindOf(head, record), broken);
    const wrong = audit.pass(record, record.data);
    if (wrong !== null) throw new RecordRefused(record.seq, 'changed', wrong);
    head = record;
  }
  return audit.place();
}

function kindOf(head: JournalHead, record: JournalRecord): RecordRefused['kind'] {
  if (record.seq !== head.seq + 1) return 'missing';
  return record.prev === head.hash ? 'changed' : 'forked';
}
