// Wallets and pay-later methods (specification, "paymentMethods object", the table of sub-objects).
import { z } from 'zod';
import { dateSchema, localMinuteSchema } from '../dates.ts';
import { texts } from '../texts.ts';

const flag = z.boolean().optional();

export const floapay = {
  'x-floapay': flag,
  ...texts('merchantShopUrl'),
  travelDetails: z
    .strictObject({
      ...texts('travelType'),
      departureDate: localMinuteSchema.optional(),
      returnDate: localMinuteSchema.optional(),
    })
    .optional(),
};

export const instanea = { 'x-instanea': flag, ...texts('subType'), returnRefundAccount: flag };

export const klarna = {
  layout: z.strictObject(texts('showSubTotalDetail', 'logoUrl', 'pageTitle')).optional(),
  ...texts('accountId'),
  enhancedData: z.array(z.strictObject(texts('productCategory', 'productName'))).optional(),
};

/** The account id looks like an e-mail address. */
export const payPal = { ...texts('accountId'), hideAddress: flag };

export const trustly = { 'x-trustly': flag, ...texts('templateUrl') };

export const vippsMobilePay = {
  'x-vippsmobilepay': flag,
  minAge: z.int().optional(),
  ...texts('termUrl', 'billingAgreementId', 'eventToken'),
  campaign: z
    .strictObject({
      ...texts('type'),
      price: z.int().optional(),
      end: dateSchema.optional(),
      period: z.strictObject({ ...texts('unit'), count: z.int().optional() }).optional(),
      eventDate: dateSchema.optional(),
      ...texts('eventText'),
    })
    .optional(),
};
