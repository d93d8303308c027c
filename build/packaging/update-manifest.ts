// `node build/packaging/update-manifest.ts --folder DIR --key SECRET.pem`: makes and signs update.json, the list of a version's
// packages by which tills update (docs/updates.md), beside the packages in a folder. A key: `openssl genpkey -algorithm
// ed25519 -out SECRET.pem`; what tills know it by is printed.
import { type KeyObject, createPrivateKey, createPublicKey } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { digestOfFile } from '#host/files/file-digest.ts';
import { readVersion } from '#host/version.ts';
import { latestVersion } from '#store/schema/migrations.ts';
import { textOf } from '#updates/keys.ts';
import { type Manifest, type ManifestFile, signManifest } from '#updates/manifest.ts';

const usage = `Options: --folder DIR      the packages, as npm run package makes them; update.json is written there
         --key FILE        secret Ed25519 key (PEM); twice while a key is replaced
         --version V       ${readVersion()} where it is left out
         --least V         the lowest version that may be updated directly; 0.1.0 where it is left out
         --channel NAME    stable
         --days N          until it expires; 30
         --share P[+H]     so many per cent of the tills, H hours from now on; several; 100 where it is left out
`;

class WrongUse extends Error {}

const systems: { readonly [os: string]: string } = { linux: 'linux', win: 'win32', mac: 'darwin' };
const processors: { readonly [arch: string]: string } = { amd64: 'x64', x86_64: 'x64', aarch64: 'arm64' };
const kinds: { readonly [ext: string]: string } = { exe: 'nsis' };

/** Null for what is no package of this version for shops. */
function fileOf(folder: string, name: string, version: string): ManifestFile | null {
  const found = /^tillbridge-([\d.]+)-(linux|win|mac)-(\w+)\.(deb|zip|AppImage|exe|dmg)$/.exec(name);
  if (found === null || found[1] !== version) return null;
  const [, , os = '', arch = '', ext = ''] = found;
  const path = join(folder, name);
  return {
    platform: `${systems[os] ?? os}-${processors[arch] ?? arch}`,
    kind: kinds[ext] ?? ext.toLowerCase(),
    name,
    url: name,
    bytes: statSync(path).size,
    sha256: digestOfFile(path),
  };
}

function shareOf(text: string, nowMs: number): Manifest['shares'][number] {
  const [, percent, hours = '0'] = /^(\d{1,3})(?:\+(\d{1,4}))?$/.exec(text) ?? [];
  if (percent === undefined) throw new WrongUse(`--share ${text}: write 5, or 25+48 for 25 per cent after two days`);
  return { from: new Date(nowMs + Number(hours) * 3_600_000).toISOString(), percent: Number(percent) };
}

function keyIn(file: string): { secret: KeyObject; public: KeyObject } {
  const secret = createPrivateKey(readFileSync(file));
  if (secret.asymmetricKeyType !== 'ed25519') throw new WrongUse(`${file} holds no Ed25519 key`);
  return { secret, public: createPublicKey(secret) };
}

function make(): void {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      key: { type: 'string', multiple: true },
      version: { type: 'string', default: readVersion() },
      least: { type: 'string', default: '0.1.0' },
      channel: { type: 'string', default: 'stable' },
      days: { type: 'string', default: '30' },
      share: { type: 'string', multiple: true, default: ['100'] },
    },
  });
  const { folder, key, version, least, channel, days, share } = values;
  if (folder === undefined || key === undefined) throw new WrongUse('--folder and --key are needed');
  const names = readdirSync(folder).toSorted();
  const files = names.map((name) => fileOf(folder, name, version)).filter((file) => file !== null);
  if (files.length === 0) throw new WrongUse(`${folder} holds no package of version ${version} for shops`);
  const keys = key.map(keyIn);
  const nowMs = Date.now();
  const text = signManifest(
    {
      product: 'Tillbridge',
      form: 1,
      version,
      least,
      channel,
      created: new Date(nowMs).toISOString(),
      expires: new Date(nowMs + Number(days) * 86_400_000).toISOString(),
      schema: latestVersion,
      shares: share.map((each) => shareOf(each, nowMs)),
      files,
    },
    keys,
  );
  writeFileSync(join(folder, 'update.json'), text);
  for (const { platform, kind, name } of files) process.stdout.write(`${platform} ${kind} ${name}\n`);
  for (const each of keys) process.stdout.write(`signed, as tills verify it by: ${textOf(each.public)}\n`);
}

try {
  make();
} catch (error) {
  const isUse = error instanceof WrongUse || (error instanceof TypeError && 'code' in error);
  const isFile = error instanceof Error && 'syscall' in error;
  if (!isUse && !isFile && !(error instanceof z.ZodError)) throw error;
  const words = error instanceof z.ZodError ? z.prettifyError(error) : error.message;
  process.stderr.write(`${words}\n${usage}`);
  process.exitCode = 2;
}
