import type { Of } from '../common/view/view';

/** What a quantity is of, in a few letters. Prices by container, and those of what happens once, count what is done. */
const UNITS: Record<string, string> = {
  teu: 'TEU',
  tonne: 't',
  cubic_metre: 'm³',
  square_metre: 'm²',
  revenue_tonne: 'rev. t',
  gross_tonnage: 'GT',
  metre: 'm',
  piece: 'pcs',
};

/** What a price is by, such as `day`, and per, such as `teu`. */
interface Priced {
  billed_by: string | null;
  billed_per: string | null;
}

/** Whether days or periods are counted. */
export const isCounted = (billed_by: string | null) => billed_by === 'day' || /^\d+ h$/.test(billed_by ?? '');

/** What a price is per, where the quantity is of it; undefined where what is done is counted. */
export const perUnit = (billed_per: string | null): string | undefined => UNITS[billed_per ?? ''];

/** What a quantity is of: `TEU × day` for 2 TEU of one day, `day` for a container, `t` for a wharfage (decision 721). */
export function unitOf({ billed_by, billed_per }: Priced): string {
  const of = perUnit(billed_per);
  if (!of) return billed_by ?? '';
  return isCounted(billed_by) ? `${of} × ${billed_by}` : of;
}

const COUNTED_SQL = (of: Of) => `(${of('billed_by')} = 'day' OR ${of('billed_by')} ~ '^\\d+ h$')`;
const PER_SQL = (of: Of) =>
  `CASE ${of('billed_per')} ${Object.entries(UNITS)
    .map(([per, unit]) => `WHEN '${per}' THEN '${unit}'`)
    .join(' ')} END`;

/** SQL: what the quantity of a charge or line is of, as `unitOf` says it; null where nothing tells. */
export const unitSql = (of: Of) =>
  `CASE WHEN ${COUNTED_SQL(of)} THEN concat_ws(' × ', ${PER_SQL(of)}, ${of('billed_by')})
    ELSE coalesce(${PER_SQL(of)}, ${of('billed_by')}) END`;

/** SQL: how many days or periods are counted; null of what is not counted. */
export const unitsSql = (of: Of, units: string) => `CASE WHEN ${COUNTED_SQL(of)} THEN ${units} END`;
