import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { mapOneATurn } from '../../common/turns';
import type { LeavingCost } from '../../gate/availability/leaving-costs';
import { chargedAlready } from '../charges/cover';
import { ordersOfRelease } from '../facts/read-orders';
import { readStays } from '../facts/read-stays';
import { stayFacts } from '../facts/stay-facts';
import { localDays } from '../pricing/local-days';
import { freeTime } from '../pricing/propose';
import { storedPrices } from '../pricing/stored-prices';
import { customersOf } from './customers-of';
import { payersIn } from './payers-in';
import { type Release, releaseOf, unreleased } from './release.rules';
import { chargesOfRelease, factsOfOrder, releasedSubjects, releaseSince } from './release-subjects';

/** The release of a stay by its charges, and its free time. */
export interface StayRelease extends Release {
  stay_id: number;
  container_id: number;
  last_free_day: string | null;
}

/** Tells until when containers leave without storage, and with everything of their release settled. */
@Injectable()
export class ReleaseService {
  constructor(private readonly db: Db) {}

  /**
   * What of the release of stays is settled, reckoned from what they cost now: their own charges, and those of the orders
   * for them, their bills and their bookings. It asks as much for a hundred stays as for one, writes nothing, and waits
   * for nobody. Stays that were cancelled or have not begun are left out.
   */
  async of(stay_ids: number[]): Promise<StayRelease[]> {
    if (!stay_ids.length) return [];
    const { organization_id, weight_unit, time_zone } = this.db.actor;
    const [stays, orders, stated, list] = await this.db.pipeline(
      readStays(this.db, stay_ids),
      ordersOfRelease(this.db, stay_ids),
      chargesOfRelease(this.db, stay_ids),
      storedPrices(this.db, releaseSince(organization_id, stay_ids)),
    );
    const already = chargedAlready(stated);
    const found = stays.map((read) => {
      const own = orders.filter((order) => order.stays.includes(read.stay.id));
      const facts = stayFacts(read.stay, read.parts, weight_unit);
      const payers = [facts, ...own.map((order) => factsOfOrder(order, read.stay, facts))].flatMap(payersIn);
      return { stay: read.stay, facts, payers, subjects: releasedSubjects(read, own, already, weight_unit) };
    });
    const accounts = await this.db.run(
      customersOf(
        this.db,
        found.flatMap(({ payers }) => payers),
      ),
    );
    const known = new Map(accounts.map((account) => [account.key, account]));
    const now = Date.now();
    return mapOneATurn(found, ({ stay, facts, subjects }) => {
      const { id: stay_id, container_id, in_at, out_at } = stay;
      const release: Release =
        out_at === null
          ? releaseOf(subjects, list, known, { came: in_at!, now, days: localDays(time_zone) })
          : {
              settled_until: null,
              paid_through: null,
              charges_due: unreleased(subjects, list, known, out_at).length > 0,
            };
      const last_free_day = freeTime(facts, list)?.last_free_day ?? null;
      return { stay_id, container_id, last_free_day, ...release };
    });
  }

  /** What leaving costs the stay that each container shows. Without charge codes nothing does. */
  async ofContainers(container_ids: number[]): Promise<ReadonlyMap<number, LeavingCost>> {
    const stays = await this.db.query<{ stay_id: number }>(sql`
      SELECT s.id AS stay_id FROM containers c
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      WHERE c.organization_id = ${this.db.actor.organization_id} AND ${among('c.id', container_ids)}
        AND s.in_at IS NOT NULL AND s.status <> 'cancelled'
        AND EXISTS (SELECT FROM tariff_codes t WHERE t.organization_id = c.organization_id)`);
    const released = await this.of(stays.map(({ stay_id }) => stay_id));
    return new Map(released.map((each) => [each.container_id, each]));
  }
}
