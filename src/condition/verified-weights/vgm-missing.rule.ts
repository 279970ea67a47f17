import sql, { raw } from 'sql-template-tag';
import { lacksVgm } from '../../cargo/verified-weights/lacks-vgm';
import type { LoadingRule } from '../../quay/moves/loading-rules';
import { CONDITION } from '../condition.codes';
import { CONDITION_SAYS } from '../condition.sentences';

/** A full container is loaded with a verified gross mass only (SOLAS VI/2), where the organization says so (decision 944). */
export const vgmMissing: LoadingRule = {
  applies: ({ vgm_required }) =>
    vgm_required === 'never' ? null : vgm_required === 'warn' ? 'warn' : 'refuse',
  code: CONDITION.vgm_missing,
  says: CONDITION_SAYS.vgm_missing,
  query: (containers) => sql`
    SELECT c.id FROM ${containers}
    LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
    WHERE ${raw(lacksVgm((column) => (column === 'container_status' ? 'c.container_status' : `s.${column}`)))}`,
};
