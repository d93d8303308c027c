// Makes the engine's policy from the shop's settings.
import type { DccPolicy, Policy } from '#core/ports/policy.ts';
import type { AnswerReading } from '#operations/evidence/reading.ts';
import type { Settings } from '#settings/settings.ts';

export function policyOf(settings: Settings): Policy {
  const { timeouts } = settings;
  const processingMs = settings.processingSeconds * 1_000;
  // The engine waits for an answer at most as long as the gateway processes the request, plus time for the network.
  const answerTimeoutMs = Math.min(timeouts.answerSeconds * 1_000, processingMs + 5_000);
  const terminalTimeoutMs = Math.min(timeouts.terminalSeconds * 1_000, processingMs + 10_000);
  return {
    processingMs,
    answerTimeoutMs,
    terminalTimeoutMs,
    terminalWindowMs: terminalTimeoutMs + processingMs,
    keyLifetimeMs: settings.keyLifetimeHours * 3_600_000,
    keysTrusted: settings.keysTrusted,
    maxResends: 6,
    sendDeadlineMs: timeouts.sendDeadlineSeconds * 1_000,
    pendingLimitMs: settings.pendingLimitHours * 3_600_000,
    reversalMayWait: settings.reversalMayWait,
    refundLimitMinor: settings.people.refundLimitMinor,
    cardNumbersTyped: settings.people.cardNumbersTyped,
    officeAway: { rule: settings.office.away, limitMinor: settings.office.awayLimitMinor },
    officeApprovals: settings.office.approvals,
    queueLimit: settings.queueLimit,
    concurrency: 16,
    shopCurrency: settings.shopCurrency,
    idsMayLookLikeCards: settings.idsMayLookLikeCards,
    paymentPaths: settings.paymentPaths,
    answers: answersOf(settings),
    tips: settings.tips,
    asksForTips: settings.tipPercentages.length > 0,
    dcc: dccOf(settings),
    offers: {
      firstMs: settings.offerLookUpSeconds.first * 1_000,
      mostMs: settings.offerLookUpSeconds.most * 1_000,
      oftenMs: settings.offerLookUpHours * 3_600_000,
    },
    authorizationDays: Object.fromEntries(
      Object.entries(settings.authorizationDays).map(([brand, days]) => [
        brand === 'default' ? brand : brand.trim().toUpperCase(),
        days,
      ]),
    ),
    terminalFields: settings.terminalFields,
    terminals: settings.terminals,
  };
}

function dccOf({ dcc }: Settings): DccPolicy {
  const { atTerminal, onPages, quoteSeconds, expiryPaths, binPaths } = dcc;
  const fields =
    atTerminal === 'information' ? null : { quoteId: atTerminal.quoteIdField, currency: atTerminal.currencyField };
  return { fields, onPages, quoteMs: quoteSeconds * 1_000, expiryPaths, binPaths };
}

function answersOf({ answers }: Settings): AnswerReading {
  const capitals = (words: readonly string[]) => words.map((word) => word.trim().toUpperCase());
  const { succeeded, failed, open } = answers.statuses;
  return {
    statuses: { succeeded: capitals(succeeded), failed: capitals(failed), open: capitals(open) },
    paths: answers.paths,
    wrappers: answers.wrappers,
    clockToleranceMs: answers.clockToleranceMinutes * 60_000,
  };
}
