import sql from 'sql-template-tag';
import { lookupOf, tableOfKeys } from '../../common/write/lookups';
import type { Lookup } from '../../common/write/lookups';
import { TruckingCompany } from './trucking-company.kind';

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
