// Which new PINs are taken: long enough for a person who approves money out, and none that is tried first.
import { describe, expect, it } from 'vitest';
import { leastPinDigits, pinDigits, pinIssue } from '#contract/people/pins.ts';
import { roles } from '#contract/people/roles.ts';

const taken = (pin: string) => pinIssue(pin, 'cashier', pinDigits.usual) === null;

describe('how long a new PIN is', () => {
  it('follows from what its person may approve', () => {
    expect(roles.map((role) => leastPinDigits(role, pinDigits.usual))).toEqual([4, 6, 6]);
    expect(pinIssue('7391', 'cashier', 6)).toBeNull();
    expect(pinIssue('7391', 'supervisor', 6)).toEqual({
      code: 'too-short',
      params: { least: 6 },
      message: 'must have at least 6 digits',
    });
    expect(pinIssue('73926', 'manager', 6)?.code).toBe('too-short');
    expect(pinIssue('739264', 'manager', 6)).toBeNull();
  });

  it('is the shop’s to say', () => {
    expect(pinIssue('7391', 'manager', 4)).toBeNull();
    expect(pinIssue('739264', 'manager', 12)?.params).toEqual({ least: 12 });
  });
});

describe('a PIN that is tried first is refused for everybody', () => {
  it.each([
    ['few digits, or the same ones again', ['0000', '1111', '9999', '777777', '1212', '1122', '123123', '739739']],
    ['digits that follow each other', ['1234', '4321', '123456', '987654', '7890', '0987', '234567', '0123']],
    [
      'a date or a year',
      [
        '1984',
        '2024',
        '1999',
        '3112',
        '1231',
        '311299',
        '123199',
        '991231',
        '31121999',
        '19991231',
        '121984',
        '198412',
      ],
    ],
    ['a line on the keypad', ['2580', '0852', '147258', '741852', '159357', '147369', '1470', '1397', '9317']],
    ['one of the most used', ['2000', '1004', '1379', '123321', '112233']],
  ])('%s', (_, pins) => {
    expect(pins.filter(taken)).toEqual([]);
    for (const pin of pins) expect(pinIssue(pin, 'cashier', 4)?.message).toContain('easy to guess');
  });

  it('and others are taken', () => {
    const others = ['7391', '4096', '8524', '739264', '582047', '409618', '731926405817', '5820479'];
    expect(others.filter((pin) => !taken(pin))).toEqual([]);
  });

  it('of all short PINs few are refused', () => {
    const all = Array.from({ length: 10_000 }, (_, each) => String(each).padStart(4, '0'));
    expect(all.filter((pin) => !taken(pin)).length).toBeLessThan(2_000);
  });
});
