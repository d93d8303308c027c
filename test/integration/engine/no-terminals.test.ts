// A bridge at a gateway whose settings name no terminal sends every terminal that a program names. The status says so.
import { expect, it } from 'vitest';
import { settingsSchema } from '#settings/settings.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

const noTerminals = { code: 'no-terminals', message: expect.stringContaining('--terminal ID') };

it('has the alarm no-terminals at a gateway as long as the settings name none', async () => {
  const { bridge } = await aWholeBridge();
  expect(bridge.calls.status()).toMatchObject({ mode: 'test', alarms: expect.arrayContaining([noTerminals]) });
});

it('has none where they name one', async () => {
  const { bridge } = await aWholeBridge({ ports: { settings: settingsSchema.parse({ terminals: ['T1'] }) } });
  expect(bridge.calls.status()['alarms']).not.toContainEqual(noTerminals);
});

it('has none in training, where the virtual terminals take no money', async () => {
  const { bridge } = await aWholeBridge({ ports: { target: { type: 'sandbox' } } });
  expect(bridge.calls.status()).toMatchObject({ mode: 'training' });
  expect(bridge.calls.status()['alarms']).not.toContainEqual(noTerminals);
});
