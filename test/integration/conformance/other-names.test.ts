// Gateways that name their status otherwise, and that show in answers what is captured and refunded by now: the person
// who connects the bridge reads what it cannot take for proof, what happens then and where, and which settings help.
import { describe, expect, test } from 'vitest';
import { defaultAnswerPaths } from '#operations/evidence/reading.ts';
import { speechText } from '../../conformance/report.ts';
import { both, inWords, isLookUp, isObject, major, underName, withTotals } from './dialects.ts';
import { useGateway, wordsWith } from './hearing.ts';

const heard = useGateway();

describe('a status under another name', () => {
  test.each(['state', 'transactionStatus', 'result', 'zustand'])(
    '(%s) is named: no proof for the bridge, what happens then, and where it stands',
    async (name) => {
      const text = speechText(await heard(underName('status', name)));
      expect(text).toMatch(new RegExp(`${name}.*in place of status.*no proof`));
      expect(text).toMatch(/a person is asked/);
      for (const where of ['payments', 'captures', 'refunds', 'getByPayId', 'cloudpos SALE'])
        expect(text, where).toMatch(new RegExp(`${name}[^\n]*answers to [^\n]*${where}`));
    },
  );

  test('in one kind of answer alone is named there, and nowhere else', async () => {
    const text = speechText(
      await heard((told) => {
        if (told.path.endsWith('/captures')) underName('status', 'captureState')(told);
      }),
    );
    const [line = ''] = text.split('\n').filter((each) => each.includes('captureState'));
    expect(line).toMatch(/captures/);
    expect(line).not.toMatch(/refunds|reversals|getBy|cloudpos/);
  });

  test('within an object is named with its path', async () => {
    const text = speechText(
      await heard((told) => {
        const { status, ...rest } = told.body;
        if (told.path.includes('/payments') && typeof status === 'string')
          told.body = { ...rest, vorgang: { state: status } };
      }),
    );
    expect(text).toMatch(/vorgang\.state.*in place of status/);
  });

  test('in words of its own is named too', async () => {
    const words = { AUTHORIZED: 'RESERVIERT', CAPTURED: 'GEBUCHT', REFUNDED: 'ERSTATTET', FAILED: 'ABGELEHNT' };
    const text = speechText(await heard(both(inWords(words), underName('status', 'zustand'))));
    expect(text).toMatch(/zustand.*in place of status/);
  });

  test('adds no word to the settings: the bridge reads none there', async () => {
    const report = await heard(both(inWords({ CAPTURED: 'GEBUCHT' }), underName('status', 'state')));
    expect(wordsWith(report)('GEBUCHT')).toBe('unknown');
  });

  test.each([
    ['beside a status', { state: 'AUTHORIZED' }],
    ['that is the state of an address', { billingAddress: { state: 'BY' }, shipping: { address: { state: 'NY' } } }],
    ['that never changes', { result: 'ANSWER', type: 'PAYMENT', channel: 'ECOM' }],
  ])('is not said of a word %s', async (_, members) => {
    const report = await heard((told) => {
      if (told.path.includes('/payments')) Object.assign(told.body, members);
    });
    expect(speechText(report)).not.toMatch(/in place of status/);
  });

  test('is not said where no status and no word is shown at all', async () => {
    const report = await heard((told) => {
      delete told.body['status'];
    });
    expect(speechText(report)).not.toMatch(/in place of status/);
  });
});

describe('what is captured and refunded by now, in answers', () => {
  test('under names that tell nothing is known by its values, and proposed', async () => {
    const report = await heard(withTotals((captured, refunded) => ({ stand: { x: captured, y: String(refunded) } })));
    expect(report.speech.proposal?.paths).toEqual({
      captured: [...defaultAnswerPaths.captured, 'stand.x'],
      refunded: [...defaultAnswerPaths.refunded, 'stand.y'],
    });
  });

  test('at the places that the bridge reads needs no setting', async () => {
    const report = await heard(
      withTotals((captured, refunded) => ({ capturedAmount: captured, refundedAmount: { value: refunded } })),
    );
    expect(report.speech.proposal).toBeNull();
  });

  test('in major units is named as what the bridge cannot read', async () => {
    const report = await heard(withTotals((captured) => ({ stand: { gebucht: major(captured) } })));
    expect(report.speech.proposal).toBeNull();
    expect(speechText(report)).toMatch(/stand\.gebucht.*major units.*the bridge cannot read/);
  });

  test('at two places alike is named, and neither is proposed', async () => {
    const report = await heard(withTotals((captured) => ({ heute: captured, gestern: captured })));
    expect(report.speech.proposal?.paths?.captured).toBeUndefined();
    expect(speechText(report)).toMatch(/captured.*gestern, heute.*cannot tell/);
  });

  test('that is only the amount of the operation, or of the payment, is not taken for it', async () => {
    const sums = new Map<unknown, unknown>();
    const report = await heard((told) => {
      const { amount } = told.sent;
      const { payId } = told.body;
      if (isLookUp(told) || told.status >= 300 || !isObject(amount) || payId === undefined) return;
      if (!sums.has(payId)) sums.set(payId, amount['value']);
      Object.assign(told.body, { teil: amount['value'], ganz: sums.get(payId) });
    });
    expect([report.speech.proposal?.paths?.captured, report.speech.proposal?.paths?.refunded]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
