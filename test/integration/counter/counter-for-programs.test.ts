// The customer's display and the scanner as programs use them: over HTTP, with scopes, on a whole bridge.
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { TillScan } from '#contract/devices/line-devices.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import { settingsSchema } from '#settings/settings.ts';
import { EventReader } from '#support/event-reader.ts';
import { ScriptedDisplay, ScriptedScanner, lineDevicesOf } from '#support/scripted-counter.ts';
import { sale } from '#support/shop.ts';
import { until } from '#support/until.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';
import { silentListener } from '#support/silent-listener.ts';

async function aCounter() {
  const display = new ScriptedDisplay('FRONT');
  const scanner = new ScriptedScanner('HAND');
  const settings = settingsSchema.parse({ devices: { orderPrefixes: ['ORD-'] } });
  const whole = await aWholeBridge({ ports: { lineDevices: lineDevicesOf(display, scanner), settings } });
  const atTill: TillScan[] = [];
  onTestFinished(whole.window.subscribe({ ...silentListener, scanned: (scan) => atTill.push(scan) }));
  const asking = (token: string) => async (method: 'GET' | 'PUT', path: string, body?: object) => {
    const answer = await fetch(`${whole.bridge.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as JsonObject };
  };
  return { whole, display, scanner, atTill, asking };
}

/** A program that follows the events. */
async function aReader(whole: Awaited<ReturnType<typeof aWholeBridge>>, scopes: readonly Scope[]) {
  const { token } = whole.program(scopes);
  const reader = await EventReader.open(whole.bridge.url, token);
  onTestFinished(() => reader.drop());
  const events = (name: string) => reader.named(name).map(({ data }) => data);
  await until(async () => events('hello').length > 0 || null);
  return { events, text: () => JSON.stringify(reader.events) };
}

describe('a program with the scope display', () => {
  it('writes two lines, clears them, and is told whether they can be seen', async () => {
    const { whole, display, asking } = await aCounter();
    const ask = asking(whole.program(['display']).token);
    const written = await ask('PUT', '/v1/displays/FRONT', { lines: ['2 x Espresso', 'Total 5.00 EUR'] });
    expect(written).toEqual({
      status: 200,
      body: { id: 'FRONT', lines: ['2 x Espresso', 'Total 5.00 EUR'], shown: true },
    });
    expect(display.texts).toEqual(['2 x Espresso|Total 5.00 EUR']);
    display.become({ obstacle: 'not-found', advice: 'Plug it in.' });
    expect((await ask('PUT', '/v1/displays/FRONT', { lines: [] })).body).toMatchObject({ shown: false });
    expect(display.texts.at(-1)).toBe('|');
    expect(await ask('GET', '/v1/devices')).toMatchObject({
      body: {
        devices: [
          { id: 'FRONT', type: 'display', obstacle: 'not-found', advice: 'Plug it in.' },
          { id: 'HAND', type: 'scanner', obstacle: null, advice: null },
        ],
      },
    });
  });

  it('sees its text stand back while a payment runs, which the till shows itself', async () => {
    const { whole, display, asking } = await aCounter();
    const ask = asking(whole.program(['display']).token);
    await ask('PUT', '/v1/displays/FRONT', { lines: ['Welcome'] });
    const sold = await whole.program(['sale']).post('cloud-pos', sale('T-1', 1_234), 'K-1');
    expect(sold.body).toMatchObject({ state: 'succeeded' });
    expect((await ask('PUT', '/v1/displays/FRONT', { lines: ['Goodbye'] })).body).toMatchObject({ shown: false });
    expect(display.texts).toEqual([
      'Welcome|',
      'Total      12.34\u00a0EUR|Please present card',
      'Paid       12.34\u00a0EUR|Thank you',
    ]);
  });

  it('shows no number of a card, on one line or over two, and nothing that is too long', async () => {
    const { whole, display, asking } = await aCounter();
    const ask = asking(whole.program(['display']).token);
    for (const lines of [
      ['4242424242424242', ''],
      ['4242 4242 4242', '4242'],
      ['42424242', '42424242'],
      ['123456789012345678901', ''],
      ['a', 'b', 'c'],
    ]) {
      expect(await ask('PUT', '/v1/displays/FRONT', { lines })).toMatchObject({
        status: 400,
        body: { code: 'invalid-input' },
      });
    }
    expect(display.texts).toEqual([]);
    expect(await ask('PUT', '/v1/displays/BACK', { lines: ['a'] })).toMatchObject({
      status: 404,
      body: { code: 'device-unknown' },
    });
    const other = asking(whole.program(['status', 'print', 'scan']).token);
    expect(await other('PUT', '/v1/displays/FRONT', { lines: ['a'] })).toMatchObject({
      status: 403,
      body: { code: 'scope-missing' },
    });
  });
});

describe('a scan', () => {
  it('is told to the programs with the scope only, and is stored nowhere', async () => {
    const { whole, scanner, atTill } = await aCounter();
    const one = await aReader(whole, ['status', 'scan']);
    const two = await aReader(whole, ['status', 'scan']);
    const other = await aReader(whole, ['status', 'print', 'display']);
    scanner.scan('4006381333931', 'ean');
    await until(async () => (one.events('scan').length === 1 && two.events('scan').length === 1) || null);
    expect(one.events('scan')).toEqual([
      { scanner: 'HAND', code: '4006381333931', gtin: '4006381333931', symbology: 'ean', at: expect.any(String) },
    ]);
    scanner.scan('A-unknown-code');
    await until(async () => one.events('scan').length === 2 || null);
    expect(one.events('scan')[1]).toMatchObject({ code: 'A-unknown-code', gtin: null, symbology: null });
    expect(atTill).toEqual([]);
    // What the window's own scanner reads goes the same way.
    expect(whole.window.scanned({ code: '96385074' })).toEqual({ to: 'programs' });
    await until(async () => one.events('scan').length === 3 || null);
    expect(one.events('scan')[2]).toMatchObject({ scanner: null, gtin: '96385074' });
    expect(other.text()).not.toContain('4006381333931');
    const exported = JSON.stringify(await whole.window.operations({ limit: 50 }));
    expect(exported).not.toContain('4006381333931');
  });

  it('of a scanner that types is read with its AIM identifier, as on a serial line', async () => {
    const { whole } = await aCounter();
    expect(whole.window.scanned({ code: ']C0T-4711' })).toEqual({ to: 'screen', code: 'T-4711' });
    // Two that ran into one, and a wrong check digit.
    for (const code of [']E04006381333931]E04006381333931', ']E04006381333932']) {
      expect(whole.window.scanned({ code }), code).toEqual({ to: 'nothing', reason: 'broken' });
    }
    const one = await aReader(whole, ['status', 'scan']);
    expect(whole.window.scanned({ code: ']C1010400638133393110A' })).toEqual({ to: 'programs' });
    await until(async () => one.events('scan').length === 1 || null);
    expect(one.events('scan')[0]).toMatchObject({ scanner: null, code: '010400638133393110A', symbology: 'gs1-128' });
  });

  it('is for the till where no program listens, or where the till knows the code', async () => {
    const { whole, scanner, atTill } = await aCounter();
    scanner.scan('4006381333931', 'ean');
    expect(atTill).toEqual([{ to: 'screen', code: '4006381333931' }]);
    const { events } = await aReader(whole, ['status', 'scan']);
    const sold = await whole.program(['sale']).post('cloud-pos', sale('T-4711', 500), 'K-1');
    expect(sold.body).toMatchObject({ state: 'succeeded' });
    scanner.scan('T-4711');
    scanner.scan('ORD-7');
    expect(atTill.slice(1)).toEqual([
      { to: 'payment', code: 'T-4711' },
      { to: 'screen', code: 'ORD-7' },
    ]);
    expect(events('scan')).toEqual([]);
  });

  it('of card data goes nowhere; the till is told to say so', async () => {
    const { whole, scanner, atTill } = await aCounter();
    const { text } = await aReader(whole, ['status', 'scan']);
    const cardData = { to: 'nothing', reason: 'card-data' };
    for (const code of ['4242424242424242', ']C04242424242424242', ']C14242424242424242']) {
      expect(whole.window.scanned({ code }), code).toEqual(cardData);
    }
    scanner.scan('4242424242424242');
    scanner.drop('card-data');
    expect(atTill).toEqual([{ to: 'nothing', reason: 'card-data' }]);
    scanner.scan('last');
    await until(async () => text().includes('last') || null);
    expect(text()).not.toContain('4242');
  });
});
