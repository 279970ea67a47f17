import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { isForeignKeyViolation } from '../../common/errors/database-errors';
import { NotFound, Refused, naming } from '../../common/errors/errors';
import type { Json } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import type { CreateManifest, ManifestQuery } from './manifest.dto';
import { VehicleShow } from '../vehicles/vehicle.view';
import { StaysService } from '../stays/stays.service';
import { Manifest } from './manifest.entity';
import { ManifestObstacles } from './manifest-obstacles';
import { ManifestItem } from './manifest.view';
import type { Columns, Values } from '../../common/schema/columns';
import { manifestModel } from './manifest.write';
import { kindEvent, record, recordUpdate } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import { BillOfLadingShow } from '../bills-of-lading/bill-of-lading.view';
import { Breakbulk } from '../breakbulks/breakbulk.kind';
import { PackingListItem } from '../packing-list-items/packing-list-item.kind';
import { DeliveryOrder } from '../setup/delivery-order.kind';
import { COMMON } from '../../common/errors/codes';

@Injectable()
export class ManifestsService {
  constructor(
    private readonly db: Db,
    private readonly obstacles: ManifestObstacles,
    private readonly stays: StaysService,
  ) {}

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
   * Deletes a manifest with its bills of lading, unless the history of its cargo forbids that (decision 34).
   * @throws NotFound, and Refused with the reason
   */
  async remove(client_identifier: string): Promise<string> {
    const manifest = await this.db.find(Manifest, { client_identifier }, { lock: true });
    if (!manifest) throw new NotFound('Manifest', client_identifier);
    await this.lockCargo(manifest);
    await this.holdStill(manifest);
    const obstacle = await this.obstacles.to(manifest);
    if (obstacle)
      throw new Refused({
        code: COMMON.in_use,
        sentence: `Manifest cannot be deleted: ${obstacle}.`,
        records: naming('manifest', client_identifier),
      });
    const bills = (await this.db.findAll(BillOfLading, { manifest_id: manifest.id })).map(({ id }) => id);
    await this.recordBills(bills);
    await record(this.db, 'manifest.deleted', ManifestItem, manifest.id);
    const containers = await this.releaseCargo(bills);
    await this.stays.telling(containers, async () => {
      await this.tellingOfVehicles(bills, () => this.removeWithBills(manifest.id));
      await this.stays.cancel(containers);
    });
    return 'Manifest was successfully deleted.';
  }

  private async removeWithBills(id: number): Promise<void> {
    try {
      await this.db.removeAll(Manifest, { id });
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new Refused({
        code: COMMON.in_use,
        sentence: 'Manifest cannot be deleted: other records refer to its bills of lading.',
      });
    }
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

  /**
   * Locks the cargo of the bills before the bills. Changes of cargo keep the same lock order, so that they do not
   * deadlock with a deletion.
   */
  private async lockCargo({ organization_id, id }: Columns<Manifest>): Promise<void> {
    const on = (column: string, table: string) => sql`
      SELECT ${raw(column)} FROM bill_of_ladings b
      JOIN ${raw(table)} l ON l.organization_id = b.organization_id AND l.bill_of_lading_id = b.id`;
    const ofManifest = sql`WHERE b.organization_id = ${organization_id} AND b.manifest_id = ${id}`;
    await this.db.query(sql`
      SELECT FROM vehicles v WHERE v.organization_id = ${organization_id}
        AND v.id IN (${on('l.vehicle_id', 'vehicle_bills')} ${ofManifest})
      ORDER BY v.id FOR NO KEY UPDATE`);
    await this.db.query(sql`
      SELECT FROM containers c WHERE c.organization_id = ${organization_id}
        AND c.id IN (${on('s.container_id', 'container_bills')}
          JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id ${ofManifest})
      ORDER BY c.id FOR NO KEY UPDATE`);
  }

  /** Locks the voyage and the bills, so that no cargo or tally is added until the transaction ends. */
  private async holdStill({ organization_id, id, voyage_id }: Columns<Manifest>): Promise<void> {
    await this.db.find(Voyage, { id: voyage_id }, { lock: true });
    await this.db.query(sql`
      SELECT FROM bill_of_ladings WHERE organization_id = ${organization_id} AND manifest_id = ${id}
      ORDER BY id FOR UPDATE`);
  }

  /**
   * Takes breakbulk and delivery orders off their bills, because they outlive them. Returns the ids of the containers
   * that were on the bills.
   */
  private async releaseCargo(bills: number[]): Promise<number[]> {
    const { organization_id } = this.db.actor;
    for (const kind of [kindOf(Breakbulk), kindOf(DeliveryOrder)]) {
      const rows = await this.db.query<{ id: number }>(sql`
        SELECT id FROM ${raw(kind.plural)}
        WHERE organization_id = ${organization_id} AND ${among('bill_of_lading_id', bills)}
        ORDER BY id FOR UPDATE`);
      const ids = rows.map(({ id }) => id);
      await recordUpdate(this.db, kindEvent(kind.singular, 'updated'), kindClasses(kind).Show, ids, () =>
        this.db.query(sql`
          UPDATE ${raw(kind.plural)} SET bill_of_lading_id = NULL, updated_at = now()
          WHERE organization_id = ${organization_id} AND ${among('id', ids)}`),
      );
    }
    const containers = await this.db.query<{ id: number }>(sql`
      SELECT DISTINCT s.container_id AS id FROM container_bills l
      JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id
      WHERE l.organization_id = ${organization_id} AND ${among('l.bill_of_lading_id', bills)}`);
    return containers.map((container) => container.id);
  }

  /** Runs work that takes vehicles off these bills, and records an update of each vehicle. */
  private async tellingOfVehicles(bills: number[], work: () => Promise<void>): Promise<void> {
    const { organization_id } = this.db.actor;
    const vehicles = await this.db.query<{ id: number }>(sql`
      SELECT v.id FROM vehicles v
      WHERE v.organization_id = ${organization_id} AND v.id IN (
        SELECT l.vehicle_id FROM vehicle_bills l
        WHERE l.organization_id = ${organization_id} AND ${among('l.bill_of_lading_id', bills)})
      ORDER BY v.id FOR NO KEY UPDATE OF v`);
    const ids = vehicles.map(({ id }) => id);
    await recordUpdate(this.db, kindEvent('vehicle', 'updated'), VehicleShow, ids, work);
  }

  /** Records the deletion of the bills, and of the packing list items that the database deletes with them. */
  private async recordBills(bills: number[]): Promise<void> {
    const items = await this.db.findAll(PackingListItem, { bill_of_lading_id: bills }, { lock: true });
    const ids = items.map(({ id }) => id);
    const { Show } = kindClasses(kindOf(PackingListItem));
    await record(this.db, kindEvent('packing_list_item', 'deleted'), Show, ids);
    await record(this.db, 'bill_of_lading.deleted', BillOfLadingShow, bills);
  }
}
