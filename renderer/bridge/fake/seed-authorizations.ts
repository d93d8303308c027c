// Authorizations of many ages, for tests and pictures of their list.
import type { World } from './world.ts';

const dayMs = 86_400_000;
const brands = ['VISA', 'MASTERCARD', 'AMEX'] as const;

/** `count` authorizations: the first is the youngest, each further one a day older. They were made by programs. */
export function seedAuthorizations(world: World, count: number, terminalId: string | null = null): void {
  for (let index = 0; index < count; index += 1) {
    const number = `AUTH-${index}`;
    world.payments.set(number, {
      id: number,
      payId: number,
      transId: `T-${number}`,
      currency: 'EUR',
      authorized: 1_000 * (index + 1),
      captured: 0,
      refunded: 0,
      captureCount: 0,
      captures: null,
      reversed: false,
      openRefunds: 0,
      openCaptures: 0,
      terminalId,
      traceNr: terminalId === null ? null : `00${index}`,
      tip: 0,
      tender: null,
      reference: `Room ${200 + index}`,
      brand: brands[index % brands.length] ?? null,
      last4: String(1_111 + index),
      person: null,
      settledBy: null,
      offered: null,
      createdAt: new Date(world.now() - index * dayMs - 3_600_000).toISOString(),
    });
  }
}
