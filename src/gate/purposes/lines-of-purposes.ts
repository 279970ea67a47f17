import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { rows as rowsOf } from '../../common/database/sql/query';
import type { WriteRun } from '../../common/write/write-run';
import { BookingRules } from '../bookings/booking-rules.service';
import { nothingTaken, placeIn } from '../bookings/place.rules';
import { isContainerDropOff } from './purpose.rules';
import { plain, type PurposeRow } from './purpose-row';

/**
 * Chooses the lines of the bookings that purposes name: that with room for the type of the container. Where none has, it is chosen
 * when the truck comes, which is refused then (decision 812).
 */
export async function chooseLines(purposes: PurposeRow[], { db }: WriteRun): Promise<void> {
  const named = purposes.filter(
    ({ columns }) => columns.booking_id && !columns.booking_line_id && columns.cargo_type === 'container',
  );
  if (!named.length) return;
  const types = await db.run(typesOf(named, db));
  const ids = [...new Set([...types.values()])];
  const bookings = await db.run(
    new BookingRules(db).now(
      among(
        'b.id',
        named.map(({ columns }) => columns.booking_id!),
      ),
      sql`SELECT unnest(${ids}::bigint[])`,
    ),
  );
  const taken = { received: nothingTaken(), released: nothingTaken() };
  for (const row of named) {
    const purpose = plain(row);
    const direction = purpose.purpose_type === 'drop off' ? 'received' : 'released';
    const counts = purpose.container_status === (isContainerDropOff(purpose) ? 'full' : 'empty');
    const container_type_id = types.get(row) ?? null;
    // an empty that is not chosen yet counts for a line once it is
    if (container_type_id === null && direction === 'released') continue;
    const { line } = placeIn(
      bookings.get(row.columns.booking_id!)!,
      { container_type_id, container_type: null, direction, counts },
      taken[direction],
    );
    row.set('booking_line_id', line?.id ?? null);
  }
}

/** The container types of purposes: as they say it, else those of their containers. */
function typesOf(purposes: PurposeRow[], db: WriteRun['db']) {
  const ids = purposes.flatMap(({ columns }) => columns.container_id ?? []);
  return rowsOf<{ id: number; container_type_id: number | null }>(sql`
    SELECT c.id, c.container_type_id FROM containers c
    WHERE c.organization_id = ${db.actor.organization_id} AND ${among('c.id', ids)}`).map((found) => {
    const own = new Map(found.map(({ id, container_type_id }) => [id, container_type_id]));
    return new Map(
      purposes.flatMap((row): [PurposeRow, number][] => {
        const { container_id, container_type_id } = row.columns;
        const type = container_type_id ?? own.get(container_id!) ?? null;
        return type ? [[row, type]] : [];
      }),
    );
  });
}
