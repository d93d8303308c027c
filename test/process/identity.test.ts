// A program that is paired at no window gets the bridge's identity beside its token, from the command that made it.
import { describe, expect, test } from 'vitest';
import { aBench, serve } from './started.ts';

const identityOf = async (url: string) => {
  const answer = await fetch(`${url}/.well-known/tillbridge?nonce=${'n'.repeat(22)}`);
  const { keyId, publicKey } = (await answer.json()) as { readonly keyId: string; readonly publicKey: string };
  return { keyId, publicKey };
};

describe('token create', () => {
  test('says the identity that the bridge proves, while it runs and while none does', async () => {
    const bench = aBench();
    const dataDir = bench.folder();
    const create = async (name: string, ...more: string[]) => {
      const args = ['token', 'create', '--data-dir', dataDir, '--name', name, '--scopes', 'status', ...more];
      const program = bench.start('main/cli.ts', args);
      expect(await program.exited(), program.stderrText).toBe(0);
      expect(program.stdoutLines).toHaveLength(1);
      return program;
    };
    const made = async (name: string) => JSON.parse((await create(name, '--json')).stdoutLines[0] ?? '') as object;

    expect(await made('before the first start')).toMatchObject({ identity: null });

    const bridge = serve(bench, dataDir);
    const identity = await identityOf((await bridge.ready()).url);
    expect(await made('beside the bridge')).toMatchObject({
      token: expect.stringMatching(/^tb_/),
      clientId: expect.any(String),
      scopes: ['status'],
      identity,
    });
    const plain = await create('for a shell');
    expect(plain.stdoutLines[0]).toMatch(/^tb_[\w-]+$/);
    expect(plain.stderrText).toContain(identity.keyId);

    await bridge.kill('SIGTERM');
    expect(await made('while none runs')).toMatchObject({ identity });
  });
});
