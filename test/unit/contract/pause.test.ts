// The recorded reasons of a pause as codes.
import { expect, it } from 'vitest';
import { pauseCodeOf, pauseSentences } from '#contract/people/pause.ts';

it('reads each recorded reason of a pause back into its code, and leaves an unknown one as it is', () => {
  expect(pauseCodeOf(pauseSentences.putBack(3))).toBe('put-back');
  expect(pauseCodeOf(pauseSentences.wentOnElsewhere)).toBe('went-on-elsewhere');
  expect(pauseCodeOf(pauseSentences.otherComputer)).toBe('other-computer');
  expect(pauseCodeOf(pauseSentences.copied)).toBe('copied');
  expect(pauseCodeOf(pauseSentences.restored)).toBe('restored');
  expect(pauseCodeOf('It is odd.')).toBeNull();
});
