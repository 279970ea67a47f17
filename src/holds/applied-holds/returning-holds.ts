import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Background } from '../../common/database/write/background';
import { IS_BACK } from '../../cargo/held/applied-hold';
import { type AppliesTo, HOLDS } from './held-records';
import { tellReturned } from './tell-returned';

/** How often the service looks for holds that are back in force, in milliseconds. */
const EVERY_MS = 15_000;

/** How many events one transaction records. */
const BATCH = 500;

/** Records an event for each hold that returned by itself because its `lifted_until` has passed. */
@Injectable()
export class ReturningHolds {
  constructor(
    private readonly background: Background,
    private readonly db: Db,
  ) {
    background.repeat('Telling of holds that return', EVERY_MS, () => this.tellAll());
  }

  /** Records the missing events of every organization. */
  async tellAll(): Promise<void> {
    for (const kind of Object.keys(HOLDS) as AppliesTo[]) {
      const find = () =>
        this.background.query<{ organization_id: number }>(sql`
        SELECT DISTINCT organization_id FROM ${raw(HOLDS[kind].table)} WHERE ${raw(IS_BACK)}`);
      await this.background.inTurns(
        'Telling of holds that return',
        find,
        async ({ organization_id }) => (await this.tell(kind, organization_id)) === BATCH,
      );
    }
  }

  /** Records one batch. Processes that run at once take different holds. */
  private async tell(kind: AppliesTo, organization_id: number): Promise<number> {
    return this.background.inOrganization(organization_id, 'a hold returns', () =>
      tellReturned(
        this.db,
        kind,
        sql`h.id = ANY(ARRAY(
          SELECT d.id FROM ${raw(HOLDS[kind].table)} d
          WHERE d.organization_id = ${organization_id} AND ${raw(IS_BACK)}
          ORDER BY d.id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
      ),
    );
  }
}
