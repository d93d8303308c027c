// The window's calls that turn something to the customer: a choice of the currency, which is read from the quote here and
// not taken from the window, the question for a tip, or a code for the customer's phone.
import type { Implementations } from '#contract/calls/table.ts';
import type { CustomerTold } from '#contract/devices/customer-screen.ts';
import type { CustomerScreen } from '../counter/customer-screen.ts';

interface Ports {
  readonly customer: Pick<CustomerScreen, 'scene'>;
  readonly turn: (shown: Parameters<CustomerScreen['turn']>[0]) => void;
  readonly dccOffer: Implementations['dccOffer'];
  readonly language: CustomerTold['language'];
  readonly shopName: string;
  readonly tipPercentages: readonly number[];
}

export type CustomerScreenCalls = ReturnType<typeof createCustomerScreenCalls>;

export function createCustomerScreenCalls({ customer, turn, dccOffer, language, shopName, tipPercentages }: Ports) {
  const calls = {
    async turnToCustomer(wanted) {
      if (wanted.type === 'nothing') {
        turn(null);
        return { shown: false };
      }
      if (wanted.type === 'code') {
        const { what, text, amount } = wanted;
        turn({ step: 'code', what, text, amount });
        return { shown: true };
      }
      if (wanted.type === 'tip') {
        const { questionId, amount, chosen } = wanted;
        turn({ step: 'tip', questionId, amount, percentages: tipPercentages, chosen });
        return { shown: true };
      }
      const { quoteOperationId, chosen } = wanted;
      const answer = await dccOffer({ quoteOperationId });
      if (answer.type !== 'offer' || answer.choices === null) {
        turn(null);
        return { shown: false };
      }
      const { offer, choices } = answer;
      turn({ step: 'choose', quoteOperationId, offer, provider: choices.provider, chosen });
      return { shown: true };
    },
    tipSetting: () => ({ percentages: tipPercentages }),
  } satisfies Partial<Implementations>;
  return { ...calls, customerTold: (): CustomerTold => ({ scene: customer.scene(), language, shopName }) };
}
