// The status line: mode, connection and since when, terminal, what waits and what is in doubt. It never moves.
import { useStore } from 'zustand';
import type { StatusView } from '#contract/till/window.ts';
import type { TextKey } from '#texts/index.ts';
import { hasNoNetwork, isNoneNamed } from '../../stores/till/status-store.ts';
import { firstTerminal } from '../../stores/shop-store.ts';
import { useStores, useWords } from '../../ui/base/context.tsx';
import { Icon, type IconName } from '../../ui/base/icons.tsx';
import { useMayDecide } from '../../ui/people/use-may-decide.ts';
import { EndsNote, useUnseenEnds } from '../ends/ends-note.tsx';
import { PairingBar, useAsked } from '../pairing/pairing-bar.tsx';
import { PrintNote, usePrintMatter } from '../printing/print-note.tsx';
import { TrainingButton } from '../printing/training-pane.tsx';
import { Drawer, Paper, useLeftOpen } from '../printing/print-parts.tsx';
import { RequestBar } from '../requests/request-bar.tsx';
import { useQuestion } from '../requests/use-question.ts';
import { ScanNote, useScanNote } from '../scanner/scan-note.tsx';
import css from '../status/status-line.module.css';
import { Word } from '../status/word.tsx';

function Mode({ mode }: { readonly mode: StatusView['mode'] }) {
  const { say } = useWords();
  const key: TextKey = `mode.${mode}`;
  return (
    <span className={`${css['mode']} ${css[mode]}`}>
      <span>
        <Word text={say(key)} short={say(`${key}.short`)} />
      </span>
    </span>
  );
}

function Part({
  icon,
  tone,
  short,
  children,
}: {
  readonly icon: IconName;
  readonly tone?: string;
  /** The text on a small till. */
  readonly short?: string;
  readonly children: string;
}) {
  return (
    <span className={`${css['part']} ${tone === undefined ? '' : css[tone]}`}>
      <Icon name={icon} size={20} />
      <span>{short === undefined ? children : <Word text={children} short={short} />}</span>
    </span>
  );
}

/** `brief`: a note needs the room; on a small till its mark alone then says that it is online. */
function Connection({ status, brief }: { readonly status: StatusView; readonly brief: boolean }) {
  const { say, time } = useWords();
  const noNetwork = useStore(useStores().status, hasNoNetwork);
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
  if (noNetwork)
    return (
      <Part icon="offline" tone="bad">
        {say('status.noNetwork')}
      </Part>
    );
  if (connection.state === 'unchecked') return brief ? null : <Part icon="online">{say('status.unchecked')}</Part>;
  if (brief && connection.state === 'online') {
    return (
      <span className={css['part']}>
        <Icon name="online" size={20} />
        <span className={css['brief']}>{say('status.online.short')}</span>
      </span>
    );
  }
  const since = time(connection.since);
  return connection.state === 'online' ? (
    <Part icon="online" short={say('status.online.short')}>
      {say('status.online', { time: since })}
    </Part>
  ) : (
    <Part icon="offline" tone="bad">
      {say('status.offline', { time: since })}
    </Part>
  );
}

/** Leads to the terminals; not where the customer reads the page. */
function Terminal({ pressable }: { readonly pressable: boolean }) {
  const { say } = useWords();
  const { shop, sale, preferences, navigation, status } = useStores();
  const unnamed = useStore(status, (state) => isNoneNamed(state.status));
  const terminals = useStore(shop, (state) => state.terminals);
  const chosen = useStore(sale, (state) => state.terminalId);
  const preferred = useStore(preferences, (state) => state.preferences.terminalId);
  const id = chosen ?? firstTerminal(terminals, preferred);
  const busy = terminals.find((each) => each.id === id)?.busy ?? false;
  const terminal =
    id === null
      ? say(unnamed ? 'status.noTerminalNamed' : 'status.noTerminal')
      : say(busy ? 'status.terminalBusy' : 'status.terminal', { id });
  const short = id ?? say('status.noTerminal');
  const calm = unnamed ? 'doubt' : 'calm';
  const tone = busy ? 'wait' : calm;
  if (!pressable) {
    return (
      <Part icon="terminal" tone={tone} short={short}>
        {terminal}
      </Part>
    );
  }
  return (
    <button
      type="button"
      className={`${css['part']} ${css['press']} ${css[tone]}`}
      onClick={() => navigation.go({ screen: 'terminals' })}
    >
      <Icon name="terminal" size={20} />
      <span className="visually-hidden">{say('status.openTerminals')}</span>
      <span>
        <Word text={terminal} short={short} />
      </span>
    </button>
  );
}

type CountKey = 'status.waiting' | 'status.inDoubt' | 'status.needsPerson' | 'status.toLookAt';

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
  const look = `${css['part']} ${count > 0 ? css[tone] : ''}`;
  const words = (
    <>
      <Icon name={icon} size={20} />
      <span className={css['counted']}>{say(text, { count })}</span>
      <span className={css['figure']} aria-hidden="true">
        {count}
      </span>
    </>
  );
  if (locked) return <span className={look}>{words}</span>;
  return (
    <button
      type="button"
      className={`${look} ${css['press']}`}
      onClick={() => navigation.go({ screen: 'activity', filter })}
    >
      {words}
    </button>
  );
}

/** A cashier decides little of what needs a person, so the line does not ask them to. */
function countsOf({ waiting, inDoubt, needsPerson }: StatusView, mayDecide: boolean) {
  const person = mayDecide ? 'status.needsPerson' : 'status.toLookAt';
  return [
    { text: 'status.waiting', count: waiting, icon: 'clock', tone: 'wait', filter: 'waiting' },
    { text: 'status.inDoubt', count: inDoubt, icon: 'question', tone: 'doubt', filter: 'unknown' },
    { text: person, count: needsPerson, icon: 'person', tone: 'doubt', filter: 'person' },
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
      {/* On a small till the name stands above what a press does. */}
      <span className={`${css['narrow']} ${css['stacked']}`}>
        {/* In the order of the spoken name; the name stands above. */}
        <span className={css['does']}>{say('status.signOutShort')}</span> <span data-signed-in="">{name}</span>
      </span>
    </button>
  );
}

