// Authorizations of many ages, for tests and pictures of their list.
import { place } from './seed.ts';
import type { World } from '../world.ts';

const dayMinutes = 1_440;
const brands = ['VISA', 'MASTERCARD', 'AMEX'] as const;

/**
 * `count` authorizations: the first is the youngest, each further one a day older. They were made by programs, at a
 * terminal where one is named.
 */
export function seedAuthorizations(world: World, count: number, terminalId: string | null = null): void {
  const room = world.preferences.language === 'de' ? 'Zimmer' : 'Room';
  for (let index = count - 1; index >= 0; index -= 1) {
    const amount = { value: 1_000 * (index + 1), currency: 'EUR' };
    const common = { transId: `T-AUTH-${index}`, refNr: `${room} ${200 + index}`, amount };
    const card = { brand: brands[index % brands.length] ?? '', last4Digits: String(1_111 + index) };
    const result = {
      payId: `AUTH-${index}`,
      status: 'AUTHORIZED',
      responseCode: '00000000',
      paymentMethods: { card },
      ...(terminalId === null ? {} : { traceNr: `00${index}`, approvalCode: `90${index}` }),
    };
    const { kind, input } =
      terminalId === null
        ? { kind: 'create-payment', input: { ...common, ...byHand, captureMethod: { type: 'MANUAL' } } }
        : {
            kind: 'cloud-pos',
            input: { ...common, messageType: 'AUTHORISATION_OR_RESERVATION', posTerminalId: terminalId },
          };
    const origin = { type: 'erp', clientId: 'erp', client: null } as const;
    place(world, `auth-${index}`, { kind, state: 'succeeded', input }, index * dayMinutes + 60, { origin, result });
  }
}

const byHand = { paymentMethods: { integrationType: 'DIRECT', type: 'CARD' } };
