// What an admin has set for the chain, its shops and its tills, and the one press that puts back what stood before.
import { useState } from 'react';
import type { PageRefusal, PageSession, PageSettings } from '#contract/office/page.ts';
import { type PageApi, Refused } from '../api.ts';
import { Foreign, Problem, Section, Table } from '../parts/parts.tsx';
import { useAsked } from '../use-asked.ts';
import { useWords } from '../words.ts';

interface TillSettingsProps {
  readonly api: PageApi;
  readonly session: PageSession;
  readonly round: number;
}

export function TillSettings({ api, session, round }: TillSettingsProps) {
  const { say, time } = useWords();
  const [changed, setChanged] = useState(0);
  const [problem, setProblem] = useState<PageRefusal | null>(null);
  const { value, problem: notRead } = useAsked<readonly PageSettings[]>(api, '/api/settings', {}, round + changed);
  const putBack = async ({ scope, name, number }: PageSettings): Promise<void> => {
    try {
      await api.post('/api/settings/revert', { scope, name, number }, session);
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Refused ? error.code : 'try-again');
    }
    setChanged((before) => before + 1);
  };
  return (
    <Section title={say('settings.title')}>
      <p className="said">{say('settings.how')}</p>
      <Problem code={problem ?? notRead} />
      <Table
        label={say('settings.title')}
        rows={value ?? []}
        idOf={({ scope, name }) => `${scope} ${name}`}
        empty={say('settings.none')}
        columns={[
          { title: say('settings.for'), cell: ({ scope, label }) => say(`settings.${scope}`, { name: label }) },
          {
            title: say('column.what'),
            as: 'reference',
            cell: ({ settings, currency }) => (
              <>
                {Object.entries(settings).map(([name, set]) => (
                  <div key={name}>
                    <Foreign text={`${name} = ${JSON.stringify(set)}`} />
                  </div>
                ))}
                {Object.keys(settings).length === 0 && '–'}
                {currency !== null && <div className="said">{currency}</div>}
              </>
            ),
          },
          { title: say('column.when'), cell: ({ at }) => time(at) },
          { title: say('audit.who'), cell: ({ by }) => by },
          {
            title: say('settings.back'),
            cell: (each) => (
              <button type="button" className="quiet" onClick={() => void putBack(each)}>
                <Foreign text={say('settings.putBack', { name: each.label })} />
              </button>
            ),
          },
        ]}
      />
    </Section>
  );
}
