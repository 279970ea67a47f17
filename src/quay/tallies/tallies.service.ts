import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { LoadList } from '../../cargo/load-lists/load-list.kind';
import { Manifest } from '../../cargo/manifests/manifest.entity';
import { Db } from '../../common/database/db';
import { NotFound, Refused, naming } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import { VoyagesService } from '../../voyages/voyages/voyages.service';
import { TALLY_TYPES, TallyType } from './tally-words';
import type { UpdateTally } from './tally.dto';
import { Tally } from './tally.entity';
import { TallyCreated, TallySheet, TallyShow } from './tally.view';
import { tallyModel } from './tally.write';
import { record, recordUpdate } from '../../common/recording/record';
import { type Code, COMMON } from '../../common/errors/codes';
import { QUAY } from '../quay.codes';

/** The document that a voyage needs for each type of tally (decision 32). */
const SOURCES: Record<TallyType, string> = { discharge: 'manifest', loading: 'load list' };

@Injectable()
export class TalliesService {
  constructor(
    private readonly db: Db,
    private readonly voyages: VoyagesService,
  ) {}

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
    const voyage_id = (await this.voyages.find(voyage_number, { lock: true })).id;
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
    const by = input.closed_at && { closed_by_id: this.db.actor.user_id };
    await recordUpdate(this.db, 'tally.updated', TallyShow, id, () =>
      tallyModel.update(this.db, tally, { ...input, ...by }),
    );
    return this.db.show(TallyShow, id, 'Tally');
  }

  /** The requested types of tally whose document the voyage has. Throws Refused when there is none. */
  private async countable(voyage_id: number, asked: TallyType | null | undefined): Promise<TallyType[]> {
    const has: Record<TallyType, boolean> = {
      discharge: (await this.db.find(Manifest, { voyage_id })) !== null,
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
