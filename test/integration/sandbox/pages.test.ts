// The hosted page as a browser without scripts meets it: what it shows, what its buttons do, and where they lead.
import { describe, expect, test } from 'vitest';
import {
  type Fate,
  type Gateway,
  directPayment,
  eur,
  hour,
  openSession,
  press,
  startGateway,
  urls,
} from './gateway.ts';

async function page(gateway: Gateway, href: string, headers: { [name: string]: string } = {}): Promise<Fate> {
  const { pathname, search } = new URL(href);
  return gateway.fate('GET', `${pathname}${search}`, { headers: { authorization: '', ...headers } });
}

async function textOf(gateway: Gateway, href: string, headers?: { [name: string]: string }): Promise<string> {
  const fate = await page(gateway, href, headers);
  return fate.type === 'broken' ? '' : fate.text;
}

function locationOf(fate: Fate): URL {
  if (fate.type !== 'whole' || fate.status !== 303) throw new Error(`no redirect: ${JSON.stringify(fate)}`);
  return new URL(fate.headers.location ?? '');
}

const methodsOn = (html: string): string[] =>
  [...html.matchAll(/name="method" value="(\w+)"/g)].map((each) => each[1] ?? '');

describe('the hosted page', () => {
  test('shows amount and reference without credentials, holds nothing from outside, and no script', async () => {
    const gateway = await startGateway();
    const { href } = await openSession(gateway, { amount: { value: 1234, currency: 'BHD' }, transId: 'PAGE-1' });
    const fate = await page(gateway, href);
    expect(fate).toMatchObject({ type: 'whole', status: 200 });
    if (fate.type !== 'whole') return;
    expect(fate.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(fate.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(fate.text).toContain('1.234 BHD');
    expect(fate.text).toContain('PAGE-1');
    expect(fate.text).not.toMatch(/<script|<link|<img|src=/);
  });

  test('offers what the request allows, else what the merchant has', async () => {
    const gateway = await startGateway();
    const narrow = await openSession(gateway, { allowedPaymentMethods: ['KLARNA', 'WERO'] });
    expect(methodsOn(await textOf(gateway, narrow.href))).toEqual(['KLARNA', 'WERO']);
    const wide = await openSession(gateway);
    expect(methodsOn(await textOf(gateway, wide.href))).toContain('CARD');
    const one = { paymentMethods: { integrationType: 'HOSTED', type: 'IDEAL' }, transId: 'ideal1' };
    const { body } = await gateway.send('POST', '/api/v2/payments', directPayment(one));
    const ideal = await textOf(gateway, body._links.redirect.href);
    expect([methodsOn(ideal), ideal.includes('name="card"')]).toEqual([['IDEAL'], false]);
  });

  test.each([
    ['the request', { language: 'de-DE' }, '', {}, 'de'],
    ['the reader', { language: 'de' }, '?lang=en', {}, 'en'],
    ['the browser', {}, '', { 'accept-language': 'de-AT,en;q=0.5' }, 'de'],
    ['nobody', { language: 'fr' }, '', {}, 'en'],
  ])('speaks the language of %s', async (_, fields, query, headers, language) => {
    const gateway = await startGateway();
    const { href } = await openSession(gateway, fields);
    const html = await textOf(gateway, `${href}${query}`, headers);
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(language === 'de' ? '10,00 EUR bezahlen' : 'Pay 10.00 EUR');
  });

  test('writes what the merchant sent as text, whatever it is', async () => {
    const gateway = await startGateway();
    const order = { description: '<script>alert(1)</script>', merchantReference: '"><b>' };
    const { href } = await openSession(gateway, { order });
    const html = await textOf(gateway, href);
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<script|"><b>/);
  });

  test('of an unknown payment is 404, and of a direct one as well', async () => {
    const gateway = await startGateway();
    const { body } = await gateway.send('POST', '/api/v2/payments', directPayment());
    for (const id of ['nobody', body.payId]) {
      expect(await page(gateway, `${gateway.url}/checkout/${id}`)).toMatchObject({ status: 404 });
    }
  });
});

describe('a button', () => {
  test('pays: the payment is made with the chosen method, and the browser goes to urls.return', async () => {
    const gateway = await startGateway();
    const { href, payId } = await openSession(gateway, { transId: 'B-1' });
    const location = locationOf(await press(gateway, href, { action: 'pay', card: 'mastercard' }));
    expect(location.href).toBe(`${urls.return}&payId=${payId}&transId=B-1&status=CAPTURED`);
    expect(await gateway.payment(payId)).toMatchObject({
      status: 'CAPTURED',
      totals: { authorised: 1000, captured: 1000 },
      paymentMethods: { type: 'CARD', card: { brand: 'MASTERCARD', bin: '555555', last4Digits: '4444' } },
    });
  });

  test.each([
    ['decline', {}, 'declined by the issuer'],
    ['pay', { card: 'funds' }, 'insufficient funds'],
    ['pay', { card: 'expired' }, 'the card has expired'],
  ])('%s %o: the payment has failed, and the browser goes to urls.return', async (action, fields, why) => {
    const gateway = await startGateway();
    const { href, payId } = await openSession(gateway);
    const location = locationOf(await press(gateway, href, { action, ...fields }));
    expect([location.pathname, location.searchParams.get('status')]).toEqual(['/return', 'FAILED']);
    expect(await gateway.payment(payId)).toMatchObject({ status: 'FAILED', responseDescription: why });
  });

  test('cancels: the payment has failed, and the browser goes to urls.cancel', async () => {
    const gateway = await startGateway();
    const { href, payId } = await openSession(gateway);
    expect(locationOf(await press(gateway, href, { action: 'cancel' })).pathname).toBe('/cancel');
    expect(await gateway.payment(payId)).toMatchObject({ status: 'FAILED', totals: { authorised: 0 } });
  });

  test('works once: a second press shows how it stands', async () => {
    const gateway = await startGateway();
    const { href, payId } = await openSession(gateway);
    await Promise.all([1, 2, 3].map(() => press(gateway, href, { action: 'pay' })));
    expect(await press(gateway, href, { action: 'decline' })).toMatchObject({ status: 409 });
    expect(await gateway.payment(payId)).toMatchObject({ status: 'CAPTURED', totals: { authorised: 1000 } });
    expect(await textOf(gateway, href)).toContain('The payment was made');
  });

  test('does nothing after the payment expired', async () => {
    const gateway = await startGateway();
    const expirationTime = new Date(Date.now() + hour).toISOString();
    const { href, payId } = await openSession(gateway, { expirationTime });
    await gateway.advance(hour);
    expect(await press(gateway, href, { action: 'pay' })).toMatchObject({ status: 409 });
    expect((await gateway.payment(payId)).status).toBe('EXPIRED');
    expect(await textOf(gateway, href)).toContain('expired');
  });

  test.each([
    ['a method that was not offered', { method: 'WECHAT' }],
    ['no method', { method: '' }],
    ['a card that is no test card', { card: '4111111111111111' }],
  ])('with %s asks again, and nothing is paid', async (_, fields) => {
    const gateway = await startGateway();
    const { href, payId } = await openSession(gateway);
    const fate = await press(gateway, href, { action: 'pay', ...fields });
    expect(fate).toMatchObject({ status: 400 });
    if (fate.type === 'whole') expect(fate.text).toContain('role="alert"');
    expect((await gateway.payment(payId)).status).toBe('PENDING');
  });

  test.each(['javascript:alert(1)', 'data:text/html,x'])(
    'never leads to %s: no payment is made with it',
    async (bad) => {
      const gateway = await startGateway();
      await expect(openSession(gateway, { urls: { ...urls, return: bad } })).rejects.toThrow('urls.return');
    },
  );

  test('of a test amount is declined by the issuer, whatever the card', async () => {
    const gateway = await startGateway();
    const { href, payId } = await openSession(gateway, { amount: eur(99_900_051) });
    await press(gateway, href, { action: 'pay' });
    expect(await gateway.payment(payId)).toMatchObject({ status: 'FAILED', responseDescription: 'insufficient funds' });
  });
});

describe('DCC on the hosted page', () => {
  const dcc = { paymentMethods: { card: { dccEnabled: true } } };

  test('offers both currencies alike, with rate and mark-up, and pays in neither by itself', async () => {
    const gateway = await startGateway();
    const { href, payId } = await openSession(gateway, dcc);
    const fate = await press(gateway, href, { action: 'pay', card: 'britain' });
    if (fate.type !== 'whole') throw new Error('no page');
    const buttons = [...fate.text.matchAll(/<button[^>]*>/g)].map(([tag]) => tag.replace(/value="\w+"/, ''));
    expect(new Set(buttons).size).toBe(1);
    expect(fate.text).toMatch(
      /Please select a currency[^]*Pay 10\.00 EUR[^]*Pay 8\.81 GBP[^]*Exchange rate[^]*<br>\nMark-up/,
    );
    expect((await gateway.payment(payId)).status).toBe('PENDING');
  });

  test.each([
    ['GBP', true],
    ['EUR', false],
  ])('in %s: the record has dccInfo: %s', async (currency, taken) => {
    const gateway = await startGateway();
    const { href, payId } = await openSession(gateway, dcc);
    locationOf(await press(gateway, href, { action: 'pay', card: 'britain', currency }));
    const { card } = (await gateway.payment(payId)).paymentMethods as { card: object };
    expect(Object.hasOwn(card, 'dccInfo')).toBe(taken);
  });

  test('is not offered for a card of the same currency, nor where it is not enabled', async () => {
    const gateway = await startGateway();
    const own = await openSession(gateway, dcc);
    locationOf(await press(gateway, own.href, { action: 'pay', card: 'germany' }));
    const off = await openSession(gateway);
    locationOf(await press(gateway, off.href, { action: 'pay', card: 'britain' }));
    expect((await gateway.payment(off.payId)).status).toBe('CAPTURED');
  });
});
