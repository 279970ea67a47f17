import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { TicketsService, type Ticket } from '../auth/tickets.service';
import type { Config } from '../config/config';
import { CONFIG } from '../config/config.module';
import { Db } from '../database/db';
import { COMMON } from '../errors/codes';
import { NotFound, Refused } from '../errors/errors';
import { FileAnswer } from '../file-answer';
import { FileBody } from '../http/file-body';
import type { Json } from '../json';
import type { Columns } from '../schema/columns';
import { currentScope } from '../tenancy/scope';
import { bytesOn, FileBytes } from './file-bytes';
import { type FileType, StoredFile } from './file.entity';
import { FileShow } from './file.view';
import { FileRecords } from './file-records';
import type { FileQuery, UploadFileQuery } from './file.dto';
import { Pictures } from './pictures';
import { acceptsWebp, isKnown, rangeOf } from './requested';
import { typeOf } from './type-of';
import { countUpload } from './upload-counts';

/** Keeps the files that clients upload, and shows them to those who see a record that names them. */
@Injectable()
export class FilesService implements OnModuleDestroy {
  private readonly pictures = new Pictures();
  readonly bytes: FileBytes;

  constructor(
    private readonly db: Db,
    private readonly records: FileRecords,
    private readonly tickets: TicketsService,
    @Inject(CONFIG) config: Config,
  ) {
    this.bytes = new FileBytes(db, config);
  }

  async onModuleDestroy(): Promise<void> {
    await this.bytes.s3?.close();
  }

  /**
   * Keeps a file.
   * @throws Refused for what is no picture and no PDF, and for a picture that cannot be read; TooManyAtOnce; FilesAway
   */
  async upload({ body }: FastifyRequest, { name }: UploadFileQuery): Promise<Json> {
    const type = body instanceof FileBody && body.size ? await typeOf(body.path) : undefined;
    if (!(body instanceof FileBody) || !type)
      throw new Refused({
        code: COMMON.file_type,
        sentence: 'This is no picture and no PDF.',
        status: 422,
      });
    const cleaned = `${body.path}.cleaned`;
    try {
      const isCleaned = type !== 'application/pdf' && (await this.pictures.clean(body.path, cleaned, type));
      return await this.keep(name, type, body, isCleaned ? cleaned : body.path);
    } finally {
      await rm(cleaned, { force: true });
    }
  }

  /**
   * The bytes of a file that the caller sees, or of a smaller picture.
   * @throws NotFound; Refused for a size of a PDF
   */
  async show(id: number, { size }: FileQuery, { headers, ticket }: FastifyRequest): Promise<FileAnswer> {
    const file = await this.find(id);
    if (size) return this.resized(file, Number(size), headers, ticket !== undefined);
    const tag = `"${file.sha256}"`;
    const always = { ...headersOf(file, ticket !== undefined), ETag: tag, 'Accept-Ranges': 'bytes' };
    const answer = (status: number, content: string | Readable, further: Record<string, string> = {}) =>
      new FileAnswer(file.content_type, content, file.name, dispositionOf(file), {
        status,
        headers: { ...always, ...further },
      });
    if (isKnown(headers['if-none-match'], tag)) return answer(304, '');
    const range = rangeOf(headers, file.bytes, tag);
    const [start, end] = range ?? [0, file.bytes - 1];
    const content = await this.stream(file, start, end);
    const length = { 'Content-Length': String(end - start + 1) };
    if (!range) return answer(200, content, length);
    return answer(206, content, { ...length, 'Content-Range': `bytes ${start}-${end}/${file.bytes}` });
  }

  /**
   * A ticket that opens this file without a token, for 10 minutes.
   * @throws NotFound; TooManyAtOnce
   */
  async link(id: number): Promise<{ url: string; expires_at: string }> {
    await this.find(id);
    const { ticket, expires_at }: Ticket = await this.tickets.create(id);
    return { url: `${currentScope().base}/api/v1/files/${id}?ticket=${ticket}`, expires_at };
  }

