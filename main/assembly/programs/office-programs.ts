// The programs that the till's office lets in here (ADR 92), as rows beside the till's own. They hold at once, without a start
// of the bridge (given-document.ts).
import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  type OfficeProgramsView,
  type ProgramsAnswer,
  type ProgramsProblem,
  mostProgramsBytes,
  programsDocumentSchema,
  programsProblems,
  programsStatement,
  tokenProblems,
} from '#contract/office/office-programs.ts';
import { mostProblems } from '#contract/office/till-document.ts';
import { type Person, officeId } from '#contract/people/people.ts';
import type { Client } from '#contract/programs/client.ts';
import { type Refused, refuse } from '#contract/programs/problems.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Clock } from '#core/ports/clock.ts';
import type { SealedOffice } from '#core/staff/people.ts';
import { originProblem } from '#http/origin.ts';
import type { LinkPorts } from '#office-link/ports.ts';
import type { OpenedStore } from '#store/open.ts';
import type { Seal } from '#store/database/seal.ts';
import type { BridgePorts } from '../base/ports.ts';
import { type OfficeOfTill, type SaidByOffice, givenDocument } from './given-document.ts';
import { type GivenProgram, type TillPrograms, changedRows, clientOf, leftOutAt } from './given-programs.ts';

export interface OfficePrograms {
  begin(member: OfficeOfTill | null): Promise<void>;
  forLink(member: OfficeOfTill): LinkPorts['programs'];
  view(): OfficeProgramsView;
  /** The till's own programs may have changed: a name may be free, or taken. */
  look(): void;
  /** A person of the till lets in again what was switched off there. */
  letIn(
    id: string,
    by: Person | null,
    request?: string,
  ): { readonly type: 'changed'; readonly client: Client } | Refused;
}

interface Given {
  readonly ports: Pick<BridgePorts, 'log' | 'settings'>;
  readonly opening: Pick<OpenedStore, 'clients'>;
  readonly seal: Pick<Seal, 'seal' | 'open'>;
  /** With those that the policy names. */
  readonly clients: Pick<ClientRegistry, 'list' | 'byId' | 'byTokenHash'>;
  readonly clock: Pick<Clock, 'nowMs' | 'iso'>;
  readonly changed: () => void;
}

const saidSchema = z.object({ document: programsDocumentSchema });
type Said = z.infer<typeof saidSchema>;

export function officePrograms({ ports, opening, seal, clients, clock, changed }: Given): OfficePrograms {
  const { programScopes } = ports.settings.office;
  const rows = opening.clients;
  /** What the till goes by; null: nothing. */
  let held: SaidByOffice<Said> | null = null;
  const till: Omit<TillPrograms, 'clients'> = {
    allowed: programScopes,
    currency: ports.settings.shopCurrency,
    holderOf: (hash) => clients.byTokenHash(hash)?.id ?? rows.holderOf(hash),
    isSwitchedOff: (id) => rows.isSwitchedOff(id),
  };
  const now = (): TillPrograms => ({ ...till, clients: clients.list() });
  const hold = (said: SaidByOffice<Said> | null, kept: SealedOffice | null): void => {
    const at = now();
    const programs = said === null ? [] : programsIn(said);
    const left = new Set(leftOutAt(at, programs).map(({ name }) => name));
    const atMs = clock.nowMs();
    const taken = programs.filter(({ name }) => !left.has(name));
    const changes = changedRows(at, taken, clock.iso(atMs));
    if (changes.length > 0 || kept !== null) rows.saveOffice(kept, changes, atMs);
    held = said;
    if (changes.length > 0) changed();
  };
  const document = givenDocument<Said, ProgramsAnswer, ProgramsProblem>({
    name: 'programs',
    said: saidSchema,
    log: ports.log,
    seal,
    stored: rows.officeKept(),
    takes: programScopes.length > 0,
    changed,
    saidIn: ({ document: sent }) => (sent === null ? null : { document: sent }),
    statement: programsStatement,
    mostBytes: mostProgramsBytes,
    problems({ document: sent }) {
      const problems = programsProblems(sent, originProblem);
      return problems.length > 0 ? problems : tokenProblems(sent);
    },
    apply: async (said, kept) => hold(said, kept),
    leftOut: (said) => leftOutAt(now(), programsIn(said)).slice(0, mostProblems),
    rows: () => rows.list(),
  });
  return {
    ...document,
    look: () => hold(held, null),
    letIn(id, by, request) {
      const program = held === null ? undefined : programsIn(held).find((each) => each.id === id);
      if (program === undefined || !rows.isSwitchedOff(id)) return unknown;
      const at = { ...now(), isSwitchedOff: () => false };
      const [left] = leftOutAt(at, [program]);
      if (left !== undefined) return leftOutAnyway;
      const atMs = clock.nowMs();
      const client = clientOf(program, clients.byId(id), clock.iso(atMs));
      rows.saveOffice(null, [{ client, tokenHash: program.tokenSha256, by, request }], atMs);
      changed();
      return { type: 'changed', client };
    },
  };
}

function programsIn({ officeKey, said }: SaidByOffice<Said>): GivenProgram[] {
  return said.document.programs.map((program) => ({ ...program, id: idOf(officeKey, program.name) }));
}

/** The same for a program that left and comes back, and over a new token: what it sent is found under its request ids. */
function idOf(officeKey: string, name: string): string {
  return officeId(
    createHash('sha256')
      .update(JSON.stringify([officeKey, 'program', name]))
      .digest('hex')
      .slice(0, 32),
  );
}

const unknown = refuse('client-unknown', 'The office does not let in such a program here, or it is not switched off.');
const leftOutAnyway = refuse('client-unknown', 'The till takes this program of its office no longer: see its status.');
