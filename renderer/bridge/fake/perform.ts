// How the fake's operations go on after they were accepted: sent, answered, or in doubt and found out later.
import type { WindowOutputs } from '#contract/calls/table.ts';
import type { Doubt } from '#contract/operation/doubt.ts';
import { fieldIssues, issueInWords, messagesOf } from '#contract/data/issue-words.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import type { OperationOrigin, OperationView } from '#contract/operation/operation.ts';
import type { Acceptance, Submission } from '#core/acceptance/accept.ts';
import { commandOf } from '#operations/index.ts';
import { isJsonObject, type JsonObject, textAt, without } from '#contract/data/json.ts';
import { amountAt, applyEffect, approved, paymentOf, withOpen } from './answers.ts';
import { choiceOf } from './dcc.ts';
import { heldRefusal } from './held.ts';
import { newOffer } from './hosted.ts';
import { noteAccepted } from './journal.ts';
import { approvalRefusal, voicesOf } from './pay-outs.ts';
import { restRefusal, withTender } from './tender.ts';
import { change, recordOf, statusOf, tell, type World, withQueue } from './world.ts';

function guard(world: World, kind: string, input: JsonObject): Refused | null {
  const command = commandOf(kind);
  if (command === null) return refuse('unknown-kind', `There is no kind of operation named ${kind}.`);
  const parsed = command.input.safeParse(input, { error: issueInWords, reportInput: true });
  if (!parsed.success) {
    const issues = fieldIssues(parsed.error.issues);
    const refused = {
      code: 'invalid-input',
      detail: 'Nothing was stored.',
      errors: messagesOf(issues),
      issues,
    } as const;
    return { type: 'refused', refusal: refused };
  }
  if (!world.online && command.waits(input) !== 'always') {
    return refuse(
      'offline',
      'The gateway cannot be reached, and this operation cannot wait. Nothing was stored or sent.',
    );
  }
  const known = world.payments.get(typeof input['payId'] === 'string' ? input['payId'] : '');
  if (kind !== 'refund' || known === undefined) return null;
  const payment = withOpen(world, known);
  const left = (payment.captured ?? 0) - (payment.refunded ?? 0) - payment.openRefunds;
  const asked = amountAt(input);
  if (asked.value <= left) return null;
  const money = (value: number) => ({ value: Math.max(0, value), currency: asked.currency });
  const facts = { left: money(left), open: money(payment.openRefunds), asked };
  return {
    type: 'refused',
    refusal: { code: 'refund-exceeds-captured', detail: `At most ${left} can still be refunded.`, facts },
  };
}

/** As the engine's `submit`: who may do it was checked before. */
export function submit(world: World, submission: Submission): Acceptance {
  const { kind, input, requestId, origin } = submission;
  const replaces = submission.replaces ?? undefined;
  // As in the bridge, a new try belongs to the sale that the one before it belongs to.
  const partOf = submission.partOf ?? replacedPart(world, replaces);
  const refundOf = submission.refundOf ?? world.credits.get(replaces ?? '');
  if (world.paused !== null) return refuse('paused', world.paused);
  const before = [...world.operations.values()].find((each) => each.requestId === requestId);
  if (before !== undefined) return { type: 'known', record: recordOf(before) };
  const given: JsonObject = isJsonObject(input) ? input : {};
  const refused =
    guard(world, kind, given) ??
    heldRefusal(world, given) ??
    restRefusal(world, given, partOf) ??
    approvalRefusal(world, submission);
  if (refused !== null) return refused;
  const chosen = choiceOf(world, given);
  if ('code' in chosen) return { type: 'refused', refusal: chosen };
  const id = `op-${String(world.nextNumber++).padStart(6, '0')}`;
  const at = new Date(world.now()).toISOString();
  const operation: OperationView = {
    id,
    kind,
    state: 'accepted',
    revision: 1,
    requestId,
    input: {
      refNr: `TB${id
        .slice(3)
        .toUpperCase()
        .replaceAll(/[^0-9A-F]/g, '0')
        .padStart(30, 'A')
        .slice(-30)}`,
      ...without(given, commandOf(kind)?.secretFields ?? []),
    },
    result: null,
    failure: null,
    ...(replaces === undefined ? {} : { replaces }),
    ...(partOf === undefined ? {} : { partOf }),
    ...(refundOf === undefined ? {} : { refundOf }),
    ...chosen,
    origin: shownOrigin(origin),
    mayWait: (commandOf(kind)?.waits(given) ?? 'never') !== 'never',
    attempts: 0,
    createdAt: at,
    updatedAt: at,
  };
  world.operations.set(id, operation);
  noteAccepted(world, operation);
  if (refundOf !== undefined) world.credits.set(id, refundOf);
  tell(world, 'operationChanged', withQueue(world, operation));
  tell(world, 'statusChanged', statusOf(world));
  if (world.online) run(world, id);
  return { type: 'new', record: recordOf(operation) };
}

