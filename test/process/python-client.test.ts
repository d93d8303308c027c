// The client for Python and a real bridge: what it believes, what it repeats, and its program that charges an order once
// while bridge, program and answers are killed in turn. `TILLBRIDGE_SEED` repeats a run.
import { readFileSync, writeFileSync } from 'node:fs';
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
import type { Program } from '#support/processes.ts';
import { onlyLarge, seedOfRun, share } from '#support/share.ts';
import { Shop } from '#support/shop.ts';
import { flood, startRawServer } from '../integration/gateway/raw-server.ts';
import { projectRoot } from '../../build/documents/specification/rows.ts';

const folder = join(projectRoot, 'client/python');
const shop = new Shop({ samePort: true });
let till: ClientShop;

beforeAll(async () => {
  till = await openClientShop(shop);
}, 120_000);
afterAll(() => shop.close());

function python(args: readonly string[]): Program {
  return run('python3', args, { PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' });
}

/** `bridge` stands for the shop's bridge, pinned; `tb` for the module. */
function script(body: string, url = shop.bridgeUrl, pinned = true): Program {
  const head = [
    'import json, sys',
    `sys.path.insert(0, ${JSON.stringify(folder)})`,
    'import tillbridge as tb',
    `access = json.load(open(${JSON.stringify(till.access)}))`,
    `bridge = tb.Tillbridge(${JSON.stringify(url)}, access["token"]${pinned ? ', identity=access["identity"]' : ''}, timeout=20)`,
  ];
  return python(['-c', [...head, body].join('\n')]);
}

const saleOf = (transId: string) =>
  `{"messageType": "SALE", "transId": "${transId}", "posTerminalId": "T1", "amount": tb.minor(1234, "EUR")}`;

describe('the client for Python', () => {
  test('asks for a webhook, reads it and ends it', async () => {
    const body = `
asked = bridge.set_webhook("https://erp.example/hook")
state = bridge.webhook()
ended = bridge.set_webhook(None)
print(json.dumps([len(asked["secret"]), state["state"], state["url"], ended, bridge.webhook()]))`;
    const said = await resultOf(script(body));
    expect(said).toEqual([43, 'waiting', 'https://erp.example/hook', { webhook: null, secret: null }, null]);
  });

  onlyLarge(() => {
    test('believes what the bridge signed within five minutes, and nothing else', async () => {
      const body = `
cases = json.loads(${JSON.stringify(JSON.stringify(signedCases))})
head = lambda each: {"Tillbridge-Timestamp": each["time"], "TILLBRIDGE-SIGNATURE": each["signature"]}
print(json.dumps([tb.is_from_the_bridge(each["secret"], head(each), each["body"].encode(), 1769882700) for each in cases]
    + [tb.is_from_the_bridge("s", {}, b"")]))`;
      expect(await resultOf(script(body))).toEqual([...signedCases.map(({ expected }) => expected), false]);
    });
  });

  test('sells, waits, reads, lists, gives back and follows what happened', async () => {
    const body = `
sale = bridge.submit("cloud-pos", ${saleOf('PY-1')}, request_id="py-1", wait_seconds=30)
again = bridge.submit("cloud-pos", ${saleOf('PY-1')}, request_id="py-1")
sale = bridge.wait_until_final(sale["id"])
pay_id = sale["result"]["payId"]
refund = {"payId": pay_id, "transId": "PY-R-1", "amount": tb.minor(500, "EUR")}
back = bridge.wait_until_final(bridge.submit("refund", refund, request_id="py-2")["id"])
try:
    bridge.submit("refund", {**refund, "transId": "PY-R-2", "amount": tb.minor(5000, "EUR")}, request_id="py-3")
except tb.Refused as refused:
    code = refused.code, refused.is_conclusive
listed = [each["requestId"] for each in bridge.operations(kind="refund", limit=1)]
seen = []
for event in bridge.events(after=tb.BEGINNING):
    if event.type == "operation" and event.operation["id"] == back["id"]:
        seen.append(event.state)
        if event.state == "succeeded":
            break
print(json.dumps([sale["state"], sale["id"] == again["id"], back["state"], code, listed, seen[-1],
    bridge.payment(pay_id)["payId"] == pay_id, bridge.status()["product"], bridge.terminals() is not None]))`;
    expect(await resultOf(script(body))).toEqual([
      'succeeded',
      true,
      'succeeded',
      ['refund-exceeds-captured', true],
      ['py-2'],
      'succeeded',
      true,
      'Tillbridge',
      true,
    ]);
  });

  test('tells every event once and in order, over a kill of the bridge', async () => {
    const body = `
for event in bridge.events(after=tb.BEGINNING):
    if event.type == "operation":
        line = [event.position["seq"], event.operation["requestId"], event.state]
        print(json.dumps(line, separators=(",", ":")))`;
    const [first, again] = await followOverKill(till, () => script(body));
    const numbers = first.map((line) => (JSON.parse(line) as [number])[0]);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((left, right) => left - right));
    expect(again).toEqual(first);
  });

  test('takes no money but whole numbers, and no address but of this computer', async () => {
    const body = `
said = []
for make in (lambda: tb.minor(12.34, "EUR"), lambda: tb.minor(True, "EUR"), lambda: tb.minor(0, "EUR"),
             lambda: tb.minor(1, "eur"), lambda: tb.Tillbridge("http://example.org", "t"),
             lambda: tb.Tillbridge("https://127.0.0.1:1", "t"), lambda: tb.Tillbridge("http://127.0.0.1:1", "a b")):
    try:
        make()
        said.append("taken")
    except (TypeError, ValueError) as error:
        said.append(type(error).__name__)
print(json.dumps(said))`;
    expect(await resultOf(script(body))).toEqual([
      'TypeError',
      'TypeError',
      ...Array.from({ length: 5 }, () => 'ValueError'),
    ]);
  });

  test('weighs every problem code as the client for TypeScript does', async () => {
    const body = `
print(json.dumps({code: ["nothing-done" if code in tb.NOTHING_DONE else "left-open" if code in tb.LEFT_OPEN else "refused",
    code in tb.CONCLUSIVE] for code in ${JSON.stringify(problemCodes)}}))`;
    const weighed = problemCodes.map((code) => {
      const problem = { type: '', title: '', detail: '', status: 400, code };
      return [code, [meaningOf(problem), isConclusive(problem)]];
    });
    expect(await resultOf(script(body))).toEqual(Object.fromEntries(weighed));
  });

  onlyLarge(() => {
    test('checks signatures as openssl does', async () => {
      const body = `
key, other = (bytes.fromhex(each) for each in sys.argv[1:3])
text, signature = sys.argv[3].encode(), bytes.fromhex(sys.argv[4])
print(json.dumps([tb._ed25519_verify(*each) for each in (
    (key, text, signature), (other, text, signature), (key, text + b"!", signature),
    (key, text, signature[:-1] + bytes([signature[-1] ^ 1])), (key, text, bytes([signature[0] ^ 1]) + signature[1:]),
    (key, text, signature[:-1]), (key, text, signature[:32] + b"\\xff" * 32))]))`;
      const { generateKeyPairSync, sign } = await import('node:crypto');
      const raw = () => {
        const { publicKey, privateKey } = generateKeyPairSync('ed25519');
        const spki = publicKey.export({ type: 'spki', format: 'der' });
        return { privateKey, hex: spki.subarray(-32).toString('hex') };
      };
      for (const words of ['', 'tillbridge', 'x'.repeat(1_000)]) {
        const [mine, other] = [raw(), raw()];
        const signature = sign(null, Buffer.from(words), mine.privateKey).toString('hex');
        const program = python([
          '-c',
          `import json, sys\nsys.path.insert(0, ${JSON.stringify(folder)})\nimport tillbridge as tb\n${body}`,
          mine.hex,
          other.hex,
          words,
          signature,
        ]);
        expect(await resultOf(program)).toEqual([true, false, false, false, false, false, false]);
      }
    });
  });
});

describe('what listens at the port', () => {
  const caught = `
try:
    bridge.submit("cloud-pos", ${saleOf('PY-NEVER')}, request_id="py-never")
    print(json.dumps("believed"))
except tb.TillbridgeError as error:
    print(json.dumps([type(error).__name__, getattr(error, "reason", None)]))`;

  test('gets no token where it is another program', async () => {
    const { url, heard } = await answering(() => ({ product: 'Tillbridge', apiVersions: ['v1'], state: 'succeeded' }));
    expect(await resultOf(script(caught, url))).toEqual(['IdentityChanged', 'another-key']);
    const other = await answering(() => ({ product: 'Something' }));
    expect(await resultOf(script(caught, other.url, false))).toEqual(['NotRunning', 'not-tillbridge']);
    const { token } = JSON.parse(readFileSync(till.access, 'utf8')) as { readonly token: string };
    expect([...heard, ...other.heard].join('\n')).not.toContain(token);
    expect([...heard, ...other.heard].join('\n')).not.toMatch(/authorization/i);
  });

  onlyLarge(() => {
    test('gets no token and keeps nobody waiting where it never answers but goes on with hints', async () => {
      const server = await startRawServer((socket) => {
        flood(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n');
      });
      onTestFinished(() => server.close());
      expect(await resultOf(script(caught, server.root))).toEqual(['NotRunning', 'no-connection']);
      const head = 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(16);
      const patient = await startRawServer((socket) => socket.write(`${head}HTTP/1.1 204 No Content\r\n\r\n`));
      onTestFinished(() => patient.close());
      expect(await resultOf(script(caught, patient.root))).toEqual(['NotRunning', 'not-tillbridge']);
    });

    test('is heard no longer than a bridge’s name is', async () => {
      const server = await startRawServer((socket) => flood(socket, 'HTTP/1.1 200 OK\r\n\r\n{"a":"'));
      onTestFinished(() => server.close());
      expect(await resultOf(script(caught, server.root))).toEqual(['NotRunning', 'no-connection']);
      // Each attempt with what the system holds between the two.
      expect(server.sockets).toHaveLength(4);
      for (const { bytesWritten } of server.sockets) expect(bytesWritten).toBeLessThan(32 * 1_024 * 1_024);
    });

    test('is heard no longer than an event may be', async () => {
      const body = `
try:
    for event in tb._server_events(iter(lambda: b"data: x" * 9_000, None)):
        pass
except tb._Lost:
    print(json.dumps("lost"))`;
      expect(await resultOf(script(body))).toBe('lost');
    });

    test.each([
      ['the head of its answer', 'HTTP/1.1 200 OK\r\nX: '],
      ['a chunk’s size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ])('keeps nobody waiting longer than asked for where %s comes drop by drop', async (_what, begin) => {
      const server = await startRawServer((socket) => {
        socket.write(begin);
        const drop = () => socket.write('1', () => setTimeout(drop, 50).unref());
        drop();
      });
      onTestFinished(() => server.close());
      expect(await resultOf(script(`bridge._timeout = 1\n${caught}`, server.root))).toEqual([
        'NotRunning',
        'no-connection',
      ]);
    });

    test('is no more than another program where its words are nested deeply, or name a pause of years', async () => {
      const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
      const said = [
        `HTTP/1.1 200 OK\r\nContent-Length: ${deep.length}\r\n\r\n${deep}`,
        'HTTP/1.1 503 No\r\nRetry-After: Mon, 01 Jan 0001 00:00:00 +9999\r\nContent-Length: 2\r\n\r\n{}',
      ];
      for (const text of said) {
        const server = await startRawServer((socket) => socket.write(text));
        onTestFinished(() => server.close());
        expect(await resultOf(script(caught, server.root))).toEqual(['NotRunning', 'not-tillbridge']);
      }
    });

    test('gets no token where it took the port of a bridge that the client has met, whatever is read in between', async () => {
      const go = join(shop.bench.folder(), 'go');
      const body = `
import os, time
bridge.status()
print("met", flush=True)
while not os.path.exists(${JSON.stringify(go)}):
    time.sleep(0.05)
said = []
for ask in (bridge.status, lambda: bridge.submit("cloud-pos", ${saleOf('PY-TAKEN')}, request_id="py-taken")):
    try:
        said.append(ask())
    except tb.TillbridgeError as error:
        said.append([type(error).__name__, getattr(error, "reason", None)])
print(json.dumps(said))`;
      const { said, heard } = await takenFrom(till, go, script(body));
      expect(said).toEqual([
        ['IdentityChanged', 'another-key'],
        ['IdentityChanged', 'another-key'],
      ]);
      expect(heard).not.toMatch(/authorization/i);
    });

    test('gets no token where it passes the question on to the bridge', async () => {
      const heard = await relaying(till);
      expect(await resultOf(script(caught))).toEqual(['IdentityChanged', 'relayed']);
      expect(heard.join('')).toContain('/.well-known/tillbridge');
      expect(heard.join('')).not.toMatch(/authorization/i);
    });
  });

  test('is not believed a problem that would settle an earlier sending', async () => {
    const { url, heard } = await forging(problemCodes);
    const body = `
bridge._max_retries = 0
said = []
for at in range(${problemCodes.length}):
    try:
        bridge.submit("cloud-pos", ${saleOf('PY-NEVER')}, request_id="stored-before-a-crash")
    except tb.Refused as refused:
        said.append([refused.code, refused.is_conclusive])
    except tb.NotRunning as error:
        said.append(error.reason)
print(json.dumps(said))`;
    const expected = problemCodes.map((code) => (beforeProof.includes(code) ? [code, false] : 'not-tillbridge'));
    expect(await resultOf(script(body, url))).toEqual(expected);
    expect(heard.join('\n')).not.toMatch(/authorization/i);
  });

  test('is told from a bridge of another version', async () => {
    const { url } = await answering(() => ({ product: 'Tillbridge', apiVersions: ['v2'] }));
    expect(await resultOf(script(caught, url, false))).toEqual(['VersionUnsupported', null]);
  });

  test('may lose every second answer: what is sent again has the same id and the same body', async () => {
    const { url, heard: posts } = await losing();
    const body = `
sale = ${saleOf('PY-2')}
first = bridge.submit("cloud-pos", sale, request_id="py-lost")["state"]
bridge._max_retries = 0
try:
    bridge.submit("cloud-pos", sale, request_id="py-lost")
except tb.OutcomeUnknown as error:
    print(json.dumps([first, error.request_id, error.kind]))`;
    expect(await resultOf(script(body, url, false))).toEqual(['succeeded', 'py-lost', 'cloud-pos']);
    expect(posts).toHaveLength(3);
    expect(new Set(posts).size).toBe(1);
  });
});

describe('the program that charges an order once', () => {
  test('leaves a charge open that a program in the place of the bridge refuses', async () => {
    const database = join(shop.bench.folder(), 'charges.db');
    const program = join(folder, 'charge_once.py');
    const charge = (order: string, terminal: string, seconds: number) => {
      const at = ['--url', shop.bridgeUrl, '--access', till.access, '--database', database];
      return python([program, ...at, '--terminal', terminal, '--seconds', String(seconds), order, '1234', 'EUR']);
    };
    const { ends, executions, heard } = await chargeOverForgery(till, ['invalid-input', 'refund-limit'], charge);
    expect(ends).toEqual([2, 0]);
    expect(executions).toBe(1);
    expect(heard).not.toMatch(/authorization/i);
  });

  const orders = share({ small: 2, large: 20 });
  const seed = seedOfRun();

  let database = '';
  const charge: Charge = ({ order, terminal, access, minor = 1234, seconds = 120 }) => {
    const at = ['--url', shop.bridgeUrl, '--access', access, '--database', database, '--seconds', String(seconds)];
    return python([join(folder, 'charge_once.py'), ...at, '--terminal', terminal, order, String(minor), 'EUR']);
  };

  beforeAll(() => {
    database = join(shop.bench.folder(), 'charges.db');
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

  test('says why the bridge refuses it, where that proves nothing', async () => {
    const access = join(shop.bench.folder(), 'access.json');
    writeFileSync(access, JSON.stringify({ token: 'no-token-of-this-bridge', identity: null }));
    const said = { order: 'STRANGER-1', state: 'not-known', code: 'token-unknown' };
    expect(await endOf(charge({ order: 'STRANGER-1', terminal: 'T1', access }))).toEqual({ code: 2, said });
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
