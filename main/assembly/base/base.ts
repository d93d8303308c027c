// The parts of a bridge that exist with and without the folder's key: the gateway, the shop's policy, the programs, and
// the listeners.
import type { Destination } from '#contract/till/destination.ts';
import type { JsonObject } from '#contract/data/json.ts';
import type { ClientRegistry } from '#core/ports/clients.ts';
import type { Gateway } from '#core/ports/gateway.ts';
import type { Policy } from '#core/ports/policy.ts';
import type { Environment } from '#core/ports/record.ts';
import { createGateway } from '#gateway/gateway.ts';
import { fingerprintOf } from '#settings/destination.ts';
import type { Close } from './close-all.ts';
import { guardDestination } from './destination-guard.ts';
import { gatewayOf } from './gateway-endpoint.ts';
import { Listeners } from '#core/commit/listeners.ts';
import type { Folder } from './open-folder.ts';
import { policyOf } from './policy.ts';
import { noteOfficeSettings } from './office-settings-note.ts';
import { notePolicy, withPolicyClients } from './policy-clients.ts';
import type { BridgeListener, BridgePorts } from './ports.ts';
import { noteGatewayTime } from './wall-clock-note.ts';

export interface Base {
  readonly ports: BridgePorts;
  readonly folder: Folder;
  /** Functions that close what was opened; the last one runs first. */
  readonly opened: Close[];
  readonly environment: Environment;
  readonly gateway: Gateway;
  /** The destination of the credentials, as it is shown; null for the sandbox inside this program. */
  readonly destination: JsonObject | null;
  /** The same without its fingerprint. */
  readonly boundFor: Destination | null;
  /** Why the API key is not used, or null. */
  readonly keyWithheld: string | null;
  readonly policy: Policy;
  /** The paired programs and those that the IT department's policy names. */
  readonly clients: ClientRegistry;
  readonly listeners: Listeners<BridgeListener>;
  readonly statusChanged: () => void;
  /** The windows that joined over the socket. */
  readonly windowsJoined: Set<object>;
  /** When a person or a program last used the till, wall clock; null: not since the start. */
  readonly touched: { ms: number | null };
}

export async function createBase(ports: BridgePorts, folder: Folder, opened: Close[]): Promise<Base> {
  const { settings, log } = ports;
  const { opening, clock, seal } = folder;
  const at = await gatewayOf(ports, opened);
  const gatewayTime = noteGatewayTime(opening, clock, at.environment.id, log, folder.ageUnknownBefore);
  const destination = at.known?.destination ?? null;
  const keyWithheld =
    destination === null || seal === null ? null : await guardDestination({ ports, opening, seal, destination, clock });
  const gateway = createGateway({
    ...at,
    // While the folder is sealed the key's binding cannot be read, so the key is not used; nothing is sent then anyway.
    apiKey: () => (keyWithheld === null && (destination === null || seal !== null) ? at.apiKey() : null),
    scheme: settings.gateway.scheme,
    clock,
    version: ports.version,
    log,
    heard: (time) => gatewayTime.heard(time),
    connectTimeoutMs: settings.timeouts.connectSeconds * 1_000,
    caPem: at.known?.caPem,
  });
  opened.push(() => gateway.close());
  const clients = withPolicyClients(opening.clients, ports.itPolicy, clock.iso(clock.nowMs()));
  notePolicy(opening, ports.itPolicy, clock);
  noteOfficeSettings(folder, ports);
  const listeners = new Listeners<BridgeListener>(log);
  return {
    ports,
    folder,
    opened,
    environment: at.environment,
    gateway,
    destination: destination === null ? null : { ...destination, fingerprint: fingerprintOf(destination) },
    boundFor: destination,
    windowsJoined: new Set(),
    touched: { ms: null },
    keyWithheld,
    policy: policyOf(settings),
    clients,
    listeners,
    statusChanged: () => listeners.notify('status', (listener) => listener.statusMayHaveChanged()),
  };
}
