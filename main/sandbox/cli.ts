// `npm run -s sandbox -- --port P [--merchant-id ID --api-key KEY] [--data-dir DIR]`: the gateway's interface alone.
// stdout carries exactly one line, the ready line; everything else goes to stderr.
import { parseArgs } from 'node:util';
import { type SandboxOptions, startSandbox } from './server.ts';

const usage = `usage: sandbox -- --port PORT [--merchant-id ID --api-key KEY] [--data-dir DIR]
                  [--terminal-delay-ms MS] [--token-seconds S] [--webhooks basic|enhanced|off] [--webhook-key KEY]
  --port PORT             0 takes a free port
  --merchant-id, --api-key  accept these credentials only; without them, any that are not empty
  --data-dir DIR          keep payments and idempotency keys there; without it, in memory
  --terminal-delay-ms MS  how long a terminal takes to answer (default 1000)
  --token-seconds S       lifetime of an access token (default 600)
  --webhooks TYPE         notifications of hosted payments: basic, enhanced (signed) or off (default basic)
  --webhook-key KEY       signs the enhanced ones (default sandbox-webhook-key)`;

class UsageError extends Error {}

function readOptions(args: string[]): SandboxOptions {
  const { values } = parseArgs({
    args,
    strict: true,
    allowPositionals: false,
    options: {
      port: { type: 'string' },
      'merchant-id': { type: 'string' },
      'api-key': { type: 'string' },
      'data-dir': { type: 'string' },
      'terminal-delay-ms': { type: 'string' },
      'token-seconds': { type: 'string' },
      webhooks: { type: 'string' },
      'webhook-key': { type: 'string' },
    },
  });
  const merchantId = filled(values['merchant-id'], '--merchant-id');
  const apiKey = filled(values['api-key'], '--api-key');
  if ((merchantId === undefined) !== (apiKey === undefined)) {
    throw new UsageError('--merchant-id and --api-key go together');
  }
  if (values.port === undefined) throw new UsageError('--port is required');
  return {
    port: wholeNumber(values.port, '--port', 0, 65_535) ?? 0,
    merchantId,
    apiKey,
    dataDir: filled(values['data-dir'], '--data-dir'),
    terminalDelayMs: wholeNumber(values['terminal-delay-ms'], '--terminal-delay-ms', 0, 3_600_000),
    tokenSeconds: wholeNumber(values['token-seconds'], '--token-seconds', 1, 86_400),
    webhooks: webhooksOf(values.webhooks, filled(values['webhook-key'], '--webhook-key')),
  };
}

function webhooksOf(type: string | undefined, key: string | undefined): SandboxOptions['webhooks'] {
  if (type !== undefined && type !== 'basic' && type !== 'enhanced' && type !== 'off') {
    throw new UsageError('--webhooks must be basic, enhanced or off');
  }
  return { ...(type === undefined ? {} : { type }), ...(key === undefined ? {} : { key }) };
}

function filled(value: string | undefined, name: string): string | undefined {
  if (value === '') throw new UsageError(`${name} must not be empty`);
  return value;
}

function wholeNumber(value: string | undefined, name: string, least: number, most: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}`);
}

/** parseArgs throws TypeErrors whose messages name the argument. */
function optionsOrExit(): SandboxOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`);
    process.exit(2);
  }
}

function reasonOf(error: unknown, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `port ${port} is already in use; choose another with --port, or 0 for a free one`;
  if (code === 'EACCES') return `no permission: ${error instanceof Error ? error.message : ''}`;
  return error instanceof Error ? error.message : String(error);
}

const options = optionsOrExit();
try {
  const sandbox = await startSandbox(options);
  const stop = (): void => {
    void sandbox.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  const ready = { event: 'ready', url: sandbox.url, dataDir: options.dataDir ?? null, pid: process.pid };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
} catch (error) {
  process.stderr.write(`sandbox: ${reasonOf(error, options.port)}\n`);
  process.exit(1);
}
