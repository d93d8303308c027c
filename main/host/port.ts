// Whether a port could be listened on, asked before a setting is stored that would need it.
import { createServer } from 'node:net';

/** False where another program has it, or the system does not give it out. */
export async function portIsFree(port: number): Promise<boolean> {
  const tries = await Promise.all(['127.0.0.1', '::1'].map((host) => failureOn(host, port)));
  // On a machine without IPv6 no program can hold the port there.
  return tries.every((code) => code === null || code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT');
}

function failureOn(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'));
    server.listen({ host, port, ipv6Only: true, exclusive: true }, () => server.close(() => resolve(null)));
  });
}
