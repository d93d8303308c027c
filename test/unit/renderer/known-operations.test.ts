import { expect, it } from 'vitest';
import type { OperationView } from '#contract/operation.ts';
import type { State } from '#contract/states.ts';
import { OperationRoom } from '../../../renderer/stores/known-operations.ts';

const view = (id: string, revision = 1, state: State = 'succeeded') =>
  ({ id, revision, state }) as unknown as OperationView;

it('keeps the higher revision, in whatever order they come', () => {
  const room = new OperationRoom(10);
  expect(room.take([view('a', 2)])).toBe(true);
  expect(room.take([view('a', 1), view('a', 2)])).toBe(false);
  expect(room.take([view('a', 3)])).toBe(true);
  expect(room.door().get('a')?.revision).toBe(3);
});

it('shows each change by another door, so that whoever compares them sees it', () => {
  const room = new OperationRoom(10);
  expect(room.door()).not.toBe(room.door());
});

it('forgets those seen first, beyond as many as it may hold', () => {
  const room = new OperationRoom(3);
  room.take(['a', 'b', 'c', 'd', 'e'].map((id) => view(id)));
  expect([...room.door().values()].map(({ id }) => id)).toEqual(['c', 'd', 'e']);
  expect(room.door().size).toBe(3);
});

it('knows which are open without looking at the others', () => {
  const room = new OperationRoom(2);
  room.take([view('a', 1, 'unknown'), view('b', 1, 'sending')]);
  room.take([view('b', 2, 'succeeded')]);
  expect(
    room
      .door()
      .open()
      .map(({ id }) => id),
  ).toEqual(['a']);
  room.take([view('c', 1, 'needs-person')]);
  expect(
    room
      .door()
      .open()
      .map(({ id }) => id),
  ).toEqual(['c']);
});
