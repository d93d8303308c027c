// What an answer tells of a conversion to the currency of the card, where the terminal asks the cardholder by itself.

import { operationNamed, wholeSuccess } from '../support/operations.ts';
import { type Expected, type Row } from '../support/rows.ts';
import { makeRow } from './make-row.ts';
import { sources } from './sources.ts';

type Over = Readonly<Record<string, unknown>>;

const sum = (value: number, currency = 'EUR') => ({ value, currency });
const dollars = sum(5_500, 'USD');
const conversion = (merchant = sum(5_000), cardholder = dollars) => ({
  status: 'AVAILABLE',
  amounts: { merchant, cardholder },
});

const cases: readonly (readonly [title: string, over: Over, expected: Expected])[] = [
  ['of the sum that was asked for', { dccInfo: conversion() }, 'succeeded'],
  ['beside the sum in the currency of the card', { amount: dollars, dccInfo: conversion() }, 'succeeded'],
  ['within, beside that sum', { amount: undefined, data: { amount: dollars, DccInfo: conversion() } }, 'succeeded'],
  ['of another sum', { dccInfo: conversion(sum(4_000)) }, 'open'],
  ['of another sum, and no amount', { amount: undefined, dccInfo: conversion(sum(2_500)) }, 'open'],
  ['of another sum, in data', { data: { dccInfo: conversion(sum(4_000)) } }, 'open'],
  ['of another sum, in other capitals', { DccInfo: conversion(sum(4_000)) }, 'open'],
  ['of another sum, of the card', { paymentMethods: { card: { DCCInfo: conversion(sum(4_000)) } } }, 'open'],
  ['of a sum in another currency', { dccInfo: conversion(sum(5_000, 'CHF')) }, 'open'],
  ['to another sum than is shown', { amount: sum(9_900, 'USD'), dccInfo: conversion() }, 'open'],
  ['the sum in the currency of the card, and no conversion', { amount: dollars }, 'open'],
];

export const conversionRows: readonly Row[] = (['SALE', 'AUTHORISATION', 'create DIRECT'] as const)
  .map(operationNamed)
  .flatMap((operation) =>
    cases.map(([title, over, expected]) =>
      makeRow(
        'a conversion that was not chosen here',
        operation,
        `a conversion ${title}`,
        (sent, number) => wholeSuccess(operation, number, sent, over),
        { expected, rests: expected === 'succeeded' ? sources.notRequired : sources.amount },
      ),
    ),
  );
