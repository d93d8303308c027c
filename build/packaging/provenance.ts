// Writes beside the packages what they were made of: an in-toto statement with the predicate of SLSA 1, unsigned. Where a
// package is signed, this file is signed along with it.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../main/contract/data/json.ts';

const packages = /\.(?:AppImage|deb|dmg|exe|tgz|zip)$/;

export interface Origin {
  /** Null where the sources are no checkout. */
  readonly commit: string | null;
  /** Whether a file differs from that commit. */
  readonly changed: boolean;
  readonly targets: readonly string[];
  readonly electron: string;
}

const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

export function provenanceOf(folder: string, { commit, changed, targets, electron }: Origin): JsonObject {
  const files = readdirSync(folder).filter((name) => packages.test(name));
  const sources = commit === null ? [] : [{ uri: 'git+.', digest: { gitCommit: commit } }];
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.toSorted().map((name) => ({ name, digest: { sha256: sha256(join(folder, name)) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'npm run package',
        externalParameters: { targets: [...targets] },
        internalParameters: { changedSources: changed, platform: process.platform, arch: process.arch },
        resolvedDependencies: [
          ...sources,
          { name: 'package-lock.json', digest: { sha256: sha256('package-lock.json') } },
          { name: 'electron', annotations: { version: electron } },
          { name: 'node', annotations: { version: process.versions.node } },
        ],
      },
      runDetails: { builder: { id: 'build/packaging/package.ts' } },
    },
  };
}

function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

/** Seconds since 1970 of the commit that is packaged; null where the sources are no checkout. */
export function dateOfSources(): string | null {
  return git('log', '-1', '--format=%ct');
}

/** An archive that is there would be updated, and its files keep their date: what changed in them would stay as it was. */
export function removeOlderPackages(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) if (packages.test(name)) rmSync(join(folder, name));
}

export function writeProvenance(folder: string, made: Pick<Origin, 'targets' | 'electron'>): void {
  const commit = git('rev-parse', 'HEAD');
  const origin = { ...made, commit, changed: commit !== null && git('status', '--porcelain') !== '' };
  writeFileSync(join(folder, 'provenance.json'), `${JSON.stringify(provenanceOf(folder, origin), null, 2)}\n`);
}
