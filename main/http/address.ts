// Which addresses beyond the gateway's the bridge calls: of events and of updates. A person allows the whole address, so
// it must say all that counts: no user name or password, which would stand in the journal, no query, where such things
// are put, and no name that hides another.
import { isIP } from 'node:net';
import { containsCardNumber } from '#contract/cards/card-number.ts';
import { givesCredentials } from './found-addresses.ts';

/** Why it cannot be called, to be read behind "url"; null where it can. */
export function addressProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'must be an address, for example https://server.example/tillbridge';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https:// or http://';
  if (url.username !== '' || url.password !== '') return 'must hold no user name or password';
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) return 'must end with its path, without ? and #';
  if (url.href !== text && url.href !== `${text}/`) return `must be written as it is sent to: ${url.href}`;
  // Of the path alone: an address in figures with its port may look like one.
  if (containsCardNumber(url.pathname)) return 'must not contain a card number';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (givesCredentials(host)) return 'must not be where a cloud gives a machine its credentials';
  if (url.protocol === 'http:' && !isLoopback(host)) {
    return 'must begin with https:// unless it is this machine (http://127.0.0.1, http://[::1], http://localhost)';
  }
  return null;
}

/** By the name alone: `localhost` is sent to 127.0.0.1, whatever a name server says. */
function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}
