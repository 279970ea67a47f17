import sql, { join, raw, Sql } from 'sql-template-tag';
import type { Db } from '../../common/database/db';
import { effect, type Query } from '../../common/database/sql/query';
import { Container } from '../containers/container.kind';
import { IS_OPEN } from '../stays/stay-words';
import type { JoinedContainers } from './joined-containers';
import { movingReferences } from './references-to-containers';

/** More stays than any container has: it keeps the numbers of two records apart until they are counted anew. */
const APART = 1_000_000;

/** The columns that are of a record itself, and not of the container that it describes. */
const OF_RECORD = [
  'organization_id',
  'id',
  'number',
  'meets_iso_standards',
  'stay_id',
  'open_damages',
  'created_at',
  'updated_at',
];

/** What waits for a stay while none is open. */
const WAITING = ['container_holds', 'packing_list_items', 'reefer_plug_movements'];

export interface Joining {
  kept: number;
  gone: number;
  /** The one whose facts the container has then. */
  like: number;
  /** The stay that it shows then. */
  stay_id: number | null;
}

/**
 * The statements that make one record of two, in their order. Their number does not depend on the history. The caller has
 * locked both.
 */
export function joinRecords(
  db: Db,
  { kept, gone, like, stay_id }: Joining,
  joined: JoinedContainers,
): Query<unknown>[] {
  const { organization_id } = db.actor;
  const ofBoth = sql`organization_id = ${organization_id} AND container_id IN (${kept}, ${gone})`;
  const statements: Sql[] = [
    // Neither shows a stay meanwhile, so that rows without a stay get none by changing their container.
    sql`UPDATE containers SET stay_id = NULL WHERE organization_id = ${organization_id} AND id IN (${kept}, ${gone})`,
    sql`
      UPDATE container_stays SET container_id = ${kept}, updated_at = now(),
        number = number + CASE container_id WHEN ${kept} THEN ${raw(String(APART))} ELSE ${raw(String(2 * APART))} END
      WHERE ${ofBoth}`,
    sql`
      UPDATE container_stays s SET number = counted.number
      FROM (
        SELECT id, row_number() OVER (
          ORDER BY status ${raw(IS_OPEN)}, coalesce(in_at, out_at, created_at), id) AS number
        FROM container_stays WHERE organization_id = ${organization_id} AND container_id = ${kept}
      ) counted
      WHERE s.organization_id = ${organization_id} AND s.id = counted.id`,
    ...movingReferences(db.dataSource, organization_id, gone, kept),
    replacing(db, { kept, gone, like, stay_id }),
    // One that was discharged under the wrong number is now discharged on the lists that have the right one.
    sql`
      UPDATE discharge_list_items i SET discharged_at = s.in_at, stay_id = s.id, updated_at = now()
      FROM discharge_lists l, container_stays s
      WHERE i.organization_id = ${organization_id} AND i.container_id = ${kept} AND i.discharged_at IS NULL
        AND l.organization_id = i.organization_id AND l.id = i.discharge_list_id
        AND s.organization_id = i.organization_id AND s.container_id = i.container_id
        AND s.arrived_by_voyage_id = l.voyage_id AND s.status IN ('here', 'departed')`,
    ...WAITING.map(
      (table) => sql`
        UPDATE ${raw(table)} w SET stay_id = s.id, updated_at = now() FROM container_stays s
        WHERE w.organization_id = ${organization_id} AND w.container_id = ${kept} AND w.stay_id IS NULL
          AND s.organization_id = w.organization_id AND s.id = ${stay_id}::bigint AND s.status ${raw(IS_OPEN)}`,
    ),
  ];
  return [
    ...joined.before(organization_id, gone, kept),
    ...statements.map(effect),
    ...joined.following(organization_id, gone, kept),
  ];
}

/** SQL: deletes the record that goes; the other one shows its stay, and has the facts of the one that it is like. */
function replacing(db: Db, { kept, gone, like, stay_id }: Joining): Sql {
  const { organization_id } = db.actor;
  const facts = db.dataSource
    .getMetadata(Container)
    .columns.map(({ databaseName }) => databaseName)
    .filter((name) => !OF_RECORD.includes(name));
  const taken = like === gone ? facts.map((name) => sql`${raw(name)} = gone.${raw(name)}`) : [];
  return sql`
    WITH gone AS (
      DELETE FROM containers WHERE organization_id = ${organization_id} AND id = ${gone} RETURNING *
    )
    UPDATE containers c SET ${join([sql`stay_id = ${stay_id}::bigint, updated_at = now()`, ...taken])}
    FROM gone WHERE c.organization_id = ${organization_id} AND c.id = ${kept}`;
}
