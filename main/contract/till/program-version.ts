// Versions of this program: three numbers. A version with anything else in it is no release, and takes part in no update.

export const programVersion = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;

/** Negative where the first is older, positive where it is newer. Throws RangeError for what is no version. */
export function compareVersions(one: string, other: string): number {
  const [mine, theirs] = [numbersOf(one), numbersOf(other)];
  for (const [at, number] of mine.entries()) {
    const difference = number - (theirs[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): readonly number[] {
  const found = programVersion.exec(version);
  if (found === null) throw new RangeError(`${version} is no version of a release`);
  return found.slice(1).map(Number);
}
