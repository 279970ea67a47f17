import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { NotFound } from '../../common/errors/errors';
import { FlexFieldsService } from '../../common/flex-fields/flex-fields.service';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { PageQuery } from '../../common/pagination/page-query';
import { Chassis } from '../chassis/chassis.kind';
import { Container } from '../containers/container.kind';
import { LocationsService } from '../../places/locations/locations.service';
import type { CreateGenset, UpdateGenset } from './genset.dto';
import { Genset } from './genset.entity';
import { GensetShow } from './genset.view';
import type { Columns, Values } from '../../common/schema/columns';

@Injectable()
export class GensetsService {
  constructor(
    private readonly db: Db,
    private readonly locations: LocationsService,
    private readonly flexFields: FlexFieldsService,
  ) {}

  list(query: PageQuery): Promise<Page> {
    return this.db.read(GensetShow).page(query.request());
  }

  /** @throws NotFound */
  show(number: string): Promise<Json> {
    return this.db
      .read(GensetShow)
      .where(sql`t.number = ${number}`)
      .orNotFound(`Genset '${number}'`);
  }

  /** @throws Refused when the number is taken, or what the genset refers to is unknown */
  async create(input: CreateGenset): Promise<Json> {
    const created_by_id = this.db.actor.user_id;
    await this.db.insert(Genset, { ...(await this.columns(input)), created_by_id });
    return this.show(input.number);
  }

  /** @throws NotFound, and Refused when the number is taken, or what the genset refers to is unknown */
  async update(number: string, input: UpdateGenset): Promise<Json> {
    // the update merges, so that another one must wait
    const genset = await this.db.find(Genset, { number }, { lock: true });
    if (!genset) throw new NotFound(`Genset '${number}'`);
    await this.db.update(Genset, genset.id, await this.columns(input, genset));
    return this.show(input.number ?? number);
  }

  /** The columns that a request writes; `genset` is the one it updates. */
  private async columns(input: UpdateGenset, genset?: Columns<Genset>): Promise<Values<Genset>> {
    const {
      container,
      chassis: _chassis,
      current_location_type,
      current_location_id,
      flex_fields,
      ...columns
    } = input;
    const location = { current_location_type, current_location_id };
    const containerNumber = container && normalizeContainerNumber(container);
    return {
      ...columns,
      ...(await this.locations.columnsById(location, genset)),
      container_id: await this.db.idOf(Container, 'number', containerNumber, 'container'),
      chassis_id: await this.db.reference(Chassis, 'number', 'chassis', input),
      flex_fields: await this.flexFields.merge('genset', genset?.flex_fields ?? {}, flex_fields),
      updated_by_id: this.db.actor.user_id,
    };
  }
}
