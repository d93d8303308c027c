// Chance and digests: what must be random or secret comes in from outside, so that a run can be repeated.

export interface Chance {
  /** 0 inclusive to 1 exclusive. */
  fraction(): number;
  /** An id for an operation; unique. */
  operationId(): string;
  /** 32 hex characters. */
  hex128(): string;
}

export interface Digests {
  /** HMAC-SHA-256 in hex under a key of this data folder. */
  keyed(text: string): string;
}
