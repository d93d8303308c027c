// Which office this till sends its journal to, and what is wrong with it: nothing where it joined none.
import type { OfficeView } from '#contract/office/office-view.ts';
import { useWords } from '../../../ui/base/context.tsx';

export function OfficeLink({ office }: { readonly office: OfficeView }) {
  const { say, time } = useWords();
  const { url, name, takenAt, waiting, trouble } = office;
  return (
    <>
      {url === null || name === null ? null : (
        <p className="soft">
          {say('office.joined', { url, name })}{' '}
          {takenAt === null ? say('office.takenNone') : say('office.taken', { time: time(takenAt) })}
          {waiting === null || waiting === 0 ? null : ` ${say('office.waiting', { count: waiting })}`}
        </p>
      )}
      {trouble === null ? null : (
        <p>
          {say(`office.${trouble.code}`, { time: time(trouble.since) })} {say('office.sellsOn')}
        </p>
      )}
    </>
  );
}
