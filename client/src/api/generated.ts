// Written by build/documents/client-types.ts from the schemas of the bridge: not to be changed by hand.
// Amounts are integers of minor units, times are ISO 8601 in UTC.

/** What a person can grant a program. */
export type Scope =
  | 'status'
  | 'sale'
  | 'capture'
  | 'refund'
  | 'refund-unreferenced'
  | 'dcc'
  | 'terminal'
  | 'customers'
  | 'export'
  | 'print'
  | 'drawer'
  | 'display'
  | 'scan';

/** Where an operation stands. */
export type State =
  | 'accepted'
  | 'sending'
  | 'pending'
  | 'unknown'
  | 'needs-person'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'expired';

/** A final state never changes again. */
export type FinalState =
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'expired';

/** What the money is: none, that of a test environment, or real. */
export type Mode =
  | 'training'
  | 'test'
  | 'live';

/** Why a request was refused. The list grows: keep a default. */
export type ProblemCode =
  | 'invalid-input'
  | 'malformed-json'
  | 'malformed-request'
  | 'request-id-missing'
  | 'token-missing'
  | 'token-unknown'
  | 'token-revoked'
  | 'confirmation-refused'
  | 'confirmation-missed'
  | 'confirmation-impossible'
  | 'set-by-policy'
  | 'signature-refused'
  | 'origin-refused'
  | 'scope-missing'
  | 'operation-of-other'
  | 'pairing-refused'
  | 'pairing-impossible'
  | 'not-found'
  | 'unknown-kind'
  | 'operation-not-found'
  | 'print-job-not-found'
  | 'device-unknown'
  | 'payment-not-found'
  | 'customer-not-found'
  | 'method-not-allowed'
  | 'request-timeout'
  | 'request-id-reused'
  | 'operation-altered'
  | 'request-repeated'
  | 'trans-id-used'
  | 'not-decidable'
  | 'not-cancellable'
  | 'terminal-held'
  | 'payment-held'
  | 'pairing-expired'
  | 'body-too-large'
  | 'media-type-refused'
  | 'expectation-refused'
  | 'host-refused'
  | 'refund-exceeds-captured'
  | 'refunded-elsewhere'
  | 'capture-exceeds-authorized'
  | 'capture-not-named'
  | 'refund-limit'
  | 'payment-reversed'
  | 'payment-refunded'
  | 'payment-captured'
  | 'reversal-differs'
  | 'dcc-quote-void'
  | 'too-late'
  | 'too-many-requests'
  | 'too-many-at-once'
  | 'too-many-streams'
  | 'headers-too-large'
  | 'internal-error'
  | 'gateway-refused'
  | 'gateway-unclear'
  | 'offline'
  | 'not-sent'
  | 'office-away'
  | 'queue-full'
  | 'paused'
  | 'terminal-resting'
  | 'sealed'
  | 'stopping'
  | 'storage-failed'
  | 'destination-changed'
  | 'credentials-refused';

/** Why an operation did not happen. */
export type FailureCode =
  | 'declined'
  | 'rejected'
  | 'credentials-refused'
  | 'not-permitted'
  | 'busy'
  | 'not-sent-in-time'
  | 'card-number-gone'
  | 'payment-token-gone'
  | 'no-answer'
  | 'not-executed'
  | 'payment-unknown'
  | 'terminal-busy'
  | 'payment-reversed'
  | 'payment-refunded'
  | 'payment-captured'
  | 'nothing-left'
  | 'decided'
  | 'given-back'
  | 'cancelled';

/** Why an outcome is not known. */
export type DoubtCode =
  | 'no-answer'
  | 'cut-off'
  | 'unreadable'
  | 'empty-answer'
  | 'contradiction'
  | 'approved-less'
  | 'approved-more'
  | 'no-evidence'
  | 'fatal-code'
  | 'still-open'
  | 'http-status'
  | 'restarted'
  | 'refused-after-doubt'
  | 'busy'
  | 'credentials-refused'
  | 'not-reached'
  | 'too-late'
  | 'bytes-differ'
  | 'sums-may-show-it'
  | 'look-up-cannot-tell';

/** The kinds of operations. */
export type Kind =
  | 'create-session'
  | 'create-payment'
  | 'confirm'
  | 'incremental'
  | 'reverse'
  | 'capture'
  | 'refund'
  | 'refund-unreferenced'
  | 'update-payment'
  | 'create-link'
  | 'create-intent'
  | 'cloud-pos'
  | 'dcc-bin-check'
  | 'dcc-quote'
  | 'update-customer'
  | 'delete-customer'
  | 'delete-payment-method';

/** Short names, and the kind that the operation shows. */
export interface ShortKinds {
  readonly 'sale': 'cloud-pos';
  readonly 'authorization': 'cloud-pos';
  readonly 'void': 'cloud-pos';
}

/** Sell at a card terminal. */
export type SaleInput = {
  readonly amount: Amount;
  readonly transId: string;
  readonly posTerminalId: string;
  readonly localDateTime?: string;
  readonly refNr?: string;
  readonly cardReadMode?: string;
  readonly traceNr?: string;
  readonly approvalCode?: string;
  readonly credentialOnFile?: {
    readonly type?: 'RECURRING' | 'UNSCHEDULED';
    readonly [name: string]: unknown;
  };
  /** Of `amount`, in minor units: the tip that the customer chose at the till. It is kept and not sent, since CloudPos has no field for it. */
  readonly tipMinor?: number;
  readonly [name: string]: unknown;
};

