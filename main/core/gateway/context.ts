// What every part of a running engine gets: its ports, the state of the connection, and the present moment for the
// rules.
import type { JsonObject } from '#contract/data/json.ts';
import type { Command } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import type { Connection } from './connection.ts';
import { type Moment, instantOf } from '../operation/moment.ts';
import type { EnginePorts } from '../ports/engine.ts';
import type { OperationRecord } from '../ports/record.ts';

export interface EngineContext {
  readonly ports: EnginePorts;
  readonly connection: Connection;
  readonly moment: () => Moment;
}

/** `startedAtMs`: engine time at which this engine began, or a person lifted its pause. */
export function momentOf({ clock, chance, policy, pause }: EnginePorts, startedAtMs: number): Moment {
  return {
    ...instantOf(clock),
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

/**
 * A bug or a disk that failed. What was not committed stays as it was and is continued after a restart. `facts` names the
 * operation, where it is about one.
 */
export function logBroken({ events }: EnginePorts, where: string, error: unknown, facts: JsonObject = {}): void {
  events.log('error', 'engine-error', { where, ...facts, error: error instanceof Error ? error.message : 'unknown' });
}
