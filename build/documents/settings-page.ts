// `npm run settings`: writes docs/settings.md, every setting of settings.json with its default, from the very schema that
// reads the file. With `--check` it writes nothing and fails where the page in the repository is not the one that would be
// written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { officeSettable } from '#contract/office/office-settings.ts';
import { settingsSchema } from '#settings/settings.ts';
import { whenToChange } from './settings-when.ts';
import { projectRoot } from './specification/rows.ts';

/** The parts of a JSON Schema that the page shows. */
interface Described {
  readonly description?: string;
  readonly default?: unknown;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
  readonly properties?: { readonly [name: string]: Described };
  readonly additionalProperties?: boolean | Described;
}

const code = (value: unknown) => `\`${JSON.stringify(value).replaceAll('","', '", "')}\``;
const row = (...cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;

const whenOf = (name: string): string => whenToChange[name] ?? '';

/** What a value may be, in a few words. */
function valueOf({
  type,
  anyOf,
  minimum,
  maximum,
  properties,
  items,
  additionalProperties,
  ...more
}: Described): string {
  if (more.enum !== undefined) return more.enum.map(code).join(', ');
  if (more.const !== undefined) return code(more.const);
  if (anyOf !== undefined) return anyOf.map(valueOf).join(' or ');
  if (typeof type === 'object') return type.map((each) => valueOf({ type: each })).join(' or ');
  switch (type) {
    case 'array':
      return `list of ${valueOf(items ?? {})}`;
    case 'null':
      return 'null';
    case 'boolean':
      return 'true or false';
    case 'object':
      if (properties !== undefined) return `object with ${Object.keys(properties).join(', ')}`;
      return `by name: ${typeof additionalProperties === 'object' ? valueOf(additionalProperties) : 'anything'}`;
    case 'integer':
    case 'number': {
      const word = type === 'integer' ? 'whole number' : 'number';
      const isBound = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
      return isBound ? `${word}, ${minimum} to ${maximum}` : word;
    }
    case undefined:
    default:
      return 'text';
  }
}

interface Line {
  readonly name: string;
  readonly value: string;
  readonly given: string;
  readonly about: string;
}

function linesOf(name: string, schema: Described): Line[] {
  const { properties, additionalProperties, description: about = '' } = schema;
  const given = schema.default === undefined ? '' : code(schema.default);
  if (properties === undefined) return [{ name, value: valueOf(schema), given, about }];
  return [
    ...(about === '' ? [] : [{ name, value: '', given: '', about }]),
    ...Object.entries(properties).flatMap(([member, each]) => linesOf(`${name}.${member}`, each)),
    ...(typeof additionalProperties === 'object'
      ? [
          {
            name: `${name}.NAME`,
            value: valueOf(additionalProperties),
            given: '',
            about: 'The same for one by its name.',
          },
        ]
      : []),
  ];
}

const { properties = {} } = z.toJSONSchema(settingsSchema, { io: 'input' }) as Described;
const lines = Object.entries(properties).flatMap(([name, each]) => linesOf(name, each));
const unsaid = lines.filter(({ name, about }) => about === '' || whenOf(name) === '').map(({ name }) => name);
const names = new Set(lines.map(({ name }) => name));
const gone = Object.keys(whenToChange).filter((name) => !names.has(name));

const page = `<!-- Written by \`npm run settings\` from main/settings/settings.ts. Do not edit. -->

# Settings

The settings stand in \`settings.json\` in the data folder: one JSON object, in which a name with a point is a member of a member (\`{"people": {"refundLimitMinor": 5000}}\`). Each has a default, so the file holds only what differs. The window changes most of them; the file is read at each start. Where it cannot be read, or a value does not fit, the bridge keeps a copy beside it, says so, and goes by the rest.

An IT department can lock any of them ([policy file](policy.md)). The office of a chain can set these ([the office](office.md)), and no other one: ${officeSettable.map((name) => `\`${name}\``).join(', ')}. The gateway's API key is no setting: it lies in the system's key store, or comes in \`TILLBRIDGE_API_KEY\`.

Amounts are whole numbers of minor units (cents). Paths are dotted names in the gateway's JSON.

${row('setting', 'value', 'default', 'what it is for', 'when to change it')}
${row('---', '---', '---', '---', '---')}
${lines.map(({ name, value, given, about }) => row(`\`${name}\``, value, given, about, whenOf(name))).join('\n')}
`;

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const file = join(projectRoot, 'docs', 'settings.md');
if (unsaid.length > 0 || gone.length > 0) {
  process.stderr.write(`Nothing says what these settings are for, or when to change them: ${unsaid.join(', ')}\n`);
  if (gone.length > 0)
    process.stderr.write(`build/documents/settings-when.ts names what is no setting: ${gone.join(', ')}\n`);
  process.exitCode = 1;
} else if (values.check) {
  const stale = readFileSync(file, 'utf8') !== page;
  if (stale) process.stderr.write('docs/settings.md is stale: npm run settings\n');
  process.exitCode = stale ? 1 : 0;
} else {
  writeFileSync(file, page);
}