/** Hold an amount at a card terminal, to be captured later. */
export type AuthorizationInput = {
  readonly amount: Amount;
  readonly transId: string;
  readonly posTerminalId: string;
  readonly localDateTime?: string;
  readonly refNr?: string;
  readonly cardReadMode?: string;
  readonly traceNr?: string;
  readonly approvalCode?: string;
  readonly credentialOnFile?: {
    readonly type?: 'RECURRING' | 'UNSCHEDULED';
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
};

/** Take back a sale or an authorization at the terminal that made it. */
export type VoidInput = {
  readonly amount: Amount;
  readonly transId: string;
  readonly posTerminalId: string;
  readonly localDateTime?: string;
  readonly refNr?: string;
  readonly cardReadMode?: string;
  /** In the answer to the sale or authorization */
  readonly traceNr: string;
  readonly approvalCode?: string;
  readonly credentialOnFile?: {
    readonly type?: 'RECURRING' | 'UNSCHEDULED';
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
};

/** Create a checkout session: a hosted page where the customer picks a payment method. */
export type CreateSessionInput = {
  readonly transId: string;
  readonly externalIntegrationId?: string;
  readonly refNr?: string;
  readonly amount: Amount;
  readonly language?: string;
  readonly captureMethod?: CaptureMethod;
  readonly credentialOnFile?: {
    readonly type?: string;
    readonly initialPayment?: boolean;
    readonly [name: string]: unknown;
  };
  readonly order?: Order;
  readonly simulationMode?: string;
  readonly billingAddress?: BillingAddress;
  readonly shipping?: Shipping;
  readonly statementDescriptor?: string;
  readonly customerInfo?: CustomerInfo;
  readonly partialPayment?: boolean;
  readonly expirationTime?: string;
  readonly fraudData?: {
    readonly [name: string]: Json;
  };
  readonly paymentFacilitator?: {
    readonly [name: string]: Json;
  };
  readonly browserInfo?: {
    readonly acceptHeaders?: string;
    readonly ipAddres?: string;
    readonly sessionId?: string;
    readonly [name: string]: unknown;
  };
  readonly device?: {
    readonly deviceId?: string;
    readonly [name: string]: unknown;
  };
  readonly channel?: 'ECOM' | 'MOTO' | 'APP' | 'PAYBYLINK' | 'POS';
  readonly metadata?: {
    readonly [name: string]: Json;
  };
  readonly urls: {
    readonly return: string;
    readonly cancel: string;
    readonly webhook: string;
    readonly appRedirect?: string;
  };
  readonly template?: {
    readonly name?: string;
    readonly customFields?: {
      readonly customField1?: string;
      readonly customField2?: string;
      readonly customField3?: string;
      readonly customField4?: string;
      readonly customField5?: string;
      readonly customField6?: string;
      readonly customField7?: string;
      readonly customField8?: string;
      readonly customField9?: string;
      readonly customField10?: string;
      readonly customField11?: string;
      readonly customField12?: string;
      readonly customField13?: string;
      readonly customField14?: string;
    };
    readonly [name: string]: unknown;
  };
  readonly remittanceInfo?: string;
  readonly allowedPaymentMethods?: readonly (string)[];
  readonly paymentMethods?: {
    readonly alipay?: {
      readonly 'x-alipay'?: boolean;
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly hotelInfo?: {
        readonly name?: string;
        readonly checkInTime?: readonly (string)[];
        readonly checkOutTime?: readonly (string)[];
      };
      readonly sellingPoint?: string;
      readonly service?: string;
    };
    readonly bancontact?: {
      readonly 'x-bancontactPayMethod'?: boolean;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly checkoutToken?: string;
    };
    readonly bizum?: {
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
    };
    readonly boleto?: {
      readonly 'x-boleto'?: boolean;
      readonly service?: string;
    };
    readonly eps?: {
      readonly account?: {
        readonly accountHolderName?: string;
        readonly number?: string;
        readonly code?: string;
      };
      readonly optionDate?: string;
      readonly sellingPoint?: string;
      readonly service?: string;
    };
    readonly mbWay?: {
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly sellingPoint?: string;
      readonly service?: string;
    };
    readonly multibanco?: {
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolder?: string;
      };
    };
    readonly myBank?: {
      readonly 'x-mybank'?: boolean;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
    };
    readonly przelewy24?: {
      readonly 'x-przelewy24'?: boolean;
      readonly subType?: string;
      readonly authenticationCode?: string;
      readonly termsAndConditions?: boolean;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
    };
    readonly twint?: {
      readonly 'x-twint'?: boolean;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
    };
    readonly unionPay?: {
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly sellingPoint?: string;
      readonly service?: string;
    };
    readonly weChat?: {
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly sellingPoint?: string;
      readonly service?: string;
    };
    readonly card?: {
      readonly subType?: readonly (string)[];
      readonly dccEnabled?: boolean;
      readonly template?: {
        readonly name?: string;
        readonly customFields?: {
          readonly customField1?: string;
          readonly customField2?: string;
          readonly customField3?: string;
          readonly customField4?: string;
          readonly customField5?: string;
          readonly customField6?: string;
          readonly customField7?: string;
          readonly customField8?: string;
          readonly customField9?: string;
          readonly customField10?: string;
          readonly customField11?: string;
          readonly customField12?: string;
          readonly customField13?: string;
          readonly customField14?: string;
        };
        readonly fontSize?: number;
        readonly textColor?: string;
      };
    };
    readonly directDebit?: {
      readonly 'x-directdebit'?: boolean;
      readonly method?: string;
      readonly debitDelay?: number;
      readonly service?: string;
      readonly sellingPoint?: string;
      readonly template?: {
        readonly name?: string;
        readonly customFields?: {
          readonly customField1?: string;
          readonly customField2?: string;
          readonly customField3?: string;
          readonly customField4?: string;
          readonly customField5?: string;
          readonly customField6?: string;
          readonly customField7?: string;
          readonly customField8?: string;
          readonly customField9?: string;
          readonly customField10?: string;
          readonly customField11?: string;
          readonly customField12?: string;
          readonly customField13?: string;
          readonly customField14?: string;
        };
        readonly backgroundColor?: string;
        readonly backgroundImage?: string;
        readonly textColor?: string;
        readonly fontName?: string;
        readonly fontSize?: number;
        readonly tableWidth?: number;
        readonly tableHeight?: number;
      };
    };
    readonly easyCollect?: {
      readonly 'x-easycollect'?: boolean;
      readonly accountId?: string;
      readonly contractId?: string;
      readonly contractDescription?: string;
      readonly businessIdentifier?: string;
      readonly signatureAgreementType?: string;
      readonly documentSignature?: boolean;
      readonly googleAnalyticsConsent?: boolean;
      readonly signatureBySca?: boolean;
      readonly sps?: boolean;
      readonly validation?: boolean;
      readonly customerType?: string;
      readonly mandateType?: string;
      readonly eventToken?: string;
      readonly dueDate?: string;
      readonly mandateId?: string;
      readonly signerPositionOccupied?: string;
      readonly template?: {
        readonly name?: string;
        readonly customFields?: {
          readonly customField1?: string;
          readonly customField2?: string;
          readonly customField3?: string;
          readonly customField4?: string;
          readonly customField5?: string;
        };
      };
      readonly account?: {
        readonly number?: string;
      };
    };
    readonly floapay?: {
      readonly 'x-floapay'?: boolean;
      readonly merchantShopUrl?: string;
      readonly travelDetails?: {
        readonly travelType?: string;
        readonly departureDate?: string;
        readonly returnDate?: string;
      };
    };
    readonly instanea?: {
      readonly 'x-instanea'?: boolean;
      readonly subType?: string;
      readonly returnRefundAccount?: boolean;
    };
    readonly klarna?: {
      readonly layout?: {
        readonly showSubTotalDetail?: string;
        readonly logoUrl?: string;
        readonly pageTitle?: string;
      };
      readonly accountId?: string;
      readonly enhancedData?: readonly ({
        readonly productCategory?: string;
        readonly productName?: string;
      })[];
    };
    readonly payPal?: {
      readonly accountId?: string;
      readonly hideAddress?: boolean;
    };
    readonly trustly?: {
      readonly 'x-trustly'?: boolean;
      readonly templateUrl?: string;
    };
    readonly vippsMobilePay?: {
      readonly 'x-vippsmobilepay'?: boolean;
      readonly minAge?: number;
      readonly termUrl?: string;
      readonly billingAgreementId?: string;
      readonly eventToken?: string;
      readonly campaign?: {
        readonly type?: string;
        readonly price?: number;
        readonly end?: string;
        readonly period?: {
          readonly unit?: string;
          readonly count?: number;
        };
        readonly eventDate?: string;
        readonly eventText?: string;
      };
    };
    readonly [name: string]: unknown;
  };
};

/** Create a payment for one payment method, hosted or direct. */
export type CreatePaymentInput = {
  readonly transId: string;
  readonly externalIntegrationId?: string;
  readonly refNr?: string;
  readonly amount: Amount;
  readonly language?: string;
  readonly captureMethod?: CaptureMethod;
  readonly credentialOnFile?: {
    readonly type?: string;
    readonly initialPayment?: boolean;
    readonly [name: string]: unknown;
  };
  readonly order?: Order;
  readonly simulationMode?: string;
  readonly billingAddress?: BillingAddress;
  readonly shipping?: Shipping;
  readonly statementDescriptor?: string;
  readonly customerInfo?: CustomerInfo;
  readonly partialPayment?: boolean;
  readonly expirationTime?: string;
  readonly fraudData?: {
    readonly [name: string]: Json;
  };
  readonly paymentFacilitator?: {
    readonly [name: string]: Json;
  };
  readonly browserInfo?: {
    readonly acceptHeaders?: string;
    readonly ipAddres?: string;
    readonly sessionId?: string;
    readonly [name: string]: unknown;
  };
  readonly device?: {
    readonly deviceId?: string;
    readonly [name: string]: unknown;
  };
  readonly channel?: 'ECOM' | 'MOTO' | 'APP' | 'PAYBYLINK' | 'POS';
  readonly metadata?: {
    readonly [name: string]: Json;
  };
  readonly urls?: {
    readonly return?: string;
    readonly cancel?: string;
    readonly webhook?: string;
  };
  readonly referencePayId?: string;
  readonly paymentMethods: {
    readonly integrationType: "HOSTED";
    readonly type: string;
    readonly alipay?: {
      readonly 'x-alipay'?: boolean;
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly hotelInfo?: {
        readonly name?: string;
        readonly checkInTime?: readonly (string)[];
        readonly checkOutTime?: readonly (string)[];
      };
      readonly sellingPoint?: string;
      readonly service?: string;
    };
    readonly bancontact?: {
      readonly 'x-bancontactPayMethod'?: boolean;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly checkoutToken?: string;
    };
    readonly bizum?: {
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
    };
    readonly boleto?: {
      readonly 'x-boleto'?: boolean;
      readonly service?: string;
    };
    readonly eps?: {
      readonly account?: {
        readonly accountHolderName?: string;
        readonly number?: string;
        readonly code?: string;
      };
      readonly optionDate?: string;
      readonly sellingPoint?: string;
      readonly service?: string;
    };
    readonly mbWay?: {
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly sellingPoint?: string;
      readonly service?: string;
    };
    readonly multibanco?: {
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolder?: string;
      };
    };
    readonly myBank?: {
      readonly 'x-mybank'?: boolean;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
    };
    readonly przelewy24?: {
      readonly 'x-przelewy24'?: boolean;
      readonly subType?: string;
      readonly authenticationCode?: string;
      readonly termsAndConditions?: boolean;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
    };
    readonly twint?: {
      readonly 'x-twint'?: boolean;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
    };
    readonly unionPay?: {
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly sellingPoint?: string;
      readonly service?: string;
    };
    readonly weChat?: {
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly sellingPoint?: string;
      readonly service?: string;
    };
    readonly card?: {
      readonly subType?: readonly (string)[];
      readonly dccEnabled?: boolean;
      readonly template?: {
        readonly name?: string;
        readonly customFields?: {
          readonly customField1?: string;
          readonly customField2?: string;
          readonly customField3?: string;
          readonly customField4?: string;
          readonly customField5?: string;
          readonly customField6?: string;
          readonly customField7?: string;
          readonly customField8?: string;
          readonly customField9?: string;
          readonly customField10?: string;
          readonly customField11?: string;
          readonly customField12?: string;
          readonly customField13?: string;
          readonly customField14?: string;
        };
        readonly fontSize?: number;
        readonly textColor?: string;
      };
    };
    readonly directDebit?: {
      readonly 'x-directdebit'?: boolean;
      readonly method?: string;
      readonly debitDelay?: number;
      readonly service?: string;
      readonly sellingPoint?: string;
      readonly template?: {
        readonly name?: string;
        readonly customFields?: {
          readonly customField1?: string;
          readonly customField2?: string;
          readonly customField3?: string;
          readonly customField4?: string;
          readonly customField5?: string;
          readonly customField6?: string;
          readonly customField7?: string;
          readonly customField8?: string;
          readonly customField9?: string;
          readonly customField10?: string;
          readonly customField11?: string;
          readonly customField12?: string;
          readonly customField13?: string;
          readonly customField14?: string;
        };
        readonly backgroundColor?: string;
        readonly backgroundImage?: string;
        readonly textColor?: string;
        readonly fontName?: string;
        readonly fontSize?: number;
        readonly tableWidth?: number;
        readonly tableHeight?: number;
      };
    };
    readonly easyCollect?: {
      readonly 'x-easycollect'?: boolean;
      readonly accountId?: string;
      readonly contractId?: string;
      readonly contractDescription?: string;
      readonly businessIdentifier?: string;
      readonly signatureAgreementType?: string;
      readonly documentSignature?: boolean;
      readonly googleAnalyticsConsent?: boolean;
      readonly signatureBySca?: boolean;
      readonly sps?: boolean;
      readonly validation?: boolean;
      readonly customerType?: string;
      readonly mandateType?: string;
      readonly eventToken?: string;
      readonly dueDate?: string;
      readonly mandateId?: string;
      readonly signerPositionOccupied?: string;
      readonly template?: {
        readonly name?: string;
        readonly customFields?: {
          readonly customField1?: string;
          readonly customField2?: string;
          readonly customField3?: string;
          readonly customField4?: string;
          readonly customField5?: string;
        };
      };
      readonly account?: {
        readonly number?: string;
      };
    };
    readonly floapay?: {
      readonly 'x-floapay'?: boolean;
      readonly merchantShopUrl?: string;
      readonly travelDetails?: {
        readonly travelType?: string;
        readonly departureDate?: string;
        readonly returnDate?: string;
      };
    };
    readonly instanea?: {
      readonly 'x-instanea'?: boolean;
      readonly subType?: string;
      readonly returnRefundAccount?: boolean;
    };
    readonly klarna?: {
      readonly layout?: {
        readonly showSubTotalDetail?: string;
        readonly logoUrl?: string;
        readonly pageTitle?: string;
      };
      readonly accountId?: string;
      readonly enhancedData?: readonly ({
        readonly productCategory?: string;
        readonly productName?: string;
      })[];
    };
    readonly payPal?: {
      readonly accountId?: string;
      readonly hideAddress?: boolean;
    };
    readonly trustly?: {
      readonly 'x-trustly'?: boolean;
      readonly templateUrl?: string;
    };
    readonly vippsMobilePay?: {
      readonly 'x-vippsmobilepay'?: boolean;
      readonly minAge?: number;
      readonly termUrl?: string;
      readonly billingAgreementId?: string;
      readonly eventToken?: string;
      readonly campaign?: {
        readonly type?: string;
        readonly price?: number;
        readonly end?: string;
        readonly period?: {
          readonly unit?: string;
          readonly count?: number;
        };
        readonly eventDate?: string;
        readonly eventText?: string;
      };
    };
    readonly [name: string]: unknown;
  } | {
    readonly integrationType: "DIRECT";
    readonly type: string;
    readonly alipay?: {
      readonly 'x-alipay'?: boolean;
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly hotelInfo?: {
        readonly name?: string;
        readonly checkInTime?: readonly (string)[];
        readonly checkOutTime?: readonly (string)[];
      };
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly [name: string]: unknown;
    };
    readonly bancontact?: {
      readonly 'x-bancontactPayMethod'?: boolean;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly checkoutToken?: string;
      readonly [name: string]: unknown;
    };
    readonly bizum?: {
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly [name: string]: unknown;
    };
    readonly boleto?: {
      readonly 'x-boleto'?: boolean;
      readonly service?: string;
      readonly [name: string]: unknown;
    };
    readonly eps?: {
      readonly account?: {
        readonly accountHolderName?: string;
        readonly number?: string;
        readonly code?: string;
      };
      readonly optionDate?: string;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly [name: string]: unknown;
    };
    readonly mbWay?: {
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly [name: string]: unknown;
    };
    readonly multibanco?: {
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolder?: string;
      };
      readonly [name: string]: unknown;
    };
    readonly myBank?: {
      readonly 'x-mybank'?: boolean;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly [name: string]: unknown;
    };
    readonly przelewy24?: {
      readonly 'x-przelewy24'?: boolean;
      readonly subType?: string;
      readonly authenticationCode?: string;
      readonly termsAndConditions?: boolean;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly [name: string]: unknown;
    };
    readonly twint?: {
      readonly 'x-twint'?: boolean;
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly [name: string]: unknown;
    };
    readonly unionPay?: {
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly [name: string]: unknown;
    };
    readonly weChat?: {
      readonly account?: {
        readonly accountHolderName?: string;
      };
      readonly sellingPoint?: string;
      readonly service?: string;
      readonly [name: string]: unknown;
    };
    readonly card?: {
      readonly subType?: readonly (string)[];
      readonly dccEnabled?: boolean;
      readonly template?: {
        readonly name?: string;
        readonly customFields?: {
          readonly customField1?: string;
          readonly customField2?: string;
          readonly customField3?: string;
          readonly customField4?: string;
          readonly customField5?: string;
          readonly customField6?: string;
          readonly customField7?: string;
          readonly customField8?: string;
          readonly customField9?: string;
          readonly customField10?: string;
          readonly customField11?: string;
          readonly customField12?: string;
          readonly customField13?: string;
          readonly customField14?: string;
        };
        readonly fontSize?: number;
        readonly textColor?: string;
      };
      readonly dcc?: {
        readonly [name: string]: Json;
      };
      readonly [name: string]: unknown;
    };
    readonly directDebit?: {
      readonly 'x-directdebit'?: boolean;
      readonly method?: string;
      readonly debitDelay?: number;
      readonly service?: string;
      readonly sellingPoint?: string;
      readonly template?: {
        readonly name?: string;
        readonly customFields?: {
          readonly customField1?: string;
          readonly customField2?: string;
          readonly customField3?: string;
          readonly customField4?: string;
          readonly customField5?: string;
          readonly customField6?: string;
          readonly customField7?: string;
          readonly customField8?: string;
          readonly customField9?: string;
          readonly customField10?: string;
          readonly customField11?: string;
          readonly customField12?: string;
          readonly customField13?: string;
          readonly customField14?: string;
        };
        readonly backgroundColor?: string;
        readonly backgroundImage?: string;
        readonly textColor?: string;
        readonly fontName?: string;
        readonly fontSize?: number;
        readonly tableWidth?: number;
        readonly tableHeight?: number;
      };
      readonly [name: string]: unknown;
    };
    readonly easyCollect?: {
      readonly 'x-easycollect'?: boolean;
      readonly accountId?: string;
      readonly contractId?: string;
      readonly contractDescription?: string;
      readonly businessIdentifier?: string;
      readonly signatureAgreementType?: string;
      readonly documentSignature?: boolean;
      readonly googleAnalyticsConsent?: boolean;
      readonly signatureBySca?: boolean;
      readonly sps?: boolean;
      readonly validation?: boolean;
      readonly customerType?: string;
      readonly mandateType?: string;
      readonly eventToken?: string;
      readonly dueDate?: string;
      readonly mandateId?: string;
      readonly signerPositionOccupied?: string;
      readonly template?: {
        readonly name?: string;
        readonly customFields?: {
          readonly customField1?: string;
          readonly customField2?: string;
          readonly customField3?: string;
          readonly customField4?: string;
          readonly customField5?: string;
        };
      };
      readonly account?: {
        readonly number?: string;
      };
      readonly [name: string]: unknown;
    };
    readonly floapay?: {
      readonly 'x-floapay'?: boolean;
      readonly merchantShopUrl?: string;
      readonly travelDetails?: {
        readonly travelType?: string;
        readonly departureDate?: string;
        readonly returnDate?: string;
      };
      readonly [name: string]: unknown;
    };
    readonly instanea?: {
      readonly 'x-instanea'?: boolean;
      readonly subType?: string;
      readonly returnRefundAccount?: boolean;
      readonly [name: string]: unknown;
    };
    readonly klarna?: {
      readonly layout?: {
        readonly showSubTotalDetail?: string;
        readonly logoUrl?: string;
        readonly pageTitle?: string;
      };
      readonly accountId?: string;
      readonly enhancedData?: readonly ({
        readonly productCategory?: string;
        readonly productName?: string;
      })[];
      readonly [name: string]: unknown;
    };
    readonly payPal?: {
      readonly accountId?: string;
      readonly hideAddress?: boolean;
      readonly [name: string]: unknown;
    };
    readonly trustly?: {
      readonly 'x-trustly'?: boolean;
      readonly templateUrl?: string;
      readonly [name: string]: unknown;
    };
    readonly vippsMobilePay?: {
      readonly 'x-vippsmobilepay'?: boolean;
      readonly minAge?: number;
      readonly termUrl?: string;
      readonly billingAgreementId?: string;
      readonly eventToken?: string;
      readonly campaign?: {
        readonly type?: string;
        readonly price?: number;
        readonly end?: string;
        readonly period?: {
          readonly unit?: string;
          readonly count?: number;
        };
        readonly eventDate?: string;
        readonly eventText?: string;
      };
      readonly [name: string]: unknown;
    };
    readonly [name: string]: unknown;
  };
};

