import sql from 'sql-template-tag';
import { Refused } from '../../common/errors/errors';
import { In } from '../../common/input/in';
import { CreateConsignee } from '../../parties/consignees/consignee.dto';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { CreateFreightForwarder } from '../../parties/freight-forwarders/freight-forwarder.dto';
import { FreightForwarder } from '../../parties/freight-forwarders/freight-forwarder.entity';
import { EdiSettings } from '../../parties/shipping-lines/edi-settings.entity';
import { EdiSettingsInput, ShippingLineFields } from '../../parties/shipping-lines/shipping-line.dto';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { plateKey } from '../../parties/trucks/plate';
import { CreateTruck } from '../../parties/trucks/truck.dto';
import { Truck } from '../../parties/trucks/truck.entity';
import { FieldMap, reference, since } from '../field-map';
import { COMPANY, EDI_PARTNER, lookupOf } from '../lookups';
import { parts } from '../parts';
import { TableKind } from '../table-kind';

class FreightForwarderState {
  @In.bool() active?: boolean | null;
}

export const freightForwarders = () =>
  new TableKind({
    entity: FreightForwarder,
    input: [CreateFreightForwarder, FreightForwarderState],
    key: ['name'],
  });

class ConsigneeState {
  @In.bool() deleted?: boolean | null;
  /** Tells deleted consignees of one name apart. */
  @In.time() deleted_at?: string | null;
}

export const consignees = () =>
  new TableKind({
    entity: Consignee,
    input: [CreateConsignee, ConsigneeState],
    key: ['name', 'deleted_at'],
    named: lookupOf('consignees', 'name'),
    maps: { deleted: since('deleted_at') },
    derived: { columns: [], fill: ({ columns }) => (columns.deleted_at ??= null) },
  });

/** The settings of a line; a partner that is not known yet is made. */
const ediSettings = new TableKind({
  entity: EdiSettings,
  input: [EdiSettingsInput],
  key: ['name'],
  match: ['shipping_line_id'],
  internal: ['shipping_line_id'],
  maps: {
    edi_partner: {
      ...reference('edi_partner', EDI_PARTNER),
      prepare: async (rows, { db }) => {
        const partners = rows.flatMap(({ line }) => line.values.edi_partner ?? []);
        await db.query(sql`
          INSERT INTO edi_partners (organization_id, name, edi_id)
          SELECT ${db.actor.organization_id}::bigint, r.name, coalesce(r.edi_id, '')
          FROM json_to_recordset(${JSON.stringify(partners)}::json) AS r(name text, edi_id text)
          ON CONFLICT DO NOTHING`);
      },
    },
  },
});

class ShippingLineParent {
  @In.text() parent?: string | null;
}

/** A line names its parent by code, and never is its own ancestor (decision 22). */
const parent: FieldMap = {
  ...reference('parent', lookupOf('shipping_lines', 'code')),
  written: async (rows, { db }) => {
    const sent = rows.filter(({ columns }) => columns.parent_id);
    if (!sent.length) return;
    const [circle] = await db.query(sql`
      WITH RECURSIVE ancestors (line, id) AS (
        SELECT id, parent_id FROM shipping_lines
        WHERE organization_id = ${db.actor.organization_id} AND id = ANY(${sent.map(({ id }) => id)}::bigint[])
        UNION
        SELECT a.line, l.parent_id FROM shipping_lines l JOIN ancestors a ON a.id = l.id
        WHERE l.organization_id = ${db.actor.organization_id}
      )
      SELECT FROM ancestors WHERE id = line LIMIT 1`);
    if (circle) throw new Refused('must be neither the line itself nor a line below it', { field: 'parent' });
  },
};

export const shippingLines = () =>
  new TableKind({
    entity: ShippingLine,
    input: [ShippingLineFields, ShippingLineParent],
    key: ['code'],
    maps: {
      parent_id: null,
      parent,
      agent_id: null,
      agent: reference('agent', lookupOf('agents', 'name')),
      edi_settings: parts('edi_settings', ediSettings, 'shipping_line_id'),
    },
  });

export const trucks = () =>
  new TableKind({
    entity: Truck,
    input: [CreateTruck],
    key: ['license_plate'],
    match: ['license_plate_key'],
    maps: {
      trucking_company: reference('trucking_company', COMPANY),
      truck_driver_license_number: reference(
        'truck_driver_license_number',
        lookupOf('truck_drivers', 'license_number'),
        { column: 'truck_driver_id' },
      ),
    },
    derived: {
      columns: ['license_plate_key'],
      fill: ({ columns }) => (columns.license_plate_key = plateKey(columns.license_plate as string)),
    },
  });
