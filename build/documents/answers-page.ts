// `npm run answers`: writes docs/answers.md, the evidence table for people, from the rules that the code itself reads.
// With `--check` it writes nothing and fails where the page in the repository is not the one that would be written.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type RefusalStatus, refusalStatuses } from '#core/answers/refusal-statuses.ts';
import { entryWords } from '#operations/evidence/entries.ts';
import { defaultAnswerReading } from '#operations/evidence/reading.ts';
import { type EvidenceRule, type PaymentSum, type Proof, evidenceRules } from '#operations/evidence/rules.ts';
import { projectRoot } from './specification/rows.ts';

const proofs: { readonly [proof in Proof]: string } = {
  complete: 'an empty answer; of one that says something: an id, the amount, a good status or code of the operation',
  body: 'a readable body',
  named: 'a good status or code; or, where neither is shown, an xId or the payId of the payment it made',
  word: 'a good status or code',
  terminal:
    'a good status or code, and a trace number or approval code of its own (not the approval code of a recent command ' +
    'at the terminal, where the answer shows no id), or two of these: our refNr, the amount, a number that was sent ' +
    'with the command; not where the answer is the request again, with nothing that only the gateway knows (payId, xId, ' +
    'merchantId, a number of its own, a card, a slip)',
};

const amounts: { readonly [amount in EvidenceRule['amount']]: string } = {
  approved: 'may differ: less is a partial approval, more a tip',
  exact: 'must be the one asked for',
  'not-read': 'not read',
};

const sums: { readonly [sum in PaymentSum]: string } = {
  own: 'nothing, or what was approved',
  total: 'at least the amount, or nothing yet',
  none: 'nothing',
  any: 'not compared',
};

const meanings: { readonly [meaning in RefusalStatus['meaning']]: string } = {
  refused: 'not carried out',
  'refused-in-words': 'not carried out, where the gateway says so itself',
  unclear: 'may have been carried out',
};

const { statuses, paths, wrappers, clockToleranceMs } = defaultAnswerReading;
const code = (texts: readonly string[]) => texts.map((each) => `\`${each}\``).join(', ');
const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly string[]) =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n');

const ruleRows = Object.values<EvidenceRule>(evidenceRules).map((rule) =>
  row(
    rule.name,
    proofs[rule.proof] +
      (rule.openIsDone
        ? '; an open status, a link for the customer, or a responseCode that begins with 6 and no good status, is what was asked for'
        : ''),
    amounts[rule.amount] +
      (rule.inCardsCurrency
        ? '; also in the currency of the card: the amount of the quote that was chosen, or of the conversion that the answer tells'
        : ''),
    sums[rule.captured],
    sums[rule.refunded],
    rule.contrary.length === 0 ? '' : code(rule.contrary),
    rule.alsoGood.length === 0 ? '' : code(rule.alsoGood),
    rule.rests,
  ),
);

const entryRows = Object.values<EvidenceRule>(evidenceRules).flatMap(({ name, entry }) =>
  entry === null ? [] : [row(name, entry.own.join(', '), entry.also.join(', '))],
);

