// Finds what may never be stored of a card, not even sealed: its security code, its PIN, what its stripe holds ("sensitive
// authentication data", PCI DSS 3.3). The values look like any number, so the names tell under which they are sent,
// compared by their letters and digits alone.
import type { Json, JsonObject } from '../data/json.ts';
import { bareName, plainText } from '../text/plain-text.ts';

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
  /** Forms that nothing in the objects around it has: they were looked through as a whole. */
  readonly cleared: readonly RegExp[];
}

/** Dotted names of the members that hold such data by their name, however deep. Each is looked at once, whatever is beside it. */
export function sensitiveFields(input: Json): string[] {
  const found: string[] = [];
  look(input, whole, (_around, _name, path) => found.push(path));
  return found;
}

/** The same, by the object that holds each value: the caller can take a value out without a search for its path. */
export function sensitiveMembers(input: Json): ReadonlyMap<JsonObject, ReadonlySet<string>> {
  const found = new Map<JsonObject, Set<string>>();
  look(input, whole, (around, name) => {
    const names = found.get(around) ?? new Set();
    found.set(around, names.add(name));
  });
  return found;
}

const whole: Place = { path: '', within: '', isFree: false, cleared: [] };

type Found = (around: JsonObject, name: string, path: string) => void;

function look(value: Json, place: Place, found: Found): void {
  if (typeof value !== 'object' || value === null) return;
  const { path: around, within, isFree, cleared } = place;
  if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) {
      if (isHeld(member)) look(member, { ...place, path: below(around, String(index)) }, found);
    }
    return;
  }
  const beside = new Beside(value);
  for (const [name, member] of Object.entries(value)) {
    const { bare: own, isPlain } = known(name);
    if (isPlain && !isHeld(member)) continue;
    const path = below(around, name);
    if (!isPlain && isThere(own, member, place, beside)) found(value, name, path);
    else if (isHeld(member)) {
      const form = isPlain || postalCode.name.test(own) ? null : formOf(own, within);
      const looked = form === null || cleared.includes(form) ? cleared : [...cleared, form];
      look(member, { path, within: own, isFree: isFree || own === 'metadata', cleared: looked }, found);
    }
  }
}

function isHeld(member: Json): member is Json[] | JsonObject {
  return typeof member === 'object' && member !== null;
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** What the other members of an object say of one of them; each is asked once for all of them. */
class Beside {
  readonly #object: JsonObject;
  #named: readonly string[] | null = null;
  #isAddress: boolean | null = null;

  constructor(object: JsonObject) {
    this.#object = object;
  }

  /** What `value` is called by them, as far as it could hold such data. */
  get named(): readonly string[] {
    this.#named ??= [
      ...new Set(
        Object.entries(this.#object)
          .filter(([name]) => known(name).namesValue)
          .flatMap(([, text]) => (typeof text === 'string' && !known(text).isPlain ? [known(text).bare] : [])),
      ),
    ];
    return this.#named;
  }

  /** One of them is a part of an address. */
  get isAddress(): boolean {
    this.#isAddress ??= Object.keys(this.#object).some((each) => partOfAddress.test(known(each).bare));
    return this.#isAddress;
  }
}

function isThere(name: string, member: Json, place: Place, beside: Beside): boolean {
  if (isEmpty(member)) return false;
  if (name !== 'value') return isSensitive(name, member, place, beside);
  return beside.named.some((each) => isSensitive(each, member, { ...place, isFree: true }, beside));
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
const longestKept = 100;

// Every name of those above holds one of these; asking for them alone tells of most names that they are plain.
const telling =
  /cv|cav|csc|cid|pin|code|pvv|track|stri|swipe|msr|spur|streifen|zahl|pr(?:ü|ue)f|security|verification|validation/;

function known(name: string): KnownName {
  const found = knownNames.get(name);
  if (found !== undefined) return found;
  const bare = bareName(name);
  const suspicious = [certain, codeOfCard, ...doubtful.map((each) => each.name)];
  const isPlain = bare !== 'value' && (!telling.test(bare) || suspicious.every((each) => !each.test(bare)));
  const made = { bare, isPlain, namesValue: givesName.test(bare) };
  // Names that callers make up must neither fill the memory nor keep the others out.
  if (knownNames.size >= mostNames) knownNames.clear();
  if (name.length <= longestKept) knownNames.set(name, made);
  return made;
}

function isSensitive(name: string, member: Json, { within, isFree, cleared }: Place, beside: Beside): boolean {
  if (isPostalCode(name, member, within, beside)) return false;
  if (certain.test(name)) return true;
  const form = formOf(name, within);
  if (form === null) return false;
  if (!isFree && form !== code) return true;
  return !cleared.includes(form) && textsIn(member).some((text) => form.test(text));
}

/** What a value must look like under a name that means other things, too; null: the name means nothing here. */
function formOf(name: string, within: string): RegExp | null {
  const doubt = doubtful.find((each) => each.name.test(name));
  if (doubt !== undefined) return doubt.value;
  return card.test(within) && codeOfCard.test(name) ? code : null;
}

function isPostalCode(name: string, member: Json, within: string, beside: Beside): boolean {
  if (!postalCode.name.test(name) || card.test(within) || isLarge(member)) return false;
  if (!textsIn(member).every((text) => postalCode.value.test(text))) return false;
  return address.test(within) || beside.isAddress;
}

/** A postal code is not written like this, and a value inside of such a value would be looked through again and again. */
function isLarge(member: Json): boolean {
  return isHeld(member) && (Object.keys(member).length > 10 || Object.values(member).some(isHeld));
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
  return isHeld(value) ? Object.values(value).flatMap(textsIn) : [];
}
