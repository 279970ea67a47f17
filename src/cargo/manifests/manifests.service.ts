import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { Db, Where } from '../../common/database/db';
import { isForeignKeyViolation } from '../../common/errors/database-errors';
import { Invalid, NotFound, Refused, Unknown } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import type { CreateManifest, ManifestQuery } from './manifest.dto';
import { Manifest } from './manifest.entity';
import { ManifestObstacles } from './manifest-obstacles';
import { ManifestItem } from './manifest.view';
import type { Columns } from '../../common/schema/columns';

@Injectable()
export class ManifestsService {
  constructor(
    private readonly db: Db,
    private readonly obstacles: ManifestObstacles,
  ) {}

  /** @throws Refused when the voyage to filter by does not exist */
  async list(query: ManifestQuery): Promise<Page> {
    const voyage_id = await this.db.idOf(Voyage, 'number', query.voyage_number || null, 'voyage_number');
    return this.db
      .read(ManifestItem)
      .filter(voyage_id, (id) => sql`t.voyage_id = ${id}`)
      .page(query.request());
  }

  /**
   * @throws Invalid when no voyage is named, or two; Refused when the voyage or the shipping line is unknown
   * or the client identifier is taken
   */
  async create({ shipping_line, manifest, ...body }: CreateManifest): Promise<Json> {
    const line = await this.db.find(ShippingLine, { code: shipping_line });
    if (!line) throw new Unknown('Shipping line', shipping_line, 'shipping_line');
    const voyage = await this.voyageOf(body);
    const id = manifest
      ? await this.db.insert(Manifest, { ...manifest, voyage_id: voyage.id, shipping_line_id: line.id })
      : await this.insertUnderNextIdentifier(line, voyage);
    return this.db
      .read(ManifestItem)
      .where(sql`t.id = ${id}`)
      .orNotFound(`Manifest ${id}`);
  }

  /**
   * Deletes a manifest with its bills of lading, unless what happened to its cargo forbids it (decision 34).
   * @throws NotFound, and Refused with the reason
   */
  async remove(client_identifier: string): Promise<string> {
    const manifest = await this.db.find(Manifest, { client_identifier }, { lock: true });
    if (!manifest) throw new NotFound(`Manifest '${client_identifier}'`);
    await this.holdStill(manifest);
    const obstacle = await this.obstacles.to(manifest);
    if (obstacle) throw new Refused(`Manifest cannot be deleted: ${obstacle}.`);
    await this.releaseCargo(manifest);
    try {
      await this.db.repo(Manifest).delete({ organization_id: manifest.organization_id, id: manifest.id });
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new Refused('Manifest cannot be deleted: other records refer to its bills of lading.');
    }
    return 'Manifest was successfully deleted.';
  }

  private async voyageOf({
    voyage_id: id,
    voyage_number: number,
  }: Pick<CreateManifest, 'voyage_id' | 'voyage_number'>): Promise<Columns<Voyage>> {
    const byId = id ? await this.voyage({ id }, 'voyage_id', id) : undefined;
    const byNumber = number ? await this.voyage({ number }, 'voyage_number', number) : undefined;
    const voyage = byId ?? byNumber;
    if (!voyage) throw new Invalid({ voyage_number: ['is required, or voyage_id'] });
    if (byId && byNumber && byId.id !== byNumber.id)
      throw new Invalid({ voyage_number: ['must be that of the voyage that voyage_id names'] });
    return voyage;
  }

  private async voyage(
    where: Where<Voyage>,
    field: string,
    value: string | number,
  ): Promise<Columns<Voyage>> {
    const voyage = await this.db.find(Voyage, where);
    if (!voyage) throw new Unknown('Voyage', value, field);
    return voyage;
  }

  /**
   * Inserts a manifest under the first free one of `WHA-WP2611`, `WHA-WP2611-2`, `WHA-WP2611-3`… (decision
   * 33), cut to the length of a name. When another request takes that one meanwhile, the next is tried.
   */
  private async insertUnderNextIdentifier(
    line: Columns<ShippingLine>,
    voyage: Columns<Voyage>,
  ): Promise<number> {
    const { organization_id } = this.db.actor;
    const whole = `${line.code}-${voyage.number}`;
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
        SELECT ${organization_id}::bigint, identifier, ${voyage.id}::bigint, ${line.id}::bigint
        FROM candidates ORDER BY n DESC LIMIT 1
        ON CONFLICT (organization_id, client_identifier) DO NOTHING
        RETURNING id`);
      if (row) return row.id;
    }
  }

  /** Keeps cargo and tallies from being added until the transaction ends. */
  private async holdStill({ organization_id, id, voyage_id }: Columns<Manifest>): Promise<void> {
    await this.db.find(Voyage, { id: voyage_id }, { lock: true });
    await this.db.query(sql`
      SELECT FROM bill_of_ladings WHERE organization_id = ${organization_id} AND manifest_id = ${id}
      ORDER BY id FOR UPDATE`);
  }

  /** Cargo and delivery orders outlive their bill; packing lists and holds go with it by themselves. */
  private async releaseCargo({ organization_id, id }: Columns<Manifest>): Promise<void> {
    const bills = sql`SELECT id FROM bill_of_ladings WHERE organization_id = ${organization_id} AND manifest_id = ${id}`;
    await this.db.query(sql`
      UPDATE breakbulks SET bill_of_lading_id = NULL, updated_at = now()
      WHERE organization_id = ${organization_id} AND bill_of_lading_id IN (${bills})`);
    await this.db.query(sql`
      UPDATE delivery_orders SET bill_of_lading_id = NULL, updated_at = now()
      WHERE organization_id = ${organization_id} AND bill_of_lading_id IN (${bills})`);
  }
}
