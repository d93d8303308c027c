// Packages that bring no types: of the shim, and of what writes into an executable.
declare module 'core-js/*';
declare module 'dc-polyfill' {
  const polyfill: object;
  export default polyfill;
}
declare module 'postject' {
  export function inject(
    file: string,
    resource: string,
    data: Buffer,
    options: { readonly sentinelFuse: string; readonly machoSegmentName?: string },
  ): Promise<void>;
}
