// What the bridge does to find out an unknown outcome: how often it asked, when it asks again.
import type { OperationView } from '#contract/operation.ts';
import { timesText } from '../model/operation-facts.ts';
import { useWords } from './context.tsx';
import { Facts } from './details.tsx';

export function DoubtFacts({ operation }: { readonly operation: OperationView }) {
  const { say, since, clock } = useWords();
  const { doubt } = operation;
  if (doubt === undefined) return null;
  return (
    <Facts
      facts={[
        [say('activity.since'), since(doubt.since)],
        [say('activity.lookUps'), timesText(doubt.lookUps, say)],
        [say('activity.lastLookUp'), doubt.lastLookUpAt === null ? say('activity.never') : clock(doubt.lastLookUpAt)],
        [say('activity.nextLookUp'), doubt.nextLookUpAt === null ? say('activity.noMore') : clock(doubt.nextLookUpAt)],
      ]}
    />
  );
}
