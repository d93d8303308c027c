// Finds what may never be stored of a card, not even sealed: its security code, its PIN, what its stripe holds ("sensitive
// authentication data", PCI DSS 3.3). The values look like any number, so the names tell under which they are sent,
// compared by their letters and digits alone.
import { type Json, type JsonObject, isJsonObject } from './json.ts';
import { bareName, plainText } from './plain-text.ts';

const theCard = '(?:(?:payment|credit|debit|bank)?(?:card|cc)|amex)';
const ofCard = `${theCard}(?:holder)?`;
const sealed = '(?:encrypted|enciphered|enc)?';
const what = '(?:code|value|number|num|no|nr|digits|data)?(?:encrypted|enc)?';

// Names that mean nothing else, so the value does not matter: encrypted it may not be stored either. What a check of the
// code said (`cvvResult`) and a cardholder's authentication (`cavv`) may be, and match none of them.
const certain = new RegExp(
  `^(?:${[
    // The code on the card, by the names that the networks and common interfaces give it, and in German.
    `${sealed}(?:${ofCard})?(?:[id]?cvv|cvc|ccv|cvn|cvd|cav2|securitycode)[123]?${what}`,
    `${sealed}(?:${ofCard})?cvcode`,
    // Alone they mean other things, too; a cardholder's `cid` is a customer's id.
    `${sealed}${theCard}(?:csc|cid|cv2)${what}`,
    `${sealed}${ofCard}(?:security|verification|validation)(?:code|value|number|digits|data)[12]?`,
    'signaturepanelcode',
    '(?:karten)?sicherheitscode',
    'kartenpr(?:ü|ue)f(?:nummer|nr|ziffern?|zahl|wert|code)',
    // The PIN, where the name says that it is a card's or how it is enciphered.
    `${sealed}(?:${ofCard}|(?:on|off)line)?${sealed}pin(?:block|data|encrypted|verificationvalue)`,
    '(?:encrypted|enciphered|enc)pin',
    `${sealed}(?:${ofCard}|(?:on|off)line)${sealed}pin(?:code|number|no|nr)?`,
    'pvv',
    'kartenpin(?:nummer)?',
    '(?:karten)?geheimzahl',
    // The tracks, and the stripe as a whole. Not `stripe` alone, which is also a company.
    '(?:full|raw|encrypted|enc|card)?track(?:[123]|one|two|three)(?:equivalent)?(?:data|encrypted)?',
    '(?:full|raw|encrypted|enc|card)?track(?:equivalent)?data',
    '(?:full|raw|encrypted|enc|card)track',
    'mag(?:netic)?stripe?(?:tracks?)?[123]?(?:data)?',
    '(?:card)?swipedata',
    'msrdata',
    'magnetstreifen(?:daten)?',
    'spur[123]?daten',
  ].join('|')})$`,
);

interface Doubtful {
  readonly name: RegExp;
  readonly value: RegExp;
}

// Names of everyday things as well (a brooch, a song, a toy railway). In `metadata`, where names are the caller's own,
// they count with a value that could be it; elsewhere names are those of payments, and so is what they mean.
const doubtful: readonly Doubtful[] = [
  // A PIN has up to 12 digits, a block of it (ISO 9564) 16 or 32 hexadecimal ones.
  { name: /^pin(?:code|number|no|nr)?$/, value: /^(?:\d{3,12}|[\da-f]{16}|[\da-f]{32})$/i },
  { name: /^(?:csc|cv2)$/, value: /^\d{3,4}$/ },
  // The card's number and the sign that ends it on a track.
  { name: /^(?:tracks?|spur(?:en|[123])?)$/, value: /\d{12,19}[=d^]/i },
];

// Names that mean the code only as a member of a card, and only with as many digits: else a customer's id (`cid`), a
// business partner (`CardCode` of a large ERP), a weakness of software (`cve`).
const card = /^(?:(?:payment|credit|debit|bank)?card(?:data|details|info)?|kreditkarte)$/;
const codeOfCard =
  /^(?:cid|cve|code|cardcode|verification(?:code|value|number)?|validationcode|pr(?:ü|ue)f(?:nummer|nr|ziffer))$/;
