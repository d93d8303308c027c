// Checks a journal beyond its chain, record by record, in a database or an exported file: which key signed which heads,
// and that closed shifts are numbered without a gap.
import { type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import { keyRecord, signedRecord } from '#contract/data/signed-head.ts';
import { type Head, isSignatureOf } from './chain.ts';
import { type JournalRecord, genesis } from '#core/ports/journal.ts';
import { keyIdOf } from './key-pair.ts';

export interface SignedHead {
  readonly seq: number;
  readonly keyId: string;
}

export interface Signatures {
  /** Whether heads were checked with a key from outside; keys from the journal itself prove less. */
  readonly checkedWith: 'given-key' | 'keys-in-journal';
  /** Keys that the journal announces: id and record. */
  readonly keys: readonly { readonly keyId: string; readonly seq: number }[];
  /** Heads whose signature is right, in order. */
  readonly heads: readonly SignedHead[];
  /** Records after the last signed head: chained, and held by no signature yet. */
  readonly unsignedRecords: number;
}

type Link = Omit<JournalRecord, 'data'>;

/** Where an audit stands behind one record, in plain data: another audit can go on from there. */
export interface AuditPlace {
  readonly head: Head;
  /** How many shifts were closed. */
  readonly shifts: number;
  /** The last record, where it closes a shift that is not signed yet. */
  readonly closing: number | null;
  /** Whether the journal has announced a key. */
  readonly announced: boolean;
}

export const auditStart: AuditPlace = { head: genesis, shifts: 0, closing: null, announced: false };

export interface Audit {
  /** Takes the next record of an unbroken chain, and its data. Returns the record's problem in words, or null. */
  pass(record: Link, data: JsonObject): string | null;
  /** Call it after the last record. Returns the problem of the whole journal in words, or null. */
  end(): string | null;
  signatures(): Signatures;
  /** The place behind the last record that passed. */
  place(): AuditPlace;
}

interface AuditOptions {
  /** Where an earlier audit with the same given key ended. */
  readonly from?: AuditPlace;
  /** A record that the journal must hold, as the office countersigned it; null: none is known. */
  readonly countersigned?: Head | null;
}

/** `givenPem`: the key that must have signed, or null to take the keys that the journal announces. */
export function createAudit(
  givenPem: string | null,
  { from = auditStart, countersigned = null }: AuditOptions = {},
): Audit {
  const given = givenPem === null ? null : { keyId: keyIdOf(givenPem), pem: givenPem };
  const pems = new Map<string, string>(given === null ? [] : [[given.keyId, given.pem]]);
  const keys: { keyId: string; seq: number }[] = [];
  const heads: SignedHead[] = [];
  let last: Head = from.head;
  let { shifts } = from;
  /** The record before, where it closes a shift. */
  let { closing } = from;
  const isAnnounced = (): boolean => from.announced || keys.length > 0;

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
    if (!isSignatureOf({ seq: seq - 1, hash: prev }, textAt(data, 'signature') ?? '', pem)) {
      return `the signature of the head at record ${seq - 1} is not one of key ${keyId}: what is signed was changed`;
    }
    heads.push({ seq: seq - 1, keyId });
    // An attacker can announce a key of their own, but not before the first one.
    const [first] = keys;
    if (closing === null || given !== null || first === undefined || keyId === first.keyId) return null;
    return `the closing of a shift at record ${closing} is signed by key ${keyId}, not by key ${first.keyId}, with which the journal began`;
  };

  const closed = ({ seq }: Link, data: JsonObject): string | null => {
    if (data['number'] !== shifts + 1) {
      return `record ${seq} closes shift ${String(textAt(data, 'number'))}, but shift ${shifts + 1} is the next`;
    }
    shifts += 1;
    closing = isAnnounced() ? seq : null;
    return null;
  };

  /** Where the bridge closes a shift, it signs that record at once. Before there was a key, it could not. */
  const unsignedClosing = (next: Link | null): string | null =>
    closing === null || next?.type === signedRecord ? null : `record ${closing} closes a shift and is not signed`;

  return {
    pass(record, data) {
      last = record;
      if (record.seq === countersigned?.seq && record.hash !== countersigned.hash) {
        return `record ${record.seq} is another one than the office has countersigned`;
      }
      const unsigned = unsignedClosing(record);
      if (unsigned !== null) return unsigned;
      if (record.type === signedRecord) {
        const problem = signed(record, data);
        closing = null;
        return problem;
      }
      if (record.type === keyRecord) return announced(record, data);
      if (record.type === 'shift-closed') return closed(record, data);
      // Only a record of an operation moves money: the operation's row is bound to it.
      const isForeign = record.operation === null && isJsonObject(data['moved']);
      return isForeign ? `record ${record.seq} tells of money that no operation moved` : null;
    },
    place: () => ({ head: { seq: last.seq, hash: last.hash }, shifts, closing, announced: isAnnounced() }),
    end() {
      const unsigned = unsignedClosing(null);
      if (unsigned !== null) return unsigned;
      if (countersigned !== null && last.seq < countersigned.seq) {
        return `the journal ends with record ${last.seq}, but the office has countersigned record ${countersigned.seq}: its end was cut off`;
      }
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
