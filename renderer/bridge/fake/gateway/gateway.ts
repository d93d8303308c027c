// The fake's gateway: what it answers, by the world's fate, and what its look-ups show. It keeps what only a gateway
// knows: hosted payments and customers. Of other payments it shows what was done here, unless a test says otherwise.
import type { JsonObject } from '#contract/data/json.ts';
import { bodyText } from '#core/operation/requests.ts';
import type { Gateway, GatewayAnswer, GatewayRequest } from '#core/ports/gateway.ts';
import type { KnownPayment, OperationRecord } from '#core/ports/record.ts';
import { fillPath, readPath } from '#operations/define.ts';
import { commandOf, queries } from '#operations/index.ts';
import { approved } from './answers.ts';
import { hostedRecord, openHosted } from './hosted.ts';
import { changeVault, vaultAnswer } from './vault.ts';
import { notFound, response, environmentId, paymentRecordOf } from './records.ts';
import type { FakeTables } from '../tables.ts';
import type { Fate, GatewayWorld } from '../world-parts.ts';

export class ScriptedGateway implements Gateway {
  readonly #world: () => GatewayWorld;
  readonly #tables: FakeTables;
  /** Requests that hang, by operation. */
  readonly #hanging = new Map<string, (fate: Fate) => void>();

  constructor(world: () => GatewayWorld, tables: FakeTables) {
    this.#world = world;
    this.#tables = tables;
  }

  async send(request: GatewayRequest): Promise<GatewayAnswer> {
    const world = this.#world();
    if (!world.online) return { type: 'unsent', reason: 'connect: refused' };
    if (!request.mayBegin()) return { type: 'withheld' };
    if (request.method === 'GET') return shownAt(world, this.#tables, request.path);
    const record = sentBy(this.#tables, request);
    if (record === null) return notFound;
    const { fate } = world;
    return new Promise((resolve) => {
      const answer = (how: Fate) => setTimeout(() => resolve(answerBy(world, record, how)), world.delayMs);
      if (fate === 'hang') this.#hanging.set(record.id, answer);
      else answer(fate);
    });
  }

  /** Answers the request of this operation, where it hangs. */
  answer(id: string): void {
    const { fate } = this.#world();
    const hanging = this.#hanging.get(id);
    if (hanging === undefined || fate === 'hang') return;
    this.#hanging.delete(id);
    hanging(fate);
  }

  async probe(): Promise<boolean> {
    // A test that opens the world may still take its gateway away.
    await Promise.resolve();
    return this.#world().online;
  }

  async renew(): Promise<'same'> {
    return 'same';
  }
}

function sentBy(tables: FakeTables, request: GatewayRequest): OperationRecord | null {
  const sending = tables.inFlight(1_000);
  const fits = (record: OperationRecord) => {
    const command = commandOf(record.kind);
    if (command === null || fillPath(command.path, record.input) !== request.path || record.key !== request.key)
      return false;
    return record.hasSecrets || request.body === null || bodyText(command, record.input) === request.body;
  };
  return sending.findLast(fits) ?? null;
}

function answerBy(world: GatewayWorld, record: OperationRecord, fate: Fate): GatewayAnswer {
  const { kind, input } = record;
  const status = commandOf(kind)?.successStatus ?? 200;
  switch (fate) {
    case 'less':
    case 'more':
    case 'tip':
    case 'approve': {
      const value = record.amount?.value ?? 0;
      const isOther = fate !== 'approve' && kind === 'cloud-pos' && record.amount !== null;
      const other = isOther ? { ...record.amount, value: Math.round(value * (fate === 'less' ? 0.5 : 1.1)) } : null;
      const body = approved(world, record, other);
      changeVault(world, kind, input);
      openHosted(world, record);
      return response(status, body);
    }
    case 'busy':
      return response(422, { status: 'FAILED', responseCode: '21000051', responseDescription: 'terminal busy' });
    case 'decline': {
      const words = world.preferences.language === 'de' ? 'Karte abgelehnt' : 'card declined';
      return response(422, { status: 'FAILED', responseCode: '21000051', responseDescription: words });
    }
    case 'lost':
    case 'person':
    case 'hang':
      return { type: 'lost', reason: 'timeout' };
  }
}

function shownAt(world: GatewayWorld, tables: FakeTables, path: string): GatewayAnswer {
  const vault = vaultAnswer(world, path);
  if (vault !== null) return vault;
  const byPayId = readPath(queries.getPaymentByPayId.path, path)?.['payId'] ?? null;
  const byTransId = readPath(queries.getPaymentByTransId.path, path)?.['transId'] ?? null;
  const record = hostedRecord(world, byPayId, byTransId) ?? shownPayment(world, tables, byPayId, byTransId);
  return record === null ? notFound : response(200, record);
}

function shownPayment(
  world: GatewayWorld,
  tables: FakeTables,
  payId: string | null,
  transId: string | null,
): JsonObject | null {
  if (payId !== null) {
    const known = tables.payment(environmentId, payId);
    return known === null ? null : paymentRecordOf(known);
  }
  const known = transId === null ? null : tables.paymentByTransId(environmentId, transId);
  if (known === null || known.payId !== null) return known === null ? null : paymentRecordOf(known);
  return unnumbered(world, known);
}

/** A payment that a person decided, whose payId the gateway is asked for. */
function unnumbered({ numberShown, notShown, now }: GatewayWorld, known: KnownPayment): JsonObject | null {
  const shown = paymentRecordOf({ ...known, payId: numberShown ?? 'PAY-another' });
  // Its reference, its terminal and its time together show that the record is of this sale.
  const isOf = {
    refNr: known.refNr ?? null,
    posTerminalId: known.terminalId,
    creationDate: new Date(now()).toISOString(),
  };
  const record = { ...shown, ...isOf, status: 'CAPTURED' };
  if (numberShown !== null) return record;
  if (notShown === 'missing') return null;
  const other = { value: (known.authorized ?? 0) + 100, currency: known.currency };
  return notShown === 'refused' ? { ...record, status: 'FAILED' } : { ...record, amount: other, totals: {} };
}
