// Chooses the environment (gateway, merchant and mode) that a shift is compared in. A shift may hold training and live
// operations; those of one environment cannot be compared with the other's gateway or with its ERP list.
import { isJsonObject, textAt } from '#contract/data/json.ts';
import { type Mode, modes } from '#contract/operation/states.ts';
import type { ShiftEntry } from '#core/shift/shift-entries.ts';
import { environmentId } from '#host/chance.ts';
import { StartProblem } from '../io/problems.ts';

export interface NamedEnvironment {
  readonly id: string;
  readonly mode: Mode;
}

interface Wanted {
  /** `--environment`: an id as the shift report names it, or a mode. */
  readonly named: string | undefined;
  /** The environment of the bridge that looks payments up, or null where no bridge is asked. */
  readonly ofBridge: NamedEnvironment | null;
}

/**
 * The named environment, else the bridge's, else the one of the shift's latest operation; null for a shift without
 * operations. Throws StartProblem.
 */
export function environmentFor(entries: readonly ShiftEntry[], { named, ofBridge }: Wanted): NamedEnvironment | null {
  if (named === undefined) return ofBridge ?? environmentsOf(entries).at(-1) ?? null;
  const fits = ({ id, mode }: NamedEnvironment) => id === named || mode === named;
  if (ofBridge !== null) {
    if (fits(ofBridge)) return ofBridge;
    throw new StartProblem(
      `The bridge asks the gateway of ${said(ofBridge)}, not that of ${named}: leave --bridge out, or start it there.`,
    );
  }
  const found = environmentsOf(entries).filter(fits);
  const [only, ...more] = found;
  if (only === undefined) {
    throw new StartProblem(`The shift has no operations of ${named}. It has: ${listOf(environmentsOf(entries))}.`);
  }
  if (more.length > 0) throw new StartProblem(`More than one is ${named}: ${listOf(found)}. Give the id of one.`);
  return only;
}

/** Names the environments that were left out, in words; null where everything was compared. */
export function leftOutWords(entries: readonly ShiftEntry[], compared: NamedEnvironment | null): string | null {
  const others = environmentsOf(entries).filter(({ id }) => id !== compared?.id);
  if (compared === null || others.length === 0) return null;
  const count = (id: string) => entries.filter((each) => each.environment === id).length;
  const left = others.map((each) => `${count(each.id)} of ${said(each)}`).join(', ');
  return `Compared ${count(compared.id)} of ${said(compared)}; left out ${left}. Another one: --environment ID.`;
}

/** Throws StartProblem where the bridge cannot be asked. */
export async function environmentOfBridge(bridge: string, token: string): Promise<NamedEnvironment> {
  const response = await fetch(new URL('/v1/status', bridge), { headers: { authorization: `Bearer ${token}` } }).catch(
    (error: unknown) => {
      throw new StartProblem(`The bridge at ${bridge} does not answer.`, { cause: error });
    },
  );
  if (response.status === 401 || response.status === 403) throw tokenRefused();
  const status: unknown = await response.json().catch(() => null);
  const [root, merchantId, mode] = isJsonObject(status)
    ? [textAt(status, 'gateway'), textAt(status, 'merchantId'), modes.find((each) => each === status['mode'])]
    : [];
  if (typeof root !== 'string' || typeof merchantId !== 'string' || mode === undefined) {
    throw new StartProblem(`The bridge at ${bridge} does not say which gateway it asks.`);
  }
  return { id: environmentId(root, merchantId, mode), mode };
}

export function tokenRefused(): StartProblem {
  return new StartProblem('The bridge does not accept the token in TILLBRIDGE_TOKEN (scope status is needed).');
}

/** Each environment once; the one of the latest operation is last. */
function environmentsOf(entries: readonly ShiftEntry[]): NamedEnvironment[] {
  const known = new Map<string, NamedEnvironment>();
  for (const { environment: id, mode } of entries) {
    known.delete(id);
    known.set(id, { id, mode });
  }
  return [...known.values()];
}

function said({ id, mode }: NamedEnvironment): string {
  return `${mode} (${id})`;
}

function listOf(environments: readonly NamedEnvironment[]): string {
  return environments.length === 0 ? 'none at all' : environments.map(said).join(', ');
}
