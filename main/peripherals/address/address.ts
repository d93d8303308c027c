// Where a device is, as settings and `serve --printer` say it: `ID=tcp://HOST:PORT`, `ID=serial:PATH?baud=115200` or
// `ID=queue:NAME`. What differs from a common printer follows after `?` (profile.ts).
import { givesCredentials } from '#http/found-addresses.ts';
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
} from './parts.ts';
import { defaultProfile, type PrinterProfile } from './profile.ts';

export interface TcpEndpoint {
  readonly type: 'tcp';
  readonly host: string;
  readonly port: number;
}

/** A queue of the system's spooler, by `lp`. */
export interface QueueEndpoint {
  readonly type: 'queue';
  readonly name: string;
}

export interface PrinterAddress {
  readonly id: string;
  readonly endpoint: TcpEndpoint | SerialEndpoint | QueueEndpoint;
  readonly profile: PrinterProfile;
}

/** What may stand after `?`, by the kind of endpoint. */
const endpointOptions = { tcp: [], serial: ['baud', 'flow'], queue: [] } as const;
const profileOptions = [
  'columns',
  'language',
  'pages',
  'confirms',
  'answers',
  'drawerPin',
  'drawerOpenIs',
  'nearEnd',
  'drawer',
  'cut',
] as const;

const confirmations = {
  'esc-pos': ['process-id', 'gs-r', 'nothing'],
  'star-line': ['etb', 'nothing'],
} as const;

/** Reads `ID=tcp://HOST:PORT?…`, `ID=serial:PATH?…` and `ID=queue:NAME?…`. */
export function parsePrinterAddress(text: string): ParsedAddress<PrinterAddress> {
  return parsed(() => {
    const ways = 'ID=tcp://HOST:PORT, ID=serial:PATH?baud=115200 or ID=queue:NAME';
    const { id, kind, rest, options } = split(text, ways);
    const endpoint = endpointOf(kind, rest, options);
    onlyKnown(id, options, [...endpointOptions[endpoint.type], ...profileOptions]);
    return { id, endpoint, profile: profileOf(id, endpoint.type, options) };
  });
}

/**
 * What is said of printers that are at the same place as one before them: the documents of both would be mixed. By the
 * endpoint's words; a name and a number of the same host are not known to be the same.
 */
export function sharedEndpoints(addresses: readonly PrinterAddress[]): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  const shared = new Map<string, string>();
  for (const { id, endpoint } of addresses) {
    const words = endpointWords(endpoint);
    const other = first.get(words);
    if (other === undefined) first.set(words, id);
    else shared.set(id, `${id} is at the same place as ${other} (${words}): one printer has one name.`);
  }
  return shared;
}

export function endpointWords(endpoint: PrinterAddress['endpoint']): string {
  switch (endpoint.type) {
    case 'tcp':
      return `tcp://${endpoint.host.toLowerCase()}:${endpoint.port}`;
    case 'serial':
      return `serial:${endpoint.path}`;
    case 'queue':
      return `queue:${endpoint.name}`;
  }
}

function endpointOf(kind: string, rest: string, options: URLSearchParams): PrinterAddress['endpoint'] {
  switch (kind) {
    case 'tcp':
      return tcpEndpoint(rest);
    case 'serial':
      return serialEndpoint(rest, options, 115_200);
    case 'queue':
      if (!/^[\w.@-][\w.@ -]{0,126}$/.test(rest) || rest.startsWith('-')) fail(`"${rest}" is no name of a queue.`);
      return { type: 'queue', name: rest };
    default:
      return fail(`"${kind}:" is no kind of line; there are tcp, serial and queue.`);
  }
}

function tcpEndpoint(rest: string): TcpEndpoint {
  const match = /^\/\/(\[[0-9a-f:.]+\]|[a-z0-9_.-]+):(\d{1,5})\/?$/i.exec(rest);
  const port = Number(match?.[2]);
  if (match === null || port < 1 || port > 65_535) {
    fail(`"tcp:${rest}" is no address: write tcp://HOST:PORT, for example tcp://192.0.2.7:9100.`);
  }
  const host = (match[1] ?? '').replace(/^\[|\]$/g, '');
  if (givesCredentials(host)) {
    fail(`${host} is no printer: a machine in a cloud gets its own credentials there.`);
  }
  return { type: 'tcp', host, port };
}

function profileOf(id: string, kind: PrinterAddress['endpoint']['type'], options: URLSearchParams): PrinterProfile {
  const language = oneOf(options, 'language', ['esc-pos', 'star-line'], 'esc-pos');
  const base = defaultProfile(language);
  // A queue has no way back.
  const answers = kind !== 'queue' && oneOf(options, 'answers', ['yes', 'no'], 'yes') === 'yes';
  const confirms = answers ? oneOf(options, 'confirms', confirmations[language], base.confirms) : 'nothing';
  if (!answers && (options.get('confirms') ?? 'nothing') !== 'nothing') {
    fail(`${id}: confirms=${options.get('confirms')} needs a line that answers.`);
  }
  const drawerOpenIs = oneOf(options, 'drawerOpenIs', ['high', 'low', 'unknown'], 'unknown');
  return {
    language,
    columns: columnsOf(options, base),
    codePages: pagesOf(id, options, base.codePages),
    confirms,
    answers,
    drawerPin: oneOf(options, 'drawerPin', ['2', '5'], '2') === '2' ? 2 : 5,
    drawerOpenIs: drawerOpenIs === 'unknown' ? null : drawerOpenIs,
    // A queue keeps a pulse until its printer is back: only where the shop wants it all the same.
    hasDrawer: oneOf(options, 'drawer', ['yes', 'no'], kind === 'queue' ? 'no' : 'yes') === 'yes',
    cuts: oneOf(options, 'cut', ['yes', 'no'], 'yes') === 'yes',
    nearEndSensor: oneOf(options, 'nearEnd', ['yes', 'no'], 'yes') === 'yes',
  };
}

function columnsOf(options: URLSearchParams, base: PrinterProfile): PrinterProfile['columns'] {
  const columns = Number(oneOf(options, 'columns', ['32', '42', '48'], String(base.columns)));
  return columns === 32 || columns === 42 ? columns : 48;
}
