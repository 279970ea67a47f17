import { Injectable } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import { namedContainer } from '../../cargo/containers/named-container';
import { Db } from '../../common/database/db';
import type { Reader } from '../../common/database/read/reader';
import { key } from '../../common/database/sql/references';
import { row } from '../../common/database/sql/query';
import { NotFound, Refused, throwTogether, naming } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import { record, recordUpdate } from '../../common/recording/record';
import type { Columns } from '../../common/schema/columns';
import { CONDITION } from '../condition.codes';
import { CONDITION_SAYS } from '../condition.sentences';
import { type DamagedContainer, refusalOfTime, stayAt } from '../damages/damage.rules';
import type { FoundDuring } from '../damages/damage-words';
import { FoundDamages } from '../damages/found-damages.service';
import { takeGoodsOfClean } from '../dangerous-goods/replace-goods';
import { IssuingService } from '../receipts/issuing.service';
import type {
  CreateInspection,
  InspectedAtGateIn,
  InspectionQuery,
  UpdateInspection,
} from './inspection.dto';
import { Inspection } from './inspection.entity';
import {
  type Inspected,
  refusalOfCondition,
  requireCorrectable,
  requireUninspected,
} from './inspection.rules';
import { InspectionShow } from './inspection.view';
import { inspectionModel } from './inspection.write';

/** A handover or a move, locked, with what decides about its inspection. */
interface Move {
  id: number;
  container_id: number | null;
  /** The stay that it began or ended; null while it is not completed. */
  stay_id: number | null;
  found_during: FoundDuring;
  /** When it was completed; null while it is not. */
  done_at: Date | null;
  /** Whether the truck has left, or the tally is closed. */
  is_over: boolean;
}

const WHAT = { interchange: 'Interchange', tally_move: 'Tally move' } as const;
const IDS = { interchange: 'interchange_id', tally_move: 'tally_move_id' } as const;

/** Inspections of containers: at handovers of the gate, at moves of cranes, and in the yard. */
@Injectable()
export class InspectionsService {
  constructor(
    private readonly db: Db,
    private readonly found: FoundDamages,
    private readonly receipts: IssuingService,
  ) {}

  list(query: InspectionQuery): Promise<Page> {
    return this.matching(query).page(query.request());
  }

  /** Those of the container that a path names. Throws NotFound. */
  async ofContainer(number: string, query: PageQuery): Promise<Page> {
    const { id: container_id } = await namedContainer(this.db, number);
    return this.db
      .read(InspectionShow)
      .where(sql`t.container_id = ${container_id}`)
      .page(query.request());
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.db.show(InspectionShow, id, 'Inspection');
  }

  /** The inspection of a handover of a visit, or of a move of a tally. Throws NotFound, of the handover where that is not there. */
  async showOf(of: Inspected, whole: number): Promise<Json> {
    const { organization_id, limited } = this.db.actor;
    const inPath =
      of.type === 'interchange'
        ? sql`
          SELECT i.id FROM interchanges i
          WHERE i.organization_id = ${organization_id} AND i.id = ${of.id} AND i.truck_visit_id = ${whole}`
        : sql`
          SELECT m.id FROM tally_moves m
          JOIN tallies y ON y.organization_id = m.organization_id AND y.voyage_id = m.voyage_id
            AND y.tally_type = m.tally_type
          WHERE m.organization_id = ${organization_id} AND m.id = ${of.id} AND y.id = ${whole}`;
    const shown = await this.db
      .read(InspectionShow)
      .where(sql`${raw(`t.${IDS[of.type]}`)} IN (${inPath})`)
      .one();
    if (shown) return shown;
    if (!limited && !(await this.db.query(inPath)).length) throw new NotFound(WHAT[of.type], of.id);
    throw new NotFound('Inspection');
  }

  /** An inspection apart from a handover. Throws NotFound; Refused and Conflict as damages do, and for a contradiction. */
  async create(number: string, input: CreateInspection): Promise<Json> {
    const container = await this.found.load((await namedContainer(this.db, number)).id);
    const at = input.at ? new Date(input.at) : new Date();
    throwTogether([refusalOfTime(container, at, 'at')]);
    return this.write(container, input, { at, during: 'yard', stay_id: stayAt(container, at) });
  }

