// One look-up of a payment, with the token renewed once where it was refused. The resolver reads the bare answer;
// a caller who asks for a payment gets it, or a refusal in words.
import { type JsonObject, isJsonObject } from '#contract/json.ts';
import type { Refusal } from '#contract/problems.ts';
import { type LookUp, fillPath } from '#operations/define.ts';
import { queries } from '#operations/index.ts';
import type { Connection } from './connection.ts';
import type { EnginePorts, GatewayAnswer } from './ports.ts';
import { lookUpRequest } from './requests.ts';

interface Context {
  readonly ports: Pick<EnginePorts, 'gateway' | 'policy'>;
  readonly connection: Connection;
}

export type LookUpOutcome =
  | { readonly type: 'found'; readonly payment: JsonObject }
  | { readonly type: 'refused'; readonly refusal: Refusal };

/** The gateway's answer to a look-up; safe to repeat, it has no effect. */
export async function askForPayment({ ports, connection }: Context, lookUp: LookUp): Promise<GatewayAnswer> {
  const path =
    lookUp.by === 'payId'
      ? fillPath(queries.getPaymentByPayId.path, { payId: lookUp.id })
      : fillPath(queries.getPaymentByTransId.path, { transId: lookUp.id });
  const request = lookUpRequest(path, ports.policy);
  const answer = await ports.gateway.send(request);
  connection.note(answer, false);
  if (answer.type !== 'response' || (answer.status !== 401 && answer.status !== 403)) return answer;
  const renewal = await ports.gateway.renew(answer.credential);
  if (renewal === 'refused' || renewal === 'same') connection.credentialsRefused();
  if (renewal !== 'renewed') return answer;
  const second = await ports.gateway.send(request);
  connection.note(second, false);
  if (second.type === 'response' && (second.status === 401 || second.status === 403)) connection.credentialsRefused();
  return second;
}

export async function lookUpPayment(context: Context, lookUp: LookUp): Promise<LookUpOutcome> {
  const answer = await askForPayment(context, lookUp);
  switch (answer.type) {
    case 'unsent':
    case 'withheld':
    case 'lost':
      return refused('offline', 'The gateway cannot be reached, so the payment could not be read.');
    case 'credentials-refused':
      return refused('credentials-refused', 'The gateway refuses the merchant id or the API key.');
    case 'response':
      break;
  }
  const { status, body } = answer;
  if (status >= 200 && status < 300) {
    if (body.type === 'json' && isJsonObject(body.value)) return { type: 'found', payment: body.value };
    return refused('gateway-unclear', 'The gateway answered, but its answer could not be read. Ask again.');
  }
  if (status === 404) return refused('payment-not-found', `The gateway has no payment with ${lookUp.by} ${lookUp.id}.`);
  if (status === 401 || status === 403) {
    return refused('credentials-refused', 'The gateway refuses the merchant id or the API key.');
  }
  if (status === 429 || status >= 500) {
    return refused('gateway-unclear', `The gateway answered with status ${status}. Ask again in a moment.`);
  }
  return refused('gateway-refused', `The gateway refused the look-up with status ${status}.`);
}

function refused(code: Refusal['code'], detail: string): LookUpOutcome {
  return { type: 'refused', refusal: { code, detail } };
}
