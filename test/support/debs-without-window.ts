// A deb and later versions of it, without the window's part, so that dozens of them can be made and installed. Each says its own
// version; one may have a bridge that does not start.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const bridge = 'opt/Tillbridge/resources/bridge/tillbridge';
const parts = ['./usr/lib/*', './opt/Tillbridge/resources/bridge/*', './opt/Tillbridge/bin/*'];

export class DebsWithoutWindow {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tillbridge-debs-'));
  readonly #version: string;

  /** `deb`: of this version. */
  constructor(deb: string, version: string) {
    this.#version = version;
    const unpacked = join(this.#folder, 'first');
    mkdirSync(unpacked);
    execFileSync('dpkg-deb', ['--control', deb, join(unpacked, 'DEBIAN')]);
    const tar = execFileSync('dpkg-deb', ['--fsys-tarfile', deb], { maxBuffer: 2 ** 31 });
    execFileSync('tar', ['--extract', '--directory', unpacked, '--wildcards', ...parts], { input: tar });
    // A script of the package gives it its rights.
    writeFileSync(join(unpacked, 'opt/Tillbridge/chrome-sandbox'), '');
  }

  /** The nth version after the first one: the bridge says its version in as many characters. */
  version(nth: number): string {
    const digits = this.#version.replaceAll('.', '');
    const later = String(Number(digits) + nth).padStart(digits.length, '0');
    let at = 0;
    return this.#version.replaceAll(/\d/g, () => later[at++] ?? '');
  }

  make(nth: number, isBroken: boolean): string {
    const version = this.version(nth);
    const unpacked = join(this.#folder, version);
    cpSync(join(this.#folder, 'first'), unpacked, { recursive: true, verbatimSymlinks: true });
    const change = (file: string, from: string, to: string) => {
      const bytes = readFileSync(join(unpacked, file));
      const place = bytes.indexOf(from);
      if (place === -1) throw new Error(`${file} holds no ${from}`);
      const after = bytes.subarray(place + from.length);
      writeFileSync(join(unpacked, file), Buffer.concat([bytes.subarray(0, place), Buffer.from(to), after]));
    };
    change(bridge, `"version": "${this.#version}"`, `"version": "${version}"`);
    change('DEBIAN/control', `\nVersion: ${this.#version}\n`, `\nVersion: ${version}\n`);
    if (isBroken) {
      renameSync(join(unpacked, bridge), join(unpacked, dirname(bridge), 'works'));
      const script = '#!/bin/sh\n[ "$1" != serve ] || exit 1\nexec "$(dirname "$(readlink -f "$0")")/works" "$@"\n';
      writeFileSync(join(unpacked, bridge), script, { mode: 0o755 });
    }
    const deb = join(this.#folder, `${version}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Znone', '--build', unpacked, deb], { stdio: 'ignore' });
    rmSync(unpacked, { recursive: true });
    return deb;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
