// Inputs of every kind of operation as a caller would write them: the least that is accepted, and one with every
// field that the specification names.
import { issueInWords } from '#contract/data/issue-words.ts';
import type { JsonObject } from '#contract/data/json.ts';
import { commandOf } from '#operations/index.ts';
import { fullEnhancedData } from './rental-samples.ts';

export const amount = { value: 1000, currency: 'EUR' };

/** The fields that a refusal names, sorted; empty where the input is accepted. */
export function refusedFields(kind: string, input: JsonObject): string[] {
  const result = commandOf(kind)?.input.safeParse(input, { error: issueInWords });
  if (result === undefined) throw new Error(`there is no kind ${kind}`);
  const fields = (result.error?.issues ?? []).flatMap((issue) => {
    const at = issue.path.map(String);
    return issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...at, key].join('.')) : [at.join('.')];
  });
  return [...new Set(fields)].toSorted();
}

const fullAmount = {
  value: 11_900,
  currency: 'EUR',
  taxTotal: 1900,
  netItemTotal: 9000,
  netShippingAmount: 1000,
  grossShippingAmount: 1190,
  netDiscount: 0,
  grossDiscount: 0,
};

const order = {
  merchantReference: 'order 7',
  numberOfArticles: 1,
  description: 'A chair',
  creationDate: '2026-01-31T18:05:00Z',
  invoiceId: 'I-7',
  items: [
    {
      id: '1',
      sku: 'CH-1',
      name: 'Chair',
      type: 'physical',
      quantity: 1.5,
      quantityUnit: 'pcs',
      taxRate: 1900,
      netPrice: 9000,
      grossPrice: 10_710,
      discountAmount: 0,
      taxAmount: 1710,
      merchantData: 'row 4',
      description: 'Oak',
      marketplaceSellerId: 'S-1',
      lineNumber: 1,
      merchantProductType: 'furniture',
      googleProductCategory: 'Furniture > Chairs',
      googleProductCategoryId: 443,
      groupId: 'G',
      taxCategory: 'standard',
      additionalDescription: 'with arms',
      productInfo: {
        brand: 'Sample',
        categories: ['Furniture', 'Chairs'],
        globalTradeItemNumber: '4006381333931',
        manufacturerPartNumber: 'M-1',
        imageUrl: 'https://shop.example/chair.jpg',
        productUrl: 'https://shop.example/chair',
      },
    },
  ],
};

const billingAddress = {
  streetName: 'Sample Street',
  streetNumber: '1',
  addressLine2: 'Floor 2',
  addressLine3: 'Left',
  city: 'Sampletown',
  state: 'BE',
  country: 'DEU',
  postalCode: '10115',
};

const phone = { countryCode: '49', number: '301234567' };
const shipping = {
  address: { firstName: 'Sam', lastName: 'Sample', companyName: 'Sample Ltd', ...billingAddress, phone },
  type: 'parcel',
};

const customerInfo = {
  merchantCustomerId: 'M-1',
  customerType: 'individual',
  firstName: 'Sam',
  lastName: 'Sample',
  email: 'sam@example.com',
  phone,
  salutation: 'Mx',
  title: 'Dr',
  gender: 'X',
  maidenName: 'Example',
  middleName: 'S',
  birthDate: '1990-02-28',
  birthPlace: 'Sampletown',
  socialSecurityNumber: '1',
  taxId: '2',
  companyName: 'Sample Ltd',
  positionOccupied: 'owner',
  companyRegistrationNumber: '3',
  companyVatId: '4',
  companyLegalForm: 'Ltd',
};

