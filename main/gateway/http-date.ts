// Reads a date as HTTP writes it (RFC 9110, 5.6.7), in the one form that is still made.

const form = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Ms since 1970, or null where it is none. */
export function httpDateMs(text: string): number | null {
  const ms = form.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(ms) ? null : ms;
}
