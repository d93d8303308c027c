// The terminals: each runs one command at a time, takes a while, and approves unless the panel said otherwise.
// A command goes on whether or not the client that sent it still listens.
import { setTimeout as delay } from 'node:timers/promises';
import { type MaskedCard, presentedCard } from './cards.ts';

export type Verdict = 'approve' | 'decline' | 'timeout';

export interface Steering {
  /** Applies to the next command only. */
  readonly next?: Verdict | undefined;
  /** What the next command approves instead of what it asks for, minor units. */
  readonly approves?: number | undefined;
  /** From now on. */
  readonly delayMs?: number | undefined;
  /** The card presented from now on, by its BIN. */
  readonly bin?: string | undefined;
}

export interface Session {
  /** Rejects when the sandbox stops first. */
  readonly verdict: Promise<Verdict>;
  readonly card: MaskedCard;
  /** Null: what is asked for. */
  readonly approves: number | null;
  /** Frees the terminal. */
  end(): void;
}

export interface Terminals {
  /** Starts a command, or says why not. `making`: the transId of the payment that it is to make. */
  start(terminalId: string, making: string | null): Session | 'busy' | 'trans-id-running';
  steer(terminalId: string, steering: Steering): void;
}

interface Terminal {
  busy: boolean;
  next: Verdict;
  approves: number | null;
  delayMs: number;
  card: MaskedCard;
}

const defaultBin = '400002';

export function createTerminals(delayMs: number, stopping: AbortSignal): Terminals {
  const terminals = new Map<string, Terminal>();
  const beingMade = new Set<string>();

  const terminalOf = (terminalId: string): Terminal => {
    const known = terminals.get(terminalId);
    if (known !== undefined) return known;
    const added: Terminal = { busy: false, next: 'approve', approves: null, delayMs, card: presentedCard(defaultBin) };
    terminals.set(terminalId, added);
    return added;
  };

  return {
    start: (terminalId, making) => {
      if (making !== null && beingMade.has(making)) return 'trans-id-running';
      const terminal = terminalOf(terminalId);
      if (terminal.busy) return 'busy';
      terminal.busy = true;
      if (making !== null) beingMade.add(making);
      const { next, card, approves } = terminal;
      terminal.next = 'approve';
      terminal.approves = null;
      return {
        card,
        approves,
        verdict: after(terminal.delayMs, next, stopping),
        end: () => {
          terminal.busy = false;
          if (making !== null) beingMade.delete(making);
        },
      };
    },
    steer: (terminalId, { next, approves, delayMs: changed, bin }) => {
      const terminal = terminalOf(terminalId);
      if (next !== undefined) terminal.next = next;
      if (approves !== undefined) terminal.approves = approves;
      if (changed !== undefined) terminal.delayMs = changed;
      if (bin !== undefined) terminal.card = presentedCard(bin);
    },
  };
}

async function after(ms: number, verdict: Verdict, stopping: AbortSignal): Promise<Verdict> {
  if (ms > 0) await delay(ms, undefined, { signal: stopping });
  return verdict;
}
