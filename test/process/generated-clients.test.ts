// Types that somebody generates from the OpenAPI document for Python and C#, by quicktype: they compile, write a sale that a
// real bridge takes, and read its lists and reports with every item of its type. The one for TypeScript is in
// test/integration/client/generated.test.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputData, JSONSchemaInput, quicktype } from 'quicktype-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resultOf, run } from '#support/client-shop.ts';
import { Shop } from '#support/shop.ts';
import { projectRoot } from '../../build/documents/specification/rows.ts';

/** Under these names a program finds what it sends and gets. */
const wanted = {
  page: 'OperationPage',
  report: 'ShiftReport',
  terminals: 'Terminals',
  problem: 'Problem',
  sale: 'SaleInput',
};
/** Where Debian puts what the generated C# reads JSON with. */
const newtonsoft = '/usr/lib/cli/Newtonsoft.Json-5.0';
const shop = new Shop({ bridgeArgs: ['--terminal', 'T1'] });
let folder = '';

beforeAll(async () => {
  folder = shop.bench.folder();
  await shop.open('status,sale,refund,export');
}, 60_000);
afterAll(() => shop.close());

/** The schemas of the document as one, which is how a generator of types takes them. */
function schemaOfApi(): string {
  const document = readFileSync(join(projectRoot, 'docs/loopback-openapi.json'), 'utf8');
  const { components }: { components: { schemas: object } } = JSON.parse(
    document.replaceAll('#/components/schemas/', '#/definitions/'),
  );
  const properties = Object.fromEntries(
    Object.entries(wanted).map(([name, schema]) => [name, { $ref: `#/definitions/${schema}` }]),
  );
  return JSON.stringify({ type: 'object', properties, additionalProperties: false, definitions: components.schemas });
}

async function generate(lang: 'python' | 'csharp', rendererOptions: Record<string, string>): Promise<string> {
  const schemas = new JSONSchemaInput(undefined);
  await schemas.addSource({ name: 'Everything', schema: schemaOfApi() });
  const inputData = new InputData();
  inputData.addInput(schemas);
  return (await quicktype({ inputData, lang, rendererOptions })).lines.join('\n');
}

/** What both programs print: the sale as it was taken, then the list, the takings and the terminal. */
const expected = [
  ['succeeded', 1, 'EUR', 1234],
  ['succeeded', 1, 1234, true],
  ['refusal', 400, 'transId', 'required'],
  ['EUR', true],
  ['T1', false],
];

const python = `
import json, sys, urllib.request, urllib.error
from datetime import datetime
from generated import Everything, Amount, SaleInput
url, token = sys.argv[1:]

def ask(path, body=None, key=None):
    request = urllib.request.Request(url + path, None if body is None else json.dumps(body).encode())
    request.add_header('Authorization', 'Bearer ' + token)
    request.add_header('Content-Type', 'application/json')
    if key: request.add_header('Idempotency-Key', key)
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as refused:
        return json.load(refused)

def read(name, value):
    return getattr(Everything.from_dict({name: value}), name)

said = []
body = SaleInput(amount=Amount(currency='EUR', value=1234), pos_terminal_id='T1', trans_id='python-1').to_dict()
sold = ask('/v1/operations/sale?wait=30', body, 'python-1')
[operation] = read('page', {'operations': [sold], 'next': None}).operations
said.append([operation.state.value, operation.attempts, operation.approved.currency, operation.approved.value])
[listed] = read('page', ask('/v1/operations?transId=python-1')).operations
said.append([listed.state.value, listed.attempts, listed.approved.value, isinstance(listed.created_at, datetime)])
del body['transId']
problem = read('problem', ask('/v1/operations/sale', body, 'python-2'))
said.append(['refusal', problem.status, problem.issues[0].field, problem.issues[0].code.value])
taken = read('report', ask('/v1/shifts/current')).sections[0].takings[0].taken
said.append([taken.currency, taken.value >= 1234])
terminal = read('terminals', ask('/v1/terminals')).terminals[0]
said.append([terminal.id, terminal.busy])
print(json.dumps(said))
`;

