// `bridge office join`: lets this till send its journal to the chain's office. The bridge may run meanwhile. `bridge office
// status` asks the running bridge how it stands with the office.
import { addressProblem } from '#http/address.ts';
import { textAt } from '#contract/data/json.ts';
import { keyRecord } from '#contract/data/signed-head.ts';
import { joinOffice } from '#office-link/join.ts';
import { hasMember, writeMember } from '#office-link/membership.ts';
import { OfficeAway, OfficeRefused } from '#office-link/office-client.ts';
import { openJournal } from '#store/integrity/open-journal.ts';
import { officeFindings } from './doctor/office-checks.ts';
import { withBridge } from './folder-access/bridge-calls.ts';
import { assertKeyedFolder, sealAtHand } from './folder-access/open-with-key.ts';
import { printJson } from './io/print-json.ts';
import { StartProblem } from './io/problems.ts';
import { type Io, UsageError, dataDirOf, readOptions, required, withActions } from './io/usage.ts';

export const officeCommand = withActions('office', { join, status });

async function status(args: readonly string[], io: Io): Promise<number> {
  const dataDir = dataDirOf(readOptions(args, { 'data-dir': { type: 'string' } })['data-dir']);
  const need = { use: 'reads', key: 'optional' } as const;
  const { office } = await withBridge(dataDir, io, need, (calls) => calls.office({}));
  if (office === null) {
    const isMember = hasMember(dataDir);
    throw new StartProblem(
      isMember ? `No bridge runs on ${dataDir} that sends to the office. Start it.` : 'This till joined no office.',
    );
  }
  printJson(io, office);
  for (const { what, mend } of officeFindings({ dataDir, office, nowMs: Date.now() })) io.stderr(`${what} ${mend}\n`);
  return office.trouble === null ? 0 : 1;
}

async function join(args: readonly string[], io: Io): Promise<number> {
  const options = readOptions(args, {
    office: { type: 'string' },
    code: { type: 'string' },
    'data-dir': { type: 'string' },
  });
  const dataDir = dataDirOf(options['data-dir']);
  const url = required(options.office, '--office');
  const problem = addressProblem(url) ?? (url.startsWith('https:') ? null : 'must begin with https://');
  if (problem !== null) throw new UsageError(`--office ${problem}`);
  const code = required(options.code, '--code');
  assertKeyedFolder(dataDir);
  const seal = sealAtHand(dataDir, io);
  if (seal === null) throw new StartProblem("The folder's key is not at hand: the till's certificate needs it.");
  const journalKey = journalKeyIn(dataDir);
  try {
    const member = await joinOffice({ url, code, journalKey, version: io.version, seal });
    writeMember(dataDir, member);
    printJson(io, { till: member.till, name: member.name, office: url });
    io.stderr('A bridge that runs on this folder begins to send its journal within half a minute.\n');
    return 0;
  } catch (error) {
    if (error instanceof OfficeRefused) {
      throw new StartProblem(`The office does not let this till in: ${error.message}.`, { cause: error });
    }
    if (!(error instanceof OfficeAway)) throw error;
    throw new StartProblem(`The office at ${url} does not answer: ${error.message}.`, { cause: error });
  }
}

function journalKeyIn(dataDir: string): string {
  const opened = openJournal(dataDir, Date.now);
  try {
    const key = textAt(opened.journal.lastOf(keyRecord)?.data, 'publicKeyPem');
    if (key === null) throw new StartProblem('The journal has no key yet: start the bridge once, it makes one.');
    return key;
  } finally {
    opened.close();
  }
}
