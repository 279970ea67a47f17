import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Json } from '../../common/json';
import { HeldCargoService } from '../held/held-cargo.service';
import { hasPackagesLeft } from '../packing-list-items/packages';
import { type LoadedEmptying, refusalToEmpty, timeOfEmptying } from './container-emptying.rules';
import { ContainersService } from './containers.service';
import { emptyContainers } from './emptying';
import { LAST_MOVED_AT } from './last-moved';

/** Makes containers empty whose packages are not known. */
@Injectable()
export class ContainerEmptyingService {
  constructor(
    private readonly db: Db,
    private readonly containers: ContainersService,
    private readonly held: HeldCargoService,
  ) {}

  /**
   * Notes that a container was emptied, now unless a time is given (decision 431).
   * @throws NotFound; Refused with every reason of `refusalToEmpty`
   */
  async empty(idOrNumber: string, at: string | null | undefined): Promise<Json> {
    const loaded = await this.load(idOrNumber);
    const failure = refusalToEmpty(loaded, at);
    if (failure) throw failure;
    await emptyContainers(this.db, [{ container_id: loaded.id, at: timeOfEmptying(loaded, at) }]);
    return this.containers.show(loaded.number);
  }

  /** Locks the container, those around it and its bills. */
  private async load(idOrNumber: string): Promise<LoadedEmptying> {
    const { id } = await this.containers.locked(idOrNumber);
    const held = await this.held.among('container', [id], 'taken out');
    const [container] = await this.db.query<Omit<LoadedEmptying, 'held'>>(sql`
      SELECT c.id, c.number, c.container_status, s.status IS NOT DISTINCT FROM 'here' AS here, s.in_at,
        ${LAST_MOVED_AT} AS last_moved_at, clock_timestamp() AS now,
        (SELECT i.reference_number FROM packing_list_items i
          WHERE i.organization_id = c.organization_id AND i.container_id = c.id AND i.stay_id = c.stay_id
            AND ${raw(hasPackagesLeft('i'))}
          ORDER BY i.id LIMIT 1) AS packed
      FROM containers c
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.id = ${id}`);
    return { ...container!, held: held.has(id) };
  }
}
