import sql, { raw } from 'sql-template-tag';
import { asTerminal } from '../../common/database/sql/as-terminal';
import type { Row } from '../../common/schema/columns';
import type { Check } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { NAMED, notToBeNamed } from './right-to-name';

interface Announcement extends Row {
  trucking_company_id: number | null;
}

/**
 * Refuses a token that is limited to parties to give an announcement to another of its hauliers, which is not nominated
 * for what the announcement picks up by a nomination. Purposes that are sent are looked at anyway.
 */
export function refuseOtherHaulier(owner: 'pre_advice_id' | 'appointment_id'): Check<RowOf<Announcement>> {
  return async (rows, { db }) => {
    const { limited, organization_id } = db.actor;
    if (!limited) return;
    for (const row of rows) {
      const company = row.after('trucking_company_id');
      if (!row.before || row.parts.purposes || company === row.before.trucking_company_id) continue;
      const [missing] = await db.query<{ number: string }>(
        asTerminal(
          NAMED,
          sql`
          SELECT c.number FROM purposes u
          JOIN containers c ON c.organization_id = u.organization_id AND c.id = u.container_id
          WHERE u.organization_id = ${organization_id} AND u.${raw(owner)} = ${row.before.id} AND u.rests_on_nomination
            AND NOT EXISTS (
              SELECT FROM nominations_of_stays(${organization_id}, ARRAY[c.stay_id]) n
              JOIN parties p ON p.organization_id = ${organization_id} AND p.id = n.to_party_id
              WHERE p.trucking_company_id = ${company})
          ORDER BY u.position LIMIT 1`,
        ),
      );
      if (missing)
        row.refuse('trucking_company', notToBeNamed({ purpose_type: 'pick up' }, missing.number, db.actor));
    }
  };
}
