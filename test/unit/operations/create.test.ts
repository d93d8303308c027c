// Sessions and payments: what is refused before anything is sent, naming the field; and what a payment's making
// tells of its sums.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { createPayment } from '#operations/create-payment.ts';
import { createSession } from '#operations/create-session.ts';
import { amount, full, methodObjects, minimal, refusedFields, refusedWith } from './samples.ts';

const hosted = (type: string, more: object = {}) => ({
  transId: 'A1',
  amount,
  paymentMethods: { integrationType: 'HOSTED', type, ...more },
});

describe.each(['create-session', 'create-payment'])('%s', (kind) => {
  it.each([
    ['transId', 'x'.repeat(65)],
    ['transId', ' '],
    ['transId', 7],
    ['amount.value', 0],
    ['amount.value', 1.5],
    ['amount.currency', 'EURO'],
    ['amount.taxTotal', 'x'],
    ['amount.tip', 1],
    ['externalIntegrationId', 7],
    ['language', 7],
    ['captureMethod.type', 'LATER'],
    ['captureMethod.delayed.delayedHours', 0],
    ['captureMethod.delayed.delayedHours', 697],
    ['captureMethod.delayed.delayedHours', undefined],
    ['captureMethod.manual.final', 'yes'],
    ['captureMethod.manual.currentSequence', 3],
    ['credentialOnFile.initialPayment', 'yes'],
    ['credentialOnFile', 'recurring'],
    ['order.items.0.quantity', '1'],
    ['order.items.0.lineNumber', '1'],
    ['order.items.0.colour', 'red'],
    ['order.items.0.productInfo.globalTradeItemNumber', '123'],
    ['order.items.0.productInfo.categories', 'chairs'],
    ['order.items.0.productInfo.imageUrl', 'chair.jpg'],
    ['order.numberOfArticles', 'one'],
    ['order.note', 'x'],
    ['simulationMode', 1],
    ['billingAddress.country', 'DE'],
    ['billingAddress.country', 'deu'],
    ['billingAddress.street', 'x'],
    ['billingAddress.firstName', 'Sam'],
    ['shipping.address.country', 'Germany'],
    ['shipping.address.phone.number', 5],
    ['shipping.address.zip', '1'],
    ['shipping.method', 'x'],
    ['statementDescriptor', 1],
    ['customerInfo.customerType', 'company'],
    ['customerInfo.email', 'sam'],
    ['customerInfo.birthDate', '28.02.1990'],
    ['customerInfo.birthDate', '1990-02-30'],
    ['customerInfo.phone.country', '49'],
    ['customerInfo.gatewayCustomerId', 'G-1'],
    ['customerInfo.companyName', null],
    ['partialPayment', 'no'],
    ['expirationTime', '2026-02-30T10:00:00Z'],
    ['expirationTime', '2026-02-28T10:00:00+02:00'],
    ['expirationTime', '2026-02-28'],
    ['fraudData', []],
    ['paymentFacilitator', 'x'],
    ['browserInfo.ipAddres', 1],
    ['device.deviceId', 1],
    ['channel', 'WEB'],
    ['metadata', 'x'],
    ['urls.return', '/r'],
    ['urls.webhook', 'not a uri'],
    ['urls.back', 'https://shop.example/b'],
    ['payee', 'x'],
  ])('refuses %s = %j', (path, value) => {
    expect(refusedWith(kind, path, value)).toEqual([path]);
  });

  it.each(['2026-02-28T10:00:00', '2026-02-28T10:00Z', '2024-02-29T10:00:00.123Z'])(
    'takes %s as a time in UTC',
    (time) => {
      expect(refusedWith(kind, 'expirationTime', time)).toEqual([]);
    },
  );
});

const runs = [
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'vbscript:x',
];
const reads = [
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://shop.example/1',
  'view-source:https://shop.example',
];
const others = ['ftp://shop.example/r', 'ws://shop.example/r', 'about:blank', 'filesystem:https://shop.example/x'];
const noSite = [
  ...runs,
  ...reads,
  ...others,
  'shopapp://paid',
  'mailto:shop@example.com',
  '//shop.example/r',
  'https:',
];

describe.each(['create-session', 'create-payment'])('the addresses of %s', (kind) => {
  const places = ['urls.return', 'urls.cancel', 'urls.webhook', 'order.items.0.productInfo.productUrl'];

  it.each(places)('are of a web site only: %s', (place) => {
    for (const address of noSite) expect([address, refusedWith(kind, place, address)]).toEqual([address, [place]]);
    for (const address of ['https://shop.example/r?a=b', 'http://127.0.0.1:8080/r']) {
      expect(refusedWith(kind, place, address)).toEqual([]);
    }
  });
});

