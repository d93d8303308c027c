// Which look-ups of programs are at the gateway: few of each program, few in all, in turns, and none of who has left.
import { describe, expect, it } from 'vitest';
import { createGatewaySlots } from '#loopback/limits/gateway-slots.ts';

const stays = () => undefined;

class World {
  readonly asked: string[] = [];
  readonly #answers = new Map<string, () => void>();
  readonly #slots = createGatewaySlots({ perClient: 2, inAll: 3 });

  ask(clientId: string, name: string, whenGone: (work: () => void) => void = stays): Promise<string | null> {
    return this.#slots.run(clientId, whenGone, async () => {
      this.asked.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#answers.set(name, resolve);
      await promise;
      return name;
    });
  }

  answer(name: string): void {
    this.#answers.get(name)?.();
  }
}

describe('slots at the gateway', () => {
  it('are few for each program and in all, and programs take turns', async () => {
    const world = new World();
    const a = ['a0', 'a1', 'a2', 'a3'].map((name) => world.ask('a', name));
    expect(world.asked).toEqual(['a0', 'a1']);
    const b = ['b0', 'b1'].map((name) => world.ask('b', name));
    const c = world.ask('c', 'c0');
    expect(world.asked).toEqual(['a0', 'a1', 'b0']);
    world.answer('b0');
    expect(await b[0]).toBe('b0');
    // Before the other two of the program that has its slots.
    expect(world.asked.slice(3)).toEqual(['b1']);
    world.answer('a0');
    expect(await a[0]).toBe('a0');
    world.answer('a1');
    expect(await a[1]).toBe('a1');
    expect(world.asked.slice(4).toSorted()).toEqual(['a2', 'c0']);
    for (const name of ['b1', 'a2', 'c0']) world.answer(name);
    expect(await Promise.all([b[1], a[2], c])).toEqual(['b1', 'a2', 'c0']);
    world.answer('a3');
    expect(await a[3]).toBe('a3');
  });

  it('are not for callers that left while they waited', async () => {
    const world = new World();
    const held = ['a0', 'a1'].map((name) => world.ask('a', name));
    let leave = () => {};
    const left = world.ask('a', 'a2', (work) => (leave = work));
    const next = world.ask('a', 'a3');
    leave();
    expect(await left).toBeNull();
    expect(await world.ask('a', 'a4', (work) => work())).toBeNull();
    world.answer('a0');
    await held[0];
    expect(world.asked).toEqual(['a0', 'a1', 'a3']);
    world.answer('a3');
    expect(await next).toBe('a3');
  });

  it('are given back where asking fails', async () => {
    const slots = createGatewaySlots({ perClient: 1, inAll: 1 });
    const failing = slots.run('a', stays, () => Promise.reject(new Error('no way')));
    const after = slots.run('b', stays, () => Promise.resolve('asked'));
    await expect(failing).rejects.toThrow('no way');
    expect(await after).toBe('asked');
  });
});
