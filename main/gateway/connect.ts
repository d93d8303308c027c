// A connection is made and, for TLS, verified before any request exists to be written to it. That is what makes
// "unsent" provable: whatever fails in here failed before the first byte of a request.
import { lookup as systemLookup } from 'node:dns';
import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { type SecureContext, connect as connectTls, createSecureContext, rootCertificates } from 'node:tls';
import { type LookupAll, keeping, lookup } from '#http/found-addresses.ts';
import { StallTolerantTimeout } from './stall-tolerant-timeout.ts';
import { coded } from './reason.ts';
import { isLoopbackIp, type Target } from './root-address.ts';

export interface ConnectOptions {
  /** For name, TCP and TLS together. */
  readonly timeoutMs: number;
  /** Trusted instead of the authorities that come with the program. */
  readonly caPem: string | undefined;
}

type Connected = (error: Error | null, socket: Socket | null) => void;

/** Calls `done` once. The function returned gives up a connection that is still being made. */
export function openConnection(target: Target, options: ConnectOptions, done: Connected): () => void {
  const socket = target.secure ? secureSocket(target, options.caPem) : plainSocket(target);
  const ready = target.secure ? 'secureConnect' : 'connect';
  let open = true;

  const finish = (error: Error | null): void => {
    if (!open) return;
    open = false;
    timeout.end();
    if (error === null) done(null, socket);
    else done(error, null);
    if (error !== null) socket.destroy();
  };
  const timeout = new StallTolerantTimeout(options.timeoutMs, () => finish(coded('ETIMEDOUT')));
  // Stays for the socket's whole life: an error between two owners must not end the process.
  socket.on('error', finish);
  socket.once('close', () => {
    // Making an error is dear, and nearly every connection was open long before it closes.
    if (open) finish(coded('ECONNRESET'));
  });
  socket.once(ready, () => finish(null));
  return () => finish(coded('ECANCELED'));
}

const common = {
  noDelay: true,
  // A terminal's answer takes minutes, and routers forget connections that are silent for so long.
  keepAlive: true,
  keepAliveInitialDelay: 30_000,
  // Mobile networks need longer than Node's default before the next address is tried.
  autoSelectFamilyAttemptTimeout: 1_000,
} as const;

const minVersion = 'TLSv1.2';

let withBundledAuthorities: SecureContext | null = null;

/**
 * Names the authorities outright: Node's defaults also hold those of NODE_EXTRA_CA_CERTS and NODE_USE_SYSTEM_CA, which
 * the binding of the API key to its destination does not see. Made once, because it takes 50 ms.
 */
function bundledAuthorities(): SecureContext {
  return (withBundledAuthorities ??= createSecureContext({ ca: [...rootCertificates], minVersion }));
}

function secureSocket(target: Target, caPem: string | undefined): Socket {
  return connectTls({
    ...common,
    host: target.host,
    port: target.port,
    lookup,
    minVersion,
    // Said outright, because the environment can switch the default off.
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    // An address has no place in this extension; the certificate is then checked against `host`.
    ...(isIP(target.host) === 0 ? { servername: target.host } : {}),
    ...(caPem === undefined ? { secureContext: bundledAuthorities() } : { ca: caPem }),
  });
}

function plainSocket(target: Target): Socket {
  return connectPlain({ ...common, host: target.host, port: target.port, lookup: onlyLoopback(systemLookup) });
}

/** Finds loopback addresses only, whatever a hosts file or a name server says of `localhost`. */
export function onlyLoopback(lookupAll: LookupAll): LookupFunction {
  return keeping(lookupAll, 'ENOTLOOPBACK', (found) => found.filter(({ address }) => isLoopbackIp(address)));
}
