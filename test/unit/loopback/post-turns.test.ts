// When bodies are looked into: each program some kilobytes in a turn of the event loop, or one body, in its own order.
import { describe, expect, it } from 'vitest';
import { createPostTurns } from '#loopback/limits/post-turns.ts';

const large = 60_000;

function theTurns() {
  const planned: (() => void)[] = [];
  const turns = createPostTurns((work) => void planned.push(work));
  const begun: string[] = [];
  const send = (name: string, bytes: number, clientId = 'one') => {
    const coming = turns.turn(clientId, bytes);
    if (coming === null) begun.push(name);
    else void coming.then(() => begun.push(name));
  };
  /** The event loop goes round once. */
  const next = async () => {
    planned.shift()?.();
    await Promise.resolve();
  };
  return { send, begun, next, planned };
}

describe('a program with many large bodies', () => {
  it('has one of them looked into in each turn, in their order', async () => {
    const { send, begun, next } = theTurns();
    for (const name of ['a', 'b', 'c']) send(name, large);
    expect(begun).toEqual(['a']);
    await next();
    expect(begun).toEqual(['a', 'b']);
    send('small', 100);
    expect(begun).toEqual(['a', 'b']);
    await next();
    expect(begun).toEqual(['a', 'b', 'c']);
    await next();
    expect(begun).toEqual(['a', 'b', 'c', 'small']);
  });

  it('keeps no other one waiting', () => {
    const { send, begun } = theTurns();
    for (const name of ['a', 'b']) send(name, large);
    send('sale', 300, 'two');
    expect(begun).toEqual(['a', 'sale']);
  });
});

describe('a program with orders of ordinary size', () => {
  it('has two dozen of them looked into at once', () => {
    const { send, begun } = theTurns();
    for (let count = 0; count < 40; count += 1) send(String(count), 600);
    expect(begun).toHaveLength(27);
  });
});

it('nothing is planned once nothing waits', async () => {
  const { send, next, planned } = theTurns();
  for (const name of ['a', 'b']) send(name, large);
  while (planned.length > 0) await next();
  send('c', large);
  expect(planned).toHaveLength(1);
});
