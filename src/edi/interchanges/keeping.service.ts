import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { effect, row } from '../../common/database/sql/query';
import { TooManyAtOnce } from '../../common/errors/errors';
import { record } from '../../common/recording/record';
import { EDI } from '../edi.codes';
import { countStatus } from './counted';
import { EdiInterchange } from './edi-interchange.entity';
import { EdiInterchangeShow } from './edi-interchange.view';

/** How much a token may upload, and all tokens of an organization. */
const MOST_A_MINUTE = 600;
const MOST_BYTES_A_DAY = 1024 ** 3;
const MOST_BYTES_OF_ORGANIZATION = 10 * MOST_BYTES_A_DAY;

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
   * @throws TooManyAtOnce beyond 600 in a minute or 1 GiB in 24 hours, and beyond 10 GiB of the organization
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
      row<{ uploads: number; bytes: number; of_organization: number }>(sql`
        WITH counted AS (
          INSERT INTO edi_upload_minutes AS u (organization_id, token_id, minute, uploads, bytes)
          VALUES (${organization_id}, ${token_id}, date_trunc('minute', clock_timestamp()), 1, ${size})
          ON CONFLICT (organization_id, token_id, minute)
            DO UPDATE SET uploads = u.uploads + 1, bytes = u.bytes + excluded.bytes
          RETURNING u.minute, u.uploads, u.bytes)
        SELECT c.uploads, (c.bytes + s.own)::bigint AS bytes, (c.bytes + s.own + s.others)::bigint AS of_organization
        FROM counted c CROSS JOIN LATERAL (
          SELECT coalesce(sum(e.bytes) FILTER (WHERE e.token_id = ${token_id} AND e.minute <> c.minute), 0) AS own,
            coalesce(sum(e.bytes) FILTER (WHERE e.token_id <> ${token_id}), 0) AS others
          FROM edi_upload_minutes e
          WHERE e.organization_id = ${organization_id} AND e.minute >= now() - interval '1 day') s`),
    );
    if (counted!.uploads > MOST_A_MINUTE || counted!.bytes > MOST_BYTES_A_DAY)
      throw new TooManyAtOnce(
        EDI.too_many_uploads,
        `A token uploads at most ${MOST_A_MINUTE} interchanges a minute and 1 GiB a day.`,
      );
    if (counted!.of_organization > MOST_BYTES_OF_ORGANIZATION)
      throw new TooManyAtOnce(
        EDI.too_many_uploads,
        'All tokens of an organization together upload at most 10 GiB a day.',
      );
  }
}

/** A file name of others without all that could lead somewhere. */
function safeName(name: string | null | undefined): string | null {
  return name?.replace(/[^\w.-]/g, '').slice(0, 200) || null;
}
