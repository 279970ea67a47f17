import { raw } from 'sql-template-tag';
import { CUSTOMERS } from '../customers/customers';

/** SQL: the customer of the row `g` as JSON. */
export const CUSTOMER = raw(
  `coalesce(${Object.entries(CUSTOMERS)
    .map(
      ([type, { table, column }]) => `(
        SELECT json_build_object('customer_type', '${type}', 'id', c.id, 'name', c.name) FROM ${table} c
        WHERE c.organization_id = g.organization_id AND c.id = g.${column})`,
    )
    .join(', ')})`,
);
