// One port on two addresses, on machines of every sort.
import { describe, expect, it } from 'vitest';
import { type Bound, PortInUse, bindPair } from '#http/loopback-pair.ts';

interface FakeBound extends Bound {
  readonly address: string;
}

/** A machine where the given `address port` pairs are taken; free ports are given from 5001 upwards. */
function machine(taken: readonly string[], ipv6: 'there' | 'absent' = 'there') {
  const open = new Set<string>();
  let free = 5_000;
  const fail = (code: string) => Object.assign(new Error(code), { code });
  const bind = async (address: string, wanted: number): Promise<FakeBound> => {
    if (address === '::1' && ipv6 === 'absent') throw fail('EADDRNOTAVAIL');
    if (wanted === 0) free += 1;
    const port = wanted === 0 ? free : wanted;
    const name = `${address} ${port}`;
    if (taken.includes(name)) throw fail('EADDRINUSE');
    open.add(name);
    return { address, port, close: async () => void open.delete(name) };
  };
  return { bind, open };
}

describe('binding a pair', () => {
  it('takes the same port on both addresses', async () => {
    const { bind, open } = machine([]);
    await bindPair(0, bind);
    expect([...open]).toEqual(['127.0.0.1 5001', '::1 5001']);
  });

  it('goes on without ::1 where the machine has none', async () => {
    const { bind, open } = machine([], 'absent');
    await bindPair(0, bind);
    expect([...open]).toEqual(['127.0.0.1 5001']);
  });

  it('tries another free port when another program has it on ::1', async () => {
    const { bind, open } = machine(['::1 5001', '::1 5002']);
    await bindPair(0, bind);
    expect([...open]).toEqual(['127.0.0.1 5003', '::1 5003']);
  });

  it('does not take another port than the one asked for', async () => {
    const { bind, open } = machine(['::1 8123']);
    await expect(bindPair(8123, bind)).rejects.toEqual(new PortInUse(8123, '::1'));
    expect([...open]).toEqual([]);
  });

  it('gives up when other programs have every port', async () => {
    const { bind, open } = machine(Array.from({ length: 100 }, (_, index) => `::1 ${5_001 + index}`));
    await expect(bindPair(0, bind)).rejects.toThrow(PortInUse);
    expect([...open]).toEqual([]);
  });

  it('passes on what else the system says', async () => {
    const denied = Object.assign(new Error('denied'), { code: 'EACCES' });
    await expect(bindPair(80, () => Promise.reject(denied))).rejects.toBe(denied);
  });
});
