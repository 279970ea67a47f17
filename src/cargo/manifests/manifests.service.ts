import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db } from '../../common/database/db';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import type { CreateManifest, ManifestQuery } from './manifest.dto';
import { Manifest } from './manifest.entity';
import { ManifestItem } from './manifest.view';
import type { Values } from '../../common/schema/columns';
import { manifestModel } from './manifest.write';
import { record } from '../../common/recording/record';

@Injectable()
export class ManifestsService {
  constructor(private readonly db: Db) {}

  /** @throws Refused when the voyage to filter by does not exist */
  async list(query: ManifestQuery): Promise<Page> {
    const voyage_id = await this.db.idOf(Voyage, 'number', query.voyage_number || null, 'voyage_number');
    return this.db
      .read(ManifestItem)
      .filter(voyage_id, (id) => sql`t.voyage_id = ${id}`)
      .page(query.request());
  }

  /** @throws NotFound */
  show(client_identifier: string): Promise<Json> {
    return this.db
      .read(ManifestItem)
      .where(sql`t.client_identifier = ${client_identifier}`)
      .orNotFound('Manifest', client_identifier);
  }

  /**
   * @throws Invalid when no voyage is named, or two different ones; Refused when the voyage or the shipping line is
   *   unknown or the client identifier is taken
   */
  async create({ manifest, ...body }: CreateManifest): Promise<Json> {
    const insert = manifest
      ? undefined
      : (columns: Values<Manifest>) => this.insertUnderNextIdentifier(columns);
    const id = await manifestModel.create(this.db, { ...body, ...manifest }, { insert });
    await record(this.db, 'manifest.created', ManifestItem, id);
    return this.db.show(ManifestItem, id, 'Manifest');
  }

  /**
   * Inserts a manifest under the first free identifier of `WHA-WP2611`, `WHA-WP2611-2`, `WHA-WP2611-3`… (decision 33),
   * cut to the length of a name. Retries with the next one when a concurrent request takes that identifier.
   */
  private async insertUnderNextIdentifier({
    shipping_line_id,
    voyage_id,
  }: Values<Manifest>): Promise<number> {
    const { organization_id } = this.db.actor;
    const [names] = await this.db.query<{ whole: string }>(sql`
      SELECT l.code || '-' || v.number AS whole FROM shipping_lines l, voyages v
      WHERE l.organization_id = ${organization_id} AND l.id = ${shipping_line_id}
        AND v.organization_id = ${organization_id} AND v.id = ${voyage_id}`);
    const { whole } = names!;
    for (;;) {
      const [row] = await this.db.query<{ id: number }>(sql`
        WITH RECURSIVE candidates AS (
          SELECT 1 AS n, left(${whole}, 255) AS identifier
          UNION ALL
          SELECT n + 1, left(${whole}, 254 - length((n + 1)::text)) || '-' || (n + 1)
          FROM candidates
          WHERE EXISTS (SELECT FROM manifests m
            WHERE m.organization_id = ${organization_id} AND m.client_identifier = candidates.identifier)
        )
        INSERT INTO manifests (organization_id, client_identifier, voyage_id, shipping_line_id)
        SELECT ${organization_id}::bigint, identifier, ${voyage_id}::bigint, ${shipping_line_id}::bigint
        FROM candidates ORDER BY n DESC LIMIT 1
        ON CONFLICT (organization_id, client_identifier) DO NOTHING
        RETURNING id`);
      if (row) return row.id;
    }
  }
}
