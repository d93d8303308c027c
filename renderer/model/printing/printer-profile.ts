// A printer's profile: the options of its address, without its endpoint. It is changed one option at a time, carried to the
// next till as a line of text, and what this window does not know of stays as it was written.
import type { DeviceChoice } from '#contract/devices/printer-setup.ts';

export type KnownPrinter = DeviceChoice['printers'][string];

/** By name, as in an address; one that is missing is as usual for the kind of printer. */
export type PrinterOptions = { readonly [name: string]: string };

export interface PrinterEdit {
  /** `tcp://HOST:PORT`, `serial:PATH` or `queue:NAME`. */
  readonly endpoint: string;
  readonly options: PrinterOptions;
  readonly role: 'slips' | 'kitchen';
}

const profileWord = 'tillbridge-printer';
const profileNames = [
  'answers',
  'baud',
  'columns',
  'confirms',
  'cut',
  'drawer',
  'drawerOpenIs',
  'drawerPin',
  'flow',
  'language',
  'nearEnd',
  'pages',
];

export function editOf({ address, columns, role = 'slips' }: KnownPrinter): PrinterEdit {
  const [endpoint = '', query = ''] = address.split('?');
  const options = Object.fromEntries(new URLSearchParams(query));
  // The address outweighs the width beside it.
  return { endpoint, options: columns === undefined ? options : { columns: String(columns), ...options }, role };
}

/** As the settings take it. */
export function printerOf({ endpoint, options, role }: PrinterEdit): KnownPrinter {
  return { address: withQuery(endpoint, options), role };
}

export function withQuery(endpoint: string, options: PrinterOptions): string {
  const query = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return query.length === 0 ? endpoint : `${endpoint}?${query.join('&')}`;
}

/** `value` '': as usual. What does not go with it is dropped. */
export function withOption({ options, ...rest }: PrinterEdit, name: string, value: string): PrinterEdit {
  const dropped = droppedBy(name, value);
  const kept = Object.entries(options).filter(([each]) => each !== name && !dropped.includes(each));
  return { ...rest, options: Object.fromEntries(value === '' ? kept : [...kept, [name, value]]) };
}

function droppedBy(name: string, value: string): readonly string[] {
  // Pages have other numbers, and the word at the end is another one.
  if (name === 'language') return ['confirms', 'pages'];
  if (name === 'answers' && value === 'no') return ['confirms', 'drawerOpenIs', 'nearEnd'];
  return [];
}

export function profileText(printer: KnownPrinter): string {
  return textOfOptions(editOf(printer).options);
}

export function textOfOptions(options: PrinterOptions): string {
  return withQuery(profileWord, Object.fromEntries(Object.entries(options).filter(([name]) => isKnown(name))));
}

/** The options in a profile's text; null where it is none. */
export function profileOptions(text: string): PrinterOptions | null {
  const match = /^tillbridge-printer(?:\?([\w=&:,.-]*))?$/.exec(text.trim());
  if (match === null) return null;
  const options = Object.fromEntries(new URLSearchParams(match[1] ?? ''));
  return Object.keys(options).every(isKnown) ? options : null;
}

/** What was found out about this printer at another till; how its line and its drawer hang here stays. */
export function withProfile(edit: PrinterEdit, profile: PrinterOptions): PrinterEdit {
  const here = Object.entries(edit.options).filter(([name]) => !isKnown(name));
  return { ...edit, options: { ...Object.fromEntries(here), ...optionsAt(edit.endpoint, profile) } };
}

/** Without what a line of this kind does not have. */
export function optionsAt(endpoint: string, options: PrinterOptions): PrinterOptions {
  if (endpoint.startsWith('serial:')) return options;
  return Object.fromEntries(Object.entries(options).filter(([name]) => !['baud', 'flow'].includes(name)));
}

function isKnown(name: string): boolean {
  return profileNames.includes(name);
}
