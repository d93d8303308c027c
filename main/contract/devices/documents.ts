// What a printer prints: typed blocks, never bytes. Programs send it as JSON, the till composes receipts of it.
import { z } from 'zod';

const text = z.string().max(2_000);
const align = z.enum(['left', 'center', 'right']).optional();

export const printBlock = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text,
    align,
    bold: z.boolean().optional(),
    size: z.enum(['normal', 'large']).optional(),
  }),
  z.strictObject({ type: z.literal('columns'), left: text, right: text, bold: z.boolean().optional() }),
  z.strictObject({ type: z.literal('rule') }),
  z.strictObject({ type: z.literal('qr'), data: z.string().min(1).max(1_000) }),
  z.strictObject({
    type: z.literal('barcode'),
    symbology: z.enum(['ean13', 'ean8', 'code128']),
    data: z.string().min(1).max(80),
  }),
  /** A picture in one bit a dot: PBM (P4) in base64, at most 576 dots wide. */
  z.strictObject({ type: z.literal('picture'), pbm: z.string().min(1).max(200_000) }),
  z.strictObject({ type: z.literal('feed'), lines: z.int().min(1).max(20) }),
  z.strictObject({ type: z.literal('cut') }),
]);

/**
 * Of all blocks but pictures together: about three metres of paper. The whole text is laid out and searched for card
 * numbers on the thread that sales need.
 */
const mostPrintedText = 32_768;

export const printDocument = z
  .strictObject({ blocks: z.array(printBlock).min(1).max(500) })
  .refine(({ blocks }) => blocks.reduce((sum, block) => sum + textLength(block), 0) <= mostPrintedText, {
    path: ['blocks'],
    error: `must have at most ${mostPrintedText} characters of text in all`,
  })
  .describe(`At most ${mostPrintedText} characters of text in all its blocks`);

function textLength(block: z.infer<typeof printBlock>): number {
  switch (block.type) {
    case 'text':
      return block.text.length;
    case 'columns':
      return block.left.length + block.right.length;
    case 'qr':
    case 'barcode':
      return block.data.length;
    case 'rule':
    case 'picture':
    case 'feed':
    case 'cut':
      return 0;
  }
}

export type PrintBlock = z.infer<typeof printBlock>;
export type PrintDocument = z.infer<typeof printDocument>;
