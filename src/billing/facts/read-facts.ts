import type { Db } from '../../common/database/db';
import type { SubjectType } from '../tariffs/measures';
import { orderFacts, ordersWithIds } from './read-orders';
import { readStays } from './read-stays';
import { leaving, stayFacts } from './stay-facts';
import type { SubjectFacts, SubjectKey } from './subject-facts';

/** A subject as it is charged: its facts, and the records that its charges name. */
export interface ReadSubject {
  facts: SubjectFacts;
  container_id: number | null;
  stay_id: number | null;
  bill_of_lading_id: number | null;
  /** The facts as if it ended at a time; only stays are left. */
  leaving?: (at: number) => SubjectFacts;
}

/** Reads the subjects of a type with these ids, by as many statements as for one. */
type Reading = (db: Db, ids: number[]) => Promise<ReadSubject[]>;

const READINGS: Partial<Record<SubjectType, Reading>> = {
  container_stay: readStaySubjects,
  service_order: readOrderSubjects,
};

/** Reads what subjects say. Those of which nothing is charged, such as cancelled ones, are left out. */
export async function readFacts(db: Db, keys: readonly SubjectKey[]): Promise<ReadSubject[]> {
  const found: ReadSubject[] = [];
  for (const [type, read] of Object.entries(READINGS)) {
    const ids = keys.filter((key) => key.type === type).map(({ id }) => id);
    if (ids.length) found.push(...(await read(db, ids)));
  }
  return found;
}

async function readStaySubjects(db: Db, ids: number[]): Promise<ReadSubject[]> {
  const { weight_unit } = db.actor;
  const read = await db.run(readStays(db, ids));
  return read.map(({ stay, parts }) => ({
    facts: stayFacts(stay, parts, weight_unit),
    container_id: stay.container_id,
    stay_id: stay.id,
    bill_of_lading_id: stay.bill_of_lading_id,
    leaving: (at) => stayFacts(leaving(stay, at), parts, weight_unit),
  }));
}

/** Orders for a container speak of the stay that it was in. */
async function readOrderSubjects(db: Db, ids: number[]): Promise<ReadSubject[]> {
  const orders = await db.run(ordersWithIds(db, ids));
  const stay_ids = [...new Set(orders.flatMap(({ stay_id }) => stay_id ?? []))];
  const stays = stay_ids.length ? await readStaySubjects(db, stay_ids) : [];
  const ofStays = new Map(stays.map((stay) => [stay.stay_id, stay]));
  return orders.map((order) => {
    const stay = order.stay_id === null ? undefined : ofStays.get(order.stay_id);
    return {
      facts: orderFacts(order, stay?.facts),
      container_id: order.container_id,
      stay_id: order.stay_id,
      bill_of_lading_id: order.bill_of_lading_id ?? stay?.bill_of_lading_id ?? null,
    };
  });
}
