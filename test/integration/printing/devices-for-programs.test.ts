// The devices at the till as programs use them: over HTTP, with scopes, a whole bridge and a scripted printer.
import { describe, expect, it, onTestFinished } from 'vitest';
import { type JsonObject, textAt } from '#contract/data/json.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import { EventReader } from '#support/event-reader.ts';
import { ScriptedPrinter, aDocument, printersOf } from '#support/scripted-printer.ts';
import { until } from '#support/until.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

async function aCounter(scopes: readonly Scope[] = ['status', 'print', 'drawer']) {
  const printer = new ScriptedPrinter();
  const whole = await aWholeBridge({ ports: { printers: printersOf(printer) } });
  const { token } = whole.program(scopes);
  const ask = async (method: 'GET' | 'POST', path: string, body?: object, key?: string) => {
    const answer = await fetch(`${whole.bridge.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as JsonObject };
  };
  const print = (text: string, key: string, query = '?wait=10') =>
    ask('POST', `/v1/print-jobs${query}`, { device: 'COUNTER', document: aDocument(text) }, key);
  return { whole, printer, ask, print, token };
}

describe('a program', () => {
  it('prints, and is told the printer’s own word; the same key gives the same job', async () => {
    const { printer, ask, print } = await aCounter();
    const first = await print('one', 'K-1');
    expect(first).toMatchObject({ status: 200, body: { state: 'printed', device: 'COUNTER', doubt: null } });
    const again = await print('one', 'K-1');
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(printer.paper).toEqual(['one']);
    expect(await print('two', 'K-1')).toMatchObject({ status: 409, body: { code: 'request-id-reused' } });
    expect(await ask('GET', `/v1/print-jobs/${textAt(first.body, 'id')}`)).toMatchObject({ body: first.body });
    const document = aDocument('one');
    const keyless = await ask('POST', '/v1/print-jobs', { device: 'COUNTER', document });
    expect(keyless).toMatchObject({ status: 400, body: { code: 'request-id-missing' } });
  });

  it('is told why a job waits, waits for it, and takes it back', async () => {
    const { printer, ask, print } = await aCounter();
    printer.become({ obstacle: 'paper-out', paperLow: true });
    expect(await ask('GET', '/v1/devices')).toMatchObject({
      status: 200,
      body: { devices: [{ id: 'COUNTER', type: 'printer', obstacle: 'paper-out', paperLow: true, columns: 42 }] },
    });
    expect(await ask('GET', '/v1/devices')).toMatchObject({
      body: { devices: [{ advice: expect.stringMatching(/^Put in a new roll/) as string }] },
    });
    const one = await print('one', 'K-1', '');
    expect(one).toMatchObject({ status: 202, body: { state: 'due', waitingFor: 'paper-out' } });
    const place = one.headers.get('location') ?? '';
    const two = await print('two', 'K-2', '');
    expect(await ask('POST', `/v1/print-jobs/${textAt(two.body, 'id')}/cancel`)).toMatchObject({
      status: 200,
      body: { state: 'cancelled' },
    });
    const waiting = ask('GET', `${place}?wait=30`);
    printer.become({ obstacle: null });
    expect(await waiting).toMatchObject({ body: { state: 'printed' } });
    expect(printer.paper).toEqual(['one']);
    expect(await ask('GET', '/v1/print-jobs/nothing')).toMatchObject({ body: { code: 'print-job-not-found' } });
  });

  it('reads its own jobs only', async () => {
    const { whole, print, ask } = await aCounter();
    const { body } = await print('one', 'K-1');
    const path = `/v1/print-jobs/${textAt(body, 'id')}`;
    const { token } = whole.program(['print']);
    const answer = await fetch(`${whole.bridge.url}${path}?wait=5`, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, ((await answer.json()) as JsonObject)['code']]).toEqual([404, 'print-job-not-found']);
    expect((await ask('GET', path)).status).toBe(200);
  });

  it('prints a document with as much text as one may have, and none with more', async () => {
    const { ask } = await aCounter();
    const blocks = Array.from({ length: 17 }, (_, at) => ({ type: 'text', text: 'x'.repeat(at < 16 ? 2_000 : 768) }));
    const send = (more: readonly object[], key: string) =>
      ask('POST', '/v1/print-jobs?wait=10', { device: 'COUNTER', document: { blocks: [...blocks, ...more] } }, key);
    expect(await send([{ type: 'cut' }], 'K-1')).toMatchObject({ status: 200, body: { state: 'printed' } });
    const refused = await send([{ type: 'qr', data: 'y' }], 'K-2');
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
    expect(JSON.stringify(refused.body)).toContain('at most 32768 characters of text');
  });

  it('decides what is in doubt, and gets a COPY where it did not come out', async () => {
    const { printer, ask, print } = await aCounter();
    printer.fate = { type: 'doubtful', reason: 'no-word' };
    const { body } = await print('one', 'K-1');
    expect(body).toMatchObject({ state: 'doubtful', doubt: 'no-word' });
    printer.fate = { type: 'printed' };
    const decided = await ask('POST', `/v1/print-jobs/${textAt(body, 'id')}/decide`, { cameOut: false, reprint: true });
    expect(decided).toMatchObject({ status: 200, body: { state: 'cancelled', decided: { cameOut: false } } });
    // Who looked may be a person, whose name is none of a program's business.
    expect(JSON.stringify(decided.body)).not.toContain('"by"');
    const reprint = await ask('GET', `/v1/print-jobs/${textAt(decided.body, 'reprint')}?wait=10`);
    expect(reprint.body).toMatchObject({ state: 'printed', copy: true, reprintOf: body['id'] });
    expect(printer.paper).toEqual(['one', 'one COPY']);
  });

  it('opens the drawer with a reason, and not as often as it likes', async () => {
    const { printer, ask } = await aCounter();
    const open = () => ask('POST', '/v1/drawers/COUNTER/open', { reason: 'Change' });
    expect(await open()).toMatchObject({ status: 200, body: { id: 'COUNTER', result: 'opened' } });
    for (let times = 1; times < 5; times += 1) expect((await open()).status).toBe(200);
    expect(await open()).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(printer.pulses).toBe(5);
    const silent = await ask('POST', '/v1/drawers/COUNTER/open', {});
    expect(silent).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
  });

  it('opens the drawer once for the same key, and is told as before', async () => {
    const { printer, ask } = await aCounter();
    const open = (reason: string) => ask('POST', '/v1/drawers/COUNTER/open', { reason }, 'D-1');
    const answers = await Promise.all([open('Change'), open('Change')]);
    expect(answers.map(({ body }) => body)).toEqual([0, 1].map(() => ({ id: 'COUNTER', result: 'opened' })));
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(1);
    expect(await open('Another')).toMatchObject({ status: 409, body: { code: 'request-id-reused' } });
    expect(printer.pulses).toBe(1);
  });

  it('may open the drawer under the same key again where nothing was sent, and not where it may have opened', async () => {
    const { printer, ask } = await aCounter();
    const open = (key: string) => ask('POST', '/v1/drawers/COUNTER/open', { reason: 'Change' }, key);
    printer.drawer = 'closed-line';
    expect(await open('D-1')).toMatchObject({ status: 503, body: { code: 'not-sent' } });
    printer.drawer = 'unknown';
    expect(await open('D-1')).toMatchObject({ body: { result: 'unknown' } });
    printer.drawer = 'opened';
    expect(await open('D-1')).toMatchObject({ body: { result: 'unknown' } });
    expect(printer.pulses).toBe(1);
  });

  it('lists what waits, the oldest first, with its age, and its own alone', async () => {
    const { whole, printer, ask, print } = await aCounter();
    printer.become({ obstacle: 'paper-out' });
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) ids.push(textAt((await print(text, text, '')).body, 'id') ?? '');
    const page = await ask('GET', '/v1/print-jobs?limit=2');
    expect(page.body).toMatchObject({
      printJobs: [
        { id: ids[0], state: 'due', waitingFor: 'paper-out', ageSeconds: 0 },
        { id: ids[1], ageSeconds: 0 },
      ],
      next: ids[1],
    });
    expect((await ask('GET', `/v1/print-jobs?after=${ids[1]}`)).body).toMatchObject({
      printJobs: [{ id: ids[2] }],
      next: null,
    });
    expect((await ask('GET', '/v1/print-jobs?state=printed')).body).toEqual({ printJobs: [], next: null });
    expect(await ask('GET', '/v1/print-jobs?after=print_0')).toMatchObject({ body: { code: 'print-job-not-found' } });
    const { token } = whole.program(['status', 'print']);
    const other = await fetch(`${whole.bridge.url}/v1/print-jobs`, { headers: { authorization: `Bearer ${token}` } });
    expect(await other.json()).toEqual({ printJobs: [], next: null });
  });

  it('is told what is printed otherwise than written, and may refuse it before anything is stored', async () => {
    const { printer, ask, print } = await aCounter();
    const notes = ['"☕": ☕ is printed as [U+2615].'];
    printer.notes = [{ code: 'spelled', line: '☕', changes: [{ from: '☕', to: '[U+2615]' }] }];
    const body = { device: 'COUNTER', document: aDocument('☕'), onlyAsWritten: true };
    expect(await ask('POST', '/v1/print-jobs', body, 'K-1')).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', errors: { document: notes } },
    });
    expect((await print('☕', 'K-1')).body).toMatchObject({ state: 'printed', notes });
    expect((await print('☕', 'K-1')).body).toMatchObject({ state: 'printed', notes });
    printer.notes = [];
    expect((await print('x', 'K-2')).body['notes']).toBeUndefined();
  });

  it('may do none of it without the scope', async () => {
    const { ask, print } = await aCounter(['status', 'sale']);
    expect(await print('one', 'K-1')).toMatchObject({ status: 403, body: { code: 'scope-missing' } });
    expect(await ask('GET', '/v1/devices')).toMatchObject({ status: 403 });
    expect(await ask('POST', '/v1/drawers/COUNTER/open', { reason: 'Change' })).toMatchObject({ status: 403 });
  });

  it('sends typed documents only', async () => {
    const { ask, print } = await aCounter();
    const raw = { device: 'COUNTER', document: { blocks: [{ type: 'raw', bytes: 'G0A=' }] } };
    expect(await ask('POST', '/v1/print-jobs', raw, 'K-1')).toMatchObject({ body: { code: 'invalid-input' } });
    expect(await print('4242 4242 4242 4242', 'K-2')).toMatchObject({ body: { code: 'invalid-input' } });
    const elsewhere = { device: 'KITCHEN', document: aDocument('x') };
    expect(await ask('POST', '/v1/print-jobs', elsewhere, 'K-3')).toMatchObject({
      status: 404,
      body: { code: 'device-unknown' },
    });
  });
});

describe('a reader of events', () => {
  async function aReader(scopes: readonly Scope[]) {
    const counter = await aCounter(scopes);
    const reader = await EventReader.open(counter.whole.bridge.url, counter.token);
    onTestFinished(() => reader.drop());
    const events = (name: string) => reader.named(name).map(({ data }) => data);
    return { ...counter, events };
  }

  it('is told of devices and print jobs', async () => {
    const { printer, print, events } = await aReader(['status', 'print']);
    await until(async () => events('device').length === 1 || null);
    printer.become({ obstacle: 'cover-open' });
    await until(async () => events('device').some(({ obstacle }) => obstacle === 'cover-open') || null);
    printer.become({ obstacle: null });
    const { body } = await print('one', 'K-1');
    await until(async () => events('print-job').some(({ state }) => state === 'printed') || null);
    expect(events('print-job').map(({ type }) => type)).toEqual([
      'print-job-made',
      'print-job-sending',
      'print-job-printed',
    ]);
    expect(events('print-job').at(-1)).toMatchObject({ printJob: { id: body['id'], state: 'printed' } });
  });

  it('without the scope is told of neither', async () => {
    const { whole, printer, events } = await aReader(['status']);
    await until(async () => events('status').length > 0 || null);
    const other = whole.program(['status', 'print']);
    const headers = {
      authorization: `Bearer ${other.token}`,
      'content-type': 'application/json',
      'idempotency-key': 'K',
    };
    const body = JSON.stringify({ device: 'COUNTER', document: aDocument('one') });
    await fetch(`${whole.bridge.url}/v1/print-jobs?wait=10`, { method: 'POST', headers, body });
    expect(printer.paper).toEqual(['one']);
    expect([...events('device'), ...events('print-job')]).toEqual([]);
  });
});
