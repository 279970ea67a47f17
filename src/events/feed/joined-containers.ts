import sql, { raw } from 'sql-template-tag';
import { all, effect, type Query } from '../../common/database/sql/query';

/** What concerned a container that became part of another concerns that one, too, so that `about` finds it. */
export function concernJoined(organization_id: number, gone: number, kept: number): Query<unknown> {
  const [before, now] = [`container:${gone}`, `container:${kept}`];
  return all(
    ...['events_written', 'events'].map((table) =>
      effect(sql`
        UPDATE ${raw(table)} SET concerns = array_append(concerns, ${now})
        WHERE organization_id = ${organization_id} AND concerns && ${[before]}::text[]
          AND NOT concerns && ${[now]}::text[]`),
    ),
  );
}
