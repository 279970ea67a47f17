import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { namedContainer } from '../../cargo/containers/named-container';
import { Db } from '../../common/database/db';
import { FileAnswer } from '../../common/file-answer';
import { isTheirs } from '../../common/party-wall/party-wall';
import type { ReeferPlotQuery } from './reefer.dto';
import { drawReadings, type PlottedReading } from './reefer-plot';
import { ReeferReading } from './reefer-reading.entity';

const HOUR_MS = 3_600_000;
/** What a picture shows. */
const SPAN_MS = 14 * 24 * HOUR_MS;
/** The most readings that are drawn: the latest; one a minute for 14 days. */
const MOST = 20_160;
/** A reefer that is read by hand is read three times a day at least. */
const GAP_HOURS = 8;

/** Draws the readings of reefers. */
@Injectable()
export class ReeferPlotService {
  constructor(private readonly db: Db) {}

  /** The picture of 14 days of the container that a path names; a party sees its own stays. Throws NotFound. */
  async picture(idOrNumber: string, { until: end }: ReeferPlotQuery): Promise<FileAnswer> {
    const { actor, dataSource } = this.db;
    const { id, number } = await namedContainer(this.db, idOrNumber);
    const until = (end ? new Date(end) : await this.db.now()).getTime();
    const from = until - SPAN_MS;
    const readings = await this.db.query<PlottedReading>(sql`
      SELECT (extract(epoch FROM r.at) * 1000)::float8 AS at,
        coalesce(r.set_point, s.reefer_set_point_temperature)::float8 AS set_point, r.supply::float8 AS supply,
        ${raw('r.return')}::float8 AS return, r.alarm
      FROM reefer_readings r
      JOIN container_stays s ON s.organization_id = ${actor.organization_id} AND s.id = r.stay_id
      WHERE r.organization_id = ${actor.organization_id} AND r.container_id = ${id} AND r.at >= ${new Date(from)}
        AND r.at <= ${new Date(until)} AND ${isTheirs(dataSource, ReeferReading, 'r', actor)}
      ORDER BY r.at DESC LIMIT ${MOST}`);
    const svg = drawReadings({
      number,
      readings: readings.reverse(),
      from,
      until,
      zone: actor.time_zone,
      gap: GAP_HOURS * HOUR_MS,
    });
    return new FileAnswer('image/svg+xml', svg, `readings-${number}.svg`);
  }
}
