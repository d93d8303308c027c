// A whole engine over a real database, with a gateway that the test scripts and a clock that it moves. What the test
// does not script fails loudly: an answer that was not thought of must not pass for one.
import type { Json, JsonObject } from '#contract/data/json.ts';
import { Engine } from '#core/engine/engine.ts';
import type { Gateway, GatewayAnswer, GatewayRequest } from '#core/ports/gateway.ts';
import type { EnginePorts, Office, Pause } from '#core/ports/engine.ts';
import type { Policy } from '#core/ports/policy.ts';
import type { Store } from '#core/ports/store.ts';
import type { Environment, OperationRecord } from '#core/ports/record.ts';
import { createDigests } from '#host/chance.ts';
import type { OpenedStore } from '#store/open.ts';
import { FakeClock } from '#support/fake-clock.ts';
import { aPolicy, answered, json } from '#support/records.ts';
import { startedPausedKey } from '#store/journal/meta.ts';
import { aMadeFolder, opened } from '#support/store-folder.ts';

type Answering = (request: GatewayRequest) => GatewayAnswer | Promise<GatewayAnswer>;

export interface ScriptedGateway extends Gateway {
  readonly sent: GatewayRequest[];
  answer: Answering;
  online: boolean;
  renewal: () => Awaited<ReturnType<Gateway['renew']>> | ReturnType<Gateway['renew']>;
}

export interface Till {
  readonly clock: FakeClock;
  readonly gateway: ScriptedGateway;
  readonly store: Store;
  readonly environment: Environment;
  readonly engine: Engine;
  /** Lifting it here is lifting it beside the running engine. */
  readonly pause: { reason(): string | null; lift(): void };
  readonly log: JsonObject[];
  /** Submits, lets what follows at once happen, and gives the operation as it then stands. Throws where it is refused. */
  submit(kind: string, input: JsonObject, requestId?: string): Promise<OperationRecord>;
  /** The code of the refusal. Throws where it is accepted. */
  refused(kind: string, input: JsonObject): Promise<string>;
  operation(id: string): OperationRecord;
  /** The POST requests that were sent, as their bodies. */
  posts(): JsonObject[];
}

interface Options {
  readonly dataDir?: string;
  /** A folder that is open already, where a test needs more of it than the till does. */
  readonly folder?: OpenedStore;
  readonly mode?: Environment['mode'];
  readonly clock?: FakeClock;
  readonly policy?: Partial<Policy>;
  readonly answer?: Answering;
  /** Why the folder is paused, in words. */
  readonly paused?: string | null;
  /** The folder's own, where it is looked at as in the product; `paused` counts for nothing then. */
  readonly pause?: Pause;
  /** What a program may refund in a day. */
  readonly refundsPerDayMinor?: (clientId: string) => number | null;
  readonly refundsSetByPolicy?: (clientId: string) => boolean;
  /** Why a program may not start what needs this scope. */
  readonly barred?: EnginePorts['barred'];
  readonly office?: Office;
}

/** A till that runs. Several may be made on one folder, one after the other. */
export async function aTill({
  dataDir,
  folder,
  mode = 'test',
  clock = new FakeClock(),
  policy = {},
  answer,
  paused = null,
  pause: ofFolder,
  refundsPerDayMinor = () => null,
  refundsSetByPolicy = () => false,
  barred = () => null,
  office,
}: Options = {}) {
  const { store, meta } = folder ?? opened(dataDir ?? aMadeFolder());
  if (paused !== null) meta.put(startedPausedKey, String(clock.nowMs()));
  const environment: Environment = { id: 'env', root: 'https://gateway.example', merchantId: 'M', mode };
  const gateway = aGateway(answer);
  const log: JsonObject[] = [];
  let ids = 0;
  let reason = paused;
  let owesDoubts = paused !== null;
  const pause = {
    reason: () => reason,
    owesDoubts: () => owesDoubts,
    doubted: () => {
      owesDoubts = false;
    },
    lift: () => {
      reason = null;
    },
  };
  const engine = new Engine({
    clock,
    chance: {
      fraction: () => 0.5,
      operationId: () => `op_${clock.nowMs()}_${(ids += 1)}`,
      hex128: () => `${clock.nowMs()}${(ids += 1)}`.padStart(32, '0'),
    },
    digests: createDigests(Buffer.alloc(32, 1)),
    gateway,
    store,
    environment,
    policy: aPolicy(policy),
    pause: ofFolder ?? pause,
    refundsPerDayMinor,
    refundsSetByPolicy,
    barred,
    ...(office === undefined ? {} : { office }),
    events: {
      changed: () => {},
      connection: () => {},
      log: (level, event, facts) => log.push({ level, event, ...facts }),
    },
  });
  await engine.start();
  await clock.advance(0);

  const submitted = async (kind: string, input: JsonObject, requestId: string) => {
    const acceptance = engine.submit({ kind, input, requestId, origin: { type: 'erp', clientId: 'client' } });
    await clock.advance(0);
    return acceptance;
  };
  const operation = (id: string): OperationRecord => {
    const record = store.operation(id);
    if (record === null) throw new Error(`there is no operation ${id}`);
    return record;
  };
  const till: Till = {
    clock,
    gateway,
    store,
    environment,
    engine,
    pause,
    log,
    async submit(kind, input, requestId = `request-${clock.nowMs()}-${(ids += 1)}`) {
      const acceptance = await submitted(kind, input, requestId);
      if (acceptance.type === 'refused') throw new Error(`refused: ${JSON.stringify(acceptance.refusal)}`);
      await clock.advance(0);
      return operation(acceptance.record.id);
    },
    async refused(kind, input) {
      const acceptance = await submitted(kind, input, `request-${clock.nowMs()}-${(ids += 1)}`);
      if (acceptance.type !== 'refused') throw new Error(`accepted: ${acceptance.record.state}`);
      return acceptance.refusal.code;
    },
    operation,
    posts: () => gateway.sent.filter(({ method }) => method === 'POST').map(({ body }) => bodyOf(body)),
  };
  return till;
}

function aGateway(answer: Answering | undefined): ScriptedGateway {
  const gateway: ScriptedGateway = {
    sent: [],
    online: true,
    answer: answer ?? (({ path }) => Promise.reject(new Error(`nobody scripted an answer to ${path}`))),
    renewal: () => 'renewed',
    async send(request) {
      // As on the wire: the last moment is right before the first byte.
      if (!request.mayBegin()) return { type: 'withheld' };
      gateway.sent.push(request);
      return gateway.answer(request);
    },
    probe: async () => gateway.online,
    renew: async () => gateway.renewal(),
  };
  return gateway;
}

/** The JSON body of a request. */
export function bodyOf(body: string | null): JsonObject {
  return JSON.parse(body ?? '{}') as JsonObject;
}

export const amountOf = (value: number): JsonObject => ({ value, currency: 'EUR' });

export function ok(value: { [name: string]: Json }): GatewayAnswer {
  return answered(200, json(value));
}

export const lost: GatewayAnswer = { type: 'lost', reason: 'reset' };
export const unsent: GatewayAnswer = { type: 'unsent', reason: 'no network' };

export function terminalCommand(messageType: string, transId: string, rest: JsonObject = {}): JsonObject {
  return { messageType, transId, posTerminalId: 'T1', amount: amountOf(1_000), ...rest };
}
