// How a card reader's keys are told from a person's once a number was refused: for fields and for the scanner's road.

/** Shorter than a person's pause after a field was emptied, longer than a reader's between two keys. */
export const readerPauseMs = 600;
