// A schema as a reader wants to see it: members with what they may be, shared parts by a link.
import type { JsonSchema } from '#contract/data/json-schema.ts';
import { type Html, html, inline } from './html.ts';

/** Objects this deep are folded; the browser's search opens them. */
const foldedFrom = 2;

export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
const isNull = ({ type }: JsonSchema): boolean => type === 'null';

/** The members of a schema, or nothing where its type says all. */
export function membersOf(schema: JsonSchema, depth = 0): Html | null {
  if (schema.$ref !== undefined) return null;
  const parts = [schema.allOf, schema.oneOf, schema.anyOf].find((each) => each !== undefined);
  if (parts !== undefined) return partsOf(schema, parts, depth);
  if (schema.items !== undefined) return membersOf(schema.items, depth);
  const { properties = {}, required = [], additionalProperties } = schema;
  const rows = Object.entries(properties).map(([name, member]) =>
    memberOf(name, member, required.includes(name), depth),
  );
  const rest =
    typeof additionalProperties === 'object' && rows.length > 0 ? 'Further members are passed on as they are.' : null;
  if (rows.length === 0) return null;
  return html`<dl class="members">${rows}</dl>
    ${rest === null ? null : html`<p class="soft">${rest}</p>`}`;
}

function partsOf(schema: JsonSchema, parts: readonly JsonSchema[], depth: number): Html | null {
  const real = parts.filter((part) => !isNull(part));
  if (real.length === 1) return membersOf(real[0] ?? {}, depth);
  const shown = real
    .map((part) => ({ part, members: membersOf(part, depth) }))
    .filter(({ members }) => members !== null);
  if (shown.length === 0) return null;
  if (schema.allOf !== undefined) return html`${shown.map(({ members }) => members)}`;
  return html`${shown.map(
    ({ part, members }, index) =>
      html`<p class="soft">${index === 0 ? 'Either' : 'or'}${part.title === undefined ? null : ` ${part.title}`}:</p>
        ${members}`,
  )}`;
}

function memberOf(name: string, schema: JsonSchema, required: boolean, depth: number): Html {
  const members = membersOf(schema, depth + 1);
  const nested =
    members === null || depth + 1 < foldedFrom
      ? members
      : html`<details>
          <summary>members of <code>${name}</code></summary>
          ${members}
        </details>`;
  return html`<dt>
      <code>${name}</code> ${typeOf(schema)} ${required ? html`<span class="must">required</span>` : null}
    </dt>
    <dd>${schema.description === undefined ? null : html`<p>${inline(schema.description)}</p>`} ${nested}</dd>`;
}

/** What a value may be, in a few words. */
export function typeOf(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) return linkTo(refName(schema.$ref));
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined) {
    return html`<span class="type">one of ${schema.enum.map((value) => html`<code>${String(value)}</code> `)}</span>`;
  }
  const parts = schema.oneOf ?? schema.anyOf;
  if (parts !== undefined) {
    return html`<span class="type"
      >${parts.map((part, index) => html`${index === 0 ? '' : ' or '}${typeOf(part)}`)}</span
    >`;
  }
  if (schema.allOf !== undefined) {
    return html`${schema.allOf.flatMap((part) => (part.$ref === undefined ? [] : [typeOf(part)]))}`;
  }
  if (schema.items !== undefined) return html`<span class="type">list of ${typeOf(schema.items)}</span>`;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any JSON']);
  return html`<span class="type">${types.join(' or ')}${limitsOf(schema)}</span>`;
}

export function linkTo(name: string): Html {
  return html`<a class="type" href="#schema-${name}">${name}</a>`;
}

function limitsOf({ minLength, maxLength, minimum, maximum, format, pattern }: JsonSchema): Html | null {
  const words = [
    format ?? null,
    between(minLength, maxLength, 'characters'),
    between(minimum, maximum, ''),
    pattern === undefined || pattern.length > 60 ? null : html`<code>${pattern}</code>`,
  ].filter((each) => each !== null);
  return words.length === 0 ? null : html`, ${words.map((each, index) => html`${index === 0 ? '' : ', '}${each}`)}`;
}

function between(least: number | undefined, most: number | undefined, unit: string): string | null {
  if (least === undefined && most === undefined) return null;
  const range =
    most === undefined ? `at least ${least}` : least === undefined ? `at most ${most}` : `${least} to ${most}`;
  return unit === '' ? range : `${range} ${unit}`;
}
