// Which addresses money may be sent to. Credentials travel in every request, so plain http is for this machine only
// (a sandbox or a test gateway); anything that could smuggle in a user, a query or a fragment is refused outright.
import { BlockList, isIP } from 'node:net';
import { givesCredentials } from '#http/found-addresses.ts';

/** The address cannot serve as a root address. The message never repeats the address: it may hold a password. */
export class InvalidAddress extends Error {
  override readonly name: string = 'InvalidAddress';
}

/** Plain http to something that is not this machine. */
export class InsecureAddress extends InvalidAddress {
  override readonly name: string = 'InsecureAddress';
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a literal IP address is of this machine; false for names. */
export function isLoopbackIp(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The root address in its one form: no `/api/v2`, no slash at the end.
 * Throws InsecureAddress for plain http beyond the loopback, else InvalidAddress.
 */
export function checkRootAddress(url: string): string {
  if (!URL.canParse(url)) throw new InvalidAddress('The gateway address is not a URL.');
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    throw new InvalidAddress('The gateway address must begin with https://.');
  }
  if (parsed.username !== '' || parsed.password !== '' || /^\w+:[/\\]*[^/\\]*@/.test(url.trim())) {
    throw new InvalidAddress('The gateway address must not contain a user name or password.');
  }
  // The text is looked at, not `search` and `hash`: those are empty for a lone "?" or "#".
  if (/[?#]/.test(url)) throw new InvalidAddress('The gateway address must not contain a query or fragment.');
  if (parsed.protocol === 'http:' && parsed.hostname !== 'localhost' && !isLoopbackIp(bareHost(parsed))) {
    throw new InsecureAddress('Plain http is allowed to this machine only (127.0.0.0/8, ::1, localhost): use https.');
  }
  if (givesCredentials(bareHost(parsed))) {
    throw new InvalidAddress('The gateway address is one where a cloud gives a machine its credentials.');
  }
  const path = parsed.pathname.replace(/\/+$/, '').replace(/\/api\/v2$/, '');
  return parsed.origin + path.replace(/\/+$/, '');
}

/** A root address taken apart for a connection. */
export interface Target {
  readonly secure: boolean;
  /** Without the brackets of IPv6. */
  readonly host: string;
  readonly port: number;
  /** For the Host header; the port only where it is not the usual one. */
  readonly authority: string;
  /** Path before `/api/v2`, empty or beginning with a slash. */
  readonly prefix: string;
}

/** Takes an address that any caller gave; throws as checkRootAddress does. */
export function targetOf(url: string): Target {
  const parsed = new URL(checkRootAddress(url));
  const secure = parsed.protocol === 'https:';
  return {
    secure,
    host: bareHost(parsed),
    port: parsed.port === '' ? (secure ? 443 : 80) : Number(parsed.port),
    authority: parsed.host,
    prefix: parsed.pathname === '/' ? '' : parsed.pathname,
  };
}

function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}