  /**
   * The inspection of a handover of a visit, or of a move of a tally.
   * @throws NotFound; Refused without a container, for a time to come, and for a contradiction; Conflict for what was
   *   inspected, and as damages do
   */
  async createOf(of: Inspected, whole: number, input: CreateInspection): Promise<Json> {
    const move = await this.load(of, whole);
    if (!move.container_id)
      throw new Refused({
        code: CONDITION.nothing_to_inspect,
        sentence: CONDITION_SAYS.nothing_to_inspect({}),
      });
    const container = await this.found.load(move.container_id);
    await this.requireFirst(of, container);
    const at = input.at ? new Date(input.at) : (move.done_at ?? new Date());
    // a container may be looked at before its handover is completed, so its arrival is no limit
    throwTogether([refusalOfTime({ ...container, in_at: null }, at, 'at')]);
    const stay_id = move.stay_id ?? stayAt(container, at);
    // the receipt of what is completed states what was seen
    if (of.type === 'interchange' && move.done_at) this.receipts.inspected([of.id]);
    return this.write(container, input, { at, during: move.found_during, stay_id, of });
  }

  /**
   * Writes the inspections that a gate-in takes beside its interchanges. One that names no container is of the only one that
   * the truck hands over. Throws Refused for a container of no interchange.
   */
  async atGateIn(
    visit_id: number,
    { inspection, inspections }: InspectedAtGateIn,
    completed_at: string | null,
  ): Promise<void> {
    const handed = await this.db.query<{ id: number; number: string }>(sql`
      SELECT i.id, c.number FROM interchanges i
      JOIN containers c ON c.organization_id = i.organization_id AND c.id = i.container_id
      WHERE i.organization_id = ${this.db.actor.organization_id} AND i.truck_visit_id = ${visit_id}
      ORDER BY i.id`);
    const inspect = ({ id }: { id: number }, input: CreateInspection) =>
      this.createOf({ type: 'interchange', id }, visit_id, { ...input, at: input.at ?? completed_at });
    if (inspection) {
      const [only, other] = handed;
      if (!only || other)
        throw new Refused({
          code: CONDITION.nothing_to_inspect,
          sentence: CONDITION_SAYS[other ? 'nothing_to_inspect.several' : 'nothing_to_inspect']({}),
          field: 'inspection',
        });
      await inspect(only, inspection);
    }
    for (const [n, { container, ...input }] of (inspections ?? []).entries()) {
      const number = normalizeContainerNumber(container);
      const interchange = handed.find((each) => each.number === number);
      if (!interchange)
        throw new Refused({
          code: CONDITION.nothing_to_inspect,
          sentence: CONDITION_SAYS.nothing_to_inspect({}),
          field: `inspections.${n}.container`,
          records: naming('container', number),
        });
      await inspect(interchange, input);
    }
  }

  /** Corrects the inspection of a handover of a visit, or of a move of a tally. Throws NotFound, and as `update` does. */
  async updateOf(of: Inspected, whole: number, input: UpdateInspection): Promise<Json> {
    const named = await this.db.find(Inspection, { [IDS[of.type]]: of.id });
    if (named) return this.correct(named, input, whole);
    await this.load(of, whole);
    throw new NotFound('Inspection');
  }

  /** Corrects an inspection. Throws NotFound; Conflict once the truck has left or the tally is closed; Refused for a contradiction. */
  async update(id: number, input: UpdateInspection): Promise<Json> {
    const named = await this.db.find(Inspection, { id });
    if (!named) throw new NotFound('Inspection', id);
    return this.correct(named, input);
  }

  /** @param whole the visit or the tally that a path names, which the handover or move has to be of */
  private async correct(named: Columns<Inspection>, input: UpdateInspection, whole?: number): Promise<Json> {
    const { id } = named;
    // the visit or the tally is locked before the container, as by every handover
    for (const type of ['interchange', 'tally_move'] as const) {
      const of = named[IDS[type]];
      if (of) requireCorrectable(id, type, (await this.load({ type, id: of }, whole)).is_over);
    }
    const { number } = await this.found.load(named.container_id);
    const before = (await this.db.find(Inspection, { id }, { lock: true }))!;
    const [found] = await this.db.query<{ count: number }>(sql`
      SELECT count(*)::integer AS count FROM container_damages d
      WHERE d.organization_id = ${this.db.actor.organization_id} AND d.inspection_id = ${id}
        AND d.status <> 'withdrawn'`);
    const known = { container: number, found: found!.count, known: before.known.length };
    if (input.condition) throwTogether([refusalOfCondition(input.condition, known)]);
    if (before.interchange_id) this.receipts.inspected([before.interchange_id]);
    await recordUpdate(this.db, 'inspection.updated', InspectionShow, id, () =>
      inspectionModel.update(this.db, before, input),
    );
    if (input.is_clean) await takeGoodsOfClean(this.db, before.stay_id);
    return this.show(id);
  }

