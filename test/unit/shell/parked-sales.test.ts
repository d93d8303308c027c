// Parked entries belong to a person, a shift and an environment.
import { expect, it } from 'vitest';
import type { Mode } from '#contract/operation/states.ts';
import { createParkedSales } from '../../../main/shell/machine/parked-sales.ts';

const entry = (id: string) => ({ id, draft: { value: 450 }, by: null, at: '2026-03-01T09:41:00.000Z' });

function aTill() {
  const now = { mode: 'live' as Mode, merchantId: 'M', lastShift: 3 as number | null, person: null as string | null };
  const away = { is: false };
  const parked = createParkedSales(() => {
    const { mode, merchantId, lastShift, person } = now;
    const signedIn = person === null ? null : ({ id: person, name: person, role: 'cashier' } as const);
    return away.is ? null : { mode, merchantId, lastShift, signedIn };
  });
  return { now, parked, away };
}

it('are their own person’s, and others are only counted', () => {
  const { now, parked } = aTill();
  now.person = 'a';
  parked.keep([entry('1'), entry('2')]);
  now.person = 'b';
  expect(parked.read()).toEqual({ entries: [], others: 2 });
  parked.keep([entry('3')]);
  now.person = 'a';
  expect(parked.read()).toEqual({ entries: [entry('1'), entry('2')], others: 1 });
  parked.keep([]);
  expect(parked.read()).toEqual({ entries: [], others: 1 });
});

it.each([
  ['the shift', { lastShift: 4 }],
  ['the gateway', { merchantId: 'N' }],
  ['the mode', { mode: 'training' as Mode }],
])('go with %s', (_, change) => {
  const { now, parked } = aTill();
  parked.keep([entry('1')]);
  Object.assign(now, change);
  expect(parked.read()).toEqual({ entries: [], others: 0 });
});

it('stay while the bridge starts again', () => {
  const { parked, away } = aTill();
  parked.keep([entry('1')]);
  away.is = true;
  parked.read();
  away.is = false;
  expect(parked.read().entries).toEqual([entry('1')]);
});
