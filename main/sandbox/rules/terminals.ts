// The terminals: each runs one command at a time, takes a while, and approves unless the panel said otherwise.
// A command goes on whether or not the client that sent it still listens.
import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '#contract/data/json.ts';
import { type MaskedCard, presentedCard } from '../facts/cards.ts';

/** `previous`: the terminal does nothing and repeats its answer to the command before. */
export type Verdict = 'approve' | 'decline' | 'timeout' | 'previous';

/** Replaces the words of an approving answer. */
export interface Words {
  readonly status?: string | undefined;
  readonly responseCode?: string | undefined;
}

export interface Steering {
  /** Applies to the next command only. */
  readonly next?: Verdict | undefined;
  /** Minor units that the next SALE or AUTHORISATION_OR_RESERVATION is approved for, whatever is asked for. */
  readonly approveMinor?: number | undefined;
  /** Minor units that the customer adds as a tip. */
  readonly tipMinor?: number | undefined;
  /** Until it is changed: every command is refused. */
  readonly offline?: boolean | undefined;
  /** Until it is changed; null restores the terminal's own words. */
  readonly words?: Words | null | undefined;
  /** Until it is changed. */
  readonly delayMs?: number | undefined;
  /** The card presented from now on, by its BIN. */
  readonly bin?: string | undefined;
}

/** What one command is to meet, without the panel. */
export type Once = Pick<Steering, 'next' | 'approveMinor' | 'tipMinor' | 'offline'> & { readonly words?: Words };

/** Minor units; null: the requested amount, and no tip. */
export interface Approves {
  readonly approveMinor: number | null;
  readonly tipMinor: number | null;
}

export interface Session {
  /** Rejects when the sandbox stops first. */
  readonly verdict: Promise<Verdict>;
  readonly card: MaskedCard;
  /** The amounts that the panel set. */
  readonly approves: Approves;
  readonly words: Words;
  /** The body of its last approving answer; null before the first. */
  readonly previous: JsonObject | null;
  /** Remembers the body of an approving answer. */
  answered(body: JsonObject): void;
  /** Frees the terminal. */
  end(): void;
}

export interface Terminals {
  /**
   * Starts a command, or says why not. `making`: the transId of the payment that it is to make. `once`: for this command,
   * before what the panel said.
   */
  start(terminalId: string, making: string | null, once: Once): Session | 'busy' | 'offline' | 'trans-id-running';
  steer(terminalId: string, steering: Steering): void;
}

interface Terminal {
  busy: boolean;
  offline: boolean;
  next: Verdict;
  approves: Approves;
  words: Words;
  previous: JsonObject | null;
  delayMs: number;
  card: MaskedCard;
}

const defaultBin = '400002';
const asAsked: Approves = { approveMinor: null, tipMinor: null };

export function createTerminals(delayMs: number, stopping: AbortSignal): Terminals {
  const terminals = new Map<string, Terminal>();
  const beingMade = new Set<string>();

  const terminalOf = (terminalId: string): Terminal => {
    const known = terminals.get(terminalId);
    if (known !== undefined) return known;
    const added: Terminal = {
      busy: false,
      offline: false,
      next: 'approve',
      approves: asAsked,
      words: {},
      previous: null,
      delayMs,
      card: presentedCard(defaultBin),
    };
    terminals.set(terminalId, added);
    return added;
  };

  return {
    start: (terminalId, making, once) => {
      if (making !== null && beingMade.has(making)) return 'trans-id-running';
      const terminal = terminalOf(terminalId);
      if (once.offline ?? terminal.offline) return 'offline';
      if (terminal.busy) return 'busy';
      terminal.busy = true;
      if (making !== null) beingMade.add(making);
      const { card, previous } = terminal;
      const next = once.next ?? terminal.next;
      const words = once.words ?? terminal.words;
      const approves = {
        approveMinor: once.approveMinor ?? terminal.approves.approveMinor,
        tipMinor: once.tipMinor ?? terminal.approves.tipMinor,
      };
      terminal.next = 'approve';
      if (making !== null) terminal.approves = asAsked;
      return {
        card,
        approves,
        words,
        previous,
        answered: (body) => {
          terminal.previous = body;
        },
        verdict: after(terminal.delayMs, next, stopping),
        end: () => {
          terminal.busy = false;
          if (making !== null) beingMade.delete(making);
        },
      };
    },
    steer: (terminalId, { next, approveMinor, tipMinor, offline, words, delayMs: changed, bin }) => {
      const terminal = terminalOf(terminalId);
      if (next !== undefined) terminal.next = next;
      terminal.approves = {
        approveMinor: approveMinor ?? terminal.approves.approveMinor,
        tipMinor: tipMinor ?? terminal.approves.tipMinor,
      };
      if (offline !== undefined) terminal.offline = offline;
      if (words !== undefined) terminal.words = words ?? {};
      if (changed !== undefined) terminal.delayMs = changed;
      if (bin !== undefined) terminal.card = presentedCard(bin);
    },
  };
}

async function after(ms: number, verdict: Verdict, stopping: AbortSignal): Promise<Verdict> {
  if (ms > 0) await delay(ms, undefined, { signal: stopping });
  return verdict;
}
