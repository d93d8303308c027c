// The documentation page: the document as a person reads it, whole, with nothing from elsewhere and without a script. The
// browser's own search finds everything on it, and every operation, problem and schema has an address of its own.
import { codesOf } from './openapi.ts';
import { exampleCall, exampleIn, languages } from './examples.ts';
import { type Html, html, inline, paragraphs } from './html.ts';
import type { CodeNote } from './outcome-advice.ts';
import type { KindRule, OpenApiDocument, Operation, Parameter, ResponseObject } from './openapi-types.ts';
import { linkTo, membersOf, refName, typeOf } from './page-schema.ts';

/** What operations share: the schemas, and how many take which as their body. */
interface Shared {
  readonly schemas: OpenApiDocument['components']['schemas'];
  readonly bodies: ReadonlyMap<string, number>;
}

interface Entry {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

/** `base`: where this bridge answers, `http://127.0.0.1:PORT`. */
export function documentPage(
  document: OpenApiDocument,
  { base, version }: { readonly base: string; readonly version: string },
): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ path, method, operation })),
  );
  const groups = document.tags.map((tag) => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const shared: Shared = { schemas: document.components.schemas, bodies: bodiesOf(entries) };
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Tillbridge API</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/page.css" />
      </head>
      <body>
        <a class="skip" href="#content">To the content</a>
        <nav aria-label="Contents" tabindex="0">
          <p class="brand"><a href="#content">Tillbridge API</a></p>
          <ul>
            <li><a href="#start">Getting started</a></li>
          </ul>
          ${groups.map(
            (group) =>
              html`<p class="group"><a href="#${group.name}">${group.name}</a></p>
                <ul>
                  ${group.entries.map(({ operation }) => html`<li><a href="#${operation.operationId}">${labelOf(operation)}</a></li>`)}
                </ul>`,
          )}
          <ul>
            <li><a href="#problems">Problems</a></li>
            <li><a href="#schemas">Schemas</a></li>
          </ul>
        </nav>
        <main id="content">
          <header>
            <h1>Tillbridge API</h1>
            <p class="soft">
              Tillbridge ${version}, at <code>${base}</code>. For programs:
              <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).
            </p>
          </header>
          ${startOf(document, base)}
          ${groups.map(
            (group) =>
              html`<section aria-labelledby="${group.name}">
                <h2 id="${group.name}">${group.name}</h2>
                <p>${group.description}</p>
                ${group.entries.map((entry) => operationOf(entry, shared))}
              </section>`,
          )}
          ${problemsOf(document)} ${outcomesOf('failures', 'Failures', failuresAbout, document['x-failures'])}
          ${outcomesOf('doubts', 'Doubts', doubtsAbout, document['x-doubts'])} ${schemasOf(shared)}
        </main>
      </body>
    </html>`;
  return page.html;
}

const labelOf = (operation: Operation): string => operation['x-kind'] ?? operation.operationId;

function startOf({ info, tags }: OpenApiDocument, base: string): Html {
  const pairs = tags.some(({ name }) => name === 'pairing');
  const how = pairs ? html`by <a href="#pairing">pairing</a>, ` : null;
  return html`<section aria-labelledby="start">
    <h2 id="start">Getting started</h2>
    ${paragraphs(info.description)}
    <h3>Token</h3>
    <p>
      A program has a token of its own, with scopes that a person gave it: ${how}in the window under Settings, or with
      the command <code>token create --data-dir DIR --name NAME --scopes a,b</code> of the bridge (<code
        >npm run -s bridge -- token create</code
      >
      in its folder). It goes with every request as <code>Authorization: Bearer TOKEN</code>. The examples read it, and
      the bridge's address, from the environment:
    </p>
    ${codeBlock('Environment', `export TILLBRIDGE_URL=${base}\nexport TILLBRIDGE_TOKEN=...`)}
    <p>
      Ids in capitals (PAY_ID) stand for those of your own. Each C# example is a whole program for .NET 7 or newer (C#
      11), with implicit usings, as new projects have them.
    </p>
  </section>`;
}

function operationOf({ path, method, operation }: Entry, shared: Shared): Html {
  const { operationId, summary, description } = operation;
  return html`<article aria-labelledby="${operationId}">
    <h3 id="${operationId}"><a href="#${operationId}">${summary}</a></h3>
    <p class="address"><span class="method">${method.toUpperCase()}</span> <code>${path}</code></p>
    ${description === undefined ? null : paragraphs(description)} ${factsOf(operation)} ${parametersOf(operation)}
    ${bodyOf(operation, shared)} ${answersOf(operation)} ${refusalsOf(operation)}
    ${examplesOf({ path, method, operation })}
  </article>`;
}

const waitWords: { readonly [may in KindRule['mayWait']]: string } = {
  always: 'it may wait for the connection',
  'if-shop-allows': 'it may wait for the connection where the shop allows it',
  never: 'it cannot wait: refused while offline',
};

function factsOf(operation: Operation): Html {
  const scopes = [...new Set(operation.security.flatMap((each) => Object.values(each).flat()))];
  const rules = operation['x-rules'] ?? [];
  const scopeWords =
    operation.security.length === 0
      ? html`none; no token is needed`
      : scopes.length === 0
        ? html`that of the operation`
        : html`${scopes.map((scope, index) => html`${index === 0 ? '' : ' or '}<code>${scope}</code>`)}`;
  return html`<ul class="facts">
    <li><strong>Scope:</strong> ${scopeWords}</li>
    ${rules.map(ruleOf)}
    ${
      operation['x-gateway-key'] === undefined
        ? null
        : html`<li>
            <strong>Sent to the gateway:</strong>
            ${operation['x-gateway-key'] ? 'with an Idempotency-Key' : 'without an Idempotency-Key, which it does not list here'}
          </li>`
    }
  </ul>`;
}

function ruleOf({ when, scope, mayWait }: KindRule): Html {
  const [condition] = Object.entries(when);
  if (condition === undefined) return html`<li><strong>Offline:</strong> ${waitWords[mayWait]}</li>`;
  const [name, value] = condition;
  return html`<li><code>${name}</code> <code>${value}</code>: scope <code>${scope}</code>; ${waitWords[mayWait]}</li>`;
}

function parametersOf({ parameters = [] }: Operation): Html | null {
  if (parameters.length === 0) return null;
  const places: { readonly [where in Parameter['in']]: string } = { path: 'path', query: 'query', header: 'header' };
  return html`<h4>Parameters</h4>
    <dl class="members">
      ${parameters.map(
        ({ name, in: where, required, description, schema }) =>
          html`<dt>
              <code>${name}</code> <span class="soft">${places[where]}</span> ${typeOf(schema)}
              ${required ? html`<span class="must">required</span>` : null}
            </dt>
            <dd>${description === undefined ? null : html`<p>${inline(description)}</p>`}</dd>`,
      )}
    </dl>`;
}

/** The schema of a body stands with its operation, where no other takes it. */
function bodyOf({ requestBody }: Operation, { schemas, bodies }: Shared): Html | null {
  const [media] = Object.entries(requestBody?.content ?? {});
  if (media === undefined) return null;
  const [mediaType, { schema = {} }] = media;
  const name = bodyName(requestBody);
  const own = name !== null && bodies.get(name) === 1;
  const shown = name === null ? schema : (schemas[name] ?? schema);
  const title = html`Body <span class="soft">${mediaType}</span>`;
  const members = membersOf(shown);
  const named = name === null || own ? null : html`<p>${typeOf(schema)}</p>`;
  return html`${own ? html`<h4 id="schema-${name}">${title}</h4>` : html`<h4>${title}</h4>`} ${named}
  ${members === null ? html`<p>${typeOf(shown)}</p>` : members}`;
}

function bodiesOf(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const names = entries.flatMap(({ operation }) => bodyName(operation.requestBody) ?? []);
  return new Map(names.map((name) => [name, names.filter((each) => each === name).length]));
}

function bodyName(requestBody: Operation['requestBody']): string | null {
  const [media] = Object.values(requestBody?.content ?? {});
  return media?.schema?.$ref === undefined ? null : refName(media.schema.$ref);
}

const isAnswer = ([status]: readonly [string, ResponseObject]): boolean => /^[123]/.test(status);

function answersOf({ responses }: Operation): Html {
  return html`<h4>Answers</h4>
    <dl class="members">
      ${Object.entries(responses)
        .filter(isAnswer)
        .map(([status, { description, headers = {}, content = {} }]) => {
          const [media] = Object.entries(content);
          const body =
            media === undefined
              ? null
              : html`${media[1].schema === undefined ? null : typeOf(media[1].schema)}
                  <span class="soft">${media[0]}</span>`;
          return html`<dt><code>${status}</code> ${body}</dt>
            <dd>
              <p>${inline(description)}</p>
              ${Object.entries(headers).map(([name, header]) => html`<p><code>${name}</code> ${header.description}</p>`)}
            </dd>`;
        })}
    </dl>`;
}

function refusalsOf({ responses }: Operation): Html {
  const refusals = Object.entries(responses).filter((each) => !isAnswer(each) && each[0] !== 'default');
  return html`<h4>Problems</h4>
    <ul class="codes">
      ${refusals.map(
        ([status, response]) =>
          html`<li>
            <code>${status}</code> ${codesOf(response).map((code) => html`<a href="#problem-${code}">${code}</a> `)}
          </li>`,
      )}
    </ul>`;
}

function examplesOf({ path, method, operation }: Entry): Html {
  const call = exampleCall(path, method, operation);
  const more = Object.values(operation.requestBody?.content['application/json']?.examples ?? {}).slice(1);
  return html`<h4>Examples</h4>
    ${languages.map(
      (language, index) =>
        html`<details class="example" ${index === 0 ? { html: 'open' } : null}>
          <summary>${language}</summary>
          ${codeBlock(`${operation.summary}, in ${language}`, exampleIn(language, call))}
        </details>`,
    )}
    ${more.map(
      ({ summary, value }) =>
        html`<details class="example">
          <summary>Another body: ${summary}</summary>
          ${codeBlock(summary, JSON.stringify(value, null, 2))}
        </details>`,
    )}`;
}

/** It scrolls by itself where a line is long, so the keyboard must reach it. */
function codeBlock(label: string, code: string): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${code}</code></pre>`;
}

