import type { FreeTime } from '../pricing/free-time';
import type { Problem } from '../pricing/item';
import type { PriceList } from '../pricing/price-list';
import type { PreviewProblem } from './preview.rules';
import type { ChargePreview } from './preview.view';

/** What was not known when something was reckoned, as previews show it. */
export const problemsShown = (problems: readonly Problem[], list: PriceList): PreviewProblem[] =>
  problems.map(({ charge_code_id, code, sentence }) => ({
    charge_code: list.codes.find(({ id }) => id === charge_code_id)?.code ?? null,
    code,
    sentence,
  }));

/** Free time as previews show it. */
export const freeTimeShown = (
  free: FreeTime | null | undefined,
): Pick<ChargePreview, 'last_free_day' | 'free_until' | 'free_units'> => ({
  last_free_day: free?.last_free_day ?? null,
  free_until: free?.free_until == null ? null : new Date(free.free_until).toISOString(),
  free_units: free?.free_units ?? null,
});
