import { Injectable, Logger } from '@nestjs/common';
import { Db } from '../../common/database/db';
import { stackOf } from '../../common/errors/stack-of';
import { mapOneATurn } from '../../common/turns';
import { chargedAlready } from '../charges/cover';
import { withPartPayments } from '../charges/part-payments';
import { ordersOfRelease } from '../facts/read-orders';
import { readStays } from '../facts/read-stays';
import { stayFacts } from '../facts/stay-facts';
import { type Instant, localDays } from '../pricing/local-days';
import { freeTime } from '../pricing/propose';
import { storedPrices } from '../pricing/stored-prices';
import { customersOf } from './customers-of';
import { payersIn } from './payers-in';
import {
  holdsUntil,
  isExact,
  type Release,
  UNKNOWN_FOR,
  releaseOf,
  UNKNOWN,
  unreleased,
} from './release.rules';
import { chargesOfRelease, factsOfOrder, releasedSubjects, releaseSince } from './release-subjects';

/** The release of a stay by its charges, and its free time. */
export interface StayRelease extends Release {
  stay_id: number;
  container_id: number;
  last_free_day: string | null;
  /** Until when it holds unless something changes, and whether it is found again until then; reckoned where it is kept. */
  kept: () => { validUntil: Instant; isExact: boolean };
}

/** Tells until when containers leave without storage, and with everything of their release settled. */
@Injectable()
export class ReleaseService {
  private readonly logger = new Logger('Release');

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
    const already = chargedAlready(await withPartPayments(this.db, stated));
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
    return mapOneATurn(found, ({ stay, facts, payers, subjects }) => {
      const { id: stay_id, container_id, in_at, out_at } = stay;
      return this.orUnknown({ stay_id, container_id }, facts.label, () => {
        const last_free_day = freeTime(facts, list)?.last_free_day ?? null;
        if (out_at === null) {
          const times = { came: in_at!, now, days: localDays(time_zone) };
          const release = releaseOf(subjects, list, known, times);
          const kept = () => ({
            validUntil: holdsUntil(subjects, list, release, times),
            isExact: isExact(subjects, list, known, release, { ...times, payers }),
          });
          return { last_free_day, ...release, kept };
        }
        const { items, isUnknown, due_by_limit, limits } = unreleased(subjects, list, known, out_at, now);
        return {
          last_free_day,
          settled_until: null,
          paid_through: null,
          charges_due: items.length > 0,
          charges_unknown: isUnknown,
          due_by_limit,
          limits,
          kept: () => ({ validUntil: now, isExact: false }),
        };
      });
    });
  }

  /** What a calculation finds. One that fails is logged, and no question about the gate fails with it. */
  private orUnknown(
    key: Pick<StayRelease, 'stay_id' | 'container_id'>,
    label: string,
    find: () => Omit<StayRelease, keyof typeof key>,
  ): StayRelease {
    try {
      return { ...key, ...find() };
    } catch (error) {
      const { organization_id } = this.db.actor;
      this.logger.error(
        `The charges of ${label} of organization ${organization_id} could not be calculated: ${stackOf(error)}`,
      );
      const kept = () => ({ validUntil: Date.now() + UNKNOWN_FOR, isExact: false });
      return { ...key, last_free_day: null, ...UNKNOWN, kept };
    }
  }
}
