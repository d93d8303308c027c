// Where the customer's display is: `ID=serial:PATH?baud=9600`, two lines of 20 characters.
import {
  fail,
  oneOf,
  onlyKnown,
  pagesOf,
  type ParsedAddress,
  parsed,
  type SerialEndpoint,
  serialEndpoint,
  split,
} from '../address/parts.ts';
import type { CodePage } from '../address/profile.ts';

export type DisplayLanguage = 'cd5220' | 'esc-pos';

export interface DisplayAddress {
  readonly id: string;
  readonly endpoint: SerialEndpoint;
  readonly language: DisplayLanguage;
  readonly codePages: readonly CodePage[];
}

/** The page that displays start with; what it lacks (the euro sign) is spelled. */
const startPages: readonly CodePage[] = [{ name: 'cp437', page: 0 }];

export function parseDisplayAddress(text: string): ParsedAddress<DisplayAddress> {
  return parsed(() => {
    const { id, kind, rest, options } = split(text, 'ID=serial:PATH?baud=9600');
    if (kind !== 'serial') fail(`${id}: a display has a serial line: write ID=serial:PATH?baud=9600.`);
    onlyKnown(id, options, ['baud', 'flow', 'language', 'pages']);
    return {
      id,
      endpoint: serialEndpoint(rest, options, 9_600),
      language: oneOf(options, 'language', ['cd5220', 'esc-pos'], 'cd5220'),
      codePages: pagesOf(id, options, startPages),
    };
  });
}
