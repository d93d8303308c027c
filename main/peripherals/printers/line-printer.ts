// A printer on a line of its own (TCP or serial). It is asked before each document, and the end is its own word. Work is
// done in turn; nothing that left is ever sent again.
import { setTimeout as pause } from 'node:timers/promises';
import type { PrintDocument } from '#contract/devices/documents.ts';
import type { LineTrouble } from '#contract/devices/line-devices.ts';
import type { Printer, PrinterState, PrintOutcome } from '#core/ports/printers.ts';
import type { PrinterProfile } from '../address/profile.ts';
import { encodeDocument } from '../encoding/encode.ts';
import type { Line } from '../lines/line.ts';
import { openTrouble } from '../lines/open-trouble.ts';
import { obstacleOf, stateOf } from '../status/facts.ts';
import type { StatusLanguage } from '../status/words.ts';
import { provesFence } from './fence-proof.ts';
import { deliver, longestPiece } from './deliver.ts';
import { kickBeside, kickDrawer } from './drawer.ts';
import type { PrinterLimits } from './limits.ts';
import { createSession, type Session } from './session.ts';
import { createSettledSwitch } from './settled-switch.ts';
import { turnInTime, within } from './within.ts';

export interface LinePrinterParts {
  readonly id: string;
  readonly line: Line;
  readonly profile: PrinterProfile;
  readonly language: StatusLanguage;
  readonly limits: PrinterLimits;
}

export interface LinePrinter extends Printer {
  /** Does work in its turn with the line let go, so that a trial of the same printer can open it. */
  lend<T>(work: () => Promise<T>): Promise<Lent<T>>;
}

/** `busy`: a document stands still in the printer, or takes long, and nothing was done. */
export type Lent<T> = { readonly lent: T } | { readonly busy: PrinterState };

const unreachable: PrinterState = { obstacle: 'no-answer', paperLow: false, drawerOpen: null };
/** More than the longest command of a document: a band of a picture. */
const longestCommand = 5_000;

