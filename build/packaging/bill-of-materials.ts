// Writes out/licences/bom.cdx.json: the software bill of materials (CycloneDX 1.6) of what the package for shops holds, so
// of the bundles and the two runtimes, and not of all that was installed to build it. It has no date and no number of its
// own: the same sources give the same bytes.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { type Licensed, licensedParts } from '../checks/licences.ts';

type Integrities = ReadonlyMap<string, string>;

/** `pkg:npm/%40scope/name@1.2.3`, as package URLs have it. */
export function npmUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

/** By the package's folder, what the lock file says of the archive that npm unpacked there: `sha512-` and base 64. */
function integritiesOf(lock: string): Integrities {
  const { packages } = JSON.parse(lock) as { readonly packages: { readonly [path: string]: { integrity?: string } } };
  return new Map(Object.entries(packages).flatMap(([path, { integrity }]) => (integrity ? [[path, integrity]] : [])));
}

function hashesOf({ folder }: Licensed, integrities: Integrities): Models.HashDictionary {
  const integrity = folder === null ? undefined : integrities.get(folder);
  const [, sum] = /^sha512-([A-Za-z\d+/=]+)$/.exec(integrity ?? '') ?? [];
  const hashes = new Models.HashDictionary();
  if (sum !== undefined) hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(sum, 'base64').toString('hex'));
  return hashes;
}

function libraryOf(part: Licensed, integrities: Integrities): Models.Component {
  const { name, version, licence, folder } = part;
  const purl = folder === null ? `pkg:github/nodejs/node@v${version}` : npmUrl(name, version);
  return new Models.Component(Enums.ComponentType.Library, name, {
    bomRef: purl,
    version,
    purl,
    licenses: new Models.LicenseRepository([new Models.LicenseExpression(licence)]),
    hashes: hashesOf(part, integrities),
  });
}

export interface Materials {
  readonly own: { readonly name: string; readonly version: string };
  readonly parts: readonly Licensed[];
  /** The version of Electron that is packaged. */
  readonly electron: string;
  /** The text of package-lock.json. */
  readonly lock: string;
}

/** CycloneDX 1.6 as JSON. */
export function billOfMaterials({ own, parts, electron, lock }: Materials): string {
  const integrities = integritiesOf(lock);
  const ofElectron = new Models.Component(Enums.ComponentType.Framework, 'electron', {
    bomRef: npmUrl('electron', electron),
    version: electron,
    purl: npmUrl('electron', electron),
    licenses: new Models.LicenseRepository([new Models.LicenseExpression('MIT')]),
  });
  const components = [ofElectron, ...parts.map((part) => libraryOf(part, integrities))];
  const app = new Models.Component(Enums.ComponentType.Application, own.name, {
    bomRef: own.name,
    version: own.version,
    licenses: new Models.LicenseRepository([new Models.LicenseExpression('MIT')]),
  });
  for (const { bomRef } of components) app.dependencies.add(bomRef);
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: app }),
    components: new Models.ComponentRepository(components),
  });
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return `${new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** Throws LicenceProblem. */
export function writeBillOfMaterials(electron: string): void {
  const own = JSON.parse(readFileSync('package.json', 'utf8')) as Materials['own'];
  const lock = readFileSync('package-lock.json', 'utf8');
  const folder = join('out', 'licences');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'bom.cdx.json'), billOfMaterials({ own, parts: licensedParts(), electron, lock }));
}
