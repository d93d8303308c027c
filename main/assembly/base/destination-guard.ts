// Binds an API key to the destination that it was entered for. Where the settings name another destination, the key is
// not used until a person enters it again or confirms the destination. The binding is stored sealed in the database,
// and in the vault's entry where there is a vault. The journal records it, so that its removal is noticed.
import { changeInWords, changedParts, destinationSchema, type Destination } from '#contract/till/destination.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { canonicalJson } from '#contract/data/json.ts';
import type { Clock } from '#core/ports/clock.ts';
import { fingerprintOf } from '#settings/destination.ts';
import type { OpenedStore } from '#store/open.ts';
import type { Seal } from '#store/database/seal.ts';
import type { BridgePorts } from './ports.ts';

const metaKey = 'credentials-destination';
const bound = 'credentials-bound';

interface Guarded {
  readonly ports: Pick<BridgePorts, 'destinationNote' | 'destinationSaid' | 'asksPeople' | 'log'>;
  readonly opening: Pick<OpenedStore, 'meta' | 'journal'>;
  readonly seal: Seal;
  readonly destination: Destination;
  readonly clock: Pick<Clock, 'nowMs'>;
}

type Found =
  | { readonly type: 'bound'; readonly to: Destination }
  | { readonly type: 'never' }
  /** The binding was removed, does not open, differs from its record, or is unknown to the vault. */
  | { readonly type: 'tampered' };

/**
 * Why the key is not used, in words, or null. Binds the key where it had no binding or a person confirmed the change.
 */
export async function guardDestination(guarded: Guarded): Promise<string | null> {
  const { ports, destination } = guarded;
  const stored = storedIn(guarded);
  const noted = ports.destinationNote?.boundTo() ?? null;
  const kept = noted === 'unknown' ? null : noted;
  const found = foundBy(noted, stored);
  const facts = { ...destination, fingerprint: fingerprintOf(destination) };
  ports.log('info', 'credentials-destination', facts);
  switch (found.type) {
    case 'never':
      await bind(guarded, null, kept, stored);
      return null;
    case 'tampered':
      if (destinationPartsSaid(ports.destinationSaid, destination)) {
        await bind(guarded, null, kept, stored);
        return null;
      }
      return withheld(
        guarded,
        noted === 'unknown'
          ? 'An older program kept the API key, and nobody has said since what it is for.'
          : 'What the API key was given for was taken out of the data folder or changed in it.',
      );
    case 'bound':
      break;
  }
  const changed = changedParts(found.to, destination);
  if (changed.every((part) => ports.destinationSaid.includes(part))) {
    await bind(guarded, changed.length === 0 ? null : found.to, kept, stored);
    return null;
  }
  const change = changeInWords(found.to, destination);
  return withheld(guarded, `The API key was given for another destination: ${change}.`);
}

function foundBy(noted: Destination | 'unknown' | null, stored: Found): Found {
  if (noted === null) return stored;
  return noted === 'unknown' ? { type: 'tampered' } : { type: 'bound', to: noted };
}

function destinationPartsSaid(said: BridgePorts['destinationSaid'], destination: Destination): boolean {
  return Object.keys(destination).every((part) => said.some((each) => each === part));
}

function withheld({ ports, destination }: Guarded, why: string): string {
  const again = ports.asksPeople
    ? 'enter the API key again in the settings'
    : `start once with --destination ${fingerprintOf(destination)}`;
  const words = `${why} It is not used. Put the settings back, or, if this is meant, ${again}.`;
  ports.log('error', 'destination-changed', { reason: words });
  return words;
}

async function bind(
  { ports, opening, seal, destination, clock }: Guarded,
  from: Destination | null,
  kept: Destination | null,
  stored: Found,
): Promise<void> {
  if (ports.destinationNote !== undefined && (kept === null || changedParts(kept, destination).length > 0)) {
    await ports.destinationNote.bind(destination);
  }
  if (stored.type === 'bound' && changedParts(stored.to, destination).length === 0) return;
  const before = from ?? (stored.type === 'bound' ? stored.to : null);
  const data: JsonObject = { to: { ...destination }, from: before === null ? null : { ...before } };
  const sealed = Buffer.from(seal.seal(canonicalJson(destination), metaKey)).toString('base64');
  opening.meta.transact((tx) => {
    tx.put(metaKey, sealed);
    tx.journal({ type: bound, operationId: null, atMs: clock.nowMs(), data });
  });
  ports.log('warn', bound, data);
}

function storedIn({ opening, seal }: Guarded): Found {
  const sealed = opening.meta.get(metaKey);
  const told = opening.journal.lastOf(bound);
  if (sealed === null) return told === null ? { type: 'never' } : { type: 'tampered' };
  try {
    const to = destinationSchema.parse(JSON.parse(seal.open(Buffer.from(sealed, 'base64'), metaKey)));
    // The binding is written together with its record, so a binding that differs from the last record was put back.
    const last = destinationSchema.parse(told?.data['to']);
    return changedParts(last, to).length === 0 ? { type: 'bound', to } : { type: 'tampered' };
  } catch {
    return { type: 'tampered' };
  }
}
