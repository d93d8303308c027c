// Four ways to the same gateway, each a process of its own: straight, through a bare proxy on Node, through nginx, and
// through the bridge. All of them end with the run.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Erp } from '#support/erp.ts';
import { ownPort } from '#support/port.ts';
import type { Workbench } from '#support/processes.ts';

const merchantId = 'BENCH-1';
const apiKey = 'bench-api-key';

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly key?: string;
}

export interface Way {
  readonly name: 'direct' | 'node proxy' | 'nginx' | 'bridge';
  readonly port: number;
  /** Of what stands between caller and gateway; of the gateway itself where nothing does. */
  readonly pid: number;
  readonly authorization: string;
  readonly read: (payId: string) => Request;
  readonly capture: (payId: string, id: string) => Request;
}

export interface Ways {
  readonly all: readonly Way[];
  readonly dataDir: string;
  /** As a person would: only then it writes its profile. */
  stopBridge(): Promise<void>;
  /** A payment from which much may be captured; made before anything is measured. */
  authorize(id: string): Promise<string>;
}

const amount = (value: number) => ({ value, currency: 'EUR' });

const gatewayRead = (payId: string): Request => ({ method: 'GET', path: `/api/v2/payments/getByPayId/${payId}` });
const gatewayCapture = (payId: string, id: string): Request => ({
  method: 'POST',
  path: `/api/v2/payments/${payId}/captures`,
  body: JSON.stringify({ transId: id, amount: amount(1) }),
  key: id,
});
const bridgeRead = (payId: string): Request => ({ method: 'GET', path: `/v1/payments/${payId}` });
const bridgeCapture = (payId: string, id: string): Request => ({
  method: 'POST',
  path: '/v1/operations/capture?wait=30',
  body: JSON.stringify({ payId, transId: id, amount: amount(1) }),
  key: id,
});

/** `bridgeEnvironment`: for a profile of the bridge. */
export async function openWays(bench: Workbench, bridgeEnvironment: NodeJS.ProcessEnv): Promise<Ways> {
  const dataDir = bench.folder();
  const ends = ['--port', '0', '--merchant-id', merchantId, '--api-key', apiKey];
  const gatewayArgs = [...ends, '--data-dir', bench.folder(), '--terminal-delay-ms', '1', '--token-seconds', '86400'];
  const gateway = await bench.start('main/sandbox/cli.ts', gatewayArgs).ready();
  const gatewayPort = Number(new URL(gateway.url).port);
  const serve = ['serve', '--data-dir', dataDir, '--port', '0', '--gateway', gateway.url, '--merchant-id', merchantId];
  const program = bench.start('main/cli.ts', serve, { TILLBRIDGE_API_KEY: apiKey, ...bridgeEnvironment });
  const bridge = await program.ready();
  const create = ['token', 'create', '--data-dir', dataDir, '--name', 'bench', '--scopes', 'status,sale,capture'];
  const made = bench.start('main/cli.ts', create);
  await made.exited();
  const token = made.stdoutLines[0] ?? '';
  const erp = new Erp(bridge.url, token);

  const authorization = `Bearer ${await gatewayToken(gateway.url, { id: merchantId, key: apiKey })}`;
  const plain = { authorization, read: gatewayRead, capture: gatewayCapture };
  const proxy = await startProxy(bench, gateway.url);
  const nginx = await startNginx(bench, gatewayPort);
  return {
    all: [
      { name: 'direct', port: gatewayPort, pid: gateway.pid, ...plain },
      { name: 'node proxy', ...proxy, ...plain },
      ...(nginx === null ? [] : [{ name: 'nginx' as const, ...nginx, ...plain }]),
      {
        name: 'bridge',
        port: Number(new URL(bridge.url).port),
        pid: bridge.pid,
        authorization: `Bearer ${token}`,
        read: bridgeRead,
        capture: bridgeCapture,
      },
    ],
    dataDir,
    stopBridge: async () => void (await program.kill('SIGTERM')),
    async authorize(id) {
      const body = {
        messageType: 'AUTHORISATION_OR_RESERVATION',
        transId: id,
        posTerminalId: id,
        amount: amount(900_000_000),
      };
      return ((await erp.operate('cloud-pos', body, id)).result as { payId: string }).payId;
    },
  };
}

export async function gatewayToken(
  url: string,
  merchant: { readonly id: string; readonly key: string },
): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: merchant.id, client_secret: merchant.key };
  const body = new URLSearchParams(form);
  const answer = await fetch(`${url}/authorization/oauth/token`, { method: 'POST', body });
  return ((await answer.json()) as { access_token: string }).access_token;
}

interface Started {
  readonly port: number;
  readonly pid: number;
}

async function startProxy(bench: Workbench, gatewayUrl: string): Promise<Started> {
  const program = spawn(process.execPath, ['test/bench/loopback/proxy.ts', gatewayUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  bench.onClose(() => ended(program));
  for await (const line of createInterface({ input: program.stdout })) {
    return { port: Number(line), pid: program.pid ?? 0 };
  }
  throw new Error('the proxy did not start');
}

/** Null, and a word on how to get it, where it is not installed. */
async function startNginx(bench: Workbench, gatewayPort: number): Promise<Started | null> {
  if (spawnSync('nginx', ['-v']).error !== undefined) {
    process.stdout.write('nginx is not installed and is left out; to have it: sudo apt-get install nginx-light\n');
    return null;
  }
  const folder = bench.folder();
  const port = await ownPort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // One process, as each of the others is one; kept connections on both sides, and no line in any log.
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log off; keepalive_requests 100000000; ${paths.join(' ')}
  upstream gateway { server 127.0.0.1:${gatewayPort}; keepalive 64; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://gateway; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`,
  );
  const program = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  bench.onClose(() => ended(program));
  return { port, pid: program.pid ?? 0 };
}

async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const gone = new Promise((resolve) => {
    program.once('close', resolve);
  });
  program.kill('SIGTERM');
  await gone;
}