/** Confirm a payment that was created for a method with several steps. */
export type ConfirmInput = {
  readonly payId: string;
  readonly transId: string;
  readonly amount: Amount;
  readonly refNr?: string;
  readonly captureMethod?: {
    readonly type?: 'AUTOMATIC' | 'MANUAL' | 'DELAYED';
    readonly delayed?: {
      readonly delayedHours?: number;
    };
  };
  readonly expirationTime?: string;
  readonly order?: Order;
  readonly metadata?: {
    readonly [name: string]: Json;
  };
  readonly billingAddress?: BillingAddress;
  readonly shipping?: Shipping;
  readonly paymentMethods?: {
    readonly card?: {
      readonly eventToken?: 'DELAYED_SHIPMENT' | 'ORDER';
    };
    readonly klarna?: {
      readonly accessToken: string;
    };
  };
};

/** Add an amount to an existing card authorization. */
export type IncrementalInput = {
  readonly payId: string;
  readonly transId: string;
  readonly refNr?: string;
  readonly amount: Amount;
  readonly duration?: number;
  readonly order?: Order;
};

/** Reverse an authorization that was not captured. */
export type ReverseInput = {
  readonly payId: string;
  readonly transId?: string;
  readonly amount?: Amount;
  readonly refNr?: string;
  readonly [name: string]: unknown;
};

/** Capture an authorized payment, in full or in part. */
export type CaptureInput = {
  readonly payId: string;
  readonly transId: string;
  readonly amount: Amount;
  readonly refNr?: string;
  readonly simulationMode?: string;
  readonly order?: Order;
  readonly statementDescriptor?: string;
  readonly captureMethod?: {
    readonly manual?: {
      readonly currentSequence?: number;
      readonly final?: boolean;
      readonly total?: number;
    };
  };
  readonly enhancedData?: {
    readonly common: {
      readonly amounts?: {
        readonly grossAmount?: number;
        readonly netAmount?: number;
        readonly taxAmount?: number;
      };
      readonly tax?: {
        readonly taxRate?: number;
        readonly taxTypeIndicator?: 'ValueAddedTax' | 'SalesTax' | 'Other';
      };
    };
    readonly carRental?: {
      readonly common?: {
        readonly rentalAgreementNumber: string;
        readonly rentalStart?: string;
        readonly pickupLocation: {
          readonly street?: string;
          readonly city?: string;
          readonly zipCode?: string;
          readonly state?: string;
          readonly country?: string;
        };
        readonly return?: string;
        readonly dropOffLocation: {
          readonly street?: string;
          readonly city?: string;
          readonly zipCode?: string;
          readonly state?: string;
          readonly country?: string;
        };
        readonly daysHired: number;
        readonly carClass: string;
        readonly carRegistrationNumber: string;
        readonly renterName: string;
        readonly renterAddress?: {
          readonly street?: string;
          readonly city?: string;
          readonly zipCode?: string;
          readonly state?: string;
          readonly country?: string;
        };
        readonly noShowIndicator?: boolean;
        readonly reservationNumber: string;
        readonly rentalDetails: {
          readonly salesIndicator: 'D' | 'F' | 'R';
          readonly rentalRate?: string | number;
          readonly orderNumber?: string;
          readonly serviceDescription?: string;
          readonly folioNumber: string;
          readonly oneWayServiceCharge?: number;
        };
        readonly extraCharges?: {
          readonly amount?: number;
          readonly reason?: 'None' | 'Fuel' | 'ExtraMileage' | 'LateReturn' | 'OneWayService' | 'ParkingViolation';
        };
        readonly pointOfSale?: {
          readonly title?: string;
          readonly url?: string;
          readonly email?: string;
          readonly phone?: string;
        };
      };
      readonly airPlus?: {
        readonly rentalInformation: {
          readonly carMake: string;
          readonly departureDate?: string;
          readonly customerOrderNumber?: string;
          readonly costPerMile?: number;
          readonly milesDriven: number;
          readonly driver: {
            readonly firstName?: string;
            readonly middleName?: string;
            readonly lastName?: string;
          };
          readonly vehicleGroup?: string;
          readonly carRentalCompanyId: 'D' | 'F' | 'G' | 'H' | 'M' | 'O' | 'P' | 'T' | 'W' | 'Y' | 'Z';
          readonly fuelConsumption?: number;
        };
        readonly billingAndInvoiceInformation: {
          readonly accountingUnit?: string;
          readonly businessUnit?: string;
          readonly actionNumber?: string;
          readonly voucherNumber?: string;
          readonly department?: string;
          readonly discountNumber?: string;
          readonly internalAccountNumber?: string;
          readonly costCenter?: string;
          readonly customerNumber?: string;
          readonly customerReference?: string;
          readonly employeeNumber?: string;
          readonly projectNumber?: string;
          readonly invoiceDate?: string;
          readonly invoiceNumber?: string;
          readonly destination?: string;
          readonly taxRegistrationNumber?: string;
          readonly comments?: string;
          readonly misc?: string;
          readonly countryCode: string;
        };
        readonly mileageUnit: 'Km' | 'Mi';
        readonly odometerStart: number;
        readonly odometerReturn: number;
        readonly telcoUnits?: number;
        readonly carSharing?: {
          readonly amounts: {
            readonly grossAmount?: number;
            readonly netAmount?: number;
            readonly taxAmount?: number;
          };
          readonly nonVATableNetAmount?: number;
          readonly tax: {
            readonly taxRate?: number;
            readonly taxTypeIndicator?: 'ValueAddedTax' | 'SalesTax' | 'Other';
          };
          readonly taxTypeIndicator: 'NoVat' | 'NonDeductibleCityVAT' | 'NonDeductibleState' | 'DeductibleCityVAT' | 'DeductibleState' | 'DeductibleNationalVAT' | 'EUReverseCharge';
          readonly documentNumber: string;
          readonly serviceDescription: string;
          readonly serviceType?: string;
          readonly hotelBookingDetails?: {
            readonly name?: string;
            readonly checkInDate?: string;
            readonly locationCity?: string;
            readonly roomNights?: number;
          };
        };
        readonly lineItems?: readonly ({
          readonly itemDescription: 'C9' | 'CB' | 'CC' | 'CG' | 'CI' | 'CJ' | 'CT' | 'CU' | 'CV' | 'CW' | 'CX' | 'CY' | 'D4' | 'D7' | 'D8' | 'D9' | 'DA' | 'O6' | 'OQ';
          readonly amounts: {
            readonly grossAmount?: number;
            readonly netAmount?: number;
            readonly taxAmount?: number;
          };
          readonly tax: {
            readonly taxRate?: number;
            readonly taxTypeIndicator?: 'ValueAddedTax' | 'SalesTax' | 'Other';
          };
        })[];
      };
      readonly amex?: {
        readonly cancellationReason?: string;
        readonly bookingSourceCode?: 'OnlineBooking' | 'SelfBookingTool' | 'AfterHoursBooking' | 'PhoneBooking';
        readonly mediaCode?: 'CardmemberSignatureOnFile' | 'PhoneOrder' | 'MailOrder' | 'InternetOrder' | 'RecurringBilling';
        readonly globalDistributionSystem?: 'Amadeus' | 'Sabre' | 'Galileo';
        readonly originalAmount?: number;
        readonly originalCurrencyCode?: string;
        readonly additionalAmounts: readonly ({
          readonly amountTypeCode: string;
          readonly transactionType: 'Debit' | 'Credit';
          readonly amounts: {
            readonly grossAmount?: number;
            readonly netAmount?: number;
            readonly taxAmount?: number;
          };
          readonly tax: {
            readonly taxRate?: number;
            readonly taxTypeIndicator?: 'ValueAddedTax' | 'SalesTax' | 'Other';
          };
        })[];
        readonly destination: string;
        readonly departureDate: string;
        readonly travellers?: readonly ({
          readonly firstName?: string;
          readonly middleName?: string;
          readonly lastName?: string;
        })[];
        readonly consultant?: string;
        readonly mileageUnit?: 'Km' | 'Mi';
        readonly milesDriven?: number;
        readonly supplier: {
          readonly name: string;
          readonly taxRegistrationNumber?: string;
          readonly matchCode?: string;
          readonly legalName?: string;
          readonly address?: Json;
        };
        readonly provider: {
          readonly travelAgencyCode: string;
          readonly travelOfficeCode: string;
          readonly transactionReference: string;
          readonly invoiceIndicator: 'N' | 'Y' | 'R';
          readonly invoice?: {
            readonly number?: string;
            readonly date?: string;
            readonly associatedNumber?: string;
          };
          readonly iataNumber?: number;
          readonly serviceCentre?: string;
          readonly terminalId?: string;
          readonly providerReference?: string;
          readonly electronicInvoiceLocation?: string;
        };
        readonly bookingSystem?: {
          readonly bookingSystemReference?: string;
          readonly invoice?: Json;
        };
        readonly customerReference?: readonly ({
          readonly statementField: '01' | '02' | '03' | '04' | '05' | '06' | '07';
          readonly typeCode: 'CostCentre' | 'EmployeeId' | 'TravelBookerName' | 'JobNumber' | 'ProjectCode' | 'BusinessUnit' | 'Other';
          readonly data: string;
        })[];
        readonly lineItems?: readonly ({
          readonly number: number;
          readonly description: string;
          readonly reference: string;
          readonly statementIndicator: 'N' | 'Y' | 'R';
          readonly grossAmount: number;
          readonly transactionType: 'Debit' | 'Credit';
          readonly additionalAmounts: readonly ({
            readonly amountTypeCode: string;
            readonly transactionType: 'Debit' | 'Credit';
            readonly amounts: {
              readonly grossAmount?: number;
              readonly netAmount?: number;
              readonly taxAmount?: number;
            };
            readonly tax: {
              readonly taxRate?: number;
              readonly taxTypeIndicator?: 'ValueAddedTax' | 'SalesTax' | 'Other';
            };
          })[];
        })[];
      };
    };
  };
  readonly paymentMethods?: {
    readonly amazonPay?: {
      readonly amazonPaySimulationCode?: string;
    };
    readonly card?: {
      readonly finishAuth?: boolean;
    };
    readonly directDebit?: {
      readonly mandateId?: string;
      readonly dateOfSignature?: string;
    };
    readonly klarna?: {
      readonly completeType?: string;
      readonly shippingInfo?: {
        readonly trackingId?: string;
        readonly returnTrackingId?: string;
        readonly returnShippingCompany?: string;
        readonly shippingCompany?: string;
        readonly trackingUrl?: string;
        readonly returnTrackingUrl?: string;
        readonly shippingMethod?: 'PICK_UP_STORE' | 'HOME' | 'BOX_REG' | 'BOX_UNREG' | 'PICK_UP_POINT' | 'OWN' | 'POSTAL' | 'DHL_PACKSTATION' | 'DIGITAL' | 'UNDEFINED' | 'PICK_UP_WAREHOUSE' | 'CLICK_COLLECT' | 'PALLET_DELIVERY_PICK_UP_POINT' | 'PALLET_DELIVERY';
      };
    };
    readonly mobilePay?: {
      readonly finishAuth?: string;
      readonly textfield1?: string;
      readonly textfield2?: string;
    };
    readonly payPal?: {
      readonly completeType?: boolean;
      readonly [name: string]: unknown;
    };
  };
};

