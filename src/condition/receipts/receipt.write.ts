import sql from 'sql-template-tag';
import { Container } from '../../cargo/containers/container.kind';
import { StayLine, stayOfContainer } from '../../cargo/stays/container-stay.write';
import { User } from '../../common/auth/user.kind';
import { StoredFile } from '../../common/files/file.entity';
import { COMMON } from '../../common/errors/codes';
import { In } from '../../common/input/in';
import { column, type FieldMap, reference } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { WriteModel } from '../../common/write/write-model';
import { INTERCHANGE_TYPES } from '../../gate/visits/interchange.entity';
import { VISIT, VisitReference } from '../../gate/visits/truck-visit.write';
import { TruckDriver } from '../../parties/setup/truck-driver.kind';
import { COMPANY } from '../../parties/setup/trucking-company-reference';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Truck } from '../../parties/trucks/truck.entity';
import { Receipt, RECEIPT_STATUSES } from './receipt.entity';
import { DocumentLine, documentOf } from './receipt-line';

/** An issue of a receipt in a file, as it was issued. */
class ReceiptLine extends VisitReference {
  @In.text({ required: true, identifier: 'visible' }) number: string;
  @In.int({ required: true, min: 1 }) issue: number;
  @In.oneOf(RECEIPT_STATUSES, { required: true }) status: string;
  @In.time({ required: true }) issued_at: string;
  @In.text() issued_by?: string | null;
  @In.int({
    min: 0,
    description: 'Its place among the interchanges of the visit, from 0; none where it was removed',
  })
  interchange?: number | null;
  @In.oneOf(INTERCHANGE_TYPES, { required: true }) type: string;
  @In.text() container?: string | null;
  @In.text() shipping_line?: string | null;
  @In.text({ required: true }) truck: string;
  @In.text() trucking_company?: string | null;
  @In.text() truck_driver?: string | null;
  @In.note() driver_name?: string | null;
  @In.text() driver_license?: string | null;
  @In.text({ description: 'The key of the file' }) signature_file?: string | null;
  @In.object(() => DocumentLine, { required: true }) document: DocumentLine;
}

/** The interchange, by its place among those of the visit. */
const interchange: FieldMap = {
  columns: ['interchange_id'],
  value: () => `(SELECT count(*) FILTER (WHERE i.id < t.interchange_id) FROM interchanges i
    WHERE i.organization_id = t.organization_id AND i.truck_visit_id = t.truck_visit_id
    HAVING bool_or(i.id = t.interchange_id))`,
  put: (row, place) => {
    if (place === null) row.set('interchange_id', null);
  },
  complete: async (rows, { db }) => {
    const placed = rows.filter(({ values }) => typeof values.interchange === 'number');
    if (!placed.length) return;
    const wanted = placed.map(({ values, columns }, at) => ({
      at,
      visit: columns.truck_visit_id,
      place: values.interchange,
    }));
    const found = await db.query<{ at: number; id: number }>(sql`
      SELECT w.at, i.id FROM json_to_recordset(${JSON.stringify(wanted)}::json) w(at integer, visit bigint, place integer)
      CROSS JOIN LATERAL (
        SELECT i.id FROM interchanges i
        WHERE i.organization_id = ${db.actor.organization_id} AND i.truck_visit_id = w.visit
        ORDER BY i.id OFFSET w.place LIMIT 1
      ) i`);
    const ids = new Map(found.map(({ at, id }) => [at, id]));
    placed.forEach((row, at) => {
      row.set('interchange_id', ids.get(at) ?? null);
      if (ids.has(at)) return;
      const reason = `'${row.values.interchange as number}' is unknown`;
      row.refuse('interchange', {
        code: COMMON.unknown_reference,
        sentence: `Interchange ${reason}.`,
        reason,
      });
    });
  },
};

/** Receipts in files: documents as they were issued. */
export const receiptModel = new WriteModel<Receipt>({
  entity: Receipt,
  input: [ReceiptLine, StayLine],
  key: ['number'],
  maps: {
    issued_by: reference('issued_by', lookupOf(User, 'email')),
    truck_visit: reference('truck_visit', VISIT),
    interchange,
    container: reference('container', lookupOf(Container, 'number')),
    stay: stayOfContainer,
    shipping_line: reference('shipping_line', lookupOf(ShippingLine, 'code')),
    truck: reference('truck', lookupOf(Truck, 'license_plate')),
    trucking_company: reference('trucking_company', COMPANY),
    truck_driver: reference('truck_driver', lookupOf(TruckDriver, 'license_number')),
    signature_file: reference('signature_file', lookupOf(StoredFile, 'key')),
    document: {
      ...column('document'),
      put: (row, value) => row.set('document', documentOf(value as DocumentLine)),
    },
  },
});
