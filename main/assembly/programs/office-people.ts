// The people that the till's office lets sign in here (ADR 90): the document that the till took last, sealed with the folder's
// key, and why it does not take one or leaves somebody out. They hold at once, without a start of the bridge.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type OfficePeopleView,
  type PeopleDocument,
  type PeopleProblem,
  type PeopleRefused,
  mostPeopleBytes,
  peopleDocumentSchema,
  peopleProblems,
  peopleStatement,
} from '#contract/office/office-people.ts';
import { officePersonId } from '#contract/people/people.ts';
import { roles } from '#contract/people/roles.ts';
import type { KeptOfOffice } from '#core/ports/operators.ts';
import type { GivenPeople } from '#core/staff/office-people.ts';
import type { People } from '#core/staff/people.ts';
import { documentProblem } from '#settings/signed-document.ts';
import type { Member } from '#office-link/membership.ts';
import type { LinkPorts } from '#office-link/ports.ts';
import { createPins } from '#secrets/pins.ts';
import type { OpenedStore } from '#store/open.ts';
import type { Seal } from '#store/database/seal.ts';
import type { BridgePorts } from '../base/ports.ts';

export interface OfficePeople {
  /** Holds the till to the document that it took from this office; null: it joined none that is known. */
  begin(member: OfficeOfTill | null): Promise<void>;
  forLink(member: OfficeOfTill): LinkPorts['people'];
  view(): OfficePeopleView;
}

/**
 * An office with another key is another office. An attacker who took the office over could otherwise leave people, or the
 * highest version, at the tills, and the office's new keys could not remove them.
 */
type OfficeOfTill = Pick<Member, 'till' | 'officeKey'>;

interface Given {
  readonly ports: Pick<BridgePorts, 'log' | 'settings'>;
  readonly opening: Pick<OpenedStore, 'operators'>;
  readonly seal: Pick<Seal, 'seal' | 'open'>;
  readonly people: Pick<People, 'takeOffice' | 'notTaken'>;
  readonly changed: () => void;
}

const keptSchema = z.object({
  till: z.uuid(),
  /** SPKI, PEM. */
  officeKey: z.string(),
  /** The newest one that the till took. */
  version: z.int().nonnegative(),
  /** Null: the till took people once, and takes none now. */
  said: z.object({ document: peopleDocumentSchema, pinKey: z.string() }).nullable(),
});
type Kept = z.infer<typeof keptSchema>;

const context = 'office-people';

export function officePeople({ ports: { log, settings }, opening, seal, people, changed }: Given): OfficePeople {
  const takes = settings.office.people;
  const stored = opening.operators.officeKept();
  let kept = keptIn(stored, seal, log);
  let given = kept === null ? null : givenIn(kept);
  let refused: PeopleRefused | null = null;
  /** An older program kept it without a record; or what is kept is not believed, and the till takes none that is. */
  let mustKeep = stored !== null && (stored.of === null || (stored.sealed === null && !takes));
  const keep = async (next: Kept): Promise<void> => {
    const sealed = Buffer.from(seal.seal(JSON.stringify(next), context)).toString('base64');
    const said = givenIn(next);
    const { till, officeKey, version } = next;
    await people.takeOffice(said, { sealed, of: { till, officeKey, version } });
    mustKeep = false;
    kept = next;
    given = said;
    refused = null;
  };
  const isOf = ({ till, officeKey }: OfficeOfTill): boolean => kept?.till === till && kept.officeKey === officeKey;
  const had = (office: OfficeOfTill) => ({
    version: isOf(office) ? (kept?.version ?? 0) : 0,
    isKept: isOf(office) && kept?.said !== null,
  });
  const view = (): OfficePeopleView => {
    const version = given?.version ?? 0;
    const leftOut = given === null ? [] : people.notTaken(given);
    return { takes, version, refused: refused ?? (leftOut.length === 0 ? null : { version, problems: leftOut }) };
  };
  return {
    async begin(member) {
      if (kept === null) return people.takeOffice(null, null);
      if (member !== null && !isOf(member)) {
        const { till, officeKey } = member;
        return keep({ till, officeKey, version: 0, said: null });
      }
      if (mustKeep || (!takes && kept.said !== null)) return keep(takes ? kept : { ...kept, said: null });
      return people.takeOffice(given, null);
    },
    forLink: (member) => ({
      asked() {
        const { version, isKept } = had(member);
        const signature = isKept ? (kept?.said?.document.signature ?? null) : null;
        return { has: { version, signature }, takes, refused: takes ? view().refused : null };
      },
      async take({ document, pinKey }) {
        if (!takes) return;
        if (document === null) {
          // The office has nothing newer, so what it sent before does not count any more.
          refused = null;
          return;
        }
        const { version } = document;
        const said = { document, pinKey: pinKey ?? '' };
        const { till, officeKey } = member;
        const problems = problemsOf(said, member);
        if (problems.length === 0) {
          await keep({ till, officeKey, version, said });
          log('info', 'office-people-taken', { version });
        } else {
          refused = { version, problems };
          log('warn', 'office-people-refused', { version, problems: problems.map((each) => ({ ...each })) });
        }
        changed();
      },
    }),
    view,
  };

  function problemsOf({ document, pinKey }: NonNullable<Kept['said']>, member: OfficeOfTill): PeopleProblem[] {
    const { till, officeKey } = member;
    const statement = peopleStatement(document);
    const mostBytes = mostPeopleBytes;
    const why = documentProblem({ document, statement, mostBytes, officeKey, till, had: had(member) });
    if (why !== null) return [{ name: '', why, detail: null }];
    const problems = peopleProblems(document);
    if (problems.length > 0) return problems;
    return pinKey === '' ? [{ name: '', why: 'pin', detail: null }] : [];
  }
}

function givenIn({ officeKey, said }: Kept): GivenPeople | null {
  if (said === null) return null;
  const { document, pinKey } = said;
  const people = document.people.flatMap(({ name, role: given, pin }) => {
    const role = roles.find((each) => each === given);
    return role === undefined ? [] : [{ id: idOf(officeKey, name), name, role, pinHash: pin }];
  });
  return { version: document.version, people, pins: createPins(Buffer.from(pinKey, 'base64')) };
}

/** The same at each till of the office, and for a person who left and comes back. */
function idOf(officeKey: string, name: PeopleDocument['people'][number]['name']): string {
  return officePersonId(
    createHash('sha256')
      .update(JSON.stringify([officeKey, name]))
      .digest('hex')
      .slice(0, 32),
  );
}

/** Whom the till has of its office, for a command where no bridge runs: as the bridge had them last. */
export function peopleKeptIn(opening: Given['opening'], seal: Pick<Seal, 'open'>): GivenPeople | null {
  const kept = keptIn(opening.operators.officeKept(), seal, () => undefined);
  return kept === null ? null : givenIn(kept);
}

/** Null where there is none. Where it is not believed or cannot be read, the number holds, and it says nothing. */
function keptIn(stored: KeptOfOffice | null, seal: Pick<Seal, 'open'>, log: BridgePorts['log']): Kept | null {
  const lost = stored === null || stored.of === null ? null : { ...stored.of, said: null };
  if (stored === null || stored.sealed === null) return lost;
  try {
    return keptSchema.parse(JSON.parse(seal.open(Buffer.from(stored.sealed, 'base64'), context)));
  } catch (error) {
    log('error', 'office-people-unusable', { error: error instanceof Error ? error.name : 'unknown' });
    return lost;
  }
}
