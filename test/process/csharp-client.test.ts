// The client for C# and a real bridge, as the one for Python is tried: what it believes, what it repeats, and its program
// that charges an order once. It is compiled and run by Mono; .NET itself was not at hand.
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { beforeProof } from '#client/line/introduction.ts';
import { isConclusive, meaningOf } from '#client/line/retry.ts';
import { problemCodes } from '#contract/programs/problems.ts';
import { type Charge, brokenAccess, chargeWithNewToken, endOf, timesCharged } from '#support/charge-again.ts';
import {
  type ClientShop,
  answering,
  chargeOverForgery,
  chargeOverKills,
  followOverKill,
  forging,
  losing,
  openClientShop,
  relaying,
  resultOf,
  run,
  signedCases,
  takenFrom,
} from '#support/client-shop.ts';
import { Program } from '#support/processes.ts';
import { seedOfRun, share } from '#support/share.ts';
import { Shop } from '#support/shop.ts';
import { flood, startRawServer } from '../integration/gateway/raw-server.ts';
import { projectRoot } from '../../build/documents/specification/rows.ts';

const folder = join(projectRoot, 'client/csharp');
const shop = new Shop({ samePort: true });
let till: ClientShop;
let built = '';

async function compile(name: string, main: string): Promise<void> {
  const options = ['-langversion:7', '-warnaserror', '-r:System.Numerics.dll', `-out:${join(built, `${name}.exe`)}`];
  const mcs = new Program('mcs', [...options, join(folder, 'Tillbridge.cs'), main], { PATH: process.env['PATH'] });
  expect(await mcs.exited(), `${mcs.stdoutLines.join('\n')}${mcs.stderrText}`).toBe(0);
}

beforeAll(async () => {
  built = shop.bench.folder();
  await compile('Drive', join(import.meta.dirname, 'Drive.cs'));
  await compile('ChargeOnce', join(folder, 'ChargeOnce.cs'));
  till = await openClientShop(shop);
}, 120_000);
afterAll(() => shop.close());

const mono = (name: string, ...args: string[]) => run('mono', [join(built, `${name}.exe`), ...args]);
const drive = (...args: string[]) => resultOf(mono('Drive', ...args));

describe('the client for C#', () => {
  test('sells, waits, reads, gives back and follows what happened', async () => {
    const said = await drive('shop', shop.bridgeUrl, till.access);
    const refusal = ['refund-exceeds-captured', true];
    expect(said).toEqual([...refusal, 'operation', 'succeeded', true, 'succeeded', true, 'Tillbridge']);
  });

  test('tells every event once and in order, over a kill of the bridge', async () => {
    const [first, again] = await followOverKill(till, () => mono('Drive', 'follow', shop.bridgeUrl, till.access));
    const numbers = first.map((line) => (JSON.parse(line) as [number])[0]);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((left, right) => left - right));
    expect(again).toEqual(first);
  });

  test('asks for a webhook, reads it and ends it', async () => {
    const said = await drive('webhook', shop.bridgeUrl, till.access);
    expect(said).toEqual([43, 'waiting', 'https://erp.example/hook', { webhook: null, secret: null }, null]);
  });

  test('believes what the bridge signed within five minutes, and nothing else', async () => {
    const lines = signedCases.map(({ secret, time, signature, body }) => [secret, time, signature, body].join('|'));
    expect(await drive('signed', ...lines)).toEqual(signedCases.map(({ expected }) => expected));
  });

  test('takes no money but whole numbers, and no address but of this computer', async () => {
    expect(await drive('money')).toEqual(Array.from({ length: 6 }, () => 'ArgumentException'));
  });

  test('weighs every problem code as the client for TypeScript does', async () => {
    const weighed = problemCodes.map((code) => {
      const problem = { type: '', title: '', detail: '', status: 400, code };
      return [code, [meaningOf(problem), isConclusive(problem)]];
    });
    expect(await drive('rules', ...problemCodes)).toEqual(Object.fromEntries(weighed));
  });

  test.each([
    ['{"a":[1,-2,{"b":null}],"c":"\u00e4\\"\\n\\ud83d\\ude00","d":true,"e":1.50,"f":9007199254740993,"g":[]}'],
    ['  [ ]  '],
    ['"x"'],
  ])('reads and writes JSON as it is: %s', async (json) => {
    const program = mono('Drive', 'json', json);
    expect(await program.exited()).toBe(0);
    expect(JSON.parse(program.stdoutLines[0] ?? '')).toEqual(JSON.parse(json));
  });

  test.each(['{"a":1,}', '[1 2]', '{"a" 1}', '01', '"\u0001"', '{', '"\\x"', '[1]]', '', 'nul'])(
    'takes for no JSON what is none: %j',
    async (json) => {
      expect(await drive('json', json)).toBeNull();
    },
  );

  test('checks signatures as openssl does', async () => {
    const cases = ['', 'tillbridge', 'x'.repeat(1_000)].flatMap((words) => {
      const message = Buffer.from(words);
      const [mine, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
      const raw = (pair: typeof mine) => pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
      const signature = sign(null, message, mine.privateKey);
      const changed = Buffer.from(signature);
      changed[63]! ^= 1;
      const line = (key: Buffer, text: Buffer, of: Buffer) =>
        [key, text, of].map((each) => each.toString('hex')).join(':');
      return [
        [line(raw(mine), message, signature), true],
        [line(raw(other), message, signature), false],
        [line(raw(mine), Buffer.from(`${words}!`), signature), false],
        [line(raw(mine), message, changed), false],
        [line(raw(mine), message, signature.subarray(1)), false],
      ] as const;
    });
    expect(await drive('verify', ...cases.map(([line]) => line))).toEqual(cases.map(([, expected]) => expected));
  });
});

