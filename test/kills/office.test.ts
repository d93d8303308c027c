// The office, its PostgreSQL and a till, killed in turns while five tills send: what was acknowledged stays, nothing is
// stored or counted twice, and every till catches up by itself. `TILLBRIDGE_KILLS` says how many kills.
import { chmodSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Place } from '#contract/office/office.ts';
import { OfficeAway } from '#office-link/office-client.ts';
import { asOwner } from '#office/database/database.ts';
import { FakeTill } from '#support/fake-till.ts';
import { OfficeBench, officeRuns } from '#support/office.ts';
import { listProc } from '#support/proc.ts';
import { Workbench } from '#support/processes.ts';
import { share } from '#support/share.ts';
import { Shop, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

const kills = Number.parseInt(process.env['TILLBRIDGE_KILLS'] ?? share({ small: '6', large: '24' }), 10);
/** How many stretches are acknowledged between two kills. */
const between = 40;

/** Sells and sends without end; what the office acknowledged must be there from then on. */
class BusyTill {
  readonly till = new FakeTill();
  readonly lost: string[] = [];
  #client: ReturnType<FakeTill['client']> | null = null;
  acknowledged = 0;
  #place: Place | null = null;
  taken = 0;

  async join(office: OfficeBench, name: string): Promise<void> {
    await this.till.join(office.url, await office.enrol(name));
    this.#client = this.till.client();
  }

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver() || this.#place?.seq !== this.till.records.length) {
      if (!isOver()) {
        this.till.sell(10);
        this.taken += 10;
      }
      await this.#send();
    }
  }

  async #send(): Promise<void> {
    if (this.#client === null) return;
    try {
      const place = (this.#place ??= await this.#client.place());
      if (place.seq < this.acknowledged) this.lost.push(`${this.acknowledged} was acknowledged, ${place.seq} is there`);
      if (place.seq > 0 && this.till.records[place.seq - 1]?.hash !== place.hash)
        this.lost.push(`${place.seq} is another`);
      this.#place = null;
      const next = await this.#client.send('/v1/stretches', place.lineage, place.seq, this.till.lines(place.seq));
      this.#place = next;
      this.acknowledged = next.seq;
    } catch (error) {
      if (!(error instanceof OfficeAway)) throw error;
      await pause(50);
    }
  }
}

describe.skipIf(!officeRuns)('an office, its database and a till that are killed in turns', () => {
  const office = new OfficeBench();
  const shops = [new Shop(), new Shop()];
  const busy = [new BusyTill(), new BusyTill(), new BusyTill()];

  beforeAll(async () => {
    await Promise.all([office.start(), ...shops.map((shop) => shop.open())]);
    for (const [at, shop] of shops.entries()) await office.letIn(shop, `Till ${at + 1}`);
    for (const [at, each] of busy.entries()) await each.join(office, `Busy ${at + 1}`);
  });
  afterAll(async () => {
    for (const { till } of busy) till.close();
    await Promise.all([office.close(), ...shops.map((shop) => shop.close())]);
  });

  it(
    'loses nothing that was acknowledged, stores nothing twice, and has everything in the end',
    async () => {
      const over = { now: false };
      let sold = 0;
      const sending = busy.map((each) => each.work(() => over.now));
      const selling = (async () => {
        for (; !over.now; sold += 1) await shops[1]!.erp.operate('cloud-pos', sale(`S-${sold}`, 100), `S-${sold}`);
      })();
      const acknowledged = () => busy.reduce((sum, each) => sum + each.acknowledged, 0);
      const progress = async (): Promise<void> => {
        const from = acknowledged();
        await until(async () => (acknowledged() - from > between * 4 ? true : null));
      };
      for (let kill = 0; kill < kills; kill += 1) {
        await progress();
        if (kill % 3 === 0) {
          await office.kill();
          await office.start();
        } else if (kill % 3 === 1) office.killDatabase();
        else {
          await shops[0]!.erp.operate('cloud-pos', sale(`K-${kill}`, 100), `K-${kill}`);
          await shops[0]!.killBridge();
          await shops[0]!.startBridge();
        }
      }
      await progress();
      over.now = true;
      await Promise.all([...sending, selling]);
      expect(busy.flatMap(({ lost }) => lost)).toEqual([]);

      for (const [at, shop] of shops.entries()) {
        const verdict = await shop.run(['journal', 'verify', '--data-dir', shop.dataDir]);
        const { head } = JSON.parse(verdict) as { head: { seq: number } };
        await until(async () => ((await office.till(`Till ${at + 1}`)).records >= head.seq ? true : null));
      }
      expect(await office.alarms()).toEqual([]);
      const { tills } = await office.takings();
      const taken = Object.fromEntries(tills.map(({ till, takenMinor }) => [till, takenMinor]));
      expect(taken).toEqual({
        'Till 1': Math.floor(kills / 3) * 100,
        'Till 2': sold * 100,
        ...Object.fromEntries(busy.map((each, at) => [`Busy ${at + 1}`, each.taken])),
      });
      const url = readFileSync(join(office.dataDir, 'database-address'), 'utf8').trim();
      const stored = await asOwner(url, (tx) =>
        tx.rows<{ head_seq: number; records: number; first: number }>(
          `SELECT head_seq, sum(last_seq - first_seq + 1)::bigint AS records, min(first_seq) AS first
            FROM lineage JOIN segment ON segment.till_id = lineage.till_id AND segment.lineage = lineage.number
            GROUP BY lineage.till_id, head_seq`,
        ),
      );
      expect(stored).toHaveLength(5);
      for (const { head_seq: head, records, first } of stored) expect([first, records]).toEqual([1, head]);
      process.stdout.write(
        `${kills} kills, ${acknowledged()} records of busy tills acknowledged, ${sold} sales beside it\n`,
      );
    },
    600_000 + kills * 60_000,
  );
});

describe.skipIf(!officeRuns)('the first start of an office', () => {
  const bench = new Workbench();
  afterAll(() => bench.close());

  it('is killed while its database is made, and the next one makes it', async () => {
    const dataDir = bench.folder();
    // As root the database runs as another user.
    chmodSync(dataDir, 0o711);
    const start = () => {
      const args = ['serve', '--database', 'embedded', '--port', '0', '--data-dir', dataDir];
      return bench.start('office/cli.ts', args);
    };
    const first = start();
    await until(async () => (globSync(join(dataDir, 'postgres*', 'PG_VERSION')).length > 0 ? true : null));
    await first.kill('SIGKILL');
    const [lock] = globSync(join(dataDir, 'postgres*', 'postmaster.pid'));
    const left = lock === undefined ? null : Number.parseInt(readFileSync(lock, 'utf8'), 10);
    const second = start();
    await second.ready();
    expect(await second.kill('SIGTERM')).toBe(0);
    // By itself it would end within a minute.
    if (left !== null && listProc(String(left)).length > 0) process.kill(left, 'SIGKILL');
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
  });
});
