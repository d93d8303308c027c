// X and Z of a day, of one shop or of all.
import { useState } from 'react';
import type { DayReport } from '#contract/office/page.ts';
import type { PageApi } from '../api.ts';
import { Choice, Field, Problem, Section, Table } from '../parts/parts.tsx';
import { useAsked } from '../use-asked.ts';
import { useWords } from '../words.ts';
import { Sums } from './takings.tsx';

interface DayProps {
  readonly api: PageApi;
  readonly zone: string;
  readonly today: string;
  readonly shops: readonly string[];
  readonly round: number;
}

export function Day({ api, zone, today, shops, round }: DayProps) {
  const { say, amount, code } = useWords();
  const [day, setDay] = useState(today);
  const [shop, setShop] = useState('*');
  const query = { day, zone, ...(shop === '*' ? {} : { shop }) };
  const { value, problem } = useAsked<DayReport>(api, '/api/day', day === '' ? null : query, round);
  const options = [
    ['*', say('day.allShops')] as const,
    ...shops.map((name) => [name, name || say('chart.noShop')] as const),
  ];
  return (
    <Section title={say('view.day')}>
      <div className="row">
        <Field label={say('day.day')} value={day} onChange={setDay} type="date" />
        <Choice label={say('day.shop')} value={shop} onChange={setShop} options={options} />
      </div>
      <Problem code={problem} />
      {value !== null && (
        <>
          <p role="status">
            <strong>{say(value.report === 'Z' ? 'day.z' : 'day.x')}</strong>
            {value.waitingFor.length > 0 && ` ${say('day.waiting', { tills: value.waitingFor.join(', ') })}`}
          </p>
          {value.all.map((sum) => (
            <div key={`${sum.mode} ${sum.currency}`}>
              <h3>{code('mode', sum.mode)}</h3>
              <Sums sum={sum} />
            </div>
          ))}
          <Table
            label={say('chart.tills')}
            rows={value.tills}
            idOf={({ mode, name, currency }) => `${mode} ${name} ${currency}`}
            empty={say('sum.none')}
            columns={[
              { title: say('till.name'), cell: ({ name }) => name },
              { title: say('range.mode'), cell: ({ mode }) => code('mode', mode) },
              { title: say('day.shifts'), cell: ({ shifts }) => shifts.join(', ') },
              { title: say('sum.taken'), as: 'figures', cell: (row) => amount(row.takenMinor, row.currency) },
              { title: say('sum.givenBack'), as: 'figures', cell: (row) => amount(row.givenBackMinor, row.currency) },
              { title: say('sum.tips'), as: 'figures', cell: (row) => amount(row.tipMinor, row.currency) },
            ]}
          />
        </>
      )}
    </Section>
  );
}
