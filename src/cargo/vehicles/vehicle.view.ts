import { seesBill, seesConsignee } from './vehicles-of-parties';
import { theirDockReceipt } from '../packing-list-items/items-of-parties';
import { PLACE_FOR_PARTIES, PLACE_TOLD } from '../../places/locations/place-for-parties';
import { OpenTo, type Told } from '../../common/party-wall/open-to';
import { DIMENSION_UNITS, WEIGHT_UNITS } from '../../common/tenancy/actor';
import { Of, asDecimalText, view } from '../../common/view/view';
import { LOCATION_TYPES, locationName } from '../../places/locations/locations';
import { locationOf, LocationShow } from '../../places/locations/place-of';
import { Vehicle } from './vehicle.kind';

const Out = view(Vehicle);

/** SQL: the numbers of a vehicle's bills of lading `l` that meet a condition, as one text. */
const bills = (of: Of, among?: string) => `
  SELECT string_agg(b.number, ', ' ORDER BY l.id) FROM vehicle_bills l
  JOIN bill_of_ladings b ON b.organization_id = l.organization_id AND b.id = l.bill_of_lading_id
  WHERE l.organization_id = ${of('organization_id')} AND l.vehicle_id = ${of('id')}${among ? ` AND ${among}` : ''}`;

/** SQL: an aggregate over the names of a vehicle's consignees `l`, of those that meet a condition. */
const consignees = (of: Of, aggregate: string, among?: string) => `
  SELECT ${aggregate} FROM vehicle_consignees l
  JOIN consignees c ON c.organization_id = l.organization_id AND c.id = l.consignee_id
  WHERE l.organization_id = ${of('organization_id')} AND l.vehicle_id = ${of('id')}${among ? ` AND ${among}` : ''}`;

/** What parties see of a vehicle. */
const OPEN = [
  'id',
  'reference_number',
  'quantity',
  'goods',
  'goods_description',
  'shipping_marks',
  'usage',
  'vin_number',
  'weight_unit',
  'weight',
  'dimension_unit',
  'width',
  'height',
  'length',
  'volume',
  'pieces_per_package',
  'package_weight',
  'package_type_code',
  'package_type',
  'shipping_line',
  'make',
  'model',
  'color',
  'year',
  'extra_attributes',
];
const INSTEAD = {
  ...PLACE_FOR_PARTIES,
  active_bill_of_ladings: (of: Of) => `(${bills(of, seesBill(of))})`,
  consignee: (of: Of) => `(${consignees(of, `string_agg(c.name, ', ' ORDER BY l.id)`, seesConsignee(of))})`,
};

/** Events do not have the bills one by one, so that the text of all of them is told to lines and agents alone. */
const TOLD: Record<string, Told> = {
  ...PLACE_TOLD,
  active_bill_of_ladings: ({ active_bill_of_ladings }, { as }) =>
    as === 'owner' ? active_bill_of_ladings : null,
};

