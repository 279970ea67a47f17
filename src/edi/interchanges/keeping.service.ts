import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, row } from '../../common/database/query';
import { TooManyAtOnce } from '../../common/errors/errors';
import { record } from '../../common/recording/record';
import { EDI } from '../edi.codes';
import { countStatus } from './counted';
import { EdiInterchange } from './edi-interchange.entity';
import { EdiInterchangeShow } from './edi-interchange.view';

/** How much a token may upload. */
const MOST_A_MINUTE = 600;
const MOST_BYTES_A_DAY = 1024 ** 3;

/** Bytes that came, and how. */
export interface Arrived {
  bytes: Buffer;
  file_name?: string | null;
  dry_run?: boolean;
  /** The channel that it came through; null for an upload. */
  channel_id?: number | null;
  /** The partner whose token sent them. */
  partner_id?: number | null;
}

/** Keeps interchanges that come, byte for byte, before anything of them is read. */
@Injectable()
export class KeepingService {
  constructor(private readonly db: Db) {}

  /** Keeps the bytes within the running transaction. Returns the id of the interchange. */
  async keep({ bytes, file_name, dry_run = false, partner_id = null, channel_id }: Arrived): Promise<number> {
    const { organization_id, user_id } = this.db.actor;
    const id = await this.db.insert(EdiInterchange, {
      direction: 'in',
      partner_id,
      bound: partner_id !== null,
      status: 'received',
      channel_id: channel_id ?? null,
      file_name: safeName(file_name),
      dry_run,
      size: bytes.length,
      sha256: hash('sha256', bytes),
      user_id,
    });
    await this.db.run(
      effect(sql`
        INSERT INTO edi_payloads (organization_id, edi_interchange_id, bytes)
        VALUES (${organization_id}, ${id}, ${bytes}::bytea)`),
    );
    await record(this.db, 'edi_interchange.received', EdiInterchangeShow, id);
    countStatus(this.db, 'in', 'received');
    return id;
  }

  /**
   * Counts an upload of the token of the request.
   * @throws TooManyAtOnce beyond 600 in a minute or 1 GiB in 24 hours
   */
  async count(size: number): Promise<void> {
    const { organization_id, token_id: own, signed_in } = this.db.actor;
    // identities, whose tokens have no id, are counted below zero
    const token_id = signed_in ? -signed_in.identity_id : own;
    if (token_id === null) return;
    const [, counted] = await this.db.pipeline(
      effect(sql`
        DELETE FROM edi_upload_minutes
        WHERE organization_id = ${organization_id} AND token_id = ${token_id} AND minute < now() - interval '1 day'`),
      row<{ uploads: number; bytes: number }>(sql`
        WITH counted AS (
          INSERT INTO edi_upload_minutes AS u (organization_id, token_id, minute, uploads, bytes)
          VALUES (${organization_id}, ${token_id}, date_trunc('minute', clock_timestamp()), 1, ${size})
          ON CONFLICT (organization_id, token_id, minute)
            DO UPDATE SET uploads = u.uploads + 1, bytes = u.bytes + excluded.bytes
          RETURNING u.minute, u.uploads, u.bytes)
        SELECT c.uploads, c.bytes + coalesce((
          SELECT sum(e.bytes) FROM edi_upload_minutes e
          WHERE e.organization_id = ${organization_id} AND e.token_id = ${token_id} AND e.minute <> c.minute), 0)::bigint
          AS bytes
        FROM counted c`),
    );
    if (counted!.uploads > MOST_A_MINUTE || counted!.bytes > MOST_BYTES_A_DAY)
      throw new TooManyAtOnce(
        EDI.too_many_uploads,
        `A token uploads at most ${MOST_A_MINUTE} interchanges a minute and 1 GiB a day.`,
      );
  }
}

/** A file name of others without all that could lead somewhere. */
function safeName(name: string | null | undefined): string | null {
  return name?.replace(/[^\w.-]/g, '').slice(0, 200) || null;
}
