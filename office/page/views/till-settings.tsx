// What an admin has said for the chain, its shops and its tills, of their settings, people and programs, and the one press
// that puts back what stood before.
import { type ReactNode, useState } from 'react';
import type {
  PageLayer,
  PagePeople,
  PagePrograms,
  PageRefusal,
  PageSession,
  PageSettings,
} from '#contract/office/page.ts';
import { type PageApi, Refused } from '../api.ts';
import { Foreign, Problem, Section, Table } from '../parts/parts.tsx';
import { useAsked } from '../use-asked.ts';
import { useWords } from '../words.ts';

interface TillSettingsProps {
  readonly api: PageApi;
  readonly session: PageSession;
  readonly round: number;
}

export function TillSettings(props: TillSettingsProps) {
  const { say, amount } = useWords();
  const roleOf = (role: string): string =>
    role === 'cashier' || role === 'supervisor' || role === 'manager' ? say(`role.${role}`) : role;
  return (
    <>
      <Layers<PageSettings>
        {...props}
        address="/api/settings"
        words="settings"
        said={({ settings, currency }) => (
          <>
            {Object.entries(settings).map(([name, set]) => (
              <div key={name}>
                <Foreign text={`${name} = ${JSON.stringify(set)}`} />
              </div>
            ))}
            {Object.keys(settings).length === 0 && '–'}
            {currency !== null && <div className="said">{currency}</div>}
          </>
        )}
      />
      <Layers<PagePeople>
        {...props}
        address="/api/till-people"
        words="tillPeople"
        said={({ people }) => (
          <>
            {people.map(({ name, role }) => (
              <div key={name}>
                <Foreign text={name} />, {roleOf(role)}
              </div>
            ))}
            {people.length === 0 && '–'}
          </>
        )}
      />
      <Layers<PagePrograms>
        {...props}
        address="/api/till-programs"
        words="tillPrograms"
        said={({ programs }) => (
          <>
            {programs.map(({ name, scopes, origin, options: { refundsPerDayMinor: limit }, currency }) => (
              <div key={name}>
                <Foreign text={name} />
                <div className="said">
                  <Foreign text={[...scopes, ...(origin === null ? [] : [origin])].join(', ')} />
                  {limit !== null && currency !== null && (
                    <div>{say('tillPrograms.limit', { sum: amount(limit, currency) })}</div>
                  )}
                </div>
              </div>
            ))}
            {programs.length === 0 && '–'}
          </>
        )}
      />
    </>
  );
}

interface LayersProps<L> extends TillSettingsProps {
  readonly address: '/api/settings' | '/api/till-people' | '/api/till-programs';
  readonly words: 'settings' | 'tillPeople' | 'tillPrograms';
  readonly said: (layer: L) => ReactNode;
}

function Layers<L extends PageLayer>({ api, session, round, address, words, said }: LayersProps<L>) {
  const { say, time } = useWords();
  const [changed, setChanged] = useState(0);
  const [problem, setProblem] = useState<PageRefusal | null>(null);
  const { value, problem: notRead } = useAsked<readonly L[]>(api, address, {}, round + changed);
  const putBack = async ({ scope, name, number }: PageLayer): Promise<void> => {
    try {
      await api.post(`${address}/revert`, { scope, name, number }, session);
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Refused ? error.code : 'try-again');
    }
    setChanged((before) => before + 1);
  };
  return (
    <Section title={say(`${words}.title`)}>
      <p className="said">{say(`${words}.how`)}</p>
      <Problem code={problem ?? notRead} />
      <Table
        label={say(`${words}.title`)}
        rows={value ?? []}
        idOf={({ scope, name }) => `${scope} ${name}`}
        empty={say(`${words}.none`)}
        columns={[
          { title: say('settings.for'), cell: ({ scope, label }) => say(`settings.${scope}`, { name: label }) },
          { title: say('column.what'), as: 'reference', cell: said },
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
