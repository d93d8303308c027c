// The API's own document, for programs and for those who write them. Nothing in it is secret and a browser cannot send
// a token, so it needs none. It is made when it is first asked for: the start of the program loads nothing of it.
import { z } from 'zod';
import { type Answer, type Headers, problemAnswer, textAnswer } from '#http/answer.ts';
import { readQuery } from '#http/query.ts';
import type { RouteAbout } from '../schemas/about.ts';
import type { LoopbackContext, LoopbackPorts, Route } from '../request/context.ts';
import type { RouteGroups } from '../document/openapi.ts';
import { foreignOrigin } from '../access/origin.ts';

const noQuery = z.object({});

const documentAbout: RouteAbout = {
  operationId: 'getOpenApi',
  summary: 'Read this document, for programs',
  tag: 'bridge',
  query: noQuery,
  answers: { 200: { description: 'OpenAPI 3.1', schema: 'OpenApi' } },
  problems: ['origin-refused'],
};

const pageAbout: RouteAbout = {
  operationId: 'getDocs',
  summary: 'Read this document, as a page',
  tag: 'bridge',
  query: noQuery,
  answers: { 200: { description: 'A page that needs nothing from the network', mediaType: 'text/html' } },
  problems: ['origin-refused'],
};

const styleAbout: RouteAbout = {
  operationId: 'getDocsStyle',
  summary: 'Read the style of the page',
  tag: 'bridge',
  query: noQuery,
  answers: { 200: { description: 'Its style', mediaType: 'text/css' } },
  problems: ['origin-refused'],
};

/** No script at all, and nothing from anywhere else; `data:` is the empty icon. */
const pageHeaders: Headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
};

/** `groups`: the whole table, asked for when it is there. */
export function documentRoutes(ports: LoopbackPorts, groups: () => RouteGroups): Route[] {
  const document = async () => (await import('../document/openapi.ts')).loopbackDocument(groups());
  const texts = new Map<string, Promise<string>>();
  const once = (name: string, make: () => Promise<string>): Promise<string> => {
    const made = texts.get(name) ?? make();
    texts.set(name, made);
    return made;
  };
  const open = { method: 'GET', scope: null } as const;
  return [
    {
      ...open,
      path: '/openapi.json',
      about: documentAbout,
      handle: bounded(
        ports,
        async (context) =>
          refusal(ports, context) ??
          answer('application/json', await once('json', async () => JSON.stringify(await document()))),
      ),
    },
    {
      ...open,
      path: '/docs',
      about: pageAbout,
      handle: bounded(ports, async (context) => {
        const refused = refusal(ports, context);
        if (refused !== null) return refused;
        // One of the few names of this very server: the listener lets no other through.
        const base = `http://${context.header('host') ?? ''}`;
        const page = await once(base, async () => {
          const { documentPage } = await import('../document/page.ts');
          return documentPage(await document(), { base, version: ports.version });
        });
        return answer('text/html; charset=utf-8', page, pageHeaders);
      }),
    },
    {
      ...open,
      path: '/docs/page.css',
      about: styleAbout,
      handle: async (context) =>
        refusal(ports, context) ??
        answer('text/css; charset=utf-8', (await import('../document/page-style.ts')).pageStyle),
    },
  ];
}

/** They are long, and those who ask are not known: all of them together are one reader. */
function bounded({ reads }: LoopbackPorts, handle: (context: LoopbackContext) => Promise<Answer>): Route['handle'] {
  return (context) => {
    const { outgoing } = context;
    const everybody = { client: { id: 'everybody' }, incoming: context.incoming, outgoing, barred: () => null };
    return reads.read(everybody, () => handle(context), problemAnswer);
  };
}

function refusal({ clients }: LoopbackPorts, context: LoopbackContext): Answer | null {
  const foreign = foreignOrigin(clients, context.header('origin'));
  if (foreign !== null) return problemAnswer(foreign);
  const query = readQuery(context.target, noQuery);
  return query.type === 'refused' ? problemAnswer(query.refusal) : null;
}

function answer(mediaType: string, text: string, headers: Headers = {}): Answer {
  return textAnswer(200, text, { ...headers, 'Content-Type': mediaType });
}
