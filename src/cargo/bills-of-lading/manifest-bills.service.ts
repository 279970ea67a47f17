import { namedManifest } from '../manifests/named-manifest';
import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { toId } from '../../common/database/sql/conditions';
import { Db } from '../../common/database/db';
import { isForeignKeyViolation } from '../../common/errors/database-errors';
import { NotFound, Refused } from '../../common/errors/errors';
import type { Json, JsonParts } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { OptionalPageQuery } from '../../common/pagination/page-query';
import { Manifest } from '../manifests/manifest.entity';
import type { BillInput, CreateBillBody, UpdateBillBody } from './bill-of-lading.dto';
import { BillOfLading } from './bill-of-lading.entity';
import { BillOfLadingShow } from './bill-of-lading.view';
import type { Columns } from '../../common/schema/columns';
import { billOfLadingModel } from './bill-of-lading.write';
import { record, recordUpdate } from '../../common/recording/record';
import { COMMON } from '../../common/errors/codes';

/** The bills of lading of a manifest. */
@Injectable()
export class ManifestBillsService {
  constructor(private readonly db: Db) {}

  /** @throws NotFound when there is no such manifest */
  async list(client_identifier: string, query: OptionalPageQuery): Promise<JsonParts | Page> {
    const { id } = await namedManifest(this.db, client_identifier);
    const bills = this.db.read(BillOfLadingShow).where(sql`t.manifest_id = ${id}`);
    return query.isPaged() ? bills.page(query.request()) : bills.stream();
  }

  /** @throws NotFound */
  async show(client_identifier: string, idOrNumber: string): Promise<Json> {
    return this.read((await this.bill(await namedManifest(this.db, client_identifier), idOrNumber)).id);
  }

  /**
   * @throws NotFound when there is no such manifest, also when it is deleted meanwhile; Invalid without a number; Refused
   *   when the number is taken in the manifest or a consignee, exporter or package type is unknown
   */
  async create(client_identifier: string, body: CreateBillBody): Promise<Json> {
    const { id: manifest_id } = await this.manifest(client_identifier);
    const created = billOfLadingModel.create(this.db, { ...inputOf(body), manifest_id }, at(body));
    const id = await created.catch((error: unknown) => {
      const isGone = isForeignKeyViolation(error, 'fk_bill_of_ladings_manifest_id');
      throw isGone ? new NotFound('Manifest', client_identifier) : error;
    });
    await record(this.db, 'bill_of_lading.created', BillOfLadingShow, id);
    return this.read(id);
  }

  /**
   * Changes the fields that are sent, but never a consignee or an exporter that the bill has (decision 35).
   * @param idOrNumber digits alone are tried as an id first
   * @throws NotFound, and Refused when the body names another manifest or an unknown record
   */
  async update(client_identifier: string, idOrNumber: string, body: UpdateBillBody): Promise<Json> {
    const manifest = await this.manifest(client_identifier);
    const bill = await this.bill(manifest, idOrNumber, { lock: true });
    if (body.bill_of_lading.client_identifier !== manifest.client_identifier)
      throw new Refused({
        code: COMMON.mismatch,
        sentence: "Client identifier is not the manifest's.",
        field: 'bill_of_lading.client_identifier',
      });
    await recordUpdate(this.db, 'bill_of_lading.updated', BillOfLadingShow, bill.id, () =>
      billOfLadingModel.update(this.db, bill, inputOf(body), at(body)),
    );
    return this.read(bill.id);
  }

  private async manifest(client_identifier: string): Promise<Columns<Manifest>> {
    const manifest = await this.db.find(Manifest, { client_identifier });
    if (!manifest) throw new NotFound('Manifest', client_identifier);
    return manifest;
  }

  /** The bill that a path names; digits alone are tried as an id first. Throws NotFound. */
  private async bill(
    { id: manifest_id }: { id: number },
    idOrNumber: string,
    options?: { lock: boolean },
  ): Promise<Columns<BillOfLading>> {
    const id = toId(idOrNumber);
    const bill =
      (id && (await this.db.find(BillOfLading, { manifest_id, id }, options))) ||
      (await this.db.find(BillOfLading, { manifest_id, number: idOrNumber }, options));
    if (!bill) throw new NotFound('Bill of lading', idOrNumber);
    return bill;
  }

  private read(id: number): Promise<Json> {
    return this.db.show(BillOfLadingShow, id, 'Bill of lading');
  }
}

/** The fields of a request in one object. Those inside `bill_of_lading` take precedence. */
function inputOf({ bill_of_lading, ...links }: CreateBillBody | UpdateBillBody): BillInput {
  return { ...links, ...bill_of_lading };
}

/** The path of each field in the request, for refusals. */
function at({ bill_of_lading }: CreateBillBody | UpdateBillBody) {
  return { path: (field: string) => (field in bill_of_lading ? `bill_of_lading.${field}` : field) };
}