const code = /^\d{3,4}$/;

// India calls its postal codes PIN codes: six digits, the first not zero, in an address.
const postalCode = { name: /^pincode$/, value: /^[1-9]\d{5}$/ };
const address = /address(?:es)?$/;
const partOfAddress = /^(?:(?:street|postal)?address(?:line)?[1-4]?|street(?:name|number)?|city|town|district)$/;

// What a member called `value` beside one of these is called: custom fields and attributes come in such pairs.
const givesName = /^(?:name|key|label|(?:field|attribute)(?:name|code)?)$/;

/** Where a member stands. */
interface Place {
  readonly path: string;
  /** The name of the object around it. */
  readonly within: string;
  /** Whether names are the caller's own here. */
  readonly isFree: boolean;
}

/** Dotted names of the members that hold such data by their name, however deep. */
export function sensitiveFields(input: Json): string[] {
  const found: string[] = [];
  look(input, { path: '', within: '', isFree: false }, found);
  return found;
}

function look(value: Json, place: Place, found: string[]): void {
  if (typeof value !== 'object' || value === null) return;
  const { path: around, within, isFree } = place;
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const { bare: own, isPlain } = isList ? { bare: within, isPlain: true } : known(name);
    if (isPlain && (typeof member !== 'object' || member === null)) continue;
    const path = around === '' ? name : `${around}.${name}`;
    if (!isPlain && !isList && isThere(own, member, place, value)) found.push(path);
    else look(member, { path, within: own, isFree: isFree || own === 'metadata' }, found);
  }
}

function isThere(name: string, member: Json, place: Place, around: JsonObject): boolean {
  if (name !== 'value') return isSensitive(name, member, place, around);
  return Object.entries(around).some(
    ([each, text]) =>
      typeof text === 'string' &&
      known(each).namesValue &&
      isSensitive(bareName(text), member, { ...place, isFree: true }, around),
  );
}

interface KnownName {
  readonly bare: string;
  /** Holds no such data, wherever it stands and whatever it holds. */
  readonly isPlain: boolean;
  /** What it holds is the name of the `value` beside it. */
  readonly namesValue: boolean;
}

// Every answer of the gateway is looked through, and its names are always the same.
const knownNames = new Map<string, KnownName>();
const mostNames = 2_000;

function known(name: string): KnownName {
  const found = knownNames.get(name);
  if (found !== undefined) return found;
  const bare = bareName(name);
  const suspicious = [certain, codeOfCard, ...doubtful.map((each) => each.name)];
  const isPlain = bare !== 'value' && suspicious.every((each) => !each.test(bare));
  const made = { bare, isPlain, namesValue: givesName.test(bare) };
  // Names that callers make up must not fill the memory.
  if (knownNames.size < mostNames) knownNames.set(name, made);
  return made;
}

function isSensitive(name: string, member: Json, { within, isFree }: Place, around: JsonObject): boolean {
  if (isEmpty(member) || isPostalCode(name, member, within, around)) return false;
  if (certain.test(name)) return true;
  const doubt = doubtful.find((each) => each.name.test(name));
  if (doubt !== undefined) return !isFree || textsIn(member).some((text) => doubt.value.test(text));
  return card.test(within) && codeOfCard.test(name) && textsIn(member).some((text) => code.test(text));
}

function isPostalCode(name: string, member: Json, within: string, around: JsonObject): boolean {
  if (!postalCode.name.test(name) || card.test(within)) return false;
  if (!textsIn(member).every((text) => postalCode.value.test(text))) return false;
  return address.test(within) || Object.keys(around).some((each) => partOfAddress.test(bareName(each)));
}

/** Says at most that there is a code, not which. */
function isEmpty(member: Json): boolean {
  if (typeof member === 'string') return member.trim() === '';
  if (typeof member === 'number') return false;
  return typeof member === 'boolean' || member === null || Object.keys(member).length === 0;
}

/** All texts and numbers in it, without what digits are grouped with. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string' || typeof value === 'number')
    return [plainText(String(value)).replaceAll(/[\s_-]/g, '')];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
