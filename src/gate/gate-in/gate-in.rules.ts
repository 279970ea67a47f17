import {
  allOf,
  Invalid,
  naming,
  type NamedRecord,
  Refused,
  throwTogether,
  Unknown,
} from '../../common/errors/errors';
import type { Sentence } from '../../common/languages/sentence';
import type { Columns } from '../../common/schema/columns';
import { DRIVER_NAMES } from '../../parties/setup/driver-name';
import type { TruckDriver } from '../../parties/setup/truck-driver.kind';
import type { Truck } from '../../parties/trucks/truck.entity';
import type { Appointment } from '../announcements/appointment.kind';
import type { PreAdvice } from '../announcements/pre-advice.entity';
import { GATE } from '../gate.codes';
import { SAYS } from '../gate.sentences';
import { type LoadedHandovers, refusalsOfHandovers } from '../interchanges/handover.rules';
import { refusalOfDate } from '../interchanges/interchange.rules';
import { type MissingNomination, refusalsOfNominations } from '../nominations/missing-nominations';
import { gateReason, RefusedAtGate } from '../refusals/refused-at-gate';
import { offSlot, type SlotTiming } from '../slots/slot-admission';
import { refusalsOfArrival } from '../visitors/admission.rules';
import {
  type GateOfTerminal,
  isOtherTerminal,
  ofOutGate,
  type OfTerminal,
  type OtherTerminal,
  refusalOfTerminal,
} from '../visitors/other-terminal.rules';
import { driverField, requireDriver, requireGate } from '../visitors/visitors.service';
import type { CreateTruckVisit } from './gate-in.dto';
import type { Named } from './named';

const ADMITTED = ['id', 'active', 'allowed_until', 'trucking_company_id'] as const;
export const OF_TRUCK = [...ADMITTED, 'license_plate'] as const;
export const OF_DRIVER = [...ADMITTED, ...DRIVER_NAMES] as const;
type ArrivingTruck = Pick<Truck, (typeof OF_TRUCK)[number]>;
type ArrivingDriver = Pick<TruckDriver, (typeof OF_DRIVER)[number]>;

/** The truck and driver that an announcement or a request names. */
export interface Arrivals {
  truck: ArrivingTruck | null;
  inside: boolean;
  driver: ArrivingDriver | null;
}

/** What `admit` decides by. The announcement, and the containers and bookings of its purposes, are locked. */
export interface LoadedGateIn {
  named: Named | undefined;
  announcement: Columns<PreAdvice> | Columns<Appointment> | null;
  /** Set for an appointment with a slot. */
  timing: SlotTiming | undefined;
  announced: Arrivals | undefined;
  requested: Arrivals;
  gate: GateOfTerminal | undefined;
  out_gate: GateOfTerminal | undefined;
  /** The terminal of an appointment; undefined without one. */
  appointed: OfTerminal | undefined;
  /** The purposes of the announcement. */
  handovers: LoadedHandovers;
  /** The containers that are picked up though the haulier is not nominated for them. */
  unnominated: MissingNomination[];
  /** Whether the organization refuses trucks without an announcement. */
  appointments_required: boolean;
}

/** The columns of the visit of an admitted truck. */
export interface Admission {
  truck: ArrivingTruck;
  driver: ArrivingDriver | null;
  trucking_company_id: number | null;
  gate_id: number;
  out_gate_id: number | null;
  comment: string | null | undefined;
  off_slot: boolean;
  /** Whether the appointment or the out gate is of another terminal than the gate. */
  other_terminal: boolean;
}

/** The pre-advice or appointment, with its name and records for refusals. */
interface Announcement extends Pick<PreAdvice, 'truck_id' | 'truck_driver_id' | 'used_at'> {
  /** The sentences of its being used already, and of its being of another terminal. */
  used: Sentence;
  other?: OtherTerminal;
  records: NamedRecord[];
  field: string;
  trucking_company_id: number | null;
  comment: string | null;
  off_slot: boolean;
}

/**
 * Decides whether a truck is admitted: who may enter (decision 41), the cut-off of export containers (decision 45), and
 * the purposes of the announcement, checked again (decision 241).
 * @param today `YYYY-MM-DD` at the terminal
 * @throws Invalid; Unknown for a reference that does not exist; Refused with every reason that keeps the truck out
 */
export function admit(loaded: LoadedGateIn, input: CreateTruckVisit, today: string): Admission {
  const { named, gate, out_gate, handovers } = loaded;
  if (!named && loaded.appointments_required)
    throw new Refused({
      code: GATE.appointment_needed,
      sentence: SAYS.appointment_needed(),
      field: 'appointment_number',
    });
  let announcement: Announcement | undefined;
  const [{ truck, driver }, gateIn, gateOut] = allOf(
    () => {
      announcement = named && announcementOf(named, loaded);
      return visitor(announcement, loaded, input, today);
    },
    () => requireGate(gate, input.gate, 'gate'),
    () => (!named && input.out_gate?.trim() ? requireGate(out_gate, input.out_gate, 'out_gate') : null),
    () => {
      // Skip the purposes of a used announcement: they were checked when it was used.
      if (!announcement || announcement.used_at) return;
      const { field } = announcement;
      throwTogether([
        ...refusalsOfHandovers(handovers, field),
        ...refusalsOfNominations(loaded.unnominated, field),
      ]);
    },
    () => {
      const { interchanges_completed_at: at } = input;
      const refusal = at && refusalOfDate(at, new Date(), 'interchanges_completed_at');
      if (refusal) throw new Refused(refusal);
    },
    () => refuseTerminals(loaded, announcement),
  );
  return {
    truck,
    driver,
    trucking_company_id: haulierOf(announcement, truck, driver),
    gate_id: gateIn.id,
    out_gate_id: gateOut?.id ?? null,
    comment: announcement ? announcement.comment : input.comment,
    off_slot: announcement?.off_slot ?? false,
    other_terminal: loaded.handovers.other_terminal === 'mark' && othersOf(loaded, announcement).length > 0,
  };
}

