// How a PIN comes to a command: typed and not shown, or a line each on a pipe.
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createSecretReader } from '#commands/io/read-secret.ts';

function typing(isTTY: boolean) {
  const modes: boolean[] = [];
  const shown: string[] = [];
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: (raw: boolean) => modes.push(raw) });
  return { input, modes, shown, secret: createSecretReader(input, (text) => void shown.push(text)) };
}

describe('a PIN', () => {
  it('that is typed is not shown, and can be corrected', async () => {
    const { input, modes, shown, secret } = typing(true);
    const asked = secret('PIN of A');
    for (const key of ['1', '9', '\u007f', '2', '3', '4', '\r']) input.write(key);
    expect(await asked).toBe('1234');
    expect([shown, modes]).toEqual([
      ['PIN of A: ', '\n'],
      [true, false],
    ]);
  });

  it('can be given up, and the terminal is as it was', async () => {
    const { input, modes, secret } = typing(true);
    const asked = secret('PIN of A');
    input.write('12\u0003');
    await expect(asked).rejects.toThrow('PIN of A is missing');
    expect(modes).toEqual([true, false]);
  });

  it('is a line of a pipe, one after the other, and nothing is said there', async () => {
    const { input, shown, secret } = typing(false);
    input.write('1111\r\n22');
    expect(await secret('PIN of A')).toBe('1111');
    const second = secret('PIN of B');
    input.end('22\n');
    expect(await second).toBe('2222');
    await expect(secret('PIN of C')).rejects.toThrow('PIN of C is missing');
    expect(shown).toEqual([]);
  });

  it('has an end', async () => {
    const { input, secret } = typing(false);
    const asked = secret('PIN of A');
    input.write('1'.repeat(5_000));
    await expect(asked).rejects.toThrow('PIN of A is missing');
  });
});
