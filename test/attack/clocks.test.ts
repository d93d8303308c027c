// Days that have 23 or 25 hours, hours that do not exist or come twice, and a clock on the wall that somebody puts a year
// ahead or back while the till sells. A limit of a day is one of that day, a daily backup is made once, and nothing that
// was sent is sent again.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { watchBackups } from '#assembly/watch/watch-backups.ts';
import { createClock } from '#host/clock.ts';
import { backUp } from '#store/backup/note.ts';
import { addFaults, ledgerOf } from '#support/erp.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { startMs } from '#support/records.ts';
import { Workbench } from '#support/processes.ts';
import { Shop, sale } from '#support/shop.ts';
import { aFolder, opened } from '#support/store-folder.ts';
import { aTill, amountOf, ok } from '#support/till.ts';
import { until } from '#support/until.ts';
import { grant, startPairingTill } from '../integration/loopback/pairing-till.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const ownZone = process.env['TZ'];
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
});

/** Each with a day that is odd there: the clock goes forward, back, at midnight, or never. */
const oddDays = [
  ['Europe/Zurich', 2026, 3, 29],
  ['Europe/Zurich', 2026, 10, 25],
  ['America/Santiago', 2026, 9, 6],
  ['America/Santiago', 2026, 4, 5],
  ['Australia/Lord_Howe', 2026, 10, 4],
  ['Asia/Kathmandu', 2026, 3, 29],
] as const;

/** By the clock of that zone. */
function timeIn(zone: string, year: number, month: number, day: number, hours = 0, minutes = 0): number {
  process.env['TZ'] = zone;
  return new Date(year, month - 1, day, hours, minutes).getTime();
}

describe.each(oddDays)('in %s on %i-%i-%i', (zone, year, month, day) => {
  it.each(['00:00', '00:30', '02:00', '02:30', '03:00', '23:59'])(
    'a backup for each day at %s is made once a day',
    async (at) => {
      const begunMs = timeIn(zone, year, month, day - 2, 12);
      const endMs = timeIn(zone, year, month, day + 2, 12);
      const dataDir = aFolder();
      const folder = opened(dataDir);
      folder.signer(startMs);
      const clock = { ms: begunMs, nowMs: () => clock.ms };
      const made: number[] = [];
      const watch = watchBackups({
        dataDir,
        settings: { to: aFolder(), at, keep: 3, alarmDays: 3 },
        background: {
          async backup(wish) {
            made.push(wish.nowMs);
            backUp(wish);
          },
        },
        folder: { folderId: folder.folder.folderId, createdAt: new Date(begunMs).toISOString() },
        clock,
        version: '1.0.0',
        log: () => undefined,
        changed: () => undefined,
      });
      for (; clock.ms < endMs; clock.ms += 10 * minuteMs) await watch.look();
      // The first at once, for there was none, and then one a day.
      const said = made.map((ms) => new Date(ms).toString());
      expect(said).toHaveLength(5);
    },
  );

  it('a limit of a day is one of that day, from midnight to midnight', async () => {
    process.env['TZ'] = zone;
    const real = createClock(0);
    const clock = FakeClock.startingAt(timeIn(zone, year, month, day - 1, 23, 59));
    clock.localDay = (ms) => real.localDay(ms);
    let number = 0;
    const answer = () => ok({ status: 'OK', responseCode: '00000000', approvalCode: `A-${(number += 1)}` });
    const till = await aTill({ answer, refundsPerDayMinor: () => 1_000, clock });
    const refund = (value: number) => {
      number += 1;
      return { payId: `P-${number}`, transId: `R-${number}`, amount: amountOf(value) };
    };
    const nextMs = timeIn(zone, year, month, day + 1);
    await till.submit('refund', refund(1_000));
    expect(await till.refused('refund', refund(1))).toBe('refund-limit');
    await clock.advance(timeIn(zone, year, month, day) - clock.nowMs());
    await till.submit('refund', refund(1_000));
    while (nextMs - clock.nowMs() > hourMs) {
      await clock.advance(hourMs / 2);
      expect(await till.refused('refund', refund(1)), new Date(clock.nowMs()).toString()).toBe('refund-limit');
    }
    await clock.advance(nextMs - 1 - clock.nowMs());
    expect(await till.refused('refund', refund(1))).toBe('refund-limit');
    await clock.advance(1);
    await till.submit('refund', refund(1_000));
  });
});

