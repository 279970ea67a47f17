import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { type Query, row } from '../../common/database/sql/query';
import type { Columns } from '../../common/schema/columns';
import { Appointment } from '../announcements/appointment.kind';
import {
  AHEAD_DAYS,
  keptSlot,
  type LoadedSlots,
  nextFree,
  type NoSlot,
  type OwnSlot,
  refusalOfSlot,
  shareUsedIn,
  slotFor,
  slotOf,
  suits,
  type Wanting,
} from './slot-places.rules';
import { SlotsService } from './slots.service';

const DAY_MS = 86_400_000;

/** Books slots for appointments. */
@Injectable()
export class SlotPlacesService {
  constructor(
    private readonly db: Db,
    private readonly slots: SlotsService,
  ) {}

  /** Locks the slots that begin at this instant against other bookings until the transaction ends. */
  async lock(starts_at: string): Promise<void> {
    await this.db.alone(`slots ${new Date(starts_at).toISOString()}`);
  }

  /**
   * Books a slot for an appointment that is already written with the start of the slot. The caller has locked the slot.
   * An appointment keeps the slot that it has, even when that is full or its plan is gone (decision 231).
   * @param before the appointment before the update
   * @param given whether the update changes the company, whose share then counts even in the slot that it keeps
   * @throws Refused when no slot or several slots fit, or when the slot is over or full, or the share of the company is
   *   used up; it names the next free slots
   */
  async take(id: number, before?: Columns<Appointment>, given = false): Promise<void> {
    const wanting = await this.db.run(this.wanting(id));
    const kept = keptSlot(wanting, before);
    if (kept) {
      if (given) await this.refuseShare(kept, wanting);
      return this.write(id, kept);
    }
    const slot = slotFor(await this.load(wanting), before);
    if ('says' in slot) throw await this.refusal(slot, wanting);
    await this.write(id, slot);
  }

  /**
   * Checks that an appointment that keeps its slot but moves to another company fits into the share of that company.
   * Passes when the plan of the slot is gone.
   * @throws Refused when the share is used up
   */
  async give(id: number, before: Columns<Appointment>): Promise<void> {
    const own = slotOf(before);
    if (own) await this.refuseShare(own, await this.db.run(this.wanting(id)));
  }

  /** The trucking company whose share of a slot the appointment uses; null for none. */
  async companyOf(id: number): Promise<number | null> {
    return (await this.db.run(this.wanting(id))).company;
  }

  /** @throws Refused when the slot of the appointment has no share left for its company */
  private async refuseShare(own: OwnSlot, wanting: Wanting): Promise<void> {
    const used = shareUsedIn(own, await this.load(wanting));
    if (used) throw await this.refusal(used, wanting);
  }

  /** The slots that begin when the appointment wants to, with the bookings of all others. */
  private async load(wanting: Wanting): Promise<LoadedSlots> {
    const { id: without, company, starts_at } = wanting;
    const until = after(starts_at, 1);
    const [begins, taken, now] = await this.db.pipeline(
      this.slots.between(starts_at, until, suits(wanting)),
      this.slots.taken(starts_at, until, { without, company }),
      this.db.queries.now(),
    );
    return { wanting, begins: begins ?? [], taken, now };
  }

  private write(id: number, { ends_at, purpose, terminal_id, gate_id }: OwnSlot): Promise<void> {
    return this.db.update(Appointment, id, { ends_at, slot_purpose: purpose, terminal_id, gate_id });
  }

  private wanting(id: number): Query<Wanting> {
    return row<Wanting>(sql`
      SELECT a.id, a.starts_at, a.terminal_id, a.gate_id, m.id AS company, coalesce(m.name, m.code) AS company_name,
        o.appointment_share_percent AS share_percent,
        ARRAY(SELECT DISTINCT p.purpose_type FROM purposes p
          WHERE p.organization_id = a.organization_id AND p.appointment_id = a.id) AS purposes
      FROM appointments a
      JOIN organizations o ON o.id = a.organization_id
      LEFT JOIN trucking_companies m ON m.organization_id = a.organization_id AND m.id = a.company_id
      WHERE a.organization_id = ${this.db.actor.organization_id} AND a.id = ${id}`).map((found) => found!);
  }

  /** The refusal of an appointment that gets no slot, with the next free ones within `AHEAD_DAYS`. */
  private async refusal(none: NoSlot, wanting: Wanting): Promise<Error> {
    const { id: without, company, starts_at } = wanting;
    const now = await this.db.now();
    const from = starts_at > now ? after(starts_at, 1) : now;
    const until = after(from, AHEAD_DAYS * DAY_MS);
    const [slots, taken] = await this.db.pipeline(
      this.slots.between(from, until, suits(wanting)),
      this.slots.taken(from, until, { without, company }),
    );
    const next = slots && (await this.slots.shown(nextFree(slots, taken, wanting), taken));
    return refusalOfSlot(none, next);
  }
}

function after(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}