export function createLinePrinter({ id, line, profile, language, limits }: LinePrinterParts): LinePrinter {
  const listeners = new Set<(state: PrinterState) => void>();
  let last: PrinterState | null = null;
  let kept: Session | null = null;
  let current: Session | null = null;
  /** Has a document under way. */
  let delivering: Session | null = null;
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();
  /** What is done or waits for its turn. */
  let working = 0;
  let poll: NodeJS.Timeout | null = null;
  /**
   * Bytes that could complete a command which was cut off, in this run or in one before. They are cleared before the
   * next document: it would be taken for the rest of that command, and its fence would still be answered.
   */
  let unfinished = profile.answers ? longestCommand : 0;

  /** Why the line did not open the last time, for a person. */
  let trouble: LineTrouble | null = null;
  const away = (): PrinterState => (trouble === null ? unreachable : { ...unreachable, trouble });

  let hasSpoken: () => void = () => undefined;
  const firstWord = new Promise<void>((resolve) => {
    hasSpoken = resolve;
  });

  let told: PrinterState | null = null;
  const drawerSwitch = createSettledSwitch(limits.switchMs, tell);

  function know(state: PrinterState) {
    last = state;
    hasSpoken();
    tell();
  }

  function tell() {
    if (last === null) return;
    const state = { ...last, drawerOpen: drawerSwitch.says(last.drawerOpen) };
    if (told !== null && same(told, state)) return;
    told = state;
    for (const listener of listeners) listener(state);
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    working += 1;
    const result = turn.then(work).finally(() => (working -= 1));
    turn = result.catch(() => undefined);
    return result;
  }

  async function connect(): Promise<Session | null> {
    if (kept?.isOpen() === true) return kept;
    if (closed) return null;
    try {
      const connection = await line.open(limits.openMs);
      trouble = null;
      const session = createSession(connection, language, (facts) => know(stateOf(facts, profile)));
      current = session;
      if (line.keptOpen) {
        kept = session;
        connection.onLost(() => {
          kept = null;
          know(unreachable);
          schedule(limits.reopenMs);
        });
      }
      return session;
    } catch (error) {
      // A printer in the network, and the training printer, is there or is not: nothing is to mend at this computer.
      const [, path] = /^serial:(.*)/.exec(line.name) ?? [];
      trouble = path === undefined ? null : openTrouble(path, error).trouble;
      return null;
    }
  }

  async function drop(session: Session): Promise<void> {
    if (kept === session) kept = null;
    await session.close();
  }

  /** Does something with a connected printer that has just told its state; null where it did not. */
  async function asked<T>(work: (session: Session, state: PrinterState) => Promise<T>): Promise<T | null> {
    const session = await connect();
    if (session === null) {
      know(away());
      return null;
    }
    let intact = false;
    try {
      if (profile.answers) {
        const facts = await within(session.ask(), limits.answerMs);
        if (facts === null) {
          know(unreachable);
          return null;
        }
      } else know({ obstacle: null, paperLow: false, drawerOpen: null });
      const result = await work(session, last ?? unreachable);
      intact = session.isOpen();
      return result;
    } finally {
      if (!line.keptOpen || !intact) await drop(session);
    }
  }

  const refresh = () => asked(() => Promise.resolve());

  function schedule(ms: number) {
    if (poll !== null) clearTimeout(poll);
    poll = null;
    if (closed || (!line.keptOpen && listeners.size === 0)) return;
    poll = setTimeout(() => {
      poll = null;
      void inTurn(refresh).finally(() => {
        if (poll === null) schedule(last?.obstacle === 'no-answer' ? limits.reopenMs : limits.pollMs);
      });
    }, ms);
    poll.unref();
  }

  /** Ends what an earlier document may have left behind in the printer. False where it is not through with it. */
  async function settle(session: Session): Promise<boolean> {
    if (unfinished === 0) return true;
    if (profile.answers && language.clear !== null) {
      const cleared = session.hears(({ type }) => type === 'cleared').then(() => true);
      session.write(language.clear).catch(() => undefined);
      if ((await within(cleared, limits.clearMs)) === true) {
        unfinished = 0;
        return true;
      }
    }
    // Zeros complete whatever was begun, and are nothing by themselves.
    const zerosMs = limits.answerMs + (unfinished / (line.bytesPerSecond ?? Number.POSITIVE_INFINITY)) * 1_000;
    await within(session.write(new Uint8Array(unfinished)), zerosMs);
    if (profile.answers && !language.namesFences && !(await workedOff(session, zerosMs))) return false;
    unfinished = 0;
    return true;
  }

  /** All fences of earlier documents are answered: their words could be taken for that of the next. */
  async function workedOff(session: Session, timeoutMs: number): Promise<boolean> {
    const fence = language.nextFence();
    if (fence === null) return true;
    let isOver = false;
    const passed = session.passes(fence, () => isOver).then(() => true);
    const isWorkedOff = await within(passed, timeoutMs);
    isOver = true;
    if (isWorkedOff !== true) return false;
    // The words of several fences come one directly after the other.
    await pause(limits.quietMs);
    return (await within(session.ask(), limits.answerMs)) !== null;
  }

  async function printOn(
    session: Session,
    { pieces }: { readonly pieces: readonly Uint8Array[] },
    beforeFirstByte: () => Promise<void>,
  ): Promise<PrintOutcome> {
    if (!(await settle(session))) return { type: 'not-sent', obstacle: 'no-answer' };
    await beforeFirstByte();
    if (!session.isOpen()) {
      know(unreachable);
      return { type: 'not-sent', obstacle: 'no-answer' };
    }
    unfinished = longestCommand;
    const [first, ...more] = pieces;
    const watched = language.watch === null || !profile.answers ? [] : [language.watch];
    delivering = session;
    const fence = profile.answers ? language.nextFence() : null;
    const before = session.fenceWords();
    const delivered = await deliver({
      session,
      line,
      // The first piece resets the printer, and with it what it tells by itself.
      pieces: [...(first === undefined ? [] : [first]), ...watched, ...more],
      fence,
      fenceAfter: () => language.fenceAfter(),
      answers: profile.answers,
      limits,
    }).finally(() => {
      delivering = null;
    });
    switch (delivered.type) {
      case 'told': {
        const { fence: proof, earlier } = delivered;
        const alone = await provesFence({ session, language, fence: proof, before: before + earlier, limits });
        if (!alone || (profile.confirms === 'gs-r' && !(await stillReady(session)))) {
          return { type: 'doubtful', reason: 'no-word' };
        }
        unfinished = 0;
        return { type: 'printed' };
      }
      case 'taken':
        unfinished = 0;
        return { type: 'handed-over' };
      case 'doubtful':
        // What still waits in our own system must not follow later.
        await drop(session);
        know(unreachable);
        return { type: 'doubtful', reason: closed ? 'closed' : delivered.reason };
    }
  }

  /** The weaker fence says that the data was worked off, which does not mean that there was paper. */
  async function stillReady(session: Session): Promise<boolean> {
    const facts = await within(session.ask(), limits.answerMs);
    return facts !== null && obstacleOf(facts) === null;
  }

  schedule(0);

  return {
    info: {
      id,
      confirms: profile.confirms !== 'nothing',
      columns: profile.columns,
      hasDrawer: profile.hasDrawer,
    },
    state: async () => {
      // While it works, or is asked time and again, what it said last is new enough.
      if (working > 0) await firstWord;
      else if (last === null || poll === null) await inTurn(refresh);
      return last ?? unreachable;
    },
    onState: (listener) => {
      listeners.add(listener);
      if (poll === null) schedule(0);
      return () => listeners.delete(listener);
    },
    print: (document: PrintDocument, beforeFirstByte, copy) =>
      inTurn(async () => {
        const outcome = await asked((session, { obstacle }) =>
          obstacle === null
            ? printOn(session, encodeDocument(document, profile, copy, longestPiece(line, limits)), beforeFirstByte)
            : Promise.resolve<PrintOutcome>({ type: 'not-sent', obstacle }),
        );
        return outcome ?? { type: 'not-sent', obstacle: 'no-answer' };
      }),
    unprintable: (document) => encodeDocument(document, profile, false).notes,
    openDrawer: (beforeFirstByte) => {
      if (!profile.hasDrawer) return Promise.resolve('not-sent');
      const common = { profile, language, limits, beforeFirstByte };
      if (delivering !== null && obstacleOf(delivering.facts()) !== null) {
        return kickBeside({ session: delivering, ...common });
      }
      const kick = async () => {
        const outcome = await asked(async (session) => {
          const kicked = await kickDrawer({ session, ...common });
          // Without its word a late one could be taken for another's.
          if (kicked === 'unknown') await drop(session);
          return kicked;
        });
        return outcome ?? 'not-sent';
      };
      return turnInTime(inTurn, kick, limits).then((kicked) => kicked ?? 'not-sent');
    },
    lend: async (work) => {
      const alone = async () => {
        if (kept !== null) await drop(kept);
        return { lent: await work() };
      };
      const done = await turnInTime(inTurn, alone, limits).finally(() => schedule(0));
      return done ?? { busy: last ?? unreachable };
    },
    close: async () => {
      closed = true;
      if (poll !== null) clearTimeout(poll);
      listeners.clear();
      drawerSwitch.end();
      // What is being printed ends as doubtful.
      if (current !== null) await drop(current);
      await turn;
    },
  };
}

function same(one: PrinterState, other: PrinterState): boolean {
  return (
    one.obstacle === other.obstacle &&
    one.paperLow === other.paperLow &&
    one.drawerOpen === other.drawerOpen &&
    one.trouble?.advice === other.trouble?.advice
  );
}
