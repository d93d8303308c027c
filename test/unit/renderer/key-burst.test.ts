// Facts about what is held back of a scanner's keys, whatever it sends after its code and in the middle of it.
import { expect, it } from 'vitest';
import { createKeyBurst, type Verdict } from '../../../renderer/app/scanner/key-burst.ts';

type Focus = 'button' | 'text' | 'amount' | 'nothing';

interface Desk {
  /** `Control+…`: a command; everything else of more than one sign is Enter or Tab. */
  readonly press: (key: string, afterMs: number) => Verdict;
  /** In a field for a PIN. */
  readonly secret: (key: string, afterMs: number) => Verdict;
  readonly type: (text: string, paceMs: number) => void;
  readonly wait: (ms: number) => void;
  readonly done: string[];
}

function desk(focus: Focus): Desk {
  let nowMs = 10_000;
  let due: { readonly atMs: number; readonly run: () => void } | null = null;
  const done: string[] = [];
  const burst = createKeyBurst<string>({
    timers: {
      after(ms, run) {
        const mine = { atMs: nowMs + ms, run };
        due = mine;
        return () => {
          if (due === mine) due = null;
        };
      },
    },
    type: (keys) => void done.push(`typed ${keys.join('')}`),
    restore: () => void done.push('restored'),
    forget: () => {},
    scanned: (code) => void done.push(`scanned ${code}`),
    emptyPin: () => void done.push('emptied'),
    swiped: () => void done.push('swiped'),
    inField: () => focus === 'text' || focus === 'amount',
    refusesCards: () => focus === 'text',
    isPressable: () => focus === 'button',
    press: () => void done.push('pressed'),
  });
  const wait = (ms: number) => {
    const endMs = nowMs + ms;
    while (due !== null && due.atMs <= endMs) {
      const { atMs, run } = due;
      due = null;
      nowMs = atMs;
      run();
    }
    nowMs = endMs;
  };
  const press = (key: string, afterMs: number): Verdict => {
    wait(afterMs);
    if (key.startsWith('Control+')) return burst.command(nowMs, key.endsWith('Enter'));
    return key.length === 1 ? burst.character(key, key, nowMs) : burst.ending(nowMs);
  };
  return {
    press,
    secret(key, afterMs) {
      wait(afterMs);
      return key === 'Enter' ? burst.secretEnding(nowMs) : burst.pinCharacter(nowMs);
    },
    wait,
    done,
    type(text, paceMs) {
      for (const sign of text) press(sign, paceMs);
    },
  };
}

it.each([
  ['40063813', 5],
  ['40063813', 60],
  ['1234', 5],
  ['1234', 60],
])('a scanner that ends its code %s at %i ms with CR and LF presses nothing', (code, paceMs) => {
  const { type, press } = desk('button');
  type(code, paceMs);
  expect([press('Enter', paceMs), press('Enter', paceMs)]).toEqual(['held', 'held']);
});

it('no Tab, Enter or Ctrl+Enter gets through that follows an ending within a moment', () => {
  for (const second of ['Enter', 'Tab', 'Control+Enter']) {
    const { type, press } = desk('text');
    type('40063813', 5);
    expect([press('Tab', 5), press(second, 80)]).toEqual(['held', 'held']);
  }
});

it('a short code in a field takes the focus on with its Tab, and its Enter presses nothing there', () => {
  const { type, press } = desk('text');
  type('1234', 5);
  expect([press('Tab', 5), press('Enter', 5)]).toEqual(['native', 'held']);
});

it('the Enter that ends a secret is followed by no second one, in its field or behind it', () => {
  const { secret, press } = desk('button');
  expect([secret('Enter', 500), secret('Enter', 5), press('Enter', 5)]).toEqual(['native', 'held', 'held']);
  expect([secret('1', 50), secret('Enter', 50)]).toEqual(['native', 'native']);
});

it.each([5, 39, 60, 80])('a code at %i ms in the field of a PIN sends no PIN and stays nowhere', (paceMs) => {
  const { secret, done } = desk('text');
  for (const sign of '40063813') expect(secret(sign, paceMs)).toBe('native');
  expect([secret('Enter', paceMs), secret('Enter', paceMs)]).toEqual(['held', 'held']);
  expect(done).toEqual(['emptied']);
});

it('a PIN that a hand types is sent: a quick one of twelve digits, and a short one at any pace', () => {
  const { secret, done } = desk('text');
  for (const digit of '731926405837') secret(digit, 100);
  expect(secret('Enter', 100)).toBe('native');
  for (const digit of '7319') secret(digit, 30);
  expect(secret('Enter', 30)).toBe('native');
  expect(done).toEqual([]);
});