describe('a request to be paired', () => {
  const yearMs = 365 * 24 * hourMs;

  it.each([yearMs, -yearMs])('ends within its two minutes, whatever the clock is put to (%i ms)', async (ms) => {
    const till = await startPairingTill();
    const asked = await till.asked();
    till.clock.aheadMs = ms;
    await till.clock.advance(2 * minuteMs);
    expect(till.pairings.list()).toEqual([]);
    expect((await till.poll(asked)).status).toBe(410);
    till.clock.aheadMs = 0;
    const answer = till.pairings.answer(asked.id, grant, null);
    expect(answer).toMatchObject({ type: 'refused', refusal: { code: 'pairing-expired' } });
    expect(till.clients.list()).toEqual([]);
  });
});

/** What a program loads first: the clock on the wall is ahead by what a file says. */
const putForward = (file: string) => `
  import { readFileSync } from 'node:fs';
  const RealDate = Date;
  let readAt = -Infinity, aheadMs = 0;
  const ahead = () => {
    if (performance.now() - readAt > 50) {
      readAt = performance.now();
      aheadMs = Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
    }
    return aheadMs;
  };
  globalThis.Date = class Date extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + ahead());
      else super(...given);
    }
    static now() {
      return RealDate.now() + ahead();
    }
  };
`;

describe('a clock that is put a year ahead and two back while the till sells', () => {
  it('repeats nothing, ends no access, begins no day, and stops no start', async () => {
    const bench = new Workbench();
    onTestFinished(() => bench.close());
    const folder = bench.folder();
    const ahead = join(folder, 'ahead');
    const preload = join(folder, 'clock.mjs');
    const yearMs = 365 * 24 * hourMs;
    const put = (ms: number) => writeFileSync(ahead, String(ms));
    put(0);
    writeFileSync(preload, putForward(ahead));
    const shop = new Shop({ environment: { NODE_OPTIONS: `--import=${preload}`, TZ: 'Europe/Zurich' } });
    onTestFinished(() => shop.close());
    await shop.open();
    const clients = await shop.run(['token', 'list', '--data-dir', shop.dataDir]);
    const client = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(clients)?.[0] ?? '';
    await shop.run(['token', 'change', '--data-dir', shop.dataDir, '--id', client, '--refunds-per-day', '1000']);
    // One that is accepted while the clock leaps counts as slept through, and is not sent: the next one is.
    const sold = (name: string) =>
      until(async () => {
        const id = `${name}-${crypto.randomUUID()}`;
        const made = await shop.erp.operate('cloud-pos', sale(id, 2_000), id);
        return made.state === 'expired' ? null : made;
      });
    const refund = async (payId: string, name: string) => {
      const body = { payId, transId: name, amount: { value: 1_000, currency: 'EUR' } };
      return (await shop.erp.post('/v1/operations/refund?wait=30', body, name)).body;
    };
    const payIds: string[] = [];
    for (const [name, ms] of [
      ['now', 0],
      ['ahead', yearMs],
      ['back', -yearMs],
      ['again', 0],
    ] as const) {
      put(ms);
      const { state, result } = await sold(name);
      expect([name, state]).toEqual([name, 'succeeded']);
      payIds.push((result as { payId: string }).payId);
      const { state: refunded, code } = await refund(payIds.at(-1) ?? '', `R-${name}`);
      expect([name, refunded ?? code]).toEqual([name, name === 'now' ? 'succeeded' : 'refund-limit']);
    }
    // An answer that was lost: the key of the capture surely lives for hours only, and nobody knows how many passed.
    await addFaults(shop.sandboxUrl, [{ route: 'POST /cloudpos', fault: 'reset-after', times: 1 }]);
    const lost = await shop.erp.operate('cloud-pos', sale('lost', 2_000), 'lost', 0);
    put(yearMs);
    await until(async () => ((await shop.erp.operation(lost.id, 10)).state === 'succeeded' ? true : null));
    for (const ms of [yearMs, -yearMs, 0]) {
      await shop.killBridge();
      put(ms);
      await shop.startBridge();
      expect((await shop.erp.get('/v1/status')).body).toMatchObject({ accepting: true });
      expect((await sold(`start-${ms}`)).state).toBe('succeeded');
      const { code } = await refund(payIds[1] ?? '', `R-start-${ms}`);
      // By that clock another day began; it does not end when the clock is put back.
      expect([ms, code]).toEqual([ms, ms > 0 ? undefined : 'refund-limit']);
    }
    const { executions } = await ledgerOf(shop.sandboxUrl);
    const names = executions.map(({ transId }) => transId);
    expect(new Set(names).size).toBe(names.length);
    const verdict = await shop.run(['journal', 'verify', '--data-dir', shop.dataDir]);
    expect(JSON.parse(verdict)).toMatchObject({ ok: true });
  });
});