/** @throws Unknown; Refused when the truck is too early or too late for its slot, or the appointment was cancelled */
function announcementOf({ type, value, field }: Named, { announcement, timing }: LoadedGateIn): Announcement {
  if (announcement && 'advice_number' in announcement) {
    const { advice_number, comments } = announcement;
    return {
      ...announcement,
      used: SAYS['announcement_used.pre_advice']({ pre_advice: advice_number }),
      records: naming('pre_advice', advice_number),
      field,
      comment: comments,
      off_slot: false,
    };
  }
  if (!announcement) throw new Unknown(type === 'pre_advice' ? 'Pre-advice' : 'Appointment', value, field);
  return {
    ...announcement,
    used: SAYS['announcement_used.appointment']({ appointment: value }),
    other: (of) => SAYS['other_terminal.appointment']({ ...of, appointment: value }),
    records: naming('appointment', announcement.number),
    field,
    comment: null,
    off_slot: offSlot(announcement, timing, field),
  };
}

/**
 * The truck and driver that arrive. An announcement that names a truck or a driver decides the driver alone; otherwise
 * the request does.
 */
export function arriving(announced: Arrivals | undefined, requested: Arrivals): Arrivals {
  const { truck, inside } = announced?.truck ? announced : requested;
  return { truck, inside, driver: namesVisitor(announced) ? announced.driver : requested.driver };
}

const namesVisitor = (announced: Arrivals | undefined): announced is Arrivals =>
  Boolean(announced?.truck ?? announced?.driver);

/** The trucking company of a visit: that of the announcement, or else of the truck, or else of the driver. */
export function haulierOf(
  ...named: ({ trucking_company_id: number | null } | null | undefined)[]
): number | null {
  return named.find((each) => each?.trucking_company_id)?.trucking_company_id ?? null;
}

/** @throws Invalid; Unknown; Refused when the truck or the driver may not enter */
function visitor(
  announcement: Announcement | undefined,
  { announced, requested }: LoadedGateIn,
  input: CreateTruckVisit,
  today: string,
): Pick<Admission, 'truck' | 'driver'> {
  const arrivals = arriving(announced, requested);
  const [truck, truck_driver] = allOf(
    () => truckOutside(announcement, arrivals, input.truck),
    () => (namesVisitor(announced) ? arrivals.driver : requireDriver(input, arrivals.driver)),
  );
  const fields = {
    truck: announcement?.truck_id ? announcement.field : 'truck',
    truck_driver: announcement?.truck_driver_id ? announcement.field : driverField(input),
  };
  const trucking_company_id = announcement?.trucking_company_id ?? null;
  const refusals = refusalsOfArrival({ truck, truck_driver, trucking_company_id, today, fields });
  throwTogether(
    refusals.map((each) => new RefusedAtGate([gateReason(each.code, each.kept, each.records)], each)),
  );
  return { truck, driver: truck_driver };
}

/**
 * The truck that arrives.
 * @param plate the plate that the request names
 * @throws Invalid; Unknown; Refused for a truck that is inside, and for an announcement that was used
 */
function truckOutside(
  announcement: Announcement | undefined,
  { truck, inside }: Arrivals,
  plate: string | null | undefined,
): ArrivingTruck {
  if (!truck) {
    if (plate?.trim()) throw new Unknown('Truck', plate, 'truck');
    throw new Invalid({ truck: ['is required'] });
  }
  // Two concurrent gate-ins of one truck both pass this check; a partial unique index then refuses one of them.
  if (inside)
    throw new Refused({
      code: GATE.truck_already_inside,
      sentence: SAYS.truck_already_inside({ truck: truck.license_plate }),
      records: naming('truck', truck.license_plate),
    });
  if (announcement?.used_at)
    throw new Refused({
      code: GATE.announcement_used,
      sentence: announcement.used,
      field: announcement.field,
      records: announcement.records,
    });
  return truck;
}

/** The appointment and the out gate, as far as they are of another terminal than the gate (decision 365). */
function othersOf({ gate, out_gate, appointed }: LoadedGateIn, announcement: Announcement | undefined) {
  if (!gate) return [];
  const named = [
    appointed && announcement?.other && { ...announcement, other: announcement.other, of: appointed },
    out_gate && {
      other: ofOutGate(out_gate),
      of: out_gate,
      field: 'out_gate',
      records: naming('gate', out_gate.name),
    },
  ];
  return named.flatMap((each) => (each && isOtherTerminal(gate, each.of) ? each : []));
}

/** @throws Refused for what is of another terminal, where the organization refuses that */
function refuseTerminals(loaded: LoadedGateIn, announcement: Announcement | undefined): void {
  if (loaded.handovers.other_terminal !== 'refuse') return;
  throwTogether(
    othersOf(loaded, announcement).map(
      ({ other, of, ...named }) => new Refused(refusalOfTerminal(other, loaded.gate!, of, named)),
    ),
  );
}
