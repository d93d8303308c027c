// Erases the personal data of one operation: what stays in its row, the slip for a chargeback (slip.ts) and what a search
// finds its payment by. The walk through the operations is erase.ts.
import { type Json, type JsonObject, canonicalJson, isJsonObject, valueAt } from '#contract/data/json.ts';
import { type OperationRecord, bodyRequest } from '#core/ports/record.ts';
import { oneRow } from './database/sql.ts';
import { type OperationRow, operationColumns, recordOf, rowOf, sealing } from './operations/operation-row.ts';
import { type SlipReading, slipOf } from './operations/slip.ts';
import type { StoreParts } from './store.ts';

export interface RowErasure {
  readonly at: string;
  /** Payments that changed after this time keep their slips. */
  readonly floorMs: number;
  readonly reading: SlipReading;
  /** A repetition of a request without a key is recognized if the operation changed after this time. */
  readonly repeatedSinceMs: number;
}

/** `needed`: the row stays for now, since a repetition of its request is recognized by it. */
export type RowErased = 'needed' | 'erased' | 'slip-left';

// Fields that stay, for the books and for finding the operation again: numbers of the shop and the gateway, no personal
// data.
const keptInput = [
  'payId',
  'transId',
  'refNr',
  'amount',
  'messageType',
  'posTerminalId',
  'traceNr',
  'approvalCode',
  'localDateTime',
  'captureId',
  'captureMethod',
];
const keptResult = ['payId', 'transId', 'xId', 'status', 'responseCode', 'traceNr', 'approvalCode', 'amount'];

/**
 * A request without a key has an id made from a digest of its body, by which a repetition is recognized. The id stays
 * while a repetition would still be recognized, and while a later request with the same body is stored: later ids are
 * numbered from the first.
 */
const laterSql = `SELECT 1 FROM operations AS later WHERE later.client_id = :client
  AND later.request_id = '${bodyRequest}' || (CAST(substr(:request, ${bodyRequest.length + 1}) AS INTEGER) + 1)
    || substr(:request, ${bodyRequest.length} + instr(substr(:request, ${bodyRequest.length + 1}), ' '))`;

export const eraseRowQueries = {
  row: `SELECT ${operationColumns} FROM operations WHERE seq = ?`,
  ofPayId: 'SELECT max(updated_at) AS at FROM operations WHERE pay_id = ?',
  ofTransId: 'SELECT max(updated_at) AS at FROM operations WHERE trans_id = ?',
  later: laterSql,
} as const;

/** Erases within a transaction and `bindings.within`. */
export function createEraseRow({ db, seal, bindings }: Pick<StoreParts, 'db' | 'seal' | 'bindings'>) {
  const forget = db.prepare('DELETE FROM personal_salts WHERE operation = ?');
  const mark = db.prepare(
    `INSERT INTO erasures (operation, at, slip_from) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET at = excluded.at, slip_from = excluded.slip_from`,
  );
  const write = db.prepare(
    `UPDATE operations SET details = :details, sealed = :sealed, revision = :revision, request_id = :request_id
      WHERE id = :id`,
    { allowUnknownNamedParameters: true },
  );
  const forgetCard = `UPDATE payments SET last4 = NULL, approval_code = NULL WHERE environment_id = ?`;
  const ofLane = db.prepare(`${forgetCard} AND lane = ?`);
  const ofPayId = db.prepare(`${forgetCard} AND pay_id = ?`);
  const later = db.prepare(eraseRowQueries.later);
  const changeOfPayId = db.prepare(eraseRowQueries.ofPayId);
  const changeOfTransId = db.prepare(eraseRowQueries.ofTransId);

  /**
   * Clears the card and approval code that a search finds the payment by. A payment may have two rows: one with the
   * lane of the operation that made it, the other with its payId.
   */
  const forgetSearched = ({ environmentId, lanes, payId }: OperationRecord) => {
    for (const lane of lanes) ofLane.run(environmentId, lane);
    ofPayId.run(environmentId, payId);
  };

  /** Last change of the operation's payment: a capture of today needs the card of an older authorization. */
  const lastChange = ({ updated_at, pay_id, trans_id }: OperationRow): number => {
    const at = (found: { readonly at: number | null } | null) => found?.at ?? 0;
    return Math.max(updated_at, at(oneRow(changeOfPayId, pay_id)), at(oneRow(changeOfTransId, trans_id)));
  };

  const isNeeded = ({ request_id, client_id, updated_at }: OperationRow, { repeatedSinceMs }: RowErasure): boolean =>
    request_id.startsWith(bodyRequest) &&
    (updated_at > repeatedSinceMs || later.get({ client: client_id, request: request_id }) !== undefined);

  return (row: OperationRow, erasure: RowErasure): RowErased => {
    if (isNeeded(row, erasure)) return 'needed';
    const record = recordOf(row, seal);
    const input = { ...kept(record.input, keptInput), ...keptMethods(record.input) };
    const result = record.result === null ? null : kept(record.result, keptResult);
    const slipFrom = lastChange(row);
    const slip = slipFrom > erasure.floorMs ? slipOf(record, erasure.reading) : null;
    // The kept fields win over the slip's, because the books use them.
    const withSlip = {
      input: overSlip(slip?.input, input),
      result: result === null ? null : { ...slip?.result, ...result },
    };
    const isMore = canonicalJson(withSlip) !== canonicalJson({ input, result });
    const bare = {
      ...record,
      revision: record.revision + 1,
      ...withSlip,
      failure: record.failure === null ? null : { code: record.failure.code, message: erasedMessage },
      // These digests have no salt: a holder of the key could test guesses against them. No digest equals 'erased'.
      requestDigest: 'erased',
      requestId: record.requestId.startsWith(bodyRequest) ? `erased ${record.id}` : record.requestId,
      bodyDigest: 'erased',
    };
    // A row that is not believed is erased as well, and stays unbelieved.
    const holds = bindings.holds(row.id) === true;
    write.run({ ...rowOf(bare, sealing(seal)) });
    if (holds) bindings.wrote(row.id);
    forget.run(row.id);
    forgetSearched(record);
    mark.run(row.id, erasure.at, isMore ? slipFrom : null);
    return isMore ? 'slip-left' : 'erased';
  };
}

const erasedMessage = 'The details were erased on request.';

function overSlip(slip: JsonObject | undefined, input: JsonObject): JsonObject {
  const [shown, methods] = [slip?.['paymentMethods'], input['paymentMethods']];
  const both = isJsonObject(shown) && isJsonObject(methods) ? { paymentMethods: { ...shown, ...methods } } : {};
  return { ...slip, ...input, ...both };
}

/** By which method, and whether in the card's currency: until a customer has paid, what they pay is read by it. */
function keptMethods({ paymentMethods }: JsonObject): JsonObject {
  if (!isJsonObject(paymentMethods)) return {};
  const named = kept(paymentMethods, ['integrationType', 'type']);
  const methods = Object.entries(paymentMethods).filter(
    ([, said]) => isJsonObject(said) && said['dccEnabled'] === true,
  );
  const converted = Object.fromEntries(methods.map(([method]) => [method, { dccEnabled: true }]));
  const all = { ...named, ...converted };
  return Object.keys(all).length === 0 ? {} : { paymentMethods: all };
}

function kept(value: Json, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const found = valueAt(value, name);
      return found === undefined ? [] : [[name, found]];
    }),
  );
}
