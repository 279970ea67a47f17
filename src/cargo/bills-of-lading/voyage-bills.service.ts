import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import type { Type } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { key, many } from '../../common/database/sql/references';
import type { Reader } from '../../common/database/read/reader';
import { NotFound } from '../../common/errors/errors';
import type { Json, JsonParts } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { OptionalPageQuery } from '../../common/pagination/page-query';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import type { VoyageBillQuery } from './voyage-bill.dto';
import { VoyageBillItem, VoyageBillShow } from './voyage-bill.view';

/** The bills of lading of all manifests of a voyage, with their cargo. */
@Injectable()
export class VoyageBillsService {
  constructor(private readonly db: Db) {}

  /** @throws NotFound when there is no such voyage */
  async list(voyage_number: string, query: OptionalPageQuery): Promise<JsonParts | Page> {
    const bills = await this.read(VoyageBillItem, voyage_number);
    return query.isPaged() ? bills.page(query.request()) : bills.stream();
  }

  /**
   * The bill with this number; the older one, if two manifests have it and the query names none.
   * @throws NotFound
   */
  async show(voyage_number: string, number: string, query: VoyageBillQuery): Promise<Json> {
    const bills = await this.read(VoyageBillShow, voyage_number);
    return bills
      .where(sql`t.number = ${number}`)
      .refersTo('manifest', 'client_identifier', query.manifest_client_identifier)
      .orNotFound('Bill of lading', number);
  }

  private async read(view: Type, voyage_number: string): Promise<Reader> {
    const voyage = await this.db.find(Voyage, { number: voyage_number });
    if (!voyage) throw new NotFound('Voyage', voyage_number);
    return this.db.read(view).refersTo('manifest', many(key('voyage_id')), voyage.id);
  }
}
