import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { byWords } from '../../common/database/sql/counts';
import type { Reader } from '../../common/database/read/reader';
import { key, keyInAnyCase } from '../../common/database/sql/references';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { MOVEMENT_TYPES } from '../containers/container-movement.entity';
import type { MovementCountQuery, MovementQuery } from './movement.dto';
import { MovementShow } from './movement.view';

/** The register of the movements of all containers. */
@Injectable()
export class MovementRegisterService {
  constructor(private readonly db: Db) {}

  list(query: MovementQuery): Promise<Page> {
    return this.matching(query).page(query.request());
  }

  /** How many movements there are of each value. */
  counts(query: MovementCountQuery): Promise<Json> {
    return this.matching(query).counts(query.by, byWords('movement_type', MOVEMENT_TYPES));
  }

  private matching(query: MovementQuery): Reader {
    return this.db
      .read(MovementShow)
      .since(query.moved_from, (from) => sql`t.moved_at >= ${from}`)
      .skewed(query.moved_until, (until) => sql`t.moved_at <= ${until}`)
      .since(query.from, (from) => sql`t.moved_at >= ${from}`)
      .skewed(query.until, (until) => sql`t.moved_at <= ${until}`)
      .filter(query.movement_type, (type) => sql`t.movement_type = ${type}`)
      .refersTo('container', key('number', normalizeContainerNumber), query.container_number)
      .refersTo('voyage', keyInAnyCase('number'), query.voyage_number)
      .filter(query.truck_visit_id, (id) => sql`t.truck_visit_id = ${id}`);
  }
}
