import { Injectable } from '@nestjs/common';
import { createHash, randomBytes } from 'node:crypto';
import sql from 'sql-template-tag';
import { DataSource } from 'typeorm';
import { Db } from '../database/db';
import { NotFound } from '../errors/errors';
import type { Actor, Role } from '../tenancy/actor';
import { Token } from './token.entity';

/** Makes, lists, revokes and recognizes tokens. */
@Injectable()
export class TokensService {
  constructor(
    private readonly db: Db,
    private readonly dataSource: DataSource,
  ) {}

  /** Makes a token for a user of the running organization and returns it: the only time it is seen. */
  async create(user_id: number, role: Role, expires_at: Date | null): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.db.insert(Token, { user_id, role, expires_at, hash: hashOf(token) });
    return token;
  }

  /** The actor behind a token; undefined when it is unknown, expired or revoked, or its user inactive. */
  async recognize(token: string): Promise<Actor | undefined> {
    const [actor] = await this.db.queryAsService<Actor>(sql`
      SELECT k.organization_id, k.user_id, k.role, o.time_zone, o.weight_unit, o.dimension_unit,
             o.pre_advice_truck_required, o.validates_bills
      FROM tokens k
      JOIN users u ON u.organization_id = k.organization_id AND u.id = k.user_id
      JOIN organizations o ON o.id = k.organization_id
      WHERE k.hash = ${hashOf(token)} AND k.revoked_at IS NULL AND u.active
        AND (k.expires_at IS NULL OR k.expires_at > now())`);
    return actor;
  }

  /** Every token of every organization, oldest first. */
  list(): Promise<{ id: number; organization: string; email: string; role: Role; state: string }[]> {
    return this.db.queryAsService(sql`
      SELECT k.id, o.name AS organization, u.email, k.role,
             CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired'
                  WHEN k.expires_at IS NOT NULL THEN 'until ' || k.expires_at::date ELSE 'valid' END AS state
      FROM tokens k
      JOIN users u ON u.organization_id = k.organization_id AND u.id = k.user_id
      JOIN organizations o ON o.id = k.organization_id
      ORDER BY k.id`);
  }

  /** Ends a token at once. Throws NotFound when there is none of this id. */
  async revoke(id: number): Promise<void> {
    const result = await this.dataSource.getRepository(Token).update({ id }, { revoked_at: new Date() });
    if (!result.affected) throw new NotFound(`A token with the id ${id}`);
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
