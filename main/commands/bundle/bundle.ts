// `bridge bundle`: one page for support, about a data folder and the program on it. It holds counts, states, times, codes
// and versions, and nothing that a shop, a person, a card or a payment is known by (gathered.ts). Where the settings name
// a key of support's, only its holder can read the file.
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Encrypter } from 'age-encryption';
import { lookAtSettings } from '#settings/file.ts';
import { StartProblem } from '../io/problems.ts';
import { fileTroubleInWords } from '#store/database/errors.ts';
import { defaultDataDir, startOptions } from '../gateway/start-options.ts';
import { type Io, dataDirOf, readOptions } from '../io/usage.ts';
import { gathered } from './gathered.ts';
import { pageOf } from './page.ts';

export async function bundleCommand(args: readonly string[], io: Io): Promise<number> {
  const { out, 'log-dir': logDir, ...options } = readOptions(args, { ...startOptions, out: { type: 'string' } });
  const dataDir = dataDirOf(options['data-dir'] ?? defaultDataDir(io));
  const found = lookAtSettings(dataDir);
  const key = found.type === 'fine' ? found.settings.support.key : null;
  const sources = { dataDir, logDir: logDir ?? join(dataDir, '..', 'log'), io, doctorArgs: withoutOut(args) };
  // Places in a program that lies in somebody's home name them.
  const page = pageOf(await gathered(sources)).replaceAll(homedir(), '~');
  const plain = Buffer.from(page, 'utf8');
  const bytes = key === null ? plain : await encryptedFor(key, plain);
  const stamp = new Date().toISOString().slice(0, 16).replaceAll(':', '-');
  const file = out ?? `tillbridge-bundle-${stamp}.html${key === null ? '' : '.age'}`;
  try {
    // A file that is there stays.
    writeFileSync(file, bytes, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new StartProblem(`${file} cannot be written: ${fileTroubleInWords(error) ?? 'unknown'}`, { cause: error });
  }
  io.stdout(`${file}\n`);
  const readable = 'Open it in a browser to see all that it says before you send it.';
  const unreadable = 'It is encrypted for support; the name of the key is in the settings (support.key).';
  io.stderr(`${key === null ? readable : unreadable}\n`);
  return 0;
}

async function encryptedFor(key: string, plain: Uint8Array): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(key);
  return encrypter.encrypt(plain);
}

/** The doctor takes the rest. */
function withoutOut(args: readonly string[]): string[] {
  const rest: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--out') at += 1;
    else if (!arg.startsWith('--out=')) rest.push(arg);
  }
  return rest;
}
