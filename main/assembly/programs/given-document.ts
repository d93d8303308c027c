// A document of the till's office that holds at once, of people (ADR 90) or programs (ADR 92): the one that the till took last,
// sealed with the folder's key, and why it does not take one or leaves a part of it out.
import { z } from 'zod';
import type { DocumentProblemCode, TillDocument } from '#contract/office/till-document.ts';
import { isFromOffice } from '#contract/people/people.ts';
import type { KeptOfOffice } from '#core/ports/operators.ts';
import type { SealedOffice } from '#core/staff/people.ts';
import type { Member } from '#office-link/membership.ts';
import type { LinkList } from '#office-link/ports.ts';
import { documentProblem } from '#settings/signed-document.ts';
import type { Seal } from '#store/database/seal.ts';
import type { BridgePorts } from '../base/ports.ts';

/**
 * An office with another key is another office. An attacker who took the office over could otherwise leave people or
 * programs, or the highest version, at the tills, and the office's new keys could not remove them.
 */
export type OfficeOfTill = Pick<Member, 'till' | 'officeKey'>;

type Log = BridgePorts['log'];

interface Problem {
  readonly name: string;
  readonly why: string;
  readonly detail: string | null;
}

interface Refused<P> {
  readonly version: number;
  readonly problems: P[];
}

/** `S`: what is kept of an answer: the document, and what came with it. */
interface Kind<S extends { readonly document: TillDocument }> {
  readonly name: 'people' | 'programs';
  readonly said: z.ZodType<S>;
}

/** What the till goes by. */
export interface SaidByOffice<S> {
  readonly officeKey: string;
  readonly said: S;
}

interface Kept<S> extends OfficeOfTill {
  /** The newest one that the till took. */
  readonly version: number;
  /** Null: the till took such documents once, and takes none now. */
  readonly said: S | null;
}

interface Given<S extends { readonly document: TillDocument }, A, P extends Problem> extends Kind<S> {
  readonly log: Log;
  readonly seal: Pick<Seal, 'seal' | 'open'>;
  readonly stored: KeptOfOffice | null;
  /** Whether the till takes such documents at all. */
  readonly takes: boolean;
  readonly changed: () => void;
  readonly saidIn: (answer: A) => S | null;
  readonly statement: (document: S['document']) => string;
  readonly mostBytes: number;
  /** What is wrong with what a document says, which is then not taken. */
  readonly problems: (said: S) => (P | WholeProblem)[];
  /** Makes it hold, with what is sealed in the same commit; null: as it was, or nothing holds. */
  readonly apply: (said: SaidByOffice<S> | null, kept: SealedOffice | null) => Promise<void>;
  /** What of it is left out at this till, now. */
  readonly leftOut: (said: SaidByOffice<S>) => P[];
  /** All rows of people or programs, of an office or not. */
  readonly rows: () => readonly { readonly id: string }[];
}

interface WholeProblem extends Problem {
  readonly why: DocumentProblemCode;
}

export interface GivenDocument<Q, A, P> {
  /** Holds the till to the document that it took from this office; null: it joined none that is known. */
  begin(member: OfficeOfTill | null): Promise<void>;
  forLink(member: OfficeOfTill): LinkList<Q, A>;
  view(): { readonly takes: boolean; readonly version: number; readonly refused: Refused<P | WholeProblem> | null };
}

interface Asked<P> {
  readonly has: { readonly version: number; readonly signature: string | null };
  readonly takes: boolean;
  readonly refused: Refused<P | WholeProblem> | null;
}

