import sql, { raw, type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { all, known, type Query } from '../../common/database/sql/query';
import type { SubjectType } from '../tariffs/measures';
import { readBreakbulks, readVehicles } from './read-cargo';
import { readItems } from './read-items';
import { orderFacts, ordersWithIds } from './read-orders';
import type { ReadSubject } from './read-subject';
import { type ReadStay, readStaysThat } from './read-stays';
import { readAppointments, readVisits } from './read-visits';
import { readVoyages } from './read-voyages';
import { leaving, stayFacts } from './stay-facts';
import type { SubjectKey } from './subject-facts';

export type { ReadSubject };

/** Reads the subjects of a type with these ids by one statement, in order of id. */
type Reading = (db: Db, ids: number[]) => Query<ReadSubject[]>;

const READINGS: Partial<Record<SubjectType, Reading>> = {
  voyage: readVoyages,
  truck_visit: readVisits,
  appointment: readAppointments,
  packing_list_item: readItems,
  vehicle: readVehicles,
  breakbulk: readBreakbulks,
};

/**
 * Reads what subjects say: eleven statements at most, whatever their number, and none for types that are not requested.
 * Those of which nothing is charged, such as cancelled stays, are left out.
 */
export function readFacts(db: Db, keys: readonly SubjectKey[]): Promise<ReadSubject[]> {
  const of = (type: SubjectType) => keys.filter((key) => key.type === type).map(({ id }) => id);
  const [stays, orders] = [of('container_stay'), of('service_order')];
  const others = Object.entries(READINGS).map(([type, read]) => {
    const ids = of(type as SubjectType);
    return ids.length ? read(db, ids) : known<ReadSubject[]>([]);
  });
  return db.run(
    all(
      stays.length || orders.length ? readStaysThat(db, staysOf(db, stays, orders)) : known<ReadStay[]>([]),
      orders.length ? ordersWithIds(db, orders) : known([]),
      all(...others),
    ).map(([read, ordered, rest]) => {
      const ofStays = new Map(read.map((each) => [each.stay.id, staySubject(each, db.actor.weight_unit)]));
      const ofOrders = ordered.map((order) => {
        const stay = order.stay_id === null ? undefined : ofStays.get(order.stay_id);
        return {
          facts: orderFacts(order, stay?.facts),
          container_id: order.container_id,
          stay_id: order.stay_id,
          bill_of_lading_id: order.bill_of_lading_id ?? stay?.bill_of_lading_id ?? null,
        };
      });
      return [...stays.flatMap((id) => ofStays.get(id) ?? []), ...rest.flat(), ...ofOrders];
    }),
  );
}

/** SQL: the condition on a column with the id of a stay: one of these stays, or those that the orders are for. */
function staysOf({ actor }: Db, stays: number[], orders: number[]): (column: string) => Sql {
  if (!orders.length) return (column) => among(column, stays);
  const ofOrders = sql`ARRAY(SELECT o.stay_id FROM service_orders o
    WHERE o.organization_id = ${actor.organization_id} AND ${among('o.id', orders)} AND o.stay_id IS NOT NULL)`;
  return (column) => sql`${raw(column)} = ANY(${stays}::bigint[] || ${ofOrders})`;
}

function staySubject({ stay, parts }: ReadStay, weight_unit: string): ReadSubject {
  return {
    facts: stayFacts(stay, parts, weight_unit),
    container_id: stay.container_id,
    stay_id: stay.id,
    bill_of_lading_id: stay.bill_of_lading_id,
    leaving: (at) => stayFacts(leaving(stay, at), parts, weight_unit),
  };
}
