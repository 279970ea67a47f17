import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { rows } from '../../common/database/sql/query';
import { naming } from '../../common/errors/errors';
import type { CompletionRule } from '../../gate/interchanges/completion-rules';
import { gateReason } from '../../gate/refusals/refused-at-gate';
import { CONDITION } from '../condition.codes';
import { CONDITION_SAYS } from '../condition.sentences';
import { needsInspection } from './inspection.rules';

/** Where the organization says so, a handover of a container is not completed without an inspection (decision 916). */
export const inspectionRequired = (db: Db): CompletionRule => ({
  isApplied: ({ inspection_required }) => inspection_required !== 'never',
  against: (interchanges) => {
    const { organization_id, inspection_required } = db.actor;
    const needing = interchanges.filter(
      ({ type, container_id }) => container_id && needsInspection(inspection_required, type),
    );
    const ids = needing.map(({ id }) => id);
    return rows<{ interchange_id: number; container_id: number }>(sql`
      SELECT n.interchange_id, n.container_id FROM inspections n
      WHERE n.organization_id = ${organization_id} AND ${among('n.interchange_id', ids)}`).map((found) => {
      const inspected = new Map(
        found.map(({ interchange_id, container_id }) => [interchange_id, container_id]),
      );
      return needing
        .filter(({ id, container_id }) => inspected.get(id) !== container_id)
        .map((interchange) => {
          const container = interchange.container_number!;
          const records = naming('container', container);
          const sentence = CONDITION_SAYS.inspection_missing({ container });
          return {
            interchange,
            records,
            reason: gateReason(CONDITION.inspection_missing, sentence, records),
          };
        });
    });
  },
});
