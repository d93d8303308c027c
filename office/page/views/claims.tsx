// Refunds that are claimed or under way, and a manager's word that one of a till that is gone was not paid out.
import { useState } from 'react';
import type { PageClaim, PageRefusal, PageSession } from '#contract/office/page.ts';
import { type PageApi, Refused } from '../api.ts';
import { Field, Problem, Section, Table } from '../parts/parts.tsx';
import { useAsked } from '../use-asked.ts';
import { useWords } from '../words.ts';

interface ClaimsProps {
  readonly api: PageApi;
  readonly session: PageSession;
  readonly round: number;
}

export function Claims({ api, session, round }: ClaimsProps) {
  const { say, time, amount } = useWords();
  const [changed, setChanged] = useState(0);
  const [why, setWhy] = useState('');
  const [problem, setProblem] = useState<PageRefusal | null>(null);
  const { value, problem: notRead } = useAsked<readonly PageClaim[]>(api, '/api/claims', {}, round + changed);
  const free = async ({ till, id }: PageClaim): Promise<void> => {
    try {
      await api.post('/api/claims/free', { till, id, why }, session);
      setProblem(null);
      setWhy('');
    } catch (error) {
      setProblem(error instanceof Refused ? error.code : 'try-again');
    }
    setChanged((before) => before + 1);
  };
  const rows = value ?? [];
  return (
    <Section title={say('claim.title')}>
      <p className="said">{say('claim.how')}</p>
      <Problem code={problem ?? notRead} />
      {rows.length > 0 && <Field label={say('claim.why')} value={why} onChange={setWhy} more={{ maxLength: 500 }} />}
      <Table
        label={say('claim.title')}
        rows={rows}
        idOf={({ till, id }) => `${till} ${id}`}
        empty={say('claim.none')}
        columns={[
          { title: say('column.when'), cell: ({ since }) => time(since) },
          { title: say('till.name'), cell: ({ till }) => till },
          { title: say('claim.heard'), cell: ({ heardAt }) => time(heardAt) },
          {
            title: say('column.what'),
            cell: ({ state, isFresh, isOfOlderHistory, revoked }) => (
              <>
                {say(`claim.${state}`)}
                {isFresh && <div className="said">{say('claim.fresh')}</div>}
                {isOfOlderHistory && <div className="said">{say('claim.older')}</div>}
                {revoked && <div className="said">{say('claim.revoked')}</div>}
              </>
            ),
          },
          { title: say('column.reference'), as: 'reference', cell: ({ payment }) => payment ?? '–' },
          { title: say('claim.line'), as: 'reference', cell: ({ line }) => line ?? '–' },
          {
            title: say('column.amount'),
            as: 'figures',
            cell: ({ amountMinor, currency }) => amount(amountMinor, currency),
          },
          {
            title: say('claim.why'),
            cell: (each) => (
              <button
                type="button"
                className="quiet"
                disabled={why.trim() === '' || each.isFresh}
                onClick={() => void free(each)}
              >
                {say('claim.free')}
              </button>
            ),
          },
        ]}
      />
    </Section>
  );
}
