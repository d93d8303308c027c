// The window's call that turns something to the customer: a choice of the currency, which is read from the quote here and
// not taken from the window, or a code for the customer's phone.
import type { Implementations } from '#contract/calls/table.ts';
import type { CustomerTold } from '#contract/devices/customer-screen.ts';
import type { CustomerScreen } from '../counter/customer-screen.ts';

interface Ports {
  readonly customer: Pick<CustomerScreen, 'scene'>;
  readonly turn: (shown: Parameters<CustomerScreen['turn']>[0]) => void;
  readonly dccOffer: Implementations['dccOffer'];
  readonly language: CustomerTold['language'];
  readonly shopName: string;
}

export type CustomerScreenCalls = ReturnType<typeof createCustomerScreenCalls>;

export function createCustomerScreenCalls({ customer, turn, dccOffer, language, shopName }: Ports) {
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
  } satisfies Partial<Implementations>;
  return { ...calls, customerTold: (): CustomerTold => ({ scene: customer.scene(), language, shopName }) };
}