/** Refund a captured payment, in full or in part. */
export type RefundInput = {
  readonly payId: string;
  readonly transId: string;
  readonly amount: Amount;
  readonly refNr?: string;
  readonly simulationMode?: string;
  readonly metadata?: {
    readonly [name: string]: Json;
  };
  readonly order?: Order;
  readonly statementDescriptor?: string;
  readonly paymentMethods?: {
    readonly amazonPay?: {
      readonly amazonPaySimulationCode?: string;
    };
    readonly boleto?: {
      readonly bankName?: string;
      readonly accountNumber?: string;
      readonly bankSortCode?: string;
    };
    readonly card?: {
      readonly providerTransactionId?: string;
    };
    readonly mobilePay?: {
      readonly textfield1?: string;
      readonly textfield2?: string;
    };
    readonly payPal?: {
      readonly providerTransactionId?: string;
    };
    readonly riverty?: {
      readonly refundType?: 'RETURN' | 'REFUND';
      readonly invoiceNumber?: string;
    };
  };
};

/** Refund to a card or an account without a payment to refer to. */
export type RefundUnreferencedInput = {
  readonly transId: string;
  readonly amount: Amount;
  readonly refNr?: string;
  readonly billingAddress?: {
    readonly streetName?: string;
    readonly streetNumber?: string;
    readonly addressLine2?: string;
    readonly addressLine3?: string;
    readonly city?: string;
    readonly state?: string;
    readonly country?: string;
    readonly postalCode?: string;
    readonly firstName?: string;
    readonly lastName?: string;
  };
  readonly shipping?: Shipping;
  readonly statementDescriptor?: string;
  readonly customerInfo?: {
    readonly merchantCustomerId?: string;
    readonly customerType?: 'individual' | 'business';
    readonly firstName?: string;
    readonly lastName?: string;
    readonly phone?: Phone;
    readonly birthDate?: string;
    readonly email: string;
  };
  readonly browserInfo?: {
    readonly acceptHeaders?: string;
    readonly ipAddres?: string;
    readonly sessionId?: string;
    readonly [name: string]: unknown;
  };
  readonly metadata?: {
    readonly [name: string]: Json;
  };
  readonly paymentMethods: {
    readonly card?: {
      readonly number: string;
      readonly cardholderName: string;
      readonly expiryDate: string;
      readonly brand: string;
      readonly securityCode?: string;
      readonly paymentOfWinnings?: boolean;
      readonly paymentData?: {
        readonly senderData?: {
          readonly accountNumber?: string;
          readonly name?: string;
          readonly address?: string;
          readonly city?: string;
          readonly countryCode?: string;
          readonly transactionMethod?: 'CREDIT' | 'DEBIT' | 'PREPAID' | 'CASH' | 'DEPOSIT_ACCOUNT' | 'MOBILE_MONEY_ACCOUNT';
          readonly accountType?: 'RTN_AND_BANK_ACCOUNT_NUMBER' | 'IBAN' | 'CARD_ACCOUNT' | 'IBAN_AND_BIC';
        };
        readonly recipientData?: {
          readonly name?: string;
        };
      };
    };
    readonly directDebit?: {
      readonly account: {
        readonly number: string;
        readonly code?: string;
        readonly bankName?: string;
        readonly accountHolderName: string;
      };
    };
  };
};

/** Update details of a payment. */
export type UpdatePaymentInput = {
  readonly payId: string;
  readonly [name: string]: unknown;
};

/** Create a payment link to share; it opens a hosted page. */
export type CreateLinkInput = {
  readonly transId?: string;
  readonly refNr?: string;
  readonly amount?: Amount;
  readonly [name: string]: unknown;
};

/** Create a payment intent for a mobile SDK. */
export type CreateIntentInput = {
  readonly transId?: string;
  readonly refNr?: string;
  readonly amount?: Amount;
  readonly [name: string]: unknown;
};

