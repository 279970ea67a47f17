import sql from 'sql-template-tag';
import { lookupOf, tableOfKeys } from '../../common/write/lookups';
import type { Lookup } from '../../common/write/lookups';
import { TruckingCompany } from './trucking-company.kind';

/**
 * A trucking company by its name, or else by its code (decision 23); of several with the name it is the oldest. A
 * file means the code first, which is unique and what an export has.
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
