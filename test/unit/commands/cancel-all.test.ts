// Taking back what a program left waiting: one operation that is refused keeps no other from being taken back.
import { expect, it } from 'vitest';
import { cancelAll } from '#commands/operation.ts';
import type { ControlRow } from '#contract/programs/control.ts';

it('goes through all, tells each refusal, and ends with a sum and 1', async () => {
  const said = { out: '', errors: '' };
  const row = (id: string) => ({ id, state: 'cancelled' }) as ControlRow;
  const detail = 'It may have been sent already (state sending); it can no longer be cancelled.';
  const calls = {
    cancel: async ({ id }: { readonly id: string }) =>
      id === 'op_b'
        ? ({ type: 'refused', refusal: { code: 'not-cancellable', detail } } as const)
        : ({ type: 'changed', operation: row(id) } as const),
  };
  const io = { stdout: (text: string) => (said.out += text), stderr: (text: string) => (said.errors += text) };
  expect(await cancelAll(calls, ['op_a', 'op_b', 'op_c'], 'command: shop', io)).toBe(1);
  expect(said.out).toBe(['op_a', 'op_c'].map((id) => `${JSON.stringify(row(id))}\n`).join(''));
  expect(said.errors).toBe(`bridge: op_b: ${detail}\nTaken back: 2 of the 3 operations that waited.\n`);
  expect(await cancelAll(calls, ['op_a'], 'command: shop', io)).toBe(0);
});
