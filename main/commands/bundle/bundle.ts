// `bridge bundle`: one page for support, about a data folder and the program on it. It holds counts, states, times, codes
// and versions, and nothing that a shop, a person, a card or a payment is known by (support-data.ts). Where the settings name
// a key of support's, only its holder can read the file.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Encrypter } from 'age-encryption';
import { writeNew } from '#host/files/durable-files.ts';
import { lookAtSettings } from '#settings/file.ts';
import { StartProblem } from '../io/problems.ts';
import { fileTroubleInWords } from '#store/database/errors.ts';
import { type StartGiven, defaultDataDir, startOptions } from '../gateway/start-options.ts';
import { type Io, dataDirOf, readOptions } from '../io/usage.ts';
import { examine } from '../doctor/doctor.ts';
import { supportDataOf } from './support-data.ts';
import { pageOf } from './page.ts';

export async function bundleCommand(args: readonly string[], io: Io): Promise<number> {
  const { out, 'log-dir': logDir, ...options } = readOptions(args, { ...startOptions, out: { type: 'string' } });
  const stamp = new Date().toISOString().slice(0, 16).replaceAll(':', '-');
  const where = out === undefined ? { place: `tillbridge-bundle-${stamp}.html` } : { file: out };
  const { file, isReadable } = await makeBundle(options, io, { logDir, ...where });
  io.stdout(`${file}\n`);
  const readable = 'Open it in a browser to see all that it says before you send it.';
  const unreadable = 'It is encrypted for support; the name of the key is in the settings (support.key).';
  io.stderr(`${isReadable ? readable : unreadable}\n`);
  return 0;
}

interface Where {
  readonly logDir: string | undefined;
  /** As it was named. */
  readonly file?: string;
  /** Gets the ending of an encrypted file where it is one. */
  readonly place?: string;
}

/** Throws StartProblem where it cannot be written; a file that is there stays. */
export async function makeBundle(
  options: StartGiven,
  io: Io,
  { logDir, file: named, place = '' }: Where,
): Promise<{ readonly file: string; readonly isReadable: boolean }> {
  const dataDir = dataDirOf(options['data-dir'] ?? defaultDataDir(io));
  const found = lookAtSettings(dataDir);
  const key = found.type === 'fine' ? found.settings.support.key : null;
  const { findings } = await examine(options, io);
  const sources = { dataDir, logDir: logDir ?? join(dataDir, '..', 'log'), version: io.version, findings };
  const page = withoutHome(pageOf(supportDataOf(sources)));
  const plain = Buffer.from(page, 'utf8');
  const bytes = key === null ? plain : await encryptedFor(key, plain);
  const file = named ?? `${place}${key === null ? '' : '.age'}`;
  try {
    writeNew(file, bytes);
  } catch (error) {
    throw new StartProblem(`${file} cannot be written: ${fileTroubleInWords(error) ?? 'unknown'}`, { cause: error });
  }
  return { file, isReadable: key === null };
}

/** A place in a program that lies below a home folder has the user's name in it. */
function withoutHome(page: string): string {
  const home = homedir();
  return home.length > 1 ? page.replaceAll(home, '~') : page;
}

async function encryptedFor(key: string, plain: Uint8Array): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(key);
  return encrypter.encrypt(plain);
}
