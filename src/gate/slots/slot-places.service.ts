import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { Refused, naming } from '../../common/errors/errors';
import type { Columns } from '../../common/schema/columns';
import { Appointment } from '../announcements/appointment.kind';
import { isBooked } from '../announcements/appointment-status';
import { fits, Plan, Slot, slotKey } from './slots';
import { SlotsService, Taken } from './slots.service';
import type { Code } from '../../common/errors/codes';
import { GATE } from '../gate.codes';

/** How many days ahead a refusal looks for the next free slot. */
const AHEAD_DAYS = 14;
const DAY_MS = 86_400_000;

/** An appointment that books a slot. */
interface Wanting {
  id: number;
  starts_at: Date;
  terminal_id: number | null;
  gate_id: number | null;
  company: number | null;
  company_name: string | null;
  share_percent: number | null;
  purposes: string[];
}

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
   *   used up; the sentence names the next free slot
   */
  async take(id: number, before?: Columns<Appointment>, given = false): Promise<void> {
    const wanting = await this.wanting(id);
    const { starts_at } = wanting;
    const field = 'starts_at';
    const own = before && slotOf(before);
    if (own?.starts_at.getTime() === starts_at.getTime() && suits(wanting)(own)) {
      if (given) await this.refuseShare(own, wanting);
      return this.write(id, own);
    }
    const begins = (await this.begins(wanting)) ?? [];
    const slot = this.choose(begins, wanting, before);
    if (!slot)
      throw new Refused({
        code: GATE.slot_unknown,
        sentence: `No slot begins at ${shown(starts_at)}; ${await this.next(wanting)}.`,
        field,
      });
    if (slot.ends_at <= (await this.db.now()))
      throw new Refused({
        code: GATE.slot_over,
        sentence: `The slot of ${shown(starts_at)} is over; ${await this.next(wanting)}.`,
        field,
      });
    const taken = await this.taken(wanting);
    const full = (each: Slot) => refusal(each, taken.get(slotKey(each)), wanting);
    // When the slot for exactly its purpose is full, the appointment gets the slot for any purpose at the same place.
    const free = [slot, ...begins.filter((each) => isAt(slot, each))].find((each) => !full(each));
    if (!free) return this.refuseFull(starts_at, full(slot)!, wanting);
    await this.write(id, free);
  }

  /**
   * Checks that an appointment that keeps its slot but moves to another company fits into the share of that company.
   * Passes when the plan of the slot is gone.
   * @throws Refused when the share is used up
   */
  async give(id: number, before: Columns<Appointment>): Promise<void> {
    const own = slotOf(before);
    if (own) await this.refuseShare(own, await this.wanting(id));
  }

  /** @throws Refused when the slot of the appointment has no share left for its company */
  private async refuseShare(own: OwnSlot, wanting: Wanting): Promise<void> {
    const slot = (await this.begins(wanting))?.find((each) => slotKey(each) === slotKey(own));
    if (!slot) return;
    const used = shareUsed(slot, (await this.taken(wanting)).get(slotKey(slot)), wanting);
    if (used) await this.refuseFull(slot.starts_at, used, wanting);
  }

  private begins(wanting: Wanting): Promise<Slot[] | undefined> {
    const { starts_at } = wanting;
    return this.slots.between(starts_at, after(starts_at, 1), suits(wanting));
  }

  /** The bookings of the slots that begin at its start, without its own. */
  private taken({ id: without, company, starts_at }: Wanting): Promise<Map<string, Taken>> {
    return this.slots.taken(starts_at, after(starts_at, 1), { without, company });
  }

  /** @throws Refused with the next free slot in the sentence */
  private async refuseFull(starts_at: Date, { code, why }: Full, wanting: Wanting): Promise<never> {
    throw new Refused({
      code,
      sentence: `The slot of ${shown(starts_at)} ${why}; ${await this.next(wanting)}.`,
      field: 'starts_at',
    });
  }

  private write(id: number, { ends_at, purpose, terminal_id, gate_id }: OwnSlot): Promise<void> {
    return this.db.update(Appointment, id, { ends_at, slot_purpose: purpose, terminal_id, gate_id });
  }

  /**
   * Refuses when another open appointment names a container of this one (decision 231). The lock on the containers
   * serializes concurrent requests.
   * @param isNamed whether the request itself sends the purposes, so that the refusal names their field
   * @throws Refused
   */
  async refuseTwice(id: number, isNamed: boolean): Promise<void> {
    const { organization_id } = this.db.actor;
    const own = sql`p.organization_id = ${organization_id} AND p.appointment_id = ${id}`;
    const containers = await this.db.query<{ id: number }>(sql`
      SELECT c.id FROM containers c
      WHERE c.organization_id = ${organization_id} AND c.id IN (
        SELECT p.container_id FROM purposes p
        JOIN appointments a ON a.organization_id = p.organization_id AND a.id = p.appointment_id
        WHERE ${own} AND ${raw(isBooked('a'))})
      ORDER BY c.id FOR NO KEY UPDATE`);
    if (!containers.length) return;
    const ids = containers.map((each) => each.id);
    const [other] = await this.db.query<{ container: string; appointment: string; position: number }>(sql`
      SELECT c.number AS container, a.number AS appointment, (
        SELECT p.position FROM purposes p WHERE ${own} AND p.container_id = c.id LIMIT 1) AS position
      FROM purposes p
      JOIN appointments a ON a.organization_id = p.organization_id AND a.id = p.appointment_id
      JOIN containers c ON c.organization_id = p.organization_id AND c.id = p.container_id
      WHERE p.organization_id = ${organization_id} AND ${among('p.container_id', ids)}
        AND a.id <> ${id} AND ${raw(isBooked('a'))}
      ORDER BY a.id LIMIT 1`);
    if (other)
      throw new Refused({
        code: GATE.container_has_appointment,
        sentence: `Container '${other.container}' has an open appointment already: '${other.appointment}'.`,
        field: isNamed ? `purposes.${other.position}.cargo.container_number` : undefined,
        records: [...naming('container', other.container), ...naming('appointment', other.appointment)],
      });
  }

  /** The trucking company whose share of a slot the appointment uses; null for none. */
  async companyOf(id: number): Promise<number | null> {
    return (await this.wanting(id)).company;
  }

  private async wanting(id: number): Promise<Wanting> {
    const [row] = await this.db.query<Wanting>(sql`
      SELECT a.id, a.starts_at, a.terminal_id, a.gate_id, m.id AS company, coalesce(m.name, m.code) AS company_name,
        o.appointment_share_percent AS share_percent,
        ARRAY(SELECT DISTINCT p.purpose_type FROM purposes p
          WHERE p.organization_id = a.organization_id AND p.appointment_id = a.id) AS purposes
      FROM appointments a
      JOIN organizations o ON o.id = a.organization_id
      LEFT JOIN trucks k ON k.organization_id = a.organization_id AND k.id = a.truck_id
      LEFT JOIN truck_drivers d ON d.organization_id = a.organization_id AND d.id = a.truck_driver_id
      LEFT JOIN trucking_companies m ON m.organization_id = a.organization_id
        AND m.id = coalesce(a.trucking_company_id, k.trucking_company_id, d.trucking_company_id)
      WHERE a.organization_id = ${this.db.actor.organization_id} AND a.id = ${id}`);
    return row!;
  }

  /**
   * Chooses among the slots that fit: first at the place that the appointment had, then at exactly the place that it
   * names (which may be none), then at any place. A slot for exactly its purpose goes before one for any purpose
   * (decision 230).
   * @throws Refused when several remain
   */
  private choose(fitting: Slot[], wanting: Wanting, before?: Columns<Appointment>): Slot | undefined {
    const at = (place: Place) => fitting.filter((slot) => isAt(place, slot));
    const own = before?.slot_purpose ? at(before) : [];
    const meant = own.length ? own : at(wanting);
    const all = meant.length ? meant : fitting;
    const exact = all.filter(({ purpose }) => (purpose === 'any') === (wanting.purposes.length !== 1));
    const [slot, another] = exact.length ? exact : all;
    if (another)
      throw new Refused({
        code: GATE.slot_ambiguous,
        sentence: `Several slots begin at ${shown(wanting.starts_at)}: name the terminal or the gate of one.`,
        field: 'starts_at',
      });
    return slot;
  }

  /** The last clause of a refusal: the next free slot within `AHEAD_DAYS`. */
  private async next(wanting: Wanting): Promise<string> {
    const { id: without, company, starts_at } = wanting;
    const now = await this.db.now();
    const from = starts_at > now ? after(starts_at, 1) : now;
    const until = after(from, AHEAD_DAYS * DAY_MS);
    const slots = await this.slots.between(from, until, suits(wanting));
    if (!slots) return 'there are too many slots to look for a free one';
    const taken = await this.slots.taken(from, until, { without, company });
    const free = slots.find((slot) => !refusal(slot, taken.get(slotKey(slot)), wanting));
    return free
      ? `the next free one begins at ${shown(free.starts_at)}`
      : `none is free in the ${AHEAD_DAYS} days after it`;
  }
}

