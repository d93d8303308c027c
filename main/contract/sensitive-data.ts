// Finds what may never be stored of a card, not even sealed: its security code, its PIN, what its stripe holds ("sensitive
// authentication data", PCI DSS 3.3). The values look like any number, so the names tell under which they are sent,
// compared by their letters and digits alone.
import { type Json, isJsonObject } from './json.ts';
import { bareName, plainText } from './plain-text.ts';

const ofCard = '(?:payment|credit|debit|bank)?(?:card(?:holder)?|cc)';
const sealed = '(?:encrypted|enc)?';
const what = '(?:code|value|number|num|no|nr|digits|data|encrypted)?';

// Names that mean nothing else, so the value does not matter: encrypted it may not be stored either. What a check of the
// code said (`cvvResult`) and a cardholder's authentication (`cavv`) may be, and match none of them.
const certain = new RegExp(
  `^(?:${[
    // The code on the card, by the names that the networks and common interfaces give it, and in German.
    `${sealed}(?:${ofCard})?(?:[id]?cvv|cvc|ccv|cvn|cvd|cav2|securitycode)[123]?${what}`,
    `${sealed}${ofCard}(?:security|verification|validation)(?:code|value|number|digits|data)[12]?`,
    'signaturepanelcode',
    '(?:karten)?sicherheitscode',
    'kartenpr(?:ü|ue)f(?:nummer|ziffern?|zahl|wert|code)',
    // The PIN, where the name says that it is a card's or how it is enciphered.
    `${sealed}(?:${ofCard})?pin(?:block|data|encrypted|verificationvalue)`,
    `(?:encrypted|enc)pin`,
    `${sealed}${ofCard}pin(?:code|number|no|nr)?`,
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
  /^(?:cid|cve|code|cardcode|verification(?:code|value|number)?|validationcode|pr(?:ü|ue)f(?:nummer|ziffer))$/;
const code = /^\d{3,4}$/;

/** Where a member stands. */
interface Place {
  readonly path: string;
  /** The name of the object around it. */
  readonly within: string;
  readonly isFree: boolean;
}

/** Dotted names of the members that hold such data by their name, however deep. */
export function sensitiveFields(input: Json): string[] {
  return [...fieldsIn(input, { path: '', within: '', isFree: false })];
}

/** Whether a member of this name holds such data wherever it stands. */
export function isSensitiveName(name: string): boolean {
  return certain.test(bareName(name));
}

function* fieldsIn(value: Json, place: Place): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [name, member] of Object.entries(value)) {
    const path = place.path === '' ? name : `${place.path}.${name}`;
    const own = isList ? place.within : bareName(name);
    if (!isList && isSensitive(own, member, place)) yield path;
    else yield* fieldsIn(member, { path, within: own, isFree: place.isFree || own === 'metadata' });
  }
}

function isSensitive(name: string, member: Json, { within, isFree }: Place): boolean {
  if (isEmpty(member)) return false;
  if (certain.test(name)) return true;
  const doubt = doubtful.find((each) => each.name.test(name));
  if (doubt !== undefined) return !isFree || textsIn(member).some((text) => doubt.value.test(text));
  return card.test(within) && codeOfCard.test(name) && textsIn(member).some((text) => code.test(text));
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
