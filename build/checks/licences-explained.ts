// Bundled packages that name the MIT licence and bring no text along, or spell its name otherwise. Each holds for one
// version, so that a newer one is looked at again.

export interface Explained {
  readonly name: string;
  readonly version: string;
  /** Where it comes from, as its package.json says. */
  readonly source: string;
}

export const explained: readonly Explained[] = [
  { name: '@canvas/image-data', version: '1.1.0', source: 'https://github.com/node-gfx/image-data' },
  { name: 'nub', version: '0.0.0', source: 'https://github.com/substack/node-nub, by James Halliday' },
  { name: 'resize-image-data', version: '0.3.1', source: 'https://github.com/LinusU/resize-image-data' },
];
