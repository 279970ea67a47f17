import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createReadStream } from 'node:fs';
import sql, { raw } from 'sql-template-tag';
import { isOf } from '../../common/endpoint/bytes-taken';
import { Db } from '../../common/database/db';
import { Refused, TooManyAtOnce } from '../../common/errors/errors';
import { FileBody } from '../../common/http/file-body';
import type { Json } from '../../common/json';
import { nearestName } from '../../common/nearest';
import type { Page } from '../../common/pagination/page';
import { currentScope } from '../../common/tenancy/scope';
import { transferKinds } from '../kinds';
import { TRANSFER } from '../transfer.codes';
import type { CreateImportQuery, ImportQuery } from './import.dto';
import { Import, IS_OPEN, PART_BYTES } from './import.entity';
import { ImportItem, ImportShow } from './import.view';
import { ImportWorker } from './import-worker.service';

/** The most imports of an organization that wait or are under way: each keeps up to 50 MiB. */
const MOST_OPEN = 10;

/** Takes files of records, and tells what came of them. */
@Injectable()
export class ImportsService {
  constructor(
    private readonly db: Db,
    private readonly worker: ImportWorker,
  ) {}

  list(query: ImportQuery): Promise<Page> {
    return this.db
      .read(ImportItem)
      .filter(query.status, (status) => sql`t.status = ${status}`)
      .filter(query.kind, (kind) => sql`t.kind = ${kind}`)
      .page(query.request());
  }

  /** @throws NotFound */
  show(id: number): Promise<Json> {
    return this.db.show(ImportShow, id, 'Import');
  }

  /**
   * Keeps a file, which is worked off beside requests.
   * @throws Refused for an unknown kind and an empty file; TooManyAtOnce
   */
  async create(
    { body, headers }: FastifyRequest,
    { file_name, kind: named, dry_run, strict }: CreateImportQuery,
  ): Promise<Json> {
    const kind = kindOf(named ?? file_name?.replace(/\.(csv|ndjson)$/i, ''), named ? 'kind' : 'file_name');
    if (!(body instanceof FileBody) || !body.size)
      throw new Refused({
        code: TRANSFER.file_empty,
        sentence: 'The body is empty: send the file as it is.',
        status: 422,
      });
    await this.requireRoom();
    const { organization_id, user_id } = this.db.actor;
    const id = await this.db.insert(Import, {
      kind,
      format: isOf(['text/csv'], headers['content-type']) ? 'csv' : 'ndjson',
      file_name: file_name ?? null,
      dry_run: dry_run ?? false,
      strict: strict ?? false,
      size: body.size,
      user_id,
    });
    let number = 0;
    for await (const bytes of createReadStream(body.path, {
      highWaterMark: PART_BYTES,
    }) as AsyncIterable<Buffer>)
      await this.db.query(sql`
        INSERT INTO import_parts (organization_id, import_id, number, bytes)
        VALUES (${organization_id}, ${id}, ${number++}, ${bytes}::bytea)`);
    currentScope().afterCommit?.add(() => this.worker.wake());
    return this.show(id);
  }

  private async requireRoom(): Promise<void> {
    await this.db.alone('imports');
    const open = await this.db.query(sql`
      SELECT id FROM imports
      WHERE organization_id = ${this.db.actor.organization_id} AND ${raw(IS_OPEN)} LIMIT ${MOST_OPEN}`);
    if (open.length >= MOST_OPEN)
      throw new TooManyAtOnce(
        TRANSFER.too_many_imports,
        `${MOST_OPEN} imports wait or are under way: send the file when one of them is over.`,
      );
  }
}

/** The kind of records with a name. Throws Refused, with the nearest one. */
function kindOf(name: string | undefined, field: string): string {
  const names = transferKinds().map((kind) => kind.name);
  if (name !== undefined && names.includes(name)) return name;
  const nearest = name && nearestName(name, names);
  throw new Refused({
    code: TRANSFER.kind_unknown,
    sentence:
      name === undefined
        ? 'Name the kind of the records, by file_name or kind.'
        : `No kind of records is called '${name}'${nearest ? `: the nearest is ${nearest}` : ''}.`,
    field,
    status: 422,
  });
}
