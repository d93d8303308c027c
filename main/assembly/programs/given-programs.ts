// What becomes of the programs that the till's office gives (ADR 92): whom the till leaves out and why, and which rows are
// other than they should be.
import type { OfficeProgramAtTill, ProgramsProblem } from '#contract/office/office-programs.ts';
import { isFromOffice } from '#contract/people/people.ts';
import type { Client } from '#contract/programs/client.ts';
import { type Scope, scopes } from '#contract/programs/scopes.ts';
import { namesakesIn } from '#contract/text/look-alike.ts';
import type { OfficeClientChange } from '#core/ports/clients.ts';

/** With the id that it has at this till: of its name and the office's key, so that no document names another one's. */
export type GivenProgram = OfficeProgramAtTill & { readonly id: string };

/** What the till knows of itself and its programs, now. */
export interface TillPrograms {
  /** All programs, of the policy, too. */
  readonly clients: readonly Client[];
  readonly allowed: readonly Scope[];
  readonly currency: string;
  /** The id of the program that has the token, of the policy, too; null: none. */
  holderOf(tokenHash: string): string | null;
  isSwitchedOff(id: string): boolean;
}

/** Why it is left out at this till; each program once, for the first reason. */
export function leftOutAt(till: TillPrograms, programs: readonly GivenProgram[]): ProgramsProblem[] {
  const own = till.clients.filter(({ id, revokedAt }) => revokedAt === null && !isFromOffice(id));
  const taken = namesakesIn(
    own.map(({ name }) => name),
    programs.map(({ name }) => name),
  );
  return programs.flatMap((program): ProgramsProblem[] => {
    const { name, scopes: asked, currency } = program;
    const denied = asked.filter((scope) => !till.allowed.some((each) => each === scope));
    if (denied.length > 0) return [{ name, why: 'scope-not-allowed', detail: denied.join(', ').slice(0, 200) }];
    if (currency !== null && currency !== till.currency) {
      return [{ name, why: 'currency', detail: `is a sum of ${currency}, and the till has ${till.currency}` }];
    }
    if (taken.includes(name)) return [{ name, why: 'name-taken', detail: null }];
    const holder = till.holderOf(program.tokenSha256);
    if (holder !== null && holder !== program.id) return [{ name, why: 'token-taken', detail: null }];
    return till.isSwitchedOff(program.id) ? [{ name, why: 'switched-off', detail: null }] : [];
  });
}

/** The rows that are other than they should be, as they should be: those that end come first, so that their tokens are free. */
export function changedRows(
  till: Pick<TillPrograms, 'clients' | 'holderOf'>,
  programs: readonly GivenProgram[],
  nowIso: string,
): OfficeClientChange[] {
  const before = new Map(till.clients.filter(({ id }) => isFromOffice(id)).map((each) => [each.id, each]));
  const wanted = new Set(programs.map(({ id }) => id));
  const gone = [...before.values()]
    .filter(({ id, revokedAt }) => revokedAt === null && !wanted.has(id))
    .map((client): OfficeClientChange => ({ client, tokenHash: null, by: null }));
  const here = programs.flatMap((program): OfficeClientChange[] => {
    const known = before.get(program.id) ?? null;
    const client = clientOf(program, known, nowIso);
    const isSame = known !== null && isAsGiven(known, client) && till.holderOf(program.tokenSha256) === program.id;
    return isSame ? [] : [{ client, tokenHash: program.tokenSha256, by: null }];
  });
  return [...gone, ...here];
}

export function clientOf(program: GivenProgram, known: Client | null, nowIso: string): Client {
  const { id, name, origin, options } = program;
  // The till's own people allow the webhook that the program asked for. The row of a program whose access has ended is
  // bound to nothing, so one that is let in again asks anew.
  const webhook = known?.revokedAt === null ? known.options.webhook : undefined;
  return {
    id,
    name,
    scopes: scopes.filter((scope) => program.scopes.includes(scope)),
    origin,
    options: { ...options, ...(webhook === undefined ? {} : { webhook }) },
    createdAt: known?.createdAt ?? nowIso,
    lastUsedAt: known?.lastUsedAt ?? null,
    revokedAt: null,
  };
}

function isAsGiven(known: Client, given: Client): boolean {
  if (known.revokedAt !== null || known.believed === false) return false;
  const said = ({ name, scopes: may, origin, options }: Client) => {
    const { refundsPerDayMinor, waitsOffline, partialApprovals } = options;
    return JSON.stringify([name, may, origin, refundsPerDayMinor, waitsOffline, partialApprovals]);
  };
  return said(known) === said(given);
}
