// The order object with its lines (specification, "order object"): every field is optional, the objects are closed.
import { z } from 'zod';
import { texts } from './texts.ts';
import { webAddressSchema } from './urls.ts';

const numbers = <const Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.number().optional()])) as {
    readonly [N in Name]: z.ZodOptional<z.ZodNumber>;
  };

/** EAN-8, ISBN-10, UPC-A, EAN-13 (ISBN-13 too) and EAN-14, without hyphens. */
const tradeItem = /^(\d{8}|\d{9}[\dX]|\d{12,14})$/;

const productInfoSchema = z.strictObject({
  brand: z.string().optional(),
  /** The category's path in the shop. */
  categories: z.array(z.string()).optional(),
  globalTradeItemNumber: z
    .string()
    .refine((text) => tradeItem.test(text.replaceAll('-', '')), { error: 'must be an EAN, ISBN or UPC' })
    .optional(),
  ...texts('manufacturerPartNumber'),
  imageUrl: webAddressSchema.optional(),
  productUrl: webAddressSchema.optional(),
});

const itemSchema = z.strictObject({
  ...texts('id', 'sku', 'name', 'type', 'quantityUnit'),
  ...numbers('quantity'),
  /** Percent with two zeros for the sign: 25 percent is 2500. */
  ...numbers('taxRate'),
  /** Per unit; net without tax and discounts, gross with tax and without discounts. */
  ...numbers('netPrice', 'grossPrice', 'discountAmount', 'taxAmount'),
  ...numbers('lineNumber', 'googleProductCategoryId'),
  ...texts('merchantData', 'description', 'marketplaceSellerId', 'merchantProductType', 'googleProductCategory'),
  ...texts('groupId', 'taxCategory', 'additionalDescription'),
  productInfo: productInfoSchema.optional(),
});

export const orderSchema = z.strictObject({
  ...texts('merchantReference', 'description', 'creationDate', 'invoiceId'),
  ...numbers('numberOfArticles'),
  items: z.array(itemSchema).optional(),
});
