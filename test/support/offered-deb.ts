// A deb and its signed list, as the bridge notes and downloads them.
import { createHash, type generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { latestVersion } from '#store/schema/migrations.ts';
import { type Manifest, signManifest } from '#updates/manifest.ts';

export interface OfferedDeb {
  /** The name of the package. */
  readonly name: string;
  /** The text of `note.json`. */
  readonly note: string;
}

export function offeredDeb(
  deb: string,
  version: string,
  { privateKey, publicKey }: ReturnType<typeof generateKeyPairSync>,
): OfferedDeb {
  const name = `tillbridge-${version}-linux-amd64.deb`;
  const bytes = readFileSync(deb);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const nowMs = Date.now();
  const day = (days: number) => new Date(nowMs + days * 86_400_000).toISOString();
  const manifest: Manifest = {
    product: 'Tillbridge',
    form: 1,
    version,
    least: '0.0.1',
    channel: 'stable',
    created: day(0),
    expires: day(30),
    schema: latestVersion,
    shares: [],
    files: [{ platform: 'linux-x64', kind: 'deb', name, url: name, bytes: bytes.length, sha256 }],
  };
  const signed = signManifest(manifest, [{ secret: privateKey, public: publicKey }]);
  const note = { signed, created: manifest.created, heardAt: manifest.created, highest: '0.1.0' };
  return { name, note: JSON.stringify(note) };
}
