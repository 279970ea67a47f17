import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { Refused } from '../../common/errors/errors';
import { UNLIFTED_HOLDS } from './unlifted-holds';

/** Says which containers may not leave. */
@Injectable()
export class HeldContainersService {
  constructor(private readonly db: Db) {}

  /**
   * Sees to it that none of these containers is held, and that none gets held before the transaction ends.
   * @param done what may not be done with it: "loaded"
   * @param field the one of the request that asks for it
   * @throws Refused naming the first container that is
   */
  async refuse(container_ids: number[], done: string, field: string): Promise<void> {
    const [number] = (await this.among(container_ids)).values();
    if (number) throw new Refused(heldSentence(number, done), { field });
  }

  /**
   * The numbers, by id and in their order, of those containers that have an unlifted hold, their own or of one
   * of their bills. The containers are locked first, in that order, and then their bills, until the transaction
   * ends: whoever applies a hold meanwhile waits, and a hold that was being applied is seen. Whoever only refers to
   * a container does not wait: two that have done so, and lock it then, would wait for each other.
   */
  async among(container_ids: number[]): Promise<Map<number, string>> {
    if (!container_ids.length) return new Map();
    const { organization_id } = this.db.actor;
    const chosen = sql`c.organization_id = ${organization_id} AND c.id = ANY(${container_ids}::bigint[])`;
    await this.db.query(sql`SELECT FROM containers c WHERE ${chosen} ORDER BY c.id FOR NO KEY UPDATE`);
    await this.db.query(sql`
      SELECT FROM bill_of_ladings b
      WHERE b.organization_id = ${organization_id} AND b.id IN (
        SELECT l.bill_of_lading_id FROM container_bills l
        WHERE l.organization_id = ${organization_id} AND l.container_id = ANY(${container_ids}::bigint[]))
      ORDER BY b.id FOR SHARE`);
    // a statement of its own: the one that waited for the locks still sees the holds as they were before
    const held = await this.db.query<{ id: number; number: string }>(
      sql`SELECT c.id, c.number FROM containers c WHERE ${chosen} AND ${HELD} > 0 ORDER BY c.id`,
    );
    return new Map(held.map(({ id, number }) => [id, number]));
  }
}

/** Why something is not done with a held container: "loaded". */
export function heldSentence(number: string, done: string): string {
  return `Container ${number} has unlifted holds and cannot be ${done}.`;
}

const HELD = raw(UNLIFTED_HOLDS((column) => `c.${column}`));
