// Which fault met an operation in which state, and how often: the proof that a run tried what it claims to have tried.
// A cell that can be reached and stayed empty over a whole run is a failure of the simulator.
import type { OperationRecord } from '#core/ports/record.ts';
import { approvals } from './gateway/approvals.ts';
import { oddCharges, quoteFlaws } from './gateway/conversions.ts';
import { type Saying, sayings } from './gateway/sayings.ts';

/** What may befall the sending of an operation. */
export const sendFaults = [
  'unsent',
  'lost-before',
  'lost-after',
  'late',
  'cut',
  'garbled',
  'slow',
  'unauthorized',
  'busy',
  'status-before',
  'status-after',
  'pending',
  'fatal-code',
  'empty',
  'declined',
] as const;

/** What may befall a look-up. */
export const lookUpFaults = [
  'unsent',
  'lost-before',
  'cut',
  'garbled',
  'slow',
  'unauthorized',
  'busy',
  'status-before',
] as const;

/** What may befall the till or everybody. */
export const worldFaults = [
  'crash',
  'restart',
  'offline',
  'sleep',
  'clock-jump',
  'disk-error',
  'environment',
  'foreign',
  'restore',
] as const;

/** What happens at the gateway, whatever the state of an operation. */
const atGateway = [
  ...approvals.map((each) => `a terminal approves ${each}`),
  'a customer pays',
  'a customer is declined',
  'a customer leaves',
  'a customer comes after the end',
  ...['held', 'pending'].map((how) => `a customer's payment is ${how} at first`),
  'another till used the transId',
  'the transId was used at the terminal before',
  "another merchant's terminal used the transId",
  "another till's payment under the transId was looked up",
  ...['weeks before', 'beside', 'other number', 'at a terminal', 'for another order'].map(
    (how) => `another till's payment under our number, ${how}`,
  ),
  "another program's payment at a terminal of the till",
  'a payment is refunded at the portal',
  'a payment is taken back at the portal',
  'a reversal or refund beyond the rules',
  ...quoteFlaws.map((flaw) => `a quote has ${flaw}`),
  ...oddCharges.map((odd) => `a card is charged ${odd}`),
] as const;

export type SendFault = (typeof sendFaults)[number];
/** What may be wrong with an answer: a fault on the way, or what the gateway says. */
export type AnswerFault = SendFault | `says ${Saying}`;
export type WorldFault = (typeof worldFaults)[number];

/** Where a fault meets an operation: its state, and for a sending whether it is the first. */
export type Meeting = 'accepted' | 'sending' | 'sending-again' | 'pending' | 'unknown' | 'needs-person';

const sendings = ['sending', 'sending-again'] as const;
const doubts = ['pending', 'unknown'] as const;
const open: readonly Meeting[] = ['accepted', 'sending', 'pending', 'unknown', 'needs-person'];

export class Coverage {
  readonly cells = new Map<string, number>();
  /** Other counts worth printing. */
  readonly counts = new Map<string, number>();

  meet(fault: string, meeting: string): void {
    const key = `${fault} × ${meeting}`;
    this.cells.set(key, (this.cells.get(key) ?? 0) + 1);
  }

  meetAll(fault: WorldFault, records: readonly OperationRecord[]): void {
    for (const record of records) this.meet(fault, record.state);
  }

  count(name: string, by = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + by);
  }

  add({ cells, counts }: CoverageTable): void {
    for (const [key, count] of cells) this.cells.set(key, (this.cells.get(key) ?? 0) + count);
    for (const [key, count] of counts) this.count(key, count);
  }

  table(): CoverageTable {
    return { cells: [...this.cells], counts: [...this.counts] };
  }

  /** Cells that can be reached and were not. */
  missing(): string[] {
    return reachable().filter((key) => !this.cells.has(key));
  }
}

export interface CoverageTable {
  readonly cells: readonly (readonly [string, number])[];
  readonly counts: readonly (readonly [string, number])[];
}

/** Every cell that can be reached. */
export function reachable(): string[] {
  return [
    ...sendFaults.flatMap((fault) => sendings.map((meeting) => `${fault} × ${meeting}`)),
    ...lookUpFaults.flatMap((fault) => doubts.map((meeting) => `look-up ${fault} × ${meeting}`)),
    // Sent again is only what certainly was not carried out; that needs a fault of its own before.
    ...sayings.map((saying) => `says ${saying} × sending`),
    ...atGateway.map((what) => `${what} × gateway`),
    ...worldFaults.flatMap((fault) => open.map((meeting) => `${fault} × ${meeting}`)),
  ];
}
