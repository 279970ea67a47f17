import sql from 'sql-template-tag';
import type { Db } from '../common/database/db';
import type { Actor } from '../common/tenancy/actor';
import { FileBytes } from '../common/files/file-bytes';
import { FILES, storedFiles } from './bytes-of-files';
import { CsvTable } from './csv-table';
import { ExportFiles } from './export-files';
import type { TransferKind } from './transfer-kind';

const BATCH = sql`FETCH 1000 FROM export`;

/** How the files of an export are written: an object a line, or as tables. */
export type FileFormat = 'ndjson' | 'csv';

/** Exports an organization into a folder, one file per kind, and a folder with the bytes of files. */
export class Exporter {
  constructor(
    private readonly db: Db,
    private readonly kinds: TransferKind[],
    private readonly bytes = new FileBytes(db, {}),
  ) {}

  /**
   * Exports all kinds from one snapshot. Files of an earlier export are replaced only when all new files are written.
   */
  async export(
    actor: Actor,
    folder: string,
    written: (file: string, records: number) => void,
    format: FileFormat = 'ndjson',
  ): Promise<void> {
    const files = await ExportFiles.in(folder);
    try {
      const write = async () => {
        await this.db.query(sql`SET TRANSACTION READ ONLY`);
        for (const kind of this.kinds) {
          const file = `${kind.name}.${format}`;
          if (format === 'ndjson') written(file, await files.write(file, this.batches(kind)));
          else written(file, (await files.write(file, this.table(kind))) - 1);
        }
        if (this.kinds.some(({ name }) => name === FILES))
          for await (const file of storedFiles(this.db))
            await files.keep(`${FILES}/${file.key}`, await this.bytes.read(file));
      };
      await this.db.transaction(actor, '', write, Infinity, 'REPEATABLE READ');
      await files.publish();
    } finally {
      await files.discard();
    }
  }

  /** The lines of a kind as a table with its header. The records are read twice, since its columns follow from all of them. */
  private async *table(kind: TransferKind): AsyncGenerator<string[]> {
    const table = new CsvTable(kind.exported, (field) => kind.isNullLeftOut(this.db, field));
    for await (const batch of this.batches(kind)) for (const line of batch) table.look(line);
    yield [table.header];
    for await (const batch of this.batches(kind)) yield batch.map((line) => table.row(line));
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
