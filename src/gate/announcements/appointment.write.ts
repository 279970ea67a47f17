import { randomInt } from 'node:crypto';
import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { reference, since } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { generatedKey } from '../../common/write/generated-key';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { COMPANY } from '../../parties/setup/trucking-company-reference';
import { Truck } from '../../parties/trucks/truck.entity';
import { SLOT_PURPOSES } from './slot-purpose';
import { UsedState } from './announcement';
import { Appointment } from './appointment.kind';
import { purposes } from '../purposes/purpose.write';
import { GATE } from '../gate.codes';
import { naming } from '../../common/errors/errors';

/** What only a file says of an appointment: how it went, and the slot that it had. */
class AppointmentHistory extends UsedState {
  @In.time() ends_at?: string | null;
  @In.oneOf(SLOT_PURPOSES) slot_purpose?: string | null;
  @In.note() cancel_reason?: string | null;
  @In.time() cancelled_at?: string | null;
  @In.time() missed_at?: string | null;
}

const NUMBERS = 10_000_000_000;
const appointmentNumber = (number: number) => `AP${String(number).padStart(10, '0')}`;

/** An appointment; the truck is named by its plate however it is typed, and purposes are those of a pre-advice. */
export const appointmentModel = kindModel(Appointment, {
  input: [AppointmentHistory],
  compares: true,
  maps: {
    number: generatedKey('number', {
      random: () => appointmentNumber(randomInt(NUMBERS)),
      ofDigest: (digest) => appointmentNumber(digest.readUIntBE(0, 6) % NUMBERS),
    }),
    truck: reference('truck', lookupOf(Truck, 'license_plate'), { byId: 'checked', blank: true }),
    trucking_company: reference('trucking_company', COMPANY, { byId: 'checked', blank: true }),
    purposes: purposes('appointment_id'),
    used: since('used_at'),
  },
  checks: [daily(refuseOver)],
});

/**
 * A used appointment does not change (decision 80), nor a cancelled one. A gate-in locks it too, so that it is either
 * used or changed first.
 */
function refuseOver(rows: RowOf<Appointment>[]): void {
  for (const row of rows) {
    const was = row.before?.used_at ? 'used' : row.before?.cancelled_at ? 'cancelled' : undefined;
    if (was)
      row.refuseAll({
        code: row.before!.used_at ? GATE.announcement_used : GATE.appointment_cancelled,
        sentence: `Appointment '${row.before!.number}' has been ${was} and cannot be changed.`,
        records: naming('appointment', row.before!.number),
      });
  }
}