const page = `<!-- Written by \`npm run answers\` from main/operations/evidence and main/core/answers. Do not edit. -->

# What an answer means

An answer of the gateway is read in three steps. **What it shows and disagrees is never success**; what it does not show is not required. Words, paths and the clock tolerance are settings (\`answers\`, \`tips\`); the defaults stand below.

1. **Whose answer is it?** Each id that is shown must be the operation's: payId, transId, refNr (also where the host cut it after 12 characters or more), merchantId, messageType, the terminal's id, the trace number of the command that a capture or reversal is about (\`originalTraceNr\`; \`traceNr\` may be its own, where something else of the answer is ours), the payment that it was done to (\`originalPayId\`), the local date and time (within ${clockToleranceMs / 60_000} minutes; without a zone on one side within 14 hours more), and for a payment that is being made a creation date that is not older than the sending. A trace number that another command at the same terminal had in the last 12 hours is that command's answer again (of payments each, of captures and reversals those among its last 50 commands), and so is a payId of a payment that another operation made. An xId that another operation has is that one's. What stands in an object or list of a name in \`answers.wrappers\` (\`data\`, \`transaction\`, \`payments\` …) is held against the request like the top, and so are \`terminalResponse\`, \`terminalResult\` and \`posResult\`; what makes it a success (status and responseCode) stands at the top. Of a payment that was there before, \`payment\` may show the names that its making gave it. Names are read in any capitals; one name twice with two values is a contradiction.
2. **For how much?** Each amount and currency that is shown must agree; a currency may be its ISO 4217 number. So must the sum of a receipt, where it stands apart from the lines (\`receipt.amount\`, \`receipt.total\`; as it is printed too, \`25.00\`). A reversal that names no sum may show the whole payment or what is left of it, where that is known. At a terminal less may be approved (partial approval), or more (a tip, where the shop takes tips; never more than twice the amount). A smaller sum that is called approved, authorized, charged, final or total at any other place (\`amountApproved\`, \`chargedAmount\`, \`posResult.amount\` …) is a contradiction; so is a larger one of a sale or authorization at a terminal. Sums of fees, taxes, orders and refunds are not read so, nor what a capture's answer calls authorized. Where the cardholder chose the card's own currency, the amount of that quote in that currency is the same sum, and says that all of it was approved; any other sum in it disagrees, also within a \`dccInfo\`. So does a sum without a currency that is not the one that was asked for, that quote's amount in the currency of the shop, another rate or \`dccRequestId\` than the quote had, and, where the shop's currency was chosen of a quote, a \`dccInfo\` with another one. Where nothing was chosen here and the terminal asks by itself, the amount may stand in the card's currency too, if a \`dccInfo\` names it for the very amount that was asked for. A \`dccInfo\` of a payment that is being made is for what was asked or approved: one for another amount disagrees. It is read in any capitals, at the top, in \`card\`, in \`paymentMethods.card\`, and there within \`answers.wrappers\`. What was really approved is the operation's \`approved\`, and sums, guards and receipts go by it.
3. **What does it say?** A status at any depth, the responseCode, flags such as \`success: false\` or \`reversed: true\`, members named like \`*error*\`, \`*decline*\`, \`*fail*\` that are filled, words of \`state\`, \`outcome\`, \`result\` and the like, flags of the same meaning in the till's languages (\`storno: true\`), a reversal or refund within that was carried out (of what makes a payment, and not of another transId), codes of the host behind (\`providerResponseCode\`, other than zeros, 08, 11, 16), a \`providerResponseText\` (there only after a failure), a \`transactionType\` of another kind, a \`type\` that names the other way of the money, of money that is taken a reason, time or indicator that says that it went back (\`reversalReason\`, \`reversedAt\`, \`reversalIndicator: Y\`; what may be done, as \`reversible\` or \`refundPolicy\`, says nothing), the status of its own kind (\`refundStatus\`), a line of the slip, or of a text under any name, that says nothing but DECLINED, NOT APPROVED, VOIDED or the like (what a customer refused beside the payment, as a tip, is none, nor is a count of 0), a \`nextAction\`, a redirect of the customer (\`redirectUrl\`, \`_links.redirect\`) for a payment that no customer was to complete elsewhere, and texts that speak of a refusal or of its reason (\`card expired\`, \`Deckung nicht ausreichend\`, \`call issuer\`), in the six languages of the till; beside a terminal's success also texts by which it is not known how it ended (\`authorization pending\`), unless they are about settlement. So do, where no smaller sum is shown: texts of a partial approval, flags of a name with \`partial\`, and, for a payment that is being made, a sum above zero that remains to be paid (\`remainingAmount\`, \`balanceDue\`, \`outstanding\` …; all of it may be what an authorization leaves to be captured), or that a reversal of the whole payment leaves. A status within that is not good outweighs a good one outside. A word that no list knows is never taken for good.

| outcome | when |
| --- | --- |
| done | HTTP 200, 201, 203 or 204, everything shown agrees, and the proof of the row below is there |
| refused | a status of the table of refusals, or a refused status word, the answer can be read, and nothing in it says otherwise: no good status or code at any depth, no approval code, no approved sum, nothing captured or refunded that is the very sum asked for, no text of success, no line of the slip that says APPROVED, AUTHORISED, ACCEPTED or the like, no word of a duplicate (\`already processed\`, \`original transaction\`, \`request replayed\`), which may be this very request, and no text by which it is not known whether it was carried out (\`outcome unknown\`, \`timeout waiting for host\`, \`no response from acquirer\`, \`check before retry\`, \`may have been processed\`, \`result pending\`), in the six languages of the till. What the customer did not do in time (\`timeout at PIN entry\`) is a refusal |
| open | a status word that says "not yet", a responseCode that begins with 6, HTTP 202 (but for session, link and intent) |
| contradiction | anything that disagrees. It is looked up, and a person decides otherwise. **It is never sent again**, keys or not |
| unknown | everything else: looked up; core/recovery/judge.ts says what that proves |

Another amount than was asked for waits for a person (\`approved-less\`, \`approved-more\`), unless the program was given access with \`partialApprovals\`, or the shop takes tips.

## What a customer pays by link, session or hosted page

It counts among the takings when a look-up shows it captured, at that time, once, with what is shown as captured. Where that is another amount or currency than was asked for, the \`offer\` of the operation \`differs\` and says in \`shown\` what was paid. What was captured still counts, in the currency that the record names, so that a later refund gives back what was taken. **Less is what any of its sums says**: what is captured, or what its list adds up to (its captures, or what made it where it lists none); that counts where these say one sum. A smaller sum at a place of its own (\`paidAmount\`, \`amountReceived\`, \`approvedAmount\`), within another object or in a list of captures, a sum that remains to be paid, a text of a partial approval, a list that contradicts the totals, and less captured under a word that no list knows are told as well, and nothing is counted until a record is clear. **So is a record that speaks against its own good status**, by what is held against the answer of a sale: no capture of its list was carried out, or they come to more than the whole, it was taken in another currency where no page converts, all of it was reversed, or a word, code or flag refuses (\`paid: false\`, \`declineReason\`, \`transactionType: CREDIT\`). While an entry of the list is open, nothing is told. Of a payment that is captured by hand a captured part is no less. What is captured after less was counted counts when it is seen, and where that is the whole, it is paid. A sum without a currency, in the currency that the cardholder chose, in another one where the page may convert (\`dccEnabled\`), or that cannot be read is not counted until a record tells it, and neither is another sum than a person named who decided that the payment was made. What is only reserved for another amount counts when it is captured. The status has the alarm \`payment-differs\` until a person at the till says that it was seen, or all of it was given back.

The bridge looks it up by itself until it is paid or over. It is over where the gateway says so, and an hour after the end that the request names (\`expirationTime\`, and the hours of a DELAYED capture; a day later it is looked up once more, for a clock that is off), unless it was last seen authorized or pending: what a customer began to pay in time is looked up until it is captured, refused or taken back. A notification that shows it authorized or pending after that begins the look-ups again. Where a look-up after the end shows no payment and none under way, and the gateway does not say that it expired, the \`offer\` stays \`open\` or \`failed\` and is \`over\`: lists show it as expired without a payment seen. A record that cannot be read is no such look-up.

Where the answer named no payId, the first record under the transId is the customer's payment, unless it is of a terminal, is more than a day older than the first sending, or shows another refNr: another till of the shop may have given the same number. A gateway whose records name a terminal for payments by link too needs \`answers.paths.terminalId\` without that place.

A record under the same transId with another payId is a further payment of the same link or page, unless it is of a terminal, is older than the first sending, shows another refNr, or another operation of the bridge made it. It counts like the first; \`offer.paidAgain\` and the alarm \`paid-twice\` name it until a person has seen it or all but one were given back. The bridge learns of it by a notification, or by a look-up that a person or program asks for. Once a link is paid the bridge asks no more by itself: under the payId that it has, no further payment is ever shown; under the transId, the specification does not say which of two payments a look-up shows. Asking on would cost each paid link look-ups that prove nothing where the first payment comes back. A shop that hands out links takes notifications (\`urls.webhook\`).

## The rules

${table(['operation', 'proof of "done"', 'amount', 'captured, where shown', 'refunded, where shown', 'words that speak against it', 'words that are good here', 'rests on'], ruleRows)}

## Words

A responseCode is a success only with eight characters and a leading 0. 2 is an error, 4 means that data may be lost, 6 that a final status follows. Zeros of another length prove nothing; any other short code (05) speaks against success.

| meaning | \`answers.statuses\` |
| --- | --- |
| done | ${code(statuses.succeeded)} |
| refused | ${code(statuses.failed)} |
| open | ${code(statuses.open)} |

## Paths

Of amounts and currencies each that is there is compared; of the others the first that is there counts. A list in the settings replaces the default. Each path counts from the top, and within each object or list of these names (\`answers.wrappers\`): ${code(wrappers)}.

${table(
  ['what', '`answers.paths`'],
  (Object.keys(paths) as (keyof typeof paths)[]).map((name) => row(`\`${name}\``, code(paths[name]))),
)}

