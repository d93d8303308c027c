// Alarms that are open and past, with what to do; an admin also sees and changes the recipients.
import { useState } from 'react';
import { languages } from '#contract/data/languages.ts';
import {
  type PageNotice,
  type PageRecipient,
  type PageRefusal,
  type PageSession,
  mayAs,
} from '#contract/office/page.ts';
import { languageNames } from '#texts/language.ts';
import { type PageApi, Refused } from '../api.ts';
import { Choice, type Column, Field, Foreign, Problem, Section, Table } from '../parts/parts.tsx';
import { useAsked } from '../use-asked.ts';
import { useWords } from '../words.ts';
import { Claims } from './claims.tsx';

interface AlarmsProps {
  readonly api: PageApi;
  readonly session: PageSession;
  readonly round: number;
}

export function Alarms({ api, session, round }: AlarmsProps) {
  const { say, time, amount, language } = useWords();
  const { value, problem } = useAsked<readonly PageNotice[]>(api, '/api/alarms', { language }, round);
  const columns: Column<PageNotice>[] = [
    { title: say('column.when'), cell: ({ since }) => time(since) },
    { title: say('till.name'), cell: ({ till }) => till },
    {
      title: say('column.what'),
      cell: ({ title, advice, closedAt }) => (
        <>
          {title}
          {closedAt === null && <div className="said">{advice}</div>}
        </>
      ),
    },
    { title: say('column.reference'), as: 'reference', cell: ({ reference }) => reference ?? '–' },
    {
      title: say('column.amount'),
      as: 'figures',
      cell: ({ amountMinor, currency }) => amount(amountMinor, currency),
    },
  ];
  const open = (value ?? []).filter(({ closedAt }) => closedAt === null);
  const past = (value ?? []).filter(({ closedAt }) => closedAt !== null);
  const over = { title: say('notice.over'), cell: ({ closedAt }: PageNotice) => time(closedAt) };
  const idOf = ({ number }: PageNotice): string => String(number);
  return (
    <div className="grid">
      <Problem code={problem} />
      <Section title={say('notice.open')}>
        <Table label={say('notice.open')} rows={open} idOf={idOf} empty={say('notice.none')} columns={columns} />
      </Section>
      <Section title={say('notice.past')}>
        <Table
          label={say('notice.past')}
          rows={past}
          idOf={idOf}
          empty={say('notice.nonePast')}
          columns={[...columns, over]}
        />
      </Section>
      {mayAs(session.role, 'manager') && <Claims api={api} session={session} round={round} />}
      {mayAs(session.role, 'admin') && <Recipients api={api} session={session} round={round} />}
    </div>
  );
}

function Recipients({ api, session, round }: AlarmsProps) {
  const { say, time, language: own } = useWords();
  const [changed, setChanged] = useState(0);
  const [address, setAddress] = useState('');
  const [language, setLanguage] = useState<string>(own);
  const [problem, setProblem] = useState<PageRefusal | null>(null);
  const { value, problem: notRead } = useAsked<readonly PageRecipient[]>(api, '/api/recipients', {}, round + changed);
  const change = async (path: string, wish: object): Promise<void> => {
    try {
      await api.post(path, wish, session);
      setProblem(null);
      setAddress('');
    } catch (error) {
      setProblem(error instanceof Refused ? error.code : 'try-again');
    }
    setChanged((before) => before + 1);
  };
  return (
    <Section title={say('recipient.title')}>
      <p className="said">{say('recipient.how')}</p>
      <Problem code={problem ?? notRead} />
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          void change('/api/recipients/add', { address, language });
        }}
      >
        <Field
          label={say('recipient.address')}
          value={address}
          onChange={setAddress}
          type="email"
          more={{ required: true, maxLength: 254 }}
        />
        <Choice
          label={say('page.language')}
          value={language}
          onChange={setLanguage}
          options={languages.map((each) => [each, languageNames[each]] as const)}
        />
        <button type="submit">{say('recipient.add')}</button>
      </form>
      <Table
        label={say('recipient.title')}
        rows={value ?? []}
        idOf={({ id }) => id}
        empty={say('recipient.none')}
        columns={[
          { title: say('recipient.address'), as: 'reference', cell: (each) => each.address },
          { title: say('recipient.sent'), cell: ({ lastSentAt }) => time(lastSentAt) },
          {
            title: say('recipient.waiting'),
            as: 'figures',
            cell: ({ waiting, why }) => (
              <>
                {waiting}
                {waiting > 0 && why !== null && (
                  <div className="said">
                    <Foreign text={why} />
                  </div>
                )}
              </>
            ),
          },
          {
            title: say('column.what'),
            cell: ({ id, address: name }) => (
              <button type="button" className="quiet" onClick={() => void change('/api/recipients/remove', { id })}>
                {say('people.remove', { name })}
              </button>
            ),
          },
        ]}
      />
    </Section>
  );
}