  /** Writes an inspection with its damages. The container is locked. */
  private async write(
    container: DamagedContainer,
    { damages, ...input }: CreateInspection,
    { at, during, stay_id, of }: { at: Date; during: FoundDuring; stay_id: number | null; of?: Inspected },
  ): Promise<Json> {
    const { organization_id, user_id: by_id } = this.db.actor;
    const { id: container_id } = container;
    const [open, last] = await this.db.pipeline(
      row<{ known: number[] }>(sql`
        SELECT coalesce(json_agg(d.sequence ORDER BY d.sequence), '[]'::json) AS known FROM container_damages d
        WHERE d.organization_id = ${organization_id} AND d.container_id = ${container_id} AND d.status = 'open'`),
      row<{ sequence: number }>(sql`
        SELECT coalesce(max(i.sequence), 0) AS sequence FROM inspections i
        WHERE i.organization_id = ${organization_id} AND i.container_id = ${container_id}`),
    );
    const { known } = open!;
    const count = { container: container.number, found: damages?.length ?? 0, known: known.length };
    throwTogether([refusalOfCondition(input.condition, count)]);
    const id = await inspectionModel.create(this.db, {
      ...input,
      at: at.toISOString(),
      container_id,
      sequence: last!.sequence + 1,
      stay_id,
      by_id,
      known,
      ...(of && { [IDS[of.type]]: of.id }),
    });
    await this.found.write(container, damages ?? [], {
      found_at: at,
      found_during: during,
      stay_id,
      inspection_id: id,
      path: (n, field) => `damages.${n}.${field}`,
    });
    await record(this.db, 'inspection.created', InspectionShow, id);
    if (input.is_clean) await takeGoodsOfClean(this.db, stay_id);
    return this.show(id);
  }

  /**
   * Locks the visit or the tally, and reads the handover or move of it.
   * @param whole the visit or the tally that a path names; without it, the move may be undone
   * @throws NotFound
   */
  private async load({ type, id }: Inspected, whole?: number): Promise<Move> {
    const { organization_id } = this.db.actor;
    const statement: Sql =
      type === 'interchange'
        ? sql`
          SELECT i.id, i.container_id, i.stay_id, i.completed_at AS done_at, v.gated_out_at IS NOT NULL AS is_over,
            CASE i.type WHEN 'interchange_in' THEN 'gate_in' ELSE 'gate_out' END AS found_during
          FROM interchanges i
          JOIN truck_visits v ON v.organization_id = i.organization_id AND v.id = i.truck_visit_id
          WHERE i.organization_id = ${organization_id} AND i.id = ${id}
            AND (${whole ?? null}::bigint IS NULL OR v.id = ${whole ?? null}::bigint)
          FOR NO KEY UPDATE OF v`
        : sql`
          SELECT m.id, m.container_id, m.stay_id, m.lifted_at AS done_at, y.closed_at IS NOT NULL AS is_over,
            CASE m.tally_type WHEN 'loading' THEN 'load' ELSE 'discharge' END AS found_during
          FROM tally_moves m
          JOIN tallies y ON y.organization_id = m.organization_id AND y.voyage_id = m.voyage_id
            AND y.tally_type = m.tally_type
          WHERE m.organization_id = ${organization_id} AND m.id = ${id}
            AND (${whole ?? null}::bigint IS NULL OR y.id = ${whole ?? null}::bigint AND m.undone_at IS NULL)
          FOR NO KEY UPDATE OF y`;
    const [move] = await this.db.query<Move>(statement);
    if (!move) throw new NotFound(WHAT[type], id);
    return move;
  }

  /**
   * Refuses a second inspection. One of another container, which the interchange named before, is one apart from it.
   * @throws Conflict as `inspected`
   */
  private async requireFirst(of: Inspected, { id, number }: DamagedContainer): Promise<void> {
    const before = await this.db.find(Inspection, { [IDS[of.type]]: of.id });
    if (!before) return;
    if (before.container_id === id) return requireUninspected(of, before.id, number);
    await this.db.update(Inspection, before.id, { [IDS[of.type]]: null });
  }

  private matching(query: InspectionQuery): Reader {
    return this.db
      .read(InspectionShow)
      .filter(query.condition, (condition) => sql`t.condition = ${condition}`)
      .refersTo('container', key('number', normalizeContainerNumber), query.container_number)
      .since(query.at_from, (from) => sql`t.at >= ${from}`)
      .skewed(query.at_until, (until) => sql`t.at <= ${until}`);
  }
}