describe('what listens at the port', () => {
  const submit = (url: string, pinned: 'pinned' | 'plain') => drive('submit', url, till.access, pinned, 'cs-never');

  test('gets no token where it is another program', async () => {
    const forged = await answering(() => ({ product: 'Tillbridge', apiVersions: ['v1'], state: 'succeeded' }));
    expect(await submit(forged.url, 'pinned')).toEqual(['IdentityChanged', 'another-key']);
    const other = await answering(() => ({ product: 'Something' }));
    expect(await submit(other.url, 'plain')).toEqual(['NotRunning', 'not-tillbridge']);
    const { token } = JSON.parse(readFileSync(till.access, 'utf8')) as { readonly token: string };
    expect([...forged.heard, ...other.heard].join('\n')).not.toContain(token);
    expect([...forged.heard, ...other.heard].join('\n')).not.toMatch(/authorization/i);
  });

  test('is heard no longer than a bridge’s name is', async () => {
    const server = await startRawServer((socket) => flood(socket, 'HTTP/1.1 200 OK\r\n\r\n{"a":"'));
    onTestFinished(() => server.close());
    expect(await submit(server.root, 'plain')).toEqual(['NotRunning', 'no-connection']);
    // Each attempt with what the system holds between the two.
    expect(server.sockets.length).toBeGreaterThan(0);
    for (const { bytesWritten } of server.sockets) expect(bytesWritten).toBeLessThan(32 * 1_024 * 1_024);
  });

  test('gets no token where it took the port of a bridge that the client has met, whatever is read in between', async () => {
    const go = join(shop.bench.folder(), 'go');
    const { said, heard } = await takenFrom(till, go, mono('Drive', 'met', shop.bridgeUrl, till.access, go));
    expect(said).toEqual([
      ['IdentityChanged', 'another-key'],
      ['IdentityChanged', 'another-key'],
    ]);
    expect(heard).not.toMatch(/authorization/i);
  });

  test('gets no token where it passes the question on to the bridge', async () => {
    const heard = await relaying(till);
    expect(await submit(shop.bridgeUrl, 'pinned')).toEqual(['IdentityChanged', 'relayed']);
    expect(heard.join('')).toContain('/.well-known/tillbridge');
    expect(heard.join('')).not.toMatch(/authorization/i);
  });

  test('is not believed a problem that would settle an earlier sending', async () => {
    const { url, heard } = await forging(problemCodes);
    const expected = problemCodes.map((code) => (beforeProof.includes(code) ? [code, false] : 'not-tillbridge'));
    expect(await drive('forged', url, till.access, String(problemCodes.length))).toEqual(expected);
    expect(heard.join('\n')).not.toMatch(/authorization/i);
  });

  test('is told from a bridge of another version', async () => {
    const { url } = await answering(() => ({ product: 'Tillbridge', apiVersions: ['v2'] }));
    expect(await submit(url, 'plain')).toEqual(['VersionUnsupported', null]);
  });

  test('may lose every second answer: what is sent again has the same id and the same body', async () => {
    const { url, heard } = await losing();
    expect(await drive('submit', url, till.access, 'plain', 'cs-lost')).toBe('succeeded');
    expect(await drive('once', url, till.access, 'cs-lost')).toEqual(['OutcomeUnknown', null]);
    expect(heard).toHaveLength(3);
    expect(new Set(heard).size).toBe(1);
  });
});

