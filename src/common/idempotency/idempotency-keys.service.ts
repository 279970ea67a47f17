import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../database/db';
import type { IdempotencyKey } from './idempotency-key.entity';

/** How long an answer is kept. */
const KEPT = '24 hours';

/** How many that are past it are removed with each that is added: more than come, so that they do not pile up. */
const REMOVED = 10;

/** Keeps the answers to POSTs with a key, each for its organization and user. */
@Injectable()
export class IdempotencyKeysService {
  constructor(private readonly db: Db) {}

  /** Locks a key until the end of the transaction; false when another one has it. */
  async lock(key: string): Promise<boolean> {
    const { organization_id, user_id } = this.db.actor;
    const name = `idempotency ${organization_id} ${user_id} ${key}`;
    const [row] = await this.db.query<{ locked: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS locked`,
    );
    return row!.locked;
  }

  /** What a key was used for. Ask once it is locked: whoever had it before has committed by then. */
  async find(key: string): Promise<Pick<IdempotencyKey, 'request_hash' | 'status' | 'answer'> | undefined> {
    const { organization_id, user_id } = this.db.actor;
    const [kept] = await this.db.query<IdempotencyKey>(sql`
      SELECT request_hash, status, answer FROM idempotency_keys
      WHERE organization_id = ${organization_id} AND user_id = ${user_id} AND key = ${key}
        AND created_at > now() - ${KEPT}::interval`);
    return kept;
  }

  /**
   * Keeps the answer to a request with the running transaction, and lets go of some that are past their time.
   * @param answer empty for one that is not kept
   */
  async keep(key: string, request_hash: Buffer, status: number, answer: string): Promise<void> {
    const { organization_id, user_id } = this.db.actor;
    await this.db.query(sql`
      INSERT INTO idempotency_keys (organization_id, user_id, key, request_hash, status, answer)
      VALUES (${organization_id}, ${user_id}, ${key}, ${request_hash}, ${status}, ${answer})
      ON CONFLICT (organization_id, user_id, key) DO UPDATE SET request_hash = excluded.request_hash,
        status = excluded.status, answer = excluded.answer, created_at = now(), updated_at = now()`);
    // of IN the database may choose so many anew for each row that it looks at
    await this.db.query(sql`
      DELETE FROM idempotency_keys WHERE organization_id = ${organization_id} AND id = ANY(ARRAY(
        SELECT k.id FROM idempotency_keys k
        WHERE k.organization_id = ${organization_id} AND k.created_at < now() - ${KEPT}::interval
        ORDER BY k.created_at LIMIT ${REMOVED} FOR UPDATE SKIP LOCKED))`);
  }
}
