// Who may sign in, and what people did here.
import { useState } from 'react';
import type { PageAudit, PagePerson, PageRefusal, PageSession } from '#contract/office/page.ts';
import { type PageApi, Refused } from '../api.ts';
import { Problem, Section, Table } from '../parts/parts.tsx';
import { useAsked } from '../use-asked.ts';
import { useWords } from '../words.ts';
import { auditDeed, auditPerson } from '../texts/audit-words.ts';

export function People({ api, session }: { readonly api: PageApi; readonly session: PageSession }) {
  const words = useWords();
  const { say, code, time } = words;
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState<PageRefusal | null>(null);
  const people = useAsked<readonly PagePerson[]>(api, '/api/people', {}, round);
  const audit = useAsked<readonly PageAudit[]>(api, '/api/audit', {}, round);
  const remove = async (name: string): Promise<void> => {
    try {
      await api.post('/api/people/remove', { name }, session);
      setProblem(null);
    } catch (error) {
      setProblem(error instanceof Refused ? error.code : 'try-again');
    }
    setRound((before) => before + 1);
  };
  return (
    <div className="grid">
      <Section title={say('people.title')}>
        <p className="said">{say('people.add')}</p>
        <Problem code={problem ?? people.problem ?? audit.problem} />
        <Table
          label={say('people.title')}
          rows={people.value ?? []}
          idOf={({ name }) => name}
          empty=""
          columns={[
            { title: say('signIn.name'), cell: ({ name }) => name },
            { title: say('people.role'), cell: ({ role }) => code('role', role) },
            { title: say('till.state'), cell: ({ ready }) => say(ready ? 'people.ready' : 'people.notReady') },
            {
              title: say('column.what'),
              // Who removes the last admin by a slip of the finger cannot undo it here.
              cell: ({ name }) =>
                name === session.person ? (
                  '–'
                ) : (
                  <button type="button" className="quiet" onClick={() => void remove(name)}>
                    {say('people.remove', { name })}
                  </button>
                ),
            },
          ]}
        />
      </Section>
      <Section title={say('audit.title')}>
        <Table
          label={say('audit.title')}
          rows={(audit.value ?? []).map((entry, at) => ({ ...entry, number: String(at) }))}
          idOf={({ number }) => number}
          empty=""
          columns={[
            { title: say('column.when'), cell: ({ at }) => time(at) },
            { title: say('audit.who'), cell: (entry) => auditPerson(entry, words) },
            { title: say('column.what'), cell: (entry) => auditDeed(entry, words) },
            { title: say('audit.from'), cell: ({ address }) => address ?? '–' },
          ]}
        />
      </Section>
    </div>
  );
}
