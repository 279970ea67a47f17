import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
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
    const stream = createWriteStream(path);
    let lines = 0;
    await this.db.query(sql`DECLARE export NO SCROLL CURSOR FOR ${kind.export(this.db)}`);
    for (let rows = await this.next(); rows.length; rows = await this.next()) {
      lines += rows.length;
      if (!stream.write(rows.map(({ line }) => `${line}\n`).join(''))) await once(stream, 'drain');
    }
    await this.db.query(sql`CLOSE export`);
    stream.end();
    await finished(stream);
    return lines;
  }

  private next(): Promise<{ line: string }[]> {
    return this.db.query(BATCH);
  }
}
