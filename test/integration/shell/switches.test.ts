// What the packaged app is started with: next to nothing may stand there. That none of it opens anything before it is
// refused is shown with the package itself (test/e2e/switches.test.ts).
import { describe, expect, it } from 'vitest';
import { type Begun, foreignSwitch } from '../../../main/shell/machine/switches.ts';

const shops: Begun = {
  argv: ['/opt/Tillbridge/tillbridge'],
  environment: { PATH: '/usr/bin', HOME: '/home/till', ELECTRON_OZONE_PLATFORM_HINT: 'auto', NODE_DEBUG: '' },
  platform: 'linux',
  isPackaged: true,
  isDebugged: false,
};
const startedWith = (argument: string, more: Partial<Begun> = {}) =>
  foreignSwitch({ ...shops, argv: [...shops.argv, '--lang=de', argument], ...more });

describe('what a shop gets', () => {
  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-address=0.0.0.0',
    '--remote-debugging-pipe',
    '--remote-allow-origins=*',
    '--inspect',
    '--inspect-brk=0',
    '--inspect-publish-uid=http',
    '--js-flags=--expose-gc',
    '--proxy-server=127.0.0.1:1',
    '--proxy-pac-url=http://127.0.0.1/',
    '--host-rules=MAP * 127.0.0.1',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--ignore-certificate-errors',
    '--user-data-dir=/tmp/x',
    '--load-extension=/tmp/x',
    '--renderer-cmd-prefix=/tmp/x',
    '--gpu-launcher=/tmp/x',
    '--enable-logging',
    '--log-net-log=/tmp/x',
    '--disable-web-security',
    '--allow-file-access-from-files',
    '--disable-site-isolation-trials',
    '--enable-features=x',
    '--require=/tmp/x.cjs',
    '-r',
    '-e',
    '--type=renderer',
    '--a-switch-that-nobody-knows',
  ])('does not start with %s, and names it', (argument) => {
    const [name = ''] = argument.replace(/^-+/, '').split('=', 1);
    expect(startedWith(argument)).toBe(`--${name}`);
  });

  it('reads switches as Chromium does', () => {
    expect(startedWith('-remote-debugging-port=1')).toBe('--remote-debugging-port');
    expect(startedWith(' --remote-debugging-port=1')).toBe('--remote-debugging-port');
    expect(startedWith('--Lang=de')).toBe('--Lang');
    const windows = { platform: 'win32' } as const;
    expect(startedWith('/remote-debugging-port=1', windows)).toBe('--remote-debugging-port');
    expect(startedWith('--REMOTE-DEBUGGING-PORT=1', windows)).toBe('--remote-debugging-port');
    expect(startedWith('/LANG=de', windows)).toBeNull();
  });

  it.each(['--no-sandbox', '--password-store=basic', '--force-device-scale-factor=2', '--', '-', 'a file', '/a/file'])(
    'starts with %s',
    (argument) => {
      expect(startedWith(argument)).toBeNull();
    },
  );

  it('starts from the Finder, which adds a number', () => {
    expect(startedWith('-psn_0_12345', { platform: 'darwin' })).toBeNull();
    expect(startedWith('-psn_0_12345')).toBe('--psn_0_12345');
  });

  it.each([
    'ELECTRON_ENABLE_LOGGING',
    'ELECTRON_LOG_FILE',
    'ELECTRON_ENABLE_STACK_DUMPING',
    'ELECTRON_RUN_AS_NODE',
    'NODE_DEBUG',
    'NODE_DEBUG_NATIVE',
    'NODE_V8_COVERAGE',
    'NODE_TLS_REJECT_UNAUTHORIZED',
    'SSLKEYLOGFILE',
  ])('does not start with %s in its environment', (name) => {
    expect(foreignSwitch({ ...shops, environment: { [name]: '1' } })).toBe(name);
  });

  it('starts with nothing of all that', () => {
    expect(foreignSwitch(shops)).toBeNull();
  });
});

it.each([{ isPackaged: false }, { isDebugged: true }])(
  'a developer’s, and the copy that tests drive, take what they are given: %j',
  (other) => {
    expect(startedWith('--remote-debugging-port=0', other)).toBeNull();
  },
);
