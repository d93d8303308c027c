// Stands in the bundle for ajv, which electron-store's `conf` loads at each start to check stores that have a schema.
// Ours has none (its values are checked one by one with the shell's own schemas), and much of what the app reads before
// its window can be used would be ajv.

export function Ajv2020(): never {
  throw new Error('A store with a schema needs ajv, which is left out of the bundle (build/without-ajv.ts).');
}

// What ajv-formats exports; never used, since there is no Ajv to add formats to.
export { Ajv2020 as default };
