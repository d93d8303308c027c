// An admin looks at what is said for the chain's tills, their settings, people and programs, and puts back what stood
// before a change.
import {
  type PageLayer,
  type PagePeople,
  type PagePrograms,
  type PageSettings,
  layerRevertSchema,
  mayAs,
} from '#contract/office/page.ts';
import type { PeopleContent } from '#contract/office/office-people.ts';
import type { ProgramsContent } from '#contract/office/office-programs.ts';
import type { OfficeContent } from '#contract/office/office-settings.ts';
import type { TillDocument } from '#contract/office/till-document.ts';
import { type DocumentKind, peopleKind, programsKind, settingsKind } from '../config/kinds.ts';
import {
  type LayerAt,
  type LayerChange,
  LayerAltered,
  LayerRefused,
  changeLayer,
  contentBefore,
  newestChanges,
} from '../config/layers.ts';
import type { Tx } from '../database/database.ts';
import type { Session } from '../people/sign-in.ts';
import { type WebAnswer, json, refused } from './answers.ts';
import type { WebPorts } from './web-ports.ts';

type Kind<C extends object> = DocumentKind<C, C & TillDocument>;
/** What a layer says, beside where and by whom. */
type Shown<L extends PageLayer> = Omit<L, keyof PageLayer>;
type Looker = Pick<Session, 'chain' | 'role'>;

export function settingsAs(ports: WebPorts, session: Looker): Promise<WebAnswer> {
  const set = ({ currency, settings }: OfficeContent) => ({ currency, settings });
  return layersAs(ports, session, settingsKind, (now, before): Shown<PageSettings> => ({
    ...set(now),
    before: before === null ? null : set(before),
  }));
}

/** Without the hashes of their PINs. */
export function tillPeopleAs(ports: WebPorts, session: Looker): Promise<WebAnswer> {
  const shown = ({ people }: PeopleContent, before: PeopleContent | null): Shown<PagePeople> => ({
    people: people.map(({ name, role }) => ({ name, role })),
    before:
      before?.people.map(({ name, role, pin }) => {
        const now = people.find((each) => each.name === name);
        return { name, role, otherPin: now !== undefined && now.pin !== pin };
      }) ?? null,
  });
  return layersAs(ports, session, peopleKind, shown);
}

export function tillProgramsAs(ports: WebPorts, session: Looker): Promise<WebAnswer> {
  const shown = ({ programs }: ProgramsContent, before: ProgramsContent | null): Shown<PagePrograms> => ({
    programs,
    before: before === null ? null : { programs: before.programs },
  });
  return layersAs(ports, session, programsKind, shown);
}

async function layersAs<C extends object>(
  { database, layerKeys }: WebPorts,
  { chain, role }: Looker,
  kind: Kind<C>,
  shown: (now: C, before: C | null) => object,
): Promise<WebAnswer> {
  if (!mayAs(role, 'admin')) return refused('role-missing');
  return whole(() =>
    database.transact(chain, async (tx) => {
      const all: object[] = [];
      for (const change of await newestChanges(tx, kind, layerKeys, chain)) {
        const { scope, name, number, at, by } = change;
        const before = await wholeBefore(tx, kind, layerKeys, change);
        all.push({ scope, name, number, at, by, label: await labelOf(tx, change), ...shown(change, before) });
      }
      return json(all);
    }),
  );
}

export function revertSettingsAs(ports: WebPorts, session: Session, given: unknown, from: string): Promise<WebAnswer> {
  return revertAs(ports, session, settingsKind, given, from);
}

export function revertTillPeopleAs(
  ports: WebPorts,
  session: Session,
  given: unknown,
  from: string,
): Promise<WebAnswer> {
  return revertAs(ports, session, peopleKind, given, from);
}

export function revertTillProgramsAs(
  ports: WebPorts,
  session: Session,
  given: unknown,
  from: string,
): Promise<WebAnswer> {
  return revertAs(ports, session, programsKind, given, from);
}

async function revertAs<C extends object>(
  { database, layerKeys, nowMs }: WebPorts,
  { chain, person, role }: Session,
  kind: Kind<C>,
  given: unknown,
  from: string,
): Promise<WebAnswer> {
  if (!mayAs(role, 'admin')) return refused('role-missing');
  const wish = layerRevertSchema.safeParse(given);
  if (!wish.success) return refused('bad-request');
  const { scope, name, number } = wish.data;
  const at = { chain, scope, name };
  const answer = await whole(() =>
    database.transact(chain, async (tx) => {
      const change = await changeLayer(tx, kind, layerKeys, at, {
        by: person,
        address: from,
        what: kind.putBackDeed,
        nowIso: new Date(nowMs()).toISOString(),
        // Null: somebody else changed it since it was shown.
        next: (last) => (last?.number === number ? contentBefore(tx, kind, layerKeys, at) : null),
        detail: async (made) => `${scope} ${await labelOf(tx, made)}`.trim(),
      });
      if (change === null) return refused('not-found');
      return json({});
    }),
  );
  database.announce(chain);
  return answer;
}

/** What putting the newest change back would say again; null where that is none of ours. */
async function wholeBefore<C extends object>(
  tx: Tx,
  kind: Kind<C>,
  keys: WebPorts['layerKeys'],
  at: LayerAt,
): Promise<C | null> {
  try {
    return await contentBefore(tx, kind, keys, at);
  } catch (error) {
    if (error instanceof LayerAltered) return null;
    throw error;
  }
}

/** The shop's or the till's name. */
async function labelOf(tx: Tx, { chain, scope, name }: LayerChange<object>): Promise<string> {
  if (scope !== 'till') return name;
  const till = await tx.row<{ name: string }>('SELECT name FROM till WHERE chain_id = $1 AND id::text = $2', [
    chain,
    name,
  ]);
  return till?.name ?? name;
}

async function whole(work: () => Promise<WebAnswer>): Promise<WebAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LayerAltered) return refused('settings-altered');
    if (error instanceof LayerRefused) return refused('layer-refused');
    throw error;
  }
}
