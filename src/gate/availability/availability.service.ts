import { Injectable } from '@nestjs/common';
import { SAYS } from '../gate.sentences';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { requirePage } from '../../common/database/read/answer-bytes';
import { isTheirs } from '../../common/party-wall/party-wall';
import { known, type Query, rows } from '../../common/database/sql/query';
import type { RowClass } from '../../common/schema/columns';
import { among, matches } from '../../common/database/sql/conditions';
import { NotFound, Refused, Unknown, naming } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import { asTime } from '../../common/view/view';
import { REASONS } from '../../cargo/cargo.sentences';
import type { StandingHold } from '../../cargo/held/standing-holds';
import { toldReason } from '../../cargo/release/release-reason.view';
import { ReleaseRules } from '../../cargo/release/release-rules.service';
import { expectedVoyage } from '../../cargo/stays/expected-voyage';
import { locationOf } from '../../places/locations/place-of';
import { Appointment } from '../announcements/appointment.kind';
import { PreAdvice } from '../announcements/pre-advice.entity';
import { TruckVisit } from '../visits/truck-visit.entity';
import { BillOfLading } from '../../cargo/bills-of-lading/bill-of-lading.entity';
import { Container } from '../../cargo/containers/container.kind';
import { PLACE_FOR_PARTIES } from '../../places/locations/place-for-parties';
import {
  costFor,
  factsFor,
  holdFor,
  isNominated,
  type OfParties,
  ofParties,
  reasonsFor,
} from './for-parties';
import { isBooked } from '../announcements/appointment-status';
import type { AvailabilityQuery } from './availability.dto';
import type { Availabilities, Availability, AvailabilityHold } from './availability.view';
import { COMMON } from '../../common/errors/codes';
import { needsOf, type OpenStay, openStaysThat } from '../purposes/right-to-name';
import { type LeavingCost, LeavingCosts, NO_COST } from './leaving-costs';

/** The most containers of one bill in an answer. */
const MOST_OF_A_BILL = 1_000;

type Facts = Pick<
  Availability,
  | 'container'
  | 'location'
  | 'stay'
  | 'expected'
  | 'announced'
  | 'appointment_needed'
  | 'buried_by'
  | 'as_of'
  | 'released_by'
  | 'released_until'
> &
  // for a token that is limited to parties
  Partial<OfParties> & { id: number; announced_by_others?: boolean };

/** Answers whether containers can be picked up, by the release rules that the gate applies (decision 225). */
@Injectable()
export class AvailabilityService {
  constructor(
    private readonly db: Db,
    private readonly release: ReleaseRules,
    private readonly costs: LeavingCosts,
  ) {}

  /** @throws NotFound for an unknown number */
  async ofContainer(number: string): Promise<Availability> {
    const [known] = await this.ofNumbers([number]);
    if (!known) throw new NotFound('Container', number);
    return known;
  }

  /** @throws Unknown for an unknown bill */
  async ofSeveral({ container_numbers, bill_of_lading_number }: AvailabilityQuery): Promise<Availabilities> {
    if (container_numbers?.length) {
      const known = await this.ofNumbers(container_numbers);
      const byNumber = new Map(known.map((each) => [each.container.number, each]));
      const asked = [...new Set(container_numbers.map(normalizeContainerNumber))];
      const as_of = asked.every((number) => byNumber.has(number)) ? undefined : await this.db.now();
      return {
        actions: {},
        availabilities: requirePage(
          asked.map((number) => byNumber.get(number) ?? unknown(number, as_of!)),
          'container_numbers',
        ),
      };
    }
    const availabilities = await this.of(await this.onBill(bill_of_lading_number!));
    return { actions: {}, availabilities: requirePage(availabilities, 'bill_of_lading_number') };
  }

  private async ofNumbers(numbers: string[]): Promise<Availability[]> {
    const rows = await this.db.query<{ id: number }>(sql`
      SELECT c.id FROM containers c WHERE c.organization_id = ${this.db.actor.organization_id}
        AND ${among('c.number', numbers.map(normalizeContainerNumber), 'text')} AND ${this.theirs(Container, 'c')}`);
    return this.of(rows.map(({ id }) => id));
  }

  /** The ids of the containers whose stay, present or last, is on a bill with this number. */
  private async onBill(number: string): Promise<number[]> {
    const { organization_id } = this.db.actor;
    const bills = await this.db.query<{ id: number }>(sql`
      SELECT b.id FROM bill_of_ladings b
      WHERE b.organization_id = ${organization_id} AND ${matches('b.number', number)} AND ${this.theirs(BillOfLading, 'b')}`);
    if (!bills.length) throw new Unknown('Bill of lading', number, 'bill_of_lading_number');
    const ids = bills.map(({ id }) => id);
    const rows = await this.db.query<{ id: number }>(sql`
      SELECT DISTINCT c.id FROM container_bills l
      JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id
      JOIN containers c ON c.organization_id = s.organization_id AND c.id = s.container_id AND c.stay_id = s.id
      WHERE l.organization_id = ${organization_id} AND ${among('l.bill_of_lading_id', ids)} AND ${this.theirs(Container, 'c')}
      ORDER BY c.id LIMIT ${MOST_OF_A_BILL + 1}`);
    if (rows.length > MOST_OF_A_BILL)
      throw new Refused({
        code: COMMON.answer_too_large,
        sentence: SAYS['answer_too_large.bill']({ bill_of_lading: number, count: MOST_OF_A_BILL }),
        field: 'bill_of_lading_number',
        records: naming('bill_of_lading', number),
      });
    return rows.map(({ id }) => id);
  }

