// Methods whose sub-object is an account holder, a point of sale and little more (specification, "paymentMethods
// object", the table of sub-objects). Shapes, so that a hosted request can close them and a direct one open them.
import { z } from 'zod';
import { dateSchema, localDateTimeSchema } from '../dates.ts';
import { texts } from '../texts.ts';

const holder = z.strictObject(texts('accountHolderName')).optional();
const flag = z.boolean().optional();
const place = texts('sellingPoint', 'service');

export const alipay = {
  'x-alipay': flag,
  account: holder,
  hotelInfo: z
    .strictObject({
      name: z.string().optional(),
      checkInTime: z.array(localDateTimeSchema).optional(),
      checkOutTime: z.array(localDateTimeSchema).optional(),
    })
    .optional(),
  ...place,
};

export const bancontact = {
  'x-bancontactPayMethod': flag,
  ...place,
  account: holder,
  ...texts('checkoutToken'),
};

export const bizum = { ...place, account: holder };
export const boleto = { 'x-boleto': flag, ...texts('service') };

export const eps = {
  account: z.strictObject(texts('accountHolderName', 'number', 'code')).optional(),
  optionDate: dateSchema.optional(),
  ...place,
};

export const mbWay = { account: holder, ...place };

/** Spelled `accountHolder` here. */
export const multibanco = { ...place, account: z.strictObject(texts('accountHolder')).optional() };

export const myBank = { 'x-mybank': flag, ...place, account: holder };

export const przelewy24 = {
  'x-przelewy24': flag,
  ...texts('subType', 'authenticationCode'),
  termsAndConditions: flag,
  ...place,
  account: holder,
};

export const twint = { 'x-twint': flag, ...place, account: holder };
export const unionPay = { account: holder, ...place };
export const weChat = { account: holder, ...place };
