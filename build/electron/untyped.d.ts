// Packages of the shim that bring no types.
declare module 'core-js/*';
declare module 'dc-polyfill' {
  const polyfill: object;
  export default polyfill;
}
