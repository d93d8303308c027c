// The takings by person, by card brand and by entry, as tables of four sums a row.
import type { ShiftSection } from '#contract/shift/shift.ts';
import type { TakingEntry } from '#contract/money/taking-sorts.ts';
import { namedTakings } from '../../model/shift-facts.ts';
import { useWords } from '../../ui/base/context.tsx';
import { Foreign } from '../../ui/feedback/foreign.tsx';
import css from './shift.module.css';

interface NamedTakingsProps {
  readonly section: ShiftSection;
  readonly currency: string;
}

const ways = [
  { by: 'person', title: 'shift.byPerson', first: 'shift.person' },
  { by: 'brand', title: 'shift.byBrand', first: 'shift.brand' },
  { by: 'entry', title: 'shift.byEntry', first: 'shift.entry' },
] as const;

export function NamedTakings({ section, currency }: NamedTakingsProps) {
  const { say, amount } = useWords();
  const nobody = { person: say('shift.noPerson'), brand: say('shift.noBrand'), entry: '' };
  const nameOf = (by: (typeof ways)[number]['by'], name: string | null) => {
    if (name === null) return nobody[by];
    return by === 'entry' ? say(`shift.entry.${name as TakingEntry}`) : <Foreign text={name} />;
  };
  return ways.map(({ by, title, first }) => {
    const rows = namedTakings(section, by, currency);
    if (rows.length === 0) return null;
    const tips = rows.some(({ tipMinor }) => tipMinor > 0);
    const money = (value: number) => amount({ value, currency });
    return (
      <section key={by} className={css['chart']}>
        <h2>{say(title)}</h2>
        <div className={css['scroll']} tabIndex={0} role="region" aria-label={say(title)}>
          <table>
            <thead>
              <tr>
                <th scope="col">{say(first)}</th>
                <th scope="col">{say('shift.takenShort')}</th>
                <th scope="col">{say('shift.given')}</th>
                <th scope="col">{say('shift.leftShort')}</th>
                {tips ? <th scope="col">{say('shift.tip')}</th> : null}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, takenMinor, givenBackMinor, leftMinor, tipMinor }) => (
                <tr key={name ?? ''}>
                  <th scope="row">{nameOf(by, name)}</th>
                  <td>{money(takenMinor)}</td>
                  <td>{money(givenBackMinor === 0 ? 0 : -givenBackMinor)}</td>
                  <td>{money(leftMinor)}</td>
                  {tips ? <td>{money(tipMinor)}</td> : null}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    );
  });
}
