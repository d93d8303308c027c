// Lines that unauthenticated callers cause: the first is written, the rest of a minute counted, and quiet ends it.
import { expect, it } from 'vitest';
import { createCountedLog } from '#http/limits/counted-log.ts';

function aLog() {
  const written: unknown[][] = [];
  const timers = new Set<() => void>();
  const counted = createCountedLog(
    (...line) => written.push(line),
    (ms, work) => {
      expect(ms).toBe(60_000);
      timers.add(work);
      return () => timers.delete(work);
    },
  );
  const pass = () => {
    const due = [...timers];
    timers.clear();
    for (const work of due) work();
  };
  return { ...counted, written, timers, pass };
}

it('writes the first of a kind, then one line a minute with how many came, until none comes', () => {
  const { line, written, timers, pass } = aLog();
  for (let count = 0; count < 1_000; count += 1) line('warn', 'refused', { code: 'a' });
  line('warn', 'refused', { code: 'b' });
  expect(written).toEqual([
    ['warn', 'refused', { code: 'a' }],
    ['warn', 'refused', { code: 'b' }],
  ]);
  pass();
  expect(written.slice(2)).toEqual([['warn', 'refused', { code: 'a', times: 999 }]]);
  line('warn', 'refused', { code: 'a' });
  pass();
  expect(written.slice(3)).toEqual([['warn', 'refused', { code: 'a', times: 1 }]]);
  pass();
  expect(timers.size).toBe(0);
  line('warn', 'refused', { code: 'a' });
  expect(written.at(-1)).toEqual(['warn', 'refused', { code: 'a' }]);
});

it('writes what it counted when it ends', () => {
  const { line, written, timers, end } = aLog();
  for (let count = 0; count < 3; count += 1) line('info', 'webhook', { signed: false });
  end();
  expect(written.at(-1)).toEqual(['info', 'webhook', { signed: false, times: 2 }]);
  expect(timers.size).toBe(0);
});

it('counts together what has more kinds than there is room for', () => {
  const { line, written } = aLog();
  for (let kind = 0; kind < 1_000; kind += 1) line('warn', 'refused', { kind });
  expect(written).toHaveLength(201);
  expect(written.at(-1)).toEqual(['warn', 'refused', {}]);
});
