// One request in four languages, made from the example inputs of the operations. They read the bridge's address and the
// token from the environment, TILLBRIDGE_URL and TILLBRIDGE_TOKEN; tests run them as they stand here.
import { type ExampleCall, callInTypeScript } from './example-typescript.ts';
import type { Operation } from './openapi-types.ts';

export const languages = ['curl', 'TypeScript', 'Python', 'C#'] as const;
export type Language = (typeof languages)[number];

/** By the security scheme. */
const authorizations: { readonly [scheme: string]: ExampleCall['authorization'] } = {
  token: { scheme: 'Bearer', variable: 'TILLBRIDGE_TOKEN' },
  pairing: { scheme: 'Pairing', variable: 'TILLBRIDGE_PAIRING_SECRET' },
};

/** What callers wait for at the most before they ask again. */
const waitSeconds = '30';

/** The request of an operation's example. */
export function exampleCall(path: string, method: string, operation: Operation): ExampleCall {
  const schemes = operation.security.flatMap((each) => Object.keys(each));
  const kind = operation['x-kind'] ?? null;
  const { parameters = [] } = operation;
  const valuesIn = (where: string) =>
    Object.fromEntries(
      parameters.flatMap((each) =>
        each.in === where && each.example !== undefined ? [[each.name, each.example] as const] : [],
      ),
    );
  const takesRequestId = kind !== null || parameters.some(({ name }) => name === 'Idempotency-Key');
  const inPath = valuesIn('path');
  const waits = parameters.some(({ name }) => name === 'wait');
  const query: ExampleCall['query'] = { ...valuesIn('query'), ...(waits ? { wait: waitSeconds } : {}) };
  const search = new URLSearchParams(query).toString();
  const [first] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? '');
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    target: `${filled}${search === '' ? '' : `?${search}`}`,
    path: inPath,
    query,
    authorization: authorizations[schemes[0] ?? ''] ?? null,
    kind,
    requestId: takesRequestId ? requestIdOf(kind ?? operation.operationId, first?.value) : null,
    body: first?.value ?? null,
  };
}

/** A reader's own id of the business comes before one that is made for the example. */
function requestIdOf(kind: string, input: unknown): string {
  const { transId } = (input ?? {}) as { readonly transId?: unknown };
  return typeof transId === 'string' ? transId : `${kind}-1`;
}

export function exampleIn(language: Language, call: ExampleCall): string {
  switch (language) {
    case 'curl':
      return inCurl(call);
    case 'TypeScript':
      return callInTypeScript(call);
    case 'Python':
      return inPython(call);
    case 'C#':
      return inCSharp(call);
  }
}

function headersOf({ requestId, body }: ExampleCall): readonly (readonly [string, string])[] {
  return [
    ...(requestId === null ? [] : [['Idempotency-Key', requestId] as const]),
    ...(body === null ? [] : [['Content-Type', 'application/json'] as const]),
  ];
}

/** A stream has no end, so an example takes a part of it. */
const isStream = ({ operationId }: ExampleCall): boolean => operationId === 'followEvents';

function inCurl(call: ExampleCall): string {
  const { method, target, authorization, body } = call;
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const options = [
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    ...(isStream(call) ? ['--no-buffer --max-time 60'] : []),
    ...(authorization === null ? [] : [`--header "Authorization: ${authorization.scheme} $${authorization.variable}"`]),
    ...headersOf(call).map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return [`curl --silent --show-error --fail-with-body "$TILLBRIDGE_URL${target}"`, ...options].join(' \\\n  ');
}

function inPython(call: ExampleCall): string {
  const { method, target, authorization, body } = call;
  const headers = [
    ...(authorization === null
      ? []
      : [`"Authorization": "${authorization.scheme} " + os.environ["${authorization.variable}"]`]),
    ...headersOf(call).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`),
  ];
  const read = isStream(call)
    ? ['for line in answer:', '    print(line.decode().rstrip())']
    : ['print(answer.status, answer.read().decode())'];
  return [
    `import ${body === null ? '' : 'json, '}os, urllib.error, urllib.request`,
    '',
    'request = urllib.request.Request(',
    `    os.environ["TILLBRIDGE_URL"] + ${JSON.stringify(target)},`,
    `    method=${JSON.stringify(method)},`,
    ...(headers.length === 0 ? [] : ['    headers={', ...headers.map((each) => `        ${each},`), '    },']),
    ...(body === null ? [] : [`    data=json.dumps(${pythonOf(body, 1)}).encode(),`]),
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as answer:',
    ...read.map((line) => `        ${line}`),
    'except urllib.error.HTTPError as refusal:',
    '    raise SystemExit(refusal.read().decode())  # A problem: decide by its "code".',
  ].join('\n');
}

/** A JSON value as Python writes it. */
function pythonOf(value: unknown, depth: number): string {
  const [here, inside] = ['    '.repeat(depth), '    '.repeat(depth + 1)];
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) {
    return value.length === 0 ? '[]' : `[${value.map((each) => pythonOf(each, depth)).join(', ')}]`;
  }
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, each]) => `${inside}${JSON.stringify(name)}: ${pythonOf(each, depth + 1)},\n`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join('')}${here}}`;
}

function inCSharp(call: ExampleCall): string {
  const { method, target, authorization, requestId, body } = call;
  const verb = `${method.slice(0, 1)}${method.slice(1).toLowerCase()}`;
  const indented = (JSON.stringify(body, null, 2) ?? '').replaceAll('\n', '\n        ');
  const content = [
    '{',
    '    Content = new StringContent("""',
    `        ${indented}`,
    '        """, null, "application/json"),',
    '};',
  ];
  const send = isStream(call)
    ? [
        'using var answer = await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead);',
        'using var lines = new StreamReader(await answer.Content.ReadAsStreamAsync());',
        'while (await lines.ReadLineAsync() is { } line) Console.WriteLine(line);',
      ]
    : [
        'using var answer = await http.SendAsync(request);',
        'Console.WriteLine($"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");',
      ];
  return [
    ...(authorization === null ? [] : ['using System.Net.Http.Headers;', '']),
    'using var http = new HttpClient { BaseAddress = new Uri(Environment.GetEnvironmentVariable("TILLBRIDGE_URL")!) };',
    ...(authorization === null
      ? []
      : [
          `var secret = Environment.GetEnvironmentVariable("${authorization.variable}");`,
          `http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("${authorization.scheme}", secret);`,
        ]),
    `using var request = new HttpRequestMessage(HttpMethod.${verb}, ${JSON.stringify(target)})${body === null ? ';' : ''}`,
    ...(body === null ? [] : content),
    ...(requestId === null ? [] : [`request.Headers.Add("Idempotency-Key", ${JSON.stringify(requestId)});`]),
    ...send,
  ].join('\n');
}
