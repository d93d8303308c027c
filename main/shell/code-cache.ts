// Code that was compiled when the app was packaged. V8 takes it only from its own version with its own flags, and for
// source of the same length; where it does not, or where there is none, the source is compiled as ever. The caches lie
// in the app's archive beside their source, and are as safe from others as that is (build/code-cache.ts makes them).
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

/** What Node does not describe of its loader, and has not changed in ten years. */
const loader = Module as unknown as { wrap(source: string): string; readonly prototype: { _compile: Compile } };

/** `compile` makes a script of the wrapped source; null leaves the file to Node. */
export function compileBy(compile: (wrapped: string, file: string) => Script | null): void {
  const nodes = loader.prototype._compile;
  loader.prototype._compile = function compileOrLeave(source, file, ...rest) {
    const script = compile(loader.wrap(source), file);
    if (script === null) return nodes.call(this, source, file, ...rest);
    const run = script.runInThisContext() as Wrapped;
    // All that the built files ask of it: they name each other and Node's own modules.
    return run.call(this.exports, this.exports, (id) => this.require(id), this, file, dirname(file));
  };
}

/** The file of what V8 made of another. */
export function codeCacheOf(file: string): string {
  return `${file}.cache`;
}

/** From now on files that have a cache beside them are not compiled again. */
export function useCodeCaches(): void {
  compileBy((wrapped, filename) => {
    const cache = codeCacheOf(filename);
    if (!existsSync(cache)) return null;
    const script = new Script(wrapped, { filename, cachedData: readFileSync(cache) });
    return script.cachedDataRejected === true ? null : script;
  });
}
