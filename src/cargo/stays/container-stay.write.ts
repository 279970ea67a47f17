import sql, { raw } from 'sql-template-tag';
import { among } from '../../common/database/sql/conditions';
import type { Db } from '../../common/database/db';
import { COMMON } from '../../common/errors/codes';
import { In } from '../../common/input/in';
import { FieldMap, reference } from '../../common/write/field-map';
import { joinKey, Lookup, lookupOf, partsOf, tableOfKeys } from '../../common/write/lookups';
import { refuseFutureTimes } from '../../common/write/future-times';
import { daily, WriteModel } from '../../common/write/write-model';
import type { RowOf, WriteRow } from '../../common/write/write-row';
import type { Place, WriteRun } from '../../common/write/write-run';
import { ConsigneeLine } from '../../parties/consignees/consignee-reference';
import { Consignee } from '../../parties/consignees/consignee.entity';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { billLinks } from '../bills-of-lading/bill-lookup';
import { BillKey } from '../bills-of-lading/bill-reference';
import { Container } from '../containers/container.kind';
import { CreateReeferPlugMovement } from '../containers/reefer-plug-movement.dto';
import { plugsOfStay } from '../containers/reefer-plug-movement.write';
import { EndedPartiesLine, partiesOfEnded } from '../interests/ended-parties';
import { bookingLine } from '../booking-lines/of-booking';
import { imdgGoods } from '../imdg-goods';
import { overDimensions } from '../over-dimensions';
import { Booking } from '../setup/booking.kind';
import { CommodityType } from '../setup/commodity-type.kind';
import { UpdateContainerStay } from './container-stay.dto';
import { ContainerStay } from './container-stay.entity';
import { CARRIERS, STAY_STATUSES, VGM_METHODS, VGM_SOURCES } from './stay-words';
import { StaysService } from './stays.service';

/** The fields of a stay that only a file states. */
class ContainerStayLine extends ConsigneeLine {
  @In.text({ required: true }) container: string;
  @In.int({ min: 1, required: true }) number: number;
  @In.oneOf(STAY_STATUSES, { required: true }) status: string;
  @In.oneOf(CARRIERS) arrived_by?: string | null;
  @In.text() arrived_by_voyage?: string | null;
  @In.oneOf(CARRIERS) departed_by?: string | null;
  @In.text() departed_by_voyage?: string | null;
  @In.bool() delivered?: boolean | null;
  @In.number({ min: 0 }) vgm?: number | null;
  @In.oneOf(VGM_METHODS) vgm_method?: string | null;
  @In.text() vgm_responsible?: string | null;
  @In.time() vgm_at?: string | null;
  @In.text() vgm_reference?: string | null;
  @In.oneOf(VGM_SOURCES) vgm_source?: string | null;
  @In.bool() vgm_differs?: boolean | null;
  @In.objects(() => BillKey) bill_of_ladings?: BillKey[] | null;
  @In.objects(() => CreateReeferPlugMovement) reefer_plug_movements?: CreateReeferPlugMovement[] | null;
  @In.note() reason?: string | null;
}

const voyage = (field: string) => reference(field, lookupOf(Voyage, 'number'));

export const containerStayModel = new WriteModel({
  entity: ContainerStay,
  input: [UpdateContainerStay, ContainerStayLine, EndedPartiesLine],
  key: ['container', 'number'],
  compares: true,
  place: ({ container, number }) => placeOf(container, number),
  maps: {
    container: reference('container', lookupOf(Container, 'number')),
    arrived_by_voyage: voyage('arrived_by_voyage'),
    departed_by_voyage: voyage('departed_by_voyage'),
    shipping_line: reference('shipping_line', lookupOf(ShippingLine, 'code')),
    commodity_type: reference('commodity_type', lookupOf(CommodityType, 'name')),
    arrival_commodity_type: reference('arrival_commodity_type', lookupOf(CommodityType, 'name')),
    consignee: reference('consignee', lookupOf(Consignee, 'name')),
    booking: reference('booking', lookupOf(Booking, 'number')),
    booking_line: bookingLine(),
    dangerous_goods: imdgGoods,
    over: overDimensions,
    arrival_voyage: voyage('arrival_voyage'),
    departure_voyage: voyage('departure_voyage'),
    bill_of_ladings: billLinks({ table: 'container_bills', from: 'stay_id' }),
    reefer_plug_movements: plugsOfStay,
    parties: partiesOfEnded,
  },
  checks: [
    daily(refuseFutureTimes(['in_at', 'out_at'], 'A stay cannot begin or end at a time to come.')),
    daily(refuseFutureTimes(['emptied_at'], 'A container is not emptied at a time to come.')),
    daily(refuseStatuses),
  ],
  afterwards: [showStays],
});

