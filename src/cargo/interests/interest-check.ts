import sql, { raw, type Sql } from 'sql-template-tag';
import { partiesById } from '../../common/party-wall/party-reference';
import type { PartyShow } from '../../common/party-wall/party-reference';
import type { Db } from '../../common/database/db';
import type { Actor } from '../../common/tenancy/actor';
import { BILL_WAYS, STAY_WAYS } from './ways';

/** How many stays or bills are compared at once, and how many are repaired in one transaction, which locks them. */
const COMPARED = 1000;
const REPAIRED = 50;

/** How many differences are named. */
const NAMED = 20;

/** What has interests: how it is compared, repaired and named. */
interface Subject {
  table: string;
  column: string;
  ways: Record<string, number>;
  differing: (organization_id: number, ids: number[]) => Sql;
  repair: (organization_id: number, ids: number[]) => Sql;
  named: (organization_id: number, id: number) => Sql;
}

const SUBJECTS: Subject[] = [
  {
    table: 'container_stays',
    column: 'stay_id',
    ways: STAY_WAYS,
    differing: (organization_id, ids) => sql`differing_stay_parties(${organization_id}, ${ids}::bigint[])`,
    repair: (organization_id, ids) => sql`repair_stay_parties(${organization_id}, ${ids}::bigint[])`,
    named: (organization_id, id) => sql`
      SELECT 'stay ' || s.number || ' of container ' || c.number AS name FROM container_stays s
      JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id
      WHERE s.organization_id = ${organization_id} AND s.id = ${id}`,
  },
  {
    table: 'bill_of_ladings',
    column: 'bill_of_lading_id',
    ways: BILL_WAYS,
    differing: (organization_id, ids) => sql`differing_bill_parties(${organization_id}, ${ids}::bigint[])`,
    repair: (organization_id, ids) => sql`keep_bill_parties(${organization_id}, ${ids}::bigint[])`,
    named: (organization_id, id) => sql`
      SELECT 'bill ' || b.number || ' of manifest ' || m.client_identifier AS name FROM bill_of_ladings b
      JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
      WHERE b.organization_id = ${organization_id} AND b.id = ${id}`,
  },
];

/** A party whose row for a stay or bill differs from the records that it follows from. */
interface Difference {
  party_id: number;
  id: number;
  /** The ways that are kept, and those that hold. Where they are equal, it is of another container, or not shown rightly. */
  kept: number;
  holds: number;
}

export interface Checked {
  differences: number;
  /** Sentences on the first of them. */
  named: string[];
}

/**
 * Compares who has an interest in the stays and bills of an organization with a calculation from nothing, in batches.
 * @param repair whether to mend what differs
 */
export async function checkInterests(db: Db, actor: Actor, repair: boolean): Promise<Checked> {
  const checked: Checked = { differences: 0, named: [] };
  for (const subject of SUBJECTS)
    for await (const differences of differing(db, actor, subject)) {
      checked.differences += differences.length;
      for (const difference of differences.slice(0, NAMED - checked.named.length))
        checked.named.push(await db.reading(actor, '', () => nameOf(db, subject, difference)));
      if (repair) await mend(db, actor, subject, [...new Set(differences.map(({ id }) => id))]);
    }
  return checked;
}

/** The differences of each batch that has some. */
async function* differing(db: Db, actor: Actor, { table, column, differing }: Subject) {
  const { organization_id } = actor;
  for (let after = 0; ;) {
    const read = <T extends object>(statement: Sql) => db.reading(actor, '', () => db.query<T>(statement));
    const batch = await read<{ id: number }>(sql`
      SELECT t.id FROM ${raw(table)} t WHERE t.organization_id = ${organization_id} AND t.id > ${after}
      ORDER BY t.id LIMIT ${COMPARED}`);
    if (!batch.length) return;
    const ids = batch.map(({ id }) => id);
    after = ids.at(-1)!;
    const found = await read<Difference>(sql`
      SELECT d.party_id, d.${raw(column)} AS id, d.kept, d.holds FROM ${differing(organization_id, ids)} d
      ORDER BY 2, 1`);
    if (found.length) yield found;
  }
}

async function mend(db: Db, actor: Actor, { repair }: Subject, ids: number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += REPAIRED) {
    const some = ids.slice(from, from + REPAIRED);
    await db.transaction(actor, '', () => db.query(sql`SELECT ${repair(actor.organization_id, some)}`));
  }
}

async function nameOf(db: Db, { ways, named }: Subject, difference: Difference): Promise<string> {
  const { organization_id } = db.actor;
  const [subject] = await db.query<{ name: string }>(named(organization_id, difference.id));
  const [party] = await db.query<PartyShow>(partiesById(organization_id, [difference.party_id]));
  const words = (bits: number) =>
    Object.entries(ways)
      .flatMap(([way, bit]) => (bits & bit ? way : []))
      .join(', ') || 'nothing';
  const { kept, holds } = difference;
  const what =
    kept === holds
      ? 'is kept for the wrong container, or is not shown rightly'
      : `is kept by ${words(kept)}, and holds by ${words(holds)}`;
  return `${subject?.name}: ${party?.type}:${party?.key} ${what}`;
}
