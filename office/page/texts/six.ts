// One text in the order of the languages (contract/data/languages.ts).
export type Six = readonly [en: string, de: string, fr: string, it: string, es: string, nl: string];
