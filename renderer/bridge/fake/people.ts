// The people at the fake's till: the same rules as main's desk, with PINs in the clear and no slow hash.
import type { WindowInput, WindowOutputs } from '#contract/calls/table.ts';
import { isJsonObject, textAt } from '#contract/json.ts';
import { messagesOf } from '#contract/issue-words.ts';
import { pinIssue } from '#contract/pins.ts';
import { refuse, type Refused } from '#contract/problems.ts';
import type { OperationOrigin, OperationView } from '#contract/operation.ts';
import type { Approval, Operator } from '#contract/people.ts';
import { mayActAs, type Role } from '#contract/roles.ts';
import type { ApprovalAsked, ApprovalSums } from '#contract/window.ts';
import { isMoneyOut, nameOf } from '#texts/operation-facts.ts';
import { amountAt, applyEffect, paymentOf } from './answers.ts';
import { type Handlers, change, type FakeOperator, statusOf, tell, type World } from './world.ts';

const triesBeforeLock = 5;

const isManned = ({ operators }: World) => operators.some(({ active }) => active);
const current = ({ operators, signedIn }: World) => operators.find(({ id }) => id === signedIn) ?? null;

function viewOf(world: World, { id, name, role, active, failures }: FakeOperator): Operator {
  const lockedUntil = failures < triesBeforeLock ? null : new Date(world.now() + 60_000).toISOString();
  return { id, name, role, active, lockedUntil };
}

function put(world: World, operator: FakeOperator): void {
  const index = world.operators.findIndex(({ id }) => id === operator.id);
  if (index < 0) world.operators.push(operator);
  else world.operators[index] = operator;
}

export function verify(world: World, { operatorId, pin }: Approval, role: Role): FakeOperator | Refused {
  const found = world.operators.find(({ id, active }) => id === operatorId && active);
  if (found === undefined) return refuse('operator-unknown', '');
  if (found.failures >= triesBeforeLock) return refuse('operator-locked', '');
  if (found.pin !== pin) {
    put(world, { ...found, failures: found.failures + 1 });
    return refuse(found.failures + 1 >= triesBeforeLock ? 'operator-locked' : 'pin-wrong', '');
  }
  put(world, { ...found, failures: 0 });
  return mayActAs(found.role, role) ? found : refuse('role-missing', '');
}

function needed(world: World, { kind, input }: Pick<WindowInput<'submit'>, 'kind' | 'input'>): boolean {
  if (!isManned(world) && world.mode !== 'live') return false;
  if (kind === 'refund-unreferenced' || textAt(input, 'messageType') === 'CREDIT') return true;
  const { value, currency } = amountAt(input);
  // A reversal of a captured payment gives money back; at a terminal it may name an unknown payment.
  const known = paymentOf(world, { input });
  const gives = kind === 'refund' || (textAt(input, 'messageType') === 'REVERSE' && known?.captured !== 0);
  const left = world.shop.refundLimitMinor - paidOutToday(world);
  return gives && (value > left || currency !== world.shop.shopCurrency);
}

/** Minor units that the signed-in person refunded without a supervisor, since the fake began (its day never ends). */
function paidOutToday(world: World): number {
  const operator = current(world)?.name;
  const refunds = [...world.operations.values()].filter(({ kind, origin, state }) => {
    const isTheirs = origin.type === 'cashier' && origin.operator === operator && origin.approvedBy === undefined;
    return kind === 'refund' && isTheirs && !['failed', 'cancelled', 'expired'].includes(state);
  });
  const amounts = refunds.map(({ input }) => amountAt(input));
  return amounts
    .filter(({ currency }) => currency === world.shop.shopCurrency)
    .reduce((sum, { value }) => sum + value, 0);
}

function sumsOf(world: World): ApprovalSums | null {
  const { refundLimitMinor, shopCurrency: currency } = world.shop;
  const value = paidOutToday(world);
  return value === 0 ? null : { paidOut: { value, currency }, limit: { value: refundLimitMinor, currency } };
}

