// The kinds of operation that process tests run, each with what it needs beforehand. A new operation is a row here.
import type { JsonObject } from '#contract/json.ts';
import type { OperationView } from '#contract/operation.ts';
import { type Shop, sale } from './shop.ts';

export interface Prepared {
  readonly captured: string;
  readonly authorised: string;
  readonly toReverse: string;
}

export interface Kind {
  readonly name: string;
  readonly kind: string;
  readonly route: string;
  /** Also the request id, and (where it has one) the transId. */
  readonly id: string;
  readonly movesMoney: boolean;
  readonly input: (prepared: Prepared) => JsonObject;
}

const amount = { value: 100, currency: 'EUR' };

export const kinds: readonly Kind[] = [
  {
    name: 'sale',
    kind: 'cloud-pos',
    route: 'POST /cloudpos',
    id: 'F-sale',
    movesMoney: true,
    input: () => sale('F-sale', 100, { posTerminalId: 'T9' }),
  },
  {
    name: 'capture',
    kind: 'capture',
    route: 'POST /payments/{id}/captures',
    id: 'F-capture',
    movesMoney: true,
    input: ({ authorised }) => ({ payId: authorised, transId: 'F-capture', amount }),
  },
  {
    name: 'refund',
    kind: 'refund',
    route: 'POST /payments/{id}/refunds',
    id: 'F-refund',
    movesMoney: true,
    input: ({ captured }) => ({ payId: captured, transId: 'F-refund', amount }),
  },
  {
    name: 'reversal',
    kind: 'reverse',
    route: 'POST /payments/{id}/reversals',
    id: 'F-reverse',
    movesMoney: true,
    input: ({ toReverse }) => ({ payId: toReverse, transId: 'F-reverse' }),
  },
  {
    name: 'manual refund',
    kind: 'refund-unreferenced',
    route: 'POST /payments/refunds',
    id: 'F-manual',
    movesMoney: true,
    input: () => ({
      transId: 'F-manual',
      amount,
      paymentMethods: {
        card: { number: '5555555555554444', cardholderName: 'Sample', expiryDate: '203012', brand: 'mastercard' },
      },
    }),
  },
  {
    name: 'quote',
    kind: 'dcc-quote',
    route: 'POST /services/dcc/quote',
    id: 'F-quote',
    movesMoney: false,
    input: () => ({ bin: '400000', amount }),
  },
  {
    name: 'BIN check',
    kind: 'dcc-bin-check',
    route: 'POST /services/dcc/bin-check',
    id: 'F-bin',
    movesMoney: false,
    input: () => ({ bin: '400000' }),
  },
];

/** One payment to refund, one to capture, one to reverse. */
export async function prepare(shop: Shop): Promise<Prepared> {
  const payIdOf = ({ result }: OperationView) => (result as { payId: string }).payId;
  const authorise = (id: string, terminalId: string) => {
    const body = sale(id, 1000, { messageType: 'AUTHORISATION_OR_RESERVATION', posTerminalId: terminalId });
    return shop.erp.operate('cloud-pos', body, id);
  };
  const [sold, first, second] = await Promise.all([
    shop.erp.operate('cloud-pos', sale('P-sale', 1000, { posTerminalId: 'T1' }), 'P-sale'),
    authorise('P-auth-1', 'T2'),
    authorise('P-auth-2', 'T3'),
  ]);
  return { captured: payIdOf(sold), authorised: payIdOf(first), toReverse: payIdOf(second) };
}
