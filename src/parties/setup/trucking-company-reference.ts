import sql from 'sql-template-tag';
import { lookupOf, tableOfKeys } from '../../common/write/lookups';
import type { Lookup } from '../../common/write/lookups';
import { idOrAmong } from '../../common/database/sql/references';
import type { Of } from '../../common/view/view';
import { jsonObject } from '../../common/view/json-sql';
import { TruckingCompany } from './trucking-company.kind';

/** How answers show the company of a record: with its name beside its code. */
export const WITH_NAME = { more: { name: (of: Of) => of('name') } };

/** What a filter may name a trucking company by. */
export const COMPANY_KEY = idOrAmong('code', 'name');

/**
 * The company of an announcement: its own, else that of its truck, else that of its driver (decision 388). The database keeps it,
 * as it was when the announcement was over (decision 783).
 */
export const COMPANY_OF_ANNOUNCEMENT = 'company';

/** The company of a truck: its own, else that of its usual driver (decision 388). */
export const COMPANY_OF_TRUCK = ['trucking_company', 'truck_driver.trucking_company'];

/** SQL: the company that a record has by one of these paths, as a JSON object of its fields; null for none. */
export const companyBy = (paths: string | string[], fields: string[]) => (of: Of) => `(
  SELECT ${jsonObject(Object.fromEntries(fields.map((field) => [field, `c.${field}`])))} FROM trucking_companies c
  WHERE c.organization_id = ${of('organization_id')} AND c.id = coalesce(${[paths]
    .flat()
    .map((path) => of(`${path}_id`))
    .join(', ')}))`;

/**
 * A reference to a trucking company by name, or else by code (decision 23). The oldest of several with the same name is
 * meant. In a file the code goes first, because codes are unique and an export writes them.
 */
export const COMPANY: Lookup = {
  ...lookupOf(TruckingCompany, 'code'),
  find: (organization_id, keys) => sql`
    SELECT DISTINCT ON (k.key) k.key, f.id FROM ${tableOfKeys(keys)}
    JOIN trucking_companies f ON f.organization_id = ${organization_id} AND (f.name = k.key OR f.code = k.key)
    ORDER BY k.key, f.name = k.key DESC NULLS LAST, f.id`,
  ofFile: (organization_id, keys) => sql`
    SELECT DISTINCT ON (k.key) k.key, f.id FROM ${tableOfKeys(keys)}
    JOIN trucking_companies f ON f.organization_id = ${organization_id} AND (f.name = k.key OR f.code = k.key)
    ORDER BY k.key, f.code = k.key DESC, f.id`,
};
