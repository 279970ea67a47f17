import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Refused, naming } from '../../common/errors/errors';
import { isToCome } from '../../common/input/times';
import type { Json } from '../../common/json';
import { ContainersService } from './containers.service';
import { LAST_MOVED_AT } from './last-moved';
import { refusalOfEarlier, timeOfUndated } from './movement-time.rules';
import { PlugAction, ReeferPlugMovement } from './reefer-plug-movement.entity';
import { PLUG_TO_COME } from './reefer-plug-movement.write';
import { IS_HERE_IN_STAY } from '../stays/whereabouts';
import { record } from '../../common/recording/record';
import { ContainerShow } from './container.view';
import { COMMON } from '../../common/errors/codes';
import { CARGO_SAYS } from '../cargo.sentences';
import { CARGO } from '../cargo.codes';

/** Records when containers are connected to power and disconnected. */
@Injectable()
export class ReeferPlugsService {
  constructor(
    private readonly db: Db,
    private readonly containers: ContainersService,
  ) {}

  /**
   * Records that a container is plugged in or out, now unless a time is given.
   * @throws NotFound; Refused when the container is in that state already, when the time is in the future, before
   *   the last movement of the container or before that of the plug, and for a plug-in when the container is not at the terminal, or was not at that time
   */
  async plug(idOrNumber: string, action: PlugAction, at: string | null | undefined): Promise<Json> {
    const { id, number, stay_id } = await this.containers.locked(idOrNumber);
    if (at && isToCome(at))
      throw new Refused({
        code: COMMON.time_to_come,
        sentence: PLUG_TO_COME,
        field: 'at',
      });
    const now = await this.whereabouts(id);
    const early = at && refusalOfEarlier(new Date(at), [{ number, ...now }], 'at');
    if (early) throw new Refused(early);
    if (action === 'plug_in') this.requireHere(number, now, at);
    const [last] = await this.db.query<Pick<ReeferPlugMovement, 'plug_action' | 'plug_action_at'>>(sql`
      SELECT plug_action, plug_action_at FROM reefer_plug_movements
      WHERE organization_id = ${this.db.actor.organization_id} AND container_id = ${id}
        AND stay_id IS NOT DISTINCT FROM ${stay_id}::bigint
      ORDER BY plug_action_at DESC, id DESC LIMIT 1`);
    if (last?.plug_action === action && action === 'plug_in')
      throw new Refused({
        code: CARGO.plugged_in,
        sentence: `Container '${number}' is plugged in already.`,
        records: naming('container', number),
      });
    if (last?.plug_action !== 'plug_in' && action === 'plug_out')
      throw new Refused({
        code: CARGO.not_plugged_in,
        sentence: `Container '${number}' is not plugged in.`,
        records: naming('container', number),
      });
    const plug_action_at = at ? new Date(at) : timeOfUndated(now.at, last?.plug_action_at, now.last_moved_at);
    if (last && plug_action_at < last.plug_action_at)
      throw new Refused({
        code: COMMON.out_of_sequence,
        sentence: 'A plug is not moved before it was moved last.',
        field: 'at',
      });
    await this.db.insert(ReeferPlugMovement, { container_id: id, plug_action: action, plug_action_at });
    const type = action === 'plug_in' ? 'container.plugged_in' : 'container.plugged_out';
    await record(this.db, type, ContainerShow, id, plug_action_at);
    return this.containers.show(number);
  }

  private async whereabouts(id: number): Promise<Whereabouts> {
    const [found] = await this.db.query<Whereabouts>(sql`
      SELECT ${IS_HERE_IN_STAY} AS here, CASE WHEN s.arrived_by IS NOT NULL THEN s.in_at END AS came_at,
        ${LAST_MOVED_AT} AS last_moved_at, clock_timestamp() AS at
      FROM containers c
      LEFT JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      WHERE c.organization_id = ${this.db.actor.organization_id} AND c.id = ${id}`);
    return found!;
  }

  /**
   * Requires that the container is at the terminal, and that it had arrived at the given time.
   * @throws Refused
   */
  private requireHere(number: string, { here, came_at }: Whereabouts, at: string | null | undefined): void {
    if (!here)
      throw new Refused({
        code: CARGO.container_not_at_terminal,
        sentence: CARGO_SAYS.container_not_at_terminal({ container: number }),
        records: naming('container', number),
      });
    if (at && came_at && new Date(at) < came_at)
      throw new Refused({
        code: COMMON.out_of_sequence,
        sentence: `Container '${number}' was not at the terminal yet at this time.`,
        field: 'at',
        records: naming('container', number),
      });
  }
}

/** Where a container is, when it came and when it was moved last, as of a time. */
interface Whereabouts {
  here: boolean;
  /** Null for a stay without `arrived_by`: it begins when it was entered, and its arrival is not known. */
  came_at: Date | null;
  last_moved_at: Date | null;
  at: Date;
}
