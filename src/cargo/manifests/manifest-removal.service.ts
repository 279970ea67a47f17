import { Injectable } from '@nestjs/common';
import sql, { raw, type Sql } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { type Query, rows } from '../../common/database/sql/query';
import { COMMON } from '../../common/errors/codes';
import { isForeignKeyViolation } from '../../common/errors/database-errors';
import { naming, NotFound, Refused } from '../../common/errors/errors';
import { kindEvent, record, recordUpdate } from '../../common/recording/record';
import { kindOf } from '../../common/setup/kind';
import { kindClasses } from '../../common/setup/kind-classes';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { BillOfLadingShow } from '../bills-of-lading/bill-of-lading.view';
import { Breakbulk } from '../breakbulks/breakbulk.kind';
import { PackingListItem } from '../packing-list-items/packing-list-item.kind';
import { DeliveryOrder } from '../setup/delivery-order.kind';
import { StaysService } from '../stays/stays.service';
import { VehicleShow } from '../vehicles/vehicle.view';
import { ManifestObstacles } from './manifest-obstacles';
import { Manifest } from './manifest.entity';
import { ManifestItem } from './manifest.view';

/** A manifest to delete, with its cargo. All of it is locked. */
interface LoadedManifest {
  id: number;
  bills: number[];
  vehicles: number[];
  containers: number[];
  /** Why it cannot be deleted; undefined when it can. */
  obstacle: string | undefined;
}

/** Deletes manifests with their bills of lading. */
@Injectable()
export class ManifestRemovalService {
  constructor(
    private readonly db: Db,
    private readonly obstacles: ManifestObstacles,
    private readonly stays: StaysService,
  ) {}

  /**
   * Deletes a manifest with its bills of lading, unless the history of its cargo forbids that (decision 34).
   * @throws NotFound, and Refused with the reason
   */
  async remove(client_identifier: string): Promise<string> {
    const loaded = await this.load(client_identifier);
    if (loaded.obstacle)
      throw new Refused({
        code: COMMON.in_use,
        sentence: `Manifest cannot be deleted: ${loaded.obstacle}.`,
        records: naming('manifest', client_identifier),
      });
    await this.apply(loaded);
    return 'Manifest was successfully deleted.';
  }

  /**
   * Locks the manifest, its cargo, its voyage and its bills, so that no cargo or tally is added until the transaction
   * ends. Changes of cargo lock cargo before bills as well, so that they do not deadlock with a deletion.
   */
  private async load(client_identifier: string): Promise<LoadedManifest> {
    const manifest = await this.db.find(Manifest, { client_identifier }, { lock: true });
    if (!manifest) throw new NotFound('Manifest', client_identifier);
    const { organization_id, id, voyage_id } = manifest;
    const ofManifest = sql`b.organization_id = ${organization_id} AND b.manifest_id = ${id}`;
    const [, , , bills, vehicles, containers, obstacle] = await this.db.pipeline(
      lockOnBills('vehicles', VEHICLES, organization_id, ofManifest),
      lockOnBills('containers', CONTAINERS, organization_id, ofManifest),
      this.db.queries.find(Voyage, { id: voyage_id }, { lock: true }),
      ids(sql`SELECT b.id FROM bill_of_ladings b WHERE ${ofManifest} ORDER BY b.id FOR UPDATE`),
      // Behind the lock of the bills, because cargo may have been added while that was waited for.
      lockOnBills('vehicles', VEHICLES, organization_id, ofManifest),
      lockOnBills('containers', CONTAINERS, organization_id, ofManifest),
      this.obstacles.to(manifest),
    );
    return { id, bills, vehicles, containers, obstacle };
  }

  /** Takes the cargo off the bills and deletes them with the manifest. */
  private async apply({ id, bills, vehicles, containers }: LoadedManifest): Promise<void> {
    await this.recordBills(bills);
    await record(this.db, 'manifest.deleted', ManifestItem, id);
    await this.takeOff(Breakbulk, bills);
    await this.takeOff(DeliveryOrder, bills);
    await this.stays.telling(containers, async () => {
      await recordUpdate(this.db, kindEvent('vehicle', 'updated'), VehicleShow, vehicles, () =>
        this.removeWithBills(id),
      );
      await this.stays.cancel(containers);
    });
  }

  /** Records the deletion of the bills, and of the packing list items that the database deletes with them. */
  private async recordBills(bills: number[]): Promise<void> {
    const items = await this.db.findAll(PackingListItem, { bill_of_lading_id: bills }, { lock: true });
    const { Show } = kindClasses(kindOf(PackingListItem));
    await record(
      this.db,
      kindEvent('packing_list_item', 'deleted'),
      Show,
      items.map((item) => item.id),
    );
    await record(this.db, 'bill_of_lading.deleted', BillOfLadingShow, bills);
  }

  /** Takes breakbulk or delivery orders off their bills, because they outlive them. */
  private async takeOff(entity: typeof Breakbulk | typeof DeliveryOrder, bills: number[]): Promise<void> {
    const { organization_id } = this.db.actor;
    const kind = kindOf<Breakbulk | DeliveryOrder>(entity);
    const table = raw(kind.plural);
    const found = await this.db.run(
      ids(sql`
        SELECT id FROM ${table}
        WHERE organization_id = ${organization_id} AND ${among('bill_of_lading_id', bills)}
        ORDER BY id FOR UPDATE`),
    );
    await recordUpdate(this.db, kindEvent(kind.singular, 'updated'), kindClasses(kind).Show, found, () =>
      this.db.query(sql`
        UPDATE ${table} SET bill_of_lading_id = NULL, updated_at = now()
        WHERE organization_id = ${organization_id} AND ${among('id', found)}`),
    );
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
}

/** SQL: the vehicles and the containers on the bills `b`. */
const VEHICLES = sql`
  SELECT l.vehicle_id FROM bill_of_ladings b
  JOIN vehicle_bills l ON l.organization_id = b.organization_id AND l.bill_of_lading_id = b.id`;
const CONTAINERS = sql`
  SELECT s.container_id FROM bill_of_ladings b
  JOIN container_bills l ON l.organization_id = b.organization_id AND l.bill_of_lading_id = b.id
  JOIN container_stays s ON s.organization_id = l.organization_id AND s.id = l.stay_id`;

/** Locks cargo on the chosen bills `b`, in order of id. */
function lockOnBills(table: string, cargo: Sql, organization_id: number, chosen: Sql): Query<number[]> {
  return ids(sql`
    SELECT t.id FROM ${raw(table)} t
    WHERE t.organization_id = ${organization_id} AND t.id IN (${cargo} WHERE ${chosen})
    ORDER BY t.id FOR NO KEY UPDATE`);
}

function ids(statement: Sql): Query<number[]> {
  return rows<{ id: number }>(statement).map((found) => found.map(({ id }) => id));
}
