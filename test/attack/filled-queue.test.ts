// A program that may sell, and sends more than the queue may hold while the gateway is away: changes of payments that do
// not exist. It fills its share; captures and refunds of another program and of the window still find room.
import { expect, it } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import { settingsSchema } from '#settings/settings.ts';
import { Erp } from '#support/erp.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

const amount = { value: 100, currency: 'EUR' };
const codeOf = ({ body }: { readonly body: JsonObject }) => body['code'] ?? body['state'];

async function anOfflineTill() {
  const settings = settingsSchema.parse({ queueLimit: 8 });
  const till = await aWholeBridge({ ports: { settings } });
  const { bridge, window } = till;
  await till.cable.pullOut();
  const aProgram = (scopes: readonly Scope[]) => new Erp(bridge.url, till.program(scopes).token);
  const fill = async (from: Erp, name: string, count: number) => {
    const codes: unknown[] = [];
    for (let each = 0; each < count; each += 1) {
      const body = { payId: `no-${name}-${each}`, order: { merchantReference: 'x' } };
      codes.push(codeOf(await from.post('/v1/operations/update-payment', body, `${name}-${each}`)));
    }
    return codes;
  };
  const capture = (of: string) => ({ payId: `P-${of}`, transId: `C-${of}`, amount });
  return { aProgram, window, fill, capture };
}

it('leaves room for other programs', async () => {
  const { aProgram, fill, capture } = await anOfflineTill();
  const erp = aProgram(['capture', 'refund']);
  expect(await fill(aProgram(['status', 'sale']), 'small', 6)).toEqual([
    ...Array.from({ length: 4 }, () => 'accepted'),
    ...Array.from({ length: 2 }, () => 'queue-full'),
  ]);
  expect(codeOf(await erp.post('/v1/operations/capture', capture('erp'), 'C-erp'))).toBe('accepted');
  const refund = { payId: 'P-erp-2', transId: 'R-erp', amount };
  expect(codeOf(await erp.post('/v1/operations/refund', refund, 'R-erp'))).toBe('accepted');
});

it('leaves room for the window, also where several programs do so', async () => {
  const { aProgram, window, fill, capture } = await anOfflineTill();
  await fill(aProgram(['status', 'sale']), 'one', 4);
  expect(await fill(aProgram(['status', 'sale']), 'two', 4)).toEqual([
    ...Array.from({ length: 2 }, () => 'accepted'),
    ...Array.from({ length: 2 }, () => 'queue-full'),
  ]);
  const atTheWindow = async (of: string) => {
    const answer = await window.submit({ kind: 'capture', input: capture(of), requestId: of });
    return answer.type === 'refused' ? answer.refusal.code : answer.operation.state;
  };
  expect([await atTheWindow('a'), await atTheWindow('b'), await atTheWindow('c')]).toEqual([
    'accepted',
    'accepted',
    'queue-full',
  ]);
});
