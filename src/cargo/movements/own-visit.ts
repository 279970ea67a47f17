import { PARTIES } from '../../common/view/compiler';
import { jsonObject } from '../../common/view/json-sql';
import type { Of } from '../../common/view/view';

/** SQL: the truck visit of a movement as an object, where it is of a company among the actor's parties; else NULL. */
export const ownVisit = (of: Of) => `(SELECT ${jsonObject({ id: 'v.id' })} FROM truck_visits v
  JOIN parties p ON p.organization_id = v.organization_id AND p.trucking_company_id = v.trucking_company_id
    AND p.id = ANY(${PARTIES})
  WHERE v.organization_id = ${of('organization_id')} AND v.id = ${of('truck_visit_id')})`;
