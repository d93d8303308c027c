// Programs that the IT department's policy names: known to the bridge like paired ones, but no person at the window
// changes them.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { plainClientOptions } from '#contract/programs/client.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

const token = 'sample-token-of-the-it-department-0123456789';
const tokenSha256 = createHash('sha256').update(token).digest('hex');
const named = { name: 'Central ERP', scopes: ['status' as const], options: plainClientOptions, tokenSha256 };
const itPolicy = { file: '/etc/tillbridge/policy.json', clients: [named], settings: {}, locked: [] };

it('a program of the policy is listed with its last use, and can be neither changed nor revoked', async () => {
  const whole = await aWholeBridge({ ports: { itPolicy } });
  const { bridge, window } = whole;
  const paired = whole.program();
  const status = () => fetch(`${bridge.url}/v1/status`, { headers: { Authorization: `Bearer ${token}` } });
  const [before] = window.clients();
  expect(before).toMatchObject({ name: 'Central ERP', managed: true, lastUsedAt: null });
  expect((await status()).status).toBe(200);
  const [client] = window.clients();
  expect(client?.lastUsedAt).not.toBeNull();

  const asked = await fetch(`${bridge.url}/v1/webhook`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: '{"url":"https://erp.example/hook"}',
  });
  expect(await asked.json()).toMatchObject({ status: 403, code: 'set-by-policy' });

  const id = client?.id ?? '';
  const change = { added: ['refund' as const] };
  const refused = { type: 'refused', refusal: { code: 'set-by-policy' } };
  expect(window.changeClient({ id, change })).toMatchObject(refused);
  expect(window.revokeClient({ id })).toMatchObject(refused);
  expect((await status()).status).toBe(200);
  expect(window.revokeClient({ id: paired.id })).toEqual({ revoked: true });
});
