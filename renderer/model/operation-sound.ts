// Which sound an operation's state has. Only money that a customer waits for is heard: what was paid or given back,
// what was refused, and what a cashier must look at before going on.
import type { OperationView } from '#contract/operation/operation.ts';
import { isMoneyOut, nameOf } from '#texts/operation-facts.ts';
import { lookOf, toKeep } from './operation-facts.ts';

export type Sound = 'paid' | 'refused' | 'attention';

export function soundOf(operation: OperationView): Sound | null {
  const name = nameOf(operation);
  const isHeard = name === 'kind.sale' || name === 'kind.authorization' || isMoneyOut(name);
  if (!isHeard) return null;
  if (toKeep(operation) !== null) return 'attention';
  switch (lookOf(operation)) {
    case 'succeeded':
      return 'paid';
    case 'failed':
      return 'refused';
    case 'unknown':
    case 'person':
      return 'attention';
    case 'running':
    case 'waiting':
    case 'ended':
      return null;
  }
}
