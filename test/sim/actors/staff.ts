// Who works at the till, where people sign in at all.
import type { Person } from '#contract/people/people.ts';

export const cashiers: readonly Person[] = [
  { id: 'person-3', name: 'First cashier', role: 'cashier' },
  { id: 'person-4', name: 'Second cashier', role: 'cashier' },
];

export const supervisors: readonly Person[] = [
  { id: 'person-1', name: 'First supervisor', role: 'supervisor' },
  { id: 'person-2', name: 'Second supervisor', role: 'supervisor' },
];
