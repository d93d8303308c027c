// The composition root: puts store, gateway, engine and surfaces together. It knows no Electron; the headless entry
// and the window's entry hand it the same ports.
import { createBase } from '#assembly/base/base.ts';
import { type Close, closeAll } from '#assembly/base/close-all.ts';
import { officeLink } from '#assembly/programs/office-link.ts';
import { openCore } from '#assembly/open-core.ts';
import { openFolder } from '#assembly/base/open-folder.ts';
import { openSurfaces } from '#assembly/open-surfaces.ts';
import type { Bridge, BridgePorts } from '#assembly/base/ports.ts';
import { sealedCore } from '#assembly/sealed-core.ts';

/** Rejects with why there is no bridge; where `ending` is why, with what went wrong at the end, or with its reason. */
export async function createBridge(ports: BridgePorts): Promise<Bridge> {
  const opened: Close[] = [];
  try {
    return await build(ports, opened);
  } catch (error) {
    const [atEnd] = await closeAll(opened, ports.log);
    throw error === ports.ending?.reason ? (atEnd ?? error) : error;
  }
}

async function build(ports: BridgePorts, opened: Close[]): Promise<Bridge> {
  const folder = await openFolder(ports, opened);
  const base = await createBase(ports, folder, opened);
  const { dataKey } = folder;
  const office = officeLink(base);
  opened.push(() => office.end());
  const core = dataKey.type === 'open' ? await openCore(base, dataKey.key, office) : sealedCore(base, dataKey.reason);
  const surfaces = await openSurfaces(base, core, office);
  const stop = async () => {
    const [first] = await closeAll(opened, ports.log);
    if (first !== undefined) throw first;
  };
  if (core.type === 'sealed') return { type: 'sealed', ...surfaces, stop };
  const { openWindow, shifts, people, managedLive } = core;
  return { type: 'open', ...surfaces, openWindow, shifts, people, managedLive, stop };
}
