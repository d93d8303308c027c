// What the bridge does to find out an unknown outcome: how often it asked, and in how long it asks again.
import { useEffect, useState } from 'react';
import type { OperationView } from '#contract/operation/operation.ts';
import { disagreementText } from '../../model/words/doubt-words.ts';
import { timesText } from '../../model/operation-facts.ts';
import { lengthText } from '../../model/time/time-text.ts';
import { useStores, useWords } from '../base/context.tsx';
import { Facts } from './details.tsx';

export function DoubtFacts({ operation }: { readonly operation: OperationView }) {
  const { say, since, clock, language } = useWords();
  const { doubt } = operation;
  const next = useNextCheck(doubt?.nextLookUpAt ?? null);
  if (doubt === undefined) return null;
  return (
    <Facts
      facts={[
        ...(doubt.disagrees === undefined
          ? []
          : [[say('activity.disagrees'), disagreementText(doubt.disagrees, say, language)] as const]),
        [say('activity.since'), since(doubt.since)],
        [say('activity.lookUps'), timesText(doubt.lookUps, say)],
        [say('activity.lastLookUp'), doubt.lastLookUpAt === null ? say('activity.never') : clock(doubt.lastLookUpAt)],
        [say('activity.nextLookUp'), next ?? say('activity.noMore')],
      ]}
    />
  );
}

/** "in 20 s", which a cashier reads faster than a time of day. */
function useNextCheck(at: string | null): string | null {
  const { ports } = useStores();
  const { say } = useWords();
  const [now, setNow] = useState(ports.now());
  useEffect(() => {
    if (at === null) return undefined;
    const timer = setInterval(() => setNow(ports.now()), 1_000);
    return () => clearInterval(timer);
  }, [ports, at]);
  if (at === null) return null;
  const seconds = Math.ceil((Date.parse(at) - now) / 1_000);
  if (seconds <= 0) return say('activity.now');
  const length = seconds <= 90 ? say('sale.seconds', { seconds }) : lengthText(seconds * 1_000, say);
  return say('activity.in', { length });
}
