// The operations that a window has seen: the newest revision, and how many are kept.
import { expect, it } from 'vitest';
import type { OperationView } from '#contract/operation/operation.ts';
import type { State } from '#contract/operation/states.ts';
import { OperationCache } from '../../../renderer/stores/operations/known-operations.ts';

const view = (id: string, revision = 1, state: State = 'succeeded') =>
  ({ id, revision, state }) as unknown as OperationView;

it('keeps the higher revision, in whatever order they come', () => {
  const cache = new OperationCache(10);
  expect(cache.take([view('a', 2)])).toBe(true);
  expect(cache.take([view('a', 1), view('a', 2)])).toBe(false);
  expect(cache.take([view('a', 3)])).toBe(true);
  expect(cache.view().get('a')?.revision).toBe(3);
});

it('gives another view each time, so that a comparison by identity shows a change', () => {
  const cache = new OperationCache(10);
  expect(cache.view()).not.toBe(cache.view());
});

it('forgets those seen first, beyond as many as it may hold', () => {
  const cache = new OperationCache(3);
  cache.take(['a', 'b', 'c', 'd', 'e'].map((id) => view(id)));
  expect([...cache.view().values()].map(({ id }) => id)).toEqual(['c', 'd', 'e']);
  expect(cache.view().size).toBe(3);
});

it('knows which are open without looking at the others', () => {
  const cache = new OperationCache(2);
  cache.take([view('a', 1, 'unknown'), view('b', 1, 'sending')]);
  cache.take([view('b', 2, 'succeeded')]);
  expect(
    cache
      .view()
      .open()
      .map(({ id }) => id),
  ).toEqual(['a']);
  cache.take([view('c', 1, 'needs-person')]);
  expect(
    cache
      .view()
      .open()
      .map(({ id }) => id),
  ).toEqual(['c']);
});
