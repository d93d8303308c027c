// The customer vault: how customers and their cards get into it, and its seven calls.
import { describe, expect, test } from 'vitest';
import {
  type Answered,
  type Gateway,
  directPayment,
  eur,
  hour,
  matching,
  openSession,
  press,
  startGateway,
  transId,
} from './gateway.ts';

interface Stored {
  readonly id: string;
  readonly pseudoCardNumber: string;
}

interface Page {
  readonly totalNumberOfPages: number;
  readonly totalNumberOfItems: number;
  readonly page: number;
  readonly pageSize: number;
  readonly data: readonly { readonly id: string; readonly [field: string]: unknown }[];
}

const vaultTime = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
const ada = { merchantCustomerId: 'C-1', firstName: 'Ada', lastName: 'Example', email: 'ada@example.org' };

async function pay(gateway: Gateway, customerInfo: object, fields: { [name: string]: unknown } = {}): Promise<string> {
  const answer = await gateway.send('POST', '/api/v2/payments', directPayment({ customerInfo, ...fields }));
  if (answer.status !== 201) throw new Error(answer.text);
  return (answer.body.customerInfo as { gatewayCustomerId: string } | undefined)?.gatewayCustomerId ?? '';
}

async function list(gateway: Gateway, query = ''): Promise<Page> {
  const answer = await gateway.send('GET', `/api/v2/customers${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as unknown as Page;
}

const at = (gateway: Gateway, method: string, path: string, body?: object): Promise<Answered> =>
  gateway.send(method, `/api/v2/customers/${path}`, body === undefined ? {} : { body });

async function methodsOf(gateway: Gateway, id: string): Promise<readonly Stored[]> {
  const { body } = await at(gateway, 'GET', `${id}/paymentMethods`);
  return (body as unknown as { data: Stored[] }).data;
}

describe('a payment that names its customer', () => {
  test('stores the customer and the card; the result has the gatewayCustomerId', async () => {
    const gateway = await startGateway();
    const phone = { countryCode: '49', number: '301234' };
    const billingAddress = { streetName: 'Ring', streetNumber: '1', city: 'Ulm', postalCode: '89073', country: 'DEU' };
    const id = await pay(gateway, { ...ada, phone, birthDate: '1990-01-31' }, { billingAddress });
    const { status, body } = await at(gateway, 'GET', id);
    expect([status, body]).toEqual([
      200,
      {
        id,
        ...ada,
        phone,
        billingAddress: { streetName: 'Ring', city: 'Ulm', postalCode: '89073', country: 'DEU' },
        scope: 'MERCHANT',
        createdAt: vaultTime,
        updatedAt: vaultTime,
        lastUsedAt: vaultTime,
      },
    ]);
    const stored = await at(gateway, 'GET', `${id}/paymentMethods`);
    expect(stored.body).toEqual({
      gatewayCustomerId: id,
      data: [
        {
          id: matching(/^[a-z]{32}$/),
          type: 'CARD',
          last4Digits: '1111',
          pseudoCardNumber: matching(/^0\d{11}1111$/),
          cardHolderName: 'Ada Example',
          brand: 'visa',
          expiryDate: '203012',
          createdAt: vaultTime,
          updatedAt: vaultTime,
          lastUsedAt: vaultTime,
        },
      ],
    });
  });

  test('again is the same customer and the same card, used later', async () => {
    const gateway = await startGateway();
    const id = await pay(gateway, ada);
    await gateway.advance(hour);
    expect(await pay(gateway, { ...ada, email: 'new@example.org' })).toBe(id);
    expect(await pay(gateway, { firstName: 'A', lastName: 'B', email: 'NEW@example.org' })).toBe(id);
    const customer = (await at(gateway, 'GET', id)).body as unknown as { [name: string]: string };
    expect(customer).toMatchObject({ merchantCustomerId: 'C-1', firstName: 'A', email: 'NEW@example.org' });
    expect(String(customer['lastUsedAt']) > String(customer['createdAt'])).toBe(true);
    expect(await methodsOf(gateway, id)).toHaveLength(1);
  });

  test('of whom only half a name is known stores no customer', async () => {
    const gateway = await startGateway();
    expect(await pay(gateway, { firstName: 'Ada', email: 'ada@example.org' })).toBe('');
    expect((await list(gateway)).totalNumberOfItems).toBe(0);
    expect(await pay(gateway, { companyName: 'Example Ltd' })).not.toBe('');
  });

  test('that was declined stores no customer', async () => {
    const gateway = await startGateway();
    await gateway.send('POST', '/api/v2/payments', directPayment({ customerInfo: ada, simulationMode: '22060012' }));
    expect((await list(gateway)).totalNumberOfItems).toBe(0);
  });

  test('on a hosted page stores the card only with the consent of its holder', async () => {
    const gateway = await startGateway();
    for (const consent of ['no', 'yes']) {
      const { href, payId } = await openSession(gateway, { customerInfo: ada });
      await press(gateway, href, { action: 'pay', card: 'amex', consent });
      const { customerInfo, paymentMethods } = await gateway.payment(payId);
      expect(paymentMethods).toMatchObject({ card: { cardholderConsentToStore: consent === 'yes' } });
      const stored = await methodsOf(gateway, customerInfo.gatewayCustomerId);
      expect(stored).toHaveLength(consent === 'yes' ? 1 : 0);
    }
  });

  test('may be made with the pseudo card number of a stored card, and so may a refund without reference', async () => {
    const gateway = await startGateway();
    const [stored] = await methodsOf(gateway, await pay(gateway, ada));
    const pseudo = stored?.pseudoCardNumber ?? '';
    const methods = (pseudoCardNumber: string): object => ({
      paymentMethods: { integrationType: 'DIRECT', type: 'CARD', card: { pseudoCardNumber } },
    });
    const again = await gateway.send('POST', '/api/v2/payments', directPayment({ ...methods(pseudo) }));
    expect(again).toMatchObject({ status: 201, body: { paymentMethods: { card: { last4Digits: '1111' } } } });
    const unknown = await gateway.send('POST', '/api/v2/payments', directPayment({ ...methods('0123') }));
    expect(unknown.status).toBe(422);
    const card = { number: pseudo, cardholderName: 'Ada', expiryDate: '203012', brand: 'visa' };
    const body = { transId: transId(), amount: eur(5), paymentMethods: { card } };
    const refund = await gateway.send('POST', '/api/v2/payments/refunds', { body });
    expect(refund).toMatchObject({ status: 200, body: { paymentMethods: { card: { last4Digits: '1111' } } } });
  });
});

describe('the list of customers', () => {
  test('has pages, in order of creation', async () => {
    const gateway = await startGateway();
    const ids: string[] = [];
    for (let n = 0; n < 45; n += 1) ids.push(await pay(gateway, { companyName: `Company ${n}` }));
    const pages = [await list(gateway), await list(gateway, '?page=2'), await list(gateway, '?page=3')];
    expect(pages.map(({ page, data }) => [page, data.length])).toEqual([
      [1, 20],
      [2, 20],
      [3, 5],
    ]);
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
    expect(pages[1]).toMatchObject({ totalNumberOfPages: 3, totalNumberOfItems: 45, pageSize: 20 });
    expect(await list(gateway, '?page=4')).toMatchObject({ page: 4, data: [] });
  });

  test('has filters, which all have to hold', async () => {
    const gateway = await startGateway({ now: () => Date.parse('2026-01-31T23:30:00.000Z') });
    const phone = { countryCode: '49', number: '301234' };
    const first = await pay(gateway, { ...ada, phone });
    await gateway.advance(hour);
    const second = await pay(gateway, { companyName: 'Example Ltd', phone: { ...phone, number: '5' } });
    const found = async (query: string): Promise<string[]> => (await list(gateway, query)).data.map(({ id }) => id);
    expect(await found('?merchantCustomerId=C-1')).toEqual([first]);
    expect(await found('?email=ADA%40example.org')).toEqual([first]);
    expect(await found('?phoneCountry=49')).toEqual([first, second]);
    expect(await found('?phoneCountry=49&phoneNumber=5')).toEqual([second]);
    expect(await found('?createdFrom=2026-02-01')).toEqual([second]);
    expect(await found('?createdTo=2026-01-31')).toEqual([first]);
    expect(await found('?createdFrom=2026-01-31&createdTo=2026-02-01')).toEqual([first, second]);
    expect(await found('?email=ada%40example.org&phoneNumber=5')).toEqual([]);
    expect(await list(gateway, '?email=nobody%40example.org')).toMatchObject({ totalNumberOfPages: 0, data: [] });
  });

  test.each([
    ['?page=0', 'page'],
    ['?page=one', 'page'],
    ['?createdFrom=yesterday', 'createdFrom'],
    ['?createdTo=2026-02-30', 'createdTo'],
    ['?page=1&page=2', 'page'],
    ['?colour=red', 'colour'],
  ])('refuses %s and names the parameter', async (query, field) => {
    const gateway = await startGateway();
    const { status, body } = await gateway.send('GET', `/api/v2/customers${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  });
});

