import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { key, keyInAnyCase } from '../../common/database/references';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Page } from '../../common/pagination/page';
import type { MovementQuery } from './movement.dto';
import { MovementShow } from './movement.view';

/** The register of the movements of all containers. */
@Injectable()
export class MovementRegisterService {
  constructor(private readonly db: Db) {}

  list(query: MovementQuery): Promise<Page> {
    return this.db
      .read(MovementShow)
      .since(query.moved_from, (from) => sql`t.moved_at >= ${from}`)
      .skewed(query.moved_until, (until) => sql`t.moved_at <= ${until}`)
      .since(query.from, (from) => sql`t.moved_at >= ${from}`)
      .skewed(query.until, (until) => sql`t.moved_at <= ${until}`)
      .filter(query.movement_type, (type) => sql`t.movement_type = ${type}`)
      .refersTo('container', key('number', normalizeContainerNumber), query.container_number)
      .refersTo('voyage', keyInAnyCase('number'), query.voyage_number)
      .filter(query.truck_visit_id, (id) => sql`t.truck_visit_id = ${id}`)
      .page(query.request());
  }
}
