// The order object with its lines (specification, "order object"): every field is optional, the objects are closed.
import { z } from 'zod';

const productInfoSchema = z.strictObject({
  brand: z.string().optional(),
  categories: z.array(z.string()).optional(),
  globalTradeItemNumber: z.string().optional(),
  manufacturerPartNumber: z.string().optional(),
  imageUrl: z.url().optional(),
  productUrl: z.url().optional(),
});

const itemSchema = z.strictObject({
  id: z.string().optional(),
  sku: z.string().optional(),
  name: z.string().optional(),
  type: z.string().optional(),
  quantity: z.number().optional(),
  quantityUnit: z.string().optional(),
  /** Percent with two zeros for the sign: 25 percent is 2500. */
  taxRate: z.number().optional(),
  netPrice: z.number().optional(),
  grossPrice: z.number().optional(),
  discountAmount: z.number().optional(),
  taxAmount: z.number().optional(),
  merchantData: z.string().optional(),
  description: z.string().optional(),
  marketplaceSellerId: z.string().optional(),
  lineNumber: z.number().optional(),
  merchantProductType: z.string().optional(),
  googleProductCategory: z.string().optional(),
  googleProductCategoryId: z.number().optional(),
  groupId: z.string().optional(),
  taxCategory: z.string().optional(),
  additionalDescription: z.string().optional(),
  productInfo: productInfoSchema.optional(),
});

export const orderSchema = z.strictObject({
  merchantReference: z.string().optional(),
  numberOfArticles: z.number().optional(),
  description: z.string().optional(),
  creationDate: z.string().optional(),
  invoiceId: z.string().optional(),
  items: z.array(itemSchema).optional(),
});
