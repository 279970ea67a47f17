import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Background } from '../../common/database/background';
import { Db } from '../../common/database/db';
import { record } from '../../common/recording/record';
import { AppliesTo, HOLDS } from './applied-holds.service';

/** How often is looked for holds that are back in force, in milliseconds. */
const EVERY_MS = 15_000;

/** How many are told of at a time. */
const BATCH = 500;

/** Tells of holds that came back into force because the time had passed until which they were lifted. */
@Injectable()
export class ReturningHolds {
  constructor(
    private readonly background: Background,
    private readonly db: Db,
  ) {
    background.repeat('Telling of holds that return', EVERY_MS, () => this.tellAll());
  }

  /** Tells of those that are not told of yet, of every organization. */
  async tellAll(): Promise<void> {
    for (const kind of Object.keys(HOLDS) as AppliesTo[]) {
      const rows = await this.background.query<{ id: number }>(sql`
        SELECT DISTINCT organization_id AS id FROM ${raw(HOLDS[kind].table)}
        WHERE lifted_until <= now() AND lifted_until IS NOT NULL AND returned_at IS NULL`);
      for (const { id } of rows) while ((await this.tell(kind, id)) === BATCH);
    }
  }

  /** Tells of some; another process that does the same tells of others. */
  private async tell(kind: AppliesTo, organization_id: number): Promise<number> {
    return this.background.inOrganization(organization_id, 'a hold returns', async () => {
      const { table, view } = HOLDS[kind];
      const told = await this.db.query<{ id: number }>(sql`
        UPDATE ${raw(table)} h SET returned_at = h.lifted_until
        WHERE h.organization_id = ${organization_id} AND h.id = ANY(ARRAY(
          SELECT d.id FROM ${raw(table)} d
          WHERE d.organization_id = ${organization_id} AND d.lifted_until <= now() AND d.lifted_until IS NOT NULL
            AND d.returned_at IS NULL
          ORDER BY d.id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
        RETURNING h.id`);
      await record(
        this.db,
        `${kind}_hold.returned`,
        view,
        told.map(({ id }) => id),
      );
      return told.length;
    });
  }
}
