// The text of an event is made once for all programs that may see the same of it; who may see more gets a text of their own.
import { expect, it } from 'vitest';
import { type Client, plainClientOptions } from '#contract/programs/client.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import { viewOf } from '#core/api/view.ts';
import { pageOf, stretchAfter } from '#loopback/events/event-text.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aPolicy } from '#support/records.ts';
import { accept, anAccepted } from '#support/store-data.ts';
import { aFolder, opened } from '#support/store-folder.ts';

const reader = (id: string, ...scopes: Scope[]): Client => ({
  id,
  name: id,
  scopes: ['status', ...scopes],
  origin: null,
  options: plainClientOptions,
  createdAt: '2026-01-31T00:00:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
});

async function aStretch(operations: number) {
  const folder = opened(aFolder());
  const { store, clients, books } = folder;
  await store.transact((tx) => {
    for (let index = 0; index < operations; index += 1) {
      accept(
        tx,
        anAccepted(`n${index}`, {
          kind: 'capture',
          origin: { type: 'erp', clientId: 'owner', operator: null, approvedBy: null },
        }),
      );
    }
  });
  let reads = 0;
  const operation = (id: string) => {
    reads += 1;
    const record = store.operation(id);
    return record === null ? null : viewOf(record, { clock: new FakeClock(), store, clients, policy: aPolicy() });
  };
  const stretch = (seq: number) => stretchAfter({ journal: books, calls: { operation }, devices: null }, seq);
  return { stretch, reads: () => reads };
}

it('is the same for all programs that see the same, and read once', async () => {
  const { stretch, reads } = await aStretch(3);
  const three = stretch(0);
  if (three === null) throw new Error('there are records');
  const pages = ['a', 'b', 'c'].map((id) => pageOf(three, reader(id)));
  expect(new Set(pages).size).toBe(1);
  expect(pages[0]?.text).toContain('"withheld":true');
  const own = pageOf(three, reader('owner'));
  expect(own.text).not.toContain('withheld');
  expect(pageOf(three, reader('other', 'capture'))).toBe(own);
  expect(reads()).toBe(3);
});

it('says whether there may be more behind it', async () => {
  const { stretch } = await aStretch(20);
  const [first, rest] = [stretch(0), stretch(16)];
  if (first === null || rest === null) throw new Error('there are records');
  expect([pageOf(first, reader('a')), pageOf(rest, reader('a'))]).toMatchObject([
    { upTo: 16, isFull: true },
    { upTo: 20, isFull: false },
  ]);
});
