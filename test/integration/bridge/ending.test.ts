// A bridge that ends badly: its last write fails, or another program keeps the database. It ends all the same, says so,
// and the next one has the folder at once, in the same process as in any other.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { signedRecord } from '#contract/data/signed-head.ts';
import { createDigests } from '#host/chance.ts';
import { createClock } from '#host/clock.ts';
import { withSubKey } from '#secrets/data-key.ts';
import { createSeal } from '#store/database/seal.ts';
import { verifyDatabase } from '#store/integrity/verify.ts';
import { answered, json } from '#support/records.ts';
import { aFolder, opened, rawDatabase } from '#support/store-folder.ts';
import { aTill, amountOf } from '#support/till.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

async function aPortInUse(): Promise<number> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return (server.address() as { port: number }).port;
}

/** Another program that keeps the database until it is told to let go. */
function keeps(dataDir: string): { letGo(): void } {
  const db = rawDatabase(dataDir);
  db.exec('BEGIN IMMEDIATE');
  return { letGo: () => db.exec('ROLLBACK') };
}

/** The grace of a stop is over at once. */
const impatient = (anchorMs: number) => {
  const clock = createClock(anchorMs);
  return { ...clock, after: (ms: number, work: () => void) => clock.after(ms === 5_000 ? 1 : ms, work) };
};

describe('the last write fails', () => {
  async function endedBadly() {
    const whole = await aWholeBridge();
    const { bridge, dataDir } = whole;
    whole.program();
    const db = rawDatabase(dataDir);
    const breaks = () =>
      db.exec(
        `CREATE TRIGGER no_more BEFORE INSERT ON journal WHEN NEW.type = '${signedRecord}'
         BEGIN SELECT RAISE(ABORT, 'no more'); END`,
      );
    breaks();
    await expect(bridge.stop()).rejects.toThrow('no more');
    return { dataDir, url: bridge.url, breaks, recover: () => db.exec('DROP TRIGGER no_more') };
  }

  it('everything is closed, and the next bridge has the folder', async () => {
    const { dataDir, url, recover } = await endedBadly();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    recover();
    const { bridge } = await aWholeBridge({ dataDir });
    await bridge.stop();
    expect(verifyDatabase(dataDir)).toMatchObject({ ok: true, signatures: { unsignedRecords: 0 } });
  });

  it('after a start that failed, it is the start that is told of', async () => {
    const { dataDir, breaks, recover } = await endedBadly();
    recover();
    const port = await aPortInUse();
    // Only once the database is open: with a trigger that is not the program's own it would not be.
    const clockOf: typeof createClock = (...asked) => {
      breaks();
      return createClock(...asked);
    };
    const starting = aWholeBridge({ dataDir, ports: { port, createClock: clockOf } });
    await expect(starting).rejects.toMatchObject({ name: 'PortInUse' });
    recover();
    await aWholeBridge({ dataDir });
  });
});

describe('the port is taken', () => {
  it('the link to the office was started before programs could be let in', async () => {
    const dataDir = aFolder();
    mkdirSync(join(dataDir, 'office'), { recursive: true });
    writeFileSync(join(dataDir, 'office', 'member.json'), '{}\n');
    const events: string[] = [];
    const log = (_level: string, event: string) => void events.push(event);
    const starting = aWholeBridge({ dataDir, ports: { port: await aPortInUse(), log } });
    await expect(starting).rejects.toMatchObject({ name: 'PortInUse' });
    expect(events).toContain('office-link-not-started');
  });
});

describe('another program keeps the database', () => {
  it('the bridge ends without its last write', async () => {
    const whole = await aWholeBridge({ ports: { createClock: impatient } });
    const { bridge, dataDir } = whole;
    whole.program();
    const other = keeps(dataDir);
    await expect(bridge.stop()).rejects.toThrow('another program keeps the file locked');
    other.letGo();
    expect(verifyDatabase(dataDir).ok).toBe(true);
    await aWholeBridge({ dataDir });
  });

  it('a start that waits for it is given up when it is to end, and the next one takes up what was left', async () => {
    const dataDir = aFolder();
    const folder = opened(dataDir, { seal: withSubKey(Buffer.alloc(32, 5), 'seal', createSeal) });
    const notFound = answered(404, json({ title: 'not found' }));
    const till = await aTill({ folder, answer: ({ method }) => (method === 'GET' ? notFound : new Promise(() => {})) });
    const { id, state } = await till.submit('capture', { payId: 'P1', transId: 'C-1', amount: amountOf(500) });
    expect(state).toBe('sending');
    folder.close();

    const ending = new AbortController();
    let other = { letGo: () => {} };
    const start = aWholeBridge({
      dataDir,
      ports: {
        createClock: impatient,
        ending: ending.signal,
        // Between the writes that a start makes at once and what it takes up.
        createDigests(key) {
          other = keeps(dataDir);
          setImmediate(() => ending.abort());
          return createDigests(key);
        },
      },
    });
    await expect(start).rejects.toThrow('another program keeps the file locked');
    other.letGo();
    const { bridge } = await aWholeBridge({ dataDir });
    expect(bridge.calls.operation(id)).toMatchObject({ state: 'unknown' });
  });
});
