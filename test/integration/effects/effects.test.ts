// Follow-ups of an outcome over a real database, with a printer that jams and a drawer that does not.
import { describe, expect, it } from 'vitest';
import { EffectsWorker } from '#core/effects-worker.ts';
import type { EffectKind, EffectRow } from '#core/ports/effects.ts';
import type { OpenedStore } from '#store/open.ts';
import { verifyDatabase } from '#store/verify.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { startMs } from '#support/records.ts';
import { accept, anAccepted, change } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

/** Devices that note what they did, and may be told to jam. */
class Counter {
  readonly kinds = ['receipt', 'drawer'] as const;
  readonly did: string[] = [];
  jammed = false;

  async perform({ kind, operationId, copy }: EffectRow): Promise<void> {
    if (kind === 'receipt' && this.jammed) throw new Error('The printer has no paper.');
    this.did.push(`${kind} ${operationId}${copy ? ' COPY' : ''}`);
  }
}

async function refunded(folder: OpenedStore, name: string, effects: readonly EffectKind[]): Promise<void> {
  await folder.store.transact((tx) => {
    accept(tx, anAccepted(name));
    const { id } = change(tx, `op_${name}`, { state: 'succeeded' });
    tx.journal({ type: 'succeeded', operationId: id, atMs: startMs, data: { state: 'succeeded' }, effects });
  });
}

function aShop(dataDir = aFolder()) {
  const folder = opened(dataDir, { followUps: ['receipt', 'drawer'] });
  const counter = new Counter();
  const clock = FakeClock.startingAt(startMs);
  const worker = new EffectsWorker({ rows: folder.effects, effects: counter, clock, log: () => undefined });
  return { dataDir, folder, counter, clock, worker };
}

describe('what follows an outcome', () => {
  it('is done once each, and journalled', async () => {
    const { dataDir, folder, counter, clock, worker } = aShop();
    await refunded(folder, 'a', ['receipt', 'drawer']);
    worker.kick();
    await clock.advance(1);
    expect(counter.did.toSorted()).toEqual(['drawer op_a', 'receipt op_a']);
    worker.kick();
    await clock.advance(600_000);
    expect(counter.did).toHaveLength(2);
    const told = folder.journal.ofOperation('op_a').map(({ type }) => type);
    expect(told.filter((type) => type === 'effect-done')).toHaveLength(2);
    expect(verifyDatabase(dataDir).ok).toBe(true);
  });

  it('is not made for an outcome that was taken back with its transaction', async () => {
    const { folder, counter, clock, worker } = aShop();
    const broken = folder.store.transact((tx) => {
      accept(tx, anAccepted('a'));
      tx.journal({ type: 'succeeded', operationId: 'op_a', atMs: startMs, data: {}, effects: ['receipt'] });
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    worker.kick();
    await clock.advance(1);
    expect(counter.did).toEqual([]);
  });

  it('waits for a jammed printer, which undoes no refund and holds up no drawer', async () => {
    const { folder, counter, clock, worker } = aShop();
    counter.jammed = true;
    for (const name of ['a', 'b']) await refunded(folder, name, ['receipt', 'drawer']);
    worker.kick();
    await clock.advance(1);
    expect(counter.did).toEqual(['drawer op_a', 'drawer op_b']);
    expect(folder.store.operation('op_a')?.state).toBe('succeeded');
    const [shown] = folder.effects.troubled(10);
    expect(shown).toMatchObject({ operationId: 'op_a', trouble: 'The printer has no paper.' });
    await clock.advance(60_000);
    expect(folder.effects.troubled(10)[0]?.attempts).toBeGreaterThan(2);
    const failures = folder.journal.ofOperation('op_a').filter(({ type }) => type === 'effect-failed');
    expect(failures).toHaveLength(1);
    counter.jammed = false;
    await clock.advance(300_000);
    expect(counter.did.slice(2).toSorted()).toEqual(['receipt op_a', 'receipt op_b']);
    expect(folder.effects.troubled(10)).toEqual([]);
  });

  it('is done for all that is due at once, and leaves nothing to wait for', async () => {
    const { folder, counter, clock, worker } = aShop();
    for (const name of ['a', 'b', 'c']) await refunded(folder, name, ['receipt']);
    worker.kick();
    await clock.advance(0);
    expect(counter.did).toEqual(['receipt op_a', 'receipt op_b', 'receipt op_c']);
    expect(clock.pending).toBe(0);
  });

  it('is done after a restart where the program ended before it', async () => {
    const before = aShop();
    await refunded(before.folder, 'a', ['receipt']);
    before.folder.close();
    const { counter, clock, worker } = aShop(before.dataDir);
    worker.kick();
    await clock.advance(1);
    expect(counter.did).toEqual(['receipt op_a']);
  });

  it('is printed again only as a copy', async () => {
    const { folder, counter, clock, worker } = aShop();
    await refunded(folder, 'a', ['receipt']);
    worker.kick();
    await clock.advance(1);
    await folder.effects.reprint('op_a', 'somebody', startMs);
    worker.kick();
    await clock.advance(1);
    expect(counter.did).toEqual(['receipt op_a', 'receipt op_a COPY']);
    expect(folder.journal.ofOperation('op_a')).toContainEqual(
      expect.objectContaining({ type: 'reprint', data: { by: 'somebody' } }),
    );
  });
});
