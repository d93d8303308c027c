// Verifies an exported journal with only the file and the public key, for an auditor who has no database. Each line
// is checked as record-line.ts says.
import { open } from 'node:fs/promises';
import { canonicalJson } from '#contract/data/json.ts';
import { type Audit, createAudit } from '../journal/audit.ts';
import { type Head, breakIn } from '../journal/chain.ts';
import { type JournalRecord, genesis } from '#core/ports/journal.ts';
import { recordOfLine } from '../journal/record-line.ts';
import type { Verdict } from './verify.ts';

// Far longer than any record of this program; a file without line ends must not fill the memory.
const lineLimitBytes = 8 * 1024 * 1024;

/**
 * `publicKeyPem`: the key that must have signed, or null for the keys that the file itself announces; those prove
 * nothing against a forger who made the whole file anew. An export cut off after its last signed head still verifies as
 * far as it goes: compare `head` with one that was printed, or
 * give one that the office countersigned.
 */
export async function verifyExport(
  file: string,
  publicKeyPem: string | null = null,
  countersigned: Head | null = null,
): Promise<Verdict> {
  const audit = createAudit(publicKeyPem, { countersigned });
  let head = genesis;
  for await (const line of linesOf(file)) {
    const checked = line === null ? 'is too long for a record' : checkLine(head, line, audit);
    if (typeof checked === 'string') {
      const problem = { seq: head.seq + 1, what: `line ${head.seq + 1}: ${checked}` };
      return { ok: false, records: head.seq, head, signatures: audit.signatures(), problem };
    }
    head = { seq: checked.seq, hash: checked.hash };
  }
  const found = { records: head.seq, head, signatures: audit.signatures() };
  const what = audit.end();
  return what === null ? { ok: true, ...found } : { ok: false, ...found, problem: { seq: null, what } };
}

function checkLine(head: Head, line: Uint8Array, audit: Audit): JournalRecord | string {
  const record = recordOfLine(line);
  if (typeof record === 'string') return record;
  return breakIn(head, record, canonicalJson(record.data)) ?? audit.pass(record, record.data) ?? record;
}

/** The lines without their ends; null for one over the limit. */
async function* linesOf(file: string): AsyncGenerator<Uint8Array | null> {
  const handle = await open(file, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    for await (const piece of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, piece]);
      let start = 0;
      for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a, start)) {
        yield rest.subarray(start, end);
        start = end + 1;
      }
      rest = rest.subarray(start);
      if (rest.byteLength > lineLimitBytes) yield null;
    }
    if (rest.byteLength > 0) yield rest;
  } finally {
    await handle.close();
  }
}
