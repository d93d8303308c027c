// When a till asks for its settings: once for each change at the office, and not again at once without an answer.
import { expect, it } from 'vitest';
import type { SettingsAnswer, SettingsAsked, SettingsDocument } from '#contract/office/office-settings.ts';
import { DocumentPull, pauseMsAfter } from '#office-link/document-pull.ts';

const document: SettingsDocument = {
  till: '6b1f3a52-6a0e-4d0e-9c58-1d5f0a8f7c11',
  version: 1,
  at: '2026-03-01T08:00:00.000Z',
  currency: null,
  settings: {},
  keyId: '0'.repeat(32),
  signature: 'AA==',
};

it('pauses longer for each person of a list, and for each that the till ever had, so that an office that lies fills no journal', () => {
  expect([pauseMsAfter(0, 0), pauseMsAfter(240, 0), pauseMsAfter(2, 500), pauseMsAfter(2, 50_000)]).toEqual([
    5_000, 245_000, 505_000, 3_600_000,
  ]);
});

function aPull(answers: readonly (SettingsAnswer | Error)[]) {
  const left = [...answers];
  const asked: SettingsAsked[] = [];
  const taken: (SettingsDocument | null)[] = [];
  const waiting: { readonly ms: number; readonly work: () => void }[] = [];
  const pull = new DocumentPull<SettingsAsked, SettingsAnswer>({
    what: 'settings',
    pauseMs: ({ document: given }) => (given === null ? 5_000 : 7_000),
    ask: async (question) => {
      asked.push(question);
      const answer = left.shift() ?? { document: null };
      if (answer instanceof Error) throw answer;
      return answer;
    },
    till: {
      asked: () => ({ has: { version: taken.length, signature: null }, inForce: 0, refused: null }),
      take: ({ document: given }) => void taken.push(given),
    },
    after: (ms, work) => {
      waiting.push({ ms, work });
      return () => undefined;
    },
    log: () => undefined,
  });
  const settle = async (): Promise<void> => {
    for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
  };
  return {
    asked,
    taken,
    look: async (changes: number | undefined): Promise<void> => {
      pull.look(changes);
      await settle();
    },
    /** How long it paused. */
    pauseOver: async (): Promise<number> => {
      const { ms, work } = waiting.shift() ?? { ms: Number.NaN, work: () => undefined };
      work();
      await settle();
      return ms;
    },
    end: () => pull.end(),
  };
}

it('asks for each number of changes once, and tells what became of a document', async () => {
  const { look, pauseOver, asked, taken } = aPull([{ document: null }, { document }]);
  await look(undefined);
  expect(asked).toHaveLength(0);
  await look(0);
  await pauseOver();
  await look(0);
  expect([asked.length, taken]).toEqual([1, [null]]);
  await look(1);
  expect([asked.length, taken]).toEqual([3, [null, document]]);
  expect(asked[2]?.has.version).toBe(2);
  await pauseOver();
  await look(1);
  expect(asked).toHaveLength(3);
});

it('asks once more where the number changed meanwhile, and no faster than each five seconds', async () => {
  const { look, pauseOver, asked } = aPull([]);
  for (let changes = 1; changes < 100; changes += 1) await look(changes);
  expect(asked).toHaveLength(1);
  expect(await pauseOver()).toBe(5_000);
  expect(asked).toHaveLength(2);
  await pauseOver();
  expect(asked).toHaveLength(2);
});

it('asks again after a minute without an answer, and not after its end', async () => {
  const { look, pauseOver, asked, end } = aPull([new Error('away'), new Error('away')]);
  await look(1);
  await look(2);
  expect(asked).toHaveLength(1);
  expect(await pauseOver()).toBe(60_000);
  expect(asked).toHaveLength(2);
  await end();
  await pauseOver();
  await look(3);
  expect(asked).toHaveLength(2);
});
