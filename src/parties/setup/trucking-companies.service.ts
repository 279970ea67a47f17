import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import { humanize } from '../../common/errors/constraints';
import { Unknown } from '../../common/errors/errors';

/** Finds trucking companies by what clients know them by. */
@Injectable()
export class TruckingCompaniesService {
  constructor(private readonly db: Db) {}

  /**
   * The id of the company with this name, or else with this code (decision 23); the oldest of several with
   * the name. Undefined and null stay as they are, and a blank name is none.
   * @throws Refused naming the field when there is none
   */
  async idOf(
    nameOrCode: string | null | undefined,
    field = 'trucking_company',
  ): Promise<number | null | undefined> {
    if (nameOrCode === undefined) return undefined;
    if (!nameOrCode?.trim()) return null;
    const [company] = await this.db.query<{ id: number }>(sql`
      SELECT id FROM trucking_companies
      WHERE organization_id = ${this.db.actor.organization_id}
        AND (name = ${nameOrCode} OR code = ${nameOrCode})
      ORDER BY name = ${nameOrCode} DESC NULLS LAST, id LIMIT 1`);
    if (!company) throw new Unknown(humanize(field), nameOrCode, field);
    return company.id;
  }
}
