// How fields and the scanner tell a card reader's further keys from a person's, after a card number was refused.

/** Shorter than a person's pause after a field was emptied, longer than a reader's between two keys. */
export const readerPauseMs = 600;
