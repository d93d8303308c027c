// A till at which somebody always stands asks a manager when a newer version may come all the same.
import { type Failed, failedOf } from '../../../bridge/failed.ts';
import { useStores, useWords } from '../../../ui/base/context.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { SelectField } from '../../../ui/form/field.tsx';
import { Reserved } from '../../../ui/people/reserved.tsx';
import { useMay } from '../../../ui/people/use-may.ts';
import { useState } from 'react';

const twoDigits = (number: number): string => String(number).padStart(2, '0');
/** Each half hour of the day. */
const moments = Array.from(
  { length: 48 },
  (_, half) => `${twoDigits(Math.floor(half / 2))}:${half % 2 === 0 ? '00' : '30'}`,
);

export function UpdateMoment({ moment }: { readonly moment: string | null }) {
  const { ports } = useStores();
  const { say } = useWords();
  const may = useMay('giveUpdateMoment');
  const [given, setGiven] = useState<string | null | undefined>(undefined);
  const [failed, setFailed] = useState<Failed>(null);
  const now = given === undefined ? moment : given;
  const give = async (at: string | null) => {
    const answer = await ports.bridge.ask('giveUpdateMoment', { at });
    setFailed(failedOf(answer));
    if (answer.type === 'answer') setGiven(answer.value.at);
  };
  const times = now === null || moments.includes(now) ? moments : [now, ...moments];
  return (
    <Reserved may={may}>
      <SelectField
        label={say('till.moment')}
        hint={say('till.momentHint')}
        value={now ?? ''}
        options={[
          { value: '', label: say('till.momentNever') },
          ...times.map((time) => ({ value: time, label: say('till.momentFrom', { time }) })),
        ]}
        onChange={(at) => void give(at === '' ? null : at)}
      />
      <Failure what="saved" failed={failed} />
    </Reserved>
  );
}
