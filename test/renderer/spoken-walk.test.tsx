// What a screen reader says, in its order, in a sale, a refund and a decision: the page's accessibility tree in English
// and German. What comes as often as there are keys, terminals or currencies is left out.
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '#texts/index.ts';
import { seedPeople, seedRefundToDecide } from '../../renderer/bridge/fake/seeds/seed-people.ts';
import { seedOpen, seedPast } from '../../renderer/bridge/fake/seeds/seed.ts';
import { button, heading, openWindow, settled } from './support/window.tsx';

/** As a person types: keys that come faster are a scanner's. */
async function typeText(text: string): Promise<void> {
  await userEvent.keyboard(text);
  await settled();
}

/** Left at what was typed; the function returned charges. */
async function aSale(language: Language) {
  await openWindow(() => {}, { language });
  await expect.element(heading(/^(How much|Wie viel)/)).toBeVisible();
  await typeText('600');
  await expect.element(button(/6[.,]00/)).toBeEnabled();
  return async () => {
    await userEvent.click(button(/6[.,]00/));
    await expect.element(heading(/^(Paid|Bezahlt)/)).toBeVisible();
  };
}

/** Left at the amount that goes back; the function returned sends it. */
async function aRefund(language: Language) {
  await openWindow(({ world }) => seedPast(world, 4), { language });
  await userEvent.keyboard('{Alt>}3{/Alt}');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await typeText('241,47');
  await typeText('{Enter}');
  await userEvent.click(button(/^(Refund money|Geld erstatten)/));
  await expect.element(page.getByRole('textbox')).toBeVisible();
  await settled();
  return async () => {
    await userEvent.click(button(/241[.,]47/));
    await expect.element(heading(/^(Refunded|Erstattet)/)).toBeVisible();
  };
}

async function aDecision(language: Language) {
  const { stores } = await openWindow(
    ({ world }) => {
      seedPast(world, 4);
      seedOpen(world);
      seedPeople(world, 'Supervisor');
      seedRefundToDecide(world, false);
    },
    { language },
  );
  await expect.element(page.getByRole('main')).toBeVisible();
  stores.navigation.go({ screen: 'activity', operationId: 'open-person' });
  await expect.element(button(/^(Decide|Entscheiden)/)).toBeVisible();
  return async () => {
    await userEvent.click(page.getByRole('radio').last());
    await userEvent.click(page.getByRole('textbox').first());
    await typeText('Bank');
    await userEvent.click(page.getByRole('textbox').last());
    await typeText('Bank');
    await userEvent.click(button(/^(Decide|Entscheiden)/));
    await expect.element(button(/^(Decide|Entscheiden)/)).not.toBeInTheDocument();
  };
}