export function givenDocument<S extends { readonly document: TillDocument }, A, P extends Problem>(
  given: Given<S, A, P>,
): GivenDocument<Asked<P>, A, P> {
  const { name, log, seal, stored, takes, changed, saidIn, statement, mostBytes, apply, leftOut, rows } = given;
  let kept = keptIn(given, stored, seal, log);
  let refused: Refused<P | WholeProblem> | null = null;
  /** An older program kept it without a record; or what is kept is not believed, and the till takes none that is. */
  let mustKeep = stored !== null && (stored.of === null || (stored.sealed === null && !takes));
  const keep = async (next: Kept<S>): Promise<void> => {
    const sealed = Buffer.from(seal.seal(JSON.stringify(next), contextOf(given))).toString('base64');
    const { till, officeKey, version } = next;
    await apply(heldBy(next), { sealed, of: { till, officeKey, version } });
    mustKeep = false;
    kept = next;
    refused = null;
  };
  const isOf = ({ till, officeKey }: OfficeOfTill): boolean => kept?.till === till && kept.officeKey === officeKey;
  const had = (office: OfficeOfTill) => ({
    version: isOf(office) ? (kept?.version ?? 0) : 0,
    isKept: isOf(office) && kept?.said !== null,
  });
  const view = () => {
    const held = kept === null ? null : heldBy(kept);
    const version = held?.said.document.version ?? 0;
    const left = held === null ? [] : leftOut(held);
    return { takes, version, refused: refused ?? (left.length === 0 ? null : { version, problems: left }) };
  };
  const problemsOf = (said: S, member: OfficeOfTill): (P | WholeProblem)[] => {
    const { till, officeKey } = member;
    const { document } = said;
    const why = documentProblem({
      document,
      statement: statement(document),
      mostBytes,
      officeKey,
      till,
      had: had(member),
    });
    return why === null ? given.problems(said) : [{ name: '', why, detail: null }];
  };
  return {
    async begin(member) {
      if (kept === null) return apply(null, null);
      if (member !== null && !isOf(member)) {
        const { till, officeKey } = member;
        return keep({ till, officeKey, version: 0, said: null });
      }
      if (mustKeep || (!takes && kept.said !== null)) return keep(takes ? kept : { ...kept, said: null });
      return apply(heldBy(kept), null);
    },
    forLink: (member) => ({
      known: () => rows().filter(({ id }) => isFromOffice(id)).length,
      asked() {
        const { version, isKept } = had(member);
        const signature = isKept ? (kept?.said?.document.signature ?? null) : null;
        return { has: { version, signature }, takes, refused: takes ? view().refused : null };
      },
      async take(answer) {
        if (!takes) return;
        const said = saidIn(answer);
        if (said === null) {
          // The office has nothing newer, so what it sent before does not count any more.
          refused = null;
          return;
        }
        const { version } = said.document;
        const { till, officeKey } = member;
        const problems = problemsOf(said, member);
        if (problems.length === 0) {
          await keep({ till, officeKey, version, said });
          log('info', `office-${name}-taken`, { version });
        } else {
          refused = { version, problems };
          log('warn', `office-${name}-refused`, {
            version,
            problems: problems.map((each) => ({ name: each.name, why: each.why, detail: each.detail })),
          });
        }
        changed();
      },
    }),
    view,
  };
}

function heldBy<S>({ officeKey, said }: Kept<S>): SaidByOffice<S> | null {
  return said === null ? null : { officeKey, said };
}

const contextOf = ({ name }: Pick<Kind<never>, 'name'>): string => `office-${name}`;

/** What the till has of its office, as the bridge had it last; null: nothing. */
export function saidKept<S extends { readonly document: TillDocument }>(
  kind: Kind<S>,
  stored: KeptOfOffice | null,
  seal: Pick<Seal, 'open'>,
): SaidByOffice<S> | null {
  const kept = keptIn(kind, stored, seal, () => undefined);
  return kept === null ? null : heldBy(kept);
}

/** Null where there is none. Where it is not believed or cannot be read, the number holds, and it says nothing. */
function keptIn<S extends { readonly document: TillDocument }>(
  kind: Kind<S>,
  stored: KeptOfOffice | null,
  seal: Pick<Seal, 'open'>,
  log: Log,
): Kept<S> | null {
  const lost = stored === null || stored.of === null ? null : { ...stored.of, said: null };
  if (stored === null || stored.sealed === null) return lost;
  try {
    const schema = z.object({
      till: z.uuid(),
      /** SPKI, PEM. */
      officeKey: z.string(),
      version: z.int().nonnegative(),
      said: kind.said.nullable(),
    });
    return schema.parse(JSON.parse(seal.open(Buffer.from(stored.sealed, 'base64'), contextOf(kind))));
  } catch (error) {
    log('error', `office-${kind.name}-unusable`, { error: error instanceof Error ? error.name : 'unknown' });
    return lost;
  }
}
