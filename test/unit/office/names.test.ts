// Facts about the names of tills, shops and people at the office: they stand on the page, in mails and in exports.
import { describe, expect, it } from 'vitest';
import { nameOf } from '../../../office/commands/enrol.ts';

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
});