/** Send a command to a card terminal. */
export type CloudPosInput = {
  readonly messageType: 'SALE' | 'AUTHORISATION_OR_RESERVATION' | 'CREDIT' | 'CAPTURE' | 'REVERSE';
  readonly amount: Amount;
  /** Of `amount`, in minor units: the tip that the customer chose at the till. It is kept and not sent, since CloudPos has no field for it. */
  readonly tipMinor?: number;
  /** Of a CREDIT or REVERSE: why the money is given back. Who approves it reads it. It is kept and not sent, since CloudPos has no field for it. */
  readonly refundReason?: string;
  readonly transId: string;
  readonly posTerminalId: string;
  readonly localDateTime?: string;
  readonly refNr?: string;
  readonly cardReadMode?: string;
  readonly traceNr?: string;
  readonly approvalCode?: string;
  readonly credentialOnFile?: {
    readonly type?: 'RECURRING' | 'UNSCHEDULED';
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
} | {
  readonly messageType: 'CARD_READ' | 'DIAGNOSE' | 'TERMINAL_STARTUP';
  readonly amount?: {
    readonly value: number;
    readonly currency: string;
    readonly taxTotal?: number;
    readonly netItemTotal?: number;
    readonly netShippingAmount?: number;
    readonly grossShippingAmount?: number;
    readonly netDiscount?: number;
    readonly grossDiscount?: number;
  };
  readonly transId: string;
  readonly posTerminalId: string;
  readonly localDateTime?: string;
  readonly refNr?: string;
  readonly cardReadMode?: string;
  readonly traceNr?: string;
  readonly approvalCode?: string;
  readonly credentialOnFile?: {
    readonly type?: 'RECURRING' | 'UNSCHEDULED';
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
};

/** Find the country of a card by its first digits. */
export type DccBinCheckInput = {
  readonly bin: string;
};

/** Quote an amount in the currency of the card (dynamic currency conversion). */
export type DccQuoteInput = {
  readonly bin: string;
  readonly amount: Amount;
};

/** Update a customer in the vault. */
export type UpdateCustomerInput = {
  readonly customerId: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly companyName?: string;
  readonly email?: string;
  readonly phone?: Phone;
  readonly billingAddress?: {
    readonly streetName?: string;
    readonly city?: string;
    readonly postalCode?: string;
    readonly state?: string;
    readonly country?: string;
  };
};

/** Delete a customer and the stored payment methods. */
export type DeleteCustomerInput = {
  readonly customerId: string;
};

/** Delete a stored payment method of a customer. */
export type DeletePaymentMethodInput = {
  readonly customerId: string;
  readonly paymentMethodId: string;
};

/** What an operation of each kind takes. */
export interface Inputs {
  readonly 'sale': SaleInput;
  readonly 'authorization': AuthorizationInput;
  readonly 'void': VoidInput;
  readonly 'create-session': CreateSessionInput;
  readonly 'create-payment': CreatePaymentInput;
  readonly 'confirm': ConfirmInput;
  readonly 'incremental': IncrementalInput;
  readonly 'reverse': ReverseInput;
  readonly 'capture': CaptureInput;
  readonly 'refund': RefundInput;
  readonly 'refund-unreferenced': RefundUnreferencedInput;
  readonly 'update-payment': UpdatePaymentInput;
  readonly 'create-link': CreateLinkInput;
  readonly 'create-intent': CreateIntentInput;
  readonly 'cloud-pos': CloudPosInput;
  readonly 'dcc-bin-check': DccBinCheckInput;
  readonly 'dcc-quote': DccQuoteInput;
  readonly 'update-customer': UpdateCustomerInput;
  readonly 'delete-customer': DeleteCustomerInput;
  readonly 'delete-payment-method': DeletePaymentMethodInput;
}

/** The gateway's answer by kind, read tolerantly: fields may be missing, and more may be there. */
export interface Results {
  readonly 'create-session': {
    readonly _links?: {
      readonly redirect?: Json | null;
      readonly [name: string]: unknown;
    } | null;
    readonly [name: string]: unknown;
  };
  readonly 'create-payment': OperationResult;
  readonly 'confirm': OperationResult;
  readonly 'incremental': OperationResult;
  readonly 'reverse': OperationResult;
  readonly 'capture': OperationResult;
  readonly 'refund': OperationResult;
  readonly 'refund-unreferenced': OperationResult;
  readonly 'update-payment': OperationResult;
  readonly 'create-link': {
    readonly payId?: string | number | null;
    readonly transId?: string | number | null;
    readonly status?: string | number | null;
    readonly responseCode?: string | number | null;
    readonly [name: string]: unknown;
  };
  readonly 'create-intent': {
    readonly payId?: string | number | null;
    readonly transId?: string | number | null;
    readonly status?: string | number | null;
    readonly responseCode?: string | number | null;
    readonly [name: string]: unknown;
  };
  readonly 'cloud-pos': OperationResult;
  readonly 'dcc-bin-check': {
    readonly cardInfo?: {
      readonly country?: string | number | null;
      readonly [name: string]: unknown;
    } | null;
    readonly [name: string]: unknown;
  };
  readonly 'dcc-quote': {
    readonly dccInfo?: {
      readonly status?: string | number | null;
      readonly provider?: string | number | null;
      readonly dccRequestId?: string | number | null;
      readonly rate?: {
        readonly exchangeRate?: number | string | null;
        readonly markupPercentage?: number | string | null;
        readonly timestamp?: string | number | null;
        readonly [name: string]: unknown;
      } | null;
      readonly amounts?: {
        readonly merchant?: {
          readonly value?: number | string | null;
          readonly currency?: string | number | null;
          readonly [name: string]: unknown;
        } | null;
        readonly cardholder?: {
          readonly value?: number | string | null;
          readonly currency?: string | number | null;
          readonly decimalValue?: number | string | null;
          readonly [name: string]: unknown;
        } | null;
        readonly [name: string]: unknown;
      } | null;
      readonly [name: string]: unknown;
    } | null;
    readonly [name: string]: unknown;
  };
  readonly 'update-customer': Customer;
  readonly 'delete-customer': {
    readonly id?: string | number | null;
    readonly deleted?: true | null;
    readonly [name: string]: unknown;
  };
  readonly 'delete-payment-method': {
    readonly id?: string | number | null;
    readonly deleted?: true | null;
    readonly [name: string]: unknown;
  };
}

/** What look-ups at the gateway show. */
export interface Records {
  readonly 'getPaymentByPayId': {
    readonly [name: string]: unknown;
  };
  readonly 'getPaymentByTransId': {
    readonly [name: string]: unknown;
  };
  readonly 'listCustomers': {
    readonly totalNumberOfPages?: number | null;
    readonly totalNumberOfItems?: number | null;
    readonly page?: number | null;
    readonly pageSize?: number | null;
    readonly data?: readonly (Customer)[] | null;
    readonly [name: string]: unknown;
  };
  readonly 'getCustomer': Customer;
  readonly 'listCustomerPaymentMethods': {
    readonly gatewayCustomerId?: string | number | null;
    readonly data?: readonly (StoredPaymentMethod)[] | null;
    readonly [name: string]: unknown;
  };
  readonly 'getPaymentMethod': StoredPaymentMethod;
}

export type Amount = {
  readonly value: number;
  readonly currency: string;
  readonly taxTotal?: number;
  readonly netItemTotal?: number;
  readonly netShippingAmount?: number;
  readonly grossShippingAmount?: number;
  readonly netDiscount?: number;
  readonly grossDiscount?: number;
};

export type BillingAddress = {
  readonly streetName?: string;
  readonly streetNumber?: string;
  readonly addressLine2?: string;
  readonly addressLine3?: string;
  readonly city?: string;
  readonly state?: string;
  readonly country?: string;
  readonly postalCode?: string;
};

export type CaptureMethod = {
  readonly type?: 'AUTOMATIC' | 'MANUAL' | 'DELAYED';
  readonly delayed?: {
    readonly delayedHours?: number;
  };
  readonly manual?: {
    readonly currentSequence?: number;
    readonly final?: boolean;
    readonly total?: number;
  };
};

export type Customer = {
  readonly id?: string | number | null;
  readonly merchantCustomerId?: string | number | null;
  readonly firstName?: string | number | null;
  readonly lastName?: string | number | null;
  readonly companyName?: string | number | null;
  readonly email?: string | number | null;
  readonly phone?: {
    readonly countryCode?: string | number | null;
    readonly number?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly billingAddress?: {
    readonly streetName?: string | number | null;
    readonly city?: string | number | null;
    readonly postalCode?: string | number | null;
    readonly state?: string | number | null;
    readonly country?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly scope?: string | number | null;
  readonly createdAt?: string | null;
  readonly updatedAt?: string | null;
  readonly lastUsedAt?: string | null;
  readonly [name: string]: unknown;
};

export type CustomerInfo = {
  readonly merchantCustomerId?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly customerType?: 'individual' | 'business';
  readonly email?: string;
  readonly phone?: Phone;
  readonly salutation?: string;
  readonly title?: string;
  readonly gender?: string;
  readonly maidenName?: string;
  readonly middleName?: string;
  readonly birthDate?: string;
  readonly birthPlace?: string;
  readonly socialSecurityNumber?: string;
  readonly taxId?: string;
  readonly companyName?: string;
  readonly positionOccupied?: string;
  readonly companyRegistrationNumber?: string;
  readonly companyVatId?: string;
  readonly companyLegalForm?: string;
};

export type DeviceList = {
  readonly devices: readonly ({
    readonly id: string;
    readonly type: "printer";
    /** What the shop has it for: slips of the till, or orders for the kitchen */
    readonly role: 'slips' | 'kitchen';
    /** Why it takes nothing now; null where it can print */
    readonly obstacle: 'paper-out' | 'cover-open' | 'offline' | 'no-answer' | null;
    /** For a person: what to do, with the command where there is one */
    readonly advice: string | null;
    /** The roll is nearly at its end, where the printer can tell */
    readonly paperLow: boolean;
    /** The drawer that hangs on it; null where its line tells nothing */
    readonly drawerOpen: boolean | null;
    /** Characters in a line */
    readonly columns: number;
    /** Its jobs end as `printed`; where false, as `handed-over` */
    readonly confirms: boolean;
  } | {
    readonly id: string;
    readonly type: 'display' | 'scanner';
    /** Why it does not work; null where its line is open */
    readonly obstacle: 'invalid-address' | 'not-found' | 'no-permission' | 'busy' | 'no-answer' | null;
    /** For a person: what to do, with the command where there is one */
    readonly advice: string | null;
  })[];
};

export type DisplayShown = {
  readonly id: string;
  /** The upper and the lower line */
  readonly lines: readonly (string)[];
  /** False: the till shows a payment, or the display is not there; it is shown after that */
  readonly shown: boolean;
};

export type Doubt = {
  /** Null for a record of a program that knew no codes: then `reason` is all there is */
  readonly code: 'no-answer' | 'cut-off' | 'unreadable' | 'empty-answer' | 'contradiction' | 'approved-less' | 'approved-more' | 'no-evidence' | 'fatal-code' | 'still-open' | 'http-status' | 'restarted' | 'refused-after-doubt' | 'busy' | 'credentials-refused' | 'not-reached' | 'too-late' | 'bytes-differ' | 'sums-may-show-it' | 'look-up-cannot-tell' | null;
  /** The gateway's HTTP status, with `http-status` */
  readonly status?: number;
  /** With `contradiction`: what disagrees, where an answer did */
  readonly disagrees?: {
    /** Of the gateway's answer */
    readonly member: string;
    /** The HTTP status, where it is what disagrees with the member */
    readonly status?: number;
    /** What the answer says there, where it may be told */
    readonly shown?: string;
    /** What was asked for */
    readonly asked?: string;
  };
  /** In English */
  readonly reason: string;
  readonly advice: string;
  /** ISO 8601, UTC */
  readonly since: string;
  readonly lookUps: number;
  readonly lastLookUpAt: string | null;
  readonly nextLookUpAt: string | null;
  /** How many people must say the same; present where a person must decide */
  readonly voicesNeeded?: 1 | 2;
  /** With `approved-less`: a person kept what was approved. It stays `needs-person` for programs until the rest is paid as well (then it is `succeeded`), or all of it was given back (then it is `failed`). An authorization that a person kept is `succeeded` with `approved` */
  readonly kept?: {
    /** ISO 8601, UTC */
    readonly at: string;
    /** What is left to pay at the till; missing where the till cannot take the rest, as of a refund */
    readonly remaining?: {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    };
  };
};

export type DrawerOpened = {
  /** The printer that the drawer hangs on */
  readonly id: string;
  /** unknown: the line broke while the pulse was sent */
  readonly result: 'opened' | 'unknown';
};

export type Failure = {
  readonly code: 'declined' | 'rejected' | 'credentials-refused' | 'not-permitted' | 'busy' | 'not-sent-in-time' | 'card-number-gone' | 'payment-token-gone' | 'no-answer' | 'not-executed' | 'payment-unknown' | 'terminal-busy' | 'payment-reversed' | 'payment-refunded' | 'payment-captured' | 'nothing-left' | 'decided' | 'given-back' | 'cancelled';
  /** In English; show your own words for each code */
  readonly message: string;
  /** With `no-answer`: what was wrong with the answer */
  readonly because?: 'no-answer' | 'cut-off' | 'unreadable' | 'empty-answer' | 'contradiction' | 'approved-less' | 'approved-more' | 'no-evidence' | 'fatal-code' | 'still-open' | 'http-status' | 'restarted' | 'refused-after-doubt' | 'busy' | 'credentials-refused' | 'not-reached' | 'too-late' | 'bytes-differ' | 'sums-may-show-it' | 'look-up-cannot-tell';
  /** The gateway's HTTP status, where it answered */
  readonly status?: number;
  readonly responseCode?: string;
  readonly responseDescription?: string;
  /** Field name to messages, from the gateway's 400 body */
  readonly fields?: {
    readonly [name: string]: readonly (string)[];
  };
  readonly details?: Json;
};

export type Json = string | number | boolean | null | readonly (Json)[] | {
  readonly [name: string]: Json;
};

export type MethodResults = {
  readonly card?: {
    readonly providerResponseCode?: string | number | null;
    readonly providerResponseText?: string | number | null;
    readonly providerTransactionId?: string | number | null;
    readonly providerApprovalCode?: number | string | null;
    readonly [name: string]: unknown;
  } | null;
  readonly klarna?: {
    readonly providerResponseCode?: string | number | null;
    readonly providerResponseText?: string | number | null;
    readonly providerTransactionId?: string | number | null;
    readonly billingAgreementId?: string | number | null;
    readonly redirectUrl?: string | number | null;
    readonly invoiceNumber?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly payPal?: {
    readonly providerResponseCode?: string | number | null;
    readonly providerDeclineCategory?: string | number | null;
    readonly feeRefundAmount?: number | string | null;
    readonly grossRefundAmount?: number | string | null;
    readonly netRefundAmount?: number | string | null;
    readonly [name: string]: unknown;
  } | null;
  readonly riverty?: {
    readonly providerResponseCode?: string | number | null;
    readonly providerResponseText?: string | number | null;
    readonly billingAddress?: {
      readonly streetName?: string | number | null;
      readonly streetNumber?: string | number | null;
      readonly addressLine2?: string | number | null;
      readonly addressLine3?: string | number | null;
      readonly city?: string | number | null;
      readonly state?: string | number | null;
      readonly country?: string | number | null;
      readonly postalCode?: string | number | null;
      readonly [name: string]: unknown;
    } | null;
    readonly shippingAddress?: {
      readonly address?: {
        readonly firstName?: string | number | null;
        readonly lastName?: string | number | null;
        readonly companyName?: string | number | null;
        readonly streetName?: string | number | null;
        readonly streetNumber?: string | number | null;
        readonly addressLine2?: string | number | null;
        readonly addressLine3?: string | number | null;
        readonly city?: string | number | null;
        readonly state?: string | number | null;
        readonly country?: string | number | null;
        readonly postalCode?: string | number | null;
        readonly phone?: {
          readonly countryCode?: string | number | null;
          readonly number?: string | number | null;
          readonly [name: string]: unknown;
        } | null;
        readonly [name: string]: unknown;
      } | null;
      readonly type?: string | number | null;
      readonly [name: string]: unknown;
    } | null;
    readonly [name: string]: unknown;
  } | null;
  readonly amazonPay?: {
    readonly providerResponseCode?: string | number | null;
    readonly providerResponseText?: string | number | null;
    readonly providerStatus?: string | number | null;
    readonly chargeId?: string | number | null;
    readonly refundId?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly ratepay?: {
    readonly providerResponseCode?: string | number | null;
    readonly providerResponseText?: string | number | null;
    readonly authorizationExpiry?: string | number | null;
    readonly paymentReference?: string | number | null;
    readonly providerTransactionId?: string | number | null;
    readonly providerDeclineCategory?: string | number | null;
    readonly account?: {
      readonly bankName?: string | number | null;
      readonly code?: string | number | null;
      readonly number?: string | number | null;
      readonly accountHolderName?: string | number | null;
      readonly [name: string]: unknown;
    } | null;
    readonly [name: string]: unknown;
  } | null;
  readonly bancontact?: {
    readonly providerResponseText?: number | string | null;
    readonly [name: string]: unknown;
  } | null;
  readonly boleto?: {
    readonly providerResponseText?: number | string | null;
    readonly [name: string]: unknown;
  } | null;
  readonly myBank?: {
    readonly providerResponseText?: number | string | null;
    readonly [name: string]: unknown;
  } | null;
  readonly przelewy24?: {
    readonly providerResponseText?: number | string | null;
    readonly [name: string]: unknown;
  } | null;
  readonly twint?: {
    readonly providerResponseText?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly alipay?: {
    readonly providerResponseText?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly bizum?: {
    readonly providerResponseText?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly eps?: {
    readonly providerResponseText?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly unionPay?: {
    readonly providerResponseText?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly weChat?: {
    readonly providerResponseText?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly floapay?: {
    readonly providerResponseCode?: string | number | null;
    readonly providerResponseText?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly [name: string]: unknown;
} | null;

export type OperationAsSent = {
  readonly id: string;
  readonly kind: string;
  /** succeeded, failed, cancelled and expired are final and never change. pending, unknown and needs-person mean that the outcome is not known yet: never repeat such an operation under another request id. pending: the gateway has it and has not said how it ends; the bridge asks until it does. unknown: the answer was lost; the bridge is finding out. needs-person: it could not be found out, or less was approved than asked for. accepted and sending: under way, or waiting for the connection. */
  readonly state: 'accepted' | 'sending' | 'pending' | 'unknown' | 'needs-person' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
  /** Grows by one with each change; drop what is lower than what you have */
  readonly revision: number;
  /** The Idempotency-Key it came with */
  readonly requestId: string;
  /** The gateway's request body and the ids of its path; completed by the bridge, secrets removed */
  readonly input: {
    readonly [name: string]: Json;
  };
  /** What was really approved: less than `input.amount` for a partial approval, more where a customer added a tip. Missing while that is not known, and where nothing is approved by the operation itself */
  readonly approved?: {
    /** Minor units: cents for EUR, yen for JPY, fils for BHD */
    readonly value: number;
    /** ISO 4217 */
    readonly currency: string;
  };
  /** The gateway's answer, unknown fields kept */
  readonly result: Json | null;
  /** The HTTP status that `result` came with; missing where it is no answer of the gateway's to this operation */
  readonly answerStatus?: number;
  readonly failure: Failure | null;
  /** Present while it waits although the gateway can be reached: since then the gateway refuses it (401 or 403), while it takes others with the same credentials. It fails with `not-permitted` after the shop's limit (`pendingLimitHours`) */
  readonly refusedSince?: string;
  /** Present while the state is pending, unknown or needs-person */
  readonly doubt?: Doubt;
  /** Of an operation of which less was approved than its program deals with: what is kept of it and of the sales that took its rest. What was paid without the gateway stands in `paidOtherwise` */
  readonly parts?: readonly ({
    readonly operationId: string;
    /** Approved, and not given back */
    readonly kept: {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    };
  })[];
  /** The operation that this one is a new try of */
  readonly replaces?: string;
  /** The sale whose rest this one takes at the till: less was approved of it than was asked for */
  readonly partOf?: string;
  /** Of a CREDIT at the till: the sale whose money it gives back to the card. It counts as a refund of that sale, and its own payment is another one */
  readonly refundOf?: string;
  /** What a refund is for, as it was asked for with */
  readonly line?: string;
  /** Of what pays out, where the office of the chain is asked first: it granted it, or could not be asked and the shop lets it pass */
  readonly claim?: 'granted' | 'away';
  /** Of a sale at a terminal for which the cardholder chose a currency */
  readonly dcc?: {
    /** The operation that fetched the quote */
    readonly quoteOperationId: string;
    /** The gateway's id of the quote */
    readonly quoteId: string;
    /** Who converts */
    readonly provider: string;
    /** The currency that the cardholder chose: of `local` or of `foreign` */
    readonly currency: string;
    /** In the currency of the shop: what sums and reports go by */
    readonly local: {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    };
    /** In the currency of the card */
    readonly foreign: {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    };
    /** Units of the foreign currency for one of the local one, as the gateway wrote it */
    readonly rate: string;
    /** The mark-up in percent, as the gateway wrote it */
    readonly markupPercent: string;
    /** False: the amounts are the rate with the mark-up on top of it */
    readonly rateHoldsMarkup: boolean;
  };
  /** Of a `dcc-quote` that was answered: its figures are not complete or do not agree, so that it must not be offered to anybody, and no sale takes it */
  readonly quoteFault?: 'incomplete' | 'other-amount' | 'same-currency' | 'decimals' | 'direction' | 'amounts';
  /** What a person at the till said was paid of its rest without the gateway: in cash, for example */
  readonly paidOtherwise?: {
    /** Minor units: cents for EUR, yen for JPY, fils for BHD */
    readonly value: number;
    /** ISO 4217 */
    readonly currency: string;
  };
  /** Present while it waits for its turn or for the connection */
  readonly queue?: {
    /** How many were accepted before it and wait as well; 1,000 means "or more" */
    readonly ahead: number;
    /** The operation that must come to an end first: it is on the same payment or at the same terminal */
    readonly after: string | null;
    /** When the terminal that it waits for is free at the latest; null where that is not known */
    readonly busyUntil: string | null;
    /** Until when it waits at most: then it expires and is not sent. Null where it waits as long as it takes */
    readonly sendBy: string | null;
  };
  /** While it is `sending`: until about when its answer is waited for; without one it is looked up then */
  readonly answerBy?: string;
  /** Of a link, session, intent or hosted payment that was made: whether the customer has paid */
  readonly offer?: {
    /** authorized: the customer agreed, and the gateway has yet to capture. paid: it counts among the takings from then on. expired: the gateway says so. failed: the last try was refused; the customer may try again. differs: it was paid with another amount or currency than was asked for, and a person has to look; what was taken counts in its own currency */
    readonly state: 'open' | 'authorized' | 'paid' | 'expired' | 'failed' | 'differs';
    /** Present where it differs: what the gateway shows as paid; null where it cannot be told */
    readonly shown?: {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    } | null;
    /** Present where it was paid by further payments: what each is called, and its sum, null where it cannot be told. They count among the takings; a person refunds what was paid twice */
    readonly paidAgain?: readonly ({
      readonly payId: string;
      readonly shown: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      } | null;
    })[];
    /** Present where the end that the request names has passed, and a look-up since then showed no payment and none under way. The gateway has not said that it expired: a look-up that shows it paid still counts */
    readonly over?: true;
    readonly lookUps: number;
    /** When the bridge last asked by itself */
    readonly lastLookUpAt: string | null;
    /** Null: it asks no more by itself; a look-up that shows it paid still counts */
    readonly nextLookUpAt: string | null;
  };
  /** Whether it may wait for the connection; what may not is running while it is not final */
  readonly mayWait: boolean;
  /** How many times it was sent, or may have been */
  readonly attempts: number;
  /** ISO 8601, UTC */
  readonly createdAt: string;
  /** ISO 8601, UTC */
  readonly updatedAt: string;
  /** Whether people at the till or a program asked for it, and which program */
  readonly origin: {
    readonly type: "cashier";
  } | {
    readonly type: "erp";
    /** The name it was paired under; null where the program is no longer known */
    readonly client: string | null;
  };
  /** What people said of its outcome, and when; missing where nobody did */
  readonly decisions?: readonly ({
    readonly outcome: 'succeeded' | 'failed';
    /** ISO 8601, UTC */
    readonly at: string;
  })[];
  /** Present where fields of `input`, `result` and `failure` that may be about a customer were left out: another program or the till made it, and this token lacks the scope for such operations (`customers` where the customer pays on a page) */
  readonly withheld?: true;
};

export type OperationResult = {
  readonly payId?: string | number | null;
  readonly merchantId?: string | number | null;
  readonly transId?: string | number | null;
  readonly xId?: string | number | null;
  readonly refNr?: string | number | null;
  readonly status?: string | number | null;
  readonly responseCode?: string | number | null;
  readonly responseDescription?: string | number | null;
  readonly metadata?: {
    readonly [name: string]: unknown;
  } | null;
  readonly order?: {
    readonly merchantReference?: string | number | null;
    readonly invoiceId?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly customerInfo?: {
    readonly gatewayCustomerId?: string | number | null;
    readonly email?: string | number | null;
    readonly [name: string]: unknown;
  } | null;
  readonly paymentMethods?: MethodResults;
  readonly [name: string]: unknown;
};

export type Order = {
  readonly merchantReference?: string;
  readonly description?: string;
  readonly creationDate?: string;
  readonly invoiceId?: string;
  readonly numberOfArticles?: number;
  readonly items?: readonly ({
    readonly id?: string;
    readonly sku?: string;
    readonly name?: string;
    readonly type?: string;
    readonly quantityUnit?: string;
    readonly quantity?: number;
    readonly taxRate?: number;
    readonly netPrice?: number;
    readonly grossPrice?: number;
    readonly discountAmount?: number;
    readonly taxAmount?: number;
    readonly lineNumber?: number;
    readonly googleProductCategoryId?: number;
    readonly merchantData?: string;
    readonly description?: string;
    readonly marketplaceSellerId?: string;
    readonly merchantProductType?: string;
    readonly googleProductCategory?: string;
    readonly groupId?: string;
    readonly taxCategory?: string;
    readonly additionalDescription?: string;
    readonly productInfo?: {
      readonly brand?: string;
      readonly categories?: readonly (string)[];
      readonly globalTradeItemNumber?: string;
      readonly manufacturerPartNumber?: string;
      readonly imageUrl?: string;
      readonly productUrl?: string;
    };
  })[];
};

export type Payment = {
  /** What the payment came to, by the bridge's reading of the gateway's record. Null: the record does not show it, or shows it in the cardholder's currency. How the record itself writes sums is the gateway's matter */
  readonly sums: {
    /** What is or was held, with what was added to it */
    readonly authorized: {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    } | null;
    /** What was taken */
    readonly captured: {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    } | null;
    /** What was given back */
    readonly refunded: {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    } | null;
  };
  /** Present where all was left out but ids, status, sums and operations: the rest may be about a customer, and this program neither made the payment nor has a scope for it */
  readonly withheld?: true;
  readonly [name: string]: unknown;
};

export type Phone = {
  readonly countryCode?: string;
  readonly number?: string;
};

export type PrintDocument = {
  readonly blocks: readonly ({
    readonly type: "text";
    readonly text: string;
    readonly align?: 'left' | 'center' | 'right';
    readonly bold?: boolean;
    readonly size?: 'normal' | 'large';
  } | {
    readonly type: "columns";
    readonly left: string;
    readonly right: string;
    readonly bold?: boolean;
  } | {
    readonly type: "rule";
  } | {
    readonly type: "qr";
    readonly data: string;
  } | {
    readonly type: "barcode";
    readonly symbology: 'ean13' | 'ean8' | 'code128';
    readonly data: string;
  } | {
    readonly type: "picture";
    readonly pbm: string;
  } | {
    readonly type: "feed";
    readonly lines: number;
  } | {
    readonly type: "cut";
  })[];
};

export type PrintJob = {
  readonly id: string;
  readonly state: 'due' | 'sending' | 'printed' | 'handed-over' | 'doubtful' | 'cancelled';
  readonly device: string;
  /** Why it is not known whether it came out; null where it is known */
  readonly doubt: string | null;
  /** While it is due: why the printer takes nothing now */
  readonly waitingFor: 'paper-out' | 'cover-open' | 'offline' | 'no-answer' | null;
  /** The word COPY stands at both ends */
  readonly copy: boolean;
  /** The job that this one prints again */
  readonly reprintOf: string | null;
  /** The job that prints this one again */
  readonly reprint: string | null;
  /** The operation whose receipt it is */
  readonly operationId: string | null;
  readonly receipt: 'customer' | 'merchant' | null;
  /** What somebody said who looked */
  readonly decided: {
    readonly cameOut: boolean;
    readonly at: string;
  } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** In the answer to the document: what is printed otherwise than written, in English, a sentence each. Missing: nothing is */
  readonly notes?: readonly (string)[];
};

export type PrintJobList = {
  readonly printJobs: readonly ({
    readonly id: string;
    readonly state: 'due' | 'sending' | 'printed' | 'handed-over' | 'doubtful' | 'cancelled';
    readonly device: string;
    /** Why it is not known whether it came out; null where it is known */
    readonly doubt: string | null;
    /** While it is due: why the printer takes nothing now */
    readonly waitingFor: 'paper-out' | 'cover-open' | 'offline' | 'no-answer' | null;
    /** The word COPY stands at both ends */
    readonly copy: boolean;
    /** The job that this one prints again */
    readonly reprintOf: string | null;
    /** The job that prints this one again */
    readonly reprint: string | null;
    /** The operation whose receipt it is */
    readonly operationId: string | null;
    readonly receipt: 'customer' | 'merchant' | null;
    /** What somebody said who looked */
    readonly decided: {
      readonly cameOut: boolean;
      readonly at: string;
    } | null;
    readonly createdAt: string;
    readonly updatedAt: string;
    /** In the answer to the document: what is printed otherwise than written, in English, a sentence each. Missing: nothing is */
    readonly notes?: readonly (string)[];
    /** Since it was made */
    readonly ageSeconds: number;
  })[];
  /** Give it as `after` for those behind these; null: there are none yet */
  readonly next: string | null;
};

export type ProblemAsSent = {
  /** urn:tillbridge:problem: and the code */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** Stable: decide by it, never by the words */
  readonly code: 'invalid-input' | 'malformed-json' | 'malformed-request' | 'request-id-missing' | 'token-missing' | 'token-unknown' | 'token-revoked' | 'confirmation-refused' | 'confirmation-missed' | 'confirmation-impossible' | 'set-by-policy' | 'signature-refused' | 'origin-refused' | 'scope-missing' | 'operation-of-other' | 'pairing-refused' | 'pairing-impossible' | 'not-found' | 'unknown-kind' | 'operation-not-found' | 'print-job-not-found' | 'device-unknown' | 'payment-not-found' | 'customer-not-found' | 'method-not-allowed' | 'request-timeout' | 'request-id-reused' | 'operation-altered' | 'request-repeated' | 'trans-id-used' | 'not-decidable' | 'not-cancellable' | 'terminal-held' | 'payment-held' | 'pairing-expired' | 'body-too-large' | 'media-type-refused' | 'expectation-refused' | 'host-refused' | 'refund-exceeds-captured' | 'refunded-elsewhere' | 'capture-exceeds-authorized' | 'capture-not-named' | 'refund-limit' | 'payment-reversed' | 'payment-refunded' | 'payment-captured' | 'reversal-differs' | 'dcc-quote-void' | 'too-late' | 'too-many-requests' | 'too-many-at-once' | 'too-many-streams' | 'headers-too-large' | 'internal-error' | 'gateway-refused' | 'gateway-unclear' | 'offline' | 'not-sent' | 'office-away' | 'queue-full' | 'paused' | 'terminal-resting' | 'sealed' | 'stopping' | 'storage-failed' | 'destination-changed' | 'credentials-refused';
  /** What, where and what to do, in words */
  readonly detail: string;
  /** Dotted field name to messages */
  readonly errors?: {
    readonly [name: string]: readonly (string)[];
  };
  /** The same by code, to be said in another language */
  readonly issues?: readonly ({
    /** Dotted name; `body` for the whole */
    readonly field: string;
    readonly code: 'required' | 'kind' | 'one-of' | 'too-small' | 'too-large' | 'too-short' | 'too-long' | 'unknown-field' | 'repeated' | 'other-spelling' | 'same-name' | 'format' | 'currency-differs' | 'not-our-terminal' | 'sensitive-authentication-data' | 'invalid' | 'rule';
    readonly params?: {
      readonly [name: string]: Json;
    };
    /** In English, to be read after the field's name */
    readonly message: string;
  })[];
  /** What the refusal rests on, as far as its code has any */
  readonly facts?: {
    /** What could still be captured or refunded, never negative */
    readonly left?: {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    };
    /** The part of it that is waiting, running or unknown */
    readonly open?: {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    };
    readonly asked?: {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    };
    /** What a person has paid out today without a supervisor */
    readonly paidOut?: {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    };
    readonly transId?: string;
    /** The refund of it, at any till of the chain, that stands in the way */
    readonly refunded?: {
      readonly till: string;
      readonly shop: string | null;
      readonly isOwn: boolean;
      readonly at: string;
      readonly state: 'held' | 'used' | 'paid';
      readonly amount: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      } | null;
    };
    /** How many may wait, or how much may be refunded in a day */
    readonly limit?: number | {
      /** Minor units: cents for EUR, yen for JPY, fils for BHD */
      readonly value: number;
      /** ISO 4217 */
      readonly currency: string;
    };
    readonly port?: number;
    /** The gateway's HTTP status */
    readonly status?: number;
  };
  /** The operation that this one collides with */
  readonly operationId?: string;
  /** When to ask again; also in the header Retry-After */
  readonly retryAfterSeconds?: number;
};

export type ShiftReport = {
  /** X while the shift runs, Z when it was closed */
  readonly type: 'X' | 'Z';
  /** From 1, without a gap */
  readonly number: number;
  /** The journal's number of its first record */
  readonly firstSeq: number;
  /** And of its last; one less than `firstSeq` while nothing was journalled */
  readonly lastSeq: number;
  /** When its first record was written, or null while there is none */
  readonly openedAt: string | null;
  /** When the report was made: for a Z, when the shift was closed */
  readonly at: string;
  /** Who closed it; null for an X */
  readonly closedBy: string | null;
  /** For a Z: its own record, which is signed; compare it with a printed one */
  readonly head: {
    /** 0 for an empty journal */
    readonly seq: number;
    /** SHA-256 in hex of the record with that number */
    readonly hash: string;
  } | null;
  readonly sections: readonly ({
    readonly mode: 'training' | 'test' | 'live';
    /** True: no money was moved, whatever the sums say */
    readonly training: boolean;
    readonly environment: string;
    /** What was taken, given back and is left, by currency. Operations without a known amount are not in it */
    readonly takings: readonly ({
      /** ISO 4217 */
      readonly currency: string;
      /** What was captured. An authorization that was not captured and a payment that was not paid do not count */
      readonly takenMinor: number;
      /** Refunded, or captured and reversed. Releasing an authorization gives nothing back */
      readonly givenBackMinor: number;
      /** `takenMinor` less `givenBackMinor` */
      readonly leftMinor: number;
      /** Of `takenMinor`: tips, chosen at the till or approved beyond the amount asked for */
      readonly tipMinor: number;
      /** `takenMinor` as money */
      readonly taken: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
      /** `givenBackMinor` as money */
      readonly givenBack: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
      /** `leftMinor` as money */
      readonly left: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
      /** `tipMinor` as money */
      readonly tip: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
    })[];
    /** The same by person */
    readonly byPerson: readonly ({
      /** The person signed in at the till; null for programs, and at a till without operators */
      readonly person: string | null;
      /** ISO 4217 */
      readonly currency: string;
      /** What was captured. An authorization that was not captured and a payment that was not paid do not count */
      readonly takenMinor: number;
      /** Refunded, or captured and reversed. Releasing an authorization gives nothing back */
      readonly givenBackMinor: number;
      /** `takenMinor` less `givenBackMinor` */
      readonly leftMinor: number;
      /** Of `takenMinor`: tips, chosen at the till or approved beyond the amount asked for */
      readonly tipMinor: number;
      /** `takenMinor` as money */
      readonly taken: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
      /** `givenBackMinor` as money */
      readonly givenBack: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
      /** `leftMinor` as money */
      readonly left: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
      /** `tipMinor` as money */
      readonly tip: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
    })[];
    /** The same by card brand */
    readonly byBrand: readonly ({
      /** In capitals, as an answer showed it; null where none did */
      readonly brand: string | null;
      /** ISO 4217 */
      readonly currency: string;
      /** What was captured. An authorization that was not captured and a payment that was not paid do not count */
      readonly takenMinor: number;
      /** Refunded, or captured and reversed. Releasing an authorization gives nothing back */
      readonly givenBackMinor: number;
      /** `takenMinor` less `givenBackMinor` */
      readonly leftMinor: number;
      /** Of `takenMinor`: tips, chosen at the till or approved beyond the amount asked for */
      readonly tipMinor: number;
      /** `takenMinor` as money */
      readonly taken: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
      /** `givenBackMinor` as money */
      readonly givenBack: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
      /** `leftMinor` as money */
      readonly left: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
      /** `tipMinor` as money */
      readonly tip: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
    })[];
    /** The same by entry */
    readonly byEntry: readonly ({
      /** Where the money was taken or given back: at a terminal; by a link, session or hosted page that a customer paid; by hand at the till without a terminal; by a program without a terminal */
      readonly entry: 'terminal' | 'link' | 'till' | 'program';
      /** ISO 4217 */
      readonly currency: string;
      /** What was captured. An authorization that was not captured and a payment that was not paid do not count */
      readonly takenMinor: number;
      /** Refunded, or captured and reversed. Releasing an authorization gives nothing back */
      readonly givenBackMinor: number;
      /** `takenMinor` less `givenBackMinor` */
      readonly leftMinor: number;
      /** Of `takenMinor`: tips, chosen at the till or approved beyond the amount asked for */
      readonly tipMinor: number;
      /** `takenMinor` as money */
      readonly taken: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
      /** `givenBackMinor` as money */
      readonly givenBack: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
      /** `leftMinor` as money */
      readonly left: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
      /** `tipMinor` as money */
      readonly tip: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
    })[];
    /** What is authorized and not captured, by currency, from this shift and earlier ones */
    readonly authorized: readonly ({
      /** ISO 4217 */
      readonly currency: string;
      readonly count: number;
      readonly openMinor: number;
      /** `openMinor` as money */
      readonly open: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
    })[];
    /** Oldest first; at most 500 of them */
    readonly authorizations: readonly ({
      readonly payId: string | null;
      readonly transId: string | null;
      /** The reference by which the shop knows the payment; null where it has none */
      readonly refNr: string | null;
      /** The card's last four digits, where an answer showed them; null again once the personal data is erased */
      readonly last4: string | null;
      /** Null for what no terminal of the shop did */
      readonly terminalId: string | null;
      readonly brand: string | null;
      /** ISO 4217 */
      readonly currency: string;
      /** Authorized, and neither captured nor released */
      readonly openMinor: number;
      /** When it was authorized */
      readonly at: string;
      /** Whole days from then to `at` of the report */
      readonly ageDays: number;
      /** It was authorized in an earlier shift */
      readonly carriedOver: boolean;
      /** `openMinor` as money */
      readonly open: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
    })[];
    /** Rests of sales that people noted as paid without the gateway, in cash for example, by currency. They are in no takings */
    readonly paidOtherwise: readonly ({
      /** ISO 4217 */
      readonly currency: string;
      readonly count: number;
      readonly amountMinor: number;
      /** `amountMinor` as money */
      readonly amount: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      };
    })[];
    readonly totals: readonly ({
      /** What an operation does for the takings. `other`: money is named, and no sort of ours fits */
      readonly sort: 'sale' | 'payment' | 'authorization' | 'capture' | 'refund' | 'manual-refund' | 'reversal' | 'other';
      readonly kind: string;
      /** ISO 4217 */
      readonly currency: string | null;
      /** Null for what no terminal of the shop did */
      readonly terminalId: string | null;
      readonly count: number;
      /** Minor units */
      readonly amountMinor: number;
      /** How many of them have no amount that the journal knows (a reversal of an older payment) */
      readonly withoutAmount: number;
      /** `amountMinor` as money; null without a currency */
      readonly amount: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      } | null;
    })[];
    readonly slots: readonly ({
      /** When the quarter begins */
      readonly from: string;
      /** What an operation does for the takings. `other`: money is named, and no sort of ours fits */
      readonly sort: 'sale' | 'payment' | 'authorization' | 'capture' | 'refund' | 'manual-refund' | 'reversal' | 'other';
      /** ISO 4217 */
      readonly currency: string | null;
      readonly count: number;
      /** Minor units */
      readonly amountMinor: number;
      /** `amountMinor` as money; null without a currency */
      readonly amount: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      } | null;
    })[];
    /** Operations that ended without effect */
    readonly notDone: {
      readonly failed: number;
      readonly cancelled: number;
      readonly expired: number;
    };
    /** Oldest first; at most 500 of them */
    readonly open: readonly ({
      readonly operationId: string;
      readonly kind: string;
      readonly sort: 'sale' | 'payment' | 'authorization' | 'capture' | 'refund' | 'manual-refund' | 'reversal' | 'other' | null;
      /** succeeded, failed, cancelled and expired are final and never change. pending, unknown and needs-person mean that the outcome is not known yet: never repeat such an operation under another request id. pending: the gateway has it and has not said how it ends; the bridge asks until it does. unknown: the answer was lost; the bridge is finding out. needs-person: it could not be found out, or less was approved than asked for. accepted and sending: under way, or waiting for the connection. */
      readonly state: 'accepted' | 'sending' | 'pending' | 'unknown' | 'needs-person' | 'succeeded' | 'failed' | 'cancelled' | 'expired';
      readonly amount: {
        /** Minor units: cents for EUR, yen for JPY, fils for BHD */
        readonly value: number;
        /** ISO 4217 */
        readonly currency: string;
      } | null;
      /** Null for what no terminal of the shop did */
      readonly terminalId: string | null;
      readonly payId: string | null;
      readonly transId: string | null;
      /** The reference by which the shop knows the payment; null where it has none */
      readonly refNr: string | null;
      /** The card's last four digits, where an answer showed them; null again once the personal data is erased */
      readonly last4: string | null;
      /** ISO 8601, UTC */
      readonly acceptedAt: string;
      readonly doubtSince: string | null;
      /** It was accepted in an earlier shift */
      readonly carriedOver: boolean;
    })[];
    readonly openCounts: {
      /** Accepted, and not sent yet */
      readonly waiting: number;
      /** Sent, and its outcome not known */
      readonly inDoubt: number;
      readonly needsPerson: number;
    };
  })[];
  /** Records that tell of an operation which no record introduced: 0 in a whole journal */
  readonly strays: number;
  /** How often a cash drawer was opened without a sale */
  readonly drawerOpenings: number;
};

export type Shipping = {
  readonly address?: {
    readonly firstName?: string;
    readonly lastName?: string;
    readonly companyName?: string;
    readonly streetName?: string;
    readonly streetNumber?: string;
    readonly addressLine2?: string;
    readonly addressLine3?: string;
    readonly city?: string;
    readonly state?: string;
    readonly country?: string;
    readonly postalCode?: string;
    readonly phone?: Phone;
  };
  readonly type?: string;
};

export type Status = {
  readonly product: "Tillbridge";
  readonly version: string;
  /** What the money is: none (embedded sandbox), a test environment, or real */
  readonly mode: 'training' | 'test' | 'live';
  /** The root address of the gateway */
  readonly gateway: string;
  readonly merchantId: string;
  /** Everything that decides where the credentials go; null for the embedded sandbox */
  readonly destination: {
    /** The root address that operations are sent to */
    readonly root: string;
    /** The root address that the API key is sent to for a token */
    readonly authRoot: string;
    readonly merchantId: string;
    readonly mode: 'training' | 'test' | 'live';
    /** oauth: the API key goes to the token address; basic: it goes along with each request */
    readonly scheme: 'oauth' | 'basic';
    /** SHA-256 of the file of certificate authorities that are trusted; null: those of the system */
    readonly caSha256: string | null;
    /** What the command line names this destination by */
    readonly fingerprint: string;
  } | null;
  /** True: the key of the data folder is not at hand, so only the status is answered */
  readonly sealed: boolean;
  /** Why nothing is sent until a person says so; null where that is not so */
  readonly paused: string | null;
  /** Whether new operations are taken: not while sealed or paused, nor where the disk takes nothing */
  readonly accepting: boolean;
  /** Null while sealed */
  readonly connection: {
    readonly state: 'unchecked' | 'online' | 'offline';
    /** ISO 8601, UTC */
    readonly since: string;
    readonly reason: string | null;
  } | null;
  /** Whether the gateway takes merchant id and API key; destination-changed: the key was given for another destination and is not used; null while sealed */
  readonly credentials: {
    readonly state: 'unchecked' | 'accepted' | 'refused' | 'destination-changed';
    readonly message: string;
  } | null;
  /** Operations that were accepted and not sent */
  readonly waiting: number;
  /** Operations whose outcome is not known yet */
  readonly inDoubt: number;
  /** Operations that a person must decide */
  readonly needsPerson: number;
  /** Operations that wait for another gateway, merchant or mode; missing while sealed */
  readonly otherEnvironments?: number;
  /** How many may wait; missing while sealed */
  readonly queueLimit?: number;
  /** How many operations are in each state */
  readonly operations: {
    readonly accepted: number;
    readonly sending: number;
    readonly pending: number;
    readonly unknown: number;
    readonly 'needs-person': number;
    readonly succeeded: number;
    readonly failed: number;
    readonly cancelled: number;
    readonly expired: number;
  };
  /** Backups of the data folder */
  readonly backup: {
    /** Where a backup is made each day; null where none is */
    readonly to: string | null;
    /** When the last backup was made and read again */
    readonly lastAt: string | null;
    /** Why the last try failed; null where it did not */
    readonly failed: string | null;
  };
  /** New versions of this program */
  readonly update: {
    /** off: no server is named; unknown: it was not heard yet; current: nothing newer; known: a newer version, not downloaded; ready: its package is here */
    readonly state: 'off' | 'unknown' | 'current' | 'known' | 'downloading' | 'ready';
    /** The newer version */
    readonly version: string | null;
    /** When the server last gave a list that could be believed */
    readonly heardAt: string | null;
    /** Why it is not to be installed now (held, failed-here, not-its-turn, state-not-known, paused, operations-under-way, printing, not-in-hours, somebody-at-the-till); null where it may be, or there is none */
    readonly waits: string | null;
    /** Only people at the till were in the way for two days: it needs ten minutes without a touch */
    readonly asks: boolean;
    /** From when on, each day, it may be installed although somebody is at the till; null: at no time */
    readonly moment: string | null;
    /** The package that is ready */
    readonly file: string | null;
    /** What was wrong at the last look, for people */
    readonly problem: string | null;
    /** How the last installation ended, and why; null where there was none */
    readonly last: {
      readonly version: string;
      readonly end: 'installed' | 'taken-back' | 'not-taken' | 'broken-off' | 'stays';
      /** ISO 8601, UTC */
      readonly at: string;
      readonly why: string | null;
    } | null;
  };
  /** The office that this till sends its journal to; null where it joined none, and while sealed */
  readonly office: {
    /** Where the office is; null where what the till keeps of it cannot be read */
    readonly url: string | null;
    /** The name of this till at the office */
    readonly name: string | null;
    /** When the office last took records; null: it took none yet */
    readonly takenAt: string | null;
    /** Records of the journal that the office does not have; null: not known yet */
    readonly waiting: number | null;
    /** Whether the office is asked before money is paid out */
    readonly claims?: boolean;
    /** What the office sets at this till */
    readonly settings?: {
      /** The newest version that the till took; 0: none */
      readonly version: number;
      /** The version that it goes by; another one holds from its next start; 0: none */
      readonly inForce: number;
      /** The version that it does not take, and why */
      readonly refused: {
        readonly version: number;
        readonly problems: readonly ({
          readonly name: string;
          readonly why: 'signature' | 'other-till' | 'older' | 'too-long' | 'not-settable' | 'value' | 'currency';
          readonly detail: string | null;
        })[];
      } | null;
    };
    /** Whom the office lets sign in at this till */
    readonly people?: {
      /** Whether this till takes people from its office (office.people) */
      readonly takes: boolean;
      /** The version of the list that it goes by; 0: none */
      readonly version: number;
      /** What it does not take, and why; with name-taken only these people are left out */
      readonly refused: {
        readonly version: number;
        readonly problems: readonly ({
          readonly name: string;
          readonly why: 'signature' | 'other-till' | 'older' | 'too-long' | 'name' | 'role' | 'pin' | 'alike' | 'manager-missing' | 'name-taken';
          readonly detail: string | null;
        })[];
      } | null;
    };
    /** Which programs the office lets in at this till */
    readonly programs?: {
      /** Whether this till takes programs from its office (office.programScopes) */
      readonly takes: boolean;
      /** The version of the list that it goes by; 0: none */
      readonly version: number;
      /** What it does not take, and why; with scope-not-allowed, currency, name-taken, token-taken, switched-off only these programs are left out */
      readonly refused: {
        readonly version: number;
        readonly problems: readonly ({
          readonly name: string;
          readonly why: 'signature' | 'other-till' | 'older' | 'too-long' | 'name' | 'scopes' | 'origin' | 'limit' | 'token' | 'alike' | 'scope-not-allowed' | 'currency' | 'name-taken' | 'token-taken' | 'switched-off';
          readonly detail: string | null;
        })[];
      } | null;
    };
    /** Why the office gets nothing; null where it does */
    readonly trouble: {
      readonly code: 'away' | 'not-the-office' | 'takes-nothing' | 'record-refused' | 'not-let-in' | 'refused' | 'signature-wrong' | 'membership-damaged';
      /** ISO 8601, UTC */
      readonly since: string;
      /** What was seen, in English; null where the code says all */
      readonly detail: string | null;
    } | null;
  } | null;
  /** The room on the disk of the data folder; null where it is not known */
  readonly disk: {
    readonly freeBytes: number;
    /** At the growth of the last week; null where there is none */
    readonly daysLeft: number | null;
  } | null;
  /** What somebody should look after; known codes are listed, more may come */
  readonly alarms: readonly ({
    /** sealed, storage-failed, paused, destination-changed, credentials-refused, offline, no-terminals, needs-person, other-environment, authorization-lapses, operation-refused, payment-differs, paid-twice, device-unusable, print-doubtful, print-waiting, database-damaged, disk-low, backup-old, archive-lost, clock-behind, rights-changed, operation-altered, office-trouble, old-runtime */
    readonly code: string;
    readonly message: string;
  })[];
};

export type StoredPaymentMethod = {
  readonly id?: string | number | null;
  readonly type?: string | number | null;
  readonly last4Digits?: string | number | null;
  readonly pseudoCardNumber?: string | number | null;
  readonly cardHolderName?: string | number | null;
  readonly brand?: string | number | null;
  readonly expiryDate?: string | number | null;
  readonly createdAt?: string | null;
  readonly updatedAt?: string | null;
  readonly lastUsedAt?: string | null;
  readonly [name: string]: unknown;
};

export type TerminalList = {
  /** The terminals that the shop named in its settings */
  readonly terminals: readonly ({
    readonly id: string;
    readonly busy: boolean;
    /** The operation that holds the terminal */
    readonly operationId: string | null;
    /** When the terminal is free again at the latest; null where it is free, or the time is not known */
    readonly busyUntil: string | null;
    /** The latest end of the hold of a command whose outcome is not known; null where there is none */
    readonly heldUntil: string | null;
  })[];
};

export type WebhookAsked = {
  readonly webhook: {
    /** Of this registration; each event names it in `Tillbridge-Webhook` */
    readonly id: string;
    readonly url: string;
    /** waiting: for a person, who allows it */
    readonly state: 'waiting' | 'allowed';
    /** The journal number behind which the next event follows */
    readonly position: number;
    /** Present while the address does not take the next event: it is sent again, at least every five minutes */
    readonly failing: {
      readonly since: string;
      readonly tries: number;
      /** In a word, for a person: `status 500`, `no answer in time`, `ECONNREFUSED`, ... */
      readonly why: string;
    } | null;
  } | null;
  /** The key of the signatures, shown this once; null where it was ended */
  readonly secret: string | null;
};

export type WebhookState = {
  /** Null where this program has none */
  readonly webhook: {
    /** Of this registration; each event names it in `Tillbridge-Webhook` */
    readonly id: string;
    readonly url: string;
    /** waiting: for a person, who allows it */
    readonly state: 'waiting' | 'allowed';
    /** The journal number behind which the next event follows */
    readonly position: number;
    /** Present while the address does not take the next event: it is sent again, at least every five minutes */
    readonly failing: {
      readonly since: string;
      readonly tries: number;
      /** In a word, for a person: `status 500`, `no answer in time`, `ECONNREFUSED`, ... */
      readonly why: string;
    } | null;
  } | null;
};
