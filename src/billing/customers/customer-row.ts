import { Sql, raw } from 'sql-template-tag';
import { CUSTOMERS } from './customers';

/**
 * SQL: the id in billing_customers of the company that a record refers to by one of the columns of customers; NULL while
 * billing has not named it.
 * @param of the alias of the record
 */
export const customerRowOf = (of: string): Sql =>
  raw(
    `coalesce(${Object.values(CUSTOMERS)
      .map(
        ({ column }) => `(SELECT b.id FROM billing_customers b
        WHERE b.organization_id = ${of}.organization_id AND b.${column} = ${of}.${column})`,
      )
      .join(', ')})`,
  );
