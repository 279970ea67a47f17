import sql from 'sql-template-tag';
import { kindEvent, updating } from '../../common/recording/record';
import { kindModel } from '../../common/setup/kind-model';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { bookingLines, numberLines, refuseOtherSums } from '../booking-lines/booking-line.write';
import { ContainerShow } from '../containers/container.view';
import { Booking } from '../setup/booking.kind';
import { lockChosen } from '../stays/stay-queries';

export const bookingModel = kindModel(Booking, {
  compares: true,
  maps: { lines: bookingLines },
  checks: [numberLines],
  afterwards: [refuseOtherSums, daily(followVoyage)],
});

/** Containers that are announced for a booking leave with its voyage: with another one when that changes. */
async function followVoyage(rows: RowOf<Booking>[], { db }: WriteRun): Promise<void> {
  const { organization_id } = db.actor;
  for (const { id, before, columns } of rows) {
    if (!before || columns.voyage_id === undefined || columns.voyage_id === before.voyage_id) continue;
    const ids = await db.run(
      lockChosen(
        organization_id,
        sql`
          SELECT b.container_id FROM booking_containers b
          JOIN container_stays s ON s.organization_id = b.organization_id AND s.id = b.stay_id AND s.status = 'announced'
          WHERE b.organization_id = ${organization_id} AND b.booking_id = ${id}`,
      ),
    );
    if (!ids.length) continue;
    await db.run(updating(db, kindEvent('container', 'updated'), ContainerShow, ids));
    await db.query(sql`
      UPDATE containers c SET departure_voyage_id = ${columns.voyage_id}, updated_at = now()
      FROM container_stays s
      WHERE c.organization_id = ${organization_id} AND c.id = ANY(${ids}::bigint[])
        AND s.organization_id = c.organization_id AND s.id = c.stay_id AND s.status = 'announced'
        AND c.booking_id = ${id} AND c.departure_voyage_id IS NOT DISTINCT FROM ${before.voyage_id}::bigint`);
  }
}
