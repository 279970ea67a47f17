import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import type { CostsOfContainers, FoundCost } from '../../gate/availability/leaving-costs';
import { ms } from '../facts/sql-times';
import { ReleaseService, type StayRelease } from '../previews/release.service';
import { paidThrough } from '../previews/release.rules';
import { type Instant, localDays } from '../pricing/local-days';
import { reasonsOf } from './reasons-of';

/** The stay that a container shows, and what is kept of its release. */
interface Shown {
  container_id: number;
  number: string;
  stay_id: number;
  is_here: boolean;
  in_at: Instant;
  is_kept: boolean;
  last_free_day: string | null;
  settled_until: Instant | null;
}

/**
 * What leaving costs containers, for who looks at it (decision 823): what is kept of stays that no mark speaks of, the others
 * calculated. The gate calculates all in its own transaction.
 */
@Injectable()
export class ShownCosts {
  constructor(
    private readonly db: Db,
    private readonly release: ReleaseService,
  ) {}

  /** What leaving costs the stay that each container shows. Without published tariffs nothing does. */
  ofContainers(container_ids: number[]): Query<() => Promise<CostsOfContainers>> {
    const { organization_id } = this.db.actor;
    return rows<Shown>(sql`
      SELECT c.id AS container_id, c.number, s.id AS stay_id, s.status = 'here' AS is_here, ${raw(ms('s.in_at'))} AS in_at,
        k.id IS NOT NULL AND NOT has_release_mark(${organization_id}, k.stay_id) AS is_kept, k.last_free_day::text, ${raw(ms('k.settled_until'))} AS settled_until
      FROM containers c
      JOIN container_stays s ON s.organization_id = c.organization_id AND s.id = c.stay_id
      LEFT JOIN stay_releases k ON k.organization_id = s.organization_id AND k.stay_id = s.id AND s.status = 'here'
        AND k.is_exact AND k.valid_until > clock_timestamp()
      WHERE c.organization_id = ${organization_id} AND ${among('c.id', container_ids)}
        AND s.in_at IS NOT NULL AND s.status <> 'cancelled'
        AND EXISTS (SELECT FROM tariff_codes t WHERE t.organization_id = ${organization_id})`).map(
      (shown) => () => this.completed(shown),
    );
  }

  private async completed(shown: Shown[]): Promise<CostsOfContainers> {
    const others = shown.filter(({ is_kept }) => !is_kept);
    const calculated = await this.release.of(others.map(({ stay_id }) => stay_id));
    const releases = [
      ...calculated,
      ...shown.filter(({ is_kept }) => is_kept).map((each) => this.kept(each)),
    ];
    const found = new Map(releases.map((release) => [release.stay_id, release]));
    return new Map(
      shown.flatMap((stay) => {
        const release = found.get(stay.stay_id);
        return release ? [[stay.container_id, this.cost(release, stay)]] : [];
      }),
    );
  }

  private cost(release: Found, { is_here, ...stay }: Shown): FoundCost {
    const { last_free_day, paid_through, charges_due } = release;
    const isApplied = is_here && this.db.actor.release_needs_charges;
    return { last_free_day, paid_through, charges_due, reasons: isApplied ? reasonsOf(release, stay) : [] };
  }

  /** What was kept as of now. A stay with a limit or of unknown costs is not exact. */
  private kept({ stay_id, container_id, last_free_day, settled_until, in_at }: Shown): Found {
    return {
      stay_id,
      container_id,
      last_free_day,
      settled_until,
      paid_through:
        settled_until === null ? null : paidThrough(settled_until, in_at, localDays(this.db.actor.time_zone)),
      charges_due: settled_until !== null && settled_until <= Date.now(),
      charges_unknown: false,
      due_by_limit: false,
      limits: [],
    };
  }
}

type Found = Omit<StayRelease, 'kept'>;
