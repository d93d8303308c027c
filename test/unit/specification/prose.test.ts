// Rules of the specification that live in no schema and that no other test is about.
import { expect, test } from 'vitest';
import { targetOf } from '#commands/gateway/target.ts';
import { settingsSchema } from '#settings/settings.ts';

const settings = settingsSchema.parse({});

test('the root address alone decides between test and live', () => {
  const at = (gateway: string) => targetOf({ gateway, authUrl: undefined, merchantId: 'M', mode: undefined }, settings);
  expect(at('http://127.0.0.1:9999')).toMatchObject({ mode: 'test' });
  expect(at('https://gateway.example')).toMatchObject({ mode: 'live' });
});
