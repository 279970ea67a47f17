import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { readStays } from '../facts/read-stays';
import { stayFacts } from '../facts/stay-facts';
import { freeTime } from '../pricing/propose';
import { storedPrices } from '../pricing/stored-prices';

/** Tells until when containers leave without storage. */
@Injectable()
export class FreeDaysService {
  constructor(private readonly db: Db) {}

  /** The last free day of the stay that each container shows; without published prices of storage there are none. */
  async of(container_ids: number[]): Promise<ReadonlyMap<number, string | null>> {
    const { organization_id, weight_unit } = this.db.actor;
    const stays = await this.db.query<{ stay_id: number; in_at: Date }>(sql`
      SELECT s.id AS stay_id, s.in_at FROM containers c
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)}
        AND s.in_at IS NOT NULL AND s.status <> 'cancelled'
        AND EXISTS (SELECT FROM charge_codes h
          JOIN tariff_codes t ON t.organization_id = h.organization_id AND t.charge_code_id = h.id
          WHERE h.organization_id = c.organization_id AND h.measure = 'storage' AND h.active)`);
    if (!stays.length) return new Map();
    const first = new Date(Math.min(...stays.map(({ in_at }) => in_at.getTime())));
    const [read, list] = await this.db.pipeline(
      readStays(
        this.db,
        stays.map(({ stay_id }) => stay_id),
      ),
      storedPrices(this.db, sql`${first}::timestamptz::date`),
    );
    return new Map(
      read.map(({ stay, parts }) => [
        stay.container_id,
        freeTime(stayFacts(stay, parts, weight_unit), list)?.last_free_day ?? null,
      ]),
    );
  }
}
