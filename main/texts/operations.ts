// Operations in words: what they are called and what their states mean for the money.
import { texts } from './define.ts';

export const operationTexts = texts({
  'kind.sale': { en: 'Sale', de: 'Verkauf' },
  'kind.authorisation': { en: 'Authorisation', de: 'Autorisierung' },
  'kind.terminal-capture': { en: 'Capture at the terminal', de: 'Einzug am Terminal' },
  'kind.terminal-reverse': { en: 'Cancellation at the terminal', de: 'Storno am Terminal' },
  'kind.credit': { en: 'Credit at the terminal', de: 'Gutschrift am Terminal' },
  'kind.card-read': { en: 'Card reading', de: 'Karte lesen' },
  'kind.diagnose': { en: 'Terminal check', de: 'Terminalprüfung' },
  'kind.terminal-startup': { en: 'Terminal start', de: 'Terminalstart' },
  'kind.capture': { en: 'Capture', de: 'Einzug' },
  'kind.refund': { en: 'Refund', de: 'Erstattung' },
  'kind.refund-unreferenced': { en: 'Manual refund', de: 'Freie Erstattung' },
  'kind.reverse': { en: 'Reversal', de: 'Storno' },
  'kind.dcc-quote': { en: 'Currency quote', de: 'Währungsangebot' },
  'kind.dcc-bin-check': { en: 'Card country', de: 'Land der Karte' },
  'kind.other': { en: 'Operation', de: 'Vorgang' },

  'look.running': { en: 'Running', de: 'Läuft' },
  'look.succeeded': { en: 'Done', de: 'Erledigt' },
  'look.failed': { en: 'Not done', de: 'Nicht erfolgt' },
  'look.unknown': { en: 'Not known yet', de: 'Noch ungeklärt' },
  'look.waiting': { en: 'Waiting', de: 'Wartet' },
  'look.person': { en: 'Please decide', de: 'Entscheiden' },
  'look.ended': { en: 'Not sent', de: 'Nicht gesendet' },

  'running.toTerminal': { en: 'Sending to the terminal', de: 'Wird ans Terminal gesendet' },
  'running.present': { en: 'Ask the customer to present the card', de: 'Bitten Sie den Kunden, die Karte vorzuhalten' },
  'running.terminal': { en: 'The terminal is working', de: 'Das Terminal arbeitet' },
  'running.gateway': { en: 'Asking the payment gateway', de: 'Anfrage an das Zahlungssystem' },

  'done.sale': { en: 'Paid {amount}', de: 'Bezahlt: {amount}' },
  'done.authorisation': { en: 'Authorised {amount}', de: 'Autorisiert: {amount}' },
  'done.capture': { en: 'Captured {amount}', de: 'Eingezogen: {amount}' },
  'done.refund': { en: 'Refunded {amount}', de: 'Erstattet: {amount}' },
  'done.reverse': { en: 'Reversed. The customer is not charged.', de: 'Storniert. Der Kunde zahlt nichts.' },
  'done.other': { en: '{what} done', de: '{what} erledigt' },

  'unknown.charge': {
    en: 'We don’t know yet. Do not charge again. Checking since {time}.',
    de: 'Wir wissen es noch nicht. Nicht noch einmal kassieren. Wird seit {time} geprüft.',
  },
  'unknown.other': {
    en: 'We don’t know yet. Do not repeat it. Checking since {time}.',
    de: 'Wir wissen es noch nicht. Nicht wiederholen. Wird seit {time} geprüft.',
  },
  'pending.headline': {
    en: 'Not final yet. Do not repeat it. Checking since {time}.',
    de: 'Noch nicht endgültig. Nicht wiederholen. Wird seit {time} geprüft.',
  },
  'waiting.headline': {
    en: 'Will be sent when the connection is back',
    de: 'Wird gesendet, sobald die Verbindung wieder da ist',
  },
  'waiting.headlineBehind': {
    en: 'Will be sent when the connection is back ({ahead} before it)',
    de: 'Wird gesendet, sobald die Verbindung wieder da ist ({ahead} davor)',
  },
  'waiting.turn': { en: 'Will be sent in a moment', de: 'Wird gleich gesendet' },
  'waiting.turnBehind': {
    en: 'Will be sent when its turn comes ({ahead} before it)',
    de: 'Wird gesendet, sobald es an der Reihe ist ({ahead} davor)',
  },
  'waiting.after': {
    en: 'Waits for an earlier operation on the same payment or terminal.',
    de: 'Wartet auf einen früheren Vorgang an derselben Zahlung oder am selben Terminal.',
  },
  'waiting.openEarlier': { en: 'Open the earlier one', de: 'Früheren Vorgang öffnen' },
  'waiting.many': { en: '{count} or more', de: '{count} oder mehr' },
  'person.headline': { en: 'Please decide what happened', de: 'Bitte entscheiden Sie, was geschehen ist' },
  'person.advice': {
    en: 'Compare with the terminal’s journal or the gateway’s back office. Do not repeat it before.',
    de: 'Vergleichen Sie mit dem Journal des Terminals oder der Händleroberfläche. Vorher nicht wiederholen.',
  },
  'cancelled.headline': {
    en: 'Cancelled before it was sent. No money moved.',
    de: 'Vor dem Senden abgebrochen. Kein Geld bewegt.',
  },
  'expired.headline': { en: 'Not sent in time. No money moved.', de: 'Nicht rechtzeitig gesendet. Kein Geld bewegt.' },

  'asking.silent': {
    en: 'The bridge is not answering. Do not start it again: this window keeps asking with the same number, so it can happen only once.',
    de: 'Die Bridge antwortet nicht. Nicht neu beginnen: Das Fenster fragt mit derselben Nummer weiter, es kann nur einmal geschehen.',
  },

  'fact.origin': { en: 'Asked for by', de: 'Auftrag von' },
  'origin.cashier': { en: 'This till', de: 'Diese Kasse' },
  'origin.erp': { en: 'A program', de: 'Ein Programm' },
  'fact.time': { en: 'Time', de: 'Zeit' },
  'fact.amount': { en: 'Amount', de: 'Betrag' },
  'fact.terminal': { en: 'Terminal', de: 'Terminal' },
  'fact.reference': { en: 'Reference', de: 'Referenz' },
  'fact.transId': { en: 'Transaction number', de: 'Transaktionsnummer' },
  'fact.payId': { en: 'Payment number', de: 'Zahlungsnummer' },
  'fact.traceNr': { en: 'Trace number', de: 'Tracenummer' },
  'fact.approval': { en: 'Approval code', de: 'Genehmigungscode' },
  'fact.card': { en: 'Card', de: 'Karte' },
  'fact.attempts': { en: 'Sent', de: 'Gesendet' },
  'fact.changed': { en: 'Last change', de: 'Letzte Änderung' },

  'receipt.title': { en: 'Receipt', de: 'Beleg' },
  'receipt.customer': { en: 'Customer', de: 'Kunde' },
  'receipt.merchant': { en: 'Merchant', de: 'Händler' },
  'receipt.which': { en: 'Which copy', de: 'Welche Kopie' },
  'receipt.save': { en: 'Save as PDF', de: 'PDF sichern' },
  'receipt.copy': { en: 'Copy the text', de: 'Text kopieren' },
  'receipt.saved': { en: 'Saved as {file}', de: 'Gesichert als {file}' },
  'receipt.notSaved': { en: 'Not saved', de: 'Nicht gesichert' },
  'receipt.none': { en: 'There is no receipt for this.', de: 'Hierzu gibt es keinen Beleg.' },
});
