import { Injectable } from '@nestjs/common';
import sql, { join, raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { byConditions, byRecord, byWords, Group } from '../../common/database/sql/counts';
import type { Reader } from '../../common/database/read/reader';
import { Json } from '../../common/json';
import { kindEvent, record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { kindOf } from '../../common/setup/kind';
import { KindInput, SetupService } from '../../common/setup/setup.service';
import { StaysService } from '../../cargo/stays/stays.service';
import { AvailabilityService } from '../availability/availability.service';
import { AppointmentStatus, isBooked, OF_STATUS } from '../announcements/appointment-status';
import { SlotPlacesService } from '../slots/slot-places.service';
import { containersOf, letGoOfPurposes, letGoOfVisits } from '../announcements/announcement';
import { filterAnnouncements } from '../announcements/announcement-filters';
import { Appointment } from '../announcements/appointment.kind';
import { AppointmentContainersService } from '../announcements/appointment-containers.service';
import { appointmentModel } from '../announcements/appointment.write';
import { refuseEmpty, requireOpen, type SlotChange, slotChangeOf } from './appointment.rules';
import { SLOT_PURPOSES } from '../announcements/slot-purpose';
import { APPOINTMENT_GROUPS, type AppointmentCountQuery } from './appointment-counts';

/**
 * SQL: the time at which the truck is expected: the start of its slot, if it has one. An index has the same expression.
 */
const EXPECTED = 'COALESCE(t.starts_at, t.expected_at)';

const GROUPS: Record<keyof typeof APPOINTMENT_GROUPS, Group> = {
  status: byConditions(OF_STATUS),
  terminal: byRecord('terminal_id', 'terminals', 'name'),
  gate: byRecord('gate_id', 'gates', 'name'),
  slot_purpose: byWords('slot_purpose', SLOT_PURPOSES),
};

/** Appointments: a set-up kind with places in slots (decisions 229 to 233). */
@Injectable()
export class AppointmentsService extends SetupService<Appointment> {
  constructor(
    db: Db,
    private readonly places: SlotPlacesService,
    private readonly ofContainers: AppointmentContainersService,
    private readonly availability: AvailabilityService,
    private readonly stays: StaysService,
  ) {
    super(db, kindOf(Appointment), appointmentModel);
  }

  /**
   * Creates an appointment, books the slot that it names, and says whether its containers are available.
   * @throws Invalid, also for one that says nothing (decision 462); Refused when the slot is not free, or another open appointment names one of its containers
   */
  override async create(input: KindInput): Promise<Json> {
    refuseEmpty(input);
    const starts_at = input.starts_at as string | null | undefined;
    if (starts_at) await this.places.lock(starts_at);
    const id = await this.model.create(this.db, input);
    if (starts_at) await this.places.take(id);
    await this.ofContainers.refuseTwice(id, true);
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
    const change = slotChangeOf(before, input);
    const { starts_at, isPlaced, mayBeGiven } = change;
    if (starts_at && (isPlaced || mayBeGiven)) await this.places.lock(starts_at);
    const company = mayBeGiven ? await this.places.companyOf(before.id) : null;
    await recordUpdate(this.db, kindEvent(this.kind.singular, 'updated'), this.view, before.id, () =>
      this.apply(before, change, company, input),
    );
    return this.read(before.id);
  }

  /** Writes an update, and then decides about the slot and the containers as they are written. */
  private async apply(
    before: Columns<Appointment>,
    { starts_at, isPlaced, mayBeGiven, reopens, cleared }: SlotChange,
    company: number | null,
    input: KindInput,
  ): Promise<void> {
    const { id } = before;
    if (Object.keys(cleared).length) await this.db.update(Appointment, id, cleared);
    if (reopens) await this.reopen(id);
    await this.model.update(this.db, { ...before, ...cleared }, input);
    const isGiven = mayBeGiven && (await this.places.companyOf(id)) !== company;
    if (starts_at && isPlaced)
      await this.places.take(id, reopens ? { ...before, starts_at: null } : before, isGiven);
    else if (starts_at && isGiven) await this.places.give(id, before);
    await this.ofContainers.refuseTwice(id, input.purposes !== undefined);
  }

  /** Detaches the purposes from the visit that left without, so that they can change, and announces its containers again. */
  private async reopen(id: number): Promise<void> {
    await letGoOfPurposes(this.db, 'appointment_id', id);
    await this.stays.announceAndTell(await this.containers(id, 'drop off'));
  }

  /**
   * Cancels an appointment and frees its slot.
   * @throws NotFound; Refused when it is used or cancelled
   */
  async cancel(number: string, reason: string): Promise<Json> {
    const appointment = await this.find(number, { lock: true });
    requireOpen(appointment);
    const { id } = appointment;
    const cancelled_at = await this.db.now();
    await recordUpdate(this.db, kindEvent(this.kind.singular, 'updated'), this.view, id, () =>
      this.db.update(Appointment, id, {
        cancelled_at,
        cancelled_by_id: this.db.actor.user_id,
        cancel_reason: reason,
      }),
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
      .filter(
        query.status as AppointmentStatus[] | null,
        (statuses) =>
          sql`(${join(
            statuses.map((status) => sql`(${OF_STATUS[status]})`),
            ' OR ',
          )})`,
      )
      .filter(query.in_closure as boolean, (is) => (is ? inClosure : sql`(${inClosure}) IS NOT TRUE`));
  }

  /** How many appointments there are of each value. */
  counts(query: AppointmentCountQuery): Promise<Json> {
    return this.filter(this.db.read(this.view), { ...query }).counts(query.by, GROUPS[query.by]);
  }

  private containers(id: number, purpose_type: 'pick up' | 'drop off'): Promise<number[]> {
    return containersOf(this.db, 'appointment_id', id, purpose_type);
  }
}