type Place = Pick<Plan, 'terminal_id' | 'gate_id'>;

function isAt(place: Place, { terminal_id, gate_id }: Place): boolean {
  return terminal_id === place.terminal_id && gate_id === place.gate_id;
}

/** A filter for slots that fit the purposes of an appointment and the place that it names. */
function suits({
  purposes,
  terminal_id,
  gate_id,
}: Wanting): (slots: Place & Pick<Plan, 'purpose'>) => boolean {
  return (slots) =>
    fits(slots.purpose, purposes) &&
    (!terminal_id || slots.terminal_id === terminal_id) &&
    (!gate_id || slots.gate_id === gate_id);
}

/** The slot in which an appointment is booked. Its capacity comes from the plans. */
type OwnSlot = Omit<Slot, 'capacity'>;

function slotOf(appointment: Columns<Appointment>): OwnSlot | undefined {
  const { starts_at, ends_at, slot_purpose: purpose, terminal_id, gate_id } = appointment;
  return starts_at && ends_at && purpose ? { starts_at, ends_at, purpose, terminal_id, gate_id } : undefined;
}

/** Why a slot is full for an appointment. */
interface Full {
  code: Code;
  why: string;
}

const NONE: Taken = { booked: 0, of_company: 0 };

function refusal(slot: Slot, taken = NONE, wanting: Wanting): Full | undefined {
  if (taken.booked >= slot.capacity) return { code: GATE.slot_full, why: 'is full' };
  return shareUsed(slot, taken, wanting);
}

function shareUsed(
  { capacity }: Slot,
  taken = NONE,
  { company_name, share_percent }: Wanting,
): Full | undefined {
  if (!company_name || !share_percent) return undefined;
  // The share rounds down, but every company may book at least one place.
  const share = Math.max(1, Math.floor((capacity * share_percent) / 100));
  if (taken.of_company < share) return undefined;
  const why = `has no more places for ${company_name}, whose share is ${share}`;
  return { code: GATE.slot_share_used, why };
}

const shown = (time: Date) => time.toISOString();

function after(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}
