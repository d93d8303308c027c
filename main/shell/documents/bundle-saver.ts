// A bundle for support by one press: the same as `tillbridge bundle` writes, into the user's documents.
import type { Implementations } from '#contract/calls/table.ts';
import { join } from 'node:path';
import type { EngineEvents } from '#core/ports/engine.ts';
import type { Environment } from '#host/close-process.ts';
import type { AppPaths } from '../machine/app-paths.ts';

interface Ports {
  readonly paths: Pick<AppPaths, 'dataDir' | 'logDir' | 'worker'>;
  readonly version: string;
  readonly environment: Environment;
  readonly documents: () => string;
  readonly isJoined: () => boolean;
  readonly nowMs: () => number;
  readonly log: EngineEvents['log'];
}

export function createBundleSaver(ports: Ports): Implementations['makeBundle'] {
  const { paths, version, environment, documents, isJoined, nowMs, log } = ports;
  return async () => {
    if (isJoined()) return { outcome: 'machine', file: '' };
    const stamp = new Date(nowMs()).toISOString().slice(0, 19).replaceAll(':', '-');
    const place = join(documents(), `tillbridge-bundle-${stamp}.html`);
    // What makes its page is loaded for it alone.
    const { makeBundle } = await import('#commands/bundle/bundle.ts');
    const io = { program: 'tillbridge', version, worker: paths.worker, environment, ...silent };
    try {
      const { file } = await makeBundle({ 'data-dir': paths.dataDir }, io, { logDir: paths.logDir, place });
      return { outcome: 'made', file };
    } catch (error) {
      log('warn', 'bundle-not-made', { error: error instanceof Error ? error.name : 'unknown' });
      return { outcome: 'not-written', file: place };
    }
  };
}

const silent = {
  stdout: () => undefined,
  stderr: () => undefined,
  secret: () => Promise.reject(new Error('a bundle asks for no secret')),
};
