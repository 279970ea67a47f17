import { ApiProperty } from '@nestjs/swagger';
import { jsonObject } from '../../common/view/json-sql';
import { isOwnCompany } from '../../common/party-wall/own-company';
import { SUBJECT_TYPES } from '../tariffs/measures';
import { RECORD_ID, SUBJECT_TYPE } from './subjects';

/** What charges are for, as answers show it. */
export class SubjectShow {
  @ApiProperty({ type: 'string', enum: [...SUBJECT_TYPES] }) type: string;
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({
    type: 'string',
    description: 'What it is known by: of a stay the number of its container',
    example: 'WHAU4142033',
  })
  key: string;
}

/** SQL: what a row `s` of charge_subjects is known by. */
const KEY = `coalesce(
  (SELECT c.number FROM container_stays r
    JOIN containers c ON c.organization_id = r.organization_id AND c.id = r.container_id
    WHERE r.organization_id = s.organization_id AND r.id = s.stay_id),
  (SELECT r.number FROM voyages r WHERE r.organization_id = s.organization_id AND r.id = s.voyage_id),
  s.truck_visit_id::text,
  (SELECT r.number FROM appointments r WHERE r.organization_id = s.organization_id AND r.id = s.appointment_id),
  (SELECT r.reference_number FROM packing_list_items r
    WHERE r.organization_id = s.organization_id AND r.id = s.packing_list_item_id),
  (SELECT r.number FROM service_orders r WHERE r.organization_id = s.organization_id AND r.id = s.service_order_id),
  (SELECT r.vin_number FROM vehicles r WHERE r.organization_id = s.organization_id AND r.id = s.vehicle_id),
  (SELECT r.reference_number FROM breakbulks r
    WHERE r.organization_id = s.organization_id AND r.id = s.breakbulk_id))`;

/** SQL: a subject as answers show it; NULL for none. */
export const subjectShown = (organization: string, id: string): string =>
  `(SELECT ${jsonObject({ type: SUBJECT_TYPE, id: RECORD_ID, key: KEY })}
    FROM charge_subjects s WHERE s.organization_id = ${organization} AND s.id = ${id})`;

/** SQL: the company that came, or was to come, for a row `s` of charge_subjects. */
const COMPANY = `coalesce(
  (SELECT v.trucking_company_id FROM truck_visits v
    WHERE v.organization_id = s.organization_id AND v.id = s.truck_visit_id),
  (SELECT a.company_id FROM appointments a
    WHERE a.organization_id = s.organization_id AND a.id = s.appointment_id))`;

/** SQL: whether a subject is shown to parties: a visit or an appointment is to its own company alone. */
export const isSubjectTold = (organization: string, id: string): string =>
  `EXISTS (SELECT FROM charge_subjects s WHERE s.organization_id = ${organization} AND s.id = ${id}
    AND (num_nonnulls(s.truck_visit_id, s.appointment_id) = 0 OR ${isOwnCompany('s.organization_id', COMPANY)}))`;