  /**
   * A picture as a JPEG of at most so many pixels on its longer side, as mails show it; undefined for a PDF, and where pictures
   * are not resized.
   * @throws NotFound; Unavailable when too many pictures of the organization wait
   */
  async smaller(id: number, size: number): Promise<Buffer | undefined> {
    const file = await this.find(id);
    if (file.content_type === 'application/pdf') return undefined;
    return this.pictures.resized(() => this.bytes.whole(file), size, 'image/jpeg');
  }

  private async find(id: number): Promise<Columns<StoredFile>> {
    const file = await this.records.find(id);
    if (!file) throw new NotFound('File', id);
    return file;
  }

  private async keep(name: string, content_type: FileType, body: FileBody, path: string): Promise<Json> {
    const { bytes, sha256 } = path === body.path ? { ...body, bytes: body.size } : await measured(path);
    const { organization_id, user_id } = this.db.actor;
    const row = { name, content_type, bytes, sha256, key: randomUUID(), kept_in: this.bytes.store };
    const file = { ...row, organization_id };
    // Before the first statement, so that no connection of the database waits for the bucket.
    if (row.kept_in === 's3') await this.bytes.send(file, bytesOn(path), untilDeadline());
    try {
      await countUpload(this.db, body.size);
      const id = await this.db.insert(StoredFile, { ...row, original_sha256: body.sha256, user_id });
      if (row.kept_in === 'database') await this.bytes.write({ ...file, id }, bytesOn(path));
      return await this.db.show(FileShow, id, 'File');
    } catch (error) {
      // What cannot be removed now is removed by `wharfinger maintain`.
      await this.bytes.remove([file]).catch(() => undefined);
      throw error;
    }
  }

  private async resized(
    file: Columns<StoredFile>,
    size: number,
    headers: FastifyRequest['headers'],
    byTicket: boolean,
  ): Promise<FileAnswer> {
    if (file.content_type === 'application/pdf')
      throw new Refused({
        code: COMMON.file_not_resized,
        sentence: 'A PDF has no sizes.',
        field: 'size',
        status: 422,
      });
    const type = acceptsWebp(headers.accept) ? 'image/webp' : 'image/jpeg';
    const tag = `"${file.sha256}-${size}-${type.slice(6)}"`;
    const further = { ...headersOf(file, byTicket), ETag: tag };
    const answer = (status: number, content: string | Buffer, shown: string = type) =>
      new FileAnswer(shown, content, file.name, 'inline', { status, varies: 'Accept', headers: further });
    if (isKnown(headers['if-none-match'], tag)) return answer(304, '');
    const whole = () => this.bytes.whole(file);
    const picture = await this.pictures.resized(whole, size, type);
    return picture ? answer(200, picture) : answer(200, await whole(), file.content_type);
  }

  /** Bytes that are read while they are sent, for the organization of the request. */
  private async stream(file: Columns<StoredFile>, start: number, end: number): Promise<Readable> {
    const inScope = AsyncLocalStorage.snapshot();
    const parts = (await this.bytes.read(file, start, end))[Symbol.asyncIterator]();
    return Readable.from(
      (async function* () {
        try {
          for (
            let next = await inScope(() => parts.next());
            !next.done;
            next = await inScope(() => parts.next())
          )
            yield next.value;
        } finally {
          await parts.return?.();
        }
      })(),
      { objectMode: false },
    );
  }
}

/** Aborts at the deadline of the running request. */
function untilDeadline(): AbortSignal | undefined {
  const { deadline } = currentScope();
  return deadline === Infinity
    ? undefined
    : AbortSignal.timeout(Math.max(0, Math.ceil(deadline - performance.now())));
}

/** How large a file is, and its SHA-256. */
async function measured(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const part of bytesOn(path)) {
    hash.update(part);
    bytes += part.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Nobody opens a PDF: it may have scripts. */
const dispositionOf = ({ content_type }: Pick<StoredFile, 'content_type'>) =>
  content_type === 'application/pdf' ? 'attachment' : 'inline';

/**
 * A browser asks again each time whether it may show the file. By a link, which is a secret, pages of other origins show it too.
 */
const headersOf = ({ content_type }: Pick<StoredFile, 'content_type'>, byTicket: boolean) => ({
  'Cache-Control': 'private, no-cache',
  ...(content_type === 'application/pdf' && { 'Content-Security-Policy': 'sandbox' }),
  ...(byTicket && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
});
