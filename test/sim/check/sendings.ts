// Checked at the first byte of each sending: it is covered by an intent that no crash can take back (11), it repeats
// nothing that may have been executed where no key protects it (7), it goes where its operation belongs, and a repeat
// carries the same bytes and key.
import { readMark } from '#contract/operation/doubt.ts';
import { canonicalJson, textAt } from '#contract/data/json.ts';
import type { GatewayRequest } from '#core/ports/gateway.ts';
import type { OperationRecord } from '#core/ports/record.ts';
import { isPaymentLane } from '#core/operation/lanes.ts';
import { payOutOf } from '#core/sale/money-out.ts';
import { commandOf } from '#operations/index.ts';
import { isAlone, sumsOf } from '../gateway/ledger.ts';
import type { Disk } from '../disk.ts';
import type { Server } from '../gateway/server.ts';
import { tagIn } from '../tag.ts';
import type { Report } from './violation.ts';

interface Sent {
  readonly request: GatewayRequest;
  readonly operationId: string;
  /** How often bytes left for it. */
  count: number;
}

export class SendingChecks {
  readonly #disk: () => Disk;
  readonly #report: Report;
  readonly #sent = new Map<string, Sent>();

  constructor(disk: () => Disk, report: Report) {
    this.#disk = disk;
    this.#report = report;
  }

  /** An older copy was put back: what was sent before was not on its word. */
  restored(): void {
    for (const each of this.#sent.values()) each.count = 0;
  }

  /** Returns the operation that is being sent, or null where none can be told. */
  check(request: GatewayRequest, environmentId: string, server: Server): OperationRecord | null {
    const tag = tagOf(request);
    if (tag === null) return null;
    const record = this.#recordOf(tag);
    if (record === null) {
      this.#report(11, `${request.path} was sent for ${tag}, which is not stored`);
      return null;
    }
    const sent = this.#sent.get(record.id) ?? { request, operationId: record.id, count: 0 };
    this.#sent.set(record.id, sent);
    sent.count += 1;
    this.#covered(record, sent);
    this.#unchanged(record, sent, request);
    if (record.environmentId !== environmentId) {
      this.#report(5, `${label(record)} was sent to another environment than its own`);
    }
    this.#undoubted(record);
    this.#inOrder(record, server);
    this.#paysNothing(record, server);
    this.#proved(record, server, tag);
    return record;
  }

  #covered(record: OperationRecord, { count }: Sent): void {
    const intents = this.#disk().durableIntents.get(record.id) ?? 0;
    if (count > intents) this.#report(11, `${label(record)} was sent ${count} times with ${intents} durable intents`);
    if (record.state !== 'sending') this.#report(11, `${label(record)} was sent in state ${record.state}`);
  }

  #unchanged(record: OperationRecord, { request: first }: Sent, again: GatewayRequest): void {
    if (first.body !== again.body || first.key !== again.key || first.path !== again.path) {
      this.#report(1, `${label(record)} was sent again with another key or other bytes`);
    }
  }

  /** What an answer disagreed with is never sent again, keys or not. */
  #undoubted(record: OperationRecord): void {
    const contrary = record.attempts.find(({ reason }) => reason !== null && readMark(reason).code === 'contradiction');
    if (contrary === undefined) return;
    this.#report(7, `${label(record)} was sent again after an answer that disagreed with it`);
  }

  /**
   * 3, also where a backup was put back: what was proved not to have been carried out is not sent any more once the gateway
   * has one behind it, done or open. (Under its key it may be: whether it is the first time then is not known.)
   */
  #inOrder(record: OperationRecord, { ledger }: Server): void {
    const earlier = record.attempts.slice(0, -1);
    const isProved =
      earlier.some(({ fate }) => fate === 'disproved') && earlier.every(({ fate }) => fate !== 'unresolved');
    const lanes = record.lanes.filter(isPaymentLane);
    if (!isProved || lanes.length === 0) return;
    const behind = this.#disk().tables.all.find(
      ({ seq, input, lanes: others }) =>
        seq > record.seq && others.some((each) => lanes.includes(each)) && ledger.byTag.has(tagIn(input) ?? ''),
    );
    if (behind !== undefined)
      this.#report(3, `${label(record)} was sent although ${label(behind)} was executed before`);
  }

  /** 4: where the till says that a reversal pays nothing out, nothing was taken of its payment. */
  #paysNothing({ environmentId, input, kind, isUnseen, ...record }: OperationRecord, { ledger }: Server): void {
    const command = commandOf(kind);
    if (command === null || command.paysOut(input) !== 'if-captured') return;
    const trace = textAt(input, 'traceNr');
    const payment =
      ledger.payments.get(record.payId ?? '') ??
      (trace === null ? null : ledger.byTrace(record.terminalId ?? '', trace)) ??
      null;
    if (payment === null || payOutOf(this.#disk().tables, environmentId, command, input, isUnseen) !== null) return;
    // What others did to the payment the till need not know.
    const { captured, refunded } = sumsOf(payment);
    if (!isAlone(ledger, payment) || captured - refunded <= 0) return;
    this.#report(4, `${label({ ...record, environmentId, input, kind })} is said to pay nothing out of ${captured}`);
  }

  /** Without a key, earlier attempts must be known not to have been executed. */
  #proved(record: OperationRecord, server: Server, tag: string): void {
    const command = commandOf(record.kind);
    if (command === null || command.keyed || !command.movesMoney(record.input)) return;
    const earlier = record.attempts.slice(0, -1);
    const doubtful = earlier.find((each) => each.fate === 'open' || each.fate === 'unresolved');
    if (doubtful !== undefined)
      this.#report(7, `${label(record)} was sent again while attempt ${doubtful.number} is unknown`);
    const executed = server.ledger.byTag.get(tag)?.length ?? 0;
    if (earlier.length > 0 && executed > 0) this.#report(7, `${label(record)} was sent again although it was executed`);
    if (command.recovery(record.input) === 'terminal-window' && earlier.some((each) => each.fate === 'disproved')) {
      this.#report(7, `${label(record)} was sent again to a terminal after it had been there`);
    }
  }

  #recordOf(tag: string): OperationRecord | null {
    const open = this.#disk().tables.openOnes;
    return open.find((record) => tagIn(record.input) === tag) ?? null;
  }
}

export function tagOf({ body }: GatewayRequest): string | null {
  const match = /"(?:sim|statementDescriptor)":"([^"]+)"/.exec(body ?? '');
  return match?.[1] ?? null;
}

export function label(record: OperationRecord): string {
  const message = textAt(record.input, 'messageType');
  return `${record.kind}${message === null ? '' : ` ${message}`} #${record.seq} (${canonicalJson(record.amount?.value ?? null)})`;
}
