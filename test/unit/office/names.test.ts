// Facts about the names of tills, shops and people at the office: they stand on the page, in mails and in exports.
import { describe, expect, it } from 'vitest';
import { nameOf, reasonOf } from '../../../office/commands/enrol.ts';

describe('a name given to the office', () => {
  it('is taken as it is read', () => {
    expect(nameOf(' Till 1, Zürich ', '--name')).toBe('Till 1, Zürich');
  });

  it.each(['Till\r\nBcc: x@example.com', 'Till \u202E1', 'Till\u0000', 'Ti\u200Bll'])(
    'holds nothing that is not seen: %j',
    (name) => {
      expect(() => nameOf(name, '--name')).toThrow('--name must not hold characters that are not seen as such');
    },
  );

  it('holds no card number', () => {
    expect(() => nameOf('Till 4111 1111 1111 1111', '--by')).toThrow('--by must not contain a card number');
  });
});

it('a reason holds no card number, and nothing that is not seen', () => {
  expect(reasonOf(' The till burnt down. ', '--why')).toBe('The till burnt down.');
  expect(() => reasonOf('4111 1111 1111 1111', '--why')).toThrow('--why must not contain a card number');
  expect(() => reasonOf('burnt \u202Edown', '--why')).toThrow('--why must not hold characters');
});
