// What a monitoring system reads: a whole bridge before a sandbox, asked over HTTP.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { alarmCodes } from '#contract/till/alarms.ts';
import { metricNames, metricsOf } from '#support/open-metrics.ts';
import { aDropInShop } from '#support/drop-in-shop.ts';
import { until } from '#support/until.ts';

async function aMonitoredShop() {
  const shop = await aDropInShop();
  const erp = shop.pair({ scopes: ['status', 'sale', 'terminal'] });
  const authorization = `Bearer ${erp.token}`;
  const ask = () => fetch(`${shop.url}/metrics`, { headers: { authorization } });
  const post = (path: string, id: string, body: object) =>
    fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify(body),
    });
  const amount = { value: 4_711, currency: 'EUR' };
  return {
    shop,
    ask,
    read: async () => metricsOf(await (await ask()).text()),
    sell: (id: string) => post('/v1/operations/sale?wait=20', id, { transId: id, posTerminalId: 'T1', amount }),
    /** May wait while the gateway is away. */
    diagnose: (id: string) =>
      post('/v1/operations/cloud-pos', id, { messageType: 'DIAGNOSE', transId: id, posTerminalId: 'T1' }),
  };
}

it('is OpenMetrics, which ends as that format says', async () => {
  const { ask } = await aMonitoredShop();
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
  expect((await answer.text()).endsWith('# EOF\n')).toBe(true);
});

it('counts each end once, by kind and state, and how long it took', async () => {
  const { read, sell } = await aMonitoredShop();
  await read();
  await sell('M-1');
  await sell('M-2');
  const seen = await until(async () => {
    const now = await read();
    return now.value('tillbridge_operations_ended_total', { kind: 'cloud-pos', state: 'succeeded' }) === 2 ? now : null;
  });
  expect(seen.value('tillbridge_operations', { state: 'succeeded' })).toBe(2);
  expect(seen.value('tillbridge_operation_seconds_count', { kind: 'cloud-pos', state: 'succeeded' })).toBe(2);
  expect(seen.value('tillbridge_gateway_seconds_count', { kind: 'cloud-pos', state: 'succeeded' })).toBe(2);
});

it('says what is open and how old it is, and that the gateway cannot be reached', async () => {
  const { shop, read, diagnose } = await aMonitoredShop();
  expect((await read()).value('tillbridge_offline', {})).toBe(0);
  await shop.cable.pullOut();
  expect((await diagnose('M-1')).status).toBe(202);
  const seen = await until(async () => {
    const now = await read();
    return now.value('tillbridge_operations', { state: 'accepted' }) === 1 ? now : null;
  });
  expect(seen.value('tillbridge_oldest_operation_age_seconds', { state: 'accepted' })).toBeGreaterThanOrEqual(0);
  expect(seen.value('tillbridge_open_operations', { kind: 'cloud-pos', state: 'accepted' })).toBe(1);
  expect(seen.value('tillbridge_offline', {})).toBe(1);
  expect(seen.value('tillbridge_alarms', { code: 'offline' })).toBe(1);
  expect(seen.value('tillbridge_disk_free_bytes', {})).toBeGreaterThan(0);
  expect(seen.value('tillbridge_database_bytes', {})).toBeGreaterThan(0);
});

it('shows no id, no sum and no name', async () => {
  const { ask, sell } = await aMonitoredShop();
  await ask();
  await sell('CANARY-TRANS-1');
  const text = await (await ask()).text();
  // A number of its own: "4711" within another one is chance.
  for (const canary of [/CANARY/, /(?<!\d)4711(?!\d)/, /ERP/]) expect(text).not.toMatch(canary);
});

it('is for programs with the scope status', async () => {
  const { shop } = await aMonitoredShop();
  const { token } = shop.pair({ scopes: ['sale'] });
  const answer = await fetch(`${shop.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(403);
  expect((await fetch(`${shop.url}/metrics`)).status).toBe(401);
});

it.each(['README.md', 'dashboard.json', 'alarms.yaml'])('is all that docs/monitoring/%s names', async (file) => {
  const { read, sell } = await aMonitoredShop();
  await read();
  await sell('M-1');
  const { names } = await read();
  const named = metricNames(readFileSync(`docs/monitoring/${file}`, 'utf8'));
  expect(named.filter((name) => !names.has(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(5);
});

it('has a rule for each alarm of the status', () => {
  const rules = readFileSync('docs/monitoring/alarms.yaml', 'utf8');
  const named = new Set([...rules.matchAll(/code=~"([a-z|-]+)"/g)].flatMap(([, codes = '']) => codes.split('|')));
  // Those that a metric of their own tells better, with how long or how many.
  const told: { readonly [code: string]: string } = {
    sealed: 'tillbridge_accepting == 0',
    'storage-failed': 'tillbridge_accepting == 0',
    paused: 'tillbridge_accepting == 0',
    offline: 'tillbridge_offline == 1',
    'credentials-refused': 'tillbridge_credentials_refused == 1',
    'needs-person': 'tillbridge_operations{state="needs-person"} > 0',
    'device-unusable': 'tillbridge_device_ready{type="printer"} == 0',
    'print-doubtful': 'tillbridge_print_jobs{state="doubtful"} > 0',
  };
  expect(alarmCodes.filter((code) => !named.has(code) && !rules.includes(told[code] ?? 'no rule'))).toEqual([]);
  expect([...named].filter((code) => !alarmCodes.some((each) => each === code))).toEqual([]);
});
