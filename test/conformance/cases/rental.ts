// A rental car as the capture request describes it, every field of it, written out by hand.
import type { Body } from '../http.ts';

const amounts: Body = { grossAmount: 100, netAmount: 80, taxAmount: 20 };
const tax: Body = { taxRate: 25, taxTypeIndicator: 'ValueAddedTax' };
const place: Body = { street: 'Main Street 1', city: 'Berlin', zipCode: '10115', state: 'BE', country: 'DEU' };

const common: Body = {
  rentalAgreementNumber: 'R-1',
  rentalStart: '2026-01-31T18:05:00',
  pickupLocation: place,
  return: '2026-02-02T10:00:00',
  dropOffLocation: place,
  daysHired: 2,
  carClass: 'C',
  carRegistrationNumber: 'B-XX 1',
  renterName: 'A B',
  renterAddress: place,
  noShowIndicator: false,
  reservationNumber: 'RES-1',
  rentalDetails: {
    salesIndicator: 'D',
    rentalRate: '49.90',
    orderNumber: 'O-1',
    folioNumber: 'F-1',
    serviceDescription: 'Rental',
    oneWayServiceCharge: 0,
  },
  extraCharges: { amount: 0, reason: 'None' },
  pointOfSale: { title: 'Desk', url: 'https://cars.example/', email: 'desk@cars.example', phone: '+49 30 1' },
};

const airPlus = (carSharing: Body): Body => ({
  rentalInformation: {
    carMake: 'Make',
    departureDate: '2026-01-31',
    customerOrderNumber: 'C-1',
    costPerMile: 1,
    milesDriven: 120,
    driver: { firstName: 'A', middleName: 'M', lastName: 'B' },
    vehicleGroup: 'C',
    carRentalCompanyId: 'D',
    fuelConsumption: 8,
  },
  billingAndInvoiceInformation: {
    accountingUnit: 'A',
    businessUnit: 'B',
    actionNumber: '1',
    voucherNumber: '2',
    department: 'D',
    discountNumber: '3',
    internalAccountNumber: '4',
    costCenter: 'C',
    customerNumber: '5',
    customerReference: 'R',
    employeeNumber: '6',
    projectNumber: '7',
    invoiceDate: '2026-02-02',
    invoiceNumber: 'I-1',
    destination: 'Berlin',
    taxRegistrationNumber: '8',
    comments: 'none',
    misc: 'none',
    countryCode: 'DEU',
  },
  mileageUnit: 'Km',
  odometerStart: 1000,
  odometerReturn: 1120,
  telcoUnits: 0,
  carSharing: {
    amounts,
    nonVATableNetAmount: 0,
    tax,
    taxTypeIndicator: 'NoVat',
    documentNumber: 'D'.repeat(10),
    serviceDescription: 'S'.repeat(135),
    serviceType: 'Sharing',
    hotelBookingDetails: { name: 'Hotel', checkInDate: '2026-01-31', locationCity: 'Berlin', roomNights: 2 },
    ...carSharing,
  },
  lineItems: [{ itemDescription: 'C9', amounts, tax }],
});

const amex: Body = {
  cancellationReason: 'none',
  bookingSourceCode: 'OnlineBooking',
  mediaCode: 'InternetOrder',
  globalDistributionSystem: 'Amadeus',
  originalAmount: 100,
  originalCurrencyCode: 'EUR',
  additionalAmounts: [{ amountTypeCode: '001', transactionType: 'Debit', amounts, tax }],
  destination: 'Berlin',
  departureDate: '2026-01-31',
  travellers: [{ firstName: 'A', middleName: 'M', lastName: 'B' }],
  consultant: 'C',
  mileageUnit: 'Km',
  milesDriven: 120,
  supplier: {
    name: 'Cars',
    taxRegistrationNumber: '8',
    matchCode: 'M',
    legalName: 'Cars Ltd',
    address: 'Main Street 1',
  },
  provider: {
    travelAgencyCode: 'T',
    travelOfficeCode: 'O',
    transactionReference: 'X',
    invoiceIndicator: 'Y',
    invoice: { number: 'I-1', date: '2026-02-02', associatedNumber: 'I-0' },
    iataNumber: 12345678,
    serviceCentre: 'S',
    terminalId: 'T-1',
    providerReference: 'P',
    electronicInvoiceLocation: 'https://cars.example/invoice',
  },
  bookingSystem: { bookingSystemReference: 'B-1', invoice: 'I-1' },
  customerReference: [{ statementField: '01', typeCode: 'CostCentre', data: 'C' }],
  lineItems: [
    {
      number: 1,
      description: 'Rental',
      reference: 'R-1',
      statementIndicator: 'Y',
      grossAmount: 100,
      transactionType: 'Debit',
      additionalAmounts: [{ amountTypeCode: '001', transactionType: 'Debit', amounts, tax }],
    },
  ],
};

/** The whole of it; what is given replaces fields of the shared car. */
export function rental(carSharing: Body = {}): Body {
  return { common: { amounts, tax }, carRental: { common, airPlus: airPlus(carSharing), amex } };
}
