// The purchase that a sale belongs to, where it is paid in parts: asked for again whenever an operation ends, because
// main counts what is left.
import { useEffect, useState } from 'react';
import type { OperationView } from '#contract/operation/operation.ts';
import { isFinal } from '#contract/operation/states.ts';
import type { TenderView } from '#contract/operation/tender.ts';
import { differenceOf } from '#texts/operation-facts.ts';
import { useStores } from '../base/context.tsx';

export function useTender(operation: OperationView): TenderView | null {
  const { ports } = useStores();
  const { bridge } = ports;
  const { id, state, partOf } = operation;
  const inParts = state === 'succeeded' && (partOf !== undefined || differenceOf(operation)?.type === 'less');
  const [tender, setTender] = useState<TenderView | null>(null);
  useEffect(() => {
    if (!inParts) return undefined;
    let gone = false;
    const load = async () => {
      const answer = await bridge.ask('tender', { id });
      if (!gone && answer.type === 'answer') setTender(answer.value);
    };
    void load();
    const stop = bridge.on('operationChanged', (changed) => {
      if (isFinal(changed.state)) void load();
    });
    return () => {
      gone = true;
      stop();
    };
  }, [bridge, id, inParts]);
  return inParts ? tender : null;
}