describe('a session', () => {
  it('leads back to a web site or to an app, and to nothing that a browser runs or reads', () => {
    for (const address of [...runs, ...reads, ...others]) {
      expect([address, refusedWith('create-session', 'urls.appRedirect', address)]).toEqual([
        address,
        ['urls.appRedirect'],
      ]);
    }
    for (const address of ['shopapp://paid', 'com.example.shop:/paid', 'https://shop.example/app']) {
      expect(refusedWith('create-session', 'urls.appRedirect', address)).toEqual([]);
    }
  });

  it.each(['return', 'cancel', 'webhook'])('needs urls.%s', (name) => {
    expect(refusedWith('create-session', `urls.${name}`, undefined)).toEqual([`urls.${name}`]);
  });

  it.each([
    ['template.name', 7],
    ['template.customFields.customField15', 'x'],
    ['remittanceInfo', 7],
    ['allowedPaymentMethods', 'CARD'],
    ['allowedPaymentMethods.0', ''],
    ['referencePayId', 'P0'],
    ['paymentMethods.card.subType', 'VISA'],
    ['paymentMethods.card.number', '1'],
    ['paymentMethods.googlePay', 'x'],
  ])('refuses %s = %j', (path, value) => {
    expect(refusedWith('create-session', path, value)).toEqual([path]);
  });

  it('with iDEAL among its methods needs a transId that iDEAL takes', () => {
    const session = (transId: string) => ({ ...minimal['create-session'], transId, allowedPaymentMethods: ['IDEAL'] });
    expect(refusedFields('create-session', session('A'.repeat(24)))).toEqual([]);
    expect(refusedFields('create-session', session('A'.repeat(25)))).toEqual(['transId']);
    expect(refusedFields('create-session', session('A-1'))).toEqual(['transId']);
  });
});

describe('a payment', () => {
  it.each([
    ['paymentMethods.integrationType', 'LINK'],
    ['paymentMethods.integrationType', undefined],
    ['paymentMethods.type', undefined],
    ['paymentMethods.type', 'card'],
    ['paymentMethods.klarna', {}],
    ['paymentMethods.card.dcc', {}],
    ['paymentMethods.card.template.fontSize', 1.5],
    ['paymentMethods.card.template.font', 'x'],
    ['template', {}],
    ['allowedPaymentMethods', []],
    ['remittanceInfo', 'x'],
    ['urls.appRedirect', 'shopapp://paid'],
    ['referencePayId', 7],
  ])('refuses %s = %j', (path, value) => {
    expect(refusedWith('create-payment', path, value)).toEqual([path]);
  });

  it.each(Object.entries(methodObjects))(
    'takes the object %s of its method, and no unknown field in it',
    (name, object) => {
      const type = name.toUpperCase();
      expect(refusedFields('create-payment', hosted(type, { [name]: object }))).toEqual([]);
      const typo = { [name]: { ...object, sellingpoint: 'x' } };
      expect(refusedFields('create-payment', hosted(type, typo))).toEqual([`paymentMethods.${name}.sellingpoint`]);
      const direct = { ...hosted(type, typo), paymentMethods: { integrationType: 'DIRECT', type, ...typo } };
      expect(refusedFields('create-payment', direct)).toEqual([]);
    },
  );

  it.each([
    ['alipay', 'hotelInfo.checkInTime', ['2026-01-31T18:05:00Z'], '.0'],
    ['eps', 'optionDate', '2026-02-30', ''],
    ['easyCollect', 'dueDate', '31.01.2026', ''],
    ['easyCollect', 'template.customFields.customField6', 'x', ''],
    ['directDebit', 'debitDelay', 1.5, ''],
    ['directDebit', 'template.tableWidth', '600', ''],
    ['floapay', 'travelDetails.departureDate', '2026-01-31T18:05:00', ''],
    ['vippsMobilePay', 'minAge', '18', ''],
    ['vippsMobilePay', 'campaign.period.count', 0.5, ''],
    ['klarna', 'enhancedData', {}, ''],
    ['twint', 'x-twint', 'yes', ''],
    ['multibanco', 'account', { accountHolderName: 'x' }, '.accountHolderName'],
    ['mbWay', 'account', { accountHolder: 'x' }, '.accountHolder'],
  ])('refuses %s.%s = %j', (name, path, value, inside) => {
    const object: unknown = structuredClone(Object.fromEntries(Object.entries(methodObjects))[name]);
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    let here = object as { [key: string]: unknown };
    for (const step of steps) here = here[step] as { [key: string]: unknown };
    here[last] = value;
    const refused = refusedFields('create-payment', hosted(name.toUpperCase(), { [name]: object as object }));
    expect(refused).toEqual([`paymentMethods.${name}.${path}${inside}`]);
  });

  it('takes any object of a method whose fields are not shown, and a dcc object for a card in DIRECT', () => {
    expect(refusedFields('create-payment', hosted('WERO', { wero: { anything: [1] } }))).toEqual([]);
    expect(refusedFields('create-payment', hosted('SOMETHING_NEW', { somethingNew: {} }))).toEqual([
      'paymentMethods.somethingNew',
    ]);
    const direct = { integrationType: 'DIRECT', type: 'CARD', card: { dcc: { id: 'Q' }, anything: 1 } };
    expect(refusedFields('create-payment', { transId: 'A1', amount, paymentMethods: direct })).toEqual([]);
  });

  it('says how the object of a method is written', () => {
    expect(refusedFields('create-payment', hosted('WECHAT', { wechat: {} }))).toEqual(['paymentMethods.wechat']);
  });

  it('keeps the object of a card in memory only where it may hold a security code', () => {
    expect(createPayment.secretFields({ paymentMethods: { integrationType: 'DIRECT' } })).toEqual([
      'paymentMethods.card',
    ]);
    expect(createPayment.secretFields({})).toEqual(['paymentMethods.card']);
    expect(createPayment.secretFields({ paymentMethods: { integrationType: 'HOSTED' } })).toEqual([]);
  });

  it('by iDEAL needs a transId that iDEAL takes', () => {
    expect(refusedFields('create-payment', { ...hosted('IDEAL'), transId: 'A_1' })).toEqual(['transId']);
    expect(refusedFields('create-payment', hosted('IDEAL'))).toEqual([]);
  });
});

