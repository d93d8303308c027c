// What is wrong with a field, by the code of the issue, said after the field's name and a colon.
import type { IssueCode, IssueKind } from '#contract/data/issue-words.ts';
import { textsFor } from './define.ts';

export const issueTexts = textsFor<`issue.${IssueCode}` | `issueKind.${IssueKind}`>()({
  'issue.required': { en: 'is missing', de: 'fehlt' },
  'issue.kind': { en: 'must be {kind}', de: 'muss {kind} sein' },
  'issue.one-of': { en: 'must be one of {values}', de: 'muss eines davon sein: {values}' },
  'issue.too-small': { en: 'must be at least {least}', de: 'muss mindestens {least} sein' },
  'issue.too-large': { en: 'must be at most {most}', de: 'darf höchstens {most} sein' },
  'issue.too-short': { en: 'is too short: at least {least}', de: 'ist zu kurz: mindestens {least}' },
  'issue.too-long': { en: 'is too long: at most {most}', de: 'ist zu lang: höchstens {most}' },
  'issue.unknown-field': { en: 'is not known here', de: 'ist hier nicht bekannt' },
  'issue.repeated': { en: 'may be given once only', de: 'darf nur einmal angegeben werden' },
  'issue.other-spelling': { en: 'is written {name}', de: 'schreibt sich {name}' },
  'issue.same-name': {
    en: 'is the same name as {name}, written in another way',
    de: 'ist derselbe Name wie {name}, anders geschrieben',
  },
  'issue.format': { en: 'is not in the right form ({format})', de: 'hat nicht die richtige Form ({format})' },
  'issue.currency-differs': {
    en: 'must be {currency}, the currency of the payment',
    de: 'muss {currency} sein, die Währung der Zahlung',
  },
  'issue.not-our-terminal': {
    en: 'is not a terminal of this till; it has {terminals}',
    de: 'ist kein Terminal dieser Kasse; sie hat {terminals}',
  },
  'issue.sensitive-authentication-data': {
    en: 'must not be given here: the security code, the PIN and the track data of a card are never stored',
    de: 'darf hier nicht stehen: Prüfnummer, PIN und Magnetstreifendaten einer Karte werden nie gespeichert',
  },
  'issue.invalid': { en: 'cannot be accepted', de: 'kann nicht angenommen werden' },
  'issue.rule': { en: '{message}', de: '{message}' },

  'issueKind.text': { en: 'a text', de: 'ein Text' },
  'issueKind.number': { en: 'a number', de: 'eine Zahl' },
  'issueKind.whole-number': { en: 'a whole number', de: 'eine ganze Zahl' },
  'issueKind.boolean': { en: 'yes or no', de: 'ja oder nein' },
  'issueKind.object': { en: 'a group of fields', de: 'eine Gruppe von Feldern' },
  'issueKind.list': { en: 'a list', de: 'eine Liste' },
  'issueKind.other': { en: 'something else', de: 'etwas anderes' },
});

/**
 * What a schema says itself, in German, by its English words. A test reads the schemas' files and fails where a
 * sentence has no line here.
 */
