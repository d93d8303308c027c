// Whether a look-up's 404 says that the gateway has no such payment or customer. The specification shows no body for it. A
// page comes from something on the way, and a 404 about something else, as the merchant or the route, tells nothing of what
// was asked for. What no list here knows proves nothing either.
import { type Json, isJsonObject } from '#contract/data/json.ts';
import { caseless } from '#operations/evidence/caseless.ts';
import { everywhere, speaking } from '#operations/evidence/members.ts';
import type { GatewayBody } from '../ports/gateway.ts';

/** Members that say why, beside those that hold texts. */
const reasons = /^errors?$|reason$|^(?:error_?)?code$/;
/** Numbers, and codes that hold one: no list of the gateway's codes is shown. */
const number = /^\S*\d\S*$/;
const bare =
  /^\W*(?:(?:http|error|status)\W*)*(?:404\W*)?(?:(?:it|was|is|err)\W+)*(?:not[\s_-]*(?:be[\s_-]*)?found|unknown|nicht[\s_-]gefunden|unbekannt|introuvable|non[\s_-]trovat[oa]|no[\s_-]encontrad[oa]|niet[\s_-]gevonden)?\W*$/i;
const asked =
  /payment|transaction|trans_?id|pay_?id|customer|resource|entity|record|zahlung|transaktion|kunde|paiement|client|pagamento|transazion|pago|transacci|betaling|transactie|klant/i;
const other =
  /merchant|h[äa]ndler|commer[çc]ant|esercente|comerciante|handelaar|mandant|tenant|shop|store\b|account|terminal|route|path|endpoint|address|adresse|ur[il]\b|\/|page|seite|site|host\b|server|service|gateway|application|method|version|\bapi\b/i;

/** `id`: what was asked for. The caller made it, so it tells nothing. */
export function saysNotFound(body: GatewayBody, id: string): boolean {
  if (body.type !== 'json' || !isJsonObject(body.value)) return false;
  const told = everywhere(caseless(body.value).view, (name) => speaking.test(name) || reasons.test(name));
  return told.flatMap(({ value }) => textsOf(value)).every((text) => isOfWhatWasAsked(text.replaceAll(id, ' ')));
}

function isOfWhatWasAsked(text: string): boolean {
  return bare.test(text) || ((asked.test(text) || number.test(text)) && !other.test(text));
}

/** The texts in a member; where it names what is wrong, the names say what that is. */
function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, each]) => [name, ...textsOf(each)].join(' '));
}
