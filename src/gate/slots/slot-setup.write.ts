import { randomUUID } from 'node:crypto';
import { kindModel } from '../../common/setup/kind-model';
import { column } from '../../common/write/field-map';
import { madeKey } from '../../common/write/made-key';
import { AppointmentClosure } from './appointment-closure.kind';
import { AppointmentPlan } from './appointment-plan.kind';

/** The key of a record that a client gave none, which begins with these letters. */
const named = (letters: string) =>
  madeKey('name', {
    random: () => `${letters}-${randomUUID()}`,
    ofDigest: (digest) => `${letters}-${digest.toString('hex').slice(0, 20)}`,
  });

export const appointmentPlanModel = kindModel(AppointmentPlan, {
  maps: { name: named('PLAN'), purpose: column('purpose') },
});

export const appointmentClosureModel = kindModel(AppointmentClosure, {
  maps: { name: named('CLOSED'), from: column('from'), until: column('until') },
});
