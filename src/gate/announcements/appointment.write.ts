import { randomInt } from 'node:crypto';
import { User } from '../../common/auth/user.kind';
import { In } from '../../common/input/in';
import { kindModel } from '../../common/setup/kind-model';
import { reference, since } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { generatedKey } from '../../common/write/generated-key';
import { daily } from '../../common/write/write-model';
import type { RowOf } from '../../common/write/write-row';
import { ownCompany } from '../../parties/setup/own-company';
import { COMPANY } from '../../parties/setup/trucking-company-reference';
import { Truck } from '../../parties/trucks/truck.entity';
import { SLOT_PURPOSES } from './slot-purpose';
import { UsedState } from './announcement';
import { Appointment } from './appointment.kind';
import { refuseOtherHaulier } from '../purposes/other-haulier';
import { purposes } from '../purposes/purpose.write';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { naming } from '../../common/errors/errors';

/** Fields that only files set: the history of an appointment and its former slot. */
class AppointmentHistory extends UsedState {
  @In.time() ends_at?: string | null;
  @In.oneOf(SLOT_PURPOSES) slot_purpose?: string | null;
  @In.note() cancel_reason?: string | null;
  @In.time() cancelled_at?: string | null;
  @In.text() cancelled_by?: string | null;
  @In.time() missed_at?: string | null;
  @In.time() left_without_at?: string | null;
}

const NUMBERS = 10_000_000_000;
const appointmentNumber = (number: number) => `AP${String(number).padStart(10, '0')}`;

/**
 * The write model of appointments. The truck is named by its plate in any spelling; purposes are those of a pre-advice.
 */
export const appointmentModel = kindModel(Appointment, {
  input: [AppointmentHistory],
  compares: true,
  maps: {
    number: generatedKey('number', {
      random: () => appointmentNumber(randomInt(NUMBERS)),
      ofDigest: (digest) => appointmentNumber(digest.readUIntBE(0, 6) % NUMBERS),
    }),
    truck: reference('truck', lookupOf(Truck, 'license_plate'), { byId: 'checked', blank: true }),
    trucking_company: ownCompany(reference('trucking_company', COMPANY, { byId: 'checked', blank: true })),
    purposes: purposes('appointment_id'),
    used: since('used_at'),
    company: reference('company', COMPANY),
    cancelled_by: reference('cancelled_by', lookupOf(User, 'email')),
  },
  checks: [daily(refuseOver), refuseOtherHaulier('appointment_id')],
});

/**
 * Refuses changes of a used appointment (decision 80) or a cancelled one. Gate-in takes the same row lock, so use and
 * change cannot overlap.
 */
function refuseOver(rows: RowOf<Appointment>[]): void {
  for (const row of rows) {
    const was = row.before?.used_at
      ? SAYS['announcement_used.appointment_changed']
      : row.before?.cancelled_at
        ? SAYS['appointment_cancelled.changed']
        : undefined;
    if (was)
      row.refuseAll({
        code: row.before!.used_at ? GATE.announcement_used : GATE.appointment_cancelled,
        sentence: was({ appointment: row.before!.number }),
        records: naming('appointment', row.before!.number),
      });
  }
}
