// Who reads when: turns of the event loop, turns of programs, room for answers, and what reading may cost.
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Refusal } from '#contract/programs/problems.ts';
import { type Answer, jsonAnswer, problemAnswer } from '#http/answer.ts';
import { nextTurn } from '#http/stream.ts';
import { type ReadLimits, costOf, createReadScheduler, readLimits } from '#loopback/limits/read-scheduler.ts';

/** An answer that is taken when a test says so; alone on its connection, or behind another one. */
class Outgoing extends EventEmitter {
  destroyed = false;
  readonly connection: Connection;
  socket: Connection | null;

  constructor(connection = new Connection(), isNext = true) {
    super();
    this.connection = connection;
    this.socket = isNext ? connection : null;
  }

  take(): void {
    this.emit('close');
  }

  /** What stood before it on its connection is out. */
  comeNext(): void {
    this.socket = this.connection;
    this.emit('socket', this.connection);
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

class Connection extends EventEmitter {
  destroyed = false;

  leave(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** A clock that moves only while somebody reads: each read takes a whole slice. */
class World {
  nowMs = 0;
  readonly served: string[] = [];
  readonly turns: number[] = [];
  turn = 0;
  readonly scheduler;
  #counting = true;

  constructor(limits: Partial<ReadLimits> = {}) {
    this.scheduler = createReadScheduler({ ...readLimits, ...limits }, () => this.nowMs);
    const count = () => {
      this.turn += 1;
      if (this.#counting) setImmediate(count);
    };
    count();
  }

  async read(clientId: string, name: string, outgoing = new Outgoing(), text = ''): Promise<Answer> {
    const begin = () => {
      this.nowMs += readLimits.sliceMs;
      this.served.push(name);
      this.turns.push(this.turn);
      return jsonAnswer(200, { text });
    };
    return this.scheduler.read(this.request(clientId, outgoing), begin, problemAnswer);
  }

  request(clientId: string, outgoing = new Outgoing(), barred: Refusal | null = null) {
    const incoming = { socket: outgoing.connection } as unknown as Pick<IncomingMessage, 'socket'>;
    return {
      client: { id: clientId },
      incoming,
      outgoing: outgoing as unknown as ServerResponse,
      barred: () => barred,
    };
  }

  /** Until everything that may run has run. */
  async rest(): Promise<void> {
    for (let count = 0; count < 20; count += 1) await nextTurn();
    this.#counting = false;
  }
}

const textOf = ({ body }: Answer): string => (typeof body === 'string' ? body : '');
const names = (clientId: string, count: number) => Array.from({ length: count }, (_, at) => `${clientId}${at}`);

describe('reads that come at once', () => {
  it('are served one in each turn of the event loop', async () => {
    const world = new World();
    await Promise.all(names('a', 6).map((name) => world.read('a', name, new Outgoing())));
    await world.rest();
    expect(world.served).toEqual(names('a', 6));
    expect(new Set(world.turns).size).toBe(6);
  });

  it('of one program do not put off those of another', async () => {
    const world = new World();
    const many = names('a', 8).map((name) => world.read('a', name));
    await Promise.all([...many, world.read('b', 'b0'), world.read('b', 'b1')]);
    await world.rest();
    expect(world.served.slice(0, 5)).toEqual(['a0', 'a1', 'b0', 'a2', 'b1']);
  });

  it('are dropped where their reader has left, or may no longer read', async () => {
    const world = new World();
    const gone = new Outgoing();
    const first = world.read('a', 'a0');
    const left = world.read('a', 'a1', gone);
    const refusal = { code: 'token-unknown', detail: 'Revoked.' } as const;
    const revoked = world.scheduler.read(
      world.request('a', new Outgoing(), refusal),
      () => jsonAnswer(200, {}),
      problemAnswer,
    );
    gone.destroyed = true;
    await Promise.all([first, left]);
    expect((await revoked).status).toBe(401);
    await world.rest();
    expect(world.served).toEqual(['a0']);
  });
});

describe('a read in several pieces', () => {
  it('lets other programs have their turn in between, and is over before its own program goes on', async () => {
    const world = new World();
    const { scheduler } = world;
    let pieces = 0;
    const long = async () =>
      scheduler.reader('a').slices((hasTime) => {
        pieces += 1;
        world.served.push(`piece ${pieces}`);
        world.nowMs += readLimits.sliceMs;
        expect(hasTime()).toBe(false);
        return pieces === 3 ? jsonAnswer(200, {}) : null;
      });
    const read = scheduler.read(world.request('a'), long, problemAnswer);
    await Promise.all([read, world.read('a', 'a1'), world.read('b', 'b0')]);
    await world.rest();
    expect(world.served).toEqual(['piece 1', 'piece 2', 'b0', 'piece 3', 'a1']);
  });

  it('that fails fails alone', async () => {
    const world = new World();
    const reader = world.scheduler.reader('a');
    await world.read('a', 'a0');
    const broken = () => {
      throw new Error('of the test');
    };
    await expect(reader.slices(broken)).rejects.toThrow('of the test');
    await expect(Promise.all([world.read('a', 'a1'), reader.slice(broken)])).rejects.toThrow('of the test');
    await world.rest();
    expect(world.served).toEqual(['a0', 'a1']);
  });
});

describe('answers that their client does not read', () => {
  const text = 'x'.repeat(1_000);
  const limits = { heldPerClientBytes: 2 * costOf.readBytes, heldInAllBytes: 4 * costOf.readBytes };

  it('hold back the next read of their program, and of no other', async () => {
    const world = new World(limits);
    const untaken = [new Outgoing(), new Outgoing()];
    await Promise.all(untaken.map((outgoing, at) => world.read('a', `a${at}`, outgoing, text)));
    const next = world.read('a', 'a2');
    await world.read('b', 'b0');
    expect(world.served).toEqual(['a0', 'a1', 'b0']);
    untaken[0]?.take();
    expect((await next).status).toBe(200);
    await world.rest();
  });

  it('of many programs leave each of them one', async () => {
    const world = new World(limits);
    const all = ['a', 'b', 'c', 'd', 'e', 'f'];
    const answers = await Promise.all(all.map((id) => world.read(id, id, new Outgoing(), text)));
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200));
    const second = world.read('a', 'a again');
    await world.rest();
    expect(world.served).toEqual(all);
    void second;
  });
});

describe('reads behind another answer of their connection', () => {
  it('begin when they are the next, and keep no other connection waiting', async () => {
    const world = new World();
    const connection = new Connection();
    const behind = new Outgoing(connection, false);
    const waiting = world.read('a', 'behind', behind);
    expect((await world.read('a', 'other')).status).toBe(200);
    expect(world.served).toEqual(['other']);
    behind.comeNext();
    expect((await waiting).status).toBe(200);
    await world.rest();
    expect(world.served).toEqual(['other', 'behind']);
  });

  it('are refused where many wait, and forgotten where their connection has left', async () => {
    const world = new World({ waitingPerConnection: 2 });
    const connection = new Connection();
    const read = () => world.read('a', 'behind', new Outgoing(connection, false));
    const waiting = [read(), read()];
    const refused = await read();
    expect([refused.status, JSON.parse(textOf(refused))]).toMatchObject([429, { code: 'too-many-at-once' }]);
    connection.leave();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([204, 204]);
    await world.rest();
    expect(world.served).toEqual([]);
  });
});

describe('answers that are not taken while their own program waits for room', () => {
  it('give way, the oldest first', async () => {
    const limits = { heldPerClientBytes: 2 * costOf.readBytes, giveWayMs: 1 };
    const world = new World(limits);
    const untaken = [new Outgoing(), new Outgoing()];
    await Promise.all(untaken.map((outgoing, at) => world.read('a', `a${at}`, outgoing, 'x')));
    const next = world.read('a', 'a2');
    world.nowMs += 1;
    expect((await next).status).toBe(200);
    expect(untaken.map(({ destroyed }) => destroyed)).toEqual([true, false]);
    await world.rest();
  });
});

describe('what reading may cost', () => {
  const budget = { perSecond: 1_000, burst: 4_000 };

  it('is used up by what was read, and comes back with time', async () => {
    const world = new World({ budget });
    const text = 'x'.repeat(3_500);
    expect((await world.read('a', 'a0', new Outgoing(), text)).status).toBe(200);
    const refused = await world.read('a', 'a1');
    expect([refused.status, refused.headers['Retry-After']]).toEqual([429, '2']);
    expect(JSON.parse(textOf(refused))).toMatchObject({ code: 'too-many-requests', retryAfterSeconds: 2 });
    expect((await world.read('b', 'b0')).status).toBe(200);
    world.nowMs += 2_000;
    expect((await world.read('a', 'a2')).status).toBe(200);
    await world.rest();
    expect(world.served).toEqual(['a0', 'b0', 'a2']);
  });

  it('counts what was read for an answer', async () => {
    const world = new World({ budget });
    world.scheduler.reader('a').charge(2 * costOf.operationBytes);
    const refused = await world.read('a', 'a0');
    expect([refused.status, refused.headers['Retry-After']]).toEqual([429, '5']);
    await world.rest();
  });

  it('counts a look-up at the gateway, and asks none for a program that has used it up or may no longer', async () => {
    const world = new World({ budget: { perSecond: 1_024, burst: costOf.gatewayBytes } });
    const reader = world.scheduler.reader('a');
    const asked: string[] = [];
    const ask = (name: string, barred: Refusal | null = null) =>
      reader.atGateway({ outgoing: new Outgoing() as never, barred: () => barred }, async () => {
        asked.push(name);
        return name;
      });
    const revoked = { code: 'token-unknown', detail: 'revoked' } as const;
    expect(await ask('first', revoked)).toEqual({ type: 'refused', refusal: revoked });
    expect(await ask('second')).toBe('second');
    expect(await ask('third')).toMatchObject({ refusal: { code: 'too-many-requests', retryAfterSeconds: 1 } });
    expect(asked).toEqual(['second']);
    await world.rest();
  });
});
