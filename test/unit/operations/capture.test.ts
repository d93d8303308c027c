// Captures with their industry data: each rule's refusal names its field.
import { describe, expect, it } from 'vitest';
import { airPlus, amex, rental } from './rental-samples.ts';
import { refusedWith } from './samples.ts';

const rentalAt = 'enhancedData.carRental.common';
const airPlusAt = 'enhancedData.carRental.airPlus';
const amexAt = 'enhancedData.carRental.amex';

describe('a capture', () => {
  it.each([
    ['captureMethod.manual.currentSequence', 3],
    ['captureMethod.manual.currentSequence', 0],
    ['captureMethod.manual.total', '2'],
    ['captureMethod.manual.last', true],
    ['captureMethod.type', 'MANUAL'],
    ['metadata', {}],
    ['paymentMethods.directDebit.dateOfSignature', undefined],
    ['paymentMethods.directDebit.dateOfSignature', '2024-02-29'],
    ['paymentMethods.directDebit.dateOfSignature', '30.02.2024'],
    ['paymentMethods.directDebit.mandateId', 'M_1'],
    ['paymentMethods.klarna.shippingInfo.shippingMethod', 'DRONE'],
    ['paymentMethods.klarna.shippingInfo.carrier', 'x'],
    ['paymentMethods.card.finishAuth', 'Y'],
    ['paymentMethods.mobilePay.finishAuth', true],
    ['paymentMethods.payPal.completeType', 'YES'],
    ['paymentMethods.twint', {}],
    ['enhancedData.common', undefined],
    ['enhancedData.common.amounts.grossAmount', 1.5],
    ['enhancedData.common.tax.taxRate', '19'],
    ['enhancedData.common.tax.taxTypeIndicator', 'VAT'],
    ['enhancedData.airline', {}],
    ['enhancedData.carRental.hotel', {}],
  ])('refuses %s = %j', (path, value) => {
    expect(refusedWith('capture', path, value)).toEqual([path]);
  });

  it('takes a debit without a mandate', () => {
    expect(refusedWith('capture', 'paymentMethods.directDebit', {})).toEqual([]);
  });
});

const requiredOfRental = [
  'rentalAgreementNumber',
  'pickupLocation',
  'dropOffLocation',
  'daysHired',
  'carClass',
  'carRegistrationNumber',
  'renterName',
  'reservationNumber',
  'rentalDetails',
  'rentalDetails.salesIndicator',
  'rentalDetails.folioNumber',
];
const requiredOfAirPlus = [
  'rentalInformation',
  'rentalInformation.carMake',
  'rentalInformation.milesDriven',
  'rentalInformation.driver',
  'rentalInformation.carRentalCompanyId',
  'billingAndInvoiceInformation',
  'billingAndInvoiceInformation.countryCode',
  'mileageUnit',
  'odometerStart',
  'odometerReturn',
  'carSharing.amounts',
  'carSharing.tax',
  'carSharing.taxTypeIndicator',
  'carSharing.documentNumber',
  'carSharing.serviceDescription',
  'lineItems.0.itemDescription',
  'lineItems.0.amounts',
  'lineItems.0.tax',
];
const additional = ['amountTypeCode', 'transactionType', 'amounts', 'tax'];
const requiredOfAmex = [
  'additionalAmounts',
  ...additional.map((name) => `additionalAmounts.0.${name}`),
  ...additional.map((name) => `lineItems.0.additionalAmounts.0.${name}`),
  'destination',
  'departureDate',
  'supplier',
  'supplier.name',
  'provider',
  'provider.travelAgencyCode',
  'provider.travelOfficeCode',
  'provider.transactionReference',
  'provider.invoiceIndicator',
  'customerReference.0.statementField',
  'customerReference.0.typeCode',
  'customerReference.0.data',
  ...Object.keys(amex.lineItems[0] ?? {}).map((name) => `lineItems.0.${name}`),
];

/** Dotted paths of every member, arrays by their first entry. */
function pathsOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [path, ...pathsOf(member, path)];
  });
}

describe.each([
  ['car rental', rentalAt, rental, requiredOfRental],
  ['airPlus', airPlusAt, airPlus, requiredOfAirPlus],
  ['amex', amexAt, amex, requiredOfAmex],
])('the data of %s', (_name, at, sample, required) => {
  const members = pathsOf(sample).filter((path) => !path.endsWith('.0'));

  it('needs exactly the fields that the specification marks', () => {
    const needed = members.filter((path) => refusedWith('capture', `${at}.${path}`, undefined).length > 0);
    expect(needed.toSorted()).toEqual([...required].toSorted());
  });

  it('names every field whose type is wrong', () => {
    const free = new Set(['supplier.address', 'bookingSystem.invoice']);
    for (const path of members.filter((each) => !free.has(each))) {
      expect(refusedWith('capture', `${at}.${path}`, false === valueAt(sample, path) ? 'x' : false)).toEqual([
        `${at}.${path}`,
      ]);
    }
  });
});

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((here, step) => (here as { [name: string]: unknown })[step], value);
}

describe('values and sizes', () => {
  it.each([
    [`${rentalAt}.rentalDetails.salesIndicator`, 'X'],
    [`${rentalAt}.extraCharges.reason`, 'Dirt'],
    [`${rentalAt}.daysHired`, 1.5],
    [`${airPlusAt}.rentalInformation.carRentalCompanyId`, 'A'],
    [`${airPlusAt}.rentalInformation.departureDate`, '31.01.2026'],
    [`${airPlusAt}.billingAndInvoiceInformation.invoiceDate`, '2026-02-30'],
    [`${airPlusAt}.mileageUnit`, 'km'],
    [`${airPlusAt}.carSharing.taxTypeIndicator`, 'VAT'],
    [`${airPlusAt}.carSharing.documentNumber`, '12345678901'],
    [`${airPlusAt}.carSharing.serviceDescription`, 'x'.repeat(136)],
    [`${airPlusAt}.carSharing.hotelBookingDetails.checkInDate`, '31.01.2026'],
    [`${airPlusAt}.lineItems.0.itemDescription`, 'ZZ'],
    [`${amexAt}.bookingSourceCode`, 'Desk'],
    [`${amexAt}.mediaCode`, 'Letter'],
    [`${amexAt}.globalDistributionSystem`, 'Other'],
    [`${amexAt}.additionalAmounts.0.transactionType`, 'debit'],
    [`${amexAt}.provider.invoiceIndicator`, 'X'],
    [`${amexAt}.customerReference.0.statementField`, '08'],
    [`${amexAt}.customerReference.0.typeCode`, 'Cost'],
    [`${amexAt}.lineItems.0.statementIndicator`, 'X'],
    [`${amexAt}.travellers.0.name`, 'Sam'],
  ])('refuse %s = %j', (path, value) => {
    expect(refusedWith('capture', path, value)).toEqual([path]);
  });
});
