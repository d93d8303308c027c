// Special worlds for the fake: every text as long as it may be, a link paid with another sum, several captures, a held
// terminal.
import { place } from './seed.ts';
import { seedWords } from './seed-words.ts';
import type { World } from '../world.ts';

const longName = 'T-KASSENTERMINAL-ERDGESCHOSS-HAUPTEINGANG-LINKS-NUMMER-000001';

/** Names of 60 characters and amounts of 12 digits. */
export function seedLong(world: World): void {
  world.shop = { ...world.shop, terminals: [longName, ...world.shop.terminals] };
  const refNr = `${seedWords(world).order} 2026-01-31-0000000000000000000000000000000000000001`.slice(0, 60);
  const amount = { value: 999_999_999_999, currency: 'BHD' };
  const sale = { messageType: 'SALE', transId: `S-${'2026000'.repeat(8)}`, posTerminalId: longName, refNr, amount };
  place(world, 'long-1', { kind: 'cloud-pos', state: 'succeeded', input: sale }, 4, {
    origin: { type: 'erp', clientId: 'erp', client: 'Warenwirtschaft der Filiale Nord, Lager und Versand, Kasse 12' },
  });
  place(world, 'long-2', { kind: 'cloud-pos', state: 'unknown', input: { ...sale, transId: 'S-long-2' } }, 6, {
    doubt: { code: 'http-status', status: 502, asksAgain: true },
    lookUps: 12,
  });
}

/** A link that was paid with another sum and not seen yet; `long` with a sum of twelve digits. */
export function seedPaidOther(world: World, long: boolean): void {
  const refNr = `${seedWords(world).order} 2026-01-31-0000000000000000000000000000000000000001`.slice(
    0,
    long ? 60 : 12,
  );
  const input = { transId: 'L-2026-4711', refNr, amount: { value: long ? 999_999_999_999 : 1_999, currency: 'EUR' } };
  const shown = long ? { value: 999_999_999_998, currency: 'BHD' } : { value: 1_999, currency: 'CHF' };
  const offer = { state: 'differs', shown, lookUps: 1, lastLookUpAt: null, nextLookUpAt: null } as const;
  const result = { _links: { redirect: { href: 'https://pay.example.com/checkout/L-2026-4711' } } };
  place(world, 'other', { kind: 'create-link', state: 'succeeded', input }, 20, { offer, result });
}

/** An authorization of 100.00 captured in three parts, of the second of which 10.00 went back. */
export function seedCaptures(world: World): void {
  const { order } = seedWords(world);
  const money = (value: number) => ({ value, currency: 'EUR' });
  const input = { transId: 'S-2026-800000', posTerminalId: 'T-1', refNr: `${order} 41200`, amount: money(10_000) };
  const authorization = { messageType: 'AUTHORISATION_OR_RESERVATION', ...input };
  place(world, 'parts', { kind: 'cloud-pos', state: 'succeeded', input: authorization }, 90);
  for (const [index, value] of [4_000, 3_500, 2_500].entries()) {
    const part = { payId: 'PAY-parts', transId: `C-${index}`, amount: money(value) };
    place(world, `part-${index}`, { kind: 'capture', state: 'succeeded', input: part }, 80 - index * 20);
  }
  const paymentMethods = { card: { providerTransactionId: 'CAP-part-1' } };
  const back = { payId: 'PAY-parts', transId: 'R-parts', amount: money(1_000), paymentMethods };
  place(world, 'part-back', { kind: 'refund', state: 'succeeded', input: back }, 20);
}

/** A sale at the first terminal with an unknown outcome, begun a minute ago. */
export function seedHeld(world: World): void {
  const input = {
    messageType: 'SALE',
    transId: 'S-2026-900007',
    posTerminalId: world.shop.terminals[0] ?? 'T-1',
    refNr: `${seedWords(world).order} 40996`,
    amount: { value: 4_590, currency: 'EUR' },
  };
  place(world, 'held', { kind: 'cloud-pos', state: 'unknown', input }, 1, { lookUps: 1 });
}
