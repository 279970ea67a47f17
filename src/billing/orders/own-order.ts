import sql from 'sql-template-tag';
import { Container } from '../../cargo/containers/container.kind';
import { isOwned } from '../../cargo/interests/owned-stays';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { COMMON } from '../../common/errors/codes';
import type { PartyType } from '../../common/party-wall/party-types';
import { idLookupOf, lookupOf } from '../../common/write/lookups';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import type { CustomerKey } from '../customers/customer-key';
import { customerIds } from '../customers/customer-reference';
import { type CustomerType, customerTypeOf } from '../customers/customers';
import { ORDERING, type ServiceOrder } from './service-order.kind';

/** The types of the customers that order for themselves. */
const TYPES = ORDERING.map(customerTypeOf);

/** Whether a customer is of a kind that orders for itself. */
export async function mayOrder(db: Db, customer_id: number): Promise<boolean> {
  const [found] = await db.query<{ customer_type: CustomerType }>(sql`
    SELECT b.customer_type FROM billing_customers b
    WHERE b.organization_id = ${db.actor.organization_id} AND b.id = ${customer_id}`);
  return TYPES.includes(found!.customer_type);
}

type Orders = RowOf<ServiceOrder>[];

/**
 * A limited token orders for containers whose owner is among its parties: to a carrier the container is as unknown as one
 * that never was.
 */
export async function refuseNotOwned(rows: Orders, { db }: WriteRun): Promise<void> {
  const named = rows.filter(({ columns }) => columns.stay_id);
  if (!db.actor.limited || !named.length) return;
  const stays = named.map(({ columns }) => columns.stay_id!);
  const owned = await db.query<{ id: number }>(sql`
    SELECT s.id FROM container_stays s
    WHERE s.organization_id = ${db.actor.organization_id} AND ${among('s.id', stays)} AND ${isOwned('s.id', db.actor)}`);
  for (const row of named) {
    if (owned.some(({ id }) => id === row.columns.stay_id)) continue;
    const isById = typeof row.values.container_id === 'number';
    const field = isById ? 'container_id' : 'container';
    const lookup = isById ? idLookupOf('containers') : lookupOf(Container, 'number');
    const value = row.values[field];
    row.unknown({ field, lookup, named: value, key: lookup.keyOf(value), take: () => undefined });
  }
}

/** A limited token orders for a party of its own that may order: the one that it names, or else its only one. */
export async function requireOwnParty(rows: Orders, { db }: WriteRun): Promise<void> {
  const { limited, parties } = db.actor;
  if (!limited) return;
  const [own, ...others] = parties.filter(({ type }) => (ORDERING as readonly PartyType[]).includes(type));
  for (const row of rows) {
    const named = row.values.ordered_by as CustomerKey | null | undefined;
    if (named && !TYPES.includes(named.customer_type))
      row.invalid('ordered_by.customer_type', `must be one of ${TYPES.join(', ')}`);
    else if (named) continue;
    else if (own && !others.length) {
      const [id] = await customerIds(db, [{ type: customerTypeOf(own.type), id: own.record_id }]);
      row.columns.ordered_by_id = id;
    } else
      row.refuse('ordered_by', {
        code: COMMON.party_ambiguous,
        sentence: 'Say for which of your parties: ordered_by.',
        status: 422,
      });
  }
}
