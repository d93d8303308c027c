// What the person who connects the bridge to a gateway reads of its amounts: where they stand, which settings
// read them there, and which of them the bridge cannot read.
import { describe, expect, test } from 'vitest';
import { defaultAnswerPaths, defaultWrappers } from '#operations/evidence/reading.ts';
import { defaultPaymentPaths } from '#operations/payment-view.ts';
import { numbers } from '#support/numbers.ts';
import { seedOfRun, share } from '#support/share.ts';
import { speechText } from '../../conformance/report.ts';
import { askedIn, both, inWords, isLookUp, major, withSums } from './dialects.ts';
import { sumsWith, useGateway, wordsWith } from './hearing.ts';

const heard = useGateway();

describe('sums in look-ups', () => {
  test('under names that tell nothing are known by what was done, and proposed', async () => {
    const report = await heard(
      withSums((authorized, captured, refunded) => ({ konto: { a: authorized, b: captured, c: String(refunded) } })),
    );
    expect(report.speech.sums.paymentPaths).toEqual({
      authorised: [...defaultPaymentPaths.authorised, 'konto.a'],
      captured: [...defaultPaymentPaths.captured, 'konto.b'],
      refunded: [...defaultPaymentPaths.refunded, 'konto.c'],
    });
    const record = { payId: 'p', status: 'CAPTURED', konto: { a: 237, b: 113, c: '47' } };
    expect(sumsWith(report, record)).toEqual([237, 113, 47]);
  });

  test('that stay what was asked for, whatever was done, are not proposed', async () => {
    const report = await heard(
      withSums((_authorized, _captured, _refunded, { body }) => {
        const { value } = body['amount'] as { value: number };
        return { ledger: { authorizedSum: value, capturedSum: value, refundedSum: value } };
      }),
    );
    expect(report.speech.sums.paymentPaths).toBeNull();
  });

  test('that stand only where something was authorized may be what was asked for: named, and not proposed', async () => {
    const report = await heard(
      withSums((authorized, captured, refunded) => ({
        totals: { captured, refunded },
        ...(authorized > 0 && { konto: { a: authorized } }),
      })),
    );
    expect(report.speech.sums.paymentPaths).toBeNull();
    expect(speechText(report)).toMatch(/authorised at konto\.a.*may be the amount that was asked for.*cannot tell/);
  });

  test('in major units are named as what the bridge cannot read, and not proposed', async () => {
    const report = await heard(
      withSums((authorized, captured, refunded) => ({
        balance: { authorized: major(authorized), captured: major(captured), refunded: major(refunded) },
      })),
    );
    expect(report.speech.sums.paymentPaths).toBeNull();
    const text = speechText(report);
    for (const what of ['authorized', 'captured', 'refunded'])
      expect(text).toMatch(new RegExp(`balance\\.${what}.*major units.*the bridge cannot read`));
  });

  test('that two places show alike are named, and neither is proposed', async () => {
    const report = await heard(
      withSums((authorized, captured, refunded) => ({
        totals: { authorized, refunded },
        heute: captured,
        gestern: captured,
      })),
    );
    expect(report.speech.sums.paymentPaths).toBeNull();
    expect(speechText(report)).toMatch(/captured.*gestern, heute.*cannot tell/);
  });

  test('a number that is there by chance is no sum: how many captures there were', async () => {
    const report = await heard(
      withSums((authorized, captured, refunded) => ({
        totals: { authorized, refunded },
        money: { capturedSum: captured, capturedCount: captured === 0 ? 0 : 1 },
      })),
    );
    expect(report.speech.sums.paymentPaths).toEqual({
      captured: [...defaultPaymentPaths.captured, 'money.capturedSum'],
    });
  });

  test('in an object or list of an unknown name: the name is proposed, and what is in it is read', async () => {
    const report = await heard((told) => {
      if (isLookUp(told)) told.body = { antwort: [told.body] };
    });
    expect(report.speech.proposal).toEqual({ wrappers: [...defaultWrappers, 'antwort'] });
    const record = { antwort: [{ payId: 'p', totals: { authorised: 237, captured: 113, refunded: 47 } }] };
    expect(sumsWith(report, record)).toEqual([237, 113, 47]);
  });

  test('in an object of a known name are read as they are', async () => {
    const report = await heard(
      both(inWords({ REVERSED: 'STORNIERT' }), (told) => {
        if (isLookUp(told)) told.body = { data: [told.body] };
      }),
    );
    expect([report.speech.proposal?.paths, report.speech.sums.paymentPaths]).toEqual([undefined, null]);
    expect(wordsWith(report)('STORNIERT')).toBe('succeeded');
  });

  test('the amount and its currency at other places are proposed; the list of operations in other words is named', async () => {
    const report = await heard((told) => {
      if (!isLookUp(told)) return;
      const { amount, operations, ...rest } = told.body;
      const { value, currency } = amount as { value: number; currency: string };
      const verlauf = (operations as { type: string; amount: { value: number } }[]).map((each) => ({
        art: each.type,
        betrag: each.amount.value,
      }));
      told.body = { ...rest, zahlung: { betrag: value, waehrung: currency }, verlauf };
    });
    expect(report.speech.proposal?.paths).toEqual({
      amount: [...defaultAnswerPaths.amount, 'zahlung.betrag'],
      currency: [...defaultAnswerPaths.currency, 'zahlung.waehrung'],
    });
    const text = speechText(report);
    expect(text).toMatch(/operations at verlauf.*the bridge cannot read/);
    expect(text).toMatch(/amount at zahlung\.betrag in look-ups.*the bridge cannot read it as the payment's own/);
    expect(text).toMatch(/currency at zahlung\.waehrung in look-ups.*the bridge cannot read it as the payment's own/);
  });
});

describe('records by chance: sums under any name, beside numbers that are none of them', () => {
  const seed = seedOfRun();
  const random = numbers(seed);
  const kinds = ['authorised', 'captured', 'refunded'] as const;
  /** What a record may show; the first three are the sums. */
  const shown: readonly ((authorized: number, captured: number, refunded: number, asked: number) => unknown)[] = [
    (authorized) => authorized,
    (_authorized, captured) => captured,
    (_authorized, _captured, refunded) => refunded,
    (_authorized, _captured, _refunded, asked) => asked,
    (authorized, captured) => authorized - captured,
    (_authorized, captured, refunded) => captured - refunded,
    (_authorized, captured) => (captured > 0 ? 1 : 0),
    (_authorized, captured) => major(captured),
    () => 100,
  ];
  const names = ['a', 'b', 'capturedSum', 'authorizedSum', 'sum_refunded', 'open', 'total', 'wert', 'capturedCount'];
  const records = Array.from({ length: share({ small: 4, large: 50 }) }, () => names.map(() => random(shown.length)));

  test.each(records)(`%s, %s, %s, %s, %s, %s, %s, %s, %s (seed ${seed})`, async (...what) => {
    const report = await heard(
      withSums((authorized, captured, refunded, { body }) => {
        const { value } = body['amount'] as { value: number };
        const sums = names.map((name, at) => [name, shown[what[at] ?? 0]?.(authorized, captured, refunded, value)]);
        return { konto: Object.fromEntries(sums) };
      }),
    );
    for (const [at, kind] of kinds.entries()) {
      const proposed = report.speech.sums.paymentPaths?.[kind] ?? [];
      const own = names.filter((_name, index) => what[index] === at).map((name) => `konto.${name}`);
      const wrong = proposed.filter((path) => path.startsWith('konto.') && !own.includes(path));
      expect(wrong, kind).toEqual([]);
    }
  });
});

describe('amounts and currencies in answers', () => {
  test('under names of their own are proposed', async () => {
    const report = await heard((told) => {
      const asked = askedIn(told);
      if (asked !== null) told.body['geld'] = { wert: String(asked.value), ccy: asked.currency };
    });
    expect(report.speech.proposal).toEqual({
      paths: {
        amount: [...defaultAnswerPaths.amount, 'geld.wert'],
        currency: [...defaultAnswerPaths.currency, 'geld.ccy'],
      },
    });
  });

  test('a currency by its number is a currency', async () => {
    const report = await heard((told) => {
      const asked = askedIn(told);
      if (asked !== null) told.body['money'] = { amount: asked.value, isoCode: '978' };
    });
    expect(report.speech.proposal?.paths?.currency).toEqual([...defaultAnswerPaths.currency, 'money.isoCode']);
  });

  test('in major units under an unknown name are named as what the bridge cannot read', async () => {
    const report = await heard((told) => {
      const asked = askedIn(told);
      if (asked !== null) told.body['geld'] = { wert: major(asked.value), currency: asked.currency };
    });
    expect(report.speech.proposal?.paths?.amount).toBeUndefined();
    expect(speechText(report)).toMatch(/geld\.wert.*major units.*the bridge cannot read/);
  });

  test('in major units at a known place are named, with what the bridge does then', async () => {
    const report = await heard((told) => {
      const asked = askedIn(told);
      if (asked !== null) told.body['amount'] = { value: asked.value / 100, currency: asked.currency };
    });
    expect(report.speech.proposal).toBeNull();
    expect(speechText(report)).toMatch(/amount\.value.*major units.*the bridge cannot read.*waits for a person/);
  });

  test("of the whole payment in a capture's answer are not the amount of the capture", async () => {
    const sums = new Map<unknown, unknown>();
    const report = await heard((told) => {
      const asked = askedIn(told);
      if (asked === null) return;
      const { payId } = told.body;
      if (!sums.has(payId)) sums.set(payId, asked.value);
      told.body['order_total'] = sums.get(payId);
    });
    expect(report.speech.proposal?.paths?.amount).toBeUndefined();
  });

  test('that are echoes of the request are no places to read', async () => {
    const report = await heard((told) => {
      const asked = askedIn(told);
      if (asked === null) return;
      told.body['request'] = told.sent;
      told.body['order'] = { total: asked.value, currencyCode: asked.currency, creationDate: '2026-01-31T18:05:00Z' };
    });
    expect(report.speech.proposal).toBeNull();
  });
});
