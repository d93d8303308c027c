// The software bill of materials is valid CycloneDX, names what is shipped with the hashes of the lock file, and is the same
// each time that it is made.
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, it } from 'vitest';
import { billOfMaterials, npmUrl } from '../../../build/packaging/bill-of-materials.ts';
import type { Licensed } from '../../../build/checks/licences.ts';

const sum = 'ab'.repeat(64);
const integrity = `sha512-${Buffer.from(sum, 'hex').toString('base64')}`;
const part = (name: string, more: Partial<Licensed> = {}): Licensed => ({
  name,
  version: '1.2.3',
  licence: 'MIT',
  text: 'The text.',
  folder: `node_modules/${name}`,
  ...more,
});
const materials = {
  own: { name: 'tillbridge', version: '0.9.0' },
  electron: '45.0.0',
  parts: [
    part('zod'),
    part('@noble/hashes', { licence: '(MIT OR Apache-2.0)', folder: 'node_modules/a/node_modules/@noble/hashes' }),
    part('Node.js', { folder: null, version: '24.0.0' }),
  ],
  lock: JSON.stringify({ packages: { '': {}, 'node_modules/zod': { integrity } } }),
};

interface Bom {
  readonly components: readonly {
    readonly name: string;
    readonly purl: string;
    readonly hashes?: readonly object[];
    readonly licenses: readonly object[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const made = (): Bom => JSON.parse(billOfMaterials(materials)) as Bom;

it('is valid by the published schema', async () => {
  const problems = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(billOfMaterials(materials));
  expect(problems).toBe(null);
});

it('names the bundled packages and both runtimes, with licence and package URL', () => {
  expect(made().components.map(({ name, purl }) => [name, purl])).toEqual([
    ['Node.js', 'pkg:github/nodejs/node@v24.0.0'],
    ['@noble/hashes', 'pkg:npm/%40noble/hashes@1.2.3'],
    ['electron', 'pkg:npm/electron@45.0.0'],
    ['zod', 'pkg:npm/zod@1.2.3'],
  ]);
  expect(made().components[1]?.licenses).toEqual([{ expression: '(MIT OR Apache-2.0)' }]);
  const depends = made().dependencies.find(({ ref }) => ref === 'tillbridge')?.dependsOn;
  expect(depends).toHaveLength(4);
});

it('has the hash that the lock file has of an archive', () => {
  const hashes = Object.fromEntries(made().components.map(({ name, hashes: own }) => [name, own]));
  expect(hashes['zod']).toEqual([{ alg: 'SHA-512', content: sum }]);
  expect(hashes['@noble/hashes']).toBe(undefined);
});

it('is the same bytes each time', () => {
  const turned = { ...materials, parts: materials.parts.toReversed() };
  expect(billOfMaterials(turned)).toBe(billOfMaterials(materials));
  expect(npmUrl('zod', '4.0.0')).toBe('pkg:npm/zod@4.0.0');
});
