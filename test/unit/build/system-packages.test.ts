// What the system lacks is installed where that is allowed without a password, after a question at a terminal, and
// otherwise not at all: then one line says the command.
import { spawnSync } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Rights, bareMachine } from '#support/bare-machine.ts';

function machine(rights: Rights) {
  const bare = bareMachine(rights);
  onTestFinished(() => bare.remove());
  return bare;
}

function setUp(rights: Rights) {
  const bare = machine(rights);
  const options = { encoding: 'utf8', env: { ...bare.environment, TILLBRIDGE_CHROMIUM: process.execPath } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/machine/system-packages.ts'], options);
  return { status, stdout, stderr, calls: bare.calls() };
}

describe.runIf(process.platform === 'linux')('what the system lacks', () => {
  it('an ordinary user without sudo gets the command in one line, and nothing is installed', () => {
    const { status, stdout, stderr, calls } = setUp({ who: 'none', installed: ['libnss3', 'libgbm1'] });
    expect(stderr).toMatch(/^Missing: [^\n]*libatk1\.0-0 [^\n]*\bxvfb\b[^\n]*sudo apt-get install -y [^\n]*\n$/);
    expect(stderr).not.toContain('libnss3');
    expect({ status, stdout, calls }).toEqual({ status: 1, stdout: '', calls: [] });
  });

  it('a sudo that wants a password is not used without a person at a terminal', () => {
    const { status, calls } = setUp({ who: 'asking' });
    expect({ status, calls }).toEqual({ status: 1, calls: [] });
  });

  const quiet = 'apt-get -q -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300';

  it('root installs what is missing, a library under its name in this release', () => {
    const { status, stderr, calls } = setUp({ who: 'root', installed: ['libnss3'] });
    expect(calls[0]).toBe(`${quiet} update`);
    expect(calls[1]).toMatch(/ install -y --no-install-recommends libatk1\.0-0 .*\blibgtk-3-0t64\b.*\bxvfb\b/);
    expect(stderr).toMatch(/^Installing libatk1\.0-0 /);
    expect({ status, count: calls.length }).toEqual({ status: 0, count: 2 });
  });

  it('a sudo that asks nothing is used', () => {
    const { status, calls } = setUp({ who: 'sudo' });
    expect(calls.map((call) => call.split(' ')[0])).toEqual(['sudo', 'sudo', 'apt-get', 'sudo', 'apt-get']);
    expect(status).toBe(0);
  });

  it('nothing is asked of anybody where nothing is missing', () => {
    const first = machine({ who: 'root' });
    const options = { encoding: 'utf8', env: { ...first.environment, TILLBRIDGE_CHROMIUM: process.execPath } } as const;
    spawnSync(process.execPath, ['build/machine/system-packages.ts'], options);
    const installed = first.calls()[1]?.split(' --no-install-recommends ')[1]?.split(' ') ?? [];
    const { status, stderr, calls } = setUp({ who: 'none', installed });
    expect({ status, stderr, calls }).toEqual({ status: 0, stderr: 'Nothing is missing.\n', calls: [] });
  });

  it.each([
    ['yes', true, ['sudo', `${quiet} update`, 'sudo', `${quiet} install -y --no-install-recommends xvfb`]],
    ['no', false, []],
  ] as const)('at a terminal it asks, and does what the person says: %s', (_, answer, calls) => {
    const bare = machine({ who: 'asking' });
    const script = `const { install } = await import('./build/machine/system-packages.ts');
    const ask = async (question) => { console.log(question); return ${answer}; };
    console.log(await install(['xvfb'], { ask, say: console.error }));`;
    const options = { encoding: 'utf8', env: bare.environment } as const;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], options);
    expect(stdout).toBe(`Missing: xvfb.\nInstall them now, with sudo? [Y/n] \n${answer}\n`);
    expect(stderr.includes('sudo apt-get install -y --no-install-recommends xvfb')).toBe(!answer);
    expect(bare.calls()).toEqual(calls);
  });
});
