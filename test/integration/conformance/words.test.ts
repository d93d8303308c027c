// What the person who connects the bridge to a gateway reads of its words: a proposal never makes an open or
// declined payment count as done, and what cannot be told is left to the gateway's operator.
import { describe, expect, test } from 'vitest';
import { defaultStatusWords } from '#operations/evidence/words.ts';
import { numbers } from '#support/numbers.ts';
import { seedOfRun, share } from '#support/share.ts';
import type { Json } from '../../conformance/http.ts';
import { speechText } from '../../conformance/report.ts';
import { SpeechListener } from '../../conformance/speech/speech.ts';
import { both, inWords, isHosted, isLookUp, isObject, withSums } from './dialects.ts';
import { useGateway, wordsWith } from './hearing.ts';

const heard = useGateway();

describe('words', () => {
  const german = {
    AUTHORIZED: 'RESERVIERT',
    CAPTURED: 'GEBUCHT',
    REFUNDED: 'ERSTATTET',
    REVERSED: 'STORNIERT',
    PENDING: 'UNTERWEGS',
    FAILED: 'ABGELEHNT',
  };

  test('of another language are proposed by what was done, open and declined', async () => {
    const report = await heard(inWords(german));
    const { statuses } = report.speech.proposal ?? {};
    expect(statuses?.succeeded.filter((word) => !defaultStatusWords.succeeded.includes(word)).toSorted()).toEqual([
      'ERSTATTET',
      'GEBUCHT',
      'RESERVIERT',
      'STORNIERT',
    ]);
    expect(statuses?.open).toEqual([...defaultStatusWords.open, 'UNTERWEGS']);
    expect(statuses?.failed).toEqual([...defaultStatusWords.failed, 'ABGELEHNT']);
  });

  test('that a payment has before its customer paid are never words of success', async () => {
    const report = await heard(inWords({ PENDING: 'VORGEMERKT' }));
    expect(wordsWith(report)('VORGEMERKT')).toBe('open');
  });

  test('that stand for what is done and for what is not are left to the operator', async () => {
    const fine = Object.fromEntries(
      ['OK', 'AUTHORIZED', 'CAPTURED', 'REFUNDED', 'REVERSED', 'PENDING'].map((word) => [word, 'FEIN']),
    );
    const report = await heard(inWords({ ...fine, FAILED: 'SCHADE' }));
    const meaning = wordsWith(report);
    expect([meaning('FEIN'), meaning('SCHADE')]).toEqual(['unknown', 'failed']);
    expect(speechText(report)).toMatch(/FEIN.*\n?.*cannot tell.*ask the gateway's operator/);
  });

  test('of a capture that is still under way are no words of success', async () => {
    const report = await heard((told) => {
      if (told.path.endsWith('/captures') && told.status === 200) told.body['status'] = 'UEBERNOMMEN';
      const { totals } = told.body;
      if (isLookUp(told) && (totals as { captured: number }).captured > 0) {
        told.body['status'] = 'UEBERNOMMEN';
        told.body['totals'] = { ...(totals as object), captured: 0 };
      }
    });
    expect(wordsWith(report)('UEBERNOMMEN')).not.toBe('succeeded');
    expect(speechText(report)).toMatch(/UEBERNOMMEN.*\n?.*cannot tell/);
  });

  test('of a capture whose record names it only as awaited are no words of success', async () => {
    const report = await heard(
      both(
        inWords({ CAPTURED: 'EINGEREIHT' }),
        withSums((authorized, captured) => ({ authorizedAmount: authorized, pendingCapturedAmount: captured })),
      ),
    );
    expect(wordsWith(report)('EINGEREIHT')).toBe('unknown');
    expect(JSON.stringify(report.speech.sums.paymentPaths)).not.toContain('pendingCapturedAmount');
  });

  test('that sound like waiting are not proposed, whatever stands beside them', async () => {
    const report = await heard(inWords({ CAPTURED: 'CAPTURE_IN_PROCESS' }));
    expect(wordsWith(report)('CAPTURE_IN_PROCESS')).toBe('unknown');
    expect(speechText(report)).toMatch(/CAPTURE_IN_PROCESS.*\n?.*cannot tell/);
  });

  test('of a terminal that has yet to see the card are no words of success, with a trace number or not', async () => {
    const report = await heard((told) => {
      if (!told.path.endsWith('/cloudpos') || told.sent['messageType'] !== 'SALE') return;
      for (const name of ['approvalCode', 'receipt', 'paymentMethods']) delete told.body[name];
      told.body['status'] = 'AM_GERAET';
    });
    expect(wordsWith(report)('AM_GERAET')).toBe('unknown');
  });

  test('of a reversal beside the approval code of its sale are not proved by it', async () => {
    const report = await heard((told) => {
      if (told.sent['messageType'] === 'REVERSE') told.body['status'] = 'ZURUECK';
    });
    expect(wordsWith(report)('ZURUECK')).toBe('unknown');
  });

  test('of a sale beside an approval code of its own are proposed', async () => {
    const report = await heard((told) => {
      if (told.sent['messageType'] === 'SALE') told.body['status'] = 'VERKAUFT';
    });
    expect(wordsWith(report)('VERKAUFT')).toBe('succeeded');
  });

  test('of a step in a list that has more than what was carried out are no words of success', async () => {
    const report = await heard((told) => {
      const { operations } = told.body;
      const { captured = 0 } = (told.body['totals'] ?? {}) as { captured?: number };
      if (!isLookUp(told) || captured === 0 || !Array.isArray(operations)) return;
      told.body['operations'] = [{ type: 'CHECK', status: 'ANGEFANGEN', amount: { value: 1 } }, ...operations];
    });
    expect(wordsWith(report)('ANGEFANGEN')).toBe('unknown');
  });

  test('without any evidence beside them are left to the operator', async () => {
    const report = await heard((told) => {
      if (!told.path.endsWith('/captures') || told.status !== 200) return;
      told.body = { status: 'GEMACHT', responseCode: '00000000' };
    });
    expect(wordsWith(report)('GEMACHT')).toBe('unknown');
    expect(speechText(report)).toMatch(/GEMACHT.*\n?.*cannot tell.*ask the gateway's operator/);
  });

  test('that the bridge takes for done, and that stand in unpaid records, are taken out of the list', async () => {
    const report = await heard(inWords({ PENDING: 'ACCEPTED' }));
    expect(wordsWith(report)('ACCEPTED')).toBe('open');
    expect(speechText(report)).toMatch(/ACCEPTED.*\n?.*takes it for done/);
  });

  test('of the bridge itself need no settings', async () => {
    const { speech } = await heard(() => {});
    expect([speech.proposal, speech.sums.paymentPaths]).toEqual([null, null]);
    expect(speech.words.filter(({ remark }) => remark !== null)).toEqual([]);
  });
});

/** What a sandbox's words say, and what those of a gateway that carries captures and refunds out later say. */
const truth: { readonly [word: string]: 'succeeded' | 'failed' | 'open' } = {
  OK: 'succeeded',
  AUTHORIZED: 'succeeded',
  CAPTURED: 'succeeded',
  REFUNDED: 'succeeded',
  REVERSED: 'succeeded',
  PENDING: 'open',
  FAILED: 'failed',
};

describe('gateways by chance: two meanings may have one word, evidence may be missing, and captures may take their time', () => {
  const seed = seedOfRun();
  const random = numbers(seed);
  const gateways = Array.from({ length: share({ small: 5, large: 60 }) }, () => {
    const words = Object.fromEntries(Object.keys(truth).map((word) => [word, `W${random(7)}`]));
    return { words, isLate: random(5) < 2, withoutApprovals: random(5) < 2, withoutSums: random(3) === 0 };
  });

  test.each(gateways)(
    `$words, late: $isLate (seed ${seed})`,
    async ({ words, isLate, withoutApprovals, withoutSums }) => {
      const report = await heard(
        both((told) => {
          const { totals } = told.body;
          const isTaken = /\/(captures|refunds)$/.test(told.path) && told.status === 200;
          const { captured = 0 } = (totals ?? {}) as { captured?: number };
          if (isLate && (isTaken || captured > 0)) told.body['status'] = 'PENDING';
          if (isLate && captured > 0) told.body['totals'] = { ...(totals as object), captured: 0, refunded: 0 };
          if (withoutSums) delete told.body['totals'];
          if (withoutApprovals) for (const name of ['approvalCode', 'paymentMethods']) delete told.body[name];
        }, inWords(words)),
      );
      const meaning = wordsWith(report);
      for (const word of new Set(Object.values(words))) {
        const meant = Object.keys(truth).filter((each) => words[each] === word);
        const meanings = new Set(meant.map((each) => truth[each]));
        expect(['unknown', ...(meanings.size === 1 ? meanings : [])], `${word} of ${meant.join(', ')}`).toContain(
          meaning(word),
        );
      }
    },
  );
});

describe('a gateway that lies', () => {
  test('by one word for what it captured and what it was told to decline gets no proposal of it', async () => {
    const report = await heard((told) => {
      if (told.body['status'] === 'CAPTURED') told.body['status'] = 'FERTIG';
      if (told.status !== 422 || told.sent['simulationMode'] === undefined) return;
      told.status = 201;
      Object.assign(told.body, { status: 'FERTIG', responseCode: '00000000', approvalCode: 'A97711' });
    });
    expect(wordsWith(report)('FERTIG')).toBe('unknown');
  });

  test('that shows approval codes for unpaid payments proves nothing by them', async () => {
    let count = 100_000;
    const report = await heard((told) => {
      if (told.body['status'] === 'AUTHORIZED') told.body['status'] = 'GENOMMEN';
      if (isHosted(told)) told.body['approvalCode'] = String((count += 1));
    });
    expect(wordsWith(report)('GENOMMEN')).toBe('unknown');
  });

  test('by the same approval code for everything proves nothing by it', async () => {
    const report = await heard((told) => {
      const { status } = told.body;
      if (isObject(told.body['paymentMethods'])) delete told.body['paymentMethods'];
      if (status === 'AUTHORIZED') Object.assign(told.body, { status: 'GENOMMEN', approvalCode: '123456' });
      if (status === 'AUTHORIZED') delete told.body['operations'];
    });
    expect(wordsWith(report)('GENOMMEN')).toBe('unknown');
  });

  test('by new words in the middle of a run gets no proposal of them', async () => {
    let answers = 0;
    const [before, after] = [
      inWords({ CAPTURED: 'ALPHA', PENDING: 'BETA', FAILED: 'GAMMA' }),
      inWords({ CAPTURED: 'BETA', PENDING: 'GAMMA', FAILED: 'ALPHA' }),
    ];
    const report = await heard((told) => ((answers += 1) % 2 === 0 ? before(told) : after(told)));
    expect(['ALPHA', 'BETA', 'GAMMA'].map(wordsWith(report))).toEqual(['unknown', 'unknown', 'unknown']);
  });

  test('by new words from run to run gets proposals for the words of each run alone', async () => {
    const first = wordsWith(await heard(inWords({ CAPTURED: 'ALPHA', PENDING: 'BETA' })));
    const second = wordsWith(await heard(inWords({ CAPTURED: 'BETA', PENDING: 'ALPHA' })));
    expect([first('ALPHA'), first('BETA')]).toEqual(['succeeded', 'open']);
    expect([second('ALPHA'), second('BETA')]).toEqual(['open', 'succeeded']);
  });
});

describe('what was done to a payment', () => {
  const sent = (value: number) => ({ transId: 'T', amount: { value, currency: 'EUR' }, ...directCard });
  const directCard = { captureMethod: { type: 'MANUAL' }, paymentMethods: { integrationType: 'DIRECT', type: 'CARD' } };
  const good = { payId: 'P', responseCode: '00000000' };

  function heardAs(exchanges: readonly (readonly [path: string, status: number, json: Json, sent?: Json])[]) {
    const listener = new SpeechListener();
    for (const [path, status, json, asked] of exchanges) {
      const method = asked === undefined ? 'GET' : 'POST';
      listener.hear({ method, path: `/api/v2/payments${path}`, status, contentType: '', text: '', json }, asked);
    }
    return (word: string) => listener.speech().words.find((each) => each.word === word)?.proposed;
  }

  test('stays known where a used transId is refused, and the refusal names the payment', () => {
    const proposed = heardAs([
      ['', 201, { ...good, status: 'A', xId: '1' }, sent(100)],
      ['/P/captures', 200, { ...good, status: 'B', xId: '2' }, sent(60)],
      ['', 422, { payId: 'P', responseCode: '22000000', xId: '3' }, sent(100)],
      ['/getByPayId/P', 200, { ...good, status: 'B', totals: { captured: 60 } }],
    ]);
    expect(proposed('B')).toBe('succeeded');
  });

  test('is counted once where an answer is repeated under a key', () => {
    const proposed = heardAs([
      ['', 201, { ...good, status: 'A', xId: '1' }, sent(100)],
      ['/P/captures', 200, { ...good, status: 'B', xId: '2' }, sent(60)],
      ['/P/captures', 200, { ...good, status: 'B', xId: '2' }, sent(60)],
      ['/getByPayId/P', 200, { ...good, status: 'B', totals: { captured: 60 } }],
    ]);
    expect(proposed('B')).toBe('succeeded');
  });

  test('an increment is not proved by the approval code of its authorization', () => {
    const code = { approvalCode: '771234' };
    const proposed = heardAs([
      ['', 201, { ...good, ...code, status: 'A', xId: '1' }, sent(100)],
      ['/P/incrementals', 200, { ...good, status: 'C', xId: '2' }, sent(60)],
      ['/getByPayId/P', 200, { ...good, ...code, status: 'C' }],
    ]);
    expect([proposed('A'), proposed('C')]).toEqual(['succeeded', null]);
  });
});
