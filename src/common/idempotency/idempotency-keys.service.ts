import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../database/db';
import type { Actor } from '../tenancy/actor';
import type { IdempotencyKey } from './idempotency-key.entity';

/** How long an answer is stored. */
const KEPT = '24 hours';

/** The most expired answers that are deleted with each that is added: more than one, so that they do not accumulate. */
const REMOVED = 10;

/**
 * A key as it is stored. Whoever is limited to parties has keys of his own with each set of them, so that a request is
 * carried out anew, and refused, after a right was lost. A key itself has no space.
 */
export function storedKey({ limited, parties }: Pick<Actor, 'limited' | 'parties'>, key: string): string {
  return limited ? `${key} of ${parties.map(({ id }) => id).join()}` : key;
}

/** Stores the answers to POSTs with an idempotency key, by organization, user and set of parties. */
@Injectable()
export class IdempotencyKeysService {
  constructor(private readonly db: Db) {}

  /** Locks a key until the end of the transaction; false when another transaction holds it. */
  async lock(key: string): Promise<boolean> {
    const { organization_id, user_id } = this.db.actor;
    const name = `idempotency ${organization_id} ${user_id} ${storedKey(this.db.actor, key)}`;
    const [row] = await this.db.query<{ locked: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS locked`,
    );
    return row!.locked;
  }

  /** The request and answer of a key. Read it after the lock, because the transaction that held the lock has committed then. */
  async find(key: string): Promise<Pick<IdempotencyKey, 'request_hash' | 'status' | 'answer'> | undefined> {
    const { organization_id, user_id } = this.db.actor;
    const [kept] = await this.db.query<IdempotencyKey>(sql`
      SELECT request_hash, status, answer FROM idempotency_keys
      WHERE organization_id = ${organization_id} AND user_id = ${user_id} AND key = ${storedKey(this.db.actor, key)}
        AND created_at > now() - ${KEPT}::interval`);
    return kept;
  }

  /**
   * Stores the answer to a request in the running transaction, and deletes some expired answers.
   * @param answer empty for an answer that is not stored
   */
  async keep(key: string, request_hash: Buffer, status: number, answer: string): Promise<void> {
    const { organization_id, user_id } = this.db.actor;
    await this.db.query(sql`
      INSERT INTO idempotency_keys (organization_id, user_id, key, request_hash, status, answer)
      VALUES (${organization_id}, ${user_id}, ${storedKey(this.db.actor, key)}, ${request_hash}, ${status}, ${answer})
      ON CONFLICT (organization_id, user_id, key) DO UPDATE SET request_hash = excluded.request_hash,
        status = excluded.status, answer = excluded.answer, created_at = now(), updated_at = now()`);
    // Not IN, because PostgreSQL may run the sub-select again for each row.
    await this.db.query(sql`
      DELETE FROM idempotency_keys WHERE organization_id = ${organization_id} AND id = ANY(ARRAY(
        SELECT k.id FROM idempotency_keys k
        WHERE k.organization_id = ${organization_id} AND k.created_at < now() - ${KEPT}::interval
        ORDER BY k.created_at LIMIT ${REMOVED} FOR UPDATE SKIP LOCKED))`);
  }
}