function askedOf(world: World, { input }: Pick<WindowInput<'submit'>, 'input'>): ApprovalAsked {
  const named = amountAt(input);
  const known = paymentOf(world, { input });
  const taken = (known?.captured ?? 0) - (known?.refunded ?? 0);
  const amount = named.value > 0 ? named : known === null ? null : { value: taken, currency: named.currency };
  const payment = known === null ? textAt(input, 'payId') : (known.transId ?? known.payId);
  const reason = textAt(input, 'statementDescriptor') ?? textAt(input, 'metadata.reason');
  return { person: current(world)?.name ?? null, amount, payment, reason };
}

/** Why main's desk refuses it, or null. */
export function barredFrom(world: World, input: WindowInput<'submit'>): Refused | null {
  if (world.paused !== null) return refuse('paused', '');
  if (isManned(world) && world.signedIn === null) return refuse('not-signed-in', '');
  if (!needed(world, input)) return null;
  if (input.approval === undefined) return refuse('approval-needed', '');
  const verified = verify(world, input.approval, 'supervisor');
  return 'type' in verified ? verified : null;
}

/** Why the signed-in person, or the one who shows a PIN, may not administer the till. */
export function barredFromAdministration(world: World, approval: Approval | undefined): Refused | null {
  if (!isManned(world) || current(world)?.role === 'manager') return null;
  if (approval === undefined) return refuse(current(world) === null ? 'not-signed-in' : 'role-missing', '');
  const verified = verify(world, approval, 'manager');
  return 'type' in verified ? verified : null;
}

export function cashierOf(world: World, approval: Approval | undefined): OperationOrigin {
  const operator = current(world)?.name;
  const approvedBy = world.operators.find(({ id }) => id === approval?.operatorId)?.name;
  return {
    type: 'cashier',
    ...(operator === undefined ? {} : { operator }),
    ...(approvedBy === undefined ? {} : { approvedBy }),
  };
}

export function voicesOf(operation: Pick<OperationView, 'kind' | 'input'>): 1 | 2 {
  return isMoneyOut(nameOf(operation)) ? 2 : 1;
}

function decide(world: World, { id, second, slip, ...words }: WindowInput<'decide'>): WindowOutputs['decide'] {
  const first = current(world);
  if (first === null) return refuse('not-signed-in', '');
  if (!mayActAs(first.role, 'supervisor')) return refuse('role-missing', '');
  const operation = world.operations.get(id);
  if (operation?.state !== 'needs-person') return refuse('not-decidable', '');
  const said = { ...words, ...(slip === undefined ? {} : { slip }) };
  const other = second === null ? null : verify(world, second, 'supervisor');
  if (other !== null && 'type' in other) return other;
  if (other?.id === first.id) return refuse('second-person-needed', '');
  const at = new Date(world.now()).toISOString();
  const voices = [first, ...(other === null ? [] : [other])].map(({ name }) => ({ ...said, by: name, at }));
  const names = voices.map(({ by }) => by);
  const decisions = [...(operation.decisions ?? []).filter(({ by }) => !names.includes(by)), ...voices];
  const agreeing = decisions.filter(
    (each) => each.outcome === said.outcome && each.slip?.amountMinor === slip?.amountMinor,
  ).length;
  const settled = agreeing >= voicesOf(operation);
  const failure = { code: 'decided', message: 'A person decided that it did not happen.' } as const;
  const next = change(world, id, {
    decisions,
    ...(settled ? { state: said.outcome, failure: said.outcome === 'failed' ? failure : null } : {}),
    ...(settled && said.outcome === 'succeeded' ? shownBySlip(operation, slip) : {}),
  });
  if (next?.state === 'succeeded') applyEffect(world, next);
  return next === null ? refuse('not-decidable', '') : { type: 'decided', operation: next };
}

/** Kept where an answer would have had it. */
function shownBySlip(operation: OperationView, slip: WindowInput<'decide'>['slip']): Partial<OperationView> {
  if (slip === undefined) return {};
  const { amountMinor, ...numbers } = slip;
  const { currency } = amountAt(operation.input);
  return {
    ...(amountMinor === undefined ? {} : { approved: { value: amountMinor, currency } }),
    result: { ...(isJsonObject(operation.result) ? operation.result : {}), ...numbers },
  };
}

