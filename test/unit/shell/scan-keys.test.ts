// The keys of a scanner that types with a prefix: from the prefix on nothing reaches the page, whatever comes.
import { expect, it } from 'vitest';
import { createScanKeys } from '../../../main/shell/window/scan-keys.ts';

function aKeyboard(prefix: string | null = 'F9') {
  let now = 0;
  let timer: { readonly atMs: number; readonly work: () => void } | null = null;
  const heard: string[] = [];
  const page: string[] = [];
  const takes = createScanKeys({
    prefix: () => prefix,
    nowMs: () => now,
    after(ms, work) {
      const mine = { atMs: now + ms, work };
      timer = mine;
      return () => {
        if (timer === mine) timer = null;
      };
    },
    scanned: (code) => heard.push(code),
    broken: () => heard.push('(broken)'),
    typeBack: (text) => page.push(`back ${text}`),
  });
  const pass = (ms: number) => {
    const until = now + ms;
    if (timer !== null && timer.atMs <= until) {
      const { atMs, work } = timer;
      timer = null;
      now = atMs;
      work();
    }
    now = until;
  };
  const press = (key: string, gapMs = 10) => {
    for (const type of ['keyDown', 'keyUp']) {
      if (!takes({ type, key, code: `code-${key}`, isAutoRepeat: false })) page.push(`${type} ${key}`);
    }
    pass(gapMs);
  };
  const type = (text: string, gapMs?: number) => {
    for (const key of text) press(key, gapMs);
  };
  return { heard, page, press, type, pass, takes };
}

it('takes a code between its prefix and Enter, and the page sees none of its keys', () => {
  const { heard, page, press, type } = aKeyboard();
  press('F9');
  press('Shift');
  type('PAY-1', 80);
  press('Enter');
  press('Enter');
  expect(heard).toEqual(['PAY-1']);
  expect(page).toEqual([]);
});

it('leaves what a person types to the page, also right behind a scan', () => {
  const { heard, page, press, type, pass } = aKeyboard();
  type('12');
  press('F9');
  type('A-77');
  press('Tab');
  type('3');
  pass(400);
  press('Enter');
  expect(heard).toEqual(['A-77']);
  expect(page.filter((each) => each.startsWith('keyDown'))).toEqual([
    'keyDown 1',
    'keyDown 2',
    'keyDown 3',
    'keyDown Enter',
  ]);
});

it('drops a code that loses its end, and what of it comes late', () => {
  const { heard, page, press, type, pass } = aKeyboard();
  press('F9');
  type('12345');
  pass(300);
  type('678');
  press('Enter');
  expect(heard).toEqual(['(broken)']);
  expect(page).toEqual([]);
  pass(400);
  type('9');
  expect(page).toEqual(['keyDown 9', 'keyUp 9']);
});

it('keeps two codes apart where the first lost its end', () => {
  const { heard, press, type } = aKeyboard();
  press('F9');
  type('AAA');
  press('F9');
  type('BBB');
  press('Enter');
  expect(heard).toEqual(['(broken)', 'BBB']);
});

it('gives a prefix back that a person typed as a character', () => {
  const { heard, page, press, pass } = aKeyboard('~');
  press('~');
  pass(300);
  expect(page).toEqual(['back ~']);
  press('~');
  press('Enter');
  expect(page.slice(1)).toEqual(['back ~', 'keyDown Enter', 'keyUp Enter']);
  expect(heard).toEqual([]);
});

it('ends a code that never ends', () => {
  const { heard, page, press, type } = aKeyboard();
  press('F9');
  type('7'.repeat(5_000));
  press('Enter');
  expect(heard).toEqual(['(broken)']);
  expect(page).toEqual([]);
});

it('without a prefix takes nothing', () => {
  const { heard, page, press } = aKeyboard(null);
  press('F9');
  press('1');
  press('Enter');
  expect(heard).toEqual([]);
  expect(page).toHaveLength(6);
});