describe('what a created payment tells of its sums', () => {
  const input = (type?: string) => ({ ...hosted('CARD'), ...(type === undefined ? {} : { captureMethod: { type } }) });
  const sums = (type: string | undefined, status: string) => {
    const { creates, authorized, captured } = createPayment.effect(input(type), { payId: 'P1', status }) ?? {};
    return [creates, authorized, captured];
  };

  it('is both sums where it says CAPTURED', () => {
    expect(sums('AUTOMATIC', 'CAPTURED')).toEqual([true, 1000, 1000]);
  });

  it('is what is authorized where only a person captures', () => {
    expect(sums('MANUAL', 'AUTHORIZED')).toEqual([true, 1000, 0]);
  });

  it.each<[string, JsonObject, number]>([
    ['all of it', { amount: { value: 1000, capturedValue: 1000 } }, 1000],
    ['a part', { amount: { value: 1000, capturedValue: 400 } }, 400],
    ['nothing', { amount: { value: 1000, capturedValue: 0 } }, 0],
    ['all of it, as text', { amount: { capturedValue: '1000' } }, 1000],
    ['all of it, elsewhere', { capturedAmount: { value: 1000, currency: 'EUR' } }, 1000],
    ['all of it, in other capitals', { Amount: { CapturedValue: 1000 } }, 1000],
    ['all of it, within', { data: { amount: { capturedValue: 1000 } } }, 1000],
    ['more than all', { amount: { capturedValue: 1001 } }, 1000],
  ])('is what it shows as captured, although only a person was to capture: %s', (_what, shown, captured) => {
    const effect = createPayment.effect(input('MANUAL'), { payId: 'P1', status: 'AUTHORIZED', ...shown });
    expect(effect).toMatchObject({ creates: true, authorized: 1000, captured });
  });

  it.each([
    ['AUTOMATIC', 'AUTHORIZED'],
    ['DELAYED', 'AUTHORIZED'],
    [undefined, 'AUTHORIZED'],
    ['MANUAL', 'PENDING'],
    ['AUTOMATIC', 'OK'],
  ])('is nothing with %s and %s: it may be captured by itself, or not be paid at all', (type, status) => {
    expect(sums(type, status)).toEqual([false, 0, 0]);
  });

  it('of a session is nothing', () => {
    const effect = createSession.effect(full['create-session'] ?? {}, { _links: { redirect: {} } });
    expect(effect).toMatchObject({ payId: null, transId: 'order-7', creates: false, authorized: 0, captured: 0 });
  });
});

describe('a payment that a customer has yet to make', () => {
  it.each([
    ['HOSTED', 'CARD', true, 'nothing'],
    ['DIRECT', 'KLARNA', true, 'not-applied'],
    ['DIRECT', 'CARD', false, 'not-applied'],
  ])('%s by %s: PENDING is what was asked for: %s', (integrationType, type, done, absence) => {
    const input = { transId: 'A1', amount, paymentMethods: { integrationType, type } };
    expect(createPayment.evidence(input).openIsDone).toBe(done);
    expect(createPayment.absence(input)).toBe(absence);
  });

  it('is never proved not to be there by a look-up of its session', () => {
    expect(createSession.absence(minimal['create-session'] ?? {})).toBe('nothing');
    expect(createSession.evidence(minimal['create-session'] ?? {}).openIsDone).toBe(true);
  });
});