const request = {
  transId: 'order-7',
  externalIntegrationId: 'till-1',
  refNr: 'R-7',
  amount: fullAmount,
  language: 'en',
  captureMethod: {
    type: 'DELAYED',
    delayed: { delayedHours: 696 },
    manual: { currentSequence: 1, final: true, total: 2 },
  },
  credentialOnFile: { type: 'recurring', initialPayment: true, more: 1 },
  order,
  simulationMode: '00000000',
  billingAddress,
  shipping,
  statementDescriptor: 'Sample shop',
  customerInfo,
  partialPayment: false,
  expirationTime: '2026-02-28T10:00:00Z',
  fraudData: { anything: true },
  paymentFacilitator: { anything: true },
  browserInfo: { acceptHeaders: '*/*', ipAddres: '192.0.2.1', sessionId: 'S', more: 1 },
  device: { deviceId: 'D', more: 1 },
  channel: 'ECOM',
  metadata: { till: 1, tags: ['a'] },
};

const urls = { return: 'https://shop.example/r', cancel: 'https://shop.example/c', webhook: 'https://shop.example/w' };
const fields = Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`customField${index + 1}`, 'x']));
const account = { accountHolderName: 'Sam Sample' };
const place = { sellingPoint: 'Berlin', service: 'products' };

/** Every sub-object of the specification's table, in full. */
export const methodObjects = {
  alipay: {
    'x-alipay': true,
    account,
    hotelInfo: { name: 'Inn', checkInTime: ['2026-01-31T18:05:00'], checkOutTime: ['2026-02-01T10:00'] },
    ...place,
  },
  bancontact: { 'x-bancontactPayMethod': true, ...place, account, checkoutToken: 'T' },
  bizum: { ...place, account },
  boleto: { 'x-boleto': true, service: 'products' },
  card: {
    subType: ['VISA', 'MASTERCARD'],
    dccEnabled: true,
    template: { name: 'plain', customFields: fields, fontSize: 12, textColor: '#000' },
  },
  directDebit: {
    'x-directdebit': true,
    method: 'ELV',
    debitDelay: 3,
    ...place,
    template: {
      name: 'plain',
      customFields: fields,
      backgroundColor: '#fff',
      backgroundImage: 'b.png',
      textColor: '#000',
      fontName: 'Sans',
      fontSize: 12,
      tableWidth: 600,
      tableHeight: 400,
    },
  },
  easyCollect: {
    'x-easycollect': true,
    accountId: 'A',
    contractId: 'C',
    contractDescription: 'rent',
    businessIdentifier: 'B',
    signatureAgreementType: 'S',
    documentSignature: true,
    googleAnalyticsConsent: false,
    signatureBySca: true,
    sps: false,
    validation: true,
    customerType: 'P',
    mandateType: 'CORE',
    eventToken: 'E',
    dueDate: '2026-01-31',
    mandateId: 'M',
    signerPositionOccupied: 'owner',
    template: { name: 'plain', customFields: { customField1: 'x', customField5: 'y' } },
    account: { number: 'DE02120300000000202051' },
  },
  instanea: { 'x-instanea': true, subType: 'S', returnRefundAccount: true },
  klarna: {
    layout: { showSubTotalDetail: 'HIDE', logoUrl: 'https://shop.example/l.png', pageTitle: 'Pay' },
    accountId: 'A',
    enhancedData: [{ productCategory: 'C', productName: 'N' }],
  },
  mbWay: { account, ...place },
  multibanco: { ...place, account: { accountHolder: 'Sam Sample' } },
  myBank: { 'x-mybank': true, ...place, account },
  payPal: { accountId: 'shop@example.com', hideAddress: true },
  przelewy24: {
    'x-przelewy24': true,
    subType: 'S',
    authenticationCode: 'A',
    termsAndConditions: true,
    ...place,
    account,
  },
  trustly: { 'x-trustly': true, templateUrl: 'https://shop.example/t' },
  twint: { 'x-twint': true, ...place, account },
  unionPay: { account, ...place },
  eps: { account: { accountHolderName: 'Sam', number: '1', code: 'B' }, optionDate: '2026-01-31', ...place },
  floapay: {
    'x-floapay': true,
    merchantShopUrl: 'https://shop.example',
    travelDetails: { travelType: 'T', departureDate: '2026-01-31T18:05', returnDate: '2026-02-01T18:05' },
  },
  vippsMobilePay: {
    'x-vippsmobilepay': true,
    minAge: 18,
    termUrl: 'https://shop.example/terms',
    billingAgreementId: 'B',
    eventToken: 'E',
    campaign: {
      type: 'T',
      price: 100,
      end: '2026-01-31',
      period: { unit: 'MONTH', count: 1 },
      eventDate: '2026-01-31',
      eventText: 'X',
    },
  },
  weChat: { account, ...place },
};