describe('a customer', () => {
  test('is changed field by field', async () => {
    const gateway = await startGateway();
    const id = await pay(gateway, { ...ada, phone: { countryCode: '49', number: '1' } });
    await gateway.advance(hour);
    const changes = { lastName: 'Changed', phone: { number: '2' }, billingAddress: { city: 'Bonn' } };
    const { status, body } = await at(gateway, 'PATCH', id, changes);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...ada,
      lastName: 'Changed',
      phone: { countryCode: '49', number: '2' },
      billingAddress: { city: 'Bonn' },
    });
    expect((await at(gateway, 'GET', id)).body).toEqual(body);
    const { createdAt, updatedAt } = body as unknown as { createdAt: string; updatedAt: string };
    expect(updatedAt > createdAt).toBe(true);
  });

  test('keeps a name: both of them, or that of the company', async () => {
    const gateway = await startGateway();
    const id = await pay(gateway, { companyName: 'Example Ltd' });
    expect((await at(gateway, 'PATCH', id, { companyName: '' })).status).toBe(400);
    const named = { companyName: '', firstName: 'Ada', lastName: 'Example' };
    expect((await at(gateway, 'PATCH', id, named)).status).toBe(200);
    expect((await at(gateway, 'GET', id)).body).not.toHaveProperty('companyName');
  });

  test('is deleted with the stored methods, once', async () => {
    const gateway = await startGateway();
    const id = await pay(gateway, ada);
    expect(await at(gateway, 'DELETE', id)).toMatchObject({ status: 200, body: { id, deleted: true } });
    for (const path of [id, `${id}/paymentMethods`]) {
      expect((await at(gateway, 'GET', path)).status).toBe(404);
    }
    expect((await at(gateway, 'DELETE', id)).status).toBe(404);
    expect(await pay(gateway, ada)).not.toBe(id);
  });

  test('has stored methods that are read and deleted one by one', async () => {
    const gateway = await startGateway();
    const id = await pay(gateway, ada);
    const card = { number: '5555555555554444', brand: 'mastercard', expiryDate: '203101' };
    const paymentMethods = { integrationType: 'DIRECT', type: 'CARD', card };
    await pay(gateway, ada, { paymentMethods });
    const [first, second] = await methodsOf(gateway, id);
    expect((await at(gateway, 'GET', `${id}/paymentMethods/${second?.id}`)).body).toMatchObject({
      id: second?.id,
      brand: 'mastercard',
      last4Digits: '4444',
      expiryDate: '203101',
    });
    const path = `${id}/paymentMethods/${first?.id}`;
    expect((await at(gateway, 'DELETE', path)).body).toEqual({ id: first?.id, deleted: true });
    expect([(await at(gateway, 'GET', path)).status, (await at(gateway, 'DELETE', path)).status]).toEqual([404, 404]);
    expect((await methodsOf(gateway, id)).map((each) => each.id)).toEqual([second?.id]);
  });

  test.each([
    ['GET', 'nobody'],
    ['PATCH', 'nobody'],
    ['DELETE', 'nobody'],
    ['GET', 'nobody/paymentMethods'],
    ['GET', 'nobody/paymentMethods/none'],
    ['DELETE', 'nobody/paymentMethods/none'],
  ])('that is unknown: %s %s is 404', async (method, path) => {
    const gateway = await startGateway();
    const body = method === 'PATCH' ? { lastName: 'X' } : undefined;
    expect((await at(gateway, method, path, body)).status).toBe(404);
  });
});
