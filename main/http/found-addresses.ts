// Where clouds give a machine its credentials. Nothing that the bridge calls is there, so neither an address in the
// settings nor a name that leads there is followed: the addresses of a name are checked where the connection is made.
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
  // As a network without IPv4 names it.
  ofTheCloud.addAddress(`64:ff9b::${address}`, 'ipv6');
}
for (const address of ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fd00:42::42', 'fe80::a9fe:a9fe']) {
  ofTheCloud.addAddress(address, 'ipv6');
}

/** Whether a literal IP address, also one that holds an IPv4 address, is one of them; false for names. */
export function givesCredentials(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && ofTheCloud.check(address, family === 6 ? 'ipv6' : 'ipv4');
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