const csharp = `
using System; using System.Collections.Generic; using System.IO; using System.Net; using System.Text;
using Newtonsoft.Json;
using QuickType;

public static class Program
{
    private static string Url, Token;

    private static string Ask(string path, string body = null, string key = null)
    {
        var request = (HttpWebRequest)WebRequest.Create(Url + path);
        request.Headers["Authorization"] = "Bearer " + Token;
        if (key != null) request.Headers["Idempotency-Key"] = key;
        if (body != null)
        {
            request.Method = "POST";
            request.ContentType = "application/json";
            var bytes = Encoding.UTF8.GetBytes(body);
            request.GetRequestStream().Write(bytes, 0, bytes.Length);
        }
        WebResponse answer;
        try { answer = request.GetResponse(); }
        catch (WebException refused) { answer = refused.Response; }
        using (var reader = new StreamReader(answer.GetResponseStream(), Encoding.UTF8)) return reader.ReadToEnd();
    }

    private static Everything Read(string name, string json) => Everything.FromJson("{\\"" + name + "\\":" + json + "}");

    public static void Main(string[] args)
    {
        Url = args[0];
        Token = args[1];
        var said = new List<object[]>();
        var sale = new SaleInput { TransId = "csharp-1", PosTerminalId = "T1", Amount = new Amount { Value = 1234, Currency = "EUR" } };
        var sold = Ask("/v1/operations/sale?wait=30", JsonConvert.SerializeObject(sale, Converter.Settings), "csharp-1");
        var operation = Read("page", "{\\"operations\\":[" + sold + "],\\"next\\":null}").Page.Operations[0];
        said.Add(new object[] { operation.State.ToString().ToLower(), operation.Attempts, operation.Approved.Currency, operation.Approved.Value });
        var listed = Read("page", Ask("/v1/operations?transId=csharp-1")).Page.Operations[0];
        DateTimeOffset created = listed.CreatedAt;
        said.Add(new object[] { listed.State.ToString().ToLower(), listed.Attempts, listed.Approved.Value, created.Year > 2000 });
        var problem = Read("problem", Ask("/v1/operations/sale", "{\\"posTerminalId\\":\\"T1\\"}", "csharp-2")).Problem;
        said.Add(new object[] { "refusal", problem.Status, problem.Issues[1].Field, problem.Issues[1].Code.ToString().ToLower() });
        var taken = Read("report", Ask("/v1/shifts/current")).Report.Sections[0].Takings[0].Taken;
        said.Add(new object[] { taken.Currency, taken.Value >= 1234 });
        var terminal = Read("terminals", Ask("/v1/terminals")).Terminals.TerminalsTerminals[0];
        said.Add(new object[] { terminal.Id, terminal.Busy });
        Console.WriteLine(JsonConvert.SerializeObject(said));
    }
}
`;

/** Debian's own, which has Debian's modules. */
const systemPython = process.platform === 'linux' ? '/usr/bin/python3' : 'python3';

describe('generated types write a sale that is taken, and read lists, reports and refusals', () => {
  test('for Python', async () => {
    writeFileSync(join(folder, 'generated.py'), await generate('python', { 'python-version': '3.7' }));
    writeFileSync(join(folder, 'program.py'), python);
    const said = await resultOf(run(systemPython, [join(folder, 'program.py'), shop.bridgeUrl, shop.token]));
    expect(said).toEqual(expected);
  }, 60_000);

  test('for C#', async () => {
    const [types, program, built] = [
      join(folder, 'Generated.cs'),
      join(folder, 'Program.cs'),
      join(folder, 'Program.exe'),
    ];
    writeFileSync(types, await generate('csharp', { framework: 'NewtonSoft', 'csharp-version': '6' }));
    writeFileSync(program, csharp);
    const library = join(newtonsoft, 'Newtonsoft.Json.dll');
    const compiler = run('mcs', ['-langversion:7', `-r:${library}`, `-out:${built}`, types, program]);
    expect(await compiler.exited(), `${compiler.stdoutLines.join('\n')}${compiler.stderrText}`).toBe(0);
    const said = await resultOf(run('mono', [built, shop.bridgeUrl, shop.token], { MONO_PATH: newtonsoft }));
    expect(said).toEqual(expected);
  }, 60_000);
});
