// An operation as a program sees it: without the names of people at the till and their notes. It names the program that
// asked, so that several can be told apart; the journal says which person did what. Customer data is shown to the
// program that sent it and to programs with the scope that reading it needs.
import type { z } from 'zod';
import { type JsonObject, isJsonObject } from '#contract/data/json.ts';
import type { Client } from '#contract/programs/client.ts';
import type { OperationView } from '#contract/operation/operation.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import { impersonalFields } from '#operations/impersonal-fields.ts';
import type { Command } from '#operations/define.ts';
import { commandOf } from '#operations/index.ts';
import type { programsOperationSchema } from '../schemas/programs-operation.ts';
import { scopeOf, scopesOf } from '../access/scope.ts';

export type ProgramsView = Readonly<z.output<typeof programsOperationSchema>>;

/** The fields of the gateway's answer, which may hold anything, that name a payment and say what became of it. */
export const publicResultFields = [
  'payId',
  'transId',
  'refNr',
  'xId',
  'status',
  'responseCode',
  'responseDescription',
  'traceNr',
  'approvalCode',
  'amount',
] as const;

export function forPrograms(operation: OperationView, reader: Client): ProgramsView {
  return shownWhole(operation, seesWhole(operation, reader));
}

/** Whether this program sees customer data of the operation. All else is the same for every program. */
export function seesWhole(operation: OperationView, reader: Client): boolean {
  return isOwn(operation, reader) || mayReadWhole(operation, reader);
}

/** `whole`: with customer data. */
export function shownWhole(operation: OperationView, whole: boolean): ProgramsView {
  const { origin, decisions, told: _, ...rest } = operation;
  const said = decisions?.map(({ outcome, at }) => ({ outcome, at }));
  const told = whole ? rest : withoutPersons(rest);
  return { ...told, origin: originForPrograms(origin), ...(said === undefined ? {} : { decisions: said }) };
}

function originForPrograms(origin: OperationView['origin']): ProgramsView['origin'] {
  if (origin.type === 'cashier') return { type: 'cashier' };
  return { type: 'erp', client: origin.client };
}

/** Whether this program asked for it. */
export function isOwn({ origin }: OperationView, { id }: Client): boolean {
  return origin.type === 'erp' && origin.clientId === id;
}

function mayReadWhole(operation: OperationView, { scopes }: Client): boolean {
  const command = commandOf(operation.kind);
  if (command === null) return false;
  const possible = [...scopesOf(command)].map((scope) => scopeToRead(command, scope));
  const held = possible.filter((scope) => scopes.includes(scope));
  // The input is looked at only where it makes the difference.
  if (held.length === 0 || held.length === possible.length) return held.length > 0;
  return holdsAll(neededToRead(operation), scopes);
}

/**
 * The scope that such operations need. A payment on a page says who the customer is, and a program that sells on pages
 * of its own need not read that of others: it takes the scope for customers.
 */
function scopeToRead({ atTerminal }: Command, needed: Scope): Scope {
  return needed === 'sale' && !atTerminal ? 'customers' : needed;
}

/** False where no scope is named. */
export function holdsAll(needed: readonly Scope[], held: readonly Scope[]): boolean {
  return needed.length > 0 && needed.every((scope) => held.includes(scope));
}

/**
 * The scopes that reading an operation of others whole needs, all of them: one, unless its input does not decide it.
 * Empty: no program may.
 */
export function neededToRead({ kind, input }: OperationView): readonly Scope[] {
  const command = commandOf(kind);
  if (command === null) return [];
  const needed = scopeOf(command, input);
  return (needed === null ? [...scopesOf(command)] : [needed]).map((scope) => scopeToRead(command, scope));
}

type Rest = Omit<OperationView, 'origin' | 'decisions' | 'told'>;

function withoutPersons(rest: Rest): Rest & { readonly withheld: true } {
  const { kind, input, result, failure } = rest;
  const command = commandOf(kind);
  return {
    ...rest,
    input: command === null ? {} : picked(input, impersonalFields(command)),
    result: isJsonObject(result) ? picked(result, publicResultFields) : null,
    failure: failure === null ? null : bare(failure),
    withheld: true,
  };
}

export function picked(record: JsonObject, names: readonly string[]): JsonObject {
  const present = names.filter((name) => Object.hasOwn(record, name));
  return Object.fromEntries(present.map((name) => [name, record[name] ?? null]));
}

/** The gateway's messages may repeat what was sent. */
function bare({ fields: _fields, details: _details, ...rest }: NonNullable<OperationView['failure']>) {
  return rest;
}
