// What may never be stored of a card is known by its name: security codes, PINs and track data. Fields of the
// specification and names of everyday things are not taken for it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type JsonObject, isJsonObject } from '#contract/data/json.ts';
import { sensitiveFields } from '#contract/cards/sensitive-data.ts';
import { commands } from '#operations/index.ts';

const names = (list: string) => list.split(', ');

describe('of a card may not be stored', () => {
  it.each(
    names(
      'cvv, CVV2, cvc, cvc2, cvn, CVN2, cvd, ccv, iCVV, cav2, cvvCode, cardCvc, cc_cvv, ' +
        'credit-card-cvv, encryptedCvv, c.v.v, cvv\u200B, ｃｖｖ, securityCode, security_code, ' +
        'Security Code, cardSecurityCode, encryptedSecurityCode, cardVerificationValue, ' +
        'card_verification_number, cardValidationCode, csc, cv2, Sicherheitscode, Kartenprüfnummer, ' +
        'Kartenpruefziffer, Kartenpru\u0308fnummer, kartenpruefnr, cc_cid, cc_cid_enc, cc_csc, cardCsc, card_cid, ' +
        'creditCardCv2, amexCid, cvcode, cardCvCode',
    ),
  )('its security code: %s', (name) => {
    expect(sensitiveFields({ [name]: '123' })).toEqual([name]);
  });

  it.each(
    names(
      'pin, PIN, pinCode, pinBlock, PIN-Block, encryptedPin, cardPin, pvv, Geheimzahl, onlinePin, offlinePin, ' +
        'online_pin_block, offlineEncipheredPin',
    ),
  )('its PIN: %s', (name) => {
    expect(sensitiveFields({ [name]: '1234' })).toEqual([name]);
  });

  it.each(
    names(
      'track, track1, track2, track_3, trackData, track2Data, trackOneData, trackTwo, fullTrack, track2EquivalentData, ' +
        'encryptedTrackData, magstripe, magStripeData, magneticStripe, mag_strip_track2, swipeData, msrData, ' +
        'Magnetstreifen, Spur2, Spurdaten',
    ),
  )('what its stripe holds: %s', (name) => {
    expect(sensitiveFields({ [name]: 'x' })).toEqual([name]);
  });

  it('however deep it stands, and whatever kind of value it is', () => {
    const input = { a: [{ b: { cvv: 123 } }, { pinBlock: ['0'] }], metadata: { card: { track2: { value: 'x' } } } };
    expect(sensitiveFields(input)).toEqual(['a.0.b.cvv', 'a.1.pinBlock', 'metadata.card.track2']);
  });

  it.each([
    ['name', 'cvv'],
    ['key', 'CVV2'],
    ['Name', 'Security code'],
    ['label', 'onlinePin'],
    ['attribute_code', 'cc_cid'],
    ['field', 'pin'],
  ])('where the name itself is a value: %s %s', (called, name) => {
    const pair = { [called]: name, value: '123' };
    expect(sensitiveFields({ metadata: { fields: [{ name: 'colour', value: '123' }, pair] } })).toEqual([
      'metadata.fields.1.value',
    ]);
    expect(sensitiveFields({ card: pair })).toEqual(['card.value']);
    expect(sensitiveFields({ card: { ...pair, value: '' } })).toEqual([]);
  });

  it('under whichever of two names it is', () => {
    expect(sensitiveFields([{ key: 'cc_cid', name: 'Code', Value: 123 }])).toEqual(['0.Value']);
  });

  it.each(['cid', 'cve', 'code', 'cardCode', 'verificationCode'])('a code that is called %s in a card', (name) => {
    expect(sensitiveFields({ paymentMethods: { card: { [name]: '123' } } })).toEqual([`paymentMethods.card.${name}`]);
    expect(sensitiveFields({ creditCard: { [name]: 1234 } })).toEqual([`creditCard.${name}`]);
  });
});

