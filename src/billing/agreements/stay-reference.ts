import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { type FieldMap, reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { Container } from '../../cargo/containers/container.kind';
import { stayOfContainer as stay } from '../../cargo/stays/container-stay.write';

export { StayLine } from '../../cargo/stays/container-stay.write';

const CONTAINER = lookupOf(Container, 'number');

/**
 * The maps of a record that is about the stay of a container: the open one, or else the last, when the container is
 * named. A file names the stay by its number.
 */
export const stayOfContainer: { container: FieldMap; stay: FieldMap } = {
  container: {
    ...reference('container', CONTAINER, { byId: 'checked' }),
    complete: async (all, { db }) => {
      const unset = all.filter(
        ({ columns }) => columns.container_id !== undefined && columns.stay_id === undefined,
      );
      const ids = unset.flatMap(({ columns }) => (columns.container_id as number | null) ?? []);
      if (!unset.length) return;
      const found = ids.length
        ? await db.query<{ id: number; stay_id: number | null }>(sql`
            SELECT id, stay_id FROM containers
            WHERE organization_id = ${db.actor.organization_id} AND ${among('id', ids)}`)
        : [];
      for (const row of unset) {
        const stay = found.find(({ id }) => id === row.columns.container_id)?.stay_id ?? null;
        row.set('stay_id', stay);
        if (row.columns.container_id && !stay) row.invalid('container', 'has no stay');
      }
    },
  },
  stay,
};
