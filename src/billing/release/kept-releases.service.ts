import { Injectable } from '@nestjs/common';
import sql, { type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { effect, rows } from '../../common/database/sql/query';
import { Background } from '../../common/database/write/background';
import { Unavailable } from '../../common/errors/database-errors';
import { ReleaseService, type StayRelease } from '../previews/release.service';

/** The interval of the search for marks, in milliseconds. */
const EVERY_MS = 2_000;
/** How many stays one transaction reckons. */
const BATCH = 200;
/** The most stays that a request reckons itself, because marks for them wait. */
const MOST_WAITING = 500;

/** Whether something keeps a container: it is due by now, or cannot be reckoned. */
const isKept = ({ charges_due, charges_unknown }: StayRelease) => charges_due || charges_unknown;

/**
 * Keeps what is due of the stays that are here, so that lists can ask it of ten thousand (decision 882) and availability shows it
 * (decision 823). What marks speak of is reckoned anew beside requests; a request that comes before reckons these itself. The gate
 * asks nothing of it.
 */
@Injectable()
export class KeptReleases {
  constructor(
    private readonly background: Background,
    private readonly db: Db,
    private readonly release: ReleaseService,
  ) {
    background.repeat('Reckoning what is due', EVERY_MS, () => this.refreshAll());
  }

  /**
   * SQL: the ids of the stays here of which something is due, or cannot be reckoned.
   * @throws Unavailable while more than 500 stays are to be reckoned anew
   */
  async kept(): Promise<Sql> {
    const { organization_id } = this.db.actor;
    const waiting = (
      await this.db.query<{ stay_id: number }>(sql`
        SELECT m.stay_id FROM stays_of_release_marks(${organization_id}) m
        UNION
        SELECT k.stay_id FROM stay_releases k
        WHERE k.organization_id = ${organization_id} AND k.valid_until <= clock_timestamp()
        LIMIT ${MOST_WAITING + 1}`)
    ).map(({ stay_id }) => stay_id);
    if (waiting.length > MOST_WAITING) throw new Unavailable('release_wait');
    const ids = (await this.release.of(waiting)).filter(isKept).map(({ stay_id }) => stay_id);
    return sql`
      SELECT k.stay_id FROM stay_releases k
      WHERE k.organization_id = ${organization_id} AND (k.settled_until <= clock_timestamp() OR k.is_unknown)
        AND NOT ${among('k.stay_id', waiting)}
      UNION ALL SELECT unnest(${ids}::bigint[])`;
  }

  /** Reckons anew what marks speak of, for every organization. */
  async refreshAll(): Promise<void> {
    const find = () =>
      this.background.query<{ organization_id: number }>(sql`
      SELECT o.id AS organization_id FROM organizations o
      WHERE EXISTS (SELECT FROM release_marks m WHERE m.organization_id = o.id)
        OR EXISTS (SELECT FROM stay_releases k WHERE k.organization_id = o.id AND k.valid_until <= clock_timestamp())`);
    await this.background.inTurns('Reckoning what is due', find, ({ organization_id }) =>
      this.background.inOrganization(organization_id, 'what is due', () => this.refresh()),
    );
  }

  /**
   * Reckons a batch, one process at a time. Marks go before the facts are read, so that what changes meanwhile has a mark that
   * stays.
   * @returns whether there may be more
   */
  private async refresh(): Promise<boolean> {
    const { organization_id } = this.db.actor;
    await this.db.alone('what is due');
    const taken = await this.take();
    const here = await this.db.query<{ id: number }>(sql`
      SELECT s.id FROM container_stays s
      WHERE s.organization_id = ${organization_id} AND ${among('s.id', taken)} AND s.status = 'here'`);
    const releases = await this.release.of(here.map(({ id }) => id));
    const kept = releases.map(({ stay_id, last_free_day, settled_until, charges_unknown, kept }) => {
      const { validUntil, isExact } = kept();
      return {
        stay_id,
        last_free_day,
        settled_until: settled_until === null ? null : new Date(settled_until),
        is_unknown: charges_unknown,
        is_exact: isExact,
        valid_until: new Date(validUntil),
      };
    });
    const gone = taken.filter((id) => !kept.some(({ stay_id }) => stay_id === id));
    await this.db.pipeline(
      effect(sql`
        DELETE FROM stay_releases WHERE organization_id = ${organization_id} AND ${among('stay_id', gone)}`),
      effect(sql`
        INSERT INTO stay_releases (organization_id, stay_id, last_free_day, settled_until, is_unknown, is_exact, valid_until)
        SELECT ${organization_id}::bigint, r.stay_id, r.last_free_day, r.settled_until, r.is_unknown, r.is_exact, r.valid_until
        FROM jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS r(stay_id bigint, last_free_day date,
          settled_until timestamptz, is_unknown boolean, is_exact boolean, valid_until timestamptz)
        ON CONFLICT (organization_id, stay_id) DO UPDATE SET last_free_day = excluded.last_free_day,
          settled_until = excluded.settled_until, is_unknown = excluded.is_unknown, is_exact = excluded.is_exact,
          valid_until = excluded.valid_until, updated_at = now()`),
    );
    return taken.length >= BATCH;
  }

  /** Takes the marks of a batch of stays; those that represent several become marks of these first. */
  private async take(): Promise<number[]> {
    const { organization_id } = this.db.actor;
    const [, found] = await this.db.pipeline(
      effect(sql`
        WITH wide AS (
          DELETE FROM release_marks m
          WHERE m.organization_id = ${organization_id} AND m.mark_type <> 'container_stay' RETURNING m.id)
        INSERT INTO release_marks (organization_id, mark_type, record_id)
        SELECT ${organization_id}::bigint, 'container_stay', s.stay_id FROM stays_of_release_marks(${organization_id}) s
        WHERE EXISTS (SELECT FROM wide)`),
      rows<{ stay_id: number }>(sql`
        WITH chosen AS MATERIALIZED (
          SELECT DISTINCT m.record_id FROM release_marks m
          WHERE m.organization_id = ${organization_id} AND m.mark_type = 'container_stay'
          ORDER BY m.record_id LIMIT ${BATCH}
        ), taken AS (
          DELETE FROM release_marks m
          WHERE m.organization_id = ${organization_id} AND m.mark_type = 'container_stay'
            AND m.record_id IN (SELECT c.record_id FROM chosen c))
        SELECT c.record_id AS stay_id FROM chosen c
        UNION
        (SELECT k.stay_id FROM stay_releases k
         WHERE k.organization_id = ${organization_id} AND k.valid_until <= clock_timestamp() LIMIT ${BATCH})`),
    );
    return found.map(({ stay_id }) => stay_id);
  }
}