describe('in English', () => {
  it('a sale', async () => {
    const charge = await aSale('en');
    await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
      - main "Sale":
        - heading "How much?" [level=1]
        - status "Amount":
          - text: 6.00 EUR
        - textbox "Reference"
        - paragraph: Order or receipt number; scan or type
        - combobox "Terminal":
          - option "T-1" [selected]
        - combobox "Currency":
          - option "EUR Euro" [selected]
        - group "What to do":
          - radio "Sale" [checked]
          - radio "Authorize only"
        - group "Adding up":
          - button "Times: a quantity, then its price"
          - button "Percent off the total"
          - button "Add to the total"
        - group "Keypad":
          - button "Remove the last digit"
        - button "Charge 6.00 EUR"
    `);
    await charge();
    await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
      - main "Sale":
        - status:
          - paragraph: Sale
          - heading "Paid 6.00 EUR" [level=1]
        - term: Card
        - definition: VISA •••• 1111
        - term: Terminal
        - definition: T-1
        - term: Approval code
        - definition: /^4829\\d\\d$/
        - group: Details for support
        - region "Receipt":
          - group "Which copy":
            - radio "Customer" [checked]
            - radio "Merchant"
          - text: /Customer copy .* Amount 6\\.00 EUR .* APPROVED/
          - button "Save the receipt"
          - img /^Code of the payment/
        - button "Open the payment"
        - button "Start the next sale"
    `);
  });

  it('a refund', async () => {
    const refund = await aRefund('en');
    await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
      - main "Payments":
        - searchbox "Search payments": 241,47
        - listbox "Payments, newest first":
          - option /^Paid 241\\.47 EUR VISA •••• 1111 · Order 40003/ [selected]
        - heading "How much should go back?" [level=1]
        - group "How much should go back?":
          - textbox "Amount": "241.47"
          - paragraph: At most 241.47 EUR
          - term: Card
          - definition: VISA •••• 1111
          - term: Reference
          - definition: Order 40003
        - button "Cancel"
        - button "Refund 241.47 EUR"
    `);
    await refund();
    await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
      - main "Payments":
        - listbox "Payments, newest first":
          - option /^Refunded in full [^V]*VISA/ [selected]
        - status:
          - paragraph: Refund
          - heading "Refunded 241.47 EUR" [level=1]
        - region "Receipt":
          - text: /Customer .* Refund .* −241\\.47 EUR/
        - group: Details for support
        - button "Back to the payment"
    `);
  });

  it('a decision', async () => {
    const decide = await aDecision('en');
    await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
      - main "Activity":
        - button "Go back"
        - status:
          - paragraph: Sale
          - text: 45.90 EUR
          - heading "We must look this up ourselves" [level=1]
          - paragraph: /Do not repeat it before then\\./
        - heading "Look for these numbers" [level=2]
        - term: Transaction number
        - definition: S-2026-900000
        - heading "What we know" [level=2]
        - paragraph: The payment system did not answer in time.
        - heading "What we asked" [level=2]
        - heading "What is missing" [level=2]
        - region "What became of it?":
          - group "What became of it?":
            - radio "It happened The customer was charged 45.90 EUR."
            - radio "It did not happen Nothing was charged. It can be tried again."
          - textbox "Why do you say so?"
          - textbox "What did you look at?"
          - paragraph: The terminal’s journal, the payment system’s back office, a bank statement
        - group: Numbers
        - group: Details for support
        - button "Decide"
    `);
    await decide();
    await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
      - main "Activity":
        - status:
          - paragraph: Sale
          - heading "A person decided that it was not carried out. Nothing was charged." [level=1]
          - paragraph: It can be started again.
        - heading "Who decided" [level=2]
        - list:
          - listitem:
            - strong: /^Supervisor, .*: it did not happen$/
            - paragraph: "Reason: Bank"
            - paragraph: "Looked at: Bank"
        - button "Try again: Sale 45.90 EUR"
    `);
  });
});

