// An admin looks at what is set for the chain's tills, and puts back what stood before a change.
import { type PageSettings, mayAs, settingsRevertSchema } from '#contract/office/page.ts';
import {
  type LayerChange,
  LayerAltered,
  addChange,
  changesOf,
  contentBefore,
  lockSettings,
  newestChanges,
} from '../config/layers.ts';
import type { Tx } from '../database/database.ts';
import { noteAudit } from '../people/audit.ts';
import type { Session } from '../people/sign-in.ts';
import { type WebAnswer, json, refused } from './answers.ts';
import type { WebPorts } from './web-ports.ts';

export async function settingsAs(
  { database, layerKeys }: WebPorts,
  { chain, role }: Pick<Session, 'chain' | 'role'>,
): Promise<WebAnswer> {
  if (!mayAs(role, 'admin')) return refused('role-missing');
  return whole(() =>
    database.transact(chain, async (tx) => {
      const shown: PageSettings[] = [];
      for (const change of await newestChanges(tx, layerKeys, chain)) shown.push(await shownAs(tx, change));
      return json(shown);
    }),
  );
}

export async function revertSettingsAs(
  { database, layerKeys, nowMs }: WebPorts,
  { chain, person, role }: Session,
  given: unknown,
  from: string,
): Promise<WebAnswer> {
  if (!mayAs(role, 'admin')) return refused('role-missing');
  const wish = settingsRevertSchema.safeParse(given);
  if (!wish.success) return refused('bad-request');
  const { scope, name, number } = wish.data;
  const at = { chain, scope, name };
  const answer = await whole(() =>
    database.transact(chain, async (tx) => {
      await lockSettings(tx, chain);
      const [last] = await changesOf(tx, layerKeys, at, 1);
      // Somebody else changed it since it was shown.
      if (last?.number !== number) return refused('not-found');
      const content = await contentBefore(tx, layerKeys, at);
      const nowIso = new Date(nowMs()).toISOString();
      const change = await addChange(tx, layerKeys, at, { content, by: person, nowIso });
      const { label } = await shownAs(tx, change);
      const detail = `${scope} ${label}`.trim();
      await noteAudit(tx, chain, { person, address: from, what: 'settings-put-back', detail });
      return json({});
    }),
  );
  database.announce(chain);
  return answer;
}

async function shownAs(tx: Tx, { chain, ...change }: LayerChange): Promise<PageSettings> {
  const { scope, name } = change;
  const till =
    scope === 'till'
      ? await tx.row<{ name: string }>('SELECT name FROM till WHERE chain_id = $1 AND id::text = $2', [chain, name])
      : null;
  return { ...change, label: till?.name ?? name };
}

async function whole(work: () => Promise<WebAnswer>): Promise<WebAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LayerAltered) return refused('settings-altered');
    throw error;
  }
}
