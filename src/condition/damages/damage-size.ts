import { numberIn } from '../../common/documents/written';
import type { InvoiceLanguage } from '../../common/languages/invoice-languages';

/** How large a damage is, as papers say it on one line: `30 × 12,5 cm`; empty where nobody measured it. */
export function damageSize(
  { length_cm, width_cm, depth_cm }: Record<'length_cm' | 'width_cm' | 'depth_cm', number | null>,
  language: InvoiceLanguage,
): string {
  const sides = [length_cm, width_cm, depth_cm].flatMap((side) =>
    side === null ? [] : numberIn(language, String(side)),
  );
  return sides.length ? `${sides.join(`${NO_BREAK}×${NO_BREAK}`)}${NO_BREAK}cm` : '';
}
const NO_BREAK = '\u00a0';
