// Advice to programs for each problem that the API can answer. The rule: a refusal stored nothing, so the same request
// may be sent again; an accepted request has an operation, which the program asks for and never repeats.
import type { ProblemCode, PublicProblemCode } from '#contract/programs/problems.ts';

export const problemAdvice: { readonly [code in PublicProblemCode]: string } = {
  'invalid-input': 'Correct the fields that `errors` names and send it again. Nothing was stored.',
  'malformed-json': 'Send one JSON object in UTF-8, without a name twice. Nothing was stored.',
  'malformed-request': 'Send a whole HTTP request. Nothing was stored.',
  'request-id-missing':
    'Make an id for the request, keep it, and send it as Idempotency-Key, the same for a repetition.',
  'token-missing': 'Send `Authorization: Bearer TOKEN`.',
  'token-unknown':
    'The token was renewed or revoked, or never made. A token that was lost or seen by others is renewed with `token renew`, and the ' +
    'program stays the same client. One that was revoked is paired anew, as another client, of which the bridge knows no earlier ' +
    'request ids: find what is open by its transId before anything is sent again.',
  'token-revoked':
    'The token was revoked before the answer came. Whether the operation was accepted is left open; if it was, it is ' +
    'carried out. A person sees it at the window, the program with its new token in GET /v1/operations?transId=.',
  'signature-refused':
    'Of a notification: sign its bytes with the key that the shop set, in the header that it named, within the time that it allows.',
  'origin-refused': 'A web page may use the bridge only from the origin that it was paired for.',
  'scope-missing':
    'A person gives the program the scope in the window under Settings, Programs, or with the command ' +
    '`token change --data-dir DIR --id ID --scopes a,b`. Do not try again before.',
  'operation-of-other':
    'Only the program that asked for it, or a person at the window, can take it back. Nothing was changed.',
  'set-by-policy': 'The IT department sets this in its policy file. Ask them; nothing was changed.',
  'pairing-refused': 'The person said no. Ask again only when they want it.',
  'pairing-impossible': 'Nobody can be asked: let somebody make a token with the command that `detail` names.',
  'pairing-expired':
    'The request ran out, was replaced, or its token was fetched before. Ask anew; nothing needs to be undone.',
  'not-found': 'Look at the address: there is nothing here.',
  'unknown-kind': 'Look at the name of the kind; `detail` lists those there are.',
  'operation-not-found': 'Look at the id. An operation that was accepted never vanishes.',
  'print-job-not-found': 'Look at the id. A print job that was stored never vanishes.',
  'device-unknown': 'Look at the id: GET /v1/devices lists the devices that the settings name.',
  'payment-not-found': 'Look at the id. Just after a payment, ask once more in a few seconds.',
  'customer-not-found': 'Look at the id: the gateway has no such customer or stored payment method.',
  'method-not-allowed': 'Use a method that the Allow header names.',
  'request-timeout': 'Send the request without a pause. Nothing was stored.',
  'request-id-reused':
    'The id belongs to another request: `operationId` says to which operation. Make a new id for a new request.',
  'operation-altered':
    'Do not repeat it under a new id: it may have been carried out. A manager compares it with the journal and the gateway.',
  'request-repeated':
    'At the gateway’s own addresses, without an Idempotency-Key: `operationId` is the operation that the request before made.',
  'trans-id-used':
    'An operation has this transId, and `operationId` names it. Read it first: it may be this very payment, sent under another ' +
    'request id or with an earlier token. Take a new transId only where it is another payment, or charged nothing.',
  'not-decidable': 'Read it: its end is known, or somebody said already whether it came out.',
  'not-cancellable': 'It was sent or may have been. Wait for its end; then refund or reverse it.',
  'body-too-large': 'Send at most 64 KiB; a print job may have 512 KiB.',
  'media-type-refused': 'Send `Content-Type: application/json`, not compressed.',
  'expectation-refused': 'Leave the Expect header away.',
  'host-refused': 'Call the bridge as 127.0.0.1, [::1] or localhost with its port.',
  'refund-exceeds-captured': 'Refund at most `facts.left`. `facts.open` is under way and may become free again.',
  'refunded-elsewhere':
    'Nothing was stored. `facts.refunded` says which till refunded it, when, how much, and whether that is over. Ask ' +
    'people there before anything is paid out.',
  'office-away':
    'Nothing was stored. Send it again when the office is back, or let a supervisor refund it at the till.',
  'refund-limit':
    'Ask people at the till to make this refund, or to raise what the program may refund in a day: `detail` says where ' +
    'only the IT department can.',
  'confirmation-refused': 'A person at the till said no. Nothing was stored; ask them before you send it again.',
  'confirmation-missed':
    'Nobody at the till answered within a minute. Nothing was stored; send it again when somebody is there.',
  'confirmation-impossible':
    'A person must confirm this and the bridge has no window. The shop can change `loopback.confirmUnreferenced`.',
  'capture-exceeds-authorized': 'Capture at most `facts.left`, or add to the authorization first (incremental).',
  'capture-not-named': 'Name the capture in `paymentMethods.card.providerTransactionId`.',
  'payment-reversed': 'Nothing is left to capture, refund or reverse. Take a new payment where one is wanted.',
  'payment-refunded': 'Refund what is left instead of reversing the payment.',
  'payment-captured': 'Refund what was captured instead of reversing the payment.',
  'reversal-differs': 'Name the whole amount (`facts.left`), or leave it away where the kind allows that.',
  'dcc-quote-void':
    'A quote serves one sale, for its own amount and for a short time: get a new one, ask the cardholder again, or leave the two fields out.',
  'terminal-held':
    'Use another terminal, or try again after `retryAfterSeconds`. `operationId` holds it, and may be this very sale, sent ' +
    'with an earlier token: do not repeat that sale.',
  'payment-held':
    'Wait for `operationId`, which holds the payment, and try again after `retryAfterSeconds`; where that is missing, a person must decide it first.',
  'too-late': 'Take a new payment: the gateway takes this step only for a time.',
  'too-many-requests': 'Wait for as long as Retry-After says. Nothing was done.',
  'too-many-at-once': 'Wait for the answer to one of those that are under way. Nothing was done.',
  'too-many-streams': 'End a stream that is not needed any more, then try again.',
  'headers-too-large': 'Send at most 16 KiB of headers.',
  'internal-error':
    'Send the request again with the same Idempotency-Key: it is done once. Tell the shop if it stays so.',
  'gateway-refused': 'The gateway takes this question for wrong: `errors` and `facts.status` say why.',
  'gateway-unclear': 'Ask again in a moment. A question changes nothing.',
  offline:
    'The gateway cannot be reached and this does not wait (`detail` says why): nothing was stored. Send it again when the status says online.',
  'not-sent':
    'At the gateway’s own addresses: its time to be sent was over. Nothing was sent; a new request may be made.',
  'queue-full': 'Send it again later with the same Idempotency-Key: too much waits for the connection.',
  paused: 'A manager must make sure that no copy of the data folder is in use. Then send it again.',
  'terminal-resting':
    'The folder was put back or copied, and the terminal may still work on what it does not know of. Send it again in a few minutes.',
  sealed: 'Somebody must give the bridge the key of its folder. Then send it again.',
  stopping: 'Send it again with the same Idempotency-Key when the bridge is back.',
  'storage-failed':
    'The disk of the till takes nothing. When it does again, send it again with the same Idempotency-Key: it is done once.',
  'destination-changed':
    'The API key was given for another destination and is not used: nothing was stored. The shop must look at it.',
  'credentials-refused': 'The shop must put merchant id and API key right. Then ask again.',
};

/** What a listener answers before a request reaches any address. */
export const listenerProblems = [
  'malformed-request',
  'request-timeout',
  'headers-too-large',
  'expectation-refused',
  'not-found',
  'unknown-kind',
  'method-not-allowed',
] as const satisfies readonly ProblemCode[];
