// Values that a component gives its style sheet.
import 'react';

declare module 'react' {
  interface CSSProperties {
    /** How many letters a slip's widest line has (ui/money/receipt.module.css). */
    '--columns'?: number;
  }
}
