// Enhanced data of a capture with every field that the specification names.
const amounts = { grossAmount: 119, netAmount: 100, taxAmount: 19 };
const tax = { taxRate: 19.5, taxTypeIndicator: 'ValueAddedTax' };
const place = { street: 'Sample Street 1', city: 'Sampletown', zipCode: '10115', state: 'BE', country: 'DEU' };
const person = { firstName: 'Sam', middleName: 'S', lastName: 'Sample' };

export const rental = {
  rentalAgreementNumber: 'A-1',
  rentalStart: '2026-01-31T10:00:00',
  pickupLocation: place,
  return: '2026-02-02T10:00:00',
  dropOffLocation: place,
  daysHired: 2,
  carClass: 'C',
  carRegistrationNumber: 'B-XY 1',
  renterName: 'Sam Sample',
  renterAddress: place,
  noShowIndicator: false,
  reservationNumber: 'R-1',
  rentalDetails: {
    salesIndicator: 'D',
    rentalRate: 'W',
    orderNumber: 'O',
    folioNumber: 'F',
    serviceDescription: 'rental',
    oneWayServiceCharge: 1000,
  },
  extraCharges: { amount: 500, reason: 'ExtraMileage' },
  pointOfSale: { title: 'Sample', url: 'https://cars.example', email: 'desk@example.com', phone: '1' },
};

export const airPlus = {
  rentalInformation: {
    carMake: 'Sample',
    departureDate: '2026-01-31',
    customerOrderNumber: 'O',
    costPerMile: 1,
    milesDriven: 100,
    driver: person,
    vehicleGroup: 'C',
    carRentalCompanyId: 'Z',
    fuelConsumption: 7,
  },
  billingAndInvoiceInformation: {
    accountingUnit: 'A',
    businessUnit: 'B',
    actionNumber: 'C',
    voucherNumber: 'D',
    department: 'E',
    discountNumber: 'F',
    internalAccountNumber: 'G',
    costCenter: 'H',
    customerNumber: 'I',
    customerReference: 'J',
    employeeNumber: 'K',
    projectNumber: 'L',
    invoiceDate: '2026-02-02',
    invoiceNumber: 'M',
    destination: 'N',
    taxRegistrationNumber: 'O',
    comments: 'P',
    misc: 'Q',
    countryCode: 'DEU',
  },
  mileageUnit: 'Km',
  odometerStart: 1,
  odometerReturn: 101,
  telcoUnits: 1,
  carSharing: {
    amounts,
    nonVATableNetAmount: 1,
    tax,
    taxTypeIndicator: 'EUReverseCharge',
    documentNumber: '1234567890',
    serviceDescription: 'x'.repeat(135),
    serviceType: 'S',
    hotelBookingDetails: { name: 'Inn', checkInDate: '2026-01-31', locationCity: 'Sampletown', roomNights: 1 },
  },
  lineItems: [{ itemDescription: 'OQ', amounts, tax }],
};

const additionalAmounts = [{ amountTypeCode: 'A', transactionType: 'Debit', amounts, tax }];

export const amex = {
  cancellationReason: 'C',
  bookingSourceCode: 'PhoneBooking',
  mediaCode: 'MailOrder',
  globalDistributionSystem: 'Amadeus',
  originalAmount: 100,
  originalCurrencyCode: 'EUR',
  additionalAmounts,
  destination: 'D',
  departureDate: '2026-01-31',
  travellers: [person],
  consultant: 'C',
  mileageUnit: 'Mi',
  milesDriven: 1,
  supplier: { name: 'S', taxRegistrationNumber: 'T', matchCode: 'M', legalName: 'L', address: 'A' },
  provider: {
    travelAgencyCode: 'A',
    travelOfficeCode: 'O',
    transactionReference: 'T',
    invoiceIndicator: 'R',
    invoice: { number: '1', date: '2026-01-31', associatedNumber: '2' },
    iataNumber: 1,
    serviceCentre: 'S',
    terminalId: 'T',
    providerReference: 'P',
    electronicInvoiceLocation: 'L',
  },
  bookingSystem: { bookingSystemReference: 'B', invoice: 'I' },
  customerReference: [{ statementField: '07', typeCode: 'TravelBookerName', data: 'D' }],
  lineItems: [
    {
      number: 1,
      description: 'D',
      reference: 'R',
      statementIndicator: 'Y',
      grossAmount: 119,
      transactionType: 'Credit',
      additionalAmounts,
    },
  ],
};

export const fullEnhancedData = { common: { amounts, tax }, carRental: { common: rental, airPlus, amex } };
