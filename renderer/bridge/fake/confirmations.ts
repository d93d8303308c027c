// Programs' manual refunds that wait for a person at the fake's till, with the same answers as main's.
import type { ConfirmationView } from '#contract/confirmation.ts';
import type { OperationView } from '#contract/operation.ts';
import { verify } from './people.ts';
import { programName } from './seed-words.ts';
import { type Handlers, statusOf, tell, type World } from './world.ts';
import { refuse } from '#contract/problems.ts';

export function confirmationCalls(world: World) {
  return {
    confirmations: () => [...world.confirmations],
    answerConfirmation: ({ id, allow, approval }) => {
      const question = world.confirmations.find((each) => each.id === id);
      if (question === undefined) return refuse('not-decidable', '');
      if (allow && question.needsPin) {
        if (approval === null) return refuse('approval-needed', '');
        const verified = verify(world, approval, 'supervisor');
        if ('type' in verified) return verified;
      }
      withdraw(world, id);
      return { type: 'answered', operation: allow ? paidOut(world, question) : null };
    },
  } satisfies Partial<Handlers>;
}

/** A program asks. */
export function ask(world: World, to: Partial<ConfirmationView> = {}): ConfirmationView {
  const english = world.preferences.language === 'en';
  const question: ConfirmationView = {
    id: `confirm-${world.nextNumber++}`,
    client: programName(world),
    amount: { value: 24_990, currency: world.shop.shopCurrency },
    transId: 'RMA-2026-0412',
    reason: english ? 'Returned goods, receipt lost' : 'Ware zurück, Bon verloren',
    target: { type: 'card', name: 'VISA', lastFour: '1111', holder: english ? 'Sample Customer' : 'Erika Muster' },
    needsPin: world.operators.some(({ active }) => active),
    askedAt: new Date(world.now()).toISOString(),
    ...to,
  };
  world.confirmations.push(question);
  tell(world, 'confirmationsChanged', [...world.confirmations]);
  return question;
}

/** A person answered the confirmation, or the program has left. */
export function withdraw(world: World, id: string): void {
  const index = world.confirmations.findIndex((each) => each.id === id);
  if (index >= 0) world.confirmations.splice(index, 1);
  tell(world, 'confirmationsChanged', [...world.confirmations]);
}

function paidOut(world: World, { id, client, amount, transId }: ConfirmationView): OperationView {
  const at = new Date(world.now()).toISOString();
  const operation: OperationView = {
    id: `op-${id}`,
    kind: 'refund-unreferenced',
    state: 'succeeded',
    revision: 3,
    requestId: id,
    input: { transId, amount: { value: amount.value, currency: amount.currency } },
    result: { status: 'OK' },
    failure: null,
    origin: { type: 'erp', clientId: 'erp', client },
    mayWait: false,
    attempts: 1,
    createdAt: at,
    updatedAt: at,
  };
  world.operations.set(operation.id, operation);
  tell(world, 'operationChanged', operation);
  tell(world, 'statusChanged', statusOf(world));
  return operation;
}