/** The stays of an import are made in order of container and number. */
export function placeOf(container: unknown, number: unknown): Place {
  return [lookupOf(Container, 'number').keyOf(container), number as number];
}

/** What a container was when it came or left is known once it has. */
function refuseStatuses(rows: RowOf<ContainerStay>[]): void {
  for (const row of rows) {
    const status = row.after('status')!;
    if (row.columns.arrival_status && !['here', 'departed'].includes(status))
      row.refuse('arrival_status', {
        code: COMMON.invalid,
        sentence: 'A container has an arrival status once it has come.',
      });
    if (row.columns.departure_status && status !== 'departed')
      row.refuse('departure_status', {
        code: COMMON.invalid,
        sentence: 'A container has a departure status once it has left.',
      });
  }
}

/** Copies the facts of a stay to the container that shows it. */
async function showStays(rows: RowOf<ContainerStay>[], { db }: WriteRun): Promise<void> {
  const containers = rows.map((row) => row.after('container_id')!);
  await new StaysService(db).showLast([...new Set(containers)]);
}

/** A reference to a stay by the number of its container and its own number. */
export const STAY: Lookup = {
  kind: 'container_stays',
  what: 'Stay',
  keyOf: (named) => joinKey(...(named as [string, number])),
  find: (organization_id, keys) => sql`
    SELECT k.key, s.id FROM ${tableOfKeys(keys)}
    JOIN containers c ON c.organization_id = ${organization_id} AND c.number = k.key::json ->> 0
    JOIN container_stays s ON s.organization_id = c.organization_id AND s.container_id = c.id
      AND s.number = (k.key::json ->> 1)::integer`,
  name: (column) =>
    `(SELECT s.number FROM container_stays s WHERE s.organization_id = t.organization_id AND s.id = ${column})`,
  unknown: (key) => `${partsOf(key)[1]} of container '${partsOf(key)[0]}' is unknown`,
};

/**
 * Leaves out the containers whose stays a file states. It states all of them, so that no stay follows from other lines.
 */
export async function withoutToldStays(container_ids: number[], run: WriteRun): Promise<number[]> {
  const first = container_ids.map((id): [number, number] => [id, 1]);
  const told = new Set((await run.toldOf(containerStayModel.name, first)).map(([id]) => id));
  return container_ids.filter((id) => !told.has(id));
}

/**
 * The stay that a line refers to: its number, or null for none. Without the field, it is the stay that the container
 * shows.
 */
export class StayLine {
  @In.int({ min: 1 }) stay?: number | null;
}

/** The stay of the container in the field `container` of the same line. */
export const stayOfContainer: FieldMap = {
  columns: ['stay_id'],
  kinds: [STAY.kind],
  value: () => STAY.name('t.stay_id'),
  put: (row: WriteRow) => {
    const { stay, container } = row.values;
    if (typeof stay !== 'number' || !container) return;
    const key = lookupOf(Container, 'number').keyOf(container);
    row.want('stay', STAY, [key, stay], (id) => row.set('stay_id', id));
  },
};

/** The same for a table whose rows may also refer to no stay. */
export const stayOrNone = (table: string): FieldMap => ({
  ...stayOfContainer,
  put: (row, stay) => {
    if (stay === null) row.set('stay_id', null);
    else stayOfContainer.put(row, stay);
  },
  written: (rows, { db }) => {
    const none = rows.filter(({ columns }) => columns.container_id && columns.stay_id === null);
    return speakOfNone(
      db,
      table,
      none.map(({ id }) => id!),
    );
  },
});

/** Clears the stay that new rows took from their container, because their lines refer to none. */
export async function speakOfNone(db: Db, table: string, ids: number[]): Promise<void> {
  if (!ids.length) return;
  await db.query(sql`
    UPDATE ${raw(table)} SET stay_id = NULL
    WHERE organization_id = ${db.actor.organization_id} AND ${among('id', ids)} AND stay_id IS NOT NULL`);
}
