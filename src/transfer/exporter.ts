import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sql from 'sql-template-tag';
import type { Db } from '../common/database/db';
import type { Actor } from '../common/tenancy/actor';
import type { TransferKind } from './transfer-kind';

const BATCH = sql`FETCH 1000 FROM export`;

/** Writes the records of an organization into a folder, one `.ndjson` file for each kind. */
export class Exporter {
  constructor(
    private readonly db: Db,
    private readonly kinds: TransferKind[],
  ) {}

  /** Every file shows the same moment. Files of the folder that have such a name are replaced. */
  async export(actor: Actor, folder: string, written: (file: string, lines: number) => void): Promise<void> {
    mkdirSync(folder, { recursive: true });
    await this.db.transaction(actor, '', async () => {
      await this.db.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY`);
      for (const kind of this.kinds) {
        const file = `${kind.name}.ndjson`;
        written(file, await this.write(kind, join(folder, file)));
      }
    });
  }

  /** Writes one file, some lines at a time, and returns their number. */
  private async write(kind: TransferKind, path: string): Promise<number> {
    let lines = 0;
    const batches = async function* (db: Db) {
      await db.query(sql`DECLARE export NO SCROLL CURSOR FOR ${kind.export(db)}`);
      for (;;) {
        const rows = await db.query<{ line: string }>(BATCH);
        if (!rows.length) break;
        lines += rows.length;
        yield rows.map(({ line }) => `${line}\n`).join('');
      }
      await db.query(sql`CLOSE export`);
    };
    await pipeline(batches(this.db), createWriteStream(path));
    return lines;
  }
}
