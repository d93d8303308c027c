// Where clouds give a machine its credentials. Nothing that the bridge calls is there, so neither an address in the
// settings nor a name that leads there is followed: the addresses of a name are checked where the connection is made.
// An IPv6 address may hold an IPv4 address, which a translator or a tunnel then sends to.
import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns';
import { BlockList, type LookupFunction, isIP } from 'node:net';

export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

const ofTheCloud = new BlockList();
for (const address of [
  '169.254.169.254', // Most of them.
  '169.254.170.2', // Amazon: containers.
  '169.254.170.23',
  '169.254.0.23', // Tencent
  '169.254.42.42', // Scaleway
  '100.100.100.200', // Alibaba
  '168.63.129.16', // Microsoft
  '192.0.0.192', // Oracle
]) {
  ofTheCloud.addAddress(address);
}
for (const address of ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42', 'fe80::a9fe:a9fe']) {
  ofTheCloud.addAddress(address, 'ipv6');
}

/** Whether a literal IP address, also one that holds an IPv4 address, is one of them; false for names. */
export function givesCredentials(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 4) return ofTheCloud.check(address, 'ipv4');
  const [bare = address] = address.split('%');
  return ofTheCloud.check(bare, 'ipv6') || heldIpv4(bare).some((each) => ofTheCloud.check(each, 'ipv4'));
}

/**
 * Where an IPv6 address holds the bytes of an IPv4 address. Behind any prefix, since networks choose that of their
 * translator: an address that holds one of so few IPv4 addresses by chance is not to be expected.
 */
const placesOfIpv4 = [
  [12, 13, 14, 15], // Mapped, compatible and translated (RFC 4291, 7915), ISATAP (RFC 5214), NAT64 /96 (RFC 6052, 8215).
  [2, 3, 4, 5], // 6to4 (RFC 3056)
  [4, 5, 6, 7], // A Teredo server (RFC 4380), NAT64 /32, and so on with longer prefixes; byte 8 is always free.
  [5, 6, 7, 9],
  [6, 7, 9, 10],
  [7, 9, 10, 11],
  [9, 10, 11, 12],
] as const;

function heldIpv4(address: string): string[] {
  const bytes = bytesOf(address);
  const held = placesOfIpv4.map((place) => place.map((at) => bytes[at] ?? 0));
  // A Teredo client, with each bit inverted.
  const inverted = bytes.slice(12).map((byte) => byte ^ 0xff);
  return [...held, inverted].map((each) => each.join('.'));
}

function bytesOf(address: string): readonly number[] {
  // The URL writes each address in one form, an IPv4 address in it too.
  const [before = '', behind = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [before, behind].map((part) => (part === '' ? [] : part.split(':'))) as [string[], string[]];
  const none = Array.from({ length: 8 - first.length - last.length }, () => '0');
  const groups = [...first, ...none, ...last].map((group) => Number.parseInt(group, 16));
  return groups.flatMap((group) => [group >> 8, group & 0xff]);
}

/** The `lookup` of a connection: finds nothing where one of the addresses gives credentials. */
export function refusingCredentials(lookupAll: LookupAll): LookupFunction {
  return keeping(lookupAll, 'ECREDENTIALADDRESS', (found) =>
    found.some(({ address }) => givesCredentials(address)) ? [] : found,
  );
}

/** The `lookup` of all connections to servers that settings, people or programs name. */
export const lookup: LookupFunction = refusingCredentials(systemLookup);

/** A `lookup` that finds what `keep` leaves of the addresses; `code`: of its error where that is nothing. */
export function keeping(
  lookupAll: LookupAll,
  code: string,
  keep: (found: readonly LookupAddress[]) => readonly LookupAddress[],
): LookupFunction {
  return (hostname, options, callback) => {
    lookupAll(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '', 0);
      const kept = [...keep(found)];
      const [first] = kept;
      if (first === undefined) callback(Object.assign(new Error(code), { code }), '', 0);
      else if (options.all === true) callback(null, kept);
      else callback(null, first.address, first.family);
    });
  };
}
