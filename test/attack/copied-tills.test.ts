// One data folder, joined to an office, that two computers sell on: a copy of it with its keys, both paused and resumed by
// people, both with the till's certificate; and a copy that joins under a name of its own. The office takes one history of
// the till, counts each operation once, and an alarm and the other copy's log say what is wrong. Nothing goes round in circles.
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textAt } from '#contract/data/json.ts';
import { asOwner } from '#office/database/database.ts';
import { takings } from '#office/reports/reports.ts';
import { Erp } from '#support/erp.ts';
import { OfficeBench, type OfficeTakings, officeRuns } from '#support/office.ts';
import { type Program, Workbench } from '#support/processes.ts';
import { Shop, apiKey, merchantId, sale } from '#support/shop.ts';
import { until } from '#support/until.ts';

/** Another computer with a copy of a shop's data folder and of its keys. */
class Copy {
  readonly bench = new Workbench();
  readonly #of: Shop;
  readonly dataDir: string;
  #program: Program | null = null;

  constructor(of: Shop) {
    this.#of = of;
    this.dataDir = join(this.bench.folder(), 'till');
    cpSync(of.dataDir, this.dataDir, { recursive: true });
    const keys = join('tillbridge', 'keys');
    const [from, to] = [of.bench, this.bench].map((bench) => join(bench.environment()['XDG_CONFIG_HOME'] ?? '', keys));
    for (const name of readdirSync(from ?? '')) cpSync(join(from ?? '', name), join(to ?? '', name));
  }

  get log(): string {
    return this.#program?.stderrText ?? '';
  }

  async start(): Promise<void> {
    const place = ['--data-dir', this.dataDir, '--port', '0', '--gateway', this.#of.cable.url];
    const more = ['--merchant-id', merchantId, '--processing-seconds', '1'];
    const environment = { TILLBRIDGE_API_KEY: apiKey };
    this.#program = this.bench.start('main/cli.ts', ['serve', ...place, ...more], environment);
    await this.#program.ready();
  }

  async stop(): Promise<void> {
    await this.#program?.kill('SIGTERM');
  }

  async run(...args: string[]): Promise<void> {
    const program = this.bench.start('main/cli.ts', [...args, '--data-dir', this.dataDir]);
    if ((await program.exited()) !== 0) throw new Error(program.stderrText);
  }

  resume(): Promise<void> {
    return this.run('folder', 'resume', '--name', 'Ada', '--reason', 'The other computer is off.');
  }

  /** Not at a terminal: those rest for a while after a pause. */
  async refund(payId: string, transId: string, value: number): Promise<string> {
    const { url } = await this.#program!.ready();
    const input = { payId, transId, amount: { value, currency: 'EUR' } };
    return (await new Erp(url, this.#of.token).operate('refund', input, transId)).state;
  }
}

describe.skipIf(!officeRuns)('a folder that two computers sell on', () => {
  const office = new OfficeBench();
  const shop = new Shop();
  const copies: Copy[] = [];
  const sumsOf = ({ tills }: OfficeTakings) =>
    tills.map(({ till, takenMinor, givenBackMinor }) => [till, takenMinor, givenBackMinor]);
  const sums = async () => sumsOf(await office.takings());
  /** Waits at the database: a command for each look would keep the processor busy. */
  const isThere = async (...wanted: (readonly [string, number, number])[]) => {
    await until(async () => {
      const so = await asOwner(office.databaseUrl, async (tx) => {
        const { id } = (await tx.row<{ id: string }>('SELECT id FROM chain')) ?? { id: '' };
        return takings(tx, id, { from: null, to: null });
      });
      return JSON.stringify(sumsOf(so)) === JSON.stringify(wanted) ? true : null;
    });
    expect(await sums()).toEqual(wanted);
  };
  let payId = '';

  beforeAll(async () => {
    await Promise.all([office.start(), shop.open('status,sale,refund')]);
    await office.letIn(shop, 'Till');
    const { result } = await shop.erp.operate('cloud-pos', sale('S-1', 1_000), 'S-1');
    payId = textAt(result, 'payId') ?? '';
    await isThere(['Till', 1_000, 0]);
    await shop.program.kill('SIGTERM');
    copies.push(new Copy(shop), new Copy(shop));
  });
  afterAll(async () => {
    await Promise.all([...copies.map(({ bench }) => bench.close()), shop.close(), office.close()]);
  });

  it('is paused on both, and takes nothing before a person resumes it there', async () => {
    for (const copy of copies) {
      await copy.start();
      await expect(copy.refund(payId, 'early', 100)).rejects.toThrow('paused');
    }
  });

  it('has one history at the office, and the other computer is told each time', async () => {
    const [one, two] = copies as [Copy, Copy];
    await one.resume();
    await two.resume();
    for (const [copy, transId] of [
      [one, 'O-1'],
      [two, 'T-1'],
      [one, 'O-2'],
      [two, 'T-2'],
      [one, 'O-3'],
      [two, 'T-3'],
    ] as const) {
      expect(await copy.refund(payId, transId, 10)).toBe('succeeded');
    }
    await until(async () => (/"office-not-reached".*"record-refused"/.test(one.log + two.log) ? true : null));
    expect((await office.till('Till')).lineage).toBe(2);
    const alarms = await office.alarms();
    expect(alarms.filter(({ kind }) => kind === 'forked')).not.toEqual([]);
    // The history that is taken is whole.
    await isThere(['Till', 1_000, 30]);
  });

  it('goes on with the history of the computer that a person gave a new code, and hears the other no longer', async () => {
    const isRefused = ({ log }: Copy) => log.includes('"record-refused"');
    const [right, wrong] = copies.toSorted((one, two) => Number(isRefused(two)) - Number(isRefused(one)));
    await right!.run('office', 'join', '--office', office.url, '--code', await office.enrol('Till'));
    await right!.stop();
    await right!.start();
    // What both refunded happened: six times 10.
    await isThere(['Till', 1_000, 60]);
    expect(await wrong!.refund(payId, 'late', 5)).toBe('succeeded');
    await until(async () => (/"office-not-reached".*"revoked"/.test(wrong!.log) ? true : null));
    expect((await office.till('Till')).lineage).toBe(3);
  });

  it('joins under no other name, which would count all of it twice', async () => {
    const before = await sums();
    const code = await office.enrol('Other');
    const joining = copies[0]!.run('office', 'join', '--office', office.url, '--code', code);
    await expect(joining).rejects.toThrow('the journal of this folder is that of another till: Till');
    expect(await sums()).toEqual(before);
  });
});
