// The clients for JavaScript, Python and C# at a counter: each prints once, is told how it ended, opens the drawer once,
// writes on the display and hears the scanner.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused, Tillbridge } from '#client/index.ts';
import { textOf } from '#peripherals/emulator/paper.ts';
import { type ClientShop, accessOf, openClientShop, resultOf, run } from '#support/client-shop.ts';
import { type EmulatedCounter, emulatedCounter } from '#support/emulated-counter.ts';
import { type FarEnd, farEnd } from '#support/far-end.ts';
import { Program } from '#support/processes.ts';
import { Shop } from '#support/shop.ts';
import { until } from '#support/until.ts';
import { projectRoot } from '../../build/documents/specification/rows.ts';

const clients = join(projectRoot, 'client');
let counter: EmulatedCounter;
let shop: Shop;
let till: ClientShop;
let front: FarEnd;
let hand: FarEnd;
const scopes = 'status,print,drawer,display,scan';

beforeAll(async () => {
  counter = await emulatedCounter();
  [front, hand] = [await farEnd(), await farEnd()];
  const lines = [
    '--display',
    `FRONT=serial:${front.line.path}`,
    '--scanner',
    `HAND=serial:${hand.line.path}?suffix=cr`,
  ];
  shop = new Shop({ bridgeArgs: [...counter.args, ...lines] });
  till = await openClientShop(shop, scopes);
}, 120_000);
afterAll(async () => {
  await shop.close();
  await counter.close();
  await Promise.all([front.close(), hand.close()]);
});

const expected = {
  said: ['printed', true, 'printed', 'not-cancellable', 'opened', 1, 'printed', true, '4006381333931'],
  paper: 'Grüße\n[cut]',
  kicks: 1,
};

/** What a program says, and what it brings about beside what was there before. */
async function broughtBy(work: () => Promise<unknown>) {
  const [lines, kicks] = [counter.paper.paper.length, counter.paper.drawerKicks()];
  const said = await work();
  return { said, paper: textOf(counter.paper.paper.slice(lines)), kicks: counter.paper.drawerKicks() - kicks };
}

/** Scans as soon as a program has said on its display that it listens, and once more while it does not hear. */
async function heard(work: () => Promise<unknown>, language: string): Promise<unknown> {
  const state = { isOver: false };
  const said = work().finally(() => (state.isOver = true));
  await until(() => Promise.resolve(state.isOver || front.got().includes(language) || null));
  while (!state.isOver) {
    hand.send('4006381333931\r');
    await Promise.race([said.catch(() => undefined), pause(200)]);
  }
  return said;
}

test('JavaScript', async () => {
  const { token } = JSON.parse(readFileSync(till.access, 'utf8')) as { token: string };
  const bridge = new Tillbridge({ baseUrl: shop.bridgeUrl, token, timeoutMs: 20_000 });
  const { devices } = bridge;
  const drive = async () => {
    const document = { blocks: [{ type: 'text', text: 'Grüße' }, { type: 'cut' }] } as const;
    const id = (await devices.list()).find(({ type }) => type === 'printer')?.id ?? '';
    const options = { requestId: 'J-1', waitSeconds: 20 };
    const job = await devices.print(id, document, { ...options, onlyAsWritten: true });
    const again = await devices.print(id, document, { ...options, onlyAsWritten: true });
    const refused = await devices
      .cancel(job.id)
      .catch((error: unknown) => (error instanceof Refused ? error.code : null));
    const drawer = await devices.openDrawer(id, 'Change', { requestId: 'J-2' });
    await devices.openDrawer(id, 'Change', { requestId: 'J-2' });
    const { printJobs } = await devices.jobs({ state: 'printed', limit: 10 });
    const { shown } = await devices.write('FRONT', ['JavaScript']);
    let told: string | null = null;
    for await (const event of bridge.events.stream({ after: { seq: 1, hash: null, journal: null } })) {
      if (event.type === 'print-job' && event.state === 'printed') told = event.printJob?.state ?? null;
      if (event.type !== 'scan') continue;
      const read = await devices.job(job.id);
      return [
        job.state,
        job.id === again.id,
        read.state,
        refused,
        drawer.result,
        printJobs.length,
        told,
        shown,
        event.scan.gtin,
      ];
    }
    return null;
  };
  expect(await broughtBy(() => heard(drive, 'JavaScript'))).toEqual(expected);
});

test('Python', async () => {
  const other = await accessOf(shop, scopes, 'Python');
  const drive = () => {
    const body = `
import json, sys
sys.path.insert(0, ${JSON.stringify(join(clients, 'python'))})
import tillbridge as tb
access = json.load(open(${JSON.stringify(other)}))
bridge = tb.Tillbridge(${JSON.stringify(shop.bridgeUrl)}, access["token"], identity=access["identity"], timeout=20)
document = {"blocks": [{"type": "text", "text": "Gr\u00fc\u00dfe"}, {"type": "cut"}]}
device = next(each["id"] for each in bridge.devices() if each["type"] == "printer")
job = bridge.print_document(device, document, request_id="P-1", wait_seconds=20, only_as_written=True)
again = bridge.print_document(device, document, request_id="P-1", wait_seconds=20)
refused = None
try:
    bridge.cancel_print_job(job["id"])
except tb.Refused as error:
    refused = error.code
drawer = bridge.open_drawer("COUNTER", "Change", request_id="P-2")
bridge.open_drawer("COUNTER", "Change", request_id="P-2")
shown = bridge.write_display("FRONT", ["Python"])["shown"]
events = bridge.events(after={"seq": 1, "hash": None, "journal": None})
told = next(each for each in events if each.type == "print-job" and each.state == "printed")
scan = next(each for each in events if each.type == "scan")
print(json.dumps([job["state"], job["id"] == again["id"], bridge.print_job(job["id"])["state"], refused, drawer["result"],
    len(list(bridge.print_jobs("printed"))), told.print_job["state"], shown, scan.scan["gtin"]]))`;
    return resultOf(run('python3', ['-c', body], { PYTHONDONTWRITEBYTECODE: '1' }));
  };
  expect(await broughtBy(() => heard(drive, 'Python'))).toEqual(expected);
});

test('C#', async () => {
  const drive = async () => {
    const program = join(shop.bench.folder(), 'Drive.exe');
    const options = ['-langversion:7', '-warnaserror', '-r:System.Numerics.dll', `-out:${program}`];
    const sources = [join(clients, 'csharp/Tillbridge.cs'), join(import.meta.dirname, 'Drive.cs')];
    const mcs = new Program('mcs', [...options, ...sources], { PATH: process.env['PATH'] });
    expect(await mcs.exited(), `${mcs.stdoutLines.join('\n')}${mcs.stderrText}`).toBe(0);
    // It has a token of its own, so that its jobs are its own.
    const other = await accessOf(shop, scopes, 'The other');
    return resultOf(run('mono', [program, 'print', shop.bridgeUrl, other]));
  };
  expect(await broughtBy(() => heard(drive, 'C#'))).toEqual(expected);
});
