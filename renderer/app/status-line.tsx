// The line that never moves: mode, connection and since when, terminal, what waits and what is in doubt.
import { useStore } from 'zustand';
import type { StatusView } from '#contract/window.ts';
import type { TextKey } from '#texts/index.ts';
import { firstTerminal } from '../stores/shop-store.ts';
import { useStores, useWords } from '../ui/context.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';
import { EndsNote, useUnseenEnds } from './ends/ends-note.tsx';
import { PairingBar, useAsked } from './pairing/pairing-bar.tsx';
import { RequestBar } from './requests/request-bar.tsx';
import { useQuestion } from './requests/use-question.ts';
import { ScanNote, useUnplaced } from './scanner/scan-note.tsx';
import css from './status-line.module.css';

function Mode({ mode }: { readonly mode: StatusView['mode'] }) {
  const { say } = useWords();
  const key: TextKey = `mode.${mode}`;
  return (
    <span className={`${css['mode']} ${css[mode]}`}>
      <span>{say(key)}</span>
    </span>
  );
}

function Part({
  icon,
  tone,
  children,
}: {
  readonly icon: IconName;
  readonly tone?: string;
  readonly children: string;
}) {
  return (
    <span className={`${css['part']} ${tone === undefined ? '' : css[tone]}`}>
      <Icon name={icon} size={20} />
      <span>{children}</span>
    </span>
  );
}

function Connection({ status }: { readonly status: StatusView }) {
  const { say, time } = useWords();
  const { connection, credentials, accepting } = status;
  if (credentials.state === 'refused')
    return (
      <Part icon="lock" tone="bad">
        {say('status.refused')}
      </Part>
    );
  if (credentials.state === 'destination-changed')
    return (
      <Part icon="lock" tone="bad">
        {say('status.destinationChanged')}
      </Part>
    );
  if (!accepting)
    return (
      <Part icon="stop" tone="bad">
        {say('status.notAccepting')}
      </Part>
    );
  if (connection.state === 'unchecked') return <Part icon="online">{say('status.unchecked')}</Part>;
  const since = time(connection.since);
  return connection.state === 'online' ? (
    <Part icon="online">{say('status.online', { time: since })}</Part>
  ) : (
    <Part icon="offline" tone="bad">
      {say('status.offline', { time: since })}
    </Part>
  );
}

function Terminal() {
  const { say } = useWords();
  const { shop, sale, preferences } = useStores();
  const terminals = useStore(shop, (state) => state.terminals);
  const chosen = useStore(sale, (state) => state.terminalId);
  const preferred = useStore(preferences, (state) => state.preferences.terminalId);
  const id = chosen ?? firstTerminal(terminals, preferred);
  if (id === null) return <Part icon="terminal">{say('status.noTerminal')}</Part>;
  const busy = terminals.find((each) => each.id === id)?.busy ?? false;
  return (
    <Part icon="terminal" tone={busy ? 'wait' : 'calm'}>
      {busy ? say('status.terminalBusy', { id }) : say('status.terminal', { id })}
    </Part>
  );
}

type CountKey = 'status.waiting' | 'status.inDoubt' | 'status.needsPerson';

function Count({
  text,
  count,
  icon,
  tone,
  filter,
  locked,
}: {
  text: CountKey;
  count: number;
  icon: IconName;
  tone: string;
  filter: string;
  locked: boolean;
}) {
  const { say } = useWords();
  const { navigation } = useStores();
  if (locked) {
    return (
      <Part icon={icon} {...(count > 0 ? { tone } : {})}>
        {say(text, { count })}
      </Part>
    );
  }
  return (
    <button
      type="button"
      className={`${css['part']} ${css['press']} ${count > 0 ? css[tone] : ''}`}
      onClick={() => navigation.go({ screen: 'activity', filter })}
    >
      <Icon name={icon} size={20} />
      <span>{say(text, { count })}</span>
    </button>
  );
}

function countsOf({ waiting, inDoubt, needsPerson }: StatusView) {
  return [
    { text: 'status.waiting', count: waiting, icon: 'clock', tone: 'wait', filter: 'waiting' },
    { text: 'status.inDoubt', count: inDoubt, icon: 'question', tone: 'doubt', filter: 'unknown' },
    { text: 'status.needsPerson', count: needsPerson, icon: 'person', tone: 'doubt', filter: 'person' },
  ] as const;
}

