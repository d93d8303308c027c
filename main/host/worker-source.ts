// Where the background worker lies in a checkout. An installed program has it bundled, beside its executable.
export function workerSource(): URL {
  return new URL('../background/worker.ts', import.meta.url);
}
