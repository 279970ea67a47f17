import { Injectable } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import sql from 'sql-template-tag';
import { contains, matches } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { VESSEL_TEXTS, type CreateVessel, type UpdateVessel, type VesselQuery } from './vessel.dto';
import { Vessel } from './vessel.entity';
import { VesselShow, VesselWritten } from './vessel.view';
import { vesselModel } from './vessel.write';
import { record, recordUpdate } from '../../common/recording/record';

@Injectable()
export class VesselsService {
  constructor(private readonly db: Db) {}

  list(query: VesselQuery): Promise<Page> {
    return this.db
      .read(VesselShow)
      .filter(query.name, (name) => contains('t.name', name))
      .search(VESSEL_TEXTS, query.q)
      .filter(query.imo, (imo) => sql`t.imo_number = ${imo}`)
      .filter(query.call_sign, (sign) => sql`t.call_sign = ${sign}`)
      .page(query.request());
  }

  /** The first match of: the vessel of this name, of this IMO number, of this name in another case. */
  async show(name: string): Promise<Json> {
    const [vessel] = await this.db.query<{ id: number }>(sql`
      SELECT id FROM vessels
      WHERE organization_id = ${this.db.actor.organization_id}
        AND (${matches('name', name)} OR imo_number = ${name})
      ORDER BY name = ${name} DESC, imo_number IS NOT DISTINCT FROM ${name} DESC, id LIMIT 1`);
    if (!vessel) throw new NotFound('Vessel', name);
    return this.read(VesselShow, vessel.id);
  }

  /** @throws NotFound */
  showById(id: number): Promise<Json> {
    return this.read(VesselShow, id);
  }

  /** @throws Refused when another vessel has the name, call sign or IMO number, or the tiers contradict each other */
  async create(input: CreateVessel): Promise<Json> {
    const id = await vesselModel.create(this.db, input);
    await record(this.db, 'vessel.created', VesselShow, id);
    return this.read(VesselWritten, id);
  }

  /** @throws NotFound, and Refused as `create` does */
  async update(id: number, input: UpdateVessel): Promise<Json> {
    const vessel = await this.db.find(Vessel, { id }, { lock: true });
    if (!vessel) throw new NotFound('Vessel', id);
    await recordUpdate(this.db, 'vessel.updated', VesselShow, id, () =>
      vesselModel.update(this.db, vessel, input),
    );
    return this.read(VesselWritten, id);
  }

  private read(view: Type, id: number): Promise<Json> {
    return this.db.show(view, id, 'Vessel');
  }
}
