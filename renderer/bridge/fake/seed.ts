// A shop's past for the fake: as many operations as wanted, of every kind and state, each time the same.
import type { JsonObject } from '#contract/data/json.ts';
import { commandOf } from '#operations/index.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { State } from '#contract/operation/states.ts';
import { applyEffect, approved } from './answers.ts';
import { noteAccepted, noteState } from './journal.ts';
import { seedWords } from './seed-words.ts';
import type { World } from './world.ts';

const minuteMs = 60_000;

interface Draft {
  readonly kind: string;
  readonly state: State;
  readonly input: JsonObject;
}

function draftOf(world: World, index: number): Draft {
  const { order } = seedWords(world);
  const value = 390 + ((index * 7_919) % 48_000);
  const amount = { value, currency: 'EUR' };
  const transId = `S-2026-${String(index).padStart(6, '0')}`;
  const terminal = { posTerminalId: index % 3 === 0 ? 'T-2' : 'T-1', refNr: `${order} ${40_000 + index}` };
  if (index % 11 === 10) {
    return {
      kind: 'refund',
      state: 'succeeded',
      input: { payId: `PAY-seed-${index - 1}`, transId: `R-${index}`, amount: { value: 120, currency: 'EUR' } },
    };
  }
  const messageType = index % 17 === 5 ? 'AUTHORISATION_OR_RESERVATION' : 'SALE';
  // What the next one refunds was paid.
  const state: State = index % 9 === 4 && index % 11 !== 9 ? 'failed' : 'succeeded';
  return { kind: 'cloud-pos', state, input: { messageType, transId, amount, ...terminal } };
}

/** Every seventh was asked for by the shop's program. */
function byProgram(id: string): boolean {
  return id.startsWith('open-waiting') || Number(/\d+$/.exec(id)?.[0] ?? '1') % 7 === 0;
}

export function place(
  world: World,
  id: string,
  draft: Draft,
  ageMinutes: number,
  part: Partial<OperationView> = {},
): OperationView {
  const at = new Date(world.now() - ageMinutes * minuteMs).toISOString();
  const base: OperationView = {
    id,
    ...draft,
    revision: 3,
    requestId: `erp-${id}`,
    result: null,
    failure: null,
    origin: byProgram(id) ? { type: 'erp', clientId: 'erp', client: seedWords(world).program } : { type: 'cashier' },
    mayWait: (commandOf(draft.kind)?.waits(draft.input) ?? 'never') !== 'never',
    attempts: draft.state === 'accepted' ? 0 : 1,
    createdAt: at,
    updatedAt: at,
    ...part,
  };
  const declined = { code: 'declined', message: 'It was declined. No money was moved.', status: 422 } as const;
  const operation: OperationView = {
    ...base,
    result: draft.state === 'succeeded' ? approved(world, base) : null,
    failure: draft.state === 'failed' ? declined : null,
  };
  world.operations.set(id, operation);
  const moved = draft.state === 'succeeded' ? applyEffect(world, operation) : null;
  noteAccepted(world, operation);
  if (draft.state !== 'accepted') noteState(world, operation, moved);
  return operation;
}

/** `count` final operations, the newest some minutes old. */
export function seedPast(world: World, count: number): void {
  for (let index = 0; index < count; index += 1)
    place(world, `seed-${index}`, draftOf(world, index), (count - index) * 3 + 2);
}

function doubt(
  world: World,
  sinceMinutes: number,
  lookUps: number,
  asksAgain: boolean,
): NonNullable<OperationView['doubt']> {
  const at = (minutes: number) => new Date(world.now() + minutes * minuteMs).toISOString();
  return {
    code: 'no-answer',
    reason: 'The gateway did not answer in time.',
    advice: 'Do not repeat it. The bridge is finding out.',
    since: at(-sinceMinutes),
    lookUps,
    lastLookUpAt: at(-1),
    nextLookUpAt: asksAgain ? at(1) : null,
  };
}

/** One of each that is still open: waiting, unknown, needs a person. */
export function seedOpen(world: World): void {
  const { order, goodsBack } = seedWords(world);
  const refundOf = (value: number, payId: string, refNr: string) => ({
    kind: 'refund',
    input: { payId, transId: `R-2026-${refNr.replaceAll(/\D/g, '')}`, refNr, amount: { value, currency: 'EUR' } },
  });
  const sale = {
    messageType: 'SALE',
    transId: 'S-2026-900001',
    posTerminalId: 'T-2',
    refNr: `${order} 40991`,
    amount: { value: 4_590, currency: 'EUR' },
  };
  place(
    world,
    'open-person',
    { kind: 'cloud-pos', state: 'needs-person', input: { ...sale, transId: 'S-2026-900000', refNr: `${order} 40977` } },
    64,
    {
      doubt: doubt(world, 63, 9, false),
    },
  );
  place(world, 'open-unknown', { kind: 'cloud-pos', state: 'unknown', input: sale }, 6, {
    doubt: doubt(world, 5, 3, true),
  });
  place(world, 'open-waiting-1', { ...refundOf(500, 'PAY-seed-0', `${goodsBack} 118`), state: 'accepted' }, 12, {
    revision: 1,
  });
  place(world, 'open-waiting-2', { ...refundOf(1_250, 'PAY-seed-1', `${goodsBack} 119`), state: 'accepted' }, 9, {
    revision: 1,
  });
}
