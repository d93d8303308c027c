// The password of the office's database: every user of a machine sees the arguments of all programs, so it comes by the
// environment; in an argument it is taken with a warning. It stands in no line of the log.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfficeBench, officeRuns } from '#support/office.ts';

const warning = '"event":"password-in-arguments"';

describe.skipIf(!officeRuns)('an office at a database with a password', () => {
  const office = new OfficeBench();
  let [address, password] = ['', ''];
  beforeAll(async () => {
    await office.start();
    address = office.databaseUrl;
    ({ password } = new URL(address));
  });
  afterAll(() => office.close());

  /** What its arguments and its log hold once it is ready. */
  async function served(args: readonly string[], environment: NodeJS.ProcessEnv) {
    const place = ['--port', '0', '--data-dir', office.bench.folder()];
    const program = office.bench.start('office/cli.ts', ['serve', ...args, ...place], environment);
    const { pid } = await program.ready();
    const shown = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    expect(await program.kill('SIGTERM')).toBe(0);
    return { shown, log: program.stderrText };
  }

  it('is started without a password that other users of the machine see', async () => {
    const { shown, log } = await served([], { TILLBRIDGE_OFFICE_DATABASE: address });
    expect(shown).not.toContain(password);
    expect(log).not.toContain(password);
    expect(log).not.toContain(warning);
  });

  it('warns of one in its arguments, without repeating it', async () => {
    const { log } = await served(['--database', address], {});
    expect(log).toContain(warning);
    expect(log).not.toContain(password);
  });

  it('says where the address may stand where there is none, and takes no two', async () => {
    for (const [args, environment, words] of [
      [[], {}, 'TILLBRIDGE_OFFICE_DATABASE'],
      [['--database', 'embedded'], { TILLBRIDGE_OFFICE_DATABASE: address }, 'not both'],
    ] as const) {
      const place = ['--port', '0', '--data-dir', office.bench.folder()];
      const program = office.bench.start('office/cli.ts', ['serve', ...args, ...place], environment);
      expect(await program.exited()).toBe(2);
      expect(program.stderrText).toContain(words);
      expect(program.stderrText).not.toContain(password);
    }
  });
});
