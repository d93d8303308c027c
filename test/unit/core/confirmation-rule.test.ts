// Whether a person is asked before a program pays out without a payment: by the shop's rule, which its office can set, and
// always where the office let the program in.
import { expect, it } from 'vitest';
import { officeId } from '#contract/people/people.ts';
import { type ConfirmationPorts, type ConfirmationRule, Confirmations } from '#core/staff/confirmations.ts';

const paired = { kind: 'refund-unreferenced', input: {}, origin: { type: 'erp', clientId: 'paired' } } as const;
const ofOffice = { ...paired, origin: { type: 'erp', clientId: officeId('0') } } as const;

const ruled = (rule: ConfirmationRule, hasWindow: boolean) =>
  new Confirmations({
    rule,
    asksPeople: () => hasWindow,
    engine: { examine: async () => null },
    digests: { keyed: (text: string) => text },
    changed: () => undefined,
  } satisfies Partial<ConfirmationPorts> as unknown as ConfirmationPorts);

it.each([
  ['window', true, true],
  ['window', false, false],
  ['always', false, true],
  ['never', true, false],
] as const)('the rule "%s", with a window: %s', (rule, hasWindow, isAsked) => {
  expect(ruled(rule, hasWindow).isNeeded(paired)).toBe(isAsked);
  expect(ruled(rule, hasWindow).isNeeded(ofOffice)).toBe(true);
  expect(ruled(rule, hasWindow).isNeeded({ ...ofOffice, kind: 'refund' })).toBe(false);
});

it('such a program is refused where no person can be asked, and is not told of a setting that would not help', async () => {
  const asked = { ...ofOffice, requestId: 'r' } as unknown as Parameters<Confirmations['ask']>[0];
  const confirmations = ruled('never', false);
  const answer = await confirmations.ask(asked, () => Promise.reject(new Error('not allowed')));
  expect(answer).toMatchObject({ refusal: { code: 'confirmation-impossible' } });
  expect(JSON.stringify(answer)).not.toContain('confirmUnreferenced');
});
