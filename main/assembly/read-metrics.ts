// The metrics of a bridge, made when they are first asked for.
import type { Calls } from '#core/api/calls.ts';
import type { ReadMetrics } from '#loopback/programs/ports.ts';
import type { Metrics } from '#metrics/metrics.ts';
import { databaseBytesIn } from '#store/disk-room.ts';
import type { Base } from './base/base.ts';
import type { OpenCore } from './open-core.ts';
import type { SealedCore } from './sealed-core.ts';

export function readMetrics(base: Base, core: OpenCore | SealedCore, calls: Calls): ReadMetrics {
  let made: Promise<Metrics> | null = null;
  return async () => {
    made ??= makeMetrics(base, core, calls);
    const metrics = await made;
    return { contentType: metrics.contentType, text: await metrics.text() };
  };
}

async function makeMetrics({ ports, folder, environment }: Base, core: OpenCore | SealedCore, calls: Calls) {
  // The metrics library is loaded only when metrics are requested.
  const { createMetrics } = await import('#metrics/metrics.ts');
  const { clock, opening } = folder;
  const open =
    core.type === 'sealed'
      ? null
      : {
          store: opening.store,
          environmentId: environment.id,
          nowMs: () => clock.nowMs(),
          terminals: () => calls.terminals(),
          devices: () => core.devices.list(),
          follow: (changed: Parameters<OpenCore['changes']['add']>[0]) => void core.changes.add(changed),
        };
  return createMetrics({
    version: ports.version,
    databaseBytes: () => databaseBytesIn(ports.dataDir),
    status: () => calls.status(),
    open,
  });
}
