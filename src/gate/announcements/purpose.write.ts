import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/conditions';
import { humanize } from '../../common/errors/constraints';
import { meetsIso6346 } from '../../common/iso-6346';
import { kindEvent, record, recordUpdate } from '../../common/recording/record';
import type { FieldMap } from '../../common/write/field-map';
import { lookupOf } from '../../common/write/lookups';
import { PartRow, parts } from '../../common/write/parts';
import { Check, daily, WriteModel } from '../../common/write/write-model';
import type { RowOf, WriteRow } from '../../common/write/write-row';
import type { WriteRun } from '../../common/write/write-run';
import { withoutToldStays } from '../../cargo/stays/container-stay.write';
import { beginningOf, NEW_STAY_ID, StaysService } from '../../cargo/stays/stays.service';
import { Chassis } from '../../cargo/chassis/chassis.kind';
import { Container } from '../../cargo/containers/container.kind';
import { ContainerShow } from '../../cargo/containers/container.view';
import { Booking } from '../../cargo/setup/booking.kind';
import { ContainerType } from '../../cargo/setup/container-type.kind';
import { DeliveryOrder } from '../../cargo/setup/delivery-order.kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { atTerminal } from '../../places/locations/locations';
import { CreatePurpose, CreatePurposeInterchange } from './purpose.dto';
import { isOver } from './announcement';
import { Purpose } from './purpose.entity';
import {
  fromKilograms,
  isContainerDropOff,
  missingFields,
  missingForNewContainer,
  notOnBill,
  PlainPurpose,
  plainPurpose,
  sealsOf,
} from './purpose.rules';
import { COMMON } from '../../common/errors/codes';
import { CARGO } from '../../cargo/cargo.codes';
import { naming } from '../../common/errors/errors';
import { GATE } from '../gate.codes';

type PurposeRow = RowOf<Purpose>;

/** The references of a purpose: its field, the column, and what it names. */
const REFERENCES = {
  container_type: { path: 'cargo.container_type', lookup: lookupOf(ContainerType, 'code') },
  shipping_line: { path: 'cargo.shipping_line', lookup: lookupOf(ShippingLine, 'code') },
  chassis_number: { path: 'cargo.chassis_number', lookup: lookupOf(Chassis, 'number') },
  booking: { path: 'booking', lookup: lookupOf(Booking, 'number') },
  delivery_order: { path: 'delivery_order', lookup: lookupOf(DeliveryOrder, 'number') },
} as const;
const FIELDS = Object.keys(REFERENCES) as (keyof typeof REFERENCES)[];
const columnOf = (field: keyof typeof REFERENCES) => `${field.replace('_number', '')}_id`;
const CONTAINER = lookupOf(Container, 'number');

const plain = (row: WriteRow): PlainPurpose => plainPurpose(row.said<CreatePurpose>() as CreatePurpose);
const cargoOf = (row: WriteRow) => row.said<CreatePurpose>().cargo!;

/** The purpose itself: its fields stand in two objects, and what is blank counts as not sent. */
const cargo: FieldMap = {
  columns: [
    'cargo_type',
    'container_id',
    'container_status',
    'container_usage',
    'goods',
    'weight',
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
      const validates_bills = run.db.actor.validates_bills && isAhead(row as PurposeRow, run);
      for (const field of missingFields(plain(row), { validates_bills })) row.invalid(field, 'is required');
    }
    return Promise.resolve();
  },
};

