import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/reader';
import { Refused, naming } from '../../common/errors/errors';
import { Json } from '../../common/json';
import { kindEvent, record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { StaysService } from '../../cargo/stays/stays.service';
import { AvailabilityService } from '../availability/availability.service';
import { AppointmentStatus, isBooked, OF_STATUS } from '../announcements/appointment-status';
import { SlotPlacesService } from '../slots/slot-places.service';
import { containersOf, letGoOfVisits } from '../announcements/announcement';
import { filterAnnouncements } from '../announcements/announcement-filters';
import { Appointment } from '../announcements/appointment.kind';
import { appointmentModel } from '../announcements/appointment.write';
import { GATE } from '../gate.codes';

/**
 * SQL: the time at which the truck is expected: the start of its slot, if it has one. An index has the same expression.
 */
const EXPECTED = 'COALESCE(t.starts_at, t.expected_at)';

/** Appointments: a set-up kind with places in slots (decisions 229 to 233). */
@Injectable()
export class AppointmentsService extends SetupService<Appointment> {
  constructor(
    db: Db,
    private readonly places: SlotPlacesService,
    private readonly availability: AvailabilityService,
    private readonly stays: StaysService,
  ) {
    super(db, kindOf(Appointment), appointmentModel);
  }

  /**
   * Creates an appointment, books the slot that it names, and says whether its containers are available.
   * @throws Invalid; Refused when the slot is not free, or another open appointment names one of its containers
   */
  override async create(input: KindInput): Promise<Json> {
    const starts_at = input.starts_at as string | null | undefined;
    if (starts_at) await this.places.lock(starts_at);
    const id = await this.model.create(this.db, input);
    if (starts_at) await this.places.take(id);
    await this.places.refuseTwice(id, true);
    await record(this.db, kindEvent(this.kind.singular, 'created'), this.view, id);
    const pickUps = await this.containers(id, 'pick up');
    return Json.object({
      appointment: await this.read(id),
      availability: await this.availability.of(pickUps),
    });
  }

  /**
   * Changes an appointment. A move to another slot frees the old one in the same transaction.
   * @throws NotFound; Refused as by `create`, and when it moves to another slot without a reason
   */
  override async update(idOrKey: string, input: KindInput): Promise<Json> {
    const before = await this.find(idOrKey, { lock: true });
    const { id } = before;
    const earlier = before.starts_at?.toISOString() ?? null;
    const { starts_at = earlier } = input as { starts_at?: string | null };
    const another = starts_at !== earlier;
    if (another && earlier && !isText(input.reschedule_reason))
      throw new Refused({
        code: GATE.reschedule_reason_needed,
        sentence: 'An appointment gets another slot with a reschedule_reason only.',
        field: 'reschedule_reason',
      });
    const says = (fields: string[]) => fields.some((field) => input[field] !== undefined);
    const placed = another || says(DECIDE_SLOT);
    const mayBeGiven = says(DECIDE_COMPANY);
    if (starts_at && (placed || mayBeGiven)) await this.places.lock(starts_at);
    const company = mayBeGiven ? await this.places.companyOf(id) : null;
    await recordUpdate(this.db, kindEvent(this.kind.singular, 'updated'), this.view, id, async () => {
      // The slot decided the place, so another slot or place chooses it anew.
      const isPlaceless = before.slot_purpose && (another || says(PLACE));
      const place = isPlaceless ? { terminal_id: null, gate_id: null } : {};
      const slot = another ? { ends_at: null, slot_purpose: null, missed_at: null } : {};
      if (isOpen(before) && (another || isPlaceless))
        await this.db.update(Appointment, id, { ...slot, ...place });
      await this.model.update(this.db, { ...before, ...place }, input);
      const isGiven = mayBeGiven && (await this.places.companyOf(id)) !== company;
      if (starts_at && placed) await this.places.take(id, before, isGiven);
      else if (starts_at && isGiven) await this.places.give(id, before);
      await this.places.refuseTwice(id, says(['purposes']));
    });
    return this.read(id);
  }

  /**
   * Cancels an appointment and frees its slot.
   * @throws NotFound; Refused when it is used or cancelled
   */
  async cancel(number: string, reason: string): Promise<Json> {
    const appointment = await this.find(number, { lock: true });
    const { id } = appointment;
    if (!isOpen(appointment))
      throw new Refused({
        code: appointment.cancelled_at ? GATE.appointment_cancelled : GATE.announcement_used,
        sentence: `Appointment '${appointment.number}' has been ${appointment.cancelled_at ? 'cancelled' : 'used'} already.`,
        records: naming('appointment', appointment.number),
      });
    const cancelled_at = await this.db.now();
    await recordUpdate(this.db, kindEvent(this.kind.singular, 'updated'), this.view, id, () =>
      this.db.update(Appointment, id, { cancelled_at, cancel_reason: reason }),
    );
    await this.stays.release(await this.containers(id, 'drop off'));
    return this.read(id);
  }

  /** @throws NotFound; Conflict when it is used */
  override async remove(idOrKey: string): Promise<string> {
    const { id, used_at } = await this.find(idOrKey, { lock: true });
    const brought = await this.containers(id, 'drop off');
    if (!used_at) await letGoOfVisits(this.db, 'appointment_id', id);
    const removed = await super.remove(idOrKey);
    await this.stays.release(brought);
    return removed;
  }

  protected override filter(reader: Reader, query: KindInput): Reader {
    const inClosure = sql`${raw(isBooked('t'))} AND t.starts_at IS NOT NULL AND EXISTS (
      SELECT FROM appointment_closures c
      WHERE c.organization_id = t.organization_id AND c."from" < t.ends_at AND c."until" > t.starts_at)`;
    return filterAnnouncements(super.filter(reader, query), query, EXPECTED)
      .filter(query.status as AppointmentStatus, (status) => sql`(${OF_STATUS[status]})`)
      .filter(query.in_closure as boolean, (is) => (is ? inClosure : sql`(${inClosure}) IS NOT TRUE`));
  }

  private containers(id: number, purpose_type: 'pick up' | 'drop off'): Promise<number[]> {
    return containersOf(this.db, 'appointment_id', id, purpose_type);
  }
}

/** The fields that decide, besides the start, which slot fits. */
const PLACE = ['terminal', 'terminal_id', 'gate', 'gate_id'];
const DECIDE_SLOT = ['purposes', ...PLACE];

/** The fields that may decide which company's share of a slot the appointment uses. */
const DECIDE_COMPANY = ['truck', 'truck_driver', 'trucking_company'].flatMap((name) => [name, `${name}_id`]);

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

const isOpen = ({ used_at, cancelled_at }: Columns<Appointment>) => !used_at && !cancelled_at;