function keepApproved(world: World, id: string): WindowOutputs['keepApproved'] {
  const code = world.operations.get(id)?.doubt?.code;
  if (code !== 'approved-less' && code !== 'approved-more') return refuse('not-decidable', '');
  const next = change(world, id, { state: 'succeeded' });
  if (next !== null) applyEffect(world, next);
  return next === null ? refuse('not-decidable', '') : { type: 'decided', operation: next };
}

function freeTerminal(
  world: World,
  id: string,
  approval: WindowInput<'freeTerminal'>['approval'],
): WindowOutputs['freeTerminal'] {
  const person = current(world);
  if (person !== null && !mayActAs(person.role, 'supervisor')) {
    if (approval === null) return refuse('approval-needed', '');
    const other = verify(world, approval, 'supervisor');
    if ('type' in other) return other;
  }
  world.freed.add(id);
  const before = world.operations.get(id);
  const next = change(world, id, before?.doubt === undefined ? {} : { doubt: before.doubt });
  return next === null ? refuse('not-decidable', '') : { type: 'decided', operation: next };
}

function badPin(world: World, pin: string, role: Role): Refused | null {
  const issue = pinIssue(pin, role, world.shop.approverPinDigits);
  if (issue === null) return null;
  const issues = [{ field: 'pin', ...issue }];
  return {
    type: 'refused',
    refusal: { code: 'invalid-input', detail: issue.message, errors: messagesOf(issues), issues },
  };
}

function save(world: World, wish: WindowInput<'saveOperator'>): WindowOutputs['saveOperator'] {
  const by = current(world);
  if (isManned(world) && by?.role !== 'manager') return refuse('role-missing', '');
  const bad = wish.pin === null ? null : badPin(world, wish.pin, wish.role);
  if (bad !== null) return bad;
  const before = world.operators.find(({ id }) => id === wish.id);
  const others = world.operators.filter(({ id }) => id !== wish.id);
  if (others.some(({ name }) => name.toLowerCase() === wish.name.toLowerCase())) return refuse('operator-exists', '');
  const managed = others.some(({ active, role }) => active && role === 'manager');
  if (!managed && !(wish.active && wish.role === 'manager')) return refuse('manager-missing', '');
  const id = before?.id ?? `person-${world.nextNumber++}`;
  const operator = { ...wish, id, pin: wish.pin ?? before?.pin ?? '', failures: 0 };
  put(world, operator);
  tell(world, 'statusChanged', statusOf(world));
  return { type: 'saved', operator: viewOf(world, operator) };
}

export function peopleCalls(world: World) {
  const told = () => tell(world, 'statusChanged', statusOf(world));
  return {
    operators: () => world.operators.map((each) => viewOf(world, each)),
    signIn: (approval) => {
      const verified = verify(world, approval, 'cashier');
      if ('type' in verified) return verified;
      world.signedIn = verified.id;
      told();
      const { id, name, role } = verified;
      const newPin = badPin(world, approval.pin, role) !== null;
      return { type: 'signed-in', person: { id, name, role }, newPin };
    },
    changePin: ({ pin, next }) => {
      const person = current(world);
      if (person === null) return refuse('not-signed-in', '');
      const verified = verify(world, { operatorId: person.id, pin }, 'cashier');
      if ('type' in verified) return verified;
      const bad = badPin(world, next, person.role);
      if (bad !== null) return bad;
      put(world, { ...verified, pin: next });
      return { type: 'changed' };
    },
    signOut: () => {
      world.signedIn = null;
      told();
      return { signedOut: true };
    },
    touch: () => ({ signedIn: world.signedIn !== null }),
    saveOperator: (wish) => save(world, wish),
    needsApproval: (input) => ({ asked: needed(world, input) ? askedOf(world, input) : null, sums: sumsOf(world) }),
    decide: (input) => decide(world, input),
    keepApproved: ({ id }) => keepApproved(world, id),
    freeTerminal: ({ id, approval }) => freeTerminal(world, id, approval),
    resume: ({ reason }) => {
      if (isManned(world) && current(world)?.role !== 'manager') return refuse('role-missing', '');
      if (reason.trim().length < 3) return refuse('invalid-input', '');
      world.paused = null;
      told();
      return { type: 'resumed' };
    },
  } satisfies Partial<Handlers>;
}
