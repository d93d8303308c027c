// What a person who is signed in sees: the views, over the same days, asked anew at each piece of news.
import { useEffect, useState } from 'react';
import { type Looks, type PageApproval, type PageRefusal, type PageSession, mayAs } from '#contract/office/page.ts';
import type { PageApi } from './api.ts';
import { Choice, Field, Problem } from './parts/parts.tsx';
import { useAsked } from './use-asked.ts';
import { Alarms } from './views/alarms.tsx';
import { Approvals } from './views/approvals.tsx';
import { Attention } from './views/attention.tsx';
import { Day } from './views/day.tsx';
import { Find } from './views/find.tsx';
import { People } from './views/people.tsx';
import { Settlement } from './views/settlement.tsx';
import { Takings } from './views/takings.tsx';
import { TillSettings } from './views/till-settings.tsx';
import { Tills } from './views/tills.tsx';
import { useWords } from './words.ts';

const views = [
  ['takings', 'viewer'],
  ['attention', 'viewer'],
  ['alarms', 'viewer'],
  ['tills', 'viewer'],
  ['payments', 'manager'],
  ['day', 'viewer'],
  ['settlement', 'manager'],
  ['people', 'admin'],
  ['approvals', 'approver'],
] as const;
type View = (typeof views)[number][0];

interface ShownProps {
  readonly api: PageApi;
  readonly session: PageSession;
  readonly onOut: (why: PageRefusal | null) => void;
}

export function Shown({ api, session, onOut }: ShownProps) {
  const { say, code, time } = useWords();
  const [zone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [today] = useState(() => dayOf(new Date()));
  const [view, setView] = useState<View>('takings');
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState(today);
  const [mode, setMode] = useState('');
  const [round, setRound] = useState(0);
  const query = { from, to, zone, ...(mode === '' ? {} : { mode }) };
  const { value: looks, problem } = useAsked<Looks>(api, '/api/looks', from === '' || to === '' ? null : query, round);
  const approvals = useApprovals(api, session, round);
  useEffect(
    () => api.watch((goes) => (goes ? setRound((before) => before + 1) : onOut('not-signed-in'))),
    // One stream for as long as the person is signed in.
    [api, session],
  );
  useEffect(() => {
    if (problem === 'not-signed-in') onOut('not-signed-in');
  }, [problem]);
  const signOut = async (): Promise<void> => {
    await api.post('/api/sign-out', {}, session).catch(() => undefined);
    onOut(null);
  };
  const modes = looks?.modes ?? [];
  const ofRange = view === 'takings' || view === 'attention';
  return (
    <>
      <a className="skip" href="#content">
        {say('page.skip')}
      </a>
      <header className="head">
        <p className="brand">Tillbridge · {say('page.title')}</p>
        <nav aria-label={say('page.views')}>
          {views
            .filter(([, least]) => (least === 'approver' ? session.approves : mayAs(session.role, least)))
            .map(([each]) => (
              <button
                key={each}
                type="button"
                className="tab"
                aria-current={each === view ? 'page' : undefined}
                onClick={() => setView(each)}
              >
                {say(`view.${each}`)}
                {each === 'attention' && <Count of={toLookAt(looks)} />}
                {each === 'approvals' && <Count of={approvals.value?.length ?? 0} />}
              </button>
            ))}
        </nav>
        <button type="button" className="quiet" onClick={() => void signOut()}>
          {say('page.signOut')} ({session.person})
        </button>
      </header>
      <main id="content" tabIndex={-1}>
        <h1>{say(`view.${view}`)}</h1>
        {ofRange && (
          <div className="row">
            <Field label={say('range.from')} value={from} onChange={setFrom} type="date" />
            <Field label={say('range.to')} value={to} onChange={setTo} type="date" />
            {modes.length > 0 && (
              <Choice
                label={say('range.mode')}
                value={looks?.mode ?? ''}
                onChange={setMode}
                options={modes.map((each) => [each, code('mode', each)] as const)}
              />
            )}
            {looks !== null && <p className="said">{time(looks.at)}</p>}
          </div>
        )}
        <Problem code={problem} />
        {looks === null ? (
          <p role="status">{problem === null ? say('page.loading') : ''}</p>
        ) : (
          <>
            {view === 'takings' && <Takings looks={looks} />}
            {view === 'attention' && <Attention looks={looks} />}
            {view === 'alarms' && <Alarms api={api} session={session} round={round} />}
            {view === 'tills' && <Tills looks={looks} />}
            {view === 'tills' && mayAs(session.role, 'admin') && (
              <TillSettings api={api} session={session} round={round} />
            )}
            {view === 'payments' && <Find api={api} zone={zone} currency={looks.all[0]?.currency ?? 'EUR'} />}
            {view === 'day' && <Day api={api} zone={zone} today={today} shops={shopsOf(looks)} round={round} />}
            {view === 'settlement' && <Settlement api={api} session={session} zone={zone} today={today} />}
            {view === 'people' && <People api={api} session={session} />}
            {view === 'approvals' && <Approvals api={api} session={session} asked={approvals} />}
          </>
        )}
      </main>
    </>
  );
}

/** How often the page looks whether a till that asked is still there: nothing tells it that one is gone. */
const lookEveryMs = 20_000;

/** What tills ask now, whichever view is shown. */
function useApprovals(api: PageApi, { approves }: PageSession, round: number) {
  const [looked, setLooked] = useState(0);
  const asked = useAsked<readonly PageApproval[]>(api, '/api/approvals', approves ? {} : null, round + looked);
  const again = (): void => setLooked((before) => before + 1);
  useEffect(() => {
    if (!approves) return undefined;
    const timer = setInterval(again, lookEveryMs);
    return () => clearInterval(timer);
  }, [approves]);
  return { ...asked, again };
}

/** How much there is to look at. */
function Count({ of: count }: { readonly of: number }) {
  return count === 0 ? null : <span className="count">{count}</span>;
}

function toLookAt(looks: Looks | null): number {
  return (looks?.doubts.length ?? 0) + (looks?.refundedTwice.length ?? 0) + (looks?.alarms.length ?? 0);
}

function shopsOf({ tillStates }: Looks): string[] {
  return [...new Set(tillStates.map(({ shop }) => shop ?? ''))].toSorted();
}

function dayOf(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
