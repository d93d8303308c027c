// What every part of a running engine is given: its ports, the state of the connection, and the present moment as the
// rules read it.
import type { Command } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import type { Connection } from './connection.ts';
import type { Moment } from './decide.ts';
import type { EnginePorts } from './ports/engine.ts';
import type { OperationRecord } from './record.ts';

export interface Context {
  readonly ports: EnginePorts;
  readonly connection: Connection;
  readonly moment: () => Moment;
}

/** `startedAtMs`: engine time at which this engine began, or a person lifted its pause. */
export function momentOf({ clock, chance, policy, pause }: EnginePorts, startedAtMs: number): Moment {
  return {
    nowMs: clock.nowMs(),
    lateMs: clock.lateMs(),
    wallMs: clock.wallMs(),
    ageUnknownBeforeMs: clock.ageUnknownBeforeMs(),
    paused: pause.reason() !== null,
    startedAtMs,
    policy,
    fraction: chance.fraction(),
  };
}

/** Throws where the registry no longer knows the record's kind. */
export function commandFor(record: OperationRecord): Command {
  const command = commandOf(record.kind);
  if (command === null) throw new Error(`operation ${record.id} has the unknown kind ${record.kind}`);
  return command;
}

/** A bug or a disk that failed. What was not committed stays as it was and is taken up after a restart. */
export function logBroken({ events }: EnginePorts, where: string, error: unknown): void {
  events.log('error', 'engine-error', { where, error: error instanceof Error ? error.message : 'unknown' });
}
