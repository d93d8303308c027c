// Where a scanner is: `ID=serial:PATH?baud=9600&suffix=cr`.
import {
  fail,
  oneOf,
  onlyKnown,
  type ParsedAddress,
  parsed,
  type SerialEndpoint,
  serialEndpoint,
  split,
} from '../address/parts.ts';

export interface ScannerAddress {
  readonly id: string;
  readonly endpoint: SerialEndpoint;
  /** The bytes after each scan. */
  readonly suffix: readonly number[];
  /** Whether it sends an AIM identifier with each scan. */
  readonly identified: boolean;
}

const suffixes = { cr: [0x0d], lf: [0x0a], crlf: [0x0d, 0x0a], tab: [0x09] } as const;

export function parseScannerAddress(text: string): ParsedAddress<ScannerAddress> {
  return parsed(() => {
    const { id, kind, rest, options } = split(text, 'ID=serial:PATH');
    if (kind !== 'serial') fail(`${id}: a scanner has a serial line: write ID=serial:PATH.`);
    onlyKnown(id, options, ['baud', 'flow', 'suffix', 'aim']);
    return {
      id,
      endpoint: serialEndpoint(rest, options, 9_600),
      suffix: suffixes[oneOf(options, 'suffix', ['cr', 'lf', 'crlf', 'tab'], 'cr')],
      identified: oneOf(options, 'aim', ['yes', 'no'], 'no') === 'yes',
    };
  });
}
