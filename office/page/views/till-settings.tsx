// What an admin has said for the chain, its shops and its tills, of their settings, people and programs, and the way back to
// what stood before.
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
import { type Change, PutBack, peopleChanges, programsChanges, settingsChanges } from '../parts/put-back.tsx';

interface TillSettingsProps {
  readonly api: PageApi;
  readonly session: PageSession;
  readonly round: number;
}

export function TillSettings(props: TillSettingsProps) {
  const words = useWords();
  const { say, amount } = words;
  const roleOf = (role: string): string =>
    role === 'cashier' || role === 'supervisor' || role === 'manager' ? say(`role.${role}`) : role;
  return (
    <>
      <Layers<PageSettings>
        {...props}
        address="/api/settings"
        words="settings"
        changes={(layer) => settingsChanges(layer, words)}
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
        changes={(layer) => peopleChanges(layer, words, roleOf)}
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
        changes={(layer) => programsChanges(layer, words)}
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
  /** What putting its newest change back changes; null: it cannot be put back. */
  readonly changes: (layer: L) => readonly Change[] | null;
}

function Layers<L extends PageLayer>({ api, session, round, address, words, said, changes }: LayersProps<L>) {
  const { say, time } = useWords();
  const [changed, setChanged] = useState(0);
  const [problem, setProblem] = useState<PageRefusal | null>(null);
  /** As it was when it was pressed: what the person reads is what is put back. */
  const [asked, setAsked] = useState<L | null>(null);
  const { value, problem: notRead } = useAsked<readonly L[]>(api, address, {}, round + changed);
  const placeOf = ({ scope, label }: PageLayer): string => say(`settings.${scope}`, { name: label });
  const putBack = async ({ scope, name, number }: PageLayer): Promise<void> => {
    setAsked(null);
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
          { title: say('settings.for'), cell: placeOf },
          { title: say('column.what'), as: 'reference', cell: said },
          { title: say('column.when'), cell: ({ at }) => time(at) },
          { title: say('audit.who'), cell: ({ by }) => by },
          {
            title: say('settings.back'),
            cell: (each) =>
              changes(each) === null ? (
                '–'
              ) : (
                <button type="button" className="quiet" onClick={() => setAsked(each)}>
                  {say('settings.putBack')}
                </button>
              ),
          },
        ]}
      />
      {asked !== null && (
        <PutBack
          layer={asked}
          place={placeOf(asked)}
          changes={changes(asked) ?? []}
          onPutBack={() => void putBack(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  );
}
