// What a program or a person does about each alarm of the status, and what the code of an issue says of a field.
import type { AlarmCode } from '#contract/till/alarms.ts';
import type { IssueCode } from '#contract/data/issue-words.ts';
import type { CodeNote } from './outcome-advice.ts';

export const alarmNotes: { readonly [code in AlarmCode]: CodeNote } = {
  sealed: {
    meaning: 'The key of the data folder is not at hand.',
    advice: 'Give the bridge the key (503 `sealed` until then).',
  },
  'storage-failed': {
    meaning: 'The disk of the till takes nothing.',
    advice: 'Nothing is accepted until it does and the bridge was started again.',
  },
  paused: {
    meaning: 'The data folder was restored or copied.',
    advice: 'A manager makes sure that no other copy is in use, then says so (`folder resume`, or at the window).',
  },
  'destination-changed': {
    meaning: 'The API key was given for another gateway, merchant or mode.',
    advice: 'It is not used. The shop looks at the settings.',
  },
  'credentials-refused': {
    meaning: 'The gateway refuses the merchant id or the API key.',
    advice: 'The shop puts them right. What waits stays, and is sent then.',
  },
  offline: {
    meaning: 'The gateway cannot be reached.',
    advice: 'What may wait is kept. Send the rest again when the status says online.',
  },
  'no-terminals': {
    meaning: 'In test or live, the settings name no terminal: every `posTerminalId` is sent, a misspelled one too.',
    advice: 'Name the terminals of this till in the settings; another one is refused then (`not-our-terminal`).',
  },
  'needs-person': {
    meaning: 'Operations wait for a person to decide.',
    advice: 'Decide them at the window or with `operation decide`. Do not repeat them.',
  },
  'other-environment': {
    meaning: 'Operations wait for another gateway, merchant or mode.',
    advice: 'They are carried out when the till has those settings again.',
  },
  'authorization-lapses': {
    meaning: 'Authorizations are about to lapse and were not captured.',
    advice: 'Capture or reverse them.',
  },
  'operation-refused': {
    meaning: 'The gateway refuses an operation alone, and takes others.',
    advice: 'The shop has it permitted; it is tried on until its time is over.',
  },
  'payment-differs': {
    meaning: 'A customer paid another sum by link or hosted page than was asked for.',
    advice: 'Keep the goods until a person has seen it at the till.',
  },
  'paid-twice': {
    meaning: 'One link or hosted page was paid by more than one payment. All of them count among the takings.',
    advice: 'Refund what was paid twice, by the payId in the message.',
  },
  'device-unusable': {
    meaning: 'A printer, display or scanner of the settings cannot be used.',
    advice: 'The message says what to write or to plug in. Payments go on.',
  },
  'print-doubtful': {
    meaning: 'A receipt or document may have come out of the printer or not.',
    advice:
      'Say whether it did, at the window, or as the program that asked for it. It is not printed again by itself.',
  },
  'print-waiting': {
    meaning: 'Receipts or documents wait for a printer that cannot print.',
    advice: 'Mend what the message names. They come out by themselves then.',
  },
  'database-damaged': {
    meaning: 'The database file is damaged.',
    advice: 'Close the shift, stop the bridge and put back a backup.',
  },
  'disk-low': {
    meaning: 'The disk of the data folder is nearly full, or will be within 60 days at today’s growth.',
    advice: 'The shop makes room or has a larger disk put in. Payments go on until it is full.',
  },
  'backup-old': {
    meaning: 'No backup was made for longer than the settings allow (`backup.alarmDays`).',
    advice: 'The shop looks whether the disk for backups is there and has room; the message says what failed.',
  },
  'archive-lost': {
    meaning: 'A file with the journal’s records of a closed shift is missing, or is not the one that was written.',
    advice: 'The shop puts the file back from a backup; the message names it. Payments go on; backups fail until then.',
  },
  'clock-behind': {
    meaning: 'The clock of the computer stands before what the till has already recorded.',
    advice:
      'Set the clock. Where it is right, it was ahead once, and the till goes on from there: docs/service.md says what to do.',
  },
  'rights-changed': {
    meaning: 'Somebody changed in the database what people or programs may do.',
    advice: 'They are refused. Find out who can write the data folder; put back a backup.',
  },
  'operation-altered': {
    meaning: 'Somebody changed stored operations, payments or sums outside of the bridge.',
    advice: 'They are not believed. A manager compares them with the journal and the gateway.',
  },
  'office-trouble': {
    meaning:
      'The office of the chain gets nothing from this till, for an hour or for a reason that a person must mend, or sets what the till cannot use.',
    advice: 'The message says what to do; `office` says since when and how many records wait. Payments go on.',
  },
  'old-runtime': {
    meaning: 'The window runs on an Electron that gets no security updates.',
    advice: 'Install the released package.',
  },
};

/** What the field's value is, to be read after its name, and what `params` holds. */
export const issueNotes: { readonly [code in IssueCode]: { readonly meaning: string; readonly params: string } } = {
  required: { meaning: 'It is missing.', params: '`kind`: what it must be' },
  kind: { meaning: 'It is of another kind than it must be.', params: '`kind`' },
  'one-of': { meaning: 'It is none of the values that are allowed.', params: '`values`' },
  'too-small': { meaning: 'The number is below the least that is allowed.', params: '`least`' },
  'too-large': { meaning: 'The number is above the most that is allowed.', params: '`most`' },
  'too-short': { meaning: 'The text or list is too short.', params: '`least`' },
  'too-long': { meaning: 'The text or list is too long.', params: '`most`' },
  'unknown-field': { meaning: 'There is no such field here.', params: '' },
  repeated: { meaning: 'A parameter of the query was given twice.', params: '' },
  'other-spelling': { meaning: 'A known name in another spelling.', params: '`name`: as it is written' },
  'same-name': { meaning: 'Two unknown names that differ in spelling alone.', params: '`name`: the other one' },
  format: { meaning: 'The text has not the form that it must have.', params: '`format`' },
  'currency-differs': { meaning: 'The amount is not in the currency of the payment.', params: '`currency`' },
  'not-our-terminal': { meaning: 'The terminal is none of this till.', params: '`terminals`' },
  'sensitive-authentication-data': {
    meaning: 'The security code, PIN or track data of a card, which may not be stored.',
    params: '',
  },
  invalid: { meaning: 'It cannot be accepted; the message says why.', params: '' },
  rule: { meaning: 'It breaks a rule of its own; the message says which.', params: '' },
};
