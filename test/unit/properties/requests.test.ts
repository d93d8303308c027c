// Generated requests, at least ten thousand of each kind: what the specification allows is taken and reaches the wire
// as it was given; with one thing wrong it is refused under that field's name.
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '#contract/data/json.ts';
import { bodyText } from '#core/operation/requests.ts';
import { type Command, pathFields } from '#operations/define.ts';
import { badBodies } from '#support/specification/mutations.ts';
import { goodBodies } from '#support/specification/requests.ts';
import { factor, runsOf, seed } from '#support/specification/runs.ts';
import { requestBlocks } from '../../../build/documents/specification/cases.ts';
import { operationOf } from '../../../build/documents/specification/registry.ts';
import { readSpecification } from '../../../build/documents/specification/rows.ts';

const specification = readSpecification();
const blocks = requestBlocks(specification);
/** Where the body is not shown, nothing in it can be wrong. */
const shown = blocks.filter((block) => specification.fields(block).openBody !== true);
const atLeast = 10_000;
const timeout = 60_000 * factor;

beforeAll(() => {
  process.stdout.write(`generated requests: TILLBRIDGE_PROPERTY_SEED=${seed}\n`);
});

function commandOf(block: string): Command {
  const endpoint = specification.endpoints.find(({ request }) => request === block);
  const operation = endpoint === undefined ? null : operationOf(endpoint);
  if (operation?.type !== 'command') throw new Error(`${block} is no command`);
  return operation;
}

const inPath = (command: Command): JsonObject =>
  Object.fromEntries(pathFields(command.path).map((field) => [field, 'id-1']));

describe('a request that the specification allows', () => {
  const numRuns = runsOf(atLeast, blocks.length);

  test.each(blocks)('%s is taken and read back unchanged', { timeout }, (block) => {
    const command = commandOf(block);
    const path = inPath(command);
    fc.assert(
      fc.property(goodBodies(specification, block), (body) => {
        const parsed = command.input.parse({ ...body, ...path });
        const onTheWire = JSON.parse(bodyText(command, parsed)) as JsonObject;
        expect(onTheWire).toEqual(body);
        expect(command.input.parse({ ...onTheWire, ...path })).toEqual(parsed);
      }),
      { seed, numRuns },
    );
  });

  test('there are at least ten thousand of them', () => {
    expect(numRuns * blocks.length).toBeGreaterThanOrEqual(atLeast);
  });
});

describe('a request with one thing wrong', () => {
  const numRuns = runsOf(atLeast, shown.length);

  test.each(shown)('%s is refused and names the field', { timeout }, (block) => {
    const command = commandOf(block);
    const path = inPath(command);
    fc.assert(
      fc.property(badBodies(specification, block), ({ body, names }) => {
        const parsed = command.input.safeParse({ ...body, ...path });
        const named = parsed.error?.issues.flatMap((issue) =>
          issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path],
        );
        expect(named?.map((each) => each.join('.'))).toContain(names);
      }),
      { seed, numRuns },
    );
  });

  test('there are at least ten thousand of them', () => {
    expect(numRuns * shown.length).toBeGreaterThanOrEqual(atLeast);
  });
});
