// What can be proved of a journal beyond its chain, record by record, for a database and for an exported file alike:
// who signed which heads, and that closed shifts are numbered without a gap.
import { verify } from 'node:crypto';
import { type JsonObject, textAt } from '#contract/json.ts';
import { headStatement, keyRecord, signedRecord } from '#contract/signed-head.ts';
import type { Head, JournalRecord } from './chain.ts';
import { keyIdOf } from './key-pair.ts';

export interface SignedHead {
  readonly seq: number;
  readonly keyId: string;
}

export interface Signatures {
  /** Whether heads were checked with a key from outside; keys out of the journal itself prove less. */
  readonly checkedWith: 'given-key' | 'keys-in-journal';
  /** Keys that the journal announces: id and record. */
  readonly keys: readonly { readonly keyId: string; readonly seq: number }[];
  /** Heads whose signature is right, in order. */
  readonly heads: readonly SignedHead[];
  /** Records after the last signed head: chained, and held by no signature yet. */
  readonly unsignedRecords: number;
}

type Link = Omit<JournalRecord, 'data'>;

export interface Audit {
  /** Takes the next record of an unbroken chain, and its data; what is wrong with it, in words, or null. */
  pass(record: Link, data: JsonObject): string | null;
  /** What is wrong with the whole, or null. */
  end(): string | null;
  signatures(): Signatures;
}

/** `givenPem`: the key that must have signed, or null to take the keys that the journal announces. */
export function createAudit(givenPem: string | null): Audit {
  const given = givenPem === null ? null : { keyId: keyIdOf(givenPem), pem: givenPem };
  const pems = new Map<string, string>(given === null ? [] : [[given.keyId, given.pem]]);
  const keys: { keyId: string; seq: number }[] = [];
  const heads: SignedHead[] = [];
  let last: Head = { seq: 0, hash: '' };
  let shifts = 0;

  const announced = ({ seq }: Link, data: JsonObject): string | null => {
    const pem = textAt(data, 'publicKeyPem') ?? '';
    const keyId = textAt(data, 'keyId');
    if (keyId === null || idOf(pem) !== keyId) return `record ${seq} announces a key that is not the one it names`;
    keys.push({ keyId, seq });
    if (given === null) pems.set(keyId, pem);
    return null;
  };

  const signed = ({ seq, prev }: Link, data: JsonObject): string | null => {
    const keyId = textAt(data, 'keyId') ?? 'unknown';
    if (data['seq'] !== seq - 1 || data['hash'] !== prev)
      return `record ${seq} signs another head than the one before it`;
    const pem = pems.get(keyId);
    if (pem === undefined) {
      const which = given === null ? 'which the journal does not announce' : `not by the given key ${given.keyId}`;
      return `the head at record ${seq - 1} is signed by key ${keyId}, ${which}`;
    }
    const signature = Buffer.from(textAt(data, 'signature') ?? '', 'base64');
    if (!verify(null, Buffer.from(headStatement({ seq: seq - 1, hash: prev }), 'utf8'), pem, signature)) {
      return `the signature of the head at record ${seq - 1} is not one of key ${keyId}: what is signed was changed`;
    }
    heads.push({ seq: seq - 1, keyId });
    return null;
  };

  const closed = ({ seq }: Link, data: JsonObject): string | null => {
    if (data['number'] !== shifts + 1) {
      return `record ${seq} closes shift ${String(textAt(data, 'number'))}, but shift ${shifts + 1} is the next`;
    }
    shifts += 1;
    return null;
  };

  return {
    pass(record, data) {
      last = record;
      if (record.type === keyRecord) return announced(record, data);
      if (record.type === signedRecord) return signed(record, data);
      return record.type === 'shift-closed' ? closed(record, data) : null;
    },
    end() {
      if (given === null || heads.length > 0) return null;
      return `no head is signed by the given key ${given.keyId}: nothing shows that this journal is the one of its bridge`;
    },
    signatures: () => ({
      checkedWith: given === null ? 'keys-in-journal' : 'given-key',
      keys,
      heads,
      // The signature's own record follows the head that it signs.
      unsignedRecords: Math.max(0, last.seq - ((heads.at(-1)?.seq ?? -1) + 1)),
    }),
  };
}

function idOf(pem: string): string | null {
  try {
    return keyIdOf(pem);
  } catch {
    return null;
  }
}
