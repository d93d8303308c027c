// The turns of callers without a token: by connection, and after one another.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { jsonAnswer } from '#http/answer.ts';
import { createOpenTurns } from '#loopback/limits/open-turns.ts';

/** Its turns come when they are asked for. */
class Thread {
  #step: (() => boolean) | null = null;

  slices<T>(step: (hasTime: () => boolean) => T | null): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    this.#step = () => {
      const done = step(() => true);
      if (done !== null) resolve(done);
      return done !== null;
    };
    return promise;
  }

  turn(): void {
    if (this.#step?.() === true) this.#step = null;
  }
}

class Outgoing extends EventEmitter {
  socket: object | null = null;

  next(): void {
    this.socket = {};
    this.emit('socket');
  }
}

function till() {
  const thread = new Thread();
  const turns = createOpenTurns(thread);
  const answered: string[] = [];
  const ask = (name: string, socket: object, outgoing = new Outgoing()) => {
    const request = { incoming: { socket }, outgoing } as unknown as {
      readonly incoming: IncomingMessage;
      readonly outgoing: ServerResponse;
    };
    const answer = turns.turn(request, () => {
      answered.push(name);
      return jsonAnswer(200, {});
    });
    return { answer, outgoing };
  };
  const first = () => {
    const outgoing = new Outgoing();
    outgoing.socket = {};
    return outgoing;
  };
  return { thread, ask, answered, first };
}

it('each connection has one turn after the other, whoever asks most', () => {
  const { thread, ask, answered, first } = till();
  const [busy, quiet] = [{}, {}];
  ask('busy 1', busy, first());
  expect(ask('busy 2', busy, first()).answer).toBeNull();
  ask('quiet', quiet, first());
  thread.turn();
  ask('busy 3', busy, first());
  thread.turn();
  thread.turn();
  expect(answered).toEqual(['busy 1', 'quiet', 'busy 3']);
});

it('a question behind another answer of its connection waits outside of the line', async () => {
  const { thread, ask, answered, first } = till();
  const behind = ask('behind', {});
  ask('other', {}, first());
  thread.turn();
  expect(answered).toEqual(['other']);
  behind.outgoing.next();
  thread.turn();
  expect(answered).toEqual(['other', 'behind']);
  expect((await behind.answer)?.status).toBe(200);
});

it('who leaves takes no turn', async () => {
  const { thread, ask, answered, first } = till();
  const left = ask('left', {}, first());
  const next = ask('next', {}, first());
  left.outgoing.emit('close');
  thread.turn();
  expect(answered).toEqual(['next']);
  expect((await left.answer)?.status).toBe(204);
  expect((await next.answer)?.status).toBe(200);
  ask('later', {}, first());
  thread.turn();
  expect(answered).toEqual(['next', 'later']);
});
