// BIN check and DCC quote (specification, "Card services"), and commands to terminals, whose bodies are not shown: the
// fields used are those of the operator's public reference.
import type { ConformanceCase } from '../case.ts';
import { Skip } from '../findings.ts';
import { type Answer, type Body, at, isObject, stringsIn, namesOf, textOf } from '../http.ts';
import { type Shop, eur, payIdOf } from '../shop.ts';

function terminalOf({ options }: Shop): string {
  if (options.terminalId === null) throw new Skip('no terminal to try it on; give one with --terminal');
  return options.terminalId;
}

function command(shop: Shop, messageType: string, more: Body = {}): Promise<Answer> {
  const localDateTime = new Date().toISOString().slice(0, 19);
  const body = { transId: shop.transId(), messageType, posTerminalId: terminalOf(shop), localDateTime, ...more };
  return shop.gateway.post('/cloudpos', { amount: eur(100), ...body });
}

const traceOf = ({ json }: Answer): string | null =>
  stringsIn(json).find(({ name }) => name === 'traceNr')?.text ?? (textOf(at(json, 'traceNr')) || null);

const terminalCommands = ['DIAGNOSE', 'TERMINAL_STARTUP', 'CARD_READ'] as const;

export const services: readonly ConformanceCase[] = [
  {
    id: 'bin-check.country',
    says: "a card's first digits tell its country in three letters",
    covers: [
      'endpoint.dcc-bin-check',
      'rule.service.card-services',
      'rule.results.bin-country',
      'rule.versioning.2.1.0-services',
    ],
    run: async ({ gateway }, see) => {
      const answer = await gateway.post('/services/dcc/bin-check', { bin: '411111' });
      if (!see.status(answer, 200)) return;
      const country = at(answer.json, 'cardInfo.country');
      see.that(
        typeof country === 'string' && /^[A-Z]{3}$/.test(country),
        'cardInfo.country has three letters',
        JSON.stringify(country ?? null),
      );
      see.beyond(answer, ['cardInfo']);
    },
  },
  {
    id: 'bin-check.refused',
    says: 'without a BIN there is nothing to check',
    covers: ['endpoint.dcc-bin-check', 'rule.errors.other-errors', 'dcc-bin-check.bin'],
    run: async ({ gateway }, see) => {
      see.refused(await gateway.post('/services/dcc/bin-check', {}));
    },
  },
  {
    id: 'quote.foreign-card',
    says: 'a quote says whether an offer can be made, and by whom; the insides of rate and sums are not shown',
    covers: [
      'endpoint.dcc-quote',
      'rule.service.card-services',
      'rule.results.dcc-status',
      'rule.results.dcc-insides',
      'rule.versioning.2.1.0-services',
    ],
    run: async ({ gateway }, see) => {
      const answer = await gateway.post('/services/dcc/quote', { bin: '411111', amount: eur(1000) });
      if (!see.status(answer, 200)) return;
      see.type(answer, 'dccInfo', 'object');
      const status = see.text(answer, 'dccInfo.status');
      see.remarks.push(`the status of the offer is ${status}`);
      for (const [field, type] of [
        ['provider', 'string'],
        ['dccRequestId', 'string'],
        ['rate', 'object'],
        ['amounts', 'object'],
      ] as const) {
        if (status === 'AVAILABLE') see.type(answer, `dccInfo.${field}`, type);
        else see.typeWhereThere(answer, `dccInfo.${field}`, type);
      }
    },
  },
  {
    id: 'quote.refused',
    says: 'a quote needs an amount',
    covers: ['endpoint.dcc-quote', 'rule.errors.other-errors', 'dcc-quote.amount'],
    run: async ({ gateway }, see) => {
      see.refused(await gateway.post('/services/dcc/quote', { bin: '411111' }));
    },
  },
  ...terminalCommands.map((messageType): ConformanceCase => ({
    id: `terminal.${messageType}`,
    says: `a terminal answers ${messageType}`,
    covers: ['endpoint.cloud-pos', 'rule.service.terminals', 'rule.endpoints.cloud-pos-bodies'],
    run: async (shop, see) => {
      const answer = await command(shop, messageType);
      see.that(
        answer.status >= 200 && answer.status < 300 && isObject(answer.json),
        'the answer is a JSON object',
        String(answer.status),
      );
    },
  })),
  {
    id: 'terminal.sale-and-reverse',
    says: 'a sale at a terminal is taken back by its trace number',
    covers: ['endpoint.cloud-pos', 'rule.service.terminals', 'rule.endpoints.cloud-pos-bodies'],
    run: async (shop, see) => {
      const sale = await command(shop, 'SALE', { refNr: shop.transId() });
      if (!see.that(sale.status < 300, 'a sale is answered', String(sale.status))) return;
      shop.tookAtTerminal(sale, 100);
      const traceNr = traceOf(sale);
      if (!see.that(traceNr !== null, 'the answer has a traceNr', namesOf(sale.json).join(', '))) return;
      const reversed = await command(shop, 'REVERSE', { traceNr });
      if (see.that(reversed.status < 300, 'the sale is taken back', String(reversed.status)))
        shop.gaveBack(payIdOf(sale) ?? '');
    },
  },
  {
    id: 'terminal.authorization-and-capture',
    says: 'an authorization at a terminal is captured by trace number and approval code',
    covers: ['endpoint.cloud-pos', 'rule.endpoints.cloud-pos-bodies'],
    run: async (shop, see) => {
      const held = await command(shop, 'AUTHORISATION_OR_RESERVATION');
      if (!see.that(held.status < 300, 'an authorization is answered', String(held.status))) return;
      shop.tookAtTerminal(held, null);
      const approvalCode = at(held.json, 'approvalCode') ?? null;
      const captured = await command(shop, 'CAPTURE', { traceNr: traceOf(held), approvalCode });
      see.that(captured.status < 300, 'the authorization is captured', String(captured.status));
      // Its own id, if it has one, is the capture's.
      if (captured.status < 300) shop.tookAtTerminal(payIdOf(captured) === null ? held : captured, 100);
    },
  },
  {
    id: 'terminal.credit',
    says: 'a terminal credits a card',
    covers: ['endpoint.cloud-pos', 'rule.endpoints.cloud-pos-bodies'],
    run: async (shop, see) => {
      const credit = await command(shop, 'CREDIT', { amount: eur(1) });
      see.that(credit.status < 300, 'a credit is answered', String(credit.status));
    },
  },
];