/** Who is signed in, and the way out. */
function SignedIn({ name }: { readonly name: string }) {
  const { say } = useWords();
  const { people } = useStores();
  return (
    <button
      type="button"
      className={`${css['part']} ${css['press']} ${css['who']}`}
      aria-label={say('status.signOut', { name })}
      onClick={() => void people.signOut()}
    >
      <Icon name="lock" size={20} />
      <span className={css['wide']}>{say('status.signOut', { name })}</span>
      {/* The word that says what it does; the name is in its label. */}
      <span className={css['narrow']}>{say('status.signOutShort')}</span>
    </button>
  );
}

function isAsEver({ connection, credentials, accepting }: StatusView): boolean {
  return accepting && !['refused', 'destination-changed'].includes(credentials.state) && connection.state !== 'offline';
}

/** `locked`: beneath the lock screen, where nothing leads anywhere and what runs is counted. */
export function StatusLine({ locked = false }: { readonly locked?: boolean }) {
  const { say, clock } = useWords();
  const { status: store, navigation } = useStores();
  const { status, answering, silentSince } = useStore(store);
  const facingCustomer = useStore(navigation, (state) => state.facingCustomer);
  const { question, open } = useQuestion();
  const aside = question !== null && !open;
  const alone = !locked && !facingCustomer;
  const pairing = useAsked() && alone;
  const scanned = useUnplaced() !== null && alone;
  const ended = useUnseenEnds().length > 0 && alone && !(pairing || scanned || aside);
  const asked = pairing || scanned || aside || ended;
  // What is as ever makes room for who asks; what is wrong stays.
  const hidden = asked && status !== null && isAsEver(status);
  return (
    <footer className={css['line']} aria-label={say('status.label')}>
      {status === null ? null : <Mode mode={status.mode} />}
      <span role="status" className={css['spoken']}>
        {answering === false && silentSince !== null ? (
          <Part icon="offline" tone="bad">
            {say('status.silent', { time: clock(silentSince) })}
          </Part>
        ) : null}
        {answering !== false && status !== null && !hidden ? <Connection status={status} /> : null}
      </span>
      {status === null ? null : (
        <>
          {locked || asked ? null : <Terminal />}
          <RequestBar />
          {alone ? <PairingBar /> : null}
          {alone ? <ScanNote /> : null}
          {ended ? <EndsNote /> : null}
          {facingCustomer ? null : <Counts status={status} locked={locked} />}
        </>
      )}
    </footer>
  );
}

/** Authorizations that are not captured soon cannot be any more: the shift's report lists them. */
function Lapsing({ locked }: { readonly locked: boolean }) {
  const { say } = useWords();
  const { navigation } = useStores();
  if (locked) {
    return (
      <Part icon="clock" tone="doubt">
        {say('status.lapsing')}
      </Part>
    );
  }
  return (
    <button
      type="button"
      className={`${css['part']} ${css['press']} ${css['doubt']}`}
      onClick={() => navigation.go({ screen: 'shift' })}
    >
      <Icon name="clock" size={20} />
      <span>{say('status.lapsing')}</span>
    </button>
  );
}

/** What is open, and who is signed in: the shop's own affairs. */
function Counts({ status, locked }: { readonly status: StatusView; readonly locked: boolean }) {
  const { say } = useWords();
  return (
    <span className={css['counts']}>
      {locked ? <Part icon="refresh">{say('status.running', { count: status.operations.sending })}</Part> : null}
      {countsOf(status)
        .filter(({ text, count }) => text !== 'status.needsPerson' || count > 0)
        .map((each) => (
          <Count key={each.text} {...each} locked={locked} />
        ))}
      {status.alarms.some(({ code }) => code === 'authorization-lapses') ? <Lapsing locked={locked} /> : null}
      {status.alarms.some(({ code }) => code === 'operation-refused') ? (
        <Part icon="clock" tone="bad">
          {say('status.operationRefused')}
        </Part>
      ) : null}
      {status.otherEnvironments > 0 ? (
        <Part icon="clock">{say('status.otherEnvironments', { count: status.otherEnvironments })}</Part>
      ) : null}
      {status.signedIn === null ? null : <SignedIn name={status.signedIn.name} />}
    </span>
  );
}
