// The power goes while the bridge works, on a disk that forgets whatever was not synced and keeps single sectors of it
// by chance. Nothing acknowledged is lost, the database opens, and the books agree. On a disk that does not sync when
// it is told to, the same test finds losses: so it would find them.
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Workbench } from '#support/processes.ts';
import { seedOfRun, share } from '#support/share.ts';
import { compare } from './books.ts';
import { diceOf } from './chance.ts';
import { startGateway } from './gateway.ts';
import type { Order } from './orders.ts';
import { newOrders } from './orders.ts';
import { Disk, compileForgetful, whyNoFuse } from './power.ts';
import { drain, giveAll, passed } from './round.ts';
import { KilledTill } from './till.ts';

const why = whyNoFuse();
if (why !== null) process.stdout.write(`SKIPPED: power cuts. They need FUSE, and here ${why}\n`);

const cuts = Number.parseInt(process.env['TILLBRIDGE_CUTS'] ?? share({ small: '4', large: '8' }), 10);

describe.skipIf(why !== null)('when the power goes', () => {
  const bench = new Workbench();
  afterAll(() => bench.close());
  const tool = why === null ? compileForgetful(bench) : '';

  /** A shop whose data folder and key file lie on a disk of its own. */
  async function aShop() {
    const disk = new Disk(bench, tool);
    const gateway = await startGateway(bench);
    const dataDir = join(disk.mountPoint, 'data');
    const till = new KilledTill(bench, dataDir, gateway.url, { XDG_CONFIG_HOME: join(disk.mountPoint, 'config') });
    return { disk, gateway, till, orders: [] as Order[] };
  }

  it(`nothing that was acknowledged is lost, ${cuts} times`, async () => {
    const seed = seedOfRun();
    process.stdout.write(`TILLBRIDGE_SEED=${seed} (power cuts)\n`);
    const shop = await aShop();
    const { disk, gateway, till, orders } = shop;
    await disk.powerOn(seed);
    await till.makeTokens();
    const total = { unsafeSectors: 0, keptSectors: 0, unsafeNames: 0, keptNames: 0 };
    for (let cut = 1; cut <= cuts; cut += 1) {
      const dice = diceOf(seed + cut);
      orders.push(...(await newOrders(gateway, dice, `P${cut}`)));
      await till.start();
      const given = giveAll({ ...shop, dice });
      await passed(dice.between(0, 250));
      const found = await disk.powerCut();
      await till.kill();
      await given;
      for (const what of Object.keys(total) as (keyof typeof total)[]) total[what] += found[what];
      await disk.powerOn(seed + cut);
    }
    await drain({ ...shop, dice: diceOf(seed) });
    const books = compare(orders, await till.journal(), await gateway.ledger());
    const { succeeded, needsPerson } = books;
    process.stdout.write(
      `seed ${seed}: ${cuts} power cuts; ${total.unsafeSectors} sectors were not synced, of which ${total.keptSectors} ` +
        `were kept; ${orders.length} orders, ${succeeded} succeeded, ${needsPerson.length} for a person\n`,
    );
    expect(books.differences).toEqual([]);
    expect(succeeded).toBeGreaterThan(cuts);
    expect(total.unsafeSectors).toBeGreaterThan(total.keptSectors);
  });

  it('a disk that only says that it synced loses what was acknowledged', async () => {
    const shop = await aShop();
    const { disk, gateway, till, orders } = shop;
    await disk.powerOn(1);
    await till.makeTokens();
    await till.start();
    await till.stop();
    await disk.unmount();

    await disk.powerOn(1, { ignoreSync: true });
    orders.push(...(await newOrders(gateway, diceOf(1), 'lost')));
    await till.start();
    await giveAll({ ...shop, dice: diceOf(1) });
    const acknowledged = orders.flatMap(({ acknowledged: id }) => id ?? []);
    expect(acknowledged).toHaveLength(orders.length);
    await disk.powerCut();
    await till.kill();

    await disk.powerOn(1);
    await till.start();
    const answers = await Promise.all(acknowledged.map((id) => till.erp().get(`/v1/operations/${id}`)));
    expect(answers.filter(({ status }) => status === 404).length).toBeGreaterThan(0);
    await till.kill();
  });
});
