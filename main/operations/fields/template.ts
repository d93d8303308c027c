// How a hosted page looks (specification, "template"): a name and fields of the merchant's own.
import { z } from 'zod';
import { texts } from './texts.ts';

const firstFive = ['customField1', 'customField2', 'customField3', 'customField4', 'customField5'] as const;
const more = ['customField6', 'customField7', 'customField8', 'customField9', 'customField10'] as const;
const last = ['customField11', 'customField12', 'customField13', 'customField14'] as const;

const nameAndFields = {
  name: z.string().optional(),
  customFields: z.strictObject(texts(...firstFive, ...more, ...last)).optional(),
};

/** The template in the session request; its further fields are not shown. */
export const templateSchema = z.object(nameAndFields).catchall(z.json());

export const cardTemplateSchema = z.strictObject({
  ...nameAndFields,
  fontSize: z.int().optional(),
  textColor: z.string().optional(),
});

export const directDebitTemplateSchema = z.strictObject({
  ...nameAndFields,
  ...texts('backgroundColor', 'backgroundImage', 'textColor', 'fontName'),
  fontSize: z.int().optional(),
  tableWidth: z.int().optional(),
  tableHeight: z.int().optional(),
});

export const easyCollectTemplateSchema = z.strictObject({
  name: z.string().optional(),
  customFields: z.strictObject(texts(...firstFive)).optional(),
});
