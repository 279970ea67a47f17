import sql, { type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import type { Query } from '../../common/database/sql/query';
import type { chargedAlready } from '../charges/cover';
import { type StatedCharge, statedCharges } from '../charges/stored-charge';
import { orderFacts, releaseOrderIds, type ReleaseOrder } from '../facts/read-orders';
import type { ReadStay } from '../facts/read-stays';
import { leaving, type StayRow, stayFacts } from '../facts/stay-facts';
import type { SubjectFacts } from '../facts/subject-facts';
import type { Released } from './release.rules';

/** The charges of stays, and of the orders for them, their bills and their bookings. */
export const chargesOfRelease = (db: Db, stay_ids: number[]): Query<StatedCharge[]> =>
  statedCharges(db, 'stay_id', stay_ids, releaseOrderIds(db.actor.organization_id, stay_ids));

/** SQL: the first day that is priced of these stays and of the orders for them, some of which are done before they come. */
export const releaseSince = (organization_id: number, stay_ids: number[]): Sql => sql`(
  SELECT least(
    (SELECT min(in_at) FROM container_stays WHERE organization_id = ${organization_id} AND ${among('id', stay_ids)}),
    (SELECT min(done_at) FROM service_orders
      WHERE organization_id = ${organization_id} AND id IN (${releaseOrderIds(organization_id, stay_ids)})))::date)`;

/** What an order says. One for the stay speaks of it; one for a bill or a booking speaks of that. */
export const factsOfOrder = (order: ReleaseOrder, stay: StayRow, facts: SubjectFacts): SubjectFacts =>
  orderFacts(order, order.stay_id === stay.id ? facts : undefined);

/** What the release of a stay looks at. */
export function releasedSubjects(
  { stay, parts }: ReadStay,
  orders: ReleaseOrder[],
  already: ReturnType<typeof chargedAlready>,
  weight_unit: string,
): Released[] {
  const at = (time: number) => stayFacts(leaving(stay, time), parts, weight_unit);
  const facts = stayFacts(stay, parts, weight_unit);
  return [
    { at, cover: already(facts).cover },
    ...orders.map((order) => {
      const own = factsOfOrder(order, stay, facts);
      return { at: () => own, cover: already(own).cover };
    }),
  ];
}
