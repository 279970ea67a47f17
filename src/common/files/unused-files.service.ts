import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Background } from '../database/write/background';
import type { StoredFile } from './file.entity';
import { FilesService } from './files.service';

/** How often files that nothing names are looked for, in milliseconds, and how long one stays. */
const EVERY_MS = 60_000;
const STAYS = '1 hour';
/** How many are deleted at a time. */
const BATCH = 100;

type Deleted = Pick<StoredFile, 'organization_id' | 'key' | 'kept_in'>;

/** Deletes files that no record has named for an hour. */
@Injectable()
export class UnusedFiles {
  /** Looks for them at once. */
  readonly wake: () => void;

  constructor(
    private readonly background: Background,
    private readonly files: FilesService,
  ) {
    this.wake = background.repeat('Unused files', EVERY_MS, () =>
      background.inTurns(
        'Unused files',
        () =>
          background.query<{ organization_id: number }>(sql`
            SELECT organization_id FROM files WHERE unused_since < now() - ${STAYS}::interval GROUP BY organization_id`),
        ({ organization_id }) => this.remove(organization_id),
      ),
    );
  }

  /** Returns whether there may be more of them. One that is named at this moment is locked, and stays. */
  private async remove(organization_id: number): Promise<boolean> {
    const deleted = await this.background.query<Deleted>(sql`
      DELETE FROM files WHERE organization_id = ${organization_id} AND id IN (
        SELECT f.id FROM files f
        WHERE f.organization_id = ${organization_id} AND f.unused_since < now() - ${STAYS}::interval
        ORDER BY f.unused_since LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING organization_id, key, kept_in`);
    await this.files.bytes.remove(deleted);
    return deleted.length === BATCH;
  }
}
