import sql from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import { Chassis } from '../../cargo/chassis/chassis.kind';
import { bookingLine, bookingRelease, dockReceiptOfBooking } from '../../cargo/booking-lines/of-booking';
import { Container } from '../../cargo/containers/container.kind';
import { Booking } from '../../cargo/setup/booking.kind';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import { DeliveryOrder } from '../../cargo/setup/delivery-order.kind';
import { StaysService } from '../../cargo/stays/stays.service';
import { humanize } from '../../common/errors/humanize';
import type { FieldMap } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { parts } from '../../common/write/parts';
import { daily, WriteModel } from '../../common/write/write-model';
import type { WriteRow } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { bringGoods } from './brought-goods';
import { bringWeights } from './brought-weights';
import { makeKnown } from './dropped-containers';
import { chooseLines } from './lines-of-purposes';
import { findContainers, refuseRepeated } from './named-containers';
import { refuseOtherBills, refuseUnknownBills, refuseWithoutBill } from './purpose-bills';
import { ahead, isAhead, plain, PurposeRow } from './purpose-row';
import { CreatePurpose, CreatePurposeInterchange } from './purpose.dto';
import { Purpose } from './purpose.entity';
import { missingFields, sealsOf } from './purpose.rules';

/** The references of a purpose: the path of the field and the lookup. Whoever knows the number of a record may name it. */
const REFERENCES = {
  container_type: { path: 'cargo.container_type', lookup: lookupOf(ContainerType, 'code') },
  shipping_line: { path: 'cargo.shipping_line', lookup: { ...lookupOf(ShippingLine, 'code'), whole: true } },
  chassis_number: { path: 'cargo.chassis_number', lookup: { ...lookupOf(Chassis, 'number'), whole: true } },
  booking: { path: 'booking', lookup: { ...lookupOf(Booking, 'number'), whole: true } },
  delivery_order: { path: 'delivery_order', lookup: { ...lookupOf(DeliveryOrder, 'number'), whole: true } },
} as const;
const FIELDS = Object.keys(REFERENCES) as (keyof typeof REFERENCES)[];
const columnOf = (field: keyof typeof REFERENCES) => `${field.replace('_number', '')}_id`;
const CONTAINER = lookupOf(Container, 'number');

const cargoOf = (row: WriteRow) => row.said<CreatePurpose>().cargo!;

/** Maps the purpose itself. Its fields are spread over two objects of the request, and blank counts as absent. */
const cargo: FieldMap = {
  columns: [
    'cargo_type',
    'container_id',
    'container_status',
    'container_usage',
    'goods',
    'weight',
    'grants_interest',
    'rests_on_nomination',
    ...(['container_type', 'shipping_line', 'chassis_number'] as const).map(columnOf),
  ],
  kinds: [CONTAINER.kind, ...FIELDS.map((field) => REFERENCES[field].lookup.kind)],
  value: () => {
    const name = (field: keyof typeof REFERENCES) =>
      `'${field}', ${REFERENCES[field].lookup.name(`t.${columnOf(field)}`)}`;
    return `json_build_object('cargo_type', t.cargo_type, 'container_number', ${CONTAINER.name('t.container_id')},
      ${name('container_type')}, ${name('shipping_line')}, ${name('chassis_number')},
      'container_status', t.container_status, 'container_usage', t.container_usage, 'goods', t.goods,
      'weight', trim_scale(t.weight))`;
  },
  put: (row) => {
    const { container_usage = null, goods = null, weight = null } = cargoOf(row);
    const purpose = plain(row);
    const { cargo_type, container_status = null } = purpose;
    Object.assign(row.columns, {
      cargo_type,
      container_id: null,
      container_status,
      container_usage,
      goods,
      weight,
      grants_interest: false,
      rests_on_nomination: false,
    });
    for (const field of FIELDS) {
      const { path, lookup } = REFERENCES[field];
      row.set(columnOf(field), null);
      const what = humanize(field.replace('_number', ''));
      if (purpose[field])
        row.want(path, lookup, purpose[field], (id) => row.set(columnOf(field), id), { what });
    }
  },
  prepare: (rows, run) => {
    for (const row of rows) {
      const { limited } = run.db.actor;
      if (limited) leaveBookingToRight(row);
      const validates_bills = run.db.actor.validates_bills && isAhead(row as PurposeRow, run);
      for (const field of missingFields(plain(row), { validates_bills, limited }))
        row.invalid(field, 'is required');
    }
    return Promise.resolve();
  },
};

