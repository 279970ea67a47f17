import { ApiProperty } from '@nestjs/swagger';
import { OpenTo } from '../../common/party-wall/open-to';
import { Of, RecordById, view } from '../../common/view/view';
import { BillOfContainer } from '../bills-of-lading/bill-reference';
import { CONTAINER_STATUSES, CONTAINER_USAGES } from '../containers/container-words';
import { UNLIFTED_HOLD_TYPES, UNLIFTED_HOLDS } from '../held/unlifted-holds';
import { lineNumber } from '../booking-lines/of-booking';
import { ImdgGoods } from '../imdg-goods';
import { carriesLeaving } from '../release/leaving.view';
import { Over } from '../over-dimensions';
import { LOCATION_TYPES, locationName } from '../../places/locations/locations';
import { locationOf, LocationShow, PlaceShow, terminalOf, yardAreaOf } from '../../places/locations/place-of';
import { BILLS_TOLD } from '../interests/bills-of-stay';
import {
  bringsForStay,
  CONSIGNEE_TOLD,
  PLACE_OF_STAY_TOLD,
  placeOfStay,
  seesConsignee,
  TYPE_OF_STAY_TOLD,
  typeOfStay,
} from '../interests/seen-of-stay';
import { ownVisit } from '../movements/own-visit';
import { ContainerStay } from './container-stay.entity';
import { CARRIERS, STAY_STATUSES, VGM_METHODS, VGM_SOURCES } from './stay-words';
import { compactJson, jsonObject } from '../../common/view/json-sql';

class VoyageOfStay {
  @ApiProperty({ type: 'integer', example: 1 }) id: number;
  @ApiProperty({ type: 'string', example: 'WP2611' }) number: string;
}

/** The carrier with which a container arrived or left. */
export class Carrier {
  @ApiProperty({
    type: 'string',
    enum: [...CARRIERS, null],
    nullable: true,
    description: 'null while it has not come or left, and when nobody knows',
  })
  type: string | null;
  @ApiProperty({ type: () => VoyageOfStay, nullable: true }) voyage: VoyageOfStay | null;
  @ApiProperty({ type: () => RecordById, nullable: true }) truck_visit: RecordById | null;
}

/**
 * SQL: the carrier of an arrival or departure. The truck comes from the movement that began or ended the stay; a haulier is
 * told its own visit, and nobody that of another company.
 */
const carrier =
  (by: 'arrived_by' | 'departed_by', movement_type: string, forParties = false) =>
  (of: Of) =>
    jsonObject({
      type: of(by),
      voyage: `CASE WHEN ${of(`${by}_voyage_id`)} IS NOT NULL THEN
    ${jsonObject({ id: of(`${by}_voyage_id`), number: of(`${by}_voyage.number`) })} END`,
      truck_visit: `CASE ${of(by)} WHEN 'truck' THEN (
    SELECT ${forParties ? ownVisit((column) => `m.${column}`) : jsonObject({ id: 'm.truck_visit_id' })} FROM container_movements m
    WHERE m.organization_id = ${of('organization_id')} AND m.stay_id = ${of('id')}
      AND m.movement_type = '${movement_type}' AND m.truck_visit_id IS NOT NULL
    ORDER BY m.id DESC LIMIT 1) END`,
    });

/** SQL: a value of the container while it shows this stay. */
const whileShown = (value: (of: Of) => string) => (of: Of) =>
  `(SELECT ${value((column) => `w.${column}`)} FROM containers w
    WHERE w.organization_id = ${of('organization_id')} AND w.id = ${of('container_id')} AND w.stay_id = ${of('id')})`;

/** Where a stay is itself. */
const STAY = { id: 'id', in_at: 'in_at' };

/** A stay tells no height of its container. */
const { is_high_cube: _, ...OF_TYPE } = typeOfStay(STAY);

const Out = view(ContainerStay);

