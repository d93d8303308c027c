// The scope of a request, for input that may be wrong.
import { describe, expect, it } from 'vitest';
import { scopeOf, scopesOf } from '#loopback/access/scope.ts';
import { commandOf, commands } from '#operations/index.ts';

const cloudPos = commandOf('cloud-pos')!;

describe('the scopes that a kind can need', () => {
  it('are at least one, for every kind of the registry', () => {
    for (const command of commands) expect([command.kind, scopesOf(command).size > 0]).toEqual([command.kind, true]);
  });

  it('are those of all its messages, for a terminal command', () => {
    expect([...scopesOf(cloudPos)].toSorted()).toEqual([
      'capture',
      'refund',
      'refund-unreferenced',
      'sale',
      'terminal',
    ]);
  });

  it('is one only where no input can make it another: then the input is not looked at', () => {
    const single = commands.filter((command) => scopesOf(command).size === 1);
    expect(single.filter(({ scope }) => scope.length > 0).map(({ kind }) => kind)).toEqual([]);
  });

  it('are its own one, for an ordinary kind', () => {
    expect([...scopesOf(commandOf('refund-unreferenced')!)]).toEqual(['refund-unreferenced']);
  });
});

describe('the scope of an input', () => {
  it('is found also where only the deciding field is right', () => {
    expect(scopeOf(cloudPos, { messageType: 'CREDIT' })).toBe('refund-unreferenced');
    expect(scopeOf(commandOf('capture')!, {})).toBe('capture');
  });

  it.each(['toString', '__proto__', 'constructor', 'sale', '', null, ['SALE'], 1])(
    'is not made up for %j',
    (messageType) => {
      expect(scopeOf(cloudPos, { messageType })).toBeNull();
    },
  );

  it('does not come from a prototype', () => {
    const input = Object.create({ messageType: 'SALE' }) as { [name: string]: never };
    expect(scopeOf(cloudPos, input)).toBeNull();
  });
});
