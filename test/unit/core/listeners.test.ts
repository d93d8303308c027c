// Listeners: all are notified, and the error of one reaches no other.
import { expect, it } from 'vitest';
import { Listeners } from '#core/commit/listeners.ts';

type Listener = (value: number) => void;

function some() {
  const logged: unknown[] = [];
  const listeners = new Listeners<Listener>((level, event, facts) => logged.push([level, event, facts]));
  return { logged, listeners };
}

it('notifies all who listen, and none who has stopped', () => {
  const { listeners } = some();
  const heard: string[] = [];
  listeners.add((value) => heard.push(`first ${value}`));
  const stop = listeners.add((value) => heard.push(`second ${value}`));
  listeners.notify('news', (listener) => listener(1));
  stop();
  listeners.notify('news', (listener) => listener(2));
  expect(heard).toEqual(['first 1', 'second 1', 'first 2']);
  expect(listeners.count).toBe(1);
});

it('logs the error of one listener by its name, and tells the others', () => {
  const { listeners, logged } = some();
  const heard: number[] = [];
  listeners.add(() => {
    throw new TypeError('a secret in a message');
  });
  listeners.add((value) => heard.push(value));
  listeners.notify('news', (listener) => listener(1));
  listeners.show(
    'list',
    () => 2,
    (listener, value) => listener(value),
  );
  expect(heard).toEqual([1, 2]);
  const line = (what: string) => ['error', 'listener-failed', { what, error: 'TypeError' }];
  expect(logged).toEqual([line('news'), line('list')]);
});

it('reads what it shows once, and not at all without listeners', () => {
  const { listeners, logged } = some();
  let reads = 0;
  const show = () =>
    listeners.show(
      'list',
      () => (reads += 1),
      (listener, value) => listener(value),
    );
  show();
  expect(reads).toBe(0);
  listeners.add(() => {});
  listeners.add(() => {});
  show();
  expect(reads).toBe(1);
  expect(logged).toEqual([]);
});

it('names the operation in the log where it is about one', () => {
  const { listeners, logged } = some();
  const facts = { operation: 'op_1' };
  listeners.add(() => {
    throw new TypeError('a secret in a message');
  });
  listeners.notify('operation', (listener) => listener(1), facts);
  listeners.show(
    'operation',
    () => 2,
    (listener, value) => listener(value),
    facts,
  );
  const line = ['error', 'listener-failed', { what: 'operation', ...facts, error: 'TypeError' }];
  expect(logged).toEqual([line, line]);
});

it('logs what cannot be read', () => {
  const { listeners, logged } = some();
  listeners.add(() => {});
  listeners.show(
    'list',
    () => {
      throw new RangeError('the disk');
    },
    (listener, value) => listener(value),
  );
  expect(logged).toEqual([['error', 'listener-failed', { what: 'list', error: 'RangeError' }]]);
});
