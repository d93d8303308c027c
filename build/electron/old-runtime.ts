// What the old runtime (Electron 25, Node 18) lacks of what our code and its packages use. Loaded before the app by
// the fallback's default app, or by the start file of a package built on it; the product knows nothing of it.
// oxlint-disable import/no-unassigned-import -- What these do is all that is wanted of them.
import { Blob, File as NodeFile } from 'node:buffer';
import { webcrypto } from 'node:crypto';
import diagnostics from 'node:diagnostics_channel';
import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import workerThreads, { Worker, type WorkerOptions } from 'node:worker_threads';
import 'core-js/es/array/from-async';
import 'core-js/es/array/with';
import 'core-js/es/iterator';
import 'core-js/es/map/group-by';
import 'core-js/es/object/group-by';
import 'core-js/es/promise/with-resolvers';
import 'core-js/es/set';
import 'core-js/es/string/is-well-formed';
import 'core-js/es/string/to-well-formed';
import 'core-js/es/symbol/async-dispose';
import 'core-js/es/symbol/dispose';
import polyfill from 'dc-polyfill';

function add(target: object, name: string, value: unknown): void {
  if (name in target) return;
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

add(globalThis, 'File', NodeFile);
add(globalThis, 'Blob', Blob);
add(globalThis, 'crypto', webcrypto);
add(globalThis, 'CustomEvent', customEventClass());
add(AbortSignal, 'any', anySignal);
add(URL, 'canParse', canParse);
add(process, 'getBuiltinModule', (id: string): unknown => (Module.isBuiltin(id) ? builtin(id) : undefined));
if (!('tracingChannel' in diagnostics)) Object.assign(diagnostics, polyfill);

// `node:sqlite` does not exist there; this package has its interface and brings its own library.
const builtin: (id: string) => unknown = createRequire(join(import.meta.dirname, 'start.cjs'));
type Load = (request: string, ...rest: unknown[]) => unknown;
const loader = Module as unknown as { _load: Load };
const load = loader._load;
loader._load = (request, ...rest) =>
  request === 'node:sqlite' ? builtin('@photostructure/sqlite') : load(request, ...rest);

// A new thread has none of these shims, so it loads this file first, as the program did.
const threads = workerThreads as { Worker: typeof Worker };
threads.Worker = class extends Worker {
  constructor(entry: string | URL, options: WorkerOptions = {}) {
    super(entry, { ...options, execArgv: [...(options.execArgv ?? []), '--require', import.meta.filename] });
  }
};

function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) {
      controller.abort(signal.reason);
      break;
    }
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  }
  return controller.signal;
}

function canParse(url: string, base?: string): boolean {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
}

function customEventClass(): unknown {
  return class CustomEvent extends Event {
    readonly detail: unknown;
    constructor(
      type: string,
      options?: { readonly bubbles?: boolean; readonly cancelable?: boolean; readonly detail?: unknown },
    ) {
      super(type, options);
      this.detail = options?.detail ?? null;
    }
  };
}