/** An unknown booking of a pick-up is refused like a wrong one, because either would tell which bookings there are. */
function leaveBookingToRight(row: WriteRow): void {
  const { purpose_type, container_number } = plain(row);
  if (purpose_type !== 'pick up' || !container_number) return;
  row.wanted = row.wanted.map((each) =>
    each.field === REFERENCES.booking.path ? { ...each, optional: true } : each,
  );
}

/** A reference outside of `cargo`; `cargo.put` writes it. */
const reference = (field: 'booking' | 'delivery_order'): FieldMap => ({
  columns: [columnOf(field)],
  value: () => REFERENCES[field].lookup.name(`t.${columnOf(field)}`),
  put: () => undefined,
});

/** A field of a purpose, which is written whole: what is not sent is none. */
const anew = (map: FieldMap): FieldMap => ({
  ...map,
  put: (row) => map.columns.forEach((name) => row.set(name, null)),
});

const interchange: FieldMap = {
  columns: ['seals', 'interchange_weight'],
  value: () => `json_build_object('seals', nullif(array_to_string(t.seals, ','), ''),
    'weight', trim_scale(t.interchange_weight))`,
  put: (row, value) => {
    const { seals, weight = null } = (value ?? {}) as CreatePurposeInterchange;
    row.set('seals', sealsOf(seals));
    row.set('interchange_weight', weight);
  },
};

/** The owner of a purpose: an announcement, or a visit to which it was added at the gate. */
type Owner = 'pre_advice_id' | 'appointment_id' | 'truck_visit_id';

/** The write model of one purpose. In a file, the purposes of a visit are history. */
export function purposeModel(owner: Owner): WriteModel<Purpose> {
  return new WriteModel({
    entity: Purpose,
    input: [CreatePurpose],
    key: ['cargo'],
    match: [owner, 'position'],
    internal: [owner, 'position'],
    maps: {
      purpose_type: {
        columns: ['purpose_type'],
        value: () => 't.purpose_type',
        put: (row) => row.set('purpose_type', plain(row).purpose_type),
      },
      cargo,
      booking: reference('booking'),
      booking_line: anew(bookingLine()),
      release: anew(bookingRelease),
      dock_receipt: anew(dockReceiptOfBooking),
      bill_of_lading: {
        columns: ['bill_of_lading'],
        value: () => 't.bill_of_lading',
        put: (row) => row.set('bill_of_lading', plain(row).bill_of_lading ?? null),
      },
      delivery_order: reference('delivery_order'),
      interchange,
    },
    checks: [
      refuseRepeated,
      findContainers,
      daily(chooseLines),
      ahead(refuseWithoutBill),
      ahead(refuseUnknownBills),
      daily(refuseOtherBills),
      makeKnown,
      bringWeights,
      bringGoods,
    ],
  });
}

/** What a truck comes for, as its pre-advice, appointment or visit says it; what is sent replaces what was. */
export function purposes(owner: Owner): FieldMap {
  const written = parts('purposes', purposeModel(owner), owner, 'position');
  return {
    ...written,
    written: (rows, run) => releasing(rows, owner, run, () => written.written!(rows, run)),
  };
}

/** Releases containers that the change no longer announces, unless something else announces them. */
async function releasing(
  rows: WriteRow[],
  owner: Owner,
  { db }: WriteRun,
  write: () => Promise<void>,
): Promise<void> {
  const wholes = rows.flatMap(({ id, before, parts: said }) => (before && said.purposes ? id! : []));
  const announced = wholes.length
    ? await db.query<{ container_id: number }>(sql`
        SELECT container_id FROM purposes
        WHERE organization_id = ${db.actor.organization_id} AND ${among(owner, wholes)}
          AND purpose_type = 'drop off' AND container_id IS NOT NULL`)
    : [];
  await write();
  await new StaysService(db).release(announced.map(({ container_id }) => container_id));
}