const onPayment = { payId: 'P1', transId: 'T-1', amount };

export const minimal: { readonly [kind: string]: JsonObject } = {
  'create-session': { transId: 'S-1', amount, urls },
  'create-payment': { transId: 'P-1', amount, paymentMethods: { integrationType: 'HOSTED', type: 'CARD' } },
  confirm: onPayment,
  incremental: onPayment,
  reverse: { payId: 'P1' },
  capture: onPayment,
  refund: onPayment,
  'refund-unreferenced': {
    transId: 'U-1',
    amount,
    paymentMethods: {
      card: { number: '4111111111111111', cardholderName: 'Sam Sample', expiryDate: '203012', brand: 'visa' },
    },
  },
  'update-payment': { payId: 'P1', anything: 1 },
  'create-link': {},
  'create-intent': {},
  'cloud-pos': { transId: 'C-1', messageType: 'SALE', posTerminalId: 'T1', amount },
  'dcc-bin-check': { bin: '400000' },
  'dcc-quote': { bin: '400000', amount },
  'update-customer': { customerId: 'C-1', email: 'sam@example.com' },
  'delete-customer': { customerId: 'C-1' },
  'delete-payment-method': { customerId: 'C-1', paymentMethodId: 'M-1' },
};

const captureMethods = {
  amazonPay: { amazonPaySimulationCode: 'A' },
  card: { finishAuth: true },
  directDebit: { mandateId: "AZaz09':?,.+-/()", dateOfSignature: '29.02.2024' },
  klarna: {
    completeType: 'YES',
    shippingInfo: {
      trackingId: '1',
      returnTrackingId: '2',
      returnShippingCompany: 'R',
      shippingCompany: 'S',
      trackingUrl: 'https://post.example/1',
      returnTrackingUrl: 'https://post.example/2',
      shippingMethod: 'DHL_PACKSTATION',
    },
  },
  mobilePay: { finishAuth: 'Y', textfield1: 'Sam', textfield2: 'Sampletown' },
  payPal: { completeType: true, more: 1 },
};