export const germanRules: { readonly [english: string]: string } = {
  'must be an address with https:// and with {id} or {reference} in it':
    'muss eine Adresse mit https:// sein, in der {id} oder {reference} steht',
  'must be DELAYED_SHIPMENT or ORDER': 'muss DELAYED_SHIPMENT oder ORDER sein',
  'is required: the payment was created for KLARNA; the token stands in the answer to create-payment':
    'fehlt: Die Zahlung wurde für KLARNA angelegt; das Token steht in der Antwort auf das Anlegen',
  'must be the name of a field, or up to five names with points between them':
    'muss der Name eines Feldes sein oder bis zu fünf Namen mit Punkten dazwischen',
  'must not be a field that a terminal command has already': 'darf kein Feld sein, das ein Terminalbefehl schon hat',
  'must name two fields, and none that lies within the other':
    'muss zwei Felder nennen, von denen keines im anderen liegt',
  'must be information, or an object with quoteIdField and currencyField':
    'muss information sein oder ein Objekt mit quoteIdField und currencyField',
  'is not a field of this command; others that the gateway takes stand in the setting terminalFields':
    'ist kein Feld dieses Befehls; weitere, die das Zahlungssystem annimmt, stehen in der Einstellung terminalFields',
  'must be a whole number': 'muss eine ganze Zahl sein',
  'must hold at least one field to change': 'muss mindestens ein Feld enthalten, das sich ändert',
  'is required where firstName or lastName is emptied': 'ist nötig, wenn Vor- oder Nachname geleert wird',
  'is required: a number of hours from 1 to 696': 'fehlt: eine Anzahl Stunden von 1 bis 696',
  'must not begin or end with a blank': 'darf nicht mit einem Leerzeichen beginnen oder enden',
  'must be at least 1': 'muss mindestens 1 sein',
  'must be at most 696': 'darf höchstens 696 sein',
  'must be AUTOMATIC, MANUAL or DELAYED': 'muss AUTOMATIC, MANUAL oder DELAYED sein',
  'is required when type is DELAYED: a number from 1 to 696':
    'ist nötig, wenn der Typ DELAYED ist: eine Zahl von 1 bis 696',
  'must be a date and time in UTC as YYYY-MM-DDTHH:MM:SSZ': 'muss Datum und Zeit in UTC wie JJJJ-MM-TTThh:mm:ssZ sein',
  'must be a date that exists': 'muss ein Datum sein, das es gibt',
  'must be a local date and time as YYYY-MM-DDTHH:MM:SS, without a zone':
    'muss Datum und Ortszeit wie JJJJ-MM-TTThh:mm:ss sein, ohne Zeitzone',
  'must be a local date and time without seconds as YYYY-MM-DDTHH:MM':
    'muss Datum und Ortszeit ohne Sekunden wie JJJJ-MM-TTThh:mm sein',
  'must be a date as DD.MM.YYYY that exists': 'muss ein Datum wie TT.MM.JJJJ sein, das es gibt',
  'must be an Ed25519 public key: 32 bytes in base64':
    'muss ein öffentlicher Ed25519-Schlüssel sein: 32 Byte in Base64',
  'must be an EAN, ISBN or UPC': 'muss eine EAN, ISBN oder UPC sein',
  'must be an absolute address that begins with http:// or https://':
    'muss eine vollständige Adresse sein, die mit http:// oder https:// beginnt',
  'must have at most 24 characters of a-z, A-Z and 0-9 for IDEAL':
    'darf für IDEAL höchstens 24 Zeichen aus a-z, A-Z und 0-9 haben',
  'must be an absolute address of an app or a web site':
    'muss die vollständige Adresse einer App oder einer Website sein',
  'must have at most 10 characters': 'darf höchstens 10 Zeichen haben',
  'must have at most 135 characters': 'darf höchstens 135 Zeichen haben',
  'must be an object: the fields of one payment method': 'muss ein Objekt sein: die Felder einer Zahlungsart',
  'must be an IBAN: its check digits do not fit': 'muss eine IBAN sein: Ihre Prüfziffern passen nicht',
  'must hold either card or directDebit: where the money goes':
    'muss entweder card oder directDebit enthalten: wohin das Geld geht',
  'must have 4 to 12 digits': 'muss 4 bis 12 Ziffern haben',
  'must not hold characters that are not seen as such': 'darf keine Zeichen enthalten, die man nicht sieht',
  'must have its letters and accents composed (Unicode NFC)':
    'muss Buchstaben und Akzente zusammengesetzt enthalten (Unicode NFC)',
  'is easy to guess: few digits, or the same ones again': 'ist leicht zu erraten: wenige Ziffern, oder immer dieselben',
  'is easy to guess: digits that follow each other': 'ist leicht zu erraten: aufeinanderfolgende Ziffern',
  'is easy to guess: a date or a year': 'ist leicht zu erraten: ein Datum oder ein Jahr',
  'is easy to guess: a line on the keypad': 'ist leicht zu erraten: eine Linie auf dem Tastenfeld',
  'is easy to guess: one of the most used': 'ist leicht zu erraten: eine der meistbenutzten',
  'must have at most 500 characters': 'darf höchstens 500 Zeichen haben',
  'must have up to 64 letters and digits': 'darf bis zu 64 Buchstaben und Ziffern haben',
  'must have at most 60 characters': 'darf höchstens 60 Zeichen haben',
  "may hold digits, letters and ' : ? , . + - / ( ) only":
    "darf nur Ziffern, Buchstaben und ' : ? , . + - / ( ) enthalten",
  'is required when a mandateId is sent': 'ist nötig, wenn ein Mandat genannt wird',
  'is required: a text of 1 to 64 characters': 'fehlt: ein Text mit 1 bis 64 Zeichen',
  'is required: the first 6 to 8 digits of the card number': 'fehlt: die ersten 6 bis 8 Ziffern der Kartennummer',
  'is required: the id of the terminal': 'fehlt: die Kennung des Terminals',
  'is required: the payId of the payment': 'fehlt: die Zahlungsnummer',
  'is required: it stands in the answer to the sale or authorization':
    'fehlt: sie steht in der Antwort auf den Verkauf oder die Autorisierung',
  'must be 0 or from 1024 to 65535': 'muss 0 oder 1024 bis 65535 sein',
  'must be 3 or 4 digits': 'muss 3 oder 4 Ziffern haben',
  'must be Y where it is sent': 'muss Y sein, wenn es gesendet wird',
  'must be YES where it is sent': 'muss YES sein, wenn es gesendet wird',
  'must be a date as DD.MM.YYYY': 'muss ein Datum wie TT.MM.JJJJ sein',
  'must be a date as YYYY-MM-DD': 'muss ein Datum wie JJJJ-MM-TT sein',
  'must be a three-digit ISO country number': 'muss eine dreistellige ISO-Ländernummer sein',
  'must be a three-letter ISO 4217 currency code in capitals, for example EUR':
    'muss ein Währungscode aus drei Großbuchstaben sein, zum Beispiel EUR',
  'must be a three-letter ISO country code in capitals, for example DEU':
    'muss ein Ländercode aus drei Großbuchstaben sein, zum Beispiel DEU',
  'must be a whole number of minor units (for example 1234 for 12.34 EUR)':
    'muss eine ganze Zahl kleinster Einheiten sein (zum Beispiel 1234 für 12,34 EUR)',
  'must be a year and month as YYYYMM': 'muss Jahr und Monat wie JJJJMM sein',
  'must be an IBAN': 'muss eine IBAN sein',
  'must be an e-mail address': 'muss eine E-Mail-Adresse sein',
  'must be an identifier without spaces, slashes or other separators':
    'muss eine Kennung ohne Leerzeichen, Schrägstriche oder andere Trenner sein',
  'must be at least 1 minor unit': 'muss mindestens 1 kleinste Einheit sein',
  'must have at most twelve digits, in minor units': 'darf höchstens zwölf Ziffern haben, in kleinsten Einheiten',
  'must be individual or business': 'muss individual oder business sein',
  'must be the first 6 to 8 digits of the card number': 'muss die ersten 6 bis 8 Ziffern der Kartennummer haben',
  'must contain a hyphen': 'muss einen Bindestrich enthalten',
  'must have at most 128 characters': 'darf höchstens 128 Zeichen haben',
  'must have at most 64 characters': 'darf höchstens 64 Zeichen haben',
  'must not be a dot or two dots': 'darf nicht nur aus Punkten bestehen',
  'must not be blank or hold control characters': 'darf nicht leer sein und keine Steuerzeichen enthalten',
  'must not be empty': 'darf nicht leer sein',
  'must not be greater than total': 'darf nicht größer als total sein',
  'must not be negative': 'darf nicht negativ sein',
  'must not contain a card number': 'darf keine Kartennummer enthalten',
  'must not be typed at this till: the shop has switched card entry off':
    'darf an dieser Kasse nicht getippt werden: Das Geschäft hat die Karteneingabe abgeschaltet',
  'must have 1 to 64 visible ASCII characters, without blanks':
    'muss 1 bis 64 sichtbare ASCII-Zeichen haben, ohne Leerzeichen',
  'must not look like a card number, unless the setting idsMayLookLikeCards allows it':
    'darf nicht wie eine Kartennummer aussehen, wenn die Einstellung idsMayLookLikeCards es nicht erlaubt',
  'must not begin with "Test:" and digits in live mode: the gateway would simulate the result':
    'darf im Echtbetrieb nicht mit „Test:“ und Ziffern beginnen: Das Zahlungssystem würde das Ergebnis simulieren',
  'must not be given: this till asks for no tips (tipPercentages)':
    'darf nicht angegeben werden: Diese Kasse fragt nicht nach Trinkgeld (tipPercentages)',
  'must be the merchant id that this till works for, or be left out':
    'muss die Händlernummer sein, für die diese Kasse arbeitet, oder entfallen',
  'must be less than ten times the amount that was asked for: look at the slip again':
    'muss weniger als das Zehnfache des angeforderten Betrags sein: Sehen Sie den Beleg noch einmal an',
  'is for test environments only': 'ist nur für Testumgebungen',
};
