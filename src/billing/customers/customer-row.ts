import sql, { join, raw, Sql } from 'sql-template-tag';
import { CUSTOMER_COLUMNS, CUSTOMERS } from './customers';

/**
 * SQL: the id in billing_customers of the company that a record refers to by one of the columns of customers; NULL while
 * billing has not named it.
 * @param of the alias of the record
 */
export const customerRowOf = (of: string): Sql =>
  raw(
    `coalesce(${CUSTOMER_COLUMNS.map(
      (column) => `(SELECT b.id FROM billing_customers b
        WHERE b.organization_id = ${of}.organization_id AND b.${column} = ${of}.${column})`,
    ).join(', ')})`,
  );

/** SQL: the name of the company with this id in billing_customers; NULL for none. */
export const nameOfCustomer = (id: Sql, organization_id: number): Sql => sql`(
  SELECT coalesce(${join(
    Object.values(CUSTOMERS).map(
      ({ table, column }) => sql`(SELECT n.name FROM ${raw(table)} n
        WHERE n.organization_id = b.organization_id AND n.id = b.${raw(column)})`,
    ),
  )}) FROM billing_customers b WHERE b.organization_id = ${organization_id} AND b.id = ${id})`;

/**
 * SQL: whether a record is of a company. Each column of customers is compared by its own index.
 * @param of the alias of the record
 * @param id the id of the company in billing_customers
 */
export function isOfCustomer(of: string, organization_id: number, id: number): Sql {
  const each = CUSTOMER_COLUMNS.map(
    (column) => sql`${raw(`${of}.${column}`)} = (SELECT ${raw(`b.${column}`)} FROM billing_customers b
      WHERE b.organization_id = ${organization_id} AND b.id = ${id})`,
  );
  return sql`(${join(each, ' OR ')})`;
}
