// Customers for the fake's vault, each time the same: one with two cards, one with a name as long as can be, and as
// many more as wanted.
import type { CustomerView, StoredMethodView } from '#contract/people/customer.ts';
import { place } from './seed.ts';
import { seedWords } from './seed-words.ts';
import type { World } from '../world.ts';

const nowhere = { streetName: null, postalCode: null, city: null, state: null, country: null };

function person(world: World, index: number): CustomerView {
  return {
    id: `C-${index}`,
    merchantCustomerId: `K-${10_000 + index}`,
    firstName: world.preferences.language === 'de' ? 'Kundin' : 'Customer',
    lastName: String(index),
    companyName: null,
    email: `customer-${index}@example.com`,
    phoneCountry: '49',
    phoneNumber: `30${String(1_000_000 + index)}`,
    address: nowhere,
    createdAt: '2026-01-12T09:14:00.000',
    lastUsedAt: '2026-01-30T16:20:00.000',
  };
}

function card(id: string, brand: string, last4: string, expiry: string): StoredMethodView {
  return { id, type: 'CARD', brand, last4, expiry, holder: 'Sample Customer' };
}

/** The last digits are those of published test cards. */
export function seedVault(world: World, count: number): void {
  for (let index = 0; index < count; index += 1) {
    world.vault.set(`C-${index}`, { customer: person(world, index), methods: [] });
  }
  const address = { ...nowhere, streetName: 'Musterstr.', postalCode: '10115', city: 'Berlin', country: 'DEU' };
  // Valid for longer than these words will be here.
  const methods = [card('pm-visa', 'visa', '1111', '204904'), card('pm-mc', 'mastercard', '4444', '204711')];
  world.vault.set('C-0', { customer: { ...person(world, 0), address }, methods });
  const companyName = 'Gebäudereinigungs- und Hausmeisterdienste Nordwest GmbH & Co. KG';
  const email = 'zentrale.rechnungseingang@gebaeudereinigung-nordwest.example.com';
  const long = { ...person(world, 1), firstName: null, lastName: null, companyName, email };
  world.vault.set('C-1', {
    customer: long,
    methods: [{ ...card('pm-other', '', '', ''), type: 'DIRECTDEBIT', brand: null, last4: null, expiry: null }],
  });
}

/** A payment that its program created for a method of two steps, so that it waits for its confirmation. */
export function seedToConfirm(world: World): void {
  const amount = { value: 8_990, currency: 'EUR' };
  const paymentMethods = { integrationType: 'DIRECT', type: 'PAYPAL' };
  const refNr = `${seedWords(world).order} 41377`;
  const input = { transId: 'S-2026-confirm', refNr, amount, paymentMethods };
  place(world, 'to-confirm', { kind: 'create-payment', state: 'succeeded', input }, 12);
}

/** A guest's room: authorized at the desk, to be raised as the stay grows. */
export function seedStay(world: World): void {
  const input = {
    messageType: 'AUTHORISATION_OR_RESERVATION',
    transId: 'S-2026-stay',
    posTerminalId: 'T-1',
    refNr: world.preferences.language === 'de' ? 'Zimmer 214' : 'Room 214',
    amount: { value: 24_000, currency: 'EUR' },
  };
  place(world, 'stay', { kind: 'cloud-pos', state: 'succeeded', input }, 30);
}
