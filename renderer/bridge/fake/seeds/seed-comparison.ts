// A shift that differs from the gateway and from a list, with findings of every kind.
import { place } from './seed.ts';
import type { World } from '../world.ts';

/** `many`: besides the six of every kind, so many that could not be told. */
export function seedDifferences(world: World, many = 0): void {
  const { gatewayShows, unlisted, listedBeside } = world.comparison;
  const made = (number: string, value: number, messageType = 'SALE') => {
    const amount = { value, currency: 'EUR' };
    const input = { messageType, transId: `S-2026-${number}`, posTerminalId: 'T-1', amount };
    place(world, number, { kind: 'cloud-pos', state: 'succeeded', input }, 1);
    const payment = world.payments.get(`PAY-${number}`);
    if (payment === undefined) throw new Error(`The fake has no payment PAY-${number}.`);
    return payment;
  };
  gatewayShows.set(made('000041', 4_250).id, 'nothing');
  const authorized = made('000053', 12_990, 'AUTHORISATION_OR_RESERVATION');
  gatewayShows.set(authorized.id, { ...authorized, captured: 12_990 });
  const sold = made('000047', 3_000);
  gatewayShows.set(sold.id, { ...sold, refunded: 1_500 });
  gatewayShows.set(made('000044', 2_100).id, 'refused');
  made('000051', 799);
  unlisted.add('000051');
  listedBeside.push('S-2026-900001,,2000,EUR,refund');
  for (let index = 0; index < many; index += 1) {
    gatewayShows.set(made(String(100_000 + index), 100).id, 'unclear');
  }
}