function shownOrigin({ type, clientId, operator, approvedBy }: Submission['origin']): OperationOrigin {
  if (type === 'erp') return { type, clientId, client: clientId };
  return {
    type,
    ...(operator === null || operator === undefined ? {} : { operator: operator.name }),
    ...(approvedBy === null || approvedBy === undefined ? {} : { approvedBy: approvedBy.name }),
  };
}

function replacedPart(world: World, replaces: string | undefined): string | undefined {
  return replaces === undefined ? undefined : world.operations.get(replaces)?.partOf;
}

/** Sends it, and settles it after the world's delay. */
export function run(world: World, id: string): void {
  const { fate } = world;
  setTimeout(
    () => {
      if (change(world, id, { state: 'sending', attempts: 1 }) === null || fate === 'hang') return;
      setTimeout(() => settle(world, id, fate), world.delayMs);
    },
    Math.min(50, world.delayMs),
  );
}

function settle(world: World, id: string, fate: World['fate']): void {
  const operation = world.operations.get(id);
  if (operation === undefined) return;
  const since = new Date(world.now()).toISOString();
  const doubt: Doubt = {
    code: 'no-answer',
    reason: 'The gateway did not answer in time.',
    advice: 'Do not repeat the sale and do not charge again. The bridge is finding out.',
    since,
    lookUps: 2,
    lastLookUpAt: since,
    nextLookUpAt: new Date(world.now() + 20_000).toISOString(),
  };
  switch (fate) {
    case 'approve': {
      const done = { ...operation, result: approved(world, operation) };
      const moved = applyEffect(world, done);
      change(world, id, { state: 'succeeded', result: done.result, ...newOffer(world, done) }, moved);
      return;
    }
    case 'less':
    case 'more':
    case 'tip': {
      const { value, currency } = amountAt(operation.input);
      const share = fate === 'less' ? 0.5 : 1.1;
      const approvedAmount = { value: Math.round(value * share), currency };
      const result = approved(world, { ...operation, approved: approvedAmount });
      if (fate === 'tip') {
        const moved = applyEffect(world, { ...operation, approved: approvedAmount, result });
        change(world, id, { state: 'succeeded', approved: approvedAmount, result }, moved);
        return;
      }
      const code = fate === 'less' ? 'approved-less' : 'approved-more';
      const other = { ...doubt, code, reason: 'Another amount was approved.', lookUps: 0, nextLookUpAt: null } as const;
      change(world, id, {
        state: 'needs-person',
        approved: approvedAmount,
        result,
        doubt: { ...other, voicesNeeded: 1 },
      });
      return;
    }
    case 'busy': {
      const message = 'The terminal was busy with another command. No money was moved.';
      change(world, id, { state: 'failed', failure: { code: 'terminal-busy', message, status: 422 } });
      return;
    }
    case 'decline':
      change(world, id, {
        state: 'failed',
        failure: {
          code: 'declined',
          message: 'It was declined. No money was moved.',
          status: 422,
          responseCode: '21000051',
          responseDescription: world.preferences.language === 'de' ? 'Karte abgelehnt' : 'card declined',
        },
      });
      return;
    case 'lost':
      change(world, id, { state: 'unknown', doubt });
      return;
    case 'person':
      change(world, id, {
        state: 'needs-person',
        doubt: { ...doubt, lookUps: 9, nextLookUpAt: null, voicesNeeded: voicesOf(world, operation) },
      });
      return;
    case 'hang':
  }
}

/** Sends the operations that waited for the connection. */
export function setOnline(world: World, online: boolean): void {
  world.online = online;
  world.connectionSince = new Date(world.now()).toISOString();
  tell(world, 'statusChanged', statusOf(world));
  if (!online) return;
  for (const operation of world.operations.values()) if (operation.state === 'accepted') run(world, operation.id);
}

export function learnPayId(world: World, id: string): WindowOutputs['learnPayId'] {
  const { numberShown: payId } = world;
  const known = world.payments.get(id);
  if (!world.online) return refuse('offline', 'The gateway cannot be reached.');
  if (known === undefined || payId === null) return { type: 'not-shown', why: world.notShown };
  const payment = { ...known, id: payId, payId };
  world.payments.delete(id);
  world.payments.set(payId, payment);
  world.learned.set(id, payId);
  return { type: 'learned', payment };
}

/** By its payId, or by the operation that made it: a screen that was opened before the payId was known asks by that. */
export function storyOf(world: World, id: string): WindowOutputs['paymentStory'] {
  const payId = world.learned.get(id) ?? id;
  const names = new Set([payId, ...[...world.learned].flatMap(([before, now]) => (now === payId ? [before] : []))]);
  const known = world.payments.get(payId);
  const operations = [...world.operations.values()].filter(
    (each) =>
      names.has(each.id) ||
      names.has(world.credits.get(each.id) ?? '') ||
      paymentOf(world, each)?.id === payId ||
      `PAY-${each.id}` === payId ||
      textAt(each.result ?? {}, 'payId') === payId,
  );
  return {
    payment: known === undefined ? null : withTender(world, withOpen(world, known)),
    operations: operations.map((each) => withQueue(world, each)),
  };
}
