import { jsonObject } from '../../common/view/json-sql';

/** The codes by which others know a terminal. */
export interface Facility {
  un_location_code: string | null;
  smdg_code: string | null;
  bic_code: string | null;
}

/**
 * SQL: the codes of a terminal as a `Facility`; null for a terminal without any.
 * @param terminal SQL of the id of the terminal
 * @param organization SQL of the organization
 */
export const facilityOf = (terminal: string, organization: string): string => `(
  SELECT ${jsonObject({ un_location_code: 'h.locode', smdg_code: 'y.smdg_code', bic_code: 'y.bic_code' })}
  FROM terminals y LEFT JOIN ports h ON h.organization_id = y.organization_id AND h.id = y.port_id
  WHERE y.organization_id = ${organization} AND y.id = ${terminal}
    AND num_nonnulls(h.locode, y.smdg_code, y.bic_code) > 0)`;
