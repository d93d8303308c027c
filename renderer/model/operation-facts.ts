// What the window shows of an operation, read from its view: its name, its money and the direction of it, its numbers,
// and which of the seven looks it has. Everything is read tolerantly; nothing is guessed.
import type { OperationView } from '#contract/operation/operation.ts';
import type { Say } from '#texts/index.ts';
import { type Difference, type KindName, differenceOf } from '#texts/operation-facts.ts';

export type Look = 'running' | 'succeeded' | 'failed' | 'unknown' | 'waiting' | 'person' | 'ended';
export function isReversal(name: KindName): boolean {
  return name === 'kind.reverse' || name === 'kind.terminal-reverse';
}

export function lookOf(operation: Pick<OperationView, 'state' | 'mayWait'>): Look {
  switch (operation.state) {
    case 'accepted':
      return operation.mayWait ? 'waiting' : 'running';
    case 'sending':
      return 'running';
    case 'pending':
    case 'unknown':
      return 'unknown';
    case 'needs-person':
      return 'person';
    case 'succeeded':
      return 'succeeded';
    case 'failed':
      return 'failed';
    case 'cancelled':
    case 'expired':
      return 'ended';
  }
}

/** Another amount than was asked for was approved, and a person has to decide whether it is kept. */
export function toKeep(operation: OperationView): Difference | null {
  const { state, doubt } = operation;
  const other = doubt?.code === 'approved-less' || doubt?.code === 'approved-more';
  return state === 'needs-person' && other ? differenceOf(operation) : null;
}

/** Whose approval it was, and where; null where none was needed. */
export function approverIn(origin: OperationView['origin'], say: Say): string | null {
  const name = origin.approvedBy ?? null;
  const isAtOffice = origin.type === 'cashier' && origin.approvedAtOffice === true;
  return name !== null && isAtOffice ? say('approve.atOffice', { name }) : name;
}

/** Who asked for it; a program by the name it was paired under. */
export function originText({ origin }: OperationView, say: Say): string {
  if (origin.type === 'cashier') return say('origin.cashier');
  return origin.client ?? say('origin.erp');
}

/** How often something was done. */
export function timesText(count: number, say: Say): string {
  if (count === 0) return say('activity.never');
  return count === 1 ? say('activity.once') : say('activity.times', { count });
}

/** What support needs, as text: everything but what could be secret, which main has removed already. */
export function supportText(operation: OperationView): string {
  return JSON.stringify(operation, null, 2);
}
