// The lists of a shift's report name a payment as people know it: by the shop's own reference and the card's last digits.
import { expect, it } from 'vitest';
import type { PublicReport } from '#contract/shift/shift.ts';
import { aWholeBridge } from '#support/whole-bridge.ts';

it('names an open authorization, and what is still open, by reference and last four digits', async () => {
  const bridge = await aWholeBridge();
  const program = bridge.program();
  const amount = { value: 20_000, currency: 'EUR' };
  const input = { messageType: 'AUTHORISATION_OR_RESERVATION', posTerminalId: 'T1', transId: 'A-1', refNr: 'Room 204' };
  const made = await program.post('cloud-pos', { ...input, amount }, 'r-1');
  expect(made.body).toMatchObject({ state: 'succeeded' });
  const headers = { authorization: `Bearer ${program.token}` };
  const report = async () => {
    const answer = await fetch(`${bridge.bridge.url}/v1/shifts/current`, { headers });
    return (await answer.json()) as PublicReport;
  };
  const [section] = (await report()).sections;
  expect(section?.authorizations).toMatchObject([{ transId: 'A-1', refNr: 'Room 204', last4: '1111' }]);
});
