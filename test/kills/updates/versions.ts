// Versions of the installed program as folders and zip packages: version A is the real code, the others are that code with
// a later form of the database, or with something wrong.
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';
import { latestVersion } from '#store/schema/migrations.ts';
import { startable } from '#support/bundled.ts';
import { textOf } from '#updates/keys.ts';
import { type Manifest, signManifest } from '#updates/manifest.ts';
import { serialNativePart } from '../../../build/bundling/serial-native-part.ts';
import type { VersionFile } from './program.ts';

export type Fault = VersionFile['fault'];

export interface Wish {
  readonly version: string;
  readonly fault?: Fault;
  /** Its database has a form that version A cannot read. */
  readonly newer?: boolean;
}

const root = join(import.meta.dirname, '../../..');

/** The real code in one file; `newer`: with one more migration. */
async function bundled(folder: string, newer: boolean): Promise<string> {
  let hasMore = false;
  const oneMore = {
    name: 'one-more-migration',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!newer || !id.endsWith('/store/schema/schema.ts')) return null;
      const more = code.replace(
        /(export const migrations[^=]*= \[[^\]]*)\];/,
        "$1  'CREATE TABLE later (what TEXT) STRICT',\n];",
      );
      hasMore = more !== code;
      return more;
    },
  };
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [oneMore, serialNativePart()],
    ssr: { noExternal: true },
    build: {
      ssr: 'test/kills/updates/program.ts',
      outDir: folder,
      emptyOutDir: false,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { format: 'es', codeSplitting: false, entryFileNames: 'program.mjs' } },
    },
  });
  if (hasMore !== newer) throw new Error('schema.ts has another form: no later database can be made');
  return readFileSync(join(folder, 'program.mjs'), 'utf8');
}

export class Versions {
  readonly #folder: string;
  readonly #programs: { readonly own: string; readonly newer: string };
  readonly #pair = generateKeyPairSync('ed25519');

  private constructor(folder: string, made: { readonly own: string; readonly newer: string }) {
    this.#folder = folder;
    this.#programs = made;
  }

  static async in(folder: string): Promise<Versions> {
    return new Versions(folder, { own: await bundled(folder, false), newer: await bundled(folder, true) });
  }

  get key(): string {
    return textOf(this.#pair.publicKey);
  }

  /** The version's folder, as a package is unpacked. */
  write(target: string, { version, fault = null, newer = false }: Wish): void {
    const bridge = join(target, 'resources/bridge');
    mkdirSync(bridge, { recursive: true });
    mkdirSync(join(target, 'bin'));
    cpSync(join(root, 'build/linux/launch'), join(target, 'bin/launch'));
    writeFileSync(join(bridge, 'program.mjs'), newer ? this.#programs.newer : this.#programs.own);
    const file: VersionFile = { version, fault, worker: startable('main/background/worker.ts') };
    writeFileSync(join(bridge, 'version.json'), JSON.stringify(file));
    const node = `#!/bin/sh\nexec '${process.execPath}' "$(dirname "$(readlink -f "$0")")/program.mjs" "$@"\n`;
    writeFileSync(join(bridge, 'tillbridge'), node);
    for (const each of [join(bridge, 'tillbridge'), join(target, 'bin/launch')]) chmodSync(each, 0o755);
  }

  /** What a server gives out: the signed list, and the package under its name. */
  served(wish: Wish): { readonly list: Buffer; readonly name: string; readonly zip: Buffer } {
    const elsewhere = join(this.#folder, `served-${wish.version}`);
    const file = this.offer(elsewhere, wish);
    const note = JSON.parse(readFileSync(`${elsewhere}-updates/note.json`, 'utf8')) as { readonly signed: string };
    return { list: Buffer.from(note.signed), name: basename(file), zip: readFileSync(file) };
  }

  /** Versions side by side, with this one in place. */
  home(home: string, wish: Wish): void {
    this.write(join(home, 'versions', wish.version), wish);
    symlinkSync(join('versions', wish.version), join(home, 'current'));
  }

  /** The package and its signed list, as the bridge downloads and notes them. `pair`: another key than the till knows. */
  offer(dataDir: string, wish: Wish, change: Partial<Manifest> = {}, pair = this.#pair): string {
    const name = `tillbridge-${wish.version}-linux-x64.zip`;
    const unpacked = join(this.#folder, `${wish.version}-${wish.fault ?? 'fine'}-${wish.newer ?? false}`);
    const zip = `${unpacked}.zip`;
    try {
      readFileSync(zip);
    } catch {
      this.write(unpacked, wish);
      execFileSync('zip', ['-q', '-1', '-r', zip, '.'], { cwd: unpacked });
    }
    const packages = `${dataDir}-updates/packages`;
    mkdirSync(packages, { recursive: true, mode: 0o700 });
    cpSync(zip, join(packages, name));
    const bytes = readFileSync(zip);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const manifest: Manifest = {
      product: 'Tillbridge',
      form: 1,
      version: wish.version,
      least: '0.0.1',
      channel: 'stable',
      created: at(0),
      expires: at(30),
      schema: latestVersion + (wish.newer === true ? 1 : 0),
      shares: [{ from: at(-1), percent: 100 }],
      files: [{ platform: 'linux-x64', kind: 'zip', name, url: name, bytes: bytes.length, sha256 }],
      ...change,
    };
    const keys = [{ secret: pair.privateKey, public: pair.publicKey }];
    const signed = signManifest(manifest, keys);
    const note = { signed, created: manifest.created, heardAt: manifest.created, highest: '0.1.0' };
    writeFileSync(`${dataDir}-updates/note.json`, JSON.stringify(note));
    return join(packages, name);
  }
}
