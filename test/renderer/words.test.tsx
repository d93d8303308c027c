// Facts about what main says by code, read in the window's own language.
import { describe, expect, it } from 'vitest';
import { failureCodes } from '#contract/operation/outcome-codes.ts';
import { page } from 'vitest/browser';
import { seedCaptures } from '../../renderer/bridge/fake/seeds/seed-special.ts';
import { place, seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import type { FailureCode } from '#contract/operation/outcome-codes.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Mode } from '#contract/operation/states.ts';
import { sayIn } from '#texts/index.ts';
import { reasonText } from '../../renderer/model/words/doubt-words.ts';
import { notesOf, wordsOf } from '../../renderer/model/words/operation-words.ts';
import { receiptLines } from '../../renderer/model/words/receipt-lines.ts';
import { refusalWords } from '../../renderer/model/words/refusal-words.ts';
import { lengthText } from '../../renderer/model/time/time-text.ts';
import { button, heading, openWindow, press } from './support/window.tsx';

/** What of a view says nothing here. */
const bare = {
  id: 'x',
  state: 'failed',
  revision: 1,
  requestId: 'r',
  result: null,
  origin: { type: 'cashier' },
  mayWait: false,
  createdAt: '2026-01-31T10:00:00.000Z',
  updatedAt: '2026-01-31T10:00:00.000Z',
};
const say = sayIn('de');
const eur = (value: number) => ({ value, currency: 'EUR' });

describe('a refusal in German', () => {
  it('says what is possible instead', () => {
    const facts = { left: eur(1_250), open: eur(300), asked: eur(2_000) };
    const words = refusalWords({ code: 'refund-exceeds-captured', detail: 'At most', facts }, say, 'de');
    expect(words.facts).toEqual(['Höchstens 12,50\u00A0EUR ist möglich; 3,00\u00A0EUR ist noch unterwegs.']);
  });

  it('says to wait for what holds a payment only where that is over by itself', () => {
    const advice = (retryAfterSeconds?: number) => {
      const more = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
      return refusalWords({ code: 'payment-held', detail: '', ...more }, sayIn('en'), 'en').advice;
    };
    expect(advice(20)).toBe('Wait until it has ended, then try again.');
    expect(advice()).toBe('Open the earlier one: it may need a supervisor. Then try again.');
  });

  it('says which field is wrong, and why', () => {
    const issues = [
      { field: 'posTerminalId', code: 'not-our-terminal', params: { terminals: 'T-1' }, message: 'is not' },
      { field: 'RefNr', code: 'other-spelling', params: { name: 'refNr' }, message: 'is written refNr' },
      { field: 'Tip', code: 'same-name', params: { name: 'tip' }, message: 'is the same name' },
      { field: 'refNr', code: 'rule', message: 'must have at most 128 characters' },
      { field: 'line', code: 'rule', message: 'must have 1 to 64 visible ASCII characters, without blanks' },
      { field: 'amount.value', code: 'kind', params: { kind: 'whole-number' }, message: 'must be a whole number' },
    ] as const;
    const words = refusalWords({ code: 'invalid-input', detail: '', issues }, say, 'de');
    expect(words.facts).toEqual([
      'Terminal: ist kein Terminal dieser Kasse; sie hat T-1',
      'RefNr: schreibt sich refNr',
      'Tip: ist derselbe Name wie tip, anders geschrieben',
      'Referenz: darf höchstens 128 Zeichen haben',
      'Zeile oder Nummer des Belegs: muss 1 bis 64 sichtbare ASCII-Zeichen haben, ohne Leerzeichen',
      'Betrag: muss eine ganze Zahl sein',
    ]);
  });

  it('of a main without codes for its fields is said as main says it', () => {
    const errors = { refNr: ['is too large'] };
    expect(refusalWords({ code: 'invalid-input', detail: '', errors }, say, 'de').facts).toEqual([
      'Referenz: is too large',
    ]);
  });
});

describe('a doubt', () => {
  const doubt = { advice: '', since: '', lookUps: 0, lastLookUpAt: null, nextLookUpAt: null };

  it('is said in German by its code', () => {
    expect(reasonText({ ...doubt, code: 'http-status', status: 502, reason: 'x' }, say)).toContain('Status 502');
    expect(reasonText({ ...doubt, code: 'restarted', reason: 'x' }, say)).toContain('beendet');
  });

  it('of an older record is shown as it was written', () => {
    expect(reasonText({ ...doubt, code: null, reason: 'An old sentence.' }, say)).toBe('An old sentence.');
  });
});

describe('what did not happen', () => {
  const failed = (kind: string, input: JsonObject, code: FailureCode = 'declined', attempts = 1) =>
    ({
      ...bare,
      kind,
      input: { amount: eur(500), ...input },
      attempts,
      failure: { code, message: '' },
    }) as OperationView;
  const headline = (operation: OperationView, language: 'en' | 'de') =>
    wordsOf(operation, sayIn(language), language, true).headline;
  const terminal = (messageType: string) => ({ messageType, posTerminalId: 'T-1' });

  it.each([
    [
      failed('refund', {}),
      'Refund refused. Nothing was given back.',
      'Erstattung abgelehnt. Es wurde nichts erstattet.',
    ],
    [
      failed('cloud-pos', terminal('CREDIT')),
      'Refund refused. Nothing was given back.',
      'Erstattung abgelehnt. Es wurde nichts erstattet.',
    ],
    [failed('capture', {}), 'Capture refused. Nothing was captured.', 'Einzug abgelehnt. Es wurde nichts eingezogen.'],
    [
      failed('reverse', {}),
      'Reversal refused. The payment stays as it was.',
      'Storno abgelehnt. Die Zahlung bleibt, wie sie war.',
    ],
    [failed('cloud-pos', terminal('SALE')), 'Declined. No money was taken.', 'Abgelehnt. Es wurde nichts abgebucht.'],
    [
      failed('cloud-pos', terminal('AUTHORISATION_OR_RESERVATION')),
      'Declined. Nothing was authorized.',
      'Abgelehnt. Es wurde nichts autorisiert.',
    ],
    [failed('create-link', {}), 'Not accepted. No money moved.', 'Nicht angenommen. Es ist kein Geld geflossen.'],
    [
      failed('create-payment', { paymentMethods: { integrationType: 'HOSTED', type: 'PAYPAL' } }),
      'Not accepted. No money moved.',
      'Nicht angenommen. Es ist kein Geld geflossen.',
    ],
    [
      failed('cloud-pos', terminal('DIAGNOSE')),
      'Not accepted. No money moved.',
      'Nicht angenommen. Es ist kein Geld geflossen.',
    ],
    [
      failed('cloud-pos', terminal('SALE'), 'not-sent-in-time', 0),
      'The terminal was busy. Nothing was charged.',
      'Das Terminal war belegt. Es wurde nichts abgebucht.',
    ],
    [
      failed('cloud-pos', terminal('SALE'), 'not-sent-in-time', 1),
      'It could not be sent in time. Nothing was charged.',
      'Es konnte nicht rechtzeitig gesendet werden. Es wurde nichts abgebucht.',
    ],
    [
      failed('refund', {}, 'busy'),
      'The payment system is busy. Nothing was given back.',
      'Das Zahlungssystem ist ausgelastet. Es wurde nichts erstattet.',
    ],
  ])('is said of the money that it is about (%#)', (operation, en, de) => {
    expect(headline(operation, 'en')).toBe(en);
    expect(headline(operation, 'de')).toBe(de);
  });

  it('is translated from its code, and the host’s own words stay in the details', () => {
    const declined = (responseCode: string, responseDescription: string) => {
      const operation = failed('cloud-pos', terminal('SALE'));
      return { ...operation, failure: { code: 'declined', message: '', responseCode, responseDescription } } as const;
    };
    expect(notesOf(declined('22060108', 'insufficient funds'), say)).toEqual(['Die Karte ist nicht gedeckt.']);
    expect(notesOf(declined('29999999', 'do not honor'), say)).toEqual([]);
    for (const code of failureCodes) {
      const failure = { code, message: '', responseDescription: 'do not honor' } as const;
      const notes = notesOf({ ...failed('refund', {}), failure }, say);
      expect(notes.join(), code).not.toContain('do not honor');
    }
    const noCard = declined('22060103', 'no card was presented in time');
    expect(headline(noCard, 'en')).toBe('No card was presented. Nothing was charged.');
    expect(notesOf(noCard, say)).toEqual([]);
  });

  it('names who may, where a role is missing', () => {
    const words = (role: 'manager' | 'supervisor') =>
      refusalWords({ code: 'role-missing', detail: '', facts: { role } }, say, 'de').headline;
    expect(words('manager')).toBe('Das kann nur die Leitung ändern.');
    expect(words('supervisor')).toBe('Das kann nur eine Aufsicht.');
  });
});

describe('what is not known yet', () => {
  const doubtful = (kind: string, messageType?: string) =>
    ({
      ...bare,
      kind,
      state: 'unknown',
      input: { amount: eur(500), posTerminalId: 'T-1', ...(messageType === undefined ? {} : { messageType }) },
      attempts: 1,
      failure: null,
    }) as OperationView;

  it.each([
    [doubtful('cloud-pos', 'SALE'), 'it was paid. Do not charge again.'],
    [doubtful('create-payment'), 'it was paid. Do not charge again.'],
    [doubtful('cloud-pos', 'AUTHORISATION_OR_RESERVATION'), 'it was authorized. Do not authorize it again.'],
    [doubtful('incremental'), 'it was authorized. Do not authorize it again.'],
    [doubtful('cloud-pos', 'CREDIT'), 'it was given back. Do not refund it again.'],
    [doubtful('refund'), 'it was given back. Do not refund it again.'],
    [doubtful('refund-unreferenced'), 'it was given back. Do not refund it again.'],
    [doubtful('cloud-pos', 'REVERSE'), 'it was reversed. Do not repeat it, and do not refund it.'],
    [doubtful('reverse'), 'it was reversed. Do not repeat it, and do not refund it.'],
    [doubtful('cloud-pos', 'CAPTURE'), 'it was captured. Do not capture or charge it again.'],
    [doubtful('capture'), 'it was captured. Do not capture or charge it again.'],
    [doubtful('create-link'), 'it was done. Do not repeat it.'],
  ])('is said of the money that it is about, and what not to do with it (%#)', (operation, words) => {
    const { headline } = wordsOf(operation, sayIn('en'), 'en', true);
    expect(headline).toContain(`We don’t know yet whether ${words} Checking since`);
  });
});

describe('the copy of a refund', () => {
  const refund = {
    ...bare,
    kind: 'refund',
    state: 'succeeded',
    input: { amount: eur(500) },
    attempts: 1,
    failure: null,
  };

  it('says that it is training, as a sale’s receipt does', () => {
    const lines = (mode: Mode) =>
      receiptLines(refund as OperationView, 'customer', sayIn('en'), 'en', { mode, shopName: '' });
    expect(lines('training').slice(0, 3)).toEqual(['Training: no real money', '** Customer **', 'Refund']);
    expect(lines('live').slice(0, 2)).toEqual(['** Customer **', 'Refund']);
  });
});

describe('the next look at what is in doubt', () => {
  it('is said in seconds', async () => {
    const { stores } = await openWindow((made) => {
      seedOpen(made.world);
    });
    stores.navigation.go({ screen: 'activity', operationId: 'open-unknown' });
    await expect.element(page.getByText('Next check')).toBeVisible();
    await expect.element(page.getByText(/^in \d\d s$/)).toBeVisible();
  });
});

it('the keys are named as on the keyboard of the language', async () => {
  const { stores } = await openWindow(() => {}, { language: 'de' });
  await expect.element(page.getByRole('main')).toBeVisible();
  stores.navigation.showHelp(true);
  await expect.element(page.getByText('Strg+Enter', { exact: true })).toBeVisible();
  const keys = [...document.querySelectorAll('dialog dt')].map((each) => each.textContent);
  expect(keys.join(' ')).not.toMatch(/Ctrl|Delete|Backspace/);
});

describe('how long something takes', () => {
  const minute = 60_000;
  it.each([
    [0, '0 min'],
    [90 * minute, '90 min'],
    [91 * minute, '1 h 31 min'],
    [47 * 60 * minute, '47 h 0 min'],
    [51 * 60 * minute, '2 Tage 3 h'],
  ])('is said in hours and days where minutes would have to be counted (%i ms)', (ms, text) => {
    expect(lengthText(ms, say)).toBe(text);
  });

  it('stands beside the time since when something is in doubt', async () => {
    // Soon after midnight the day stands before it.
    const { stores } = await openWindow((made) => seedOpen(made.world));
    stores.navigation.go({ screen: 'activity', operationId: 'open-person' });
    await expect.element(page.getByText(/\b\d\d:\d\d \(6\d min\)$/)).toBeVisible();
  });
});

describe('what waits', () => {
  it('says how many are before it, and moves up when they are gone', async () => {
    const { stores, fake } = await openWindow((made) => {
      seedOpen(made.world);
      made.setOnline(false);
    });
    stores.navigation.go({ screen: 'activity', operationId: 'open-waiting-2' });
    await expect.element(heading('Will be sent when the connection is back (1 before it)')).toBeVisible();
    await fake.api.cancel({ id: 'open-waiting-1' });
    await expect.element(heading('Will be sent when the connection is back')).toBeVisible();
  });

  it('says who asked for it', async () => {
    const { stores } = await openWindow((made) => seedOpen(made.world));
    stores.navigation.go({ screen: 'activity', operationId: 'open-waiting-1' });
    await expect.element(page.getByText('Sample ERP', { exact: true })).toBeVisible();
  });

  it('leads to the operation that it waits for', async () => {
    const input = { payId: 'PAY-x', transId: 'R-1', amount: eur(500) };
    const { stores } = await openWindow((made) => {
      place(made.world, 'first', { kind: 'refund', state: 'unknown', input }, 9);
      place(made.world, 'second', { kind: 'refund', state: 'accepted', input: { ...input, transId: 'R-2' } }, 5);
    });
    stores.navigation.go({ screen: 'activity', operationId: 'second' });
    await button('Open the earlier one').click();
    expect(stores.navigation.getState().route).toEqual({ screen: 'activity', operationId: 'first' });
  });
});

describe('a refund of a payment with several captures', () => {
  it('picks the capture, offers what is left of it, and names it', async () => {
    const { stores, fake } = await openWindow((made) => {
      seedPast(made.world, 4);
      seedCaptures(made.world);
    });
    stores.navigation.go({ screen: 'payments', payId: 'PAY-parts' });
    await press('Refund money');
    await expect.element(button('Choose a capture')).toBeDisabled();
    await page.getByRole('radio', { name: /35.00/ }).click();
    await press('Refund 25.00 EUR');
    await expect.element(heading(/^Refunded 25.00/)).toBeVisible();
    const refund = [...fake.world.operations.values()].at(-1);
    expect(refund?.input['paymentMethods']).toEqual({ card: { providerTransactionId: 'CAP-part-1' } });
  });

  it('is typed on the keypad by a finger: the first digit begins another amount', async () => {
    const { stores } = await openWindow((made) => seedPast(made.world, 4));
    stores.navigation.go({ screen: 'payments', payId: 'PAY-seed-3' });
    await press('Refund money');
    for (const digit of ['7', '5', '0']) await page.getByRole('button', { name: digit, exact: true }).click();
    await expect.element(button('Refund 7.50 EUR')).toBeEnabled();
  });
});

describe('the port for programs', () => {
  it('is refused in words where another program has it, and kept where it is free', async () => {
    const { stores, fake } = await openWindow();
    stores.navigation.go({ screen: 'settings' });
    await button('Shop').click();
    await page.getByLabelText('Port for programs').fill('80');
    await expect.element(page.getByText('Enter 0, or a port from 1024 to 65535')).toBeVisible();
    await page.getByLabelText('Port for programs').fill('4711');
    await press('Save the shop settings');
    await expect.element(page.getByText('Not saved: another program uses this port.')).toBeVisible();
    await page.getByLabelText('Port for programs').fill('4712');
    await button('Save the shop settings').click();
    await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(fake.world.shop.loopbackPort).toBe(4_712);
  });
});
