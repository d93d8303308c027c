// Replaces ajv in the bundle, which electron-store's `conf` loads at each start to check stores that have a schema. Our
// store has none (the shell's own schemas check each value), and ajv would be much of the code that the app loads
// before its window can be used.

export function Ajv2020(): never {
  throw new Error('A store with a schema needs ajv, which is left out of the bundle (build/bundling/without-ajv.ts).');
}

// What ajv-formats exports; never used, since there is no Ajv to add formats to.
export { Ajv2020 as default };
