// Which names the members of a body to the gateway may not have. Open bodies pass names on that the bridge does not
// know; a gateway that reads names without regard to capitals or signs would take one that only looks unknown for the
// member that scopes, sums and limits were checked by. So a name that folds to a known one is refused, and so are two
// that fold to the same. `metadata` is the caller's own: the gateway returns it unchanged, and reads it only where the
// shop's settings name a field in it.
import { type FieldIssue, mostIssues, ruleIssue } from '#contract/data/issue-words.ts';
import { type Json, type JsonObject, isJsonObject, textAt } from '#contract/data/json.ts';
import { bareName } from '#contract/text/plain-text.ts';
import type { Command } from '#operations/define.ts';
import { type KnownNames, type Schemas, knownNames, membersOf } from '#operations/known-names.ts';
import type { Environment } from '../ports/record.ts';

// Names that mean the same in the whole interface, whether or not a body's schema has them.
const everywhere: readonly string[] = [
  'payId',
  'transId',
  'refNr',
  'amount',
  'merchantId',
  'metadata',
  'simulationMode',
];

interface Place {
  /** Dotted, with a point at its end; empty for the body. */
  readonly path: string;
  readonly schemas: Schemas;
  /** What the shop's settings name from here on. */
  readonly named: readonly (readonly string[])[];
}

const noSchemas: Schemas = [];

/** `named`: dotted fields of this body that the shop's settings name. */
export function spellingIssues(command: Command, input: JsonObject, named: readonly string[]): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const body = { path: '', schemas: [command.input], named: named.map((path) => path.split('.')) };
  look(input, body, { issues, known: new Map(), othersAreNamed: command.othersAreNamed });
  return issues;
}

interface Found {
  readonly issues: FieldIssue[];
  /** The members of a list share their schemas: their names are folded once. */
  readonly known: Map<Schemas, KnownNames>;
  readonly othersAreNamed: boolean;
}

function look(value: Json, place: Place, found: Found): void {
  if (found.issues.length >= mostIssues) return;
  if (Array.isArray(value)) {
    const schemas = membersOf(place.schemas);
    for (const [index, member] of value.entries()) {
      if (isHeld(member)) look(member, { path: `${place.path}${index}.`, schemas, named: [] }, found);
    }
    return;
  }
  if (!isJsonObject(value)) return;
  const { path, schemas, named } = place;
  const known = found.known.get(schemas) ?? knownNames(schemas);
  found.known.set(schemas, known);
  const more = [...(path === '' ? everywhere : []), ...named.flatMap(([name]) => name ?? [])];
  const meant = more.length === 0 ? known.byFold : withNames(known.byFold, more);
  const seen = new Map<string, string>();
  for (const [name, member] of Object.entries(value)) {
    if (found.issues.length >= mostIssues) return;
    if (known.isOpen && !known.exact.has(name)) {
      const isUnknown = path === '' && found.othersAreNamed && !more.includes(name);
      const issue = issueOf(name, meant, seen) ?? (isUnknown ? unknownIssue : null);
      if (issue !== null) found.issues.push({ field: `${path}${name}`, ...issue });
    }
    if (!isHeld(member)) continue;
    const below = named.filter(([first, ...rest]) => first === name && rest.length > 0).map(([, ...rest]) => rest);
    if (name === 'metadata' && below.length === 0) continue;
    look(member, { path: `${path}${name}.`, schemas: known.exact.get(name) ?? noSchemas, named: below }, found);
  }
}

const unknownIssue = {
  code: 'unknown-field',
  message: 'is not a field of this command; others that the gateway takes stand in the setting terminalFields',
} as const;

function withNames(byFold: ReadonlyMap<string, string>, names: readonly string[]): ReadonlyMap<string, string> {
  return new Map([...byFold, ...names.map((name) => [bareName(name), name] as const)]);
}

function isHeld(member: Json): boolean {
  return typeof member === 'object' && member !== null;
}

/** `seen` takes the names of the object that nothing is known of, by their fold. */
function issueOf(
  name: string,
  meant: ReadonlyMap<string, string>,
  seen: Map<string, string>,
): Omit<FieldIssue, 'field'> | null {
  const folded = bareName(name);
  const right = meant.get(folded);
  if (right !== undefined) {
    if (right === name) return null;
    return { code: 'other-spelling', params: { name: right }, message: `is written ${right}` };
  }
  const first = seen.get(folded);
  // Numbers are no words: `1.9` is not `19`.
  if (first === undefined || !/\p{L}/u.test(folded)) {
    seen.set(folded, name);
    return null;
  }
  const message = `is the same name as ${first}, written in another way`;
  return { code: 'same-name', params: { name: first }, message };
}

const merchantWords = 'must be the merchant id that this till works for, or be left out';

/** A till works for one merchant. In training no gateway is there to work for another. */
export function merchantIssue(input: JsonObject, { merchantId, mode }: Environment): FieldIssue | null {
  if (mode === 'training' || !Object.hasOwn(input, 'merchantId')) return null;
  return textAt(input, 'merchantId') === merchantId ? null : { field: 'merchantId', ...ruleIssue(merchantWords) };
}
