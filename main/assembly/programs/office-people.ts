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
  begin(member: Pick<Member, 'till'> | null): Promise<void>;
  forLink(member: Pick<Member, 'till' | 'officeKey'>): LinkPorts['people'];
  view(): OfficePeopleView;
}

interface Given {
  readonly ports: Pick<BridgePorts, 'log' | 'settings'>;
  readonly opening: Pick<OpenedStore, 'operators'>;
  readonly seal: Pick<Seal, 'seal' | 'open'>;
  readonly people: Pick<People, 'takeOffice' | 'notTaken'>;
  readonly changed: () => void;
}

const keptSchema = z.object({
  till: z.uuid(),
  /** The newest one that the till took. */
  version: z.int().nonnegative(),
  /** Null: the till took people once, and takes none now. */
  said: z.object({ document: peopleDocumentSchema, officeKey: z.string(), pinKey: z.string() }).nullable(),
});
type Kept = z.infer<typeof keptSchema>;

const context = 'office-people';

export function officePeople({ ports: { log, settings }, opening, seal, people, changed }: Given): OfficePeople {
  const takes = settings.office.people;
  let kept = keptIn(opening.operators.officeKept(), seal, log);
  let given = kept === null ? null : givenIn(kept);
  let refused: PeopleRefused | null = null;
  const keep = async (next: Kept): Promise<void> => {
    const sealed = Buffer.from(seal.seal(JSON.stringify(next), context)).toString('base64');
    const said = givenIn(next);
    await people.takeOffice(said, sealed);
    kept = next;
    given = said;
    refused = null;
  };
  const had = (till: string) => {
    const isOfThisOffice = kept?.till === till;
    return { version: isOfThisOffice ? (kept?.version ?? 0) : 0, isKept: isOfThisOffice && kept?.said !== null };
  };
  const view = (): OfficePeopleView => {
    const version = given?.version ?? 0;
    const leftOut = given === null ? [] : people.notTaken(given);
    return { takes, version, refused: refused ?? (leftOut.length === 0 ? null : { version, problems: leftOut }) };
  };
  return {
    async begin(member) {
      if (kept === null) return people.takeOffice(null, null);
      if (member !== null && kept.till !== member.till) return keep({ till: member.till, version: 0, said: null });
      if (!takes && kept.said !== null) return keep({ ...kept, said: null });
      return people.takeOffice(given, null);
    },
    forLink: ({ till, officeKey }) => ({
      asked() {
        const { version, isKept } = had(till);
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
        const said = { document, officeKey, pinKey: pinKey ?? '' };
        const problems = problemsOf(said, till, had(till));
        if (problems.length === 0) {
          await keep({ till, version, said });
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

  function problemsOf(
    said: NonNullable<Kept['said']>,
    till: string,
    before: { readonly version: number; readonly isKept: boolean },
  ): PeopleProblem[] {
    const { document, officeKey, pinKey } = said;
    const statement = peopleStatement(document);
    const why = documentProblem({ document, statement, mostBytes: mostPeopleBytes, officeKey, till, had: before });
    if (why !== null) return [{ name: '', why, detail: null }];
    const problems = peopleProblems(document);
    if (problems.length > 0) return problems;
    return pinKey === '' ? [{ name: '', why: 'pin', detail: null }] : [];
  }
}

function givenIn({ said }: Kept): GivenPeople | null {
  if (said === null) return null;
  const { document, officeKey, pinKey } = said;
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

/** Null where there is none, or it was not sealed here. */
function keptIn(sealed: string | null, seal: Pick<Seal, 'open'>, log: BridgePorts['log']): Kept | null {
  if (sealed === null) return null;
  try {
    return keptSchema.parse(JSON.parse(seal.open(Buffer.from(sealed, 'base64'), context)));
  } catch (error) {
    log('error', 'office-people-unusable', { error: error instanceof Error ? error.name : 'unknown' });
    return null;
  }
}
