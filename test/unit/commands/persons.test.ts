// Who a command acts for, where the system has no name for its user.
import { userInfo } from 'node:os';
import { expect, it } from 'vitest';
import { accountName } from '#commands/io/persons.ts';

it('is named by its number where it has no name', () => {
  const nameless = () => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT (no such file or directory)');
  };
  expect(accountName(nameless)).toBe(`uid ${process.getuid?.() ?? 'unknown'}`);
  expect(accountName()).toBe(userInfo().username);
});
