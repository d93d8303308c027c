// `npm run conformance -- --gateway URL`: the suite against any gateway, with a report that says where reality differs
// from the specification. It creates, captures and refunds payments, so it runs on loopback, or where somebody says
// that the gateway is a test one. The API key is in TILLBRIDGE_API_KEY, never in an argument.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { conformanceCases } from './cases/index.ts';
import type { Body } from './http.ts';
import { caseText, speechText, totalsText } from './report.ts';
import { type Suite, runSuite } from './suite.ts';

const usage = `usage: conformance -- --gateway URL --merchant-id ID [options]      (API key in TILLBRIDGE_API_KEY)
  --auth-url URL      root of the token endpoint, if it is not the gateway's
  --mode test         says that a gateway on another machine is a test one; needed there
  --terminal ID       a terminal that commands may be sent to
  --card-data FILE    JSON: the card object of a DIRECT card payment, as this gateway takes it
  --decline-code CODE a code that simulationMode takes for a decline
  --only TEXT         cases whose id begins with it
  --report FILE       writes the report as JSON, too
Exit code: 0 nothing differs, 1 something does, 2 it could not be run.`;

class Unusable extends Error {}

/** The published test number of a card scheme, with the fields that a refund without reference shows for cards. */
const testCard: Body = {
  number: '4111111111111111',
  cardholderName: 'Test Card',
  expiryDate: '203012',
  brand: 'visa',
  securityCode: '123',
};

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function addressOf(name: string, url: string | undefined, mode: string | undefined): string {
  if (url === undefined) throw new Unusable(`${name} is missing`);
  if (!URL.canParse(url)) throw new Unusable(`${name} is no address: ${url}`);
  const { protocol, username, search, hash, href } = new URL(url);
  if (username !== '' || search !== '' || hash !== '') throw new Unusable(`${name} must be a plain root address`);
  if (!isLoopback(url)) {
    if (protocol !== 'https:') throw new Unusable(`${name} must be https: nothing else leaves this machine`);
    if (mode !== 'test') {
      throw new Unusable(
        `${name} is another machine: give --mode test if it is a test environment. Never run this live.`,
      );
    }
  }
  if (protocol !== 'https:' && protocol !== 'http:') throw new Unusable(`${name} must be http or https`);
  return href.replace(/\/+$/, '');
}

function cardOf(file: string | undefined): Body {
  return file === undefined ? testCard : (JSON.parse(readFileSync(file, 'utf8')) as Body);
}

interface Run {
  readonly suite: Suite;
  readonly report: string | undefined;
}

function readArguments(args: string[]): Run {
  const text = { type: 'string' } as const;
  const options = {
    gateway: text,
    'auth-url': text,
    'merchant-id': text,
    mode: text,
    terminal: text,
    'card-data': text,
    'decline-code': text,
    only: text,
    report: text,
  };
  const { values } = parseArgs({ args, options });
  const { mode, only = '' } = values;
  const root = addressOf('--gateway', values.gateway, mode);
  const authRoot = values['auth-url'] === undefined ? root : addressOf('--auth-url', values['auth-url'], mode);
  const apiKey = process.env['TILLBRIDGE_API_KEY'] ?? '';
  if (apiKey === '') throw new Unusable('the API key is missing: put it into TILLBRIDGE_API_KEY');
  const merchantId = values['merchant-id'] ?? '';
  if (merchantId === '') throw new Unusable('--merchant-id is missing');
  const cases = conformanceCases.filter(({ id }) => id.startsWith(only));
  if (cases.length === 0) throw new Unusable(`no case begins with ${only}`);
  return {
    report: values.report,
    suite: {
      address: { root, authRoot, merchantId, apiKey },
      cases,
      startedAt: new Date().toISOString(),
      done: (each) => process.stdout.write(`${caseText(each)}\n`),
      options: {
        terminalId: values.terminal ?? null,
        card: cardOf(values['card-data']),
        declineCode: values['decline-code'] ?? null,
        run: randomBytes(5).toString('hex').toUpperCase(),
      },
    },
  };
}

async function main(): Promise<number> {
  const { suite, report: file } = readArguments(process.argv.slice(2));
  const report = await runSuite(suite);
  process.stdout.write(`\n${speechText(report)}\n\n${totalsText(report)}\n`);
  if (file !== undefined) writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  return report.totals.differs === 0 && report.leftOpen.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`conformance: ${message}\n\n${usage}\n`);
  process.exitCode = 2;
}
