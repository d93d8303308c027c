// What the sending of events needs, its limits, and where a registration stands in the journal.
import type { Webhook } from '#contract/programs/client.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { LoopbackBridge, LoopbackDevices, LoopbackJournal, LoopbackLog } from '../programs/ports.ts';
import type { ReadScheduler } from '../limits/read-scheduler.ts';

export interface PushLimits {
  /** For one event, from the connection to the status of the answer. */
  readonly answerMs: number;
  /** The pause after a failure doubles from the first to the second of these. */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** How often the position of each is noted on the disk; after a crash so much may be sent once more. */
  readonly noteMs: number;
  /** How soon a webhook ends or begins that another process changed. */
  readonly lookMs: number;
}

export const pushLimits: PushLimits = {
  answerMs: 10_000,
  firstPauseMs: 1_000,
  longestPauseMs: 300_000,
  noteMs: 1_000,
  lookMs: 1_000,
};

/** What the bridge keeps for webhooks. */
export interface PushKeeping {
  /** What was noted for a program; null before. */
  placeOf(clientId: string): string | null;
  /** On the disk when it returns. */
  note(clientId: string, position: string): void;
  /** The key that the events of a registration are signed with. */
  secretOf(webhookId: string): string;
}

export interface PushPorts {
  readonly journal: LoopbackJournal;
  readonly calls: Pick<LoopbackBridge, 'operation'>;
  readonly devices: LoopbackDevices | null;
  readonly clients: Pick<ClientRegistry, 'byId' | 'list'>;
  readonly reads: Pick<ReadScheduler, 'reader'>;
  readonly keeping: PushKeeping;
  readonly after: Clock['after'];
  /** Engine time, as in the operations that are sent. */
  readonly nowIso: () => string;
  readonly log: LoopbackLog;
  readonly limits: PushLimits;
}

export interface JournalPosition {
  readonly seq: number;
  /** The hash of that record, where it is known: a backup that was put back has another one. */
  readonly hash: string | null;
}

/** Where a registration stands. What was noted for an earlier one of the program does not count. */
export function positionFrom(noted: string | null, { id, from }: Webhook): JournalPosition {
  const [notedId, seq, hash] = (noted ?? '').split(' ');
  return notedId === id && seq !== undefined && /^\d{1,15}$/.test(seq)
    ? { seq: Number(seq), hash: hash ?? null }
    : { seq: from, hash: null };
}
