// What the window is told is a reaction: where the disk fails under it, that is logged, and nothing else ends with it.
import { expect, it } from 'vitest';
import { rawDatabase } from '#support/store-folder.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

it('a pairing runs out while the clients cannot be read: logged, and the bridge goes on', async () => {
  const lines: (readonly [string, string, object | undefined])[] = [];
  const log = (level: string, event: string, facts?: object) => void lines.push([level, event, facts]);
  const whole = await aWholeBridge({ ports: { log } });
  const body = JSON.stringify({ name: 'Our ERP', scopes: ['status'] });
  const headers = { 'Content-Type': 'application/json' };
  const asked = await fetch(`${whole.bridge.url}/v1/pairings`, { method: 'POST', headers, body });
  expect(asked.status).toBe(201);
  const { id } = (await asked.json()) as { id: string };
  rawDatabase(whole.dataDir).exec('ALTER TABLE clients RENAME TO elsewhere');
  // As its timer would: what it throws there would end the process.
  expect(() => whole.pass(120_000)).not.toThrow();
  expect(lines).toContainEqual(['error', 'listener-failed', { what: 'pairings', error: expect.any(String) as string }]);
  await expect(whole.window.answerPairing({ id, grant: null })).resolves.toMatchObject({
    type: 'refused',
    refusal: { code: 'pairing-expired' },
  });
  expect((await fetch(`${whole.bridge.url}/.well-known/tillbridge`)).status).toBe(200);
});