describe('in German', () => {
  it('a sale', async () => {
    const charge = await aSale('de');
    await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
      - main "Verkauf":
        - heading "Wie viel?" [level=1]
        - status "Betrag":
          - text: 6,00 EUR
        - textbox "Referenz"
        - paragraph: Bestell- oder Bonnummer; scannen oder tippen
        - combobox "Terminal":
          - option "T-1" [selected]
        - combobox "Währung":
          - option "EUR Euro" [selected]
        - group "Vorgang":
          - radio "Verkauf" [checked]
          - radio "Nur autorisieren"
        - group "Zusammenrechnen":
          - button "Mal: erst die Menge, dann der Preis"
          - button "Prozent Rabatt auf die Summe"
          - button "Zur Summe"
        - group "Ziffernblock":
          - button "Letzte Ziffer entfernen"
        - button "6,00 EUR kassieren"
    `);
    await charge();
    await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
      - main "Verkauf":
        - status:
          - paragraph: Verkauf
          - heading "Bezahlt: 6,00 EUR" [level=1]
        - term: Karte
        - definition: VISA •••• 1111
        - term: Terminal
        - definition: T-1
        - term: Genehmigungscode
        - definition: /^4829\\d\\d$/
        - group: Details für den Support
        - region "Beleg":
          - group "Welche Kopie":
            - radio "Kunde" [checked]
            - radio "Händler"
          - text: /Kundenbeleg .* Betrag 6,00 EUR .* GENEHMIGT/
          - button "Beleg speichern"
          - img /^Code der Zahlung/
        - button "Zahlung öffnen"
        - button "Nächster Verkauf"
    `);
  });

  it('a refund', async () => {
    const refund = await aRefund('de');
    await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
      - main "Zahlungen":
        - searchbox "Zahlungen suchen": 241,47
        - listbox "Zahlungen, neueste zuerst":
          - option /^Bezahlt 241,47 EUR VISA •••• 1111 · Bestellung 40003/ [selected]
        - heading "Wie viel soll zurück?" [level=1]
        - group "Wie viel soll zurück?":
          - textbox "Betrag": 241,47
          - paragraph: Höchstens 241,47 EUR
          - term: Karte
          - definition: VISA •••• 1111
          - term: Referenz
          - definition: Bestellung 40003
        - button "Abbrechen"
        - button "241,47 EUR erstatten"
    `);
    await refund();
    await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
      - main "Zahlungen":
        - listbox "Zahlungen, neueste zuerst":
          - option /^Ganz erstattet [^V]*VISA/ [selected]
        - status:
          - paragraph: Erstattung
          - heading "Erstattet: 241,47 EUR" [level=1]
        - region "Beleg":
          - text: /Kunde .* Erstattung .* −241,47 EUR/
        - group: Details für den Support
        - button "Zurück zur Zahlung"
    `);
  });

  it('a decision', async () => {
    const decide = await aDecision('de');
    await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
      - main "Verlauf":
        - button "Zurück"
        - status:
          - paragraph: Verkauf
          - text: 45,90 EUR
          - heading "Wir müssen selbst nachsehen" [level=1]
          - paragraph: /Vorher nicht wiederholen\\./
        - heading "Suchen Sie nach diesen Nummern" [level=2]
        - term: Transaktionsnummer
        - definition: S-2026-900000
        - heading "Was wir wissen" [level=2]
        - paragraph: Das Zahlungssystem hat nicht rechtzeitig geantwortet.
        - heading "Was wir gefragt haben" [level=2]
        - heading "Was fehlt" [level=2]
        - region "Was ist daraus geworden?":
          - group "Was ist daraus geworden?":
            - radio "Es ist geschehen Dem Kunden wurden 45,90 EUR abgebucht."
            - radio "Es ist nicht geschehen Es wurde nichts abgebucht. Ein neuer Versuch ist möglich."
          - textbox "Warum sagen Sie das?"
          - textbox "Was haben Sie angesehen?"
          - paragraph: Journal des Terminals, Backoffice des Zahlungssystems, Kontoauszug
        - group: Nummern
        - group: Details für den Support
        - button "Entscheiden"
    `);
    await decide();
    await expect.element(page.getByRole('main')).toMatchAriaInlineSnapshot(`
      - main "Verlauf":
        - status:
          - paragraph: Verkauf
          - heading "Eine Person hat entschieden, dass es nicht ausgeführt wurde. Es wurde nichts abgebucht." [level=1]
          - paragraph: Es kann neu begonnen werden.
        - heading "Wer entschieden hat" [level=2]
        - list:
          - listitem:
            - strong: /^Aufsicht, .*: nicht geschehen$/
            - paragraph: "Grund: Bank"
            - paragraph: "Angesehen: Bank"
        - button "Erneut versuchen: Verkauf 45,90 EUR"
    `);
  });
});

it.each(['sale', 'link'] as const)('the amount is announced without the buttons beside it (%s)', async (screen) => {
  const { stores } = await openWindow();
  await expect.element(heading('How much?')).toBeVisible();
  stores.navigation.go({ screen });
  await expect.element(page.getByRole('status', { name: 'Amount' })).toBeVisible();
  expect(document.querySelectorAll('main :is([role=status], [aria-live]) button')).toHaveLength(0);
});
