import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { DischargeList } from '../../cargo/discharge-lists/discharge-list.kind';
import { LoadList } from '../../cargo/load-lists/load-list.kind';
import { Manifest } from '../../cargo/manifests/manifest.entity';
import { Db } from '../../common/database/db';
import { NotFound, Refused, naming } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { VoyagesService } from '../../voyages/voyages/voyages.service';
import type { Page } from '../../common/pagination/page';
import { ClosingService } from './closing.service';
import { catchUp, caughtUp } from './tally-items';
import { TallyItemShow } from './tally-item.view';
import { TALLY_TYPES, TallyType } from './tally-words';
import type { TalliesQuery, TallyItemQuery, UpdateTally } from './tally.dto';
import { Tally } from './tally.entity';
import { TallyCreated, TallySheet, TallyShow } from './tally.view';
import { tallyModel } from './tally.write';
import { record, recordUpdate } from '../../common/recording/record';
import { type Code, COMMON } from '../../common/errors/codes';
import { QUAY, refusalOfCancelled } from '../quay.codes';

/** The document that a voyage needs for each type of tally (decision 32). A discharge list does as well as a manifest. */
const SOURCES: Record<TallyType, string> = { discharge: 'manifest', loading: 'load list' };

/** SQL: whether the item `t` is in a state. The tally says whether what is missing is open or short. */
const IS_MISSING = sql`t.done_quantity < t.quantity AND EXISTS (
  SELECT FROM tallies y WHERE y.organization_id = t.organization_id AND y.id = t.tally_id AND y.closed_at IS`;
const IN_STATUS: Record<NonNullable<TallyItemQuery['status']>, Sql> = {
  open: sql`${IS_MISSING} NULL)`,
  short: sql`${IS_MISSING} NOT NULL)`,
  done: sql`NOT t.beyond AND t.done_quantity >= t.quantity`,
  over: sql`t.beyond`,
  expected: sql`NOT t.beyond`,
};

@Injectable()
export class TalliesService {
  constructor(
    private readonly db: Db,
    private readonly voyages: VoyagesService,
    private readonly closing: ClosingService,
  ) {}

  /** @throws NotFound for an unknown voyage */
  list(query: TalliesQuery): Promise<Page> {
    return this.db
      .read(TallyShow)
      .refersTo('voyage', 'number', query.voyage_number)
      .filter(query.tally_type, (type) => sql`t.tally_type = ${type}`)
      .skewed(query.closed, (closed) => (closed ? sql`t.closed_at IS NOT NULL` : sql`t.closed_at IS NULL`))
      .page(query.request());
  }

  /** @throws NotFound */
  showById(id: number): Promise<Json> {
    return this.db.show(TallyShow, id, 'Tally');
  }

  /**
   * What the tally expects and has counted. The items of an open tally catch up with the lists first.
   * @throws NotFound
   */
  async items(id: number, query: TallyItemQuery): Promise<Page> {
    const [tally] = await this.db.run(caughtUp(this.db, id));
    if (!tally) throw new NotFound('Tally', id);
    return this.db
      .read(TallyItemShow)
      .where(sql`t.tally_id = ${id}`)
      .skewed(query.status, (status) => IN_STATUS[status])
      .page(query.request());
  }

  /**
   * The voyage's tally of this type. Without a type: the tally with the latest move, or else the newest.
   * @throws NotFound
   */
  async show(voyage_number: string, tally_type: TallyType | undefined): Promise<Json> {
    const voyage = await this.voyages.find(voyage_number);
    const [tally] = await this.db.query<{ id: number }>(sql`
      SELECT t.id FROM tallies t
      WHERE t.organization_id = ${this.db.actor.organization_id} AND t.voyage_id = ${voyage.id}
        AND t.tally_type = coalesce(${tally_type}, t.tally_type)
      ORDER BY (
        SELECT max(m.id) FROM tally_moves m
        WHERE m.organization_id = t.organization_id AND m.voyage_id = t.voyage_id AND m.tally_type = t.tally_type
          AND m.undone_at IS NULL
      ) DESC NULLS LAST, t.id DESC LIMIT 1`);
    if (!tally)
      throw new NotFound(`A ${tally_type ? `${tally_type} ` : ''}tally of voyage`, voyage_number, {
        records: naming('voyage', voyage_number),
      });
    return this.db.show(TallySheet, tally.id, 'Tally');
  }

  /**
   * Creates the tally of this type. Without a type: one for each document that the voyage has.
   * @throws NotFound, and Refused when the voyage has no such document or already has the tally
   */
  async create(voyage_number: string, tally_type: TallyType | null | undefined): Promise<Json> {
    // Lock before reading, so that no manifest is deleted and no other request creates a tally meanwhile.
    const { id: voyage_id, cancelled } = await this.voyages.find(voyage_number, { lock: true });
    if (cancelled) throw new Refused(refusalOfCancelled(voyage_number));
    const types = await this.countable(voyage_id, tally_type);
    for (const tally of await this.db.findAll(Tally, { voyage_id }))
      if (types.includes(tally.tally_type))
        throw refused(
          COMMON.taken,
          `Voyage '${voyage_number}' has a ${tally.tally_type} tally already.`,
          voyage_number,
        );
    const created_by_id = this.db.actor.user_id;
    const ids = await this.db.insertAll(
      Tally,
      types.map((each) => ({ voyage_id, tally_type: each, created_by_id })),
    );
    await this.db.pipeline(...ids.map(catchUp));
    await record(this.db, 'tally.created', TallyShow, ids);
    return this.db.read(TallyCreated).where(among('t.id', ids)).all();
  }

  /**
   * Updates a tally. Closing it records the user as the one who closed it.
   * @throws NotFound, and Refused as its model does
   */
  async update(id: number, input: UpdateTally): Promise<Json> {
    const tally = await this.db.find(Tally, { id }, { lock: true });
    if (!tally) throw new NotFound('Tally', id);
    // A closed tally is frozen, so its items catch up before. A closing of a closed one changes nothing.
    const closes = input.closed_at && !tally.closed_at ? input.closed_at : undefined;
    if (closes) await this.db.run(catchUp(id));
    const changes = input.closed_at && !closes ? { ...input, closed_at: undefined } : input;
    await recordUpdate(this.db, 'tally.updated', TallyShow, id, async () => {
      await tallyModel.update(this.db, tally, changes);
      if (closes) await this.closing.closeAt({ id }, closes);
    });
    return this.db.show(TallyShow, id, 'Tally');
  }

  /** The requested types of tally whose document the voyage has. Throws Refused when there is none. */
  private async countable(voyage_id: number, asked: TallyType | null | undefined): Promise<TallyType[]> {
    const has: Record<TallyType, boolean> = {
      discharge:
        (await this.db.find(Manifest, { voyage_id })) !== null ||
        (await this.db.find(DischargeList, { voyage_id })) !== null,
      loading: (await this.db.find(LoadList, { voyage_id })) !== null,
    };
    const types = TALLY_TYPES.filter((type) => has[type] && (!asked || asked === type));
    if (types.length) return types;
    const missing = asked ? SOURCES[asked] : Object.values(SOURCES).join(' or ');
    throw refused(QUAY.nothing_to_tally, `The voyage has no ${missing}.`);
  }
}

function refused(code: Code, sentence: string, ...voyages: string[]): Refused {
  return new Refused({ code, sentence, field: 'tally.tally_type', records: naming('voyage', ...voyages) });
}
