// A till's programs from its office over a real store: the documents that an office signs, and what the till makes of them.
import { type KeyObject, createHash, generateKeyPairSync, sign } from 'node:crypto';
import { officePrograms } from '#assembly/programs/office-programs.ts';
import { withPolicyClients } from '#assembly/base/policy-clients.ts';
import { watchRights } from '#assembly/watch/watch-rights.ts';
import type { JsonObject } from '#contract/data/json.ts';
import {
  type OfficeProgramAtTill,
  type ProgramsDocument,
  programsStatement,
} from '#contract/office/office-programs.ts';
import type { Scope } from '#contract/programs/scopes.ts';
import { plainClientOptions } from '#contract/programs/client.ts';
import { storeClient } from '#loopback/access/new-client.ts';
import type { ItPolicy } from '#settings/policy.ts';
import { settingsSchema } from '#settings/settings.ts';
import { createSeal } from '#store/database/seal.ts';
import { FakeClock } from './fake-clock.ts';
import { startMs } from './records.ts';
import { testKey } from './store-data.ts';
import { opened } from './store-folder.ts';

const tillId = '6b1f3a52-6a0e-4d0e-9c58-1d5f0a8f7c11';
const office = generateKeyPairSync('ed25519');
const officeKey = office.publicKey.export({ type: 'spki', format: 'pem' }).toString();
export const manager = { id: 'm', name: 'Manager', role: 'manager' } as const;

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export function aProgram(name: string, change: Partial<OfficeProgramAtTill> = {}): OfficeProgramAtTill {
  const { refundsPerDayMinor, waitsOffline, partialApprovals } = plainClientOptions;
  return {
    name,
    scopes: ['status', 'sale'],
    origin: null,
    options: { refundsPerDayMinor, waitsOffline, partialApprovals },
    currency: null,
    tokenSha256: hashOf(name),
    ...change,
  };
}

export function aDocument(
  version: number,
  programs: readonly OfficeProgramAtTill[],
  change: Partial<ProgramsDocument> = {},
  key: KeyObject = office.privateKey,
): ProgramsDocument {
  const said = { till: tillId, version, at: '2026-03-01T08:00:00.000Z', programs: [...programs], ...change };
  const signature = sign(null, Buffer.from(programsStatement(said), 'utf8'), key).toString('base64');
  return { ...said, keyId: '0'.repeat(32), signature };
}

interface Wish {
  readonly scopes?: readonly Scope[];
  readonly key?: string;
  readonly policy?: ItPolicy | null;
}

/** Opens the folder as a bridge does, and begins with the office's document that it has. */
export async function aTillWithPrograms(
  dataDir: string,
  { scopes = ['status', 'sale', 'refund'], key = officeKey, policy = null }: Wish = {},
) {
  const opening = opened(dataDir);
  if (!opening.rights.areBound()) opening.rights.bind(startMs);
  const logged: string[] = [];
  const log = (_: string, event: string, facts: JsonObject) => void logged.push(JSON.stringify([event, facts]));
  const settings = settingsSchema.parse({ office: { programScopes: scopes } });
  const clients = withPolicyClients(opening.clients, policy, '2026-03-01T08:00:00.000Z');
  const clock = new FakeClock();
  const member = { till: tillId, officeKey: key };
  const programs = officePrograms({
    ports: { log, settings },
    opening,
    seal: createSeal(testKey),
    clients,
    clock,
    changed: () => undefined,
  });
  await programs.begin(member);
  const watch = watchRights(opening, log);
  const link = programs.forLink(member);
  const idOf = (name: string) => opening.clients.list().find((each) => each.name === name)?.id ?? '';
  return {
    opening,
    clients,
    programs,
    logged,
    asked: () => link.asked(),
    known: () => link.known(),
    /** Why it does not take it, or leaves a program out. */
    async takes(document: ProgramsDocument | null) {
      await link.take({ document });
      return programs.view().refused?.problems.map(({ name, why }) => `${name}: ${why}`) ?? [];
    },
    /** Who may use the till by a token. */
    letIn(token: string) {
      const client = clients.byTokenHash(hashOf(token));
      return client === null || client.revokedAt !== null ? null : client;
    },
    names: () =>
      clients
        .list()
        .flatMap(({ name, revokedAt }) => (revokedAt === null ? [name] : []))
        .toSorted(),
    idOf,
    revoke: (name: string) => opening.clients.revoke(idOf(name), '2026-03-01T09:00:00.000Z', manager),
    pair(name: string, token: string) {
      const wish = { name, scopes: ['status'], nowIso: '2026-03-01T08:30:00.000Z', newId: () => `paired-${name}` };
      storeClient(opening.clients, wish, hashOf(token));
    },
    journal: () => opening.journal.after(0, 1_000).map(({ type, data }) => [type, data] as const),
    alarms: () => JSON.stringify(watch.addTo({})['alarms'] ?? []),
    close: () => opening.close(),
  };
}