describe('the program that charges an order once', () => {
  test('leaves a charge open that a program in the place of the bridge refuses', async () => {
    const kept = join(shop.bench.folder(), 'charges');
    const charge = (order: string, terminal: string, seconds: number) => {
      const at = ['--url', shop.bridgeUrl, '--access', till.access, '--folder', kept];
      return mono('ChargeOnce', ...at, '--terminal', terminal, '--seconds', String(seconds), order, '1234', 'EUR');
    };
    const { ends, executions, heard } = await chargeOverForgery(till, ['invalid-input', 'refund-limit'], charge);
    expect(ends).toEqual([2, 0]);
    expect(executions).toBe(1);
    expect(heard).not.toMatch(/authorization/i);
  });

  const orders = share({ small: 4, large: 20 });
  const seed = seedOfRun();

  let kept = '';
  const charge: Charge = ({ order, terminal, access, minor = 1234, seconds = 120 }) => {
    const at = ['--url', shop.bridgeUrl, '--access', access, '--folder', kept, '--seconds', String(seconds)];
    return mono('ChargeOnce', ...at, '--terminal', terminal, order, String(minor), 'EUR');
  };

  beforeAll(() => {
    kept = join(shop.bench.folder(), 'charges');
  });

  test('charges nothing twice when its token is revoked and made anew', async () => {
    const paid = { code: 0, said: { order: 'ANEW-1', transId: 'ANEW-1-1', state: 'succeeded' } };
    expect(await chargeWithNewToken(till, charge, { order: 'ANEW-1', offline: false })).toEqual([paid, paid]);
    expect(await timesCharged(shop, 'ANEW-1')).toBe(1);
  }, 120_000);

  test('takes "offline" under a new token for no proof that nothing was sent', async () => {
    const [first, second] = await chargeWithNewToken(till, charge, { order: 'ANEW-2', offline: true });
    expect(first).toMatchObject({ code: 2, said: { transId: 'ANEW-2-1' } });
    expect(second).toMatchObject({ code: 0, said: { transId: 'ANEW-2-1', state: 'succeeded' } });
    expect(await timesCharged(shop, 'ANEW-2')).toBe(1);
  }, 120_000);

  test('ends with "not known" after an error of its own, never with "no money moved"', async () => {
    const wrong = charge({ order: 'BROKEN-1', terminal: 'T1', access: brokenAccess(shop) });
    expect(await endOf(wrong)).toMatchObject({ code: 2, said: { state: 'not-known' } });
  });

  test('refuses the same order with another amount or at another terminal', async () => {
    const asked = { order: 'OTHER-1', terminal: 'T1', access: till.access };
    expect(await endOf(charge(asked))).toMatchObject({ code: 0 });
    const refused = { code: 4, said: { order: 'OTHER-1', state: 'other-charge' } };
    expect(await endOf(charge({ ...asked, minor: 1235 }))).toEqual(refused);
    expect(await endOf(charge({ ...asked, terminal: 'T2' }))).toEqual(refused);
    expect(await endOf(charge({ ...asked, minor: 0 }))).toEqual({ code: 64, said: null });
    expect(await timesCharged(shop, 'OTHER-1')).toBe(1);
  }, 60_000);

  test(
    `charges every order once over lost answers and kills (seed ${seed})`,
    async () => {
      const once = (order: string, terminal: string) => charge({ order, terminal, access: till.access });
      expect(await chargeOverKills({ till, orders, seed, charge: once })).toEqual(
        Array.from({ length: orders }, () => 1),
      );
    },
    orders * 60_000,
  );
});
