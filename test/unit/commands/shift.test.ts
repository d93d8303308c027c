// What a person reads where a shift is not closed: how much is open, and the commands that list and decide it.
import { describe, expect, it } from 'vitest';
import { openWords } from '#commands/shift.ts';

const wordsOf = (open: { waiting: number; inDoubt: number; needsPerson: number }) =>
  openWords(open, '/srv/till', 'tillbridge');

describe('a shift that is not closed', () => {
  it('says how much is open, whatever the numbers are', () => {
    const words = wordsOf({ waiting: 1, inDoubt: 2, needsPerson: 0 });
    expect(words).toContain('Waiting to be sent: 1, in doubt: 2, in need of a person: 0.');
    expect(words).toContain('--even-if-open');
  });

  it.each([
    [{ waiting: 1, inDoubt: 0, needsPerson: 0 }, ['list --data-dir /srv/till']],
    [
      { waiting: 0, inDoubt: 1, needsPerson: 0 },
      ['list --data-dir /srv/till --state unknown', 'list --data-dir /srv/till --state pending'],
    ],
    [
      { waiting: 0, inDoubt: 0, needsPerson: 1 },
      [
        'list --data-dir /srv/till --state needs-person',
        'decide ID --data-dir /srv/till --outcome succeeded|failed --reason TEXT --evidence TEXT',
      ],
    ],
  ])('%o is listed by the commands that are named', (open, commands) => {
    const named = [...wordsOf(open).matchAll(/^ {2}tillbridge operation (.*)$/gm)].map(([, command]) => command);
    expect(named).toEqual(commands);
  });
});