/** A reference beside the cargo, which `cargo` puts. */
const reference = (field: 'booking' | 'delivery_order'): FieldMap => ({
  columns: [columnOf(field)],
  value: () => REFERENCES[field].lookup.name(`t.${columnOf(field)}`),
  put: () => undefined,
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

/** What says what a truck comes for: an announcement, or a visit that it was added to at the gate. */
type Owner = 'pre_advice_id' | 'appointment_id' | 'truck_visit_id';

/** One purpose. A file tells those of a visit as they were handed over, or not. */
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
      ahead(refuseWithoutBill),
      ahead(refuseUnknownBills),
      daily(refuseOtherBills),
      makeKnown,
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

/** What is announced no more after a change is released, for which this announcement alone was why. */
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
        WHERE organization_id = ${db.actor.organization_id} AND ${raw(owner)} = ANY(${wholes}::bigint[])
          AND purpose_type = 'drop off' AND container_id IS NOT NULL`)
    : [];
  await write();
  await new StaysService(db).release(announced.map(({ container_id }) => container_id));
}

/** Whether it is of a truck that is inside or was, in which a file does not tell the one from the other, or of none. */
function hasHappened(row: PurposeRow): boolean {
  return Boolean(row.columns.truck_visit_id) || isOver((row as PartRow).whole);
}

/** Whether it is still to come: what a file says is over has happened as it did (87), what an export says was taken (325). */
function isAhead(row: PurposeRow, { history, exported }: WriteRun): boolean {
  return !exported && !(history && hasHappened(row));
}

/** A rule for what is still to come. */
function ahead(check: Check<PurposeRow>): Check<PurposeRow> {
  return (rows, run) => {
    const held = rows.filter((row) => isAhead(row, run));
    return held.length ? check(held, run) : undefined;
  };
}

/** One truck cannot bring or take the same container twice. */
function refuseRepeated(rows: PurposeRow[]): void {
  const seen = new Map<WriteRow, Set<string>>();
  for (const row of rows) {
    const { container_number } = plain(row);
    if (!container_number) continue;
    const { whole } = row as PartRow;
    const ofWhole = seen.get(whole) ?? new Set();
    if (ofWhole.has(container_number))
      row.refuse('cargo.container_number', {
        code: COMMON.named_twice,
        sentence: `Container '${container_number}' is named twice.`,
        records: naming('container', container_number),
      });
    seen.set(whole, ofWhole.add(container_number));
  }
}

interface Known {
  id: number;
  container_status: string | null;
  at_terminal: boolean;
}

/** The containers of these numbers, by number. */
async function knownContainers(numbers: string[], { db }: WriteRun): Promise<Map<string, Known>> {
  const rows = await db.query<Known & { number: string }>(sql`
    SELECT number, id, container_status, (${raw(atTerminal('current_location_type'))}) IS TRUE AS at_terminal FROM containers
    WHERE organization_id = ${db.actor.organization_id} AND ${among('number', numbers, 'text')}`);
  return new Map(rows.map(({ number, ...container }) => [number, container]));
}

/**
 * A container that is picked up is known, and at the terminal unless it is by appointment, which may be made before it
 * comes; one that is dropped off may be new, with a type and a line. Where it is now is not asked of a file
 * (decision 86).
 */
async function findContainers(rows: PurposeRow[], run: WriteRun): Promise<void> {
  const named = rows.filter((row) => plain(row).container_number);
  if (!named.length) return;
  const known = await knownContainers(
    named.map((row) => plain(row).container_number!),
    run,
  );
  for (const row of named) {
    const purpose = plain(row);
    const number = purpose.container_number!;
    const container = known.get(number);
    if (container) row.set('container_id', container.id);
    if (isContainerDropOff(purpose)) {
      if (container) continue;
      for (const field of missingForNewContainer(purpose))
        row.invalid(field, 'is required for a new container');
    } else if (!container)
      row.refuse('cargo.container_number', {
        code: COMMON.unknown_reference,
        sentence: `Container '${number}' is unknown.`,
        reason: `'${number}' is unknown`,
        records: naming('container', number),
      });
    else if (!container.at_terminal && !row.columns.appointment_id && !run.history)
      row.refuse('cargo.container_number', {
        code: CARGO.container_not_at_terminal,
        sentence: `Container '${number}' is not at the terminal.`,
        records: naming('container', number),
      });
  }
}

/** Where bills are validated, a full container needs one to be picked up, also when it is called empty (decision 78). */
async function refuseWithoutBill(rows: PurposeRow[], run: WriteRun): Promise<void> {
  const picked = rows.filter(({ columns }) => columns.purpose_type === 'pick up' && columns.container_id);
  if (!run.db.actor.validates_bills || !picked.length) return;
  const known = await knownContainers(
    picked.map((row) => plain(row).container_number!),
    run,
  );
  for (const row of picked)
    if (known.get(plain(row).container_number!)?.container_status === 'full' && !row.columns.bill_of_lading)
      row.invalid('bill_of_lading', 'is required');
}

async function refuseUnknownBills(rows: PurposeRow[], { db }: WriteRun): Promise<void> {
  const named = rows.filter(({ columns }) => columns.bill_of_lading);
  if (!db.actor.validates_bills || !named.length) return;
  const found = await db.query<{ number: string }>(sql`
    SELECT DISTINCT number FROM bill_of_ladings
    WHERE organization_id = ${db.actor.organization_id}
      AND number = ANY(${named.map(({ columns }) => columns.bill_of_lading)}::text[])`);
  const numbers = new Set(found.map(({ number }) => number));
  for (const row of named) {
    const { bill_of_lading } = row.columns;
    if (!numbers.has(bill_of_lading!))
      row.refuse('bill_of_lading', {
        code: COMMON.unknown_reference,
        sentence: `Bill of lading '${bill_of_lading}' is unknown.`,
        reason: `'${bill_of_lading}' is unknown`,
        records: naming('bill_of_lading', bill_of_lading!),
      });
  }
}

/** Where bills are validated, a container is on the bill that it is picked up with (decision 152). */
async function refuseOtherBills(rows: PurposeRow[], { db }: WriteRun): Promise<void> {
  const picked = rows.filter(
    ({ columns: { purpose_type, container_id, bill_of_lading } }) =>
      purpose_type === 'pick up' && container_id && bill_of_lading,
  );
  if (!db.actor.validates_bills || !picked.length) return;
  const found = await db.query<{ pair: string }>(sql`
    SELECT c.id || ' ' || b.number AS pair FROM containers c
    JOIN container_bills l ON l.organization_id = c.organization_id AND l.stay_id = c.stay_id
    JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
    WHERE c.organization_id = ${db.actor.organization_id}
      AND c.id = ANY(${picked.map(({ columns }) => columns.container_id)}::bigint[])`);
  const pairs = new Set(found.map(({ pair }) => pair));
  for (const row of picked) {
    const { container_id, bill_of_lading } = row.columns;
    if (!pairs.has(`${container_id} ${bill_of_lading}`))
      row.refuse('bill_of_lading', notOnBill(plain(row).container_number!, bill_of_lading!));
  }
}

/**
 * Creates the containers that are dropped off. Those that are known get what they lack; the rest of what is said
 * of them waits until they are handed over (decision 77). A file leaves them as they are (decision 86).
 */
async function makeKnown(rows: PurposeRow[], run: WriteRun): Promise<void> {
  const { db, history } = run;
  const dropped = new Map<string, PurposeRow>();
  const coming = new Set<string>();
  for (const row of rows) {
    const purpose = plain(row);
    if (!isContainerDropOff(purpose)) continue;
    dropped.set(purpose.container_number!, row);
    const comes = row.columns.truck_visit_id ? !history : !isOver((row as PartRow).whole);
    if (comes) coming.add(purpose.container_number!);
  }
  if (!dropped.size) return;
  const known = [...dropped.values()].flatMap(({ columns }) => columns.container_id ?? []);
  const write = () => writeContainers(dropped, coming, run);
  const [, ids] = await Promise.all([
    history ? undefined : lockContainers(known, run),
    recordUpdate(db, kindEvent('container', 'updated'), ContainerShow, known, write),
  ]);
  for (const row of rows) {
    const purpose = plain(row);
    if (!isContainerDropOff(purpose)) continue;
    const number = purpose.container_number!;
    const id = ids.get(number);
    if (id) row.set('container_id', id);
    else
      row.refuse('cargo.container_number', {
        code: GATE.already_here,
        sentence: `Container '${number}' is at the terminal already.`,
        records: naming('container', number),
      });
  }
}

/** Nobody changes these containers until the transaction ends. */
async function lockContainers(ids: number[], { db }: WriteRun): Promise<void> {
  if (!ids.length) return;
  await db.query(sql`
    SELECT FROM containers WHERE organization_id = ${db.actor.organization_id} AND ${among('id', ids)}
    ORDER BY id FOR NO KEY UPDATE`);
}

/** Writes the containers that are dropped off, and opens the stays of those that come. Returns their ids by number. */
async function writeContainers(
  dropped: Map<string, PurposeRow>,
  coming: Set<string>,
  run: WriteRun,
): Promise<Map<string, number>> {
  const { db, history } = run;
  const { organization_id } = db.actor;
  const stays = new StaysService(db);
  // before it is said what they bring, since a new stay begins without what belonged to the one before
  const known = [...dropped].flatMap(([number, { columns }]) => (columns.container_id ? number : []));
  if (!history && known.length) await stays.announce(await outside(known, run));
  const containers = JSON.stringify(
    [...dropped].map(([number, row]) => ({
      ...containerOf(number, row, db.actor.weight_unit),
      comes: coming.has(number),
    })),
  );
  // a new one that comes begins its stay; in a row that is new, xmax is 0
  const written = await db.query<{ number: string; id: number; made: boolean }>(sql`
    WITH written AS (
      INSERT INTO containers AS c (organization_id, number, meets_iso_standards, container_type_id,
        shipping_line_id, booking_id, container_status, usage, goods, weight, stay_id)
      SELECT ${organization_id}, r.number, r.meets_iso_standards, r.container_type_id, r.shipping_line_id, r.booking_id,
        r.container_status, r.usage, r.goods, r.weight, CASE WHEN r.comes THEN ${NEW_STAY_ID} END
      FROM jsonb_to_recordset(${containers}::jsonb) AS r(number text, meets_iso_standards boolean,
        container_type_id bigint, shipping_line_id bigint, booking_id bigint, container_status text, usage text,
        goods text, weight numeric, comes boolean)
      ORDER BY r.number
      ON CONFLICT (organization_id, number) DO UPDATE SET
        container_type_id = coalesce(c.container_type_id, excluded.container_type_id),
        shipping_line_id = coalesce(c.shipping_line_id, excluded.shipping_line_id),
        booking_id = coalesce(c.booking_id, excluded.booking_id),
        container_status = coalesce(c.container_status, excluded.container_status),
        usage = coalesce(c.usage, excluded.usage),
        goods = coalesce(c.goods, excluded.goods),
        weight = coalesce(c.weight, excluded.weight),
        updated_at = now()
      WHERE NOT ${history}::boolean AND (${raw(atTerminal('c.current_location_type'))}) IS NOT TRUE
      RETURNING c.*, c.xmax = 0 AS made
    ), begun AS (${beginningOf(sql`FROM written c WHERE c.made AND c.stay_id IS NOT NULL ORDER BY c.id`)})
    SELECT number, id, made FROM written`);
  const ids = new Map(written.map(({ number, id }) => [number, id]));
  // what the statement passed over is there already: at the terminal, or known to who wrote the file
  const passed = [...dropped.keys()].filter((number) => !ids.has(number));
  if (history && passed.length) {
    for (const [number, { id }] of await knownContainers(passed, run)) ids.set(number, id);
  }
  const made = written.flatMap((row) => (row.made ? row.id : []));
  await record(db, kindEvent('container', 'created'), ContainerShow, made);
  const begun = new Set(made);
  const announced = [...ids].flatMap(([number, id]) => (coming.has(number) && !begun.has(id) ? id : []));
  await stays.announce(await withoutToldStays(announced, run));
  return ids;
}

/** The ids of those containers of these numbers that are known and not at the terminal. */
async function outside(numbers: string[], run: WriteRun): Promise<number[]> {
  const known = [...(await knownContainers(numbers, run)).values()];
  return known.flatMap(({ id, at_terminal }) => (at_terminal ? [] : id));
}

/** A container as its purpose announces it, with its weight in the organization's unit (decision 14). */
function containerOf(number: string, row: PurposeRow, weight_unit: string): object {
  const { container_status, container_usage, goods, weight } = row.columns;
  const { container_type_id, shipping_line_id, booking_id } = row.columns;
  return {
    number,
    meets_iso_standards: meetsIso6346(number),
    container_status,
    usage: container_usage,
    goods,
    container_type_id,
    shipping_line_id,
    booking_id,
    weight: weight && fromKilograms(weight, weight_unit),
  };
}
