// Objects with every field that the specification lists for them, written out by hand.
import type { Body } from '../http.ts';

export const address: Body = {
  streetName: 'Main Street',
  streetNumber: '1',
  addressLine2: 'Yard',
  addressLine3: 'Second door',
  city: 'Berlin',
  state: 'BE',
  country: 'DEU',
  postalCode: '10115',
};

const phone: Body = { countryCode: '49', number: '301234567' };

export const shipping: Body = {
  address: { firstName: 'A', lastName: 'B', companyName: 'C', ...address, phone },
  type: 'COURIER',
};

export const customer: Body = {
  merchantCustomerId: 'customer-1',
  customerType: 'business',
  firstName: 'A',
  lastName: 'B',
  email: 'customer@shop.example',
  phone,
  salutation: 'Mx',
  title: 'Dr',
  gender: 'X',
  maidenName: 'C',
  middleName: 'D',
  birthDate: '1990-01-31',
  birthPlace: 'Berlin',
  socialSecurityNumber: 'none',
  taxId: '00/000/00000',
  companyName: 'Company',
  positionOccupied: 'Owner',
  companyRegistrationNumber: 'HRB 1',
  companyVatId: 'DE000000000',
  companyLegalForm: 'GmbH',
};

export const order: Body = {
  merchantReference: 'order-1',
  numberOfArticles: 2,
  description: 'Two articles',
  creationDate: '2026-01-31T18:05:00Z',
  invoiceId: 'invoice-1',
  items: [
    {
      id: 'line-1',
      sku: 'SKU-1',
      name: 'Article',
      type: 'physical',
      quantity: 2,
      quantityUnit: 'pcs',
      taxRate: 2500,
      netPrice: 40,
      grossPrice: 50,
      discountAmount: 0,
      taxAmount: 10,
      merchantData: 'anything',
      description: 'An article',
      marketplaceSellerId: 'seller-1',
      lineNumber: 1,
      merchantProductType: 'thing',
      googleProductCategory: 'Apparel & Accessories',
      googleProductCategoryId: 166,
      groupId: 'group-1',
      taxCategory: 'standard',
      additionalDescription: 'A good one',
      productInfo: {
        brand: 'Brand',
        categories: ['Things', 'Good things'],
        globalTradeItemNumber: '4006381333931',
        manufacturerPartNumber: 'MPN-1',
        imageUrl: 'https://shop.example/thing.png',
        productUrl: 'https://shop.example/thing',
      },
    },
  ],
};

const account: Body = { accountHolderName: 'A B' };
const service = 'service';
const sellingPoint = 'till 4';
const fields = (count: number): Body =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`customField${index + 1}`, 'text']));

/** Every method that the specification shows an object for, with all of its fields. */
export const methods: Body = {
  alipay: {
    'x-alipay': true,
    account,
    hotelInfo: { name: 'Hotel', checkInTime: ['2026-01-31T18:05:00'], checkOutTime: ['2026-02-01T10:00:00'] },
    sellingPoint,
    service,
  },
  bancontact: { 'x-bancontactPayMethod': true, sellingPoint, service, account, checkoutToken: 'token' },
  bizum: { sellingPoint, service, account },
  boleto: { 'x-boleto': true, service },
  card: {
    subType: ['VISA', 'MASTERCARD'],
    dccEnabled: true,
    template: { name: 'summer', customFields: fields(14), fontSize: 12, textColor: '#222222' },
  },
  directDebit: {
    'x-directdebit': true,
    method: 'ELV',
    debitDelay: 2,
    service,
    sellingPoint,
    template: {
      name: 'summer',
      customFields: fields(14),
      backgroundColor: '#ffffff',
      backgroundImage: 'https://shop.example/back.png',
      textColor: '#222222',
      fontName: 'Inter',
      fontSize: 12,
      tableWidth: 400,
      tableHeight: 300,
    },
  },
  easyCollect: {
    'x-easycollect': true,
    accountId: 'a-1',
    contractId: 'c-1',
    contractDescription: 'Contract',
    businessIdentifier: 'b-1',
    signatureAgreementType: 'type',
    documentSignature: true,
    googleAnalyticsConsent: false,
    signatureBySca: true,
    sps: false,
    validation: true,
    customerType: 'type',
    mandateType: 'type',
    eventToken: 'token',
    dueDate: '2026-01-31',
    mandateId: 'M-1',
    signerPositionOccupied: 'Owner',
    template: { name: 'summer', customFields: fields(5) },
    account: { number: 'DE89370400440532013000' },
  },
  instanea: { 'x-instanea': true, subType: 'type', returnRefundAccount: true },
  klarna: {
    layout: { showSubTotalDetail: 'shown', logoUrl: 'https://shop.example/logo.png', pageTitle: 'Shop' },
    accountId: 'a-1',
    enhancedData: [{ productCategory: 'Things', productName: 'Article' }],
  },
  mbWay: { account, sellingPoint, service },
  multibanco: { service, sellingPoint, account: { accountHolder: 'A B' } },
  myBank: { 'x-mybank': true, service, sellingPoint, account },
  payPal: { accountId: 'till@shop.example', hideAddress: true },
  przelewy24: {
    'x-przelewy24': true,
    subType: 'type',
    authenticationCode: '123456',
    termsAndConditions: true,
    service,
    sellingPoint,
    account,
  },
  trustly: { 'x-trustly': true, templateUrl: 'https://shop.example/template' },
  twint: { 'x-twint': true, sellingPoint, service, account },
  unionPay: { account, sellingPoint, service },
  eps: {
    account: { ...account, number: 'AT611904300234573201', code: 'OPSKATWW' },
    optionDate: '2026-01-31',
    sellingPoint,
    service,
  },
  floapay: {
    'x-floapay': true,
    merchantShopUrl: 'https://shop.example/',
    travelDetails: { travelType: 'type', departureDate: '2026-01-31T18:05', returnDate: '2026-02-02T10:00' },
  },
  vippsMobilePay: {
    'x-vippsmobilepay': true,
    minAge: 18,
    termUrl: 'https://shop.example/terms',
    billingAgreementId: 'agreement-1',
    eventToken: 'token',
    campaign: {
      type: 'type',
      price: 50,
      end: '2026-01-31',
      period: { unit: 'unit', count: 1 },
      eventDate: '2026-02-01',
      eventText: 'Words',
    },
  },
  weChat: { account, sellingPoint, service },
};