describe('a name that means other things as well', () => {
  it.each([
    [
      'pin',
      ['123', '1234', '123456789012', '12 34', '１２３４', 1234, '0123456789ABCDEF', ['1234'], { value: '1234' }],
    ],
    ['csc', ['123', 1234]],
    ['track', [';4111111111111111=3012101', '%B4111111111111111^TEST/CARD^3012101', '4111111111111111D3012101']],
  ])('counts in metadata with a value that could be it: %s', (name, values) => {
    for (const value of values) expect(sensitiveFields({ metadata: { [name]: value } })).toEqual([`metadata.${name}`]);
  });

  it.each([
    ['pin', ['blue enamel', '12', '1234567890123', 'A-17', { colour: 'blue' }, true]],
    ['csc', ['north', '12345']],
    ['track', ['Side A, 3', 7, '00340434161094042557', ['one', 'two']]],
    ['spur1', ['left rail']],
  ])('does not with another: %s', (name, values) => {
    for (const value of values) expect(sensitiveFields({ metadata: { [name]: value } })).toEqual([]);
  });

  it('counts elsewhere whatever its value is', () => {
    expect(sensitiveFields({ terminal: { pin: 'sealed:qqq' } })).toEqual(['terminal.pin']);
  });

  it.each([
    { address: { pinCode: '5600' } },
    { address: { pinCode: '060001' } },
    { address: { pin: '560001' } },
    { terminal: { country: 'IND', pinCode: '560001' } },
    { card: { city: 'Pune', pinCode: '411001' } },
  ])('is no postal code where it may be a PIN: %j', (input) => {
    expect(sensitiveFields(input)).toHaveLength(1);
  });
});

describe('is not taken for it', () => {
  it.each(
    names(
      'cvvResult, cvvPresent, cvcCheck, cavv, pinned, pinVerified, spinCode, shippingCode, trackingId, ' +
        'trackingUrl, trackNumber, racetrack, stripe, stripeData, socialSecurityNumber, cid, CardCode, ' +
        'cve, code, verificationCode, giftCardPin, authenticationCode, approvalCode, cardholderCid, cvCodec, ' +
        'onlinePinVerified',
    ),
  )('%s', (name) => {
    expect(sensitiveFields({ [name]: '1234', metadata: { [name]: '1234' } })).toEqual([]);
  });

  it('an id in a card that is no code', () => {
    expect(sensitiveFields({ card: { cid: 'C-1004', code: 'VISA', verification: { code: '1' } } })).toEqual([]);
  });

  it.each([
    { name: 'Pin', value: 'blue enamel' },
    { name: 'cvvResult', value: '123' },
    { name: 'cvv', amount: '123' },
    { name: 4321, value: '123' },
    { names: ['cvv'], value: '123' },
  ])('a value that is called something else: %j', (pair) => {
    expect(sensitiveFields({ fields: [pair] })).toEqual([]);
  });

  it.each([
    { shippingAddress: { pinCode: '560001' } },
    { addresses: [{ pincode: 560001 }] },
    { customer: { city: 'Pune', pin_code: '411 001' } },
    { metadata: { ship: { addressLine1: 'MG Road 1', PinCode: '411001' } } },
  ])('the postal code of an address in India: %j', (input) => {
    expect(sensitiveFields(input)).toEqual([]);
  });

  it('a member that holds nothing, or says at most that there is a code', () => {
    expect(sensitiveFields({ cvv: null, cvc: '', pin: true, track2: [], card: { securityCode: {} } })).toEqual([]);
  });

  it('what is in the examples of any kind', () => {
    for (const { input } of commands.flatMap(({ examples }) => examples)) expect(sensitiveFields(input)).toEqual([]);
  });

  it('any field of the specification but the security code of a refund without reference', () => {
    const folder = join(import.meta.dirname, '../../../docs/gateway-coverage');
    const rows = ['02-objects', '03-methods', '04-requests', '05-capture'].flatMap((name) =>
      readFileSync(join(folder, `${name}.jsonl`), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { readonly path?: string }),
    );
    const paths = rows.flatMap(({ path }) => (path === undefined ? [] : [path.replaceAll('[]', '')]));
    expect(paths.length).toBeGreaterThan(300);
    expect(new Set(paths.flatMap((path) => sensitiveFields(inputWith(path))))).toEqual(
      new Set(['paymentMethods.card.securityCode']),
    );
  });
});

/** An input with nothing but four digits at a dotted path. */
function inputWith(path: string): JsonObject {
  const nested = path.split('.').reduceRight<JsonObject | string>((value, name) => ({ [name]: value }), '1234');
  return isJsonObject(nested) ? nested : {};
}
