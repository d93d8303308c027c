// Which operation a row of a settlement file pays out, among those with its reference.
import { describe, expect, it } from 'vitest';
import { type Candidate, foundByReference } from '#office/settlement/match.ts';

const row = { grossMinor: 1_000, day: '2026-01-31' };
const operation = (operationId: string, more: Partial<Candidate> = {}): Candidate => ({
  tillId: 'till-1',
  operationId,
  minor: 1_000,
  day: '2026-01-31',
  taken: false,
  ...more,
});
const found = (...candidates: Candidate[]) => {
  const one = foundByReference(row, candidates);
  return one === null ? null : [one.outcome, 'candidate' in one ? one.candidate.operationId : null];
};

describe('a row of a settlement file', () => {
  it('is of no till where no operation has its reference', () => {
    expect(found()).toBeNull();
  });

  it('pays out the operation with its reference and sum', () => {
    expect(found(operation('a'))).toEqual(['paid-out', 'a']);
    expect(found(operation('a', { minor: 400 }), operation('b'))).toEqual(['paid-out', 'b']);
  });

  it('is for the operation of its day where the reference was used on several', () => {
    expect(found(operation('a', { day: '2026-01-30' }), operation('b'))).toEqual(['paid-out', 'b']);
    expect(found(operation('a', { day: '2026-01-30' }))).toEqual(['paid-out', 'a']);
  });

  it('pays out either of two captures of one payment that are alike', () => {
    expect(found(operation('a'), operation('b'))).toEqual(['paid-out', 'a']);
    expect(found(operation('a', { taken: true }), operation('b'))).toEqual(['paid-out', 'b']);
    expect(found(operation('a', { taken: true }), operation('b', { taken: true }))).toEqual(['twice', 'a']);
  });

  it('is not guessed where two tills or two days fit', () => {
    expect(found(operation('a'), operation('b', { tillId: 'till-2' }))).toEqual(['several', null]);
    expect(found(operation('a', { day: '2026-01-29' }), operation('b', { day: '2026-01-30' }))).toEqual([
      'several',
      null,
    ]);
    expect(found(operation('a', { minor: 400 }), operation('b', { minor: 300 }))).toEqual(['several', null]);
  });

  it('pays another sum where one operation only is left', () => {
    expect(found(operation('a', { minor: 900 }))).toEqual(['differing', 'a']);
    expect(found(operation('a', { minor: 900, day: '2026-01-30' }), operation('b', { minor: 800 }))).toEqual([
      'differing',
      'b',
    ]);
  });

  it('is a second payout of what is paid out, also with another sum', () => {
    expect(found(operation('a', { taken: true }))).toEqual(['twice', 'a']);
    expect(found(operation('a', { taken: true, minor: 900 }))).toEqual(['twice', 'a']);
    expect(found(operation('a', { taken: true }), operation('b', { minor: 400 }))).toEqual(['twice', 'a']);
  });
});
