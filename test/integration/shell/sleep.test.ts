import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { Sleep } from '../../../main/shell/sleep.ts';

const hourMs = 3_600_000;

/** A machine whose steady clock stands still while it sleeps. */
function machine() {
  const monitor = new EventEmitter();
  const at = { wallMs: 0, steadyMs: 0 };
  const wakes: number[] = [];
  const sleep = new Sleep(
    monitor as never,
    (sleptMs) => wakes.push(sleptMs),
    () => ({ ...at }),
  );
  const nap = (wallMs: number, steadyMs = 0) => {
    monitor.emit('suspend');
    at.wallMs += wallMs;
    at.steadyMs += steadyMs;
    monitor.emit('resume');
  };
  return { sleep, wakes, nap, monitor };
}

/** Real time passes as well, but no hour of it. */
const hours = (ms: number) => Math.floor(ms / hourMs);

it('puts the hours slept on the clock of a bridge that runs', () => {
  const { sleep, wakes, nap } = machine();
  const clock = sleep.createClock(0);
  nap(8 * hourMs);
  expect(hours(clock.nowMs())).toBe(8);
  nap(2 * hourMs);
  expect(hours(clock.nowMs())).toBe(10);
  expect(wakes).toEqual([8 * hourMs, 2 * hourMs]);
});

it('does not count a sleep twice for a bridge that started after it', () => {
  const { sleep, nap } = machine();
  nap(8 * hourMs);
  expect(hours(sleep.createClock(5 * hourMs).nowMs())).toBe(5);
});

it('adds nothing where the steady clock went on', () => {
  const { sleep, nap } = machine();
  const clock = sleep.createClock(0);
  nap(8 * hourMs, 8 * hourMs);
  expect(hours(clock.nowMs())).toBe(0);
});

it('never goes back, whatever the clock on the wall says after the sleep', () => {
  const { sleep, nap } = machine();
  const clock = sleep.createClock(5 * hourMs);
  nap(-2 * hourMs);
  expect(hours(clock.nowMs())).toBe(5);
});

it('takes a waking without a falling asleep for no sleep', () => {
  const { wakes, monitor } = machine();
  monitor.emit('resume');
  expect(wakes).toEqual([0]);
});