@OpenTo.parties({
  fields: [
    'id',
    'number',
    'container',
    'status',
    'usage',
    'in_at',
    'out_at',
    'dwell_seconds',
    'arrival_status',
    'departure_status',
    'container_status',
    'emptied_at',
    'delivered',
    'shipping_line',
    'terminal',
    'unlifted_holds',
    'booking',
    'booking_line',
    'dangerous_goods',
    'over',
    'arrival_voyage',
    'departure_voyage',
    'operating_reefer',
    'reefer_temperature',
    'reefer_set_point_temperature',
    'supply_temperature',
    'bill_of_ladings',
    'created_at',
    'updated_at',
  ],
  owners: [
    'goods',
    'weight',
    'seals',
    'commodity_type',
    'arrival_goods',
    'arrival_weight',
    'arrival_commodity_type',
    'vgm',
    'vgm_method',
    'vgm_responsible',
    'vgm_at',
    'vgm_reference',
    'vgm_source',
    'vgm_differs',
  ],
  own: { weight: bringsForStay(STAY), consignee: seesConsignee(STAY), ...OF_TYPE },
  instead: {
    ...placeOfStay(STAY, whileShown),
    arrived_by: carrier('arrived_by', 'gate_in', true),
    departed_by: carrier('departed_by', 'gate_out', true),
  },
  told: {
    ...PLACE_OF_STAY_TOLD,
    ...TYPE_OF_STAY_TOLD,
    ...BILLS_TOLD,
    ...CONSIGNEE_TOLD,
    arrived_by: ({ arrived_by }) => ({ ...(arrived_by as object), truck_visit: null }),
    departed_by: ({ departed_by }) => ({ ...(departed_by as object), truck_visit: null }),
  },
})
export class ContainerStayShow {
  @Out.id() id: number;
  @Out.int({ description: 'Counts the stays of the container from 1', example: 1 }) number: number;
  @Out.reference('container', 'number', { example: 'WHAU4142033' }) container: object;
  @Out.oneOf(STAY_STATUSES, {
    description:
      '`announced` before it comes, `here`, `departed`; `cancelled` when the last announcement that named it went',
    example: 'here',
  })
  status: string;
  @Out.oneOf(CONTAINER_USAGES) usage: string | null;
  @Out.shaped(carrier('arrived_by', 'gate_in'), () => Carrier) arrived_by: Carrier;
  @Out.time() in_at: string | null;
  @Out.shaped(carrier('departed_by', 'gate_out'), () => Carrier) departed_by: Carrier;
  @Out.time() out_at: string | null;
  @Out.sql(
    (of) =>
      // `in_at` may be up to a minute in the future, because the clocks of clients differ.
      `CASE WHEN ${of('in_at')} IS NOT NULL THEN greatest(0, floor(extract(epoch FROM
        coalesce(${of('out_at')}, date_trunc('milliseconds', now())) - ${of('in_at')})))::bigint END`,
    'bigInteger',
    {
      description: 'How long it has been here, up to now or until it left; null before it came',
      example: 86400,
    },
  )
  dwell_seconds: number | null;
  @Out.oneOf(CONTAINER_STATUSES, { description: '`full` or `empty` when it came; null while it has not' })
  arrival_status: string | null;
  @Out.oneOf(CONTAINER_STATUSES, { description: '`full` or `empty` when it left; null while it has not' })
  departure_status: string | null;
  @Out.oneOf(CONTAINER_STATUSES, { description: '`full` or `empty` now, or as it was last', example: 'full' })
  container_status: string | null;
  @Out.time() emptied_at: string | null;
  @Out.text({
    description: 'What was in it when it came, kept since it was emptied or filled here; null before',
  })
  arrival_goods: string | null;
  @Out.number({ description: 'What it weighed when it came, kept likewise' }) arrival_weight: number | null;
  @Out.reference('arrival_commodity_type', 'name') arrival_commodity_type: object | null;
  @Out.bool({ description: 'Whether it left by truck or train, or went to a consignee' }) delivered: boolean;
  @Out.reference('shipping_line', 'code', { example: 'WHA' }) shipping_line: object | null;
  @Out.sql((of) => of('container.container_type.code'), 'text', { description: 'The code of the type' })
  container_type: string | null;
  @Out.sql((of) => of('container.container_type.size'), 'integer', {
    description: 'The length of the type, in feet',
  })
  size: number | null;
  @Out.sql((of) => of('container.container_type.is_reefer'), 'boolean') is_reefer: boolean | null;
  @Out.sql(whileShown((of) => of('current_location_type')), 'text', {
    values: LOCATION_TYPES,
    description: 'What kind of place the container is in; null once another stay has begun',
  })
  current_location_type: string | null;
  @Out.sql(whileShown((of) => of('current_location_id')), 'bigInteger') current_location_id: number | null;
  @Out.sql(whileShown(locationName), 'text', { description: 'The place that the container is in' })
  current_location: string | null;
  @Out.shaped(whileShown(locationOf()), () => LocationShow, {
    nullable: true,
    description: 'Where the container is; null once another stay has begun',
  })
  location: LocationShow | null;
  @Out.shaped(whileShown(yardAreaOf), () => PlaceShow, { nullable: true }) yard_area: PlaceShow | null;
  @Out.shaped(whileShown(terminalOf), () => PlaceShow, { nullable: true }) terminal: PlaceShow | null;
  @Out.sql((of) => `coalesce(${whileShown(UNLIFTED_HOLDS)(of)}, 0)`, 'integer', {
    nullable: false,
    description: 'How many holds keep the container in this stay; 0 once another one has begun',
  })
  unlifted_holds: number;
  @Out.sql((of) => `coalesce(${whileShown(UNLIFTED_HOLD_TYPES)(of)}, '[]'::json)`, 'texts', {
    nullable: false,
    description: 'The types of those holds',
  })
  hold_types: string[];
  @Out.text({ example: 'Green coffee in bags' }) goods: string | null;
  @Out.number({ description: "In the organization's weight unit" }) weight: number | null;
  @Out.texts() seals: string[];
  @Out.reference('commodity_type', 'name') commodity_type: object | null;
  @Out.reference('consignee', 'name') consignee: object | null;
  @Out.many('bill_of_ladings', () => BillOfContainer) bill_of_ladings: BillOfContainer[];
  @Out.reference('booking', 'number') booking: object | null;
  @Out.sql(lineNumber, 'integer', {
    description: 'The number of the line of the booking that it counts for',
    example: 1,
  })
  booking_line: number | null;
  @Out.shaped((of) => compactJson(of('dangerous_goods')), () => ImdgGoods, { isArray: true })
  dangerous_goods: ImdgGoods[];
  @Out.shaped((of) => compactJson(of('over')), () => Over, {
    nullable: true,
    description: 'How far the cargo stands out; null where nothing does, or it is not known',
  })
  over: Over | null;
  @Out.number() vgm: number | null;
  @Out.oneOf(VGM_METHODS) vgm_method: string | null;
  @Out.text() vgm_responsible: string | null;
  @Out.time() vgm_at: string | null;
  @Out.text() vgm_reference: string | null;
  @Out.oneOf(VGM_SOURCES) vgm_source: string | null;
  @Out.bool() vgm_differs: boolean;
  @Out.reference('arrival_voyage', 'number') arrival_voyage: object | null;
  @Out.reference('departure_voyage', 'number') departure_voyage: object | null;
  @Out.bool() operating_reefer: boolean;
  @Out.number() reefer_temperature: number | null;
  @Out.number() reefer_set_point_temperature: number | null;
  @Out.number() supply_temperature: number | null;
  @Out.text({ description: 'Why the stay was last corrected by hand; null while it never was' }) reason:
    string | null;
  @Out.time() created_at: string;
  @Out.time() updated_at: string;
}
carriesLeaving(ContainerStayShow);
