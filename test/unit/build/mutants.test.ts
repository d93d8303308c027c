// What counts as a mutant that means the same is named by its text: a row whose text is gone says nothing any more.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { equivalents } from '../../../build/testing/mutants/equivalent.ts';
import { distances } from '../../../build/testing/mutants/related.ts';

it.each(equivalents().map((row) => [`${row.file}: ${row.on} (${row.becomes})`, row] as const))(
  '%s is still there, with its reason',
  (_name, { file, on, was, becomes, why }) => {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(on);
    expect(text).toContain(was);
    expect(becomes).not.toBe(was);
    expect(why).toMatch(/^[A-Z].{20,}\.$/);
  },
);

it('knows how many imports a test stands away from what it is about', () => {
  const found = distances('test/unit/core/connection.test.ts');
  expect(found.get('main/core/gateway/connection.ts')).toBe(1);
  expect(found.get('main/core/gateway/backoff.ts')).toBe(2);
  expect(found.get('test/support/fake-clock.ts')).toBe(1);
  expect([...found.keys()].filter((path) => !path.endsWith('.ts'))).toEqual([]);
});
