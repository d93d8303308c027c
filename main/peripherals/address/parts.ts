// What the addresses of all devices share: `ID=KIND:PLACE?OPTIONS`, serial lines, and how a wrong one is refused.
import CodepageEncoder from '@point-of-sale/codepage-encoder';
import type { CodePage } from './profile.ts';

/**
 * An adapter as it names itself, wherever it is plugged in. `location`: the socket, for adapters without a serial number
 * of their own, as the system names it (on Linux `1-2:1.0`; a path below /dev/serial/by-path/ says the same).
 */
export interface UsbName {
  readonly vendorId: string;
  readonly productId: string;
  readonly serialNumber: string | null;
  readonly location: string | null;
}

export interface SerialEndpoint {
  readonly type: 'serial';
  readonly path: string;
  /** Looked for at each opening; then `path` is only its name for people. */
  readonly usb?: UsbName;
  readonly baud: number;
  readonly flow: 'none' | 'rts-cts' | 'xon-xoff';
}

export type ParsedAddress<T> =
  | { readonly type: 'address'; readonly address: T }
  /** `reason`: a sentence for the person who wrote it. */
  | { readonly type: 'invalid'; readonly reason: string };

class Invalid extends Error {}

/** Ends the reading of an address, with a sentence for the person who wrote it. */
export function fail(reason: string): never {
  throw new Invalid(reason);
}

/** Reads with functions that may `fail`. */
export function parsed<T>(read: () => T): ParsedAddress<T> {
  try {
    return { type: 'address', address: read() };
  } catch (error) {
    if (error instanceof Invalid) return { type: 'invalid', reason: error.message };
    throw error;
  }
}

/** The parts of `ID=KIND:REST?OPTIONS`. */
export function split(text: string, ways: string) {
  const match = /^([^=]+)=([a-z]+):([^?]*)(?:\?(.*))?$/.exec(text);
  if (match === null) {
    fail(`"${text}" is no device: write ${ways}.`);
  }
  const [, id = '', kind = '', rest = '', query = ''] = match;
  if (!/^[a-z0-9][a-z0-9_-]{0,31}$/i.test(id)) {
    fail(`"${id}" is no name of a device: letters, digits, "-" and "_", at most 32.`);
  }
  return { id, kind, rest, options: new URLSearchParams(query) };
}

/** Refuses options that the device does not have. */
export function onlyKnown(id: string, options: URLSearchParams, known: readonly string[]): void {
  for (const name of options.keys()) {
    if (!known.includes(name)) fail(`${id}: "${name}" is no option; there are ${known.join(', ')}.`);
  }
}

/** For every device with a serial line. */
export function serialEndpoint(path: string, options: URLSearchParams, defaultBaud: number): SerialEndpoint {
  const usb = usbName(path);
  if (usb === null && !/^(?:\/|COM\d+$|\\\\\.\\)/.test(path)) {
    fail(
      `"serial:${path}" is no line: write serial:/dev/ttyUSB0, serial:COM3 on Windows, or serial:usb:VENDOR:PRODUCT:SERIALNUMBER.`,
    );
  }
  const baud = Number(options.get('baud') ?? defaultBaud);
  if (!Number.isInteger(baud) || baud < 300 || baud > 4_000_000) {
    fail(`baud=${options.get('baud')} is no speed: a number from 300 to 4000000.`);
  }
  const flow = oneOf(options, 'flow', ['none', 'rts-cts', 'xon-xoff'], 'none');
  return { type: 'serial', path, baud, flow, ...(usb === null ? {} : { usb }) };
}

/** `usb:04b8:0202`, `usb:04b8:0202:SERIALNUMBER` or `usb:04b8:0202@LOCATION`. */
function usbName(text: string): UsbName | null {
  const match = /^usb:([0-9a-f]{4}):([0-9a-f]{4})(?::([^@]+)|@(.+))?$/i.exec(text);
  if (match === null) return null;
  const [, vendorId = '', productId = '', serialNumber = null, location = null] = match;
  return { vendorId: vendorId.toLowerCase(), productId: productId.toLowerCase(), serialNumber, location };
}

/** `pages=cp858:19,windows1252:16`. */
export function pagesOf(id: string, options: URLSearchParams, otherwise: readonly CodePage[]): readonly CodePage[] {
  const text = options.get('pages');
  if (text === null) return otherwise;
  return text.split(',').map((each) => {
    const [name = '', number = ''] = each.split(':');
    const page = Number(number);
    if (!CodepageEncoder.supports(name)) fail(`${id}: "${name}" is no code page that is known.`);
    if (!/^\d{1,3}$/.test(number) || page > 255) fail(`${id}: "${each}" is no code page: write NAME:NUMBER.`);
    return { name, page };
  });
}

export function oneOf<const T extends string>(
  options: URLSearchParams,
  name: string,
  values: readonly T[],
  otherwise: NoInfer<T> | (string & {}),
): T {
  const given = options.get(name) ?? otherwise;
  const value = values.find((each) => each === given);
  return value ?? fail(`${name}=${given} is not known; there are ${values.join(', ')}.`);
}
