import { NumberSeries } from '../../common/numbering/number-series.kind';
import {
  DEFAULT_SERIES,
  NUMBERED_TYPES,
  type NumberedType,
} from '../../common/numbering/number-series.rules';
import { kindModel } from '../../common/setup/kind-model';
import { COMMON } from '../../common/errors/codes';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { plainColumns } from '../money-fields';

export const numberSeriesModel = kindModel(NumberSeries, {
  compares: true,
  maps: plainColumns('document_type', 'prefix', 'digits'),
  checks: [completeByType, refuseShared],
});

/** A prefix that is left out is that of the type of document. */
function completeByType(rows: RowOf<NumberSeries>[]): void {
  for (const row of rows) {
    const type = row.after('document_type');
    if (type && !row.after('prefix')) row.columns.prefix = DEFAULT_SERIES[type].prefix;
  }
}

/** No two types of document share a prefix, because their numbers would collide. */
async function refuseShared(rows: RowOf<NumberSeries>[], { db }: WriteRun): Promise<void> {
  const stored = await db.findAll(NumberSeries, {});
  const prefixes = new Map<NumberedType, string>(
    NUMBERED_TYPES.map((type) => [type, DEFAULT_SERIES[type].prefix]),
  );
  for (const { id, document_type, prefix } of stored)
    if (!rows.some((row) => row.before?.id === id)) prefixes.set(document_type, prefix);
  for (const row of rows) prefixes.set(row.after('document_type')!, row.after('prefix')!);
  for (const row of rows) {
    const [type, prefix] = [row.after('document_type')!, row.after('prefix')!];
    const other = NUMBERED_TYPES.find((each) => each !== type && prefixes.get(each) === prefix);
    if (other)
      row.refuse('prefix', {
        code: COMMON.taken,
        sentence: `Numbers of the type ${other} begin with ${prefix} already.`,
      });
  }
}
