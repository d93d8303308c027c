// Binds one port on both loopback addresses. `localhost` may mean either of them: if another program held the same port
// on ::1, it could receive a caller's token. Then this server does not start. A machine without IPv6 has no ::1.

/** The port is taken by another program. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse';
  readonly port: number;

  constructor(port: number, address: string) {
    super(`Port ${port} on ${address} is in use by another program. Stop that program or choose another port.`);
    this.port = port;
  }
}

export interface Bound {
  readonly port: number;
  close(): Promise<void>;
}

/** Binds one address; rejects with the system's error. Port 0 takes a free one. */
export type Bind<B extends Bound> = (address: string, port: number) => Promise<B>;

const absentFamily: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EPROTONOSUPPORT', 'EINVAL']);

/** How many free ports of 127.0.0.1 are tried until one is free on ::1 too. */
const maxTries = 20;

/** Binds 127.0.0.1 and, where there is one, ::1. Throws PortInUse. */
export async function bindPair<B extends Bound>(wantedPort: number, bind: Bind<B>): Promise<B[]> {
  for (let tries = 1; ; tries += 1) {
    const v4 = await bindOrSay(bind, '127.0.0.1', wantedPort);
    try {
      return [v4, await bindOrSay(bind, '::1', v4.port)];
    } catch (error) {
      if (absentFamily.has(codeOf(error))) return [v4];
      await v4.close();
      const another = error instanceof PortInUse && wantedPort === 0 && tries < maxTries;
      if (!another) throw error;
    }
  }
}

async function bindOrSay<B extends Bound>(bind: Bind<B>, address: string, port: number): Promise<B> {
  try {
    return await bind(address, port);
  } catch (error) {
    throw codeOf(error) === 'EADDRINUSE' ? new PortInUse(port, address) : error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
