// Finds the gateway that a bridge talks to, and the environment of its operations.
import { join } from 'node:path';
import type { Environment } from '#core/ports/record.ts';
import { startSandbox } from '#sandbox/server.ts';
import { type KnownDestination, destinationOf } from '#settings/destination.ts';
import type { Close } from './close-all.ts';
import type { BridgePorts } from './ports.ts';

interface GatewayEndpoint {
  readonly root: string;
  readonly authRoot: string;
  readonly merchantId: string;
  readonly apiKey: () => string | null;
  readonly environment: Environment;
  /** Null for the sandbox inside this program, whose key is no secret. */
  readonly known: KnownDestination | null;
}

const embedded = { root: 'embedded sandbox', merchantId: 'TRAINING', apiKey: 'training' };

export async function gatewayOf(ports: BridgePorts, opened: Close[]): Promise<GatewayEndpoint> {
  const { target, environmentId } = ports;
  if (target.type === 'gateway') {
    const { root, authRoot, merchantId, mode } = target;
    const environment = { id: environmentId(root, merchantId, mode), root, merchantId, mode };
    const known = ports.known ?? destinationOf(target, ports.settings.gateway);
    return { root, authRoot, merchantId, apiKey: ports.apiKey, environment, known };
  }
  const { merchantId, apiKey } = embedded;
  const dataDir = join(ports.dataDir, 'sandbox');
  const { atTerminal } = ports.settings.dcc;
  const dcc = atTerminal === 'information' ? {} : atTerminal;
  const sandbox = await startSandbox({ port: 0, merchantId, apiKey, dataDir, dcc });
  opened.push(() => sandbox.close());
  // The embedded sandbox has another port at each start, so its environment is named by a fixed text.
  const id = environmentId(embedded.root, merchantId, 'training');
  const environment = { id, root: embedded.root, merchantId, mode: 'training' } as const;
  return { root: sandbox.url, authRoot: sandbox.url, merchantId, apiKey: () => apiKey, environment, known: null };
}
