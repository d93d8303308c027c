// What can be wrong between a till and its office, by code.
export const officeTroubles = [
  'away', // not reached, or it cannot answer now
  'not-the-office', // its certificate is none of the office that the till joined
  'takes-nothing', // it answers, and takes nothing of what it is sent
  'record-refused', // a record was changed, is missing, or is another one than the office has
  'not-let-in', // the till's access was revoked, or it joined again elsewhere
  'refused', // the office refuses what it is asked, for another reason
  'signature-wrong', // what the office signed is not signed with the key that it gave when the till joined
  'membership-damaged', // what the till keeps of its office cannot be used
] as const;
export type OfficeTrouble = (typeof officeTroubles)[number];
