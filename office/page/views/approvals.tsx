// What tills ask to be approved, each on a card with its two answers, large enough for a phone. To approve, a one-time
// code is asked for where the last one was shown some minutes ago.
import { useEffect, useState } from 'react';
import type { ApprovalVerdict } from '#contract/office/approvals.ts';
import type { PageApproval, PageRefusal, PageSession } from '#contract/office/page.ts';
import { type PageApi, Refused } from '../api.ts';
import { Field, Foreign, Problem } from '../parts/parts.tsx';
import type { Asked } from '../use-asked.ts';
import { useWords } from '../words.ts';

interface ApprovalsProps {
  readonly api: PageApi;
  readonly session: PageSession;
  readonly asked: Asked<readonly PageApproval[]> & { readonly again: () => void };
}

export function Approvals({ api, session, asked }: ApprovalsProps) {
  const { say } = useWords();
  const [problem, setProblem] = useState<PageRefusal | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const answer = async ({ till, id, digest }: PageApproval, verdict: ApprovalVerdict): Promise<void> => {
    setBusy(true);
    const shown = verdict === 'approved' && needsCode ? { code } : {};
    try {
      await api.post('/api/approvals/answer', { till, id, digest, verdict, ...shown }, session);
      setProblem(null);
      if (verdict === 'approved') setNeedsCode(false);
    } catch (error) {
      const why = error instanceof Refused ? error.code : 'try-again';
      if (why === 'code-needed') setNeedsCode(true);
      setProblem(why);
    }
    setCode('');
    setBusy(false);
    asked.again();
  };
  const rows = asked.value ?? [];
  const moves = useMoves(rows.map(({ id }) => id).join(' '));
  return (
    <>
      <p className="said">{say('approval.how')}</p>
      <Problem code={problem ?? asked.problem} />
      {needsCode && rows.length > 0 && (
        <div className="row">
          <Field
            label={say('signIn.code')}
            value={code}
            onChange={setCode}
            more={{ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 6 }}
          />
        </div>
      )}
      {rows.length === 0 ? (
        <p className="said" role="status">
          {asked.value === null ? '' : say('approval.none')}
        </p>
      ) : (
        <div className="grid">
          {rows.map((each) => (
            <Question
              key={`${each.till} ${each.id}`}
              asked={each}
              disabled={busy || moves || (needsCode && !/^\d{6}$/.test(code))}
              busy={busy || moves}
              onAnswer={(verdict) => void answer(each, verdict)}
            />
          ))}
        </div>
      )}
    </>
  );
}

const settlesInMs = 700;

/** Whether cards moved just now: a press that was meant for the one before would answer another question. */
function useMoves(shown: string): boolean {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(shown), settlesInMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown !== settled;
}

interface QuestionProps {
  readonly asked: PageApproval;
  /** To approve. */
  readonly disabled: boolean;
  readonly busy: boolean;
  readonly onAnswer: (verdict: ApprovalVerdict) => void;
}

function Question({ asked, disabled, busy, onAnswer }: QuestionProps) {
  const { say, code, amount, time } = useWords();
  const { tillName, shop, person, payment, terminal, line, reason, askedAt, known, mode, bar } = asked;
  const money = (sum: PageApproval['amount']): string | null => (sum === null ? null : amount(sum.value, sum.currency));
  const sum = money(asked.amount) ?? say('approval.unknownSum');
  const last4 = payment?.last4 ?? null;
  const card = [payment?.brand ?? null, last4 === null ? null : `•••• ${last4}`]
    .filter((each) => each !== null)
    .join(' ');
  const facts: readonly (readonly [string, string | null])[] = [
    [say('approval.person'), person],
    [say('till.name'), shop === null ? tillName : `${tillName} · ${shop}`],
    [say('column.reference'), payment === null ? say('approval.noPayment') : (payment.reference ?? payment.payId)],
    [say('approval.card'), card === '' ? null : card],
    [say('approval.paidTo'), terminal === null ? null : say('approval.anyCard', { terminal })],
    [say('approval.captured'), money(payment?.captured ?? null)],
    [say('approval.refunded'), money(payment?.refunded ?? null)],
    [
      say('approval.known'),
      known === null
        ? null
        : say('approval.knownSums', {
            taken: amount(known.takenMinor, known.currency),
            givenBack: amount(known.givenBackMinor, known.currency),
            tills: known.tills,
          }),
    ],
    [say('claim.line'), line],
    [say('claim.why'), reason],
    [say('column.when'), time(askedAt)],
  ];
  return (
    <section className="card" aria-label={`${code('sort', asked.sort)} ${sum}`}>
      <h2>{code('sort', asked.sort)}</h2>
      <p className="asked">{sum}</p>
      {mode === 'test' && <p className="state plain">{code('mode', mode)}</p>}
      <dl className="facts">
        {facts.map(([title, value]) =>
          value === null ? null : (
            <div key={title} className="fact">
              <dt>{title}</dt>
              <dd>
                <Foreign text={value} />
              </dd>
            </div>
          ),
        )}
      </dl>
      {bar === null ? (
        <div className="answers">
          <button type="button" className="quiet" disabled={busy} onClick={() => onAnswer('declined')}>
            {say('approval.decline')}
          </button>
          <button type="button" disabled={disabled} onClick={() => onAnswer('approved')}>
            {say('approval.approve', { sum })}
          </button>
        </div>
      ) : (
        <p className="said">{say(`approval.bar.${bar}`)}</p>
      )}
    </section>
  );
}
