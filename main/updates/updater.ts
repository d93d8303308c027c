// Looks for a newer version and gets its package ready: asks the server, believes only what is signed, downloads, and notes
// what it has seen. It installs nothing. Nothing that goes wrong here concerns the till.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { programVersion } from '#contract/till/program-version.ts';
import { makeFolder } from '#host/files/make-folder.ts';
import { download } from './download.ts';
import { askWhole } from './fetch.ts';
import { pinnedKeys } from './keys.ts';
import { type Manifest, maxManifestBytes, readManifest } from './manifest.ts';
import { type UpdateFolder, type UpdateNote, highestOf } from './note.ts';
import { type Offer, offerIn } from './offer.ts';
import { refusedWords } from './refused-words.ts';

export interface UpdaterPorts {
  readonly folder: UpdateFolder;
  readonly settings: { readonly url: string | null; readonly channel: string; readonly key: string | null };
  readonly version: string;
  /** The form of the database that this program makes. */
  readonly schema: number;
  /** How this program was installed (`deb`); null: it was not, and there is no package for it. */
  readonly kind: string | null;
  /** `linux-x64` */
  readonly platform: string;
  /** Wall clock, ms since 1970. */
  readonly nowMs: () => number;
  /** Bytes that are free in a folder. */
  readonly free: (folder: string) => number;
  readonly changed: () => void;
}

export interface UpdateFound {
  readonly state: 'off' | 'unknown' | 'current' | 'known' | 'downloading' | 'ready';
  /** The manifest of the newer version; null where there is none. */
  readonly manifest: Manifest | null;
  readonly heardAt: string | null;
  /** The package that is ready. */
  readonly file: string | null;
  readonly problem: string | null;
}

export interface Updater {
  found(): UpdateFound;
  /** Asks the server; a download that is on its way breaks off and goes on with the next one. Never rejects. */
  look(signal: AbortSignal): Promise<void>;
  /** Downloads what is known, or goes on with it. Never rejects. */
  fetch(signal: AbortSignal): Promise<void>;
}

/** The package and what is made of it, and room to sell meanwhile. */
const spareBytes = 512 * 1024 * 1024;

export function createUpdater(ports: UpdaterPorts): Updater {
  const { folder, settings, version, schema, kind, platform, nowMs, changed } = ports;
  const { url, channel } = settings;
  const keys = settings.key === null ? pinnedKeys : [settings.key];
  const hindrance = whyOff(ports, keys);
  let file: string | null = null;
  let problem: string | null = null;
  let busy: 'looking' | 'downloading' | null = null;
  /** This updater alone writes it; the status is asked for often. */
  let note = folder.note();
  const write = (next: UpdateNote): void => {
    folder.write(next);
    note = next;
  };
  // The highest version that ever ran here, from the first start on that has updates.
  const highest = hindrance === null && url !== null ? highestOf(note, version) : note.highest;
  if (highest !== note.highest) {
    try {
      write({ ...note, highest });
    } catch (error) {
      // No till fails to start for it; the next look says it again.
      problem = `The folder ${folder.dir} takes nothing: ${wordsOf(error)}.`;
    }
  }

  const till = () => ({ nowMs: nowMs(), keys, channel, platform, kind: kind ?? '' });
  // What was believed at another time, with other settings or by another version, is judged anew.
  const noted = note.signed === null ? null : readManifest(Buffer.from(note.signed), till());
  let known = noted?.type === 'good' ? noted.manifest : null;
  const newer = (): Manifest | null => {
    const manifest = known;
    if (hindrance !== null || manifest === null || Date.parse(manifest.expires) <= nowMs()) return null;
    const offer = offerIn(manifest, { version, schema, manifestCreated: null, highest });
    return offer.type === 'newer' ? manifest : null;
  };
  const stateOf = (manifest: Manifest | null): UpdateFound['state'] => {
    if (url === null || hindrance !== null) return 'off';
    if (manifest === null) return note.heardAt === null ? 'unknown' : 'current';
    if (busy === 'downloading') return 'downloading';
    return file === null ? 'known' : 'ready';
  };
  // A server that sends a package drop by drop would keep the till from hearing of a newer list, for as long as it likes.
  let stop: AbortController | null = null;
  let downloaded: Promise<void> = Promise.resolve();
  const tried = async (what: 'looking' | 'downloading', work: () => Promise<string | null>, signal: AbortSignal) => {
    if (url === null || hindrance !== null || busy !== null) return;
    busy = what;
    changed();
    try {
      problem = await work();
    } catch (error) {
      if (!signal.aborted) problem = `${what === 'looking' ? 'Not looked' : 'Not downloaded'}: ${wordsOf(error)}.`;
    } finally {
      busy = null;
      changed();
    }
  };

  return {
    found() {
      const manifest = newer();
      return {
        state: stateOf(manifest),
        manifest,
        heardAt: note.heardAt,
        file: manifest === null ? null : file,
        problem: hindrance ?? problem,
      };
    },
    async look(signal) {
      stop?.abort();
      await downloaded;
      await tried(
        'looking',
        async () => {
          const bytes = await askWhole(url ?? '', maxManifestBytes, signal);
          const read = readManifest(bytes, till());
          if (read.type === 'refused') return refusedWords[read.why];
          const { manifest } = read;
          const offer = offerIn(manifest, { version, schema, manifestCreated: note.created, highest });
          // What this till has no use for is no reason to forget what it knows; an older list never replaces a newer one.
          if (offer.type === 'refused' && offer.why === 'older-manifest') return refusedWords[offer.why];
          const heardAt = new Date(nowMs()).toISOString();
          write({ ...note, signed: bytes.toString('utf8'), created: manifest.created, heardAt });
          if (known?.created !== manifest.created) file = null;
          known = manifest;
          return wordsOfOffer(offer);
        },
        signal,
      );
    },
    fetch(signal) {
      if (busy !== null) return Promise.resolve();
      stop = new AbortController();
      const either = AbortSignal.any([signal, stop.signal]);
      downloaded = tried(
        'downloading',
        async () => {
          const manifest = newer();
          const wanted = manifest?.files.find((each) => each.platform === platform && each.kind === kind);
          if (wanted === undefined) return problem;
          makeFolder(folder.packages);
          removeOthers(folder.packages, wanted.name);
          const needed = 2 * wanted.bytes + spareBytes;
          if (!existsSync(join(folder.packages, wanted.name)) && ports.free(folder.packages) < needed) {
            return `Not downloaded: ${Math.ceil(needed / 1_000_000)} MB must be free in ${folder.packages}.`;
          }
          file = await download({ manifestUrl: url ?? '', file: wanted, folder: folder.packages, signal: either });
          return null;
        },
        either,
      );
      return downloaded;
    },
  };
}

function whyOff({ settings: { url }, kind, version }: UpdaterPorts, keys: readonly string[]): string | null {
  if (url === null) return null;
  if (kind === null) return 'Updates are off: this program was not installed from a package.';
  if (!programVersion.test(version)) return `Updates are off: ${version} is no version of a release.`;
  if (keys.length === 0) return 'Updates are off: no key is known that signs them; name it in updates.key.';
  return null;
}

/** Packages of other versions, and what had come of them. */
function removeOthers(packages: string, name: string): void {
  const kept = new Set([name, `${name}.part`]);
  for (const other of readdirSync(packages)) {
    if (!kept.has(other)) rmSync(join(packages, other), { recursive: true, force: true });
  }
}

function wordsOfOffer(offer: Offer): string | null {
  return offer.type === 'refused' ? refusedWords[offer.why] : null;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
