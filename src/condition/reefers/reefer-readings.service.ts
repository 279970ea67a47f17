import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { namedContainer } from '../../cargo/containers/named-container';
import { Db } from '../../common/database/db';
import { among } from '../../common/database/sql/conditions';
import { Invalid, throwTogether } from '../../common/errors/errors';
import { normalizeContainerNumber } from '../../common/iso-6346';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { CreateReeferReading, CreateReeferReadings, ReeferReadingQuery } from './reefer.dto';
import { type ReadContainer, refusalsOf, type Sent, withoutReplaced } from './reefer-reading.rules';
import type { ReeferReadingsWritten } from './reefer-reading.view';
import { ReeferReadingShow } from './reefer-reading.view';
import { watchReadings } from './watched-readings';

/** The most readings of a request. */
const MOST = 1000;

/** A row as it was written. */
interface Written {
  id: number;
  is_new: boolean;
}

/** Readings of reefers: written, and listed for a container. */
@Injectable()
export class ReeferReadingsService {
  constructor(private readonly db: Db) {}

  /** Writes a reading of the container that a path names. Throws NotFound; Invalid; Refused as `refusalsOf` says. */
  async create(idOrNumber: string, input: CreateReeferReading): Promise<Json> {
    const { number } = await namedContainer(this.db, idOrNumber);
    const [written] = await this.write([{ ...input, container_number: number, path: '' }]);
    return this.db
      .read(ReeferReadingShow)
      .where(sql`t.id = ${written!.id}`)
      .orNotFound('Reefer reading', written!.id);
  }

  /** Writes readings of several containers, all or none. Throws Invalid; Refused as `refusalsOf` says. */
  async createAll({ readings }: CreateReeferReadings): Promise<ReeferReadingsWritten> {
    if (!readings.length || readings.length > MOST)
      throw new Invalid({ readings: [`must be from 1 to ${MOST} readings`] });
    const rows = await this.write(readings.map((each, at) => ({ ...each, path: `readings.${at}.` })));
    const written = rows.filter(({ is_new }) => is_new).length;
    return { written, replaced: readings.length - written };
  }

  /** The readings of a container, of all its stays. Throws NotFound. */
  async ofContainer(idOrNumber: string, query: ReeferReadingQuery): Promise<Page> {
    const { id } = await namedContainer(this.db, idOrNumber);
    return this.db
      .read(ReeferReadingShow)
      .where(sql`t.container_id = ${id}`)
      .since(query.at_from, (from) => sql`t.at >= ${from}`)
      .skewed(query.at_until, (until) => sql`t.at <= ${until}`)
      .orders({ at: sql`t.at` })
      .page(query.request());
  }

  /**
   * Writes readings in the order of containers and times, so that two requests wait for each other and lose no deadlock. Of two
   * of one container and time the later one counts, also within a request (decision 962).
   */
  private async write(sent: Sent[]): Promise<Written[]> {
    const { organization_id, user_id } = this.db.actor;
    const now = await this.db.now();
    const containers = await this.load(sent);
    throwTogether(sent.flatMap((reading) => refusalsOf(reading, containers, now)));
    const rows = withoutReplaced(sent, containers, now);
    const written = await this.db.query<Written>(sql`
      INSERT INTO reefer_readings (organization_id, container_id, stay_id, at, set_point, supply, return, ambient, humidity,
        alarm, is_plugged, by)
      SELECT ${organization_id}, v.container_id, v.stay_id, v.at, v.set_point, v.supply, v.return, v.ambient, v.humidity,
        v.alarm, v.is_plugged, coalesce(v.by, (
          SELECT coalesce(nullif(concat_ws(' ', u.firstname, u.lastname), ''), u.email) FROM users u
          WHERE u.organization_id = ${organization_id} AND u.id = ${user_id}::bigint))
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) v(container_id bigint, stay_id bigint, at timestamptz(3),
        set_point numeric, supply numeric, return numeric, ambient numeric, humidity numeric, alarm text, is_plugged boolean,
        by text)
      ORDER BY v.container_id, v.at
      ON CONFLICT (organization_id, container_id, at) DO UPDATE SET stay_id = excluded.stay_id,
        set_point = excluded.set_point, supply = excluded.supply, return = excluded.return, ambient = excluded.ambient,
        humidity = excluded.humidity, alarm = excluded.alarm, is_plugged = excluded.is_plugged, by = excluded.by,
        updated_at = now()
      RETURNING id, created_at = updated_at AS is_new`);
    await watchReadings(this.db, rows);
    return written;
  }

  /** The containers that readings name, by their numbers, each with its stay that is not over. */
  private async load(sent: Sent[]): Promise<Map<string, ReadContainer>> {
    const { organization_id } = this.db.actor;
    const numbers = [
      ...new Set(sent.map(({ container_number }) => normalizeContainerNumber(container_number))),
    ];
    const found = await this.db.query<ReadContainer>(sql`
      SELECT c.id, c.number, s.id AS stay_id, s.in_at FROM containers c
      LEFT JOIN container_stays s ON s.organization_id = ${organization_id} AND s.id = c.stay_id
        AND s.status IN ('announced', 'here')
      WHERE c.organization_id = ${organization_id} AND ${among('c.number', numbers, 'text')}`);
    return new Map(found.map((each) => [each.number, each]));
  }
}
