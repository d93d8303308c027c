// Ends that nobody has seen yet: the note in the status line, and what to do about each.
import { texts } from './define.ts';

export const endTexts = texts({
  'ends.paid': { en: 'was paid', de: 'wurde bezahlt' },
  'ends.notPaid': { en: 'was not paid', de: 'wurde nicht bezahlt' },
  'ends.carriedOut': { en: 'was carried out', de: 'wurde ausgeführt' },
  'ends.notCarriedOut': { en: 'was not carried out', de: 'wurde nicht ausgeführt' },
  'ends.notKnown': { en: 'is not known yet', de: 'ist noch ungeklärt' },
  'ends.differs': { en: 'was not paid with this sum', de: 'wurde nicht so bezahlt' },
  'ends.twice': { en: 'was paid twice', de: 'wurde doppelt bezahlt' },
  'ends.title': { en: 'This is how it ended', de: 'So ging es aus' },
  'ends.lead': {
    en: 'It stays here until you say that you have seen it.',
    de: 'Es bleibt hier stehen, bis Sie es gesehen haben.',
  },
  'ends.more': { en: 'After these {count} more', de: 'Danach noch {count}' },
  'ends.seen': { en: 'I have seen this', de: 'Gesehen' },
  'ends.open': { en: 'Open it', de: 'Öffnen' },
  'ends.later': { en: 'Later', de: 'Später' },
  'ends.silent': {
    en: 'The till did not answer. Press again.',
    de: 'Die Kasse hat nicht geantwortet. Drücken Sie noch einmal.',
  },
  'ends.do.charged': {
    en: 'The customer has paid. If they paid another way as well, refund one of the two.',
    de: 'Der Kunde hat bezahlt. Hat er auch auf andere Art bezahlt, erstatten Sie eines von beiden.',
  },
  'ends.do.notCharged': {
    en: 'Nothing was charged. If the customer has the goods, they still have to pay.',
    de: 'Es wurde nichts abgebucht. Hat der Kunde die Ware, muss er noch bezahlen.',
  },
  'ends.do.reserved': {
    en: 'The money is reserved on the customer’s card and not taken yet.',
    de: 'Das Geld ist auf der Karte des Kunden reserviert und noch nicht abgebucht.',
  },
  'ends.do.notReserved': {
    en: 'Nothing was authorized. Authorize it again if it is still wanted.',
    de: 'Es wurde nichts autorisiert. Autorisieren Sie bei Bedarf noch einmal.',
  },
  'ends.do.refunded': {
    en: 'The customer gets the money back. There is nothing to do.',
    de: 'Der Kunde bekommt das Geld zurück. Es ist nichts zu tun.',
  },
  'ends.do.notRefunded': {
    en: 'Nothing was given back: the customer still waits for the money. Open it and try again.',
    de: 'Es wurde nichts erstattet: Der Kunde wartet noch auf sein Geld. Öffnen Sie es und versuchen Sie es erneut.',
  },
  'ends.do.captured': {
    en: 'The money is taken. There is nothing to do.',
    de: 'Das Geld ist eingezogen. Es ist nichts zu tun.',
  },
  'ends.do.notCaptured': {
    en: 'Nothing was taken. Open it and capture again before the authorization lapses.',
    de: 'Es wurde nichts eingezogen. Öffnen Sie es und ziehen Sie ein, bevor die Autorisierung verfällt.',
  },
  'ends.do.reversed': {
    en: 'The customer is not charged. There is nothing to do.',
    de: 'Dem Kunden wird nichts berechnet. Es ist nichts zu tun.',
  },
  'ends.do.notReversed': {
    en: 'Nothing was reversed: the customer is still charged. Open it and try again.',
    de: 'Es wurde nichts storniert: Der Kunde ist noch belastet. Öffnen Sie es und versuchen Sie es erneut.',
  },
  'ends.do.other': { en: 'Open it to see what to do.', de: 'Öffnen Sie es, um zu sehen, was zu tun ist.' },
});