  /** The availability of these containers, by id, cut to what the actor's parties see. */
  async of(ids: number[]): Promise<Availability[]> {
    if (!ids.length) return [];
    const { actor } = this.db;
    const [{ reasons: told, holds }, facts, costsOf, stays] = await this.db.pipeline(
      this.release.ask(ids),
      this.facts(ids),
      this.costs.of(ids),
      actor.limited ? openStaysThat(among('c.id', ids), this.db) : known(new Map<string, OpenStay>()),
    );
    const costs = await costsOf();
    const { reasons, warnings } = this.release.withFound(
      told,
      [...costs.values()].flatMap((cost) => cost.reasons),
    );
    const bills = new Set(facts.flatMap(({ own_bills }) => own_bills ?? []));
    const companies = actor.parties.flatMap(({ type, record_id }) =>
      type === 'trucking_company' ? record_id : [],
    );
    return facts.flatMap(({ id, level, is_nominated, own_bills: _, ...facts }) => {
      if (actor.limited && !level) return [];
      const own = holds.filter((hold) => hold.id === id);
      const because = reasons.get(id) ?? [];
      const holdsOf = (isInForce: boolean) =>
        own
          .filter(({ in_force }) => in_force === isInForce)
          .map((hold) => (level ? holdFor(bills, shown(hold), hold.is_open) : shown(hold)));
      const cost = shownCost(costs.get(id));
      return {
        ...(level ? factsFor(level, facts) : facts),
        available: !because.length,
        reasons: (level ? reasonsFor(level, because, own) : because).map(toldReason),
        warnings: (level ? [] : warnings.filter(({ container }) => container?.id === id)).map(toldReason),
        holds: holdsOf(true),
        holds_lifted_for_a_time: holdsOf(false),
        ...(level ? costFor(level, cost) : cost),
        ...(level && { nominated: isNominated(level, is_nominated ?? null) }),
        needs: actor.limited ? needsOf(stays.get(facts.container.number), actor, companies) : [],
      };
    });
  }

  /** SQL: the condition that a row is of the actor's parties; true for who is not limited. */
  private theirs(entity: RowClass, alias: string): Sql {
    const { dataSource, actor } = this.db;
    return isTheirs(dataSource, entity, alias, actor);
  }

  /** SQL: whether others than the actor's parties come for the container `c`. */
  private get announcedByOthers(): Sql {
    const isOfOthers = (entity: RowClass, alias: string) =>
      sql`NOT coalesce(${this.theirs(entity, alias)}, false)`;
    return sql`(EXISTS (
      SELECT FROM purposes p
      LEFT JOIN pre_advices a ON a.organization_id = p.organization_id AND a.id = p.pre_advice_id
      LEFT JOIN appointments n ON n.organization_id = p.organization_id AND n.id = p.appointment_id
      WHERE p.organization_id = c.organization_id AND p.container_id = c.id
        AND (a.id IS NOT NULL AND a.used_at IS NULL AND ${isOfOthers(PreAdvice, 'a')}
          OR ${raw(isBooked('n'))} AND ${isOfOthers(Appointment, 'n')})
    ) OR EXISTS (
      SELECT FROM interchanges i
      JOIN truck_visits t ON t.organization_id = i.organization_id AND t.id = i.truck_visit_id
      WHERE i.organization_id = c.organization_id AND i.container_id = c.id AND t.gated_out_at IS NULL
        AND ${isOfOthers(TruckVisit, 't')}))`;
  }

