// Sends the notifications of the outbox: until one is acknowledged with a 2xx, or the attempts are used up. At least
// once, in no promised order, as webhooks are; faults make them come twice, late, in another order or wrongly signed.
import { type FaultKind, type Faults, webhookRoute } from '../exchange/faults.ts';
import type { SandboxClock } from '../state/clock.ts';
import type { Ledger } from '../state/ledger.ts';
import type { Letter } from '../state/outbox.ts';
import { basicBody, enhancedBody } from './body.ts';
import { objectionTo, post } from './post.ts';
import { type WebhookSettings, defaultWebhookSettings, signatureHeaders } from './settings.ts';

export interface Webhooks {
  /** Sends what is due; returns at once. */
  sendDue(): void;
  /** When there will be something to send, in ms of the sandbox's clock; null: nothing waits. */
  next(): number | null;
  settings(): WebhookSettings;
  change(settings: Partial<WebhookSettings>): void;
  /** Resolves when nothing is being sent any more. */
  idle(): Promise<void>;
}

export interface WebhookParts {
  readonly ledger: Ledger;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly stopping: AbortSignal;
  readonly initial: Partial<WebhookSettings>;
  /** Called when an attempt is over, which may have planned another. */
  readonly attempted: () => void;
}

/** How long a letter is held back for another one to overtake it. */
const heldMs = 5_000;

export function createWebhooks({ ledger, clock, faults, stopping, initial, attempted }: WebhookParts): Webhooks {
  let settings: WebhookSettings = { ...defaultWebhookSettings, ...initial };
  const sending = new Set<Promise<void>>();
  const held = new Set<Letter>();
  // A fault is taken once for each attempt, also for one that it delays.
  const planned = new Map<Letter, FaultKind | null>();

  const sendDue = (): void => {
    if (stopping.aborted || settings.type === 'off') return;
    for (const letter of ledger.outbox.takeDue(clock.now())) {
      held.delete(letter);
      if (!isDelayed(letter)) send(letter);
    }
  };

  /** A fault may say that this attempt has to wait; then it is planned anew. */
  const isDelayed = (letter: Letter): boolean => {
    if (planned.has(letter)) return false;
    const { latencyMs, fault } = faults.take(webhookRoute, false);
    planned.set(letter, fault?.fault ?? null);
    const isHeld = fault?.fault === 'reorder';
    if (isHeld) held.add(letter);
    const waitMs = latencyMs + (isHeld ? (fault?.ms ?? heldMs) : 0);
    if (waitMs > 0) ledger.outbox.postpone(letter, clock.now() + waitMs);
    return waitMs > 0;
  };

  const send = (letter: Letter): void => {
    const run = deliver(letter, planned.get(letter) ?? null).finally(() => {
      planned.delete(letter);
      sending.delete(run);
      attempted();
    });
    sending.add(run);
  };

  const deliver = async (letter: Letter, fault: FaultKind | null): Promise<void> => {
    const { notice, attempts } = letter;
    // What it tells must be on the disk first.
    await ledger.settled();
    const objection = objectionTo(notice.url);
    const result = objection ?? (await attempt(letter, fault));
    // The sandbox stopped while sending: the notification may have arrived, and is sent again after a restart.
    if (stopping.aborted) return;
    const now = clock.now();
    const isDone = objection !== null || (typeof result === 'number' && result >= 200 && result < 300);
    const wait = isDone ? undefined : settings.retryMs[attempts.length];
    const againAt = wait === undefined ? null : new Date(now + wait).toISOString();
    ledger.commit({ attempt: { id: notice.id, at: new Date(now).toISOString(), result, againAt } });
    for (const overtaken of held) ledger.outbox.postpone(overtaken, now);
    held.clear();
  };

  const attempt = async ({ notice }: Letter, fault: FaultKind | null): Promise<number | string> => {
    if (fault === 'reset-before') return 'lost by a fault';
    const payment = ledger.payment(notice.payId);
    if (payment === null) return 'there is no such payment';
    const enhanced = settings.type === 'enhanced';
    const body = enhanced ? enhancedBody(notice, payment) : basicBody(notice);
    const signing = fault === 'wrong-signature' ? { ...settings, key: `not ${settings.key}` } : settings;
    const headers = enhanced ? signatureHeaders(signing, body, Date.now()) : {};
    const posting = { url: notice.url, body, headers, timeoutMs: settings.timeoutMs, stopping };
    const first = await post(posting);
    return fault === 'duplicate' ? post(posting) : first;
  };

  return {
    sendDue,
    next: () => (settings.type === 'off' ? null : ledger.outbox.next()),
    settings: () => settings,
    change: (changed) => {
      settings = { ...settings, ...changed };
    },
    idle: async () => {
      await Promise.allSettled(sending);
    },
  };
}