## HTTP statuses that refuse

401 and 403 mean "not executed" where a look-up with the same credentials is refused too, or shows nothing of the operation: then the token is renewed once. A page that is not the gateway's, beside look-ups that are taken, proves nothing. 429 means "not executed, later": **where the body says nothing of an operation** (no payId, transId, refNr or xId, no good or open status, no responseCode of eight characters, no trace number or approval code). Otherwise the answer contradicts itself, and so does every other status beside a body that says that it was carried out. 404 and 410 of a money operation refuse only in the gateway's own words: problem details, an operation result, a responseCode or its text, or a text by which the payment is not known. A server on the way answers so where the gateway moved or a path was rewritten: that is looked up first. So is every page and every text that is no object, whatever the status, and a status word that is open, or of no list and no word of refusal. 3xx, 5xx and every 4xx that is not here prove nothing.

${table(
  ['status', 'meaning', 'reason'],
  refusalStatuses.map(({ status, meaning, reason }) => row(String(status), meanings[meaning], reason)),
)}

## What a look-up proves

What stands within an object of a name in \`answers.wrappers\`, or alone in such a list, is read like the top of a record; several payments in a list are not told apart. A record is matched by the refNr that the bridge made. One that the caller gave (an order number) matches beside the transId, but not after HTTP 409, and what was done or refused at a terminal not by it alone: another till of the shop may have asked for money under it. What was not asked of a terminal is not made at one. Otherwise a payment counts as the operation's only where transId and amount agree, the terminal is the same, and it was made after the first sending. A record or entry that is older than the first sending is another's, whatever it shows: shops give an order number again (an entry with an xId of ours, or the refNr that the bridge made, is ours all the same). A look-up by payId that shows another payId tells nothing, and nothing of it is noted. After HTTP 409 only the refNr that the bridge made counts: what is there may be another caller's. A full reversal is the exception: a payment that is reversed is reversed, by whichever request, unless it shows another sum than was to be reversed. It must be the payment that was to be reversed: a void at the terminal is looked up by its own transId, which another till may have given to a payment of its own. There the payId, our refNr, or the trace number at the terminal must agree, or what only the sending explains.

**What a record shows under the operation's own reference must agree, as an answer must**: the kind of the entry, its sum and currency, and its status by the words that speak against it. **The record of a payment that the operation made, and its own entry in a list, are read in the same three steps as an answer**: other names, sums, words, flags and codes of the host there are held to the same rules, and an approved sum that is not the one that was asked for is the operation's \`approved\`. What became of the payment later speaks neither for nor against its making: captures, partial refunds, what remains, and other entries of its list are left out; the transId and refNr of an entry may be those of the payment. A sale that was given back whole is no proof of a sale: a person decides, as where it was reversed, by its status or by reversals in its list that come to as much as its authorizations (one without a sum is of the whole). Nor is one whose listed captures were all refused, nor one of which no authorization or capture in the list was carried out (an entry with a word of refusal beside its good status was not); where none is listed, a sale that is only authorized yet is one, since hosts settle at the end of the day. What the list shows as refunded is taken for the refunded sum where the record shows none, or zero; a negative sum in a list is money that was given back, whatever its kind. Where a refunded sum is shown and cannot be read, nothing more is refunded or reversed until a look-up can be read. What disagrees is a contradiction: it is never sent again, and a person decides. So does a sum or currency that is there and cannot be read (below zero, with a point, not a whole number), a good status beside a code, flag or text that speaks of a refusal, a bad one beside a code of success or of lost data, and one name twice with two values. Names are read in any capitals. An entry of a reversal that says that it is done counts, whatever the status of the payment; while an entry may be ours and was not refused, the reversal is not sent again. The captures of a payment are its entries of that kind that were carried out. A payment that was made is one only where the money went the way that was asked for: where its list or its sums show anything of it, a sale needs an authorization or a capture among them, and a credit must show neither. A status that speaks against a sale, and nothing else, proves no sale: it may have been refunded since, or paid out.

**A refusal that a record shows counts when nothing of the operation can be running**: at a terminal after its window, elsewhere after the processing time. The customer may try another card in the same command, and the gateway another way to the host. It is held to what the refusal of an answer is held to, and to the rest of the record: where a sum was captured or refunded that no other operation explains, an entry of a payment that it made was carried out, or an approval code, a text or a slip says so, it is a contradiction. So it is where the operation's own answer, which left the outcome open (202, 5xx, a sum or word that disagreed), showed a success: a good status or code, or an approval code.

**What is not found was not carried out only where nothing that came from the gateway suggests that it took the request.** After a 2xx, whatever its body is (empty, cut, a page), or a 409, a look-up that does not show the operation contradicts that answer: what has no key is not sent again and not told as failed, and a person decides; what has one may be sent under it. A 404 of a look-up counts where it is a JSON object that says nothing else than that there is no such payment, transaction or customer, in the words of HTTP or by naming it. A page, an empty body, and a 404 about the merchant, a route or an address prove nothing.

**What was once seen is never sent again by itself**, whatever later look-ups show, also after a restart: an entry or record of its own, open or ended; an entry with its transId and sum, without a reference and not older than the sending; and sums of the payment that may hold it (as much was moved as it asks for beyond what was known before and what others' entries explain, or less is left than it asks for). The sums prove nothing either: a person decides (\`sums-may-show-it\`). Nor is it sent again where its answer spoke of lost data (4, under any HTTP status), while it or the payment as a whole is open (6, an open word, a 409 that says "in progress", under any HTTP status), or where the list is not whole (further pages, a map, members that are no entries). Two entries of one kind under the bridge's reference, both done, each with an xId of its own, are a contradiction. A 404 for the payId that an operation works on proves nothing, so a refusal after a lost sending is not final by it.

The list of what was done is read in any capitals and from every place in \`paymentPaths.operations\`: what stands in several lists, or twice in one under one xId, counts once where kind, sum and status agree. Of a further list only entries with an xId, refNr or transId count. A list that is named by a kind (\`refunds\`) says that of entries without a type; without another list it is not whole. A sum of the payment that cannot be read may be any, so that nothing that moves money is sent again beside it.

An entry's kind is looked for in its type, in any capitals; the first row that has a word of it counts. The specification names no types, so one that has none of these words says nothing.

${table(
  ['kind of an entry', 'words in its type'],
  entryWords.map(([kind, parts]) => row(kind, code(parts))),
)}

${table(['operation', 'is listed as', 'under a reference of ours also as'], entryRows)}
`;

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const file = join(projectRoot, 'docs', 'answers.md');
if (values.check) {
  const stale = readFileSync(file, 'utf8') !== page;
  if (stale) process.stderr.write('docs/answers.md is stale: npm run answers\n');
  process.exitCode = stale ? 1 : 0;
} else {
  writeFileSync(file, page);
}
