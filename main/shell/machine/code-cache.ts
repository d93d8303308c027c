// Loads code that was compiled when the app was packaged. V8 accepts a cache only from the same version and flags, and
// for source of the same length; otherwise, or without a cache, the source is compiled. The caches lie in the app's
// archive beside their source, and are protected as the archive is (build/packaging/code-cache.ts makes them).
import { existsSync, readFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

interface LoadedModule {
  readonly exports: unknown;
  require(id: string): unknown;
}
type Compile = (this: LoadedModule, source: string, file: string, ...rest: unknown[]) => unknown;
type Wrapped = (exports: unknown, require: (id: string) => unknown, module: unknown, file: string, dir: string) => void;

/** Members of Node's loader that Node does not document, and has not changed in ten years. */
const loader = Module as unknown as { wrap(source: string): string; readonly prototype: { _compile: Compile } };

/** `compile` makes a script of the wrapped source; null leaves the file to Node. */
export function compileBy(compile: (wrapped: string, file: string) => Script | null): void {
  const nodes = loader.prototype._compile;
  loader.prototype._compile = function compileOrLeave(source, file, ...rest) {
    const script = compile(loader.wrap(source), file);
    if (script === null) return nodes.call(this, source, file, ...rest);
    const run = script.runInThisContext() as Wrapped;
    // The built files need no more of `require`: they import each other and Node's own modules.
    return run.call(this.exports, this.exports, (id) => this.require(id), this, file, dirname(file));
  };
}

/** The name of a source file's cache. */
export function codeCacheOf(file: string): string {
  return `${file}.cache`;
}

/** Makes Node load files with a cache beside them from that cache. */
export function useCodeCaches(): void {
  compileBy((wrapped, filename) => {
    const cache = codeCacheOf(filename);
    if (!existsSync(cache)) return null;
    const script = new Script(wrapped, { filename, cachedData: readFileSync(cache) });
    return script.cachedDataRejected === true ? null : script;
  });
}
