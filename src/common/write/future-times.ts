import { COMMON } from '../errors/codes';
import { isToCome } from '../input/times';
import type { Check } from './write-model';
import type { WriteRow } from './write-row';

/** A check for daily work: refuses times in the future, because these fields record what has happened. */
export function refuseFutureTimes(
  fields: string[],
  sentence: string,
): Check<Pick<WriteRow, 'columns' | 'refuse'>> {
  return (rows) => {
    for (const row of rows)
      for (const field of fields) {
        const time = row.columns[field] as string | Date | null | undefined;
        if (time && isToCome(time)) row.refuse(field, { code: COMMON.time_to_come, sentence });
      }
  };
}
