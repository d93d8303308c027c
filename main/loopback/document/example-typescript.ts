// An example with the client package, which names what it does; where the package has no name for it, with fetch.

/** A request as it goes out. */
export interface ExampleCall {
  readonly operationId: string;
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly path: { readonly [parameter: string]: string };
  readonly query: { readonly [parameter: string]: string };
  /** What the Authorization header says, before the variable of the environment that follows it. */
  readonly authorization: { readonly scheme: string; readonly variable: string } | null;
  readonly kind: string | null;
  readonly requestId: string | null;
  readonly body: unknown;
}

/** A call of the package, by the operation's id. */
const calls: { readonly [operationId: string]: (call: ExampleCall) => readonly string[] } = {
  listOperations: () => [
    'const { operations, next } = await bridge.operations.list({ limit: 20 });',
    'console.log(operations.length, next);',
  ],
  getOperation: ({ path }) => [
    `const operation = await bridge.operations.waitUntilFinal(${text(path['id'])}, { orNeedsPerson: true });`,
    'console.log(operation.state);',
  ],
  cancelOperation: ({ path }) => [
    `const operation = await bridge.operations.cancel(${text(path['id'])});`,
    'console.log(operation.state);',
  ],
  getPaymentByTransId: ({ query }) => [`console.log(await bridge.payments.byTransId(${text(query['transId'])}));`],
  getPayment: ({ path }) => [`console.log(await bridge.payments.get(${text(path['payId'])}));`],
  listCustomers: () => ['console.log(await bridge.customers.list());'],
  getCustomer: ({ path }) => [`console.log(await bridge.customers.get(${text(path['customerId'])}));`],
  listPaymentMethods: ({ path }) => [
    `console.log(await bridge.customers.paymentMethods(${text(path['customerId'])}));`,
  ],
  getPaymentMethod: ({ path }) => [
    `console.log(await bridge.customers.paymentMethod(${text(path['customerId'])}, ${text(path['paymentMethodId'])}));`,
  ],
  listTerminals: () => ['console.log(await bridge.terminals.list());'],
  getStatus: () => ['console.log(await bridge.status());'],
  getCurrentShift: () => ['console.log(await bridge.shifts.current());'],
  getClosedShift: ({ path }) => [`console.log(await bridge.shifts.get(${path['number'] ?? '1'}));`],
  listDevices: () => ['console.log(await bridge.devices.list());'],
  print: ({ body, requestId }) => {
    const { device, document } = body as { readonly device: string; readonly document: unknown };
    return [
      `const document = ${inTypeScript(document)} as const;`,
      `const job = await bridge.devices.print(${inTypeScript(device)}, document, {`,
      `  requestId: ${inTypeScript(requestId)}, // Of your own, and stored before you send.`,
      '  waitSeconds: 30,',
      '});',
      'console.log(job.state, job.waitingFor);',
    ];
  },
  getPrintJob: ({ path }) => [`console.log(await bridge.devices.job(${text(path['id'])}, { waitSeconds: 30 }));`],
  cancelPrintJob: ({ path }) => [`console.log(await bridge.devices.cancel(${text(path['id'])}));`],
  decidePrintJob: ({ path, body }) => [
    `console.log(await bridge.devices.decide(${text(path['id'])}, ${inTypeScript(body)}));`,
  ],
  openDrawer: ({ path, body }) => [
    `console.log(await bridge.devices.openDrawer(${text(path['id'])}, ${text((body as { readonly reason: string }).reason)}));`,
  ],
  writeDisplay: ({ path, body }) => [
    `console.log(await bridge.devices.write(${text(path['id'])}, ${inTypeScript((body as { readonly lines: readonly string[] }).lines)}));`,
  ],
  getWebhook: () => ['console.log(await bridge.webhook.get());'],
  setWebhook: ({ body }) => [
    `const { webhook, secret } = await bridge.webhook.set(${inTypeScript((body as { readonly url: string }).url)});`,
    'console.log(webhook?.state, secret?.length);',
  ],
  followEvents: () => ['for await (const event of bridge.events.stream()) console.log(event.type);'],
};

const text = (value: string | undefined): string => inTypeScript(value ?? '');

export function callInTypeScript(call: ExampleCall): string {
  if (call.operationId === 'askForPairing') return pairing(call);
  const own = call.kind === null ? calls[call.operationId]?.(call) : submission(call);
  if (own === undefined) return withFetch(call);
  const thrown =
    call.kind === null ? [] : ["// It throws what isTillbridgeError() narrows: 'refused' has the problem's code."];
  return [
    "import { Tillbridge } from '@tillbridge/client';",
    '',
    "const { TILLBRIDGE_URL: baseUrl = '', TILLBRIDGE_TOKEN: token = '' } = process.env;",
    'const bridge = new Tillbridge({ baseUrl, token });',
    ...thrown,
    ...own,
  ].join('\n');
}

/** The package asks, shows the digits, and fetches what was granted. */
function pairing({ body }: ExampleCall): string {
  const { name, scopes } = body as { readonly name: string; readonly scopes: readonly string[] };
  return [
    "import { pair } from '@tillbridge/client';",
    '',
    "const baseUrl = process.env.TILLBRIDGE_URL ?? '';",
    `const pairing = await pair({ baseUrl, name: ${inTypeScript(name)}, scopes: ${inTypeScript(scopes)} });`,
    'console.log(pairing.code); // The person compares it with the six digits at the till.',
    'const { token, identity } = await pairing.granted(); // Keep both; the token is given this once.',
    'console.log(token.length, identity.keyId);',
  ].join('\n');
}

function submission({ kind, body, requestId }: ExampleCall): readonly string[] {
  return [
    `const input = ${inTypeScript(body)} as const;`,
    `const operation = await bridge.operations.submit(${inTypeScript(kind)}, input, {`,
    `  requestId: ${inTypeScript(requestId)}, // Of your own, and stored before you send.`,
    '  waitSeconds: 30,',
    '});',
    'console.log(operation.state);',
  ];
}

function withFetch({ method, target, authorization }: ExampleCall): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: ${inTypeScript(method)}`]),
    ...(authorization === null
      ? []
      : [`headers: { Authorization: \`${authorization.scheme} \${process.env.${authorization.variable}}\` }`]),
  ];
  const second = options.length === 0 ? '' : `, {\n${options.map((each) => `  ${each},\n`).join('')}}`;
  return [
    `const answer = await fetch(\`\${process.env.TILLBRIDGE_URL}${target}\`${second});`,
    'console.log(answer.status, await answer.text());',
  ].join('\n');
}

/** A JSON value as TypeScript writes it. */
function inTypeScript(value: unknown, depth = 0): string {
  const [here, inside] = ['  '.repeat(depth), '  '.repeat(depth + 1)];
  if (typeof value === 'string')
    return `'${JSON.stringify(value)
      .slice(1, -1)
      .replaceAll(String.raw`\"`, '"')
      .replaceAll("'", String.raw`\'`)}'`;
  if (Array.isArray(value)) return `[${value.map((each) => inTypeScript(each, depth)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${inside}${nameOf(name)}: ${inTypeScript(each, depth + 1)},\n`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join('')}${here}}`;
}

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);