export const full: { readonly [kind: string]: JsonObject } = {
  ...minimal,
  'create-session': {
    ...request,
    urls: { ...urls, appRedirect: 'shopapp://paid' },
    template: { name: 'plain', customFields: fields, more: 1 },
    remittanceInfo: 'rent',
    allowedPaymentMethods: ['CARD', 'KLARNA', 'SOMETHING_NEW'],
    paymentMethods: { ...methodObjects, googlePay: { anything: 1 } },
  },
  'create-payment': {
    ...request,
    urls,
    referencePayId: 'P0',
    paymentMethods: { integrationType: 'HOSTED', type: 'CARD', card: methodObjects.card },
  },
  confirm: {
    ...onPayment,
    refNr: 'R-1',
    captureMethod: { type: 'DELAYED', delayed: { delayedHours: 1 } },
    expirationTime: '2026-02-28T10:00:00.5+00:00',
    order,
    metadata: { till: 1 },
    billingAddress,
    shipping,
    paymentMethods: { card: { eventToken: 'DELAYED_SHIPMENT' }, klarna: { accessToken: 'token' } },
  },
  incremental: { ...onPayment, refNr: 'R-1', duration: 2, order },
  reverse: { ...onPayment, refNr: 'R-1', anything: { goes: true } },
  capture: {
    ...onPayment,
    amount: fullAmount,
    refNr: 'R-1',
    simulationMode: '00000000',
    order,
    statementDescriptor: 'Sample shop',
    captureMethod: { manual: { currentSequence: 2, final: true, total: 2 } },
    enhancedData: fullEnhancedData,
    paymentMethods: captureMethods,
  },
  refund: {
    ...onPayment,
    refNr: 'R-1',
    simulationMode: '00000000',
    metadata: { till: 1 },
    order,
    statementDescriptor: 'Sample shop',
    paymentMethods: {
      amazonPay: { amazonPaySimulationCode: 'A' },
      boleto: { bankName: 'Bank', accountNumber: '1234-5', bankSortCode: '1' },
      card: { providerTransactionId: 'X1' },
      mobilePay: { textfield1: 'Sam', textfield2: 'Sampletown' },
      payPal: { providerTransactionId: 'X2' },
      riverty: { refundType: 'RETURN', invoiceNumber: 'I-7' },
    },
  },
  'refund-unreferenced': {
    transId: 'U-1',
    amount,
    refNr: 'R-1',
    billingAddress: { ...billingAddress, firstName: 'Sam', lastName: 'Sample' },
    shipping,
    statementDescriptor: 'Sample shop',
    customerInfo: {
      merchantCustomerId: 'M-1',
      customerType: 'business',
      firstName: 'Sam',
      lastName: 'Sample',
      email: 'sam@example.com',
      phone,
      birthDate: '1990-02-28',
    },
    browserInfo: request.browserInfo,
    metadata: { till: 1 },
    paymentMethods: {
      card: {
        number: '4111111111111111',
        cardholderName: 'Sam Sample',
        expiryDate: '203012',
        brand: 'visa',
        securityCode: '123',
        paymentOfWinnings: true,
        paymentData: {
          senderData: {
            accountNumber: '1',
            name: 'Lottery',
            address: 'Sample Street 1',
            city: 'Sampletown',
            countryCode: '276',
            transactionMethod: 'DEPOSIT_ACCOUNT',
            accountType: 'IBAN_AND_BIC',
          },
          recipientData: { name: 'Sam Sample' },
        },
      },
    },
  },
  'create-link': { transId: 'L-1', refNr: 'R-1', amount, anything: ['goes'] },
  'create-intent': { transId: 'I-1', refNr: 'R-1', amount, anything: ['goes'] },
  'cloud-pos': {
    transId: 'C-1',
    messageType: 'CAPTURE',
    posTerminalId: 'T1',
    amount,
    localDateTime: '2026-01-31T18:05:00',
    refNr: 'R-1',
    cardReadMode: 'MSR',
    traceNr: '000017',
    approvalCode: '123456',
    credentialOnFile: { type: 'UNSCHEDULED' },
  },
  'dcc-quote': { bin: '40000012', amount: fullAmount },
  'update-customer': {
    customerId: 'C-1',
    firstName: 'Sam',
    lastName: 'Sample',
    companyName: 'Sample Ltd',
    email: 'sam@example.com',
    phone,
    billingAddress: { streetName: 'S', city: 'C', postalCode: '1', state: 'B', country: 'DEU' },
  },
};

/** The full input of a kind with one field replaced; undefined takes it away. */
function withField(kind: string, path: string, value: unknown): JsonObject {
  // Through text, because samples share parts, and only one place of them is to change.
  const copy = JSON.parse(JSON.stringify(full[kind])) as JsonObject;
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let here = copy as { [name: string]: unknown };
  for (const step of steps) here = here[step] as { [name: string]: unknown };
  if (value === undefined) delete here[last];
  else here[last] = value;
  return copy;
}

/** Fields that a refusal names where one field of the full input is replaced. */
export function refusedWith(kind: string, path: string, value: unknown): string[] {
  return refusedFields(kind, withField(kind, path, value));
}
