// An admin changes the recipients of alarms at the page: addresses for e-mail only (alarms/recipients.ts says why).
import { StartProblem } from '#commands/io/problems.ts';
import { mayAs, recipientRemoveSchema, recipientSchema } from '#contract/office/page.ts';
import { addRecipient, removeRecipient } from '../alarms/recipients.ts';
import { noteAudit } from '../people/audit.ts';
import type { Session } from '../people/sign-in.ts';
import { type WebAnswer, json, refused } from './answers.ts';
import type { WebPorts } from './web-ports.ts';

export async function addRecipientAs(
  { database }: WebPorts,
  { chain, person, role }: Session,
  given: unknown,
  from: string,
): Promise<WebAnswer> {
  if (!mayAs(role, 'admin')) return refused('role-missing');
  const wish = recipientSchema.safeParse(given);
  if (!wish.success) return refused('bad-request');
  const { address, language } = wish.data;
  try {
    await database.transact(chain, async (tx) => {
      await addRecipient(tx, chain, { kind: 'mail', address, language });
      await noteAudit(tx, chain, { person, address: from, what: 'recipient-added', detail: address });
    });
  } catch (error) {
    if (error instanceof StartProblem) return refused('bad-request');
    throw error;
  }
  return json({});
}

export async function removeRecipientAs(
  { database }: WebPorts,
  { chain, person, role }: Session,
  given: unknown,
  from: string,
): Promise<WebAnswer> {
  if (!mayAs(role, 'admin')) return refused('role-missing');
  const wish = recipientRemoveSchema.safeParse(given);
  if (!wish.success) return refused('bad-request');
  const removed = await database.transact(chain, async (tx) => {
    const address = await removeRecipient(tx, chain, wish.data.id);
    if (address !== null) {
      await noteAudit(tx, chain, { person, address: from, what: 'recipient-removed', detail: address });
    }
    return address;
  });
  return removed === null ? refused('not-found') : json({});
}
