import { COMMON } from '../../common/errors/codes';
import type { FieldMap } from '../../common/write/field-map';

/**
 * The trucking company of what a limited token writes: it is one of its own, and its only one unless the request names it.
 * The lookup of `map` finds no other.
 */
export const ownCompany = (map: FieldMap): FieldMap => ({
  ...map,
  complete: async (rows, run) => {
    await map.complete?.(rows, run);
    const { limited, parties } = run.db.actor;
    if (!limited) return;
    const [company, ...others] = parties.filter(({ type }) => type === 'trucking_company');
    for (const row of rows)
      if (row.after('trucking_company_id')) continue;
      else if (company && !others.length) row.set('trucking_company_id', company.record_id);
      else
        row.refuse('trucking_company', {
          code: COMMON.party_ambiguous,
          sentence: 'Say for which of your parties: trucking_company.',
          status: 422,
        });
  },
});
