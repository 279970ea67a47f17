import { Injectable } from '@nestjs/common';
import { SAYS } from '../gate.sentences';
import sql from 'sql-template-tag';
import { asTerminal } from '../../common/database/sql/as-terminal';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { all, type Query, rows } from '../../common/database/sql/query';
import { Refused } from '../../common/errors/errors';
import { requirePage } from '../../common/database/read/answer-bytes';
import type { AppointmentSlotQuery } from './slot.dto';
import type { AppointmentSlot, AppointmentSlots } from './slot.view';
import { Closure, Plan, Slot, slotKey, slotsOf, Taken } from './slots';
import { COMMON } from '../../common/errors/codes';

const DAY_MS = 86_400_000;
/** The length in days of a listing: by default, and at most. */
const USUAL_DAYS = 7;
const MOST_DAYS = 31;
/** The most slots in an answer. */
const MOST_SLOTS = 10_000;

/** The most free places that hauliers are told of. */
const MOST_AVAILABLE = 10;

/** A terminal or gate in the answer. */
interface Place {
  id: number;
  name: string;
}

/** Whether a slot has the place that a client named by name or id, where one was. */
function isNamed(place: Place | null, named: string[] | null | undefined): boolean {
  return !named || (place !== null && named.some((each) => each === place.name || each === String(place.id)));
}

/** Reads the slots of the organization and their bookings. */
@Injectable()
export class SlotsService {
  constructor(private readonly db: Db) {}

  /** @throws Refused when the span is longer than `MOST_DAYS`, or has more than `MOST_SLOTS` slots */
  async list({ from, until, purpose, terminal, gate }: AppointmentSlotQuery): Promise<AppointmentSlots> {
    const start = from ? new Date(from) : await this.db.now();
    const end = until ? new Date(until) : new Date(start.getTime() + USUAL_DAYS * DAY_MS);
    if (end.getTime() - start.getTime() > (MOST_DAYS + 0.5) * DAY_MS)
      throw new Refused({
        code: COMMON.answer_too_large,
        sentence: SAYS['answer_too_large.slot_days']({ days: MOST_DAYS }),
        field: 'until',
      });
    const [slots, taken] = await this.db.pipeline(
      this.between(start, end, (plan) => !purpose || plan.purpose === purpose || plan.purpose === 'any'),
      this.taken(start, end),
    );
    if (!slots || slots.length > MOST_SLOTS)
      throw new Refused({
        code: COMMON.answer_too_large,
        sentence: SAYS['answer_too_large.slots'](),
        field: 'until',
      });
    const shown = await this.shown(slots, taken);
    return {
      actions: {},
      appointment_slots: requirePage(
        shown
          .filter((slot) => isNamed(slot.terminal, terminal) && isNamed(slot.gate, gate))
          .flatMap((slot) => this.told(slot)),
        'until',
      ),
    };
  }

  /** A slot as the actor sees it: hauliers without its bookings, other parties not at all. */
  private told(slot: AppointmentSlot): AppointmentSlot[] {
    const { limited, parties } = this.db.actor;
    if (!limited) return [slot];
    if (!parties.some(({ type }) => type === 'trucking_company')) return [];
    return [{ ...slot, capacity: null, booked: null, available: Math.min(slot.available, MOST_AVAILABLE) }];
  }

  /** Slots with their bookings, as an answer shows them. */
  async shown(slots: Slot[], taken: Map<string, Taken>): Promise<AppointmentSlot[]> {
    const place = await this.places(slots);
    return slots.map((slot) => {
      const { booked } = taken.get(slotKey(slot)) ?? { booked: 0 };
      const { starts_at, ends_at, capacity, purpose } = slot;
      return {
        starts_at,
        ends_at,
        capacity,
        booked,
        available: Math.max(0, capacity - booked),
        purpose,
        terminal: place('terminal', slot.terminal_id),
        gate: place('gate', slot.gate_id),
        closed: slot.closed,
      };
    });
  }

  /** The slots of the selected plans that begin in [`from`, `until`); undefined when there are too many. */
  between(from: Date, until: Date, isWanted: (plan: Plan) => boolean): Query<Slot[] | undefined> {
    const { organization_id, time_zone } = this.db.actor;
    const plans = rows<Plan>(sql`
      SELECT p.terminal_id, p.gate_id, p.weekday, p."from", p."until", p.slot_minutes, p.capacity, p.purpose,
        p.valid_from::text AS valid_from, p.valid_until::text AS valid_until
      FROM appointment_plans p WHERE p.organization_id = ${organization_id} ORDER BY p.id`);
    // A slot that begins before `until` ends within a day, so no later closure overlaps it.
    const closures = rows<Closure>(sql`
      SELECT c."from", c."until", c.reason FROM appointment_closures c
      WHERE c.organization_id = ${organization_id} AND c."until" > ${from}
        AND c."from" < ${new Date(until.getTime() + DAY_MS)}
      ORDER BY c."from", c.id`);
    return all(plans, closures).map(([planned, closed]) =>
      slotsOf(planned.filter(isWanted), closed, time_zone, from, until),
    );
  }

  /**
   * The bookings of the slots that begin in a span, by slot key. `without` excludes one appointment; `company` is the
   * company counted in `of_company`.
   */
  taken(
    from: Date,
    until: Date,
    { without = null, company = null }: { without?: number | null; company?: number | null } = {},
  ): Query<Map<string, Taken>> {
    const count = sql`
      SELECT a.starts_at, a.slot_purpose AS purpose, a.terminal_id, a.gate_id, count(*)::integer AS booked,
        count(*) FILTER (WHERE a.company_id = ${company}::bigint)::integer AS of_company
      FROM appointments a
      WHERE a.organization_id = ${this.db.actor.organization_id} AND a.starts_at >= ${from} AND a.starts_at < ${until}
        AND a.cancelled_at IS NULL AND a.left_without_at IS NULL AND a.slot_purpose IS NOT NULL AND a.id IS DISTINCT FROM ${without}::bigint
      GROUP BY 1, 2, 3, 4`;
    return rows<Omit<Slot, 'ends_at' | 'capacity' | 'closed'> & Taken>(
      asTerminal('places in a slot are taken by all hauliers', count),
    ).map((booked) => new Map(booked.map((each) => [slotKey(each), each])));
  }

  /** Looks up the terminals and gates of the slots. */
  private async places(
    slots: Slot[],
  ): Promise<(kind: 'terminal' | 'gate', id: number | null) => Place | null> {
    const { organization_id } = this.db.actor;
    const terminals = slots.flatMap(({ terminal_id }) => terminal_id ?? []);
    const gates = slots.flatMap(({ gate_id }) => gate_id ?? []);
    const found = await this.db.query<Place & { kind: string }>(sql`
      SELECT 'terminal' AS kind, t.id, t.name FROM terminals t
      WHERE t.organization_id = ${organization_id} AND ${among('t.id', [...new Set(terminals)])}
      UNION ALL
      SELECT 'gate', g.id, g.name FROM gates g
      WHERE g.organization_id = ${organization_id} AND ${among('g.id', [...new Set(gates)])}`);
    const places = new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, { id, name }]));
    return (kind, id) => places.get(`${kind} ${id}`) ?? null;
  }
}
