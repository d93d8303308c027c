// By which names a command finds a person: one rule, however the name is typed, and never a guess.
import { expect, it } from 'vitest';
import type { Operator } from '#contract/people/people.ts';
import { createOnce } from '#core/api/once.ts';
import { operatorControl } from '#core/api/control-operators.ts';
import { approvalOf } from '#core/staff/command-person.ts';
import type { OperatorWish } from '#core/staff/people.ts';

function aList(...names: readonly (readonly [string, boolean])[]) {
  const list = names.map(([name, active], at): Operator => {
    return { id: `p${at}`, name, role: 'manager', active, lockedUntil: null, fromOffice: false };
  });
  const saved: OperatorWish[] = [];
  const own: string[] = [];
  const people: Parameters<typeof operatorControl>[0]['people'] = {
    isManned: () => true,
    list: () => list,
    verify: async ({ operatorId }) => ({ type: 'person', person: list.find(({ id }) => id === operatorId)! }),
    saveBy: async (_by, wish) => {
      saved.push(wish);
      return { type: 'saved', operator: list[0]! };
    },
    changePinOf: async ({ operatorId }) => {
      own.push(operatorId);
      return { type: 'person', person: list.find(({ id }) => id === operatorId)! };
    },
  };
  const once = createOnce({ facts: () => [], head: () => ({ seq: 0, hash: '' }) });
  return { list, people, saved, own, calls: operatorControl({ people, once }) };
}

let wishes = 0;
const asked = () => ({ id: String((wishes += 1)).padStart(32, '0'), since: 0 });
const spellings = ['Zoë Sample', 'zoë sample', '  ZOË   SAMPLE ', 'Zoe\u0308 Sample', 'Ｚｏë Ｓａｍｐｌｅ'];

it.each(spellings)('%j is Zoë Sample, for a PIN and for a change of the list', async (name) => {
  const { people, saved, own, calls } = aList(['Kim', true], ['Zoë Sample', true]);
  expect(approvalOf(people, { name, pin: '1234' })).toEqual({ operatorId: 'p1', pin: '1234' });
  const operator = { name: 'Kim', pin: '1234' };
  await calls.removeOperator({ by: { account: 'a', operator }, name }, asked());
  expect(saved).toMatchObject([{ id: 'p1', name: 'Zoë Sample', active: false }]);
  await calls.changePin({ by: { name, pin: '1234' }, name: 'ZOË SAMPLE', pin: '5678' }, asked());
  expect(own).toEqual(['p1']);
});

it.each(spellings)('%j, who was removed, comes back as the same person', async (name) => {
  const { saved, calls } = aList(['Kim', true], ['Zoë Sample', false]);
  const by = { account: 'a', operator: { name: 'Kim', pin: '1234' } };
  await calls.createOperator({ by, name, role: 'cashier', pin: '1234' }, asked());
  expect(saved).toMatchObject([{ id: 'p1', name, active: true }]);
});

it('of two whose names differ in capitals only it is the one who is written so, or none', () => {
  const { people } = aList(['Kim', true], ['KIM', true], ['Robin', false], ['ROBIN', true]);
  expect(approvalOf(people, { name: 'KIM', pin: '1' })).toMatchObject({ operatorId: 'p1' });
  expect(approvalOf(people, { name: 'kim', pin: '1' })).toMatchObject({
    refusal: { code: 'operator-unknown', detail: expect.stringContaining('Kim, KIM') },
  });
  // Who was removed shows no PIN any more.
  expect(approvalOf(people, { name: 'robin', pin: '1' })).toMatchObject({ operatorId: 'p3' });
});