/** A vehicle alone. */
@OpenTo.parties({ fields: OPEN, instead: INSTEAD, told: TOLD })
export class VehicleShow {
  @Out.id() id: number;
  @Out.text({ example: 'VH-6003' }) reference_number: string | null;
  @Out.int({ example: 1 }) quantity: number | null;
  @Out.text({ example: 'Crawler excavator' }) goods: string | null;
  @Out.text() goods_description: string | null;
  @Out.text() shipping_marks: string | null;
  @Out.text({ example: 'export' }) usage: string | null;
  @Out.sql((of) => bills(of), 'text', {
    description: 'The numbers of its bills of lading',
    example: 'WHA26110041',
  })
  active_bill_of_ladings: string | null;
  @Out.text({ example: 'WHFX220L8FB031906' }) vin_number: string;
  @Out.sql((of) => consignees(of, `string_agg(c.name, ', ' ORDER BY l.id)`), 'text', {
    description: 'The names of its consignees',
    example: 'Tern Agricultural Machinery',
  })
  consignee: string | null;
  @Out.oneOf(LOCATION_TYPES, { example: 'YardArea' }) current_location_type: string | null;
  @Out.sql(locationName, 'text', { description: 'The place', example: 'Vehicle compound' })
  current_location: string | null;
  @Out.shaped(locationOf(), () => LocationShow, {
    nullable: true,
    description: 'Where it is; null where that is not known',
  })
  location: LocationShow | null;
  @Out.int({ example: 1 }) current_location_id: number | null;
  @Out.sql((of) => of('organization.weight_unit'), 'text', {
    nullable: false,
    values: WEIGHT_UNITS,
    example: 'kg',
  })
  weight_unit: string;
  @Out.number({ example: 22300 }) weight: number | null;
  @Out.sql((of) => of('organization.dimension_unit'), 'text', {
    nullable: false,
    values: DIMENSION_UNITS,
    example: 'm',
  })
  dimension_unit: string;
  @Out.number({ example: 2.99 }) width: number | null;
  @Out.number({ example: 3.1 }) height: number | null;
  @Out.number({ example: 9.55 }) length: number | null;
  @Out.sql((of) => asDecimalText(of('volume')), 'text', { example: '88.5' }) volume: string | null;
  @Out.int() pieces_per_package: number | null;
  @Out.number() package_weight: number | null;
  @Out.sql((of) => of('yard_slot.name'), 'text', { example: 'A1-01' }) yard_slot: string | null;
  @Out.sql((of) => of('package_type.code'), 'text', { example: 'VN' }) package_type_code: string | null;
  @Out.sql((of) => of('package_type.description'), 'text', { example: 'Vehicle' }) package_type:
    string | null;
  @Out.sql((of) => of('shipping_line.code'), 'text', { description: 'The code of the line', example: 'TDK' })
  shipping_line: string | null;
  @Out.text({ example: 'Norrvik' }) make: string | null;
  @Out.text({ example: 'X220' }) model: string | null;
  @Out.text({ example: 'yellow' }) color: string | null;
  @Out.int({ example: 2019 }) year: number | null;
  @Out.json({ example: { engine_hours: 6120 } }) extra_attributes: Record<string, unknown> | null;
  @Out.flexFields('vehicle') flex_fields: unknown[];
}

/** A vehicle in lists. */
@OpenTo.parties({
  fields: [
    ...OPEN,
    'arrival_voyage',
    'arrival_vessel',
    'departure_voyage',
    'departure_vessel',
    'commodity_type',
    'booking',
    'stripped_from_container',
  ],
  instead: {
    ...INSTEAD,
    consignees: (of) =>
      `(${consignees(of, `coalesce(array_agg(c.name ORDER BY l.id), '{}')`, seesConsignee(of))})`,
    dock_receipt: theirDockReceipt((of) => of('dock_receipt.number')),
  },
})
export class VehicleItem extends VehicleShow {
  @Out.sql((of) => of('arrival_voyage.number'), 'text', { example: 'WP2611' }) arrival_voyage: string | null;
  @Out.sql((of) => of('arrival_voyage.vessel.name'), 'text', { example: 'Westhaven Petrel' })
  arrival_vessel: string | null;
  @Out.sql((of) => of('departure_voyage.number'), 'text', { example: 'TH2612' })
  departure_voyage: string | null;
  @Out.sql((of) => of('departure_voyage.vessel.name'), 'text') departure_vessel: string | null;
  @Out.sql((of) => of('commodity_type.name'), 'text', { example: 'Vehicles' }) commodity_type: string | null;
  @Out.sql((of) => consignees(of, `coalesce(array_agg(c.name ORDER BY l.id), '{}')`), 'texts', {
    nullable: false,
    description: 'The names of its consignees',
  })
  consignees: string[];
  @Out.sql((of) => of('dock_receipt.number'), 'text', {
    description: 'The number of the paper that says the terminal has it',
    example: 'DR-5001',
  })
  dock_receipt: string | null;
  @Out.texts({ example: ['oversize'] }) tags: string[];
  @Out.reference('booking', 'number') booking: { id: number; number: string } | null;
  @Out.reference('stripped_from_container', 'number', { description: 'The container that it came in' })
  stripped_from_container: { id: number; number: string } | null;
}