function isAsEver({ connection, credentials, accepting }: StatusView): boolean {
  return accepting && !['refused', 'destination-changed'].includes(credentials.state) && connection.state !== 'offline';
}

/** Alarms that are a sentence in the line. */
const sentences = [
  { code: 'operation-refused', text: 'status.operationRefused', tone: 'bad' },
  { code: 'disk-low', text: 'status.diskLow', tone: 'bad' },
  { code: 'backup-old', text: 'status.backupOld', tone: 'doubt' },
  { code: 'archive-lost', text: 'status.archiveLost', tone: 'doubt' },
  { code: 'clock-behind', text: 'status.clockBehind', tone: 'doubt' },
  { code: 'office-trouble', text: 'status.officeTrouble', tone: 'doubt' },
] as const;
const withWords: readonly string[] = ['authorization-lapses', ...sentences.map(({ code }) => code)];

function hasMore({ alarms, otherEnvironments }: StatusView): boolean {
  return otherEnvironments > 0 || alarms.some(({ code }) => withWords.includes(code));
}

/** `locked`: beneath the lock screen, without buttons, and with a count of what runs. */
export function StatusLine({ locked = false }: { readonly locked?: boolean }) {
  const { say, clock } = useWords();
  const { status: store, navigation, printing: printers } = useStores();
  const { status, answering, silentSince } = useStore(store);
  const noNetwork = useStore(store, hasNoNetwork);
  const facingCustomer = useStore(navigation, (state) => state.facingCustomer);
  const { question, open } = useQuestion();
  const aside = question !== null && !open;
  const alone = !locked && !facingCustomer;
  const pairing = useAsked() && alone;
  const scanned = useScanNote() && alone;
  const ended = useUnseenEnds().length > 0 && alone && !(pairing || scanned || aside);
  const printing = usePrintMatter() && alone && !(pairing || scanned || aside);
  const asked = pairing || scanned || aside || ended || printing;
  // The connection says little for a question while all is well; trouble stays shown in full.
  const hidden = asked && status !== null && isAsEver(status);
  const leftOpen = useLeftOpen() !== null && !locked && !facingCustomer;
  // On a small till the counts drop their words for a sentence about the connection, an alarm or the drawer.
  const isWell =
    answering !== false && !noNetwork && status?.connection.state === 'online' && isAsEver(status) && !hasMore(status);
  const tight = leftOpen || !isWell;
  const trains = useStore(printers, ({ view }) => view.training !== null);
  const crowded = asked || (trains && status !== null && status.signedIn !== null);
  return (
    <footer
      className={`${css['line']} ${asked ? '' : css['one']} ${tight ? css['tight'] : ''} ${crowded ? css['crowded'] : ''}`}
      aria-label={say('status.label')}
    >
      {status === null ? null : <Mode mode={status.mode} />}
      <span role="status" className={css['spoken']}>
        {answering === false && silentSince !== null ? (
          <Part icon="offline" tone="bad">
            {say('status.silent', { time: clock(silentSince) })}
          </Part>
        ) : null}
        {answering !== false && status !== null ? <Connection status={status} brief={hidden} /> : null}
      </span>
      {status === null ? null : (
        <>
          {locked || asked ? null : <Terminal pressable={!facingCustomer} />}
          <RequestBar />
          {alone ? <PairingBar /> : null}
          {alone ? <ScanNote /> : null}
          {printing ? <PrintNote /> : null}
          {ended ? <EndsNote /> : null}
          {facingCustomer ? null : <Counts status={status} locked={locked} paperTold={printing} />}
        </>
      )}
    </footer>
  );
}

/** Some authorizations lapse soon unless they are captured; leads to their list. */
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
      onClick={() => navigation.go({ screen: 'authorizations' })}
    >
      <Icon name="clock" size={20} />
      <span>{say('status.lapsing')}</span>
    </button>
  );
}

/** What is open, and who is signed in: not shown while the screen faces the customer. */
function Counts({
  status,
  locked,
  paperTold,
}: {
  readonly status: StatusView;
  readonly locked: boolean;
  readonly paperTold: boolean;
}) {
  const { say } = useWords();
  const mayDecide = useMayDecide();
  return (
    <span className={css['counts']}>
      {locked ? <Part icon="refresh">{say('status.running', { count: status.operations.sending })}</Part> : null}
      {countsOf(status, mayDecide)
        .filter(({ filter, count }) => filter !== 'person' || count > 0)
        .map((each) => (
          <Count key={each.filter} {...each} locked={locked} />
        ))}
      {status.alarms.some(({ code }) => code === 'authorization-lapses') ? <Lapsing locked={locked} /> : null}
      {sentences
        .filter(({ code }) => status.alarms.some((alarm) => alarm.code === code))
        .map(({ code, text, tone }) => (
          <Part key={code} icon="clock" tone={tone}>
            {say(text)}
          </Part>
        ))}
      {status.otherEnvironments > 0 ? (
        <Part icon="clock">{say('status.otherEnvironments', { count: status.otherEnvironments })}</Part>
      ) : null}
      {locked ? null : <Paper told={paperTold} />}
      {locked ? null : <Drawer />}
      {locked ? null : <TrainingButton />}
      {status.signedIn === null ? null : <SignedIn name={status.signedIn.name} />}
    </span>
  );
}