  private facts(ids: number[]): Query<Facts[]> {
    const { organization_id, limited } = this.db.actor;
    const location = raw((limited ? PLACE_FOR_PARTIES.location : locationOf())((column) => `c.${column}`));
    return rows<Facts>(sql`
      SELECT c.id, json_build_object('id', c.id, 'number', c.number) AS container,
        ${location} AS location,
        CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'number', s.number, 'status', s.status,
          'in_at', ${raw(asTime('s.in_at'))}, 'out_at', ${raw(asTime('s.out_at'))}) END AS stay,
        CASE WHEN v.id IS NOT NULL THEN json_build_object('voyage', json_build_object('id', v.id, 'number', v.number),
          'estimated_time', ${raw(asTime('coalesce(v.et_of_berth, v.estimated_time_of_anchorage)'))}) END AS expected,
        CASE WHEN num_nonnulls(a.told, n.told, t.told) > 0 THEN
          json_build_object('pre_advice', a.told, 'appointment', n.told, 'truck_visit', t.told) END AS announced,
        ${limited ? sql`${this.announcedByOthers} AS announced_by_others, ${ofParties(this.db.actor)}` : empty}
        o.appointments_required AND n.told IS NULL AS appointment_needed,
        CASE WHEN c.tier IS NULL THEN 0 ELSE (
          SELECT count(*)::integer FROM containers k
          WHERE k.organization_id = c.organization_id AND k.current_location_id = c.current_location_id
            AND k.tier > c.tier) END AS buried_by,
        clock_timestamp() AS as_of, r.released_by, r.released_until
      FROM containers c
      JOIN organizations o ON o.id = c.organization_id
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
        AND s.status <> 'cancelled'
      LEFT JOIN voyages v ON v.organization_id = s.organization_id AND v.id = ${expectedVoyage}
      LEFT JOIN LATERAL (
        SELECT json_build_object('id', a.id, 'advice_number', a.advice_number, 'number', a.advice_number) AS told FROM purposes p
        JOIN pre_advices a ON a.organization_id = p.organization_id AND a.id = p.pre_advice_id
        WHERE p.organization_id = c.organization_id AND p.container_id = c.id AND a.used_at IS NULL
          AND ${this.theirs(PreAdvice, 'a')}
        ORDER BY a.id LIMIT 1) a ON true
      LEFT JOIN LATERAL (
        SELECT json_build_object('id', n.id, 'number', n.number) AS told FROM purposes p
        JOIN appointments n ON n.organization_id = p.organization_id AND n.id = p.appointment_id
        WHERE p.organization_id = c.organization_id AND p.container_id = c.id AND ${raw(isBooked('n'))}
          AND ${this.theirs(Appointment, 'n')}
        ORDER BY n.id LIMIT 1) n ON true
      LEFT JOIN LATERAL (
        SELECT json_build_object('id', t.id) AS told FROM interchanges i
        JOIN truck_visits t ON t.organization_id = i.organization_id AND t.id = i.truck_visit_id
        WHERE i.organization_id = c.organization_id AND i.container_id = c.id AND t.gated_out_at IS NULL
          AND ${this.theirs(TruckVisit, 't')}
        ORDER BY t.id LIMIT 1) t ON true
      LEFT JOIN LATERAL (${releaseOf}) r ON true
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', ids)}
      ORDER BY c.id`);
  }
}

function shown(hold: StandingHold): AvailabilityHold {
  const { hold_id: id, hold_type, reference_number, lifted_until, bill_id, bill, manifest } = hold;
  const bill_of_lading = bill_id && bill && manifest ? { id: bill_id, manifest, number: bill } : null;
  return { id, hold_type, reference_number, lifted_until, bill_of_lading };
}

function shownCost({ last_free_day, paid_through, charges_due }: LeavingCost = NO_COST): LeavingCost {
  return { last_free_day, paid_through, charges_due };
}

/**
 * SQL: the last release of the container `c` in its stay `s` that stands: of the container, else of all on one of its bills.
 */
const releaseOf = sql`
  SELECT json_build_object('reference', f.reference, 'edi_message',
      CASE WHEN f.edi_message_id IS NOT NULL THEN json_build_object('id', f.edi_message_id) END) AS released_by,
    f.valid_until AS released_until
  FROM (
    SELECT r.* FROM container_releases r
    WHERE r.organization_id = c.organization_id AND r.container_number = c.number
      AND (r.stay_id = s.id OR r.stay_id IS NULL)
    UNION ALL
    SELECT r.* FROM container_bills l
    JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
    JOIN manifests m ON m.organization_id = b.organization_id AND m.id = b.manifest_id
    JOIN container_releases r ON r.organization_id = b.organization_id AND r.bill_of_lading_number = b.number
      AND r.container_number IS NULL AND r.shipping_line_id = m.shipping_line_id
    WHERE l.organization_id = c.organization_id AND l.stay_id = s.id
  ) f
  WHERE f.status <> 'cancelled' AND (f.valid_from IS NULL OR f.valid_from <= now())
    AND (f.valid_until IS NULL OR f.valid_until > now())
  ORDER BY f.container_number IS NULL, f.id DESC LIMIT 1`;

function unknown(number: string, as_of: Date): Availability {
  const reason = toldReason({
    code: 'unknown',
    sentence: REASONS.unknown({ container: number }),
    container: { id: null, number },
    since: null,
    until: null,
    source: null,
    action: null,
  });
  return {
    container: { id: null, number },
    available: false,
    reasons: [reason],
    warnings: [],
    holds: [],
    holds_lifted_for_a_time: [],
    released_by: null,
    released_until: null,
    location: null,
    stay: null,
    expected: null,
    announced: null,
    appointment_needed: false,
    buried_by: 0,
    ...NO_COST,
    needs: [],
    as_of,
  };
}
