import { Injectable } from '@nestjs/common';
import sql, { empty } from 'sql-template-tag';
import type { PartyShow } from '../../common/party-wall/party-reference';
import { asTerminal } from '../../common/database/sql/as-terminal';
import { contains } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import type { PartyDirectory, PartyDirectoryQuery } from './party-directory.dto';

const MOST = 20;

/** The hauliers and forwarders that want to be found by others. */
@Injectable()
export class PartyDirectoryService {
  constructor(private readonly db: Db) {}

  async search({ type, q }: PartyDirectoryQuery): Promise<PartyDirectory> {
    if (!q) return { party_directory: [] };
    const { organization_id } = this.db.actor;
    const search = sql`
      SELECT * FROM (
        (SELECT 'trucking_company' AS type, c.id, c.code AS key, coalesce(nullif(c.name, ''), c.code) AS name
          FROM trucking_companies c
          WHERE c.organization_id = ${organization_id} AND c.listed
            AND (${contains('c.code', q)} OR ${contains('c.name', q)})
          ORDER BY 4, c.id LIMIT ${MOST})
        UNION ALL
        (SELECT 'freight_forwarder', f.id, f.name, f.name
          FROM freight_forwarders f
          WHERE f.organization_id = ${organization_id} AND f.listed AND f.active AND ${contains('f.name', q)}
          ORDER BY 4, f.id LIMIT ${MOST})
      ) found ${type ? sql`WHERE found.type = ${type}` : empty}
      ORDER BY name, type, id LIMIT ${MOST}`;
    const party_directory = await this.db.query<PartyShow>(
      asTerminal('the directory names companies that want to be found', search),
    );
    return { party_directory };
  }
}