it('a hand presses Enter and Ctrl+Enter again a moment later', () => {
  const { type, press } = desk('button');
  type('40063813', 5);
  expect([press('Enter', 5), press('Enter', 250), press('Enter', 300), press('Control+Enter', 10)]).toEqual([
    'held',
    'native',
    'native',
    'native',
  ]);
});

it('two codes right after each other are two codes', () => {
  const { type, press, done } = desk('button');
  type('40063813', 5);
  press('Enter', 5);
  type('40063814', 5);
  press('Enter', 5);
  expect(done.filter((each) => each.startsWith('scanned'))).toEqual(['scanned 40063813', 'scanned 40063814']);
});

it.each([5, 39, 60, 80])('a code at %i ms that begins with a space presses no button', (paceMs) => {
  const { type, press, done, wait } = desk('button');
  expect(press(' ', 500)).toBe('held');
  type('4006381', paceMs);
  press('Enter', paceMs);
  wait(2_000);
  expect(done).not.toContain('pressed');
  expect(done).toContain('scanned 4006381');
});

it('a space of a hand presses the button that has the focus, once', () => {
  const { press, done, wait } = desk('button');
  press(' ', 500);
  wait(2_000);
  expect(done).toEqual(['pressed']);
  const elsewhere = desk('nothing');
  expect(elsewhere.press(' ', 500)).toBe('native');
});

it.each([5, 60])('digits of a card at %i ms do not stay in a field for an amount', (paceMs) => {
  const { type, press, done, wait } = desk('amount');
  type('4111111111111111', paceMs);
  press('Enter', paceMs);
  wait(2_000);
  expect(done.slice(-2)).toEqual(['restored', 'swiped']);
  expect(done.join()).not.toContain('4111111111111111');
});

it('a field that refuses card data is left to say so', () => {
  const { type, press, done, wait } = desk('text');
  type('4111111111111111', 5);
  press('Enter', 5);
  wait(2_000);
  expect(done).toEqual(['typed 4111111111111111']);
});

it('a control character within a code leaves nothing of it, before or behind', () => {
  const { type, press, done, wait } = desk('amount');
  type('0104012345', 60);
  expect(press('Control+]', 60)).toBe('held');
  type('21ABC12', 60);
  expect(press('Enter', 60)).toBe('held');
  wait(2_000);
  expect(done.filter((each) => each !== 'typed 0' && !/^typed \d$/.test(each))).toEqual(['restored']);
});

it('a command of a hand goes on, and what was typed before it stays', () => {
  const { type, press, done } = desk('text');
  type('12345', 120);
  expect(press('Control+a', 60)).toBe('native');
  expect(done.join('')).not.toContain('restored');
  type('1234567', 120);
  expect(press('Control+Enter', 120)).toBe('native');
});

/** What stands in the field behind a code that stalls before the sign at `at`. */
function stalled(focus: Focus, code: string, at: number, gapMs: number, paceMs: number) {
  const { press, done, wait } = desk(focus);
  const signs = [...code.split(''), 'Enter'];
  const verdicts = signs.map((sign, index) => press(sign, index === at ? gapMs : paceMs));
  wait(2_000);
  return { done, last: verdicts.at(-1) };
}

it.each([5, 39, 60, 80])('one late key within a code at %i ms leaves no digit of it in an amount', (paceMs) => {
  for (const focus of ['amount', 'nothing', 'button'] as const) {
    for (const code of ['4006381333931', 'PAY-2026-000017', '40063813']) {
      for (const gapMs of [95, 150, 290]) {
        for (let at = 3; at <= code.length; at += 1) {
          const { done, last } = stalled(focus, code, at, gapMs, paceMs);
          expect([code, at, gapMs, done.slice(-2), last]).toEqual([
            code,
            at,
            gapMs,
            ['restored', `scanned ${code}`],
            'held',
          ]);
        }
      }
    }
  }
});

it('two late keys, a hand’s pause, or a field for text end a code as before', () => {
  const { press, done, wait } = desk('amount');
  for (const [index, sign] of '12345678'.split('').entries()) press(sign, index === 3 || index === 6 ? 200 : 60);
  expect(press('Enter', 60)).toBe('native');
  wait(2_000);
  expect(done.join()).not.toContain('scanned');
  expect(stalled('amount', '12345678', 4, 350, 60).done.join()).not.toContain('scanned');
  expect(stalled('text', 'closed', 3, 200, 60).done.join()).not.toContain('scanned');
});
