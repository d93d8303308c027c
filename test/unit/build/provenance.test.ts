// The file beside the packages says what they were made of, each package with its hash.
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { provenanceOf } from '../../../build/packaging/provenance.ts';

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

it('names each package by its hash, the commit and the lock file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-provenance-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['till.zip', 'till.deb', 'client.tgz', 'builder-debug.yml'])
    writeFileSync(join(folder, name), name);
  const origin = { commit: 'abc', changed: false, targets: ['deb'], electron: '45.0.0' };
  const statement = provenanceOf(folder, origin);
  expect(statement['subject']).toEqual(
    ['client.tgz', 'till.deb', 'till.zip'].map((name) => ({ name, digest: { sha256: sha256(name) } })),
  );
  expect(statement['predicate']).toMatchObject({
    buildDefinition: {
      externalParameters: { targets: ['deb'] },
      resolvedDependencies: [
        { digest: { gitCommit: 'abc' } },
        { name: 'package-lock.json', digest: { sha256: sha256(readFileSync('package-lock.json')) } },
        { name: 'electron', annotations: { version: '45.0.0' } },
        { name: 'node', annotations: { version: process.versions.node } },
      ],
    },
  });
});

it('says nothing of a commit where the sources are no checkout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-provenance-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const statement = provenanceOf(folder, { commit: null, changed: false, targets: ['dir'], electron: '45.0.0' });
  expect(JSON.stringify(statement)).not.toContain('gitCommit');
});
