// The people that the till's office lets sign in here (ADR 90). They hold at once, without a start of the bridge
// (given-document.ts).
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type OfficePeopleView,
  type PeopleAnswer,
  type PeopleDocument,
  type PeopleProblem,
  mostPeopleBytes,
  peopleDocumentSchema,
  peopleProblems,
  peopleStatement,
} from '#contract/office/office-people.ts';
import { officeId } from '#contract/people/people.ts';
import { roles } from '#contract/people/roles.ts';
import type { GivenPeople } from '#core/staff/office-people.ts';
import type { People } from '#core/staff/people.ts';
import type { LinkPorts } from '#office-link/ports.ts';
import { createPins } from '#secrets/pins.ts';
import type { OpenedStore } from '#store/open.ts';
import type { Seal } from '#store/database/seal.ts';
import type { BridgePorts } from '../base/ports.ts';
import { type OfficeOfTill, type SaidByOffice, givenDocument, saidKept } from './given-document.ts';

export interface OfficePeople {
  begin(member: OfficeOfTill | null): Promise<void>;
  forLink(member: OfficeOfTill): LinkPorts['people'];
  view(): OfficePeopleView;
}

interface Given {
  readonly ports: Pick<BridgePorts, 'log' | 'settings'>;
  readonly opening: Pick<OpenedStore, 'operators'>;
  readonly seal: Pick<Seal, 'seal' | 'open'>;
  readonly people: Pick<People, 'takeOffice' | 'notTaken'>;
  readonly changed: () => void;
}

const saidSchema = z.object({ document: peopleDocumentSchema, pinKey: z.string() });
type Said = z.infer<typeof saidSchema>;
const kind = { name: 'people', said: saidSchema } as const;

export function officePeople({ ports: { log, settings }, opening, seal, people, changed }: Given): OfficePeople {
  let held: { readonly said: Said; readonly given: GivenPeople } | null = null;
  const givenBy = (by: SaidByOffice<Said>): GivenPeople => {
    if (held?.said !== by.said) held = { said: by.said, given: givenIn(by) };
    return held.given;
  };
  return givenDocument<Said, PeopleAnswer, PeopleProblem>({
    ...kind,
    log,
    seal,
    stored: opening.operators.officeKept(),
    takes: settings.office.people,
    changed,
    saidIn: ({ document, pinKey }) => (document === null ? null : { document, pinKey: pinKey ?? '' }),
    statement: peopleStatement,
    mostBytes: mostPeopleBytes,
    problems({ document, pinKey }) {
      const problems = peopleProblems(document);
      if (problems.length > 0) return problems;
      return pinKey === '' ? [{ name: '', why: 'pin', detail: null }] : [];
    },
    apply: (said, kept) => people.takeOffice(said === null ? null : givenBy(said), kept),
    leftOut: (said) => people.notTaken(givenBy(said)),
    rows: () => opening.operators.list(),
  });
}

function givenIn({ officeKey, said: { document, pinKey } }: SaidByOffice<Said>): GivenPeople {
  const people = document.people.flatMap(({ name, role: given, pin }) => {
    const role = roles.find((each) => each === given);
    return role === undefined ? [] : [{ id: idOf(officeKey, name), name, role, pinHash: pin }];
  });
  return { version: document.version, people, pins: createPins(Buffer.from(pinKey, 'base64')) };
}

/** The same at each till of the office, and for a person who left and comes back. */
function idOf(officeKey: string, name: PeopleDocument['people'][number]['name']): string {
  return officeId(
    createHash('sha256')
      .update(JSON.stringify([officeKey, name]))
      .digest('hex')
      .slice(0, 32),
  );
}

/** Whom the till has of its office, for a command where no bridge runs: as the bridge had them last. */
export function peopleKeptIn(opening: Given['opening'], seal: Pick<Seal, 'open'>): GivenPeople | null {
  const said = saidKept(kind, opening.operators.officeKept(), seal);
  return said === null ? null : givenIn(said);
}
