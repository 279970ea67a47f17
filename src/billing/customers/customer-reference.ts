import { ApiProperty } from '@nestjs/swagger';
import sql, { join, raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { effect, type Query, rows } from '../../common/database/sql/query';
import { In } from '../../common/input/in';
import type { KindField } from '../../common/setup/kind';
import type { Of } from '../../common/view/view';
import type { FieldMap } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import type { WriteRow } from '../../common/write/write-row';
import { CustomerKey } from './customer-key';
import { wantCustomer } from './customer-lookup';
import { CUSTOMER_COLUMNS, CUSTOMER_TYPES, CUSTOMERS, CustomerType } from './customers';
import { jsonObject } from '../../common/view/json-sql';

/** A customer in the newer answers. */
export class CustomerShow {
  @ApiProperty({ type: 'string', enum: [...CUSTOMER_TYPES] }) customer_type: CustomerType;
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', nullable: true, example: 'Westhaven Atlantic Line' }) name: string | null;
}

/** SQL: the id of a customer in the table of its type, for a row `b` of billing_customers. */
const OWN_ID = `coalesce(${CUSTOMER_COLUMNS.map((column) => `b.${column}`).join(', ')})`;

/** SQL: the customer as text that tells it from all others, for a row `b` of billing_customers. */
export const CUSTOMER_TEXT = `b.customer_type || ':' || ${OWN_ID}`;

/** SQL: a customer as answers show it; NULL for none. */
export function customerShown(organization: string, id: string): string {
  const names = Object.values(CUSTOMERS).map(
    ({ table, column }) =>
      `(SELECT c.name FROM ${table} c WHERE c.organization_id = b.organization_id AND c.id = b.${column})`,
  );
  return `(SELECT ${jsonObject({ customer_type: 'b.customer_type', id: OWN_ID, name: `coalesce(${names.join(', ')})` })}
    FROM billing_customers b WHERE b.organization_id = ${organization} AND b.id = ${id})`;
}

/** The request field of a kind that names a customer. */
export const customerInput = (options: { required?: boolean; description?: string } = {}) =>
  In.object(() => CustomerKey, options);

/** The answer field of a kind that names a customer by the column `<field>_id`. */
export const customerOutput =
  (field: string, nullable = true): KindField['output'] =>
  (out) =>
    out.shaped(
      (of: Of) => customerShown(of('organization_id'), of(`${field}_id`)),
      () => CustomerShow,
      {
        nullable,
      },
    );

interface Named {
  type: CustomerType;
  id: number;
}

/** A field that names a customer, kept in the column `<field>_id`. */
export function customerReference(field = 'customer'): FieldMap {
  const column = `${field}_id`;
  const named = new WeakMap<WriteRow, Named>();
  return {
    columns: [column],
    kinds: Object.values(CUSTOMERS).map(({ table }) => table),
    value: () => {
      const objects = Object.entries(CUSTOMERS).map(([type, { table, column: own, key }]) => {
        const name = lookupOf(table, key)
          .name(`b.${own}`)
          .replaceAll('t.organization_id', 'b.organization_id');
        return `WHEN b.${own} IS NOT NULL THEN ${jsonObject({ customer_type: `'${type}'`, [key]: name })}`;
      });
      return `(SELECT CASE ${objects.join(' ')} END FROM billing_customers b
        WHERE b.organization_id = t.organization_id AND b.id = t.${column})`;
    },
    put: (row, value) => {
      if (value === undefined) return;
      row.set(column, null);
      if (value === null) return;
      const { customer_type: type } = value as CustomerKey;
      wantCustomer(row, field, value as CustomerKey, (id) => named.set(row, { type, id }));
    },
    complete: async (all, { db }) => {
      const rowsOf = all.filter((row) => named.has(row));
      const ids = await customerIds(
        db,
        rowsOf.map((row) => named.get(row)!),
      );
      rowsOf.forEach((row, at) => row.set(column, ids[at]));
    },
  };
}

/** The ids in billing_customers of companies, in their order; rows that are missing are made. */
export async function customerIds(db: Db, customers: Named[]): Promise<number[]> {
  if (!customers.length) return [];
  const known = await db.run(customerRows(db, customers));
  const missing = customers.filter(({ type, id }) => !known.has(`${type}:${id}`));
  if (!missing.length) return customers.map(({ type, id }) => known.get(`${type}:${id}`)!);
  const columns = Object.entries(CUSTOMERS).map(
    ([type, { column }]) => sql`CASE n.type WHEN ${type} THEN n.id END AS ${raw(column)}`,
  );
  const [, made] = await db.pipeline(
    // Another writer may make the same row at the same time: the statement waits for it.
    effect(sql`
      INSERT INTO billing_customers (organization_id, customer_type, ${raw(CUSTOMER_COLUMNS.join(', '))})
      SELECT ${db.actor.organization_id}::bigint, n.type, ${join(columns)}
      FROM json_to_recordset(${JSON.stringify(missing)}::json) AS n(type text, id bigint)
      GROUP BY n.type, n.id ORDER BY n.type, n.id
      ON CONFLICT DO NOTHING`),
    customerRows(db, customers),
  );
  return customers.map(({ type, id }) => made.get(`${type}:${id}`)!);
}

/** The rows of companies that have one: their ids by `<type>:<id of the company>`. */
function customerRows({ actor: { organization_id } }: Db, customers: Named[]): Query<Map<string, number>> {
  const each = Object.entries(CUSTOMERS).map(([type, { column }]) =>
    among(
      `b.${column}`,
      customers.filter((customer) => customer.type === type).map(({ id }) => id),
    ),
  );
  return rows<{ id: number; key: string }>(sql`
    SELECT b.id, ${raw(CUSTOMER_TEXT)} AS key FROM billing_customers b
    WHERE b.organization_id = ${organization_id} AND (${join(each, ' OR ')})`).map(
    (found) => new Map(found.map(({ id, key }) => [key, id])),
  );
}
