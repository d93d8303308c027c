// Programs' manual refunds that wait for a person at the fake's till: the bridge's own questions, with programs that a
// test lets ask and leave.
import { type Client, plainClientOptions } from '#contract/programs/client.ts';
import type { ConfirmationView } from '#contract/people/confirmation.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { Money } from '#contract/money/money.ts';
import type { Person } from '#contract/people/people.ts';
import type { Submission } from '#core/acceptance/accept.ts';
import { Confirmations } from '#core/staff/confirmations.ts';
import { programName, seedWords } from './seeds/seed-words.ts';
import type { Staff } from './staff.ts';
import type { FakeTill } from './till.ts';
import { tell, type World } from './world.ts';

export function confirmationsIn({ people, clock }: Staff, till: FakeTill, world: () => World): Confirmations {
  const confirmations: Confirmations = new Confirmations({
    engine: { examine: (submission) => till.engine.examine(submission) },
    people,
    clients: { nameOf: (id) => till.clients.nameOf(id), byId: askingProgram },
    clock,
    chance: { hex128: () => String(world().nextNumber++) },
    digests: till.digests,
    rule: 'always',
    asksPeople: () => true,
    changed: () => tell(world(), 'confirmationsChanged', confirmations.list()),
  });
  return confirmations;
}

/** A program that may pay out, under its name. */
function askingProgram(id: string): Client {
  const createdAt = '2026-01-12T09:14:00.000Z';
  const access = { scopes: ['refund-unreferenced'], origin: null, options: plainClientOptions } as const;
  return { id, name: id, ...access, createdAt, lastUsedAt: null, revokedAt: null };
}

interface Wish {
  readonly program: string;
  readonly amount: Money;
  readonly paymentMethods: JsonObject;
}

/** The program leaves and waits no longer. */
export type Leave = () => void;

/** A program asks, and waits. */
export function ask(
  world: World,
  wish: Partial<Wish> = {},
): Promise<{ readonly question: ConfirmationView; readonly leave: Leave }> {
  const { sampleCustomer, returned } = seedWords(world);
  const card = { number: '4111111111111111', cardholderName: sampleCustomer, expiryDate: '203012', brand: 'VISA' };
  const { value, currency } = wish.amount ?? { value: 24_990, currency: world.shop.shopCurrency };
  const submission = {
    kind: 'refund-unreferenced',
    requestId: `refund-${world.nextNumber++}`,
    origin: { type: 'erp', clientId: wish.program ?? programName(world) },
    input: {
      transId: 'RMA-2026-0412',
      amount: { value, currency },
      statementDescriptor: returned,
      paymentMethods: wish.paymentMethods ?? { card },
    },
  } as const;
  return new Promise((resolve) => {
    const whenGone = (leave: Leave) => {
      const question = world.confirmations.list().at(-1);
      if (question !== undefined) resolve({ question, leave });
    };
    void world.confirmations.ask(
      submission,
      (approvedBy) => world.till.engine.submit(allowed(submission, approvedBy)),
      whenGone,
    );
  });
}

function allowed(submission: Submission, approvedBy: Person | null): Submission {
  return { ...submission, origin: { ...submission.origin, operator: null, approvedBy } };
}
