// Names that a person takes for one another: the skeletons of UTS 39, which write each sign as the one it looks like.
// Capitals count as small letters, because `ERP` and `erp` are one name to everybody.
import skeletonOf from 'unhomoglyph';
import { plainText } from './plain-text.ts';

export function sameName(one: string, other: string): boolean {
  return folded(one) === folded(other);
}

/** Also where they are the same. */
export function looksLike(one: string, other: string): boolean {
  const others = looks(other);
  return looks(one).some((each) => others.includes(each));
}

export interface Namesake {
  readonly type: 'same' | 'alike';
  /** As it stands among the names. */
  readonly name: string;
}

/** Which of these names is this one, or is taken for it; null where none is. */
export function namesakeIn(names: readonly string[], name: string): Namesake | null {
  const same = names.find((each) => sameName(each, name));
  if (same !== undefined) return { type: 'same', name: same };
  const alike = names.find((each) => looksLike(each, name));
  return alike === undefined ? null : { type: 'alike', name: alike };
}

/** Which of `wanted` is one of these names, or is taken for it. */
export function namesakesIn(names: readonly string[], wanted: readonly string[]): string[] {
  const seen = new Set(names.flatMap(marksOf));
  return wanted.filter((name) => marksOf(name).some((mark) => seen.has(mark)));
}

/** Those that are one before them in the list, or are taken for it. */
export function alikeAmong(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const marks = marksOf(name);
    const isAlike = marks.some((mark) => seen.has(mark));
    for (const mark of marks) seen.add(mark);
    return isAlike;
  });
}

/** Two names are one, or are taken for one another, where they have one of these in common. */
function marksOf(name: string): string[] {
  return [`name ${folded(name)}`, ...looks(name).map((each) => `look ${each}`)];
}

/** A capital may look like another small letter (I like l), so both ways are asked. */
function looks(name: string): string[] {
  const text = plainText(name).replaceAll(/\s+/g, ' ').trim();
  const small = text.toLowerCase();
  return [skeleton(small), skeleton(skeleton(text).toLowerCase()), skeleton(spelled(small))];
}

// Not in UTS 39, whose table knows 0 and 1 alone: digits that are read as letters within a word (`B3ta`).
const readAs: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'l',
  2: 'z',
  3: 'e',
  4: 'a',
  5: 's',
  6: 'g',
  7: 't',
  8: 'b',
};

/** A single digit right before a letter. What stands at the end counts something: `Till 3`. */
function spelled(text: string): string {
  return text.replaceAll(/(?<!\d)\d(?=\p{L})/gu, (digit) => readAs[digit] ?? digit);
}

function skeleton(text: string): string {
  return skeletonOf(text.normalize('NFD')).normalize('NFD').replaceAll(/\s+/g, '');
}

function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
