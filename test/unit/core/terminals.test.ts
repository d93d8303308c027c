// How the shop's terminals are, as programs and the window are told: what holds each, and when it is free at the latest.
import { expect, it } from 'vitest';
import { type CallPorts, createCalls } from '#core/api/calls.ts';
import { aPolicy, startMs } from '#support/records.ts';
import { accept, anAccepted, change } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

const iso = (ms: number) => new Date(ms).toISOString();

it('a terminal is free, about to be taken, at work until a time, or held by what is in doubt', async () => {
  const { store } = opened(aFolder());
  const policy = aPolicy({ terminals: ['T1', 'T2'] });
  const ports = { store, policy, clock: { iso }, environment: { id: 'env' } } as unknown as CallPorts;
  const terminals = () => createCalls(ports).terminals();
  const free = { busy: false, operationId: null, busyUntil: null, heldUntil: null };
  const lane = 'terminal:env:T1';
  const untilMs = startMs + 300_000;
  expect(terminals()).toEqual([
    { id: 'T1', ...free },
    { id: 'T2', ...free },
  ]);
  await store.transact((tx) => accept(tx, anAccepted('a', { lanes: [lane] })));
  const taken = { id: 'T1', busy: true, operationId: 'op_a', busyUntil: null, heldUntil: null };
  expect(terminals()).toEqual([taken, { id: 'T2', ...free }]);
  await store.transact((tx) => change(tx, 'op_a', { state: 'sending', terminalUntilMs: untilMs }));
  expect(terminals()[0]).toEqual({ ...taken, busyUntil: iso(untilMs) });
  await store.transact((tx) => change(tx, 'op_a', { state: 'unknown' }));
  expect(terminals()[0]).toEqual({ ...taken, busyUntil: iso(untilMs), heldUntil: iso(untilMs) });
  await store.transact((tx) => (change(tx, 'op_a', { terminalUntilMs: null }), tx.release('op_a', [lane])));
  expect(terminals()[0]).toEqual({ id: 'T1', ...free });
});
