// More steps on a payment: raising an authorization, confirming, changing its details.
import { texts } from './define.ts';

export const paymentStepTexts = texts({
  'payment.doRaise': { en: 'Raise the authorization', de: 'Autorisierung erhöhen' },
  'payment.doConfirm': { en: 'Confirm the payment', de: 'Zahlung bestätigen' },
  'payment.doUpdate': { en: 'Change the details', de: 'Angaben ändern' },

  'raise.title': { en: 'How much more should be authorized?', de: 'Wie viel mehr soll autorisiert werden?' },
  'raise.extra': { en: 'More', de: 'Zusätzlich' },
  'raise.now': { en: 'Authorized now', de: 'Jetzt autorisiert' },
  'raise.total': { en: 'Authorized afterwards', de: 'Danach autorisiert' },
  'raise.days': { en: 'More days', de: 'Zusätzliche Tage' },
  'raise.daysHint': { en: 'Of the stay or rental', de: 'Des Aufenthalts oder der Miete' },
  'raise.daysError': { en: 'A whole number, 1 to 999', de: 'Ganze Zahl, 1 bis 999' },
  'raise.do': { en: 'Raise by {amount}', de: 'Um {amount} erhöhen' },

  'confirm.title': { en: 'Confirm this payment?', de: 'Diese Zahlung bestätigen?' },
  'confirm.body': {
    en: 'It was created for {method} and waits for this second step. The customer then pays {amount}.',
    de: 'Sie wurde für {method} angelegt und wartet auf diesen zweiten Schritt. Der Kunde zahlt dann {amount}.',
  },
  'confirm.hour': {
    en: 'This method can be confirmed for 60 minutes after the payment was created.',
    de: 'Diese Zahlungsart lässt sich 60 Minuten lang nach dem Anlegen bestätigen.',
  },
  'confirm.do': { en: 'Confirm {amount}', de: '{amount} bestätigen' },

  'update.title': { en: 'What should change?', de: 'Was soll sich ändern?' },
  'update.lead': {
    en: 'Anything left empty stays as it is. The amount cannot be changed.',
    de: 'Leere Felder bleiben unverändert. Der Betrag lässt sich nicht ändern.',
  },
  'update.reference': { en: 'Order number', de: 'Bestellnummer' },
  'update.invoice': { en: 'Invoice number', de: 'Rechnungsnummer' },
  'update.description': { en: 'Description', de: 'Beschreibung' },
  'update.do': { en: 'Save the changes', de: 'Änderungen speichern' },
  'update.nothing': { en: 'Nothing was changed yet', de: 'Noch nichts geändert' },
});
