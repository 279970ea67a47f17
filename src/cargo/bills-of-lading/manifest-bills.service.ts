import { Injectable } from '@nestjs/common';
import sql, { raw } from 'sql-template-tag';
import { In as AnyOf } from 'typeorm';
import { toId } from '../../common/database/conditions';
import { Db } from '../../common/database/db';
import { humanize } from '../../common/errors/constraints';
import { NotFound, Refused, Unknown } from '../../common/errors/errors';
import type { Json, JsonParts } from '../../common/json';
import type { Page } from '../../common/pagination/page';
import type { OptionalPageQuery } from '../../common/pagination/page-query';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { Exporter } from '../../parties/setup/exporter.kind';
import { Port } from '../../places/setup/port.kind';
import { Manifest } from '../manifests/manifest.entity';
import { PackageType } from '../setup/package-type.kind';
import type { BillInput, CreateBillBody, UpdateBillBody } from './bill-of-lading.dto';
import { BillOfLading } from './bill-of-lading.entity';
import { BillOfLadingShow } from './bill-of-lading.view';
import type { Columns, Values } from '../../common/schema/columns';

/** What a bill holds as it was sent. */
const FIELDS = [
  ...(['remarks', 'weight', 'volume_in_cubic_meters', 'goods_description', 'shipping_marks'] as const),
  ...(['consignee_address', 'exporter_address', 'destination_code', 'type_of_contract', 'usage'] as const),
];
const PORTS = ['port_of_loading', 'port_of_discharge', 'port_of_delivery'] as const;
const PARTIES = { consignee: Consignee, exporter: Exporter };

/** The bills of lading of a manifest. */
@Injectable()
export class ManifestBillsService {
  constructor(private readonly db: Db) {}

  /** @throws NotFound when there is no such manifest */
  async list(client_identifier: string, query: OptionalPageQuery): Promise<JsonParts | Page> {
    const { id } = await this.manifest(client_identifier);
    const bills = this.db.read(BillOfLadingShow).where(sql`t.manifest_id = ${id}`);
    return query.isPaged() ? bills.page(query.request()) : bills.stream();
  }

  /**
   * @throws NotFound when there is no such manifest, Invalid without a number, Refused when the number is
   * taken in the manifest or a consignee, exporter or package type is unknown
   */
  async create(client_identifier: string, body: CreateBillBody): Promise<Json> {
    const { id: manifest_id } = await this.manifest(client_identifier);
    const { number } = body.bill_of_lading;
    return this.read(
      await this.db.insert(BillOfLading, { ...(await this.columns(body)), manifest_id, number }),
    );
  }

  /**
   * Changes the fields that are sent, but never a consignee or an exporter that the bill has (decision 35).
   * @param idOrNumber all digits are tried as the id first
   * @throws NotFound, and Refused when the body names another manifest or something unknown
   */
  async update(client_identifier: string, idOrNumber: string, body: UpdateBillBody): Promise<Json> {
    const manifest = await this.manifest(client_identifier);
    const bill = await this.bill(manifest, idOrNumber);
    if (body.bill_of_lading.client_identifier !== manifest.client_identifier)
      throw new Refused("Client identifier is not the manifest's.", {
        field: 'bill_of_lading.client_identifier',
      });
    await this.db.update(BillOfLading, bill.id, await this.columns(body, bill));
    return this.read(bill.id);
  }

  private async manifest(client_identifier: string): Promise<Columns<Manifest>> {
    const manifest = await this.db.find(Manifest, { client_identifier });
    if (!manifest) throw new NotFound(`Manifest '${client_identifier}'`);
    return manifest;
  }

  /** The bill that a path names, locked. */
  private async bill(
    { id: manifest_id }: Columns<Manifest>,
    idOrNumber: string,
  ): Promise<Columns<BillOfLading>> {
    const id = toId(idOrNumber);
    const bill =
      (id && (await this.db.find(BillOfLading, { manifest_id, id }, { lock: true }))) ||
      (await this.db.find(BillOfLading, { manifest_id, number: idOrNumber }, { lock: true }));
    if (!bill) throw new NotFound(`Bill of lading '${idOrNumber}'`);
    return bill;
  }

  /** The columns that a request writes: its fields, and the ids of what it names. */
  private async columns(
    { bill_of_lading, ...links }: CreateBillBody | UpdateBillBody,
    bill?: Columns<BillOfLading>,
  ): Promise<Values<BillOfLading>> {
    const input: BillInput = { ...links, ...bill_of_lading };
    const path = (field: string) => (field in bill_of_lading ? `bill_of_lading.${field}` : field);
    return {
      ...Object.fromEntries(FIELDS.map((field) => [field, input[field]])),
      ...(await this.ports(input)),
      consignee_id: await this.party('consignee', input, path, bill),
      exporter_id: await this.party('exporter', input, path, bill),
      package_type_id: await this.db.idOf(
        PackageType,
        'code',
        input.package_code === '' ? null : input.package_code,
        'bill_of_lading.package_code',
      ),
    };
  }

  /** The ports that a request names by locode: null clears one, an unknown one is as good as not sent. */
  private async ports(input: BillInput): Promise<Values<BillOfLading>> {
    const named = PORTS.map((port) => [port, input[port] ?? input[`${port}_locode`] ?? input[port]] as const);
    const locodes = named.flatMap(([, locode]) => locode || []);
    const known = locodes.length ? await this.db.findAll(Port, { locode: AnyOf(locodes) }) : [];
    const idOf = (locode: string | null | undefined) =>
      locode ? known.find((port) => port.locode === locode)?.id : locode === undefined ? undefined : null;
    return Object.fromEntries(named.map(([port, locode]) => [`${port}_id`, idOf(locode)]));
  }

  /**
   * The consignee or the exporter that a request names by id or by name.
   * @throws Refused when it is unknown, or another one than the bill has
   */
  private async party(
    field: keyof typeof PARTIES,
    input: BillInput,
    path: (field: string) => string,
    bill?: Columns<BillOfLading>,
  ): Promise<number | null | undefined> {
    const key = `${field}_id` as const;
    const { [field]: name, [key]: id } = input;
    if (name === undefined && id === undefined) return undefined;
    const at = path(id === undefined ? field : key);
    const current = bill?.[key];
    if (current) {
      const same = id ? id === current : !!name && name === (await this.nameOf(field, current));
      if (!same)
        throw new Refused(`${humanize(field)} of a bill of lading cannot be changed.`, { field: at });
      return undefined;
    }
    if (!id && !name) return null;
    const party = await this.db.find<Consignee | Exporter>(PARTIES[field], id ? { id } : { name: name! });
    if (!party) throw new Unknown(humanize(field), (id ?? name)!, at);
    return party.id;
  }

  /** Also of one that was deleted since. */
  private async nameOf(field: keyof typeof PARTIES, id: number): Promise<string> {
    const [row] = await this.db.query<{ name: string }>(sql`
      SELECT name FROM ${raw(`${field}s`)}
      WHERE organization_id = ${this.db.actor.organization_id} AND id = ${id}`);
    return row!.name;
  }

  private read(id: number): Promise<Json> {
    return this.db
      .read(BillOfLadingShow)
      .where(sql`t.id = ${id}`)
      .orNotFound(`Bill of lading ${id}`);
  }
}
