// A manager frees a claim at the page: who and why stands in the audit.
import { claimFreedSchema, mayAs } from '#contract/office/page.ts';
import { freeClaim } from '../claims/open-claims.ts';
import { noteAudit } from '../people/audit.ts';
import type { Session } from '../people/sign-in.ts';
import { type WebAnswer, json, refused } from './answers.ts';
import type { WebPorts } from './web-ports.ts';

export async function freeClaimAs(
  { database }: WebPorts,
  { chain, person, role }: Session,
  given: unknown,
  from: string,
): Promise<WebAnswer> {
  if (!mayAs(role, 'manager')) return refused('role-missing');
  const wish = claimFreedSchema.safeParse(given);
  if (!wish.success) return refused('bad-request');
  const { till, id, why } = wish.data;
  const freed = await database.transact(chain, async (tx) => {
    const done = await freeClaim(tx, chain, { till, id, by: person, why });
    const detail = `${till}: ${id}: ${why}`;
    if (done) await noteAudit(tx, chain, { person, address: from, what: 'claim-freed', detail });
    return done;
  });
  return freed ? json({}) : refused('not-found');
}