function problemsOf(document: OpenApiDocument): Html {
  return html`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <p>
      Every refusal is an RFC 9457 problem (${linkTo('Problem')}, <code>application/problem+json</code>). Decide by its
      <code>code</code>, which is stable; the words may change.
    </p>
    <dl class="problems">
      ${Object.entries(document['x-problems']).map(
        ([code, { status, title, advice }]) =>
          html`<dt id="problem-${code}"><code>${code}</code> <span class="soft">${status}</span></dt>
            <dd>
              <p>${title}.</p>
              <p>${inline(advice)}</p>
            </dd>`,
      )}
    </dl>
  </section>`;
}

const failuresAbout = 'Why an operation did not happen: its `failure.code`. No money moved.';
const doubtsAbout =
  'Why the outcome of an operation is not known: its `doubt.code`. Money may have moved, so never repeat it under another request id.';

function outcomesOf(id: string, title: string, about: string, notes: { readonly [code: string]: CodeNote }): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <p>${inline(about)}</p>
    <dl class="problems">
      ${Object.entries(notes).map(
        ([code, { meaning, advice }]) =>
          html`<dt id="${id}-${code}"><code>${code}</code></dt>
            <dd>
              <p>${inline(meaning)}</p>
              <p>${inline(advice)}</p>
            </dd>`,
      )}
    </dl>
  </section>`;
}

function schemasOf({ schemas, bodies }: Shared): Html {
  const listed = Object.entries(schemas).filter(([name]) => bodies.get(name) !== 1);
  return html`<section aria-labelledby="schemas">
    <h2 id="schemas">Schemas</h2>
    ${listed.map(
      ([name, schema]) =>
        html`<article aria-labelledby="schema-${name}">
          <h3 id="schema-${name}"><a href="#schema-${name}">${name}</a></h3>
          ${schema.description === undefined ? null : html`<p>${inline(schema.description)}</p>`}
          ${schema.properties === undefined ? html`<p>${typeOf(schema)}</p>` : null} ${membersOf(schema)}
        </article>`,
    )}
  </section>`;
}
