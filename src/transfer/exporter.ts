import sql from 'sql-template-tag';
import type { Db } from '../common/database/db';
import type { Actor } from '../common/tenancy/actor';
import { ExportFiles } from './export-files';
import type { TransferKind } from './transfer-kind';

const BATCH = sql`FETCH 1000 FROM export`;

/** Exports an organization into a folder, one `.ndjson` file per kind. */
export class Exporter {
  constructor(
    private readonly db: Db,
    private readonly kinds: TransferKind[],
  ) {}

  /**
   * Exports all kinds from one snapshot. Files of an earlier export are replaced only when all new files are written.
   */
  async export(actor: Actor, folder: string, written: (file: string, lines: number) => void): Promise<void> {
    const files = await ExportFiles.in(folder);
    try {
      const write = async () => {
        await this.db.query(sql`SET TRANSACTION READ ONLY`);
        for (const kind of this.kinds) {
          const file = `${kind.name}.ndjson`;
          written(file, await files.write(file, this.batches(kind)));
        }
      };
      await this.db.transaction(actor, '', write, Infinity, 'REPEATABLE READ');
      await files.publish();
    } finally {
      await files.discard();
    }
  }

  /** The lines of a kind, fetched in batches from a cursor. */
  private async *batches(kind: TransferKind): AsyncGenerator<string[]> {
    await this.db.query(sql`DECLARE export NO SCROLL CURSOR FOR ${kind.export(this.db)}`);
    for (;;) {
      const rows = await this.db.query<{ line: string }>(BATCH);
      if (!rows.length) break;
      yield rows.map(({ line }) => line);
    }
    await this.db.query(sql`CLOSE export`);
  }
}
