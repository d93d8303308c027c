interface ImportMeta {
  /** Vite's: the text of each file that the pattern names. */
  glob(
    pattern: string,
    options: { readonly query: '?raw'; readonly import: 'default'; readonly eager: true },
  ): { readonly [path: string]: string };
}
