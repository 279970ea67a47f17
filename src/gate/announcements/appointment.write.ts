import { kindModel } from '../../common/setup/kind-model';
import { reference, since } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { Truck } from '../../parties/trucks/truck.entity';
import { UsedState } from './announcement';
import { Appointment } from './appointment.kind';
import { purposes } from './purpose.write';

/** An appointment; the truck is named by its plate however it is typed, and purposes are those of a pre-advice. */
export const appointmentModel = kindModel(Appointment, {
  input: [UsedState],
  compares: true,
  maps: {
    truck: reference('truck', lookupOf(Truck, 'license_plate'), { byId: 'checked', blank: true }),
    purposes: purposes('appointment_id'),
    used: since('used_at'),
  },
  checks: [daily(refuseUsed)],
});

/** A used appointment does not change (decision 80). A gate-in locks it too, so that it is either used or changed first. */
function refuseUsed(rows: RowOf<Appointment>[]): void {
  for (const row of rows)
    if (row.before?.used_at)
      row.refuseAll(`Appointment '${row.before.number}' has been used and cannot be changed.`);
}
