import { ofVehicle } from './vehicles-of-parties';
import { Concerns } from '../../common/party-wall/concerns';
import { Index, OneToMany } from 'typeorm';
import type { Relation } from 'typeorm';
import { Refuses } from '../../common/errors/constraints';
import { In } from '../../common/input/in';
import { Flag, FlexValues, JsonColumn, type Numeric, type NoColumn } from '../../common/schema/columns';
import { Field, Kind } from '../../common/setup/kind';
import { ShippingLine } from '../../parties/shipping-lines/shipping-line.entity';
import { Voyage } from '../../voyages/voyages/voyage.entity';
import { BillKey } from '../bills-of-lading/bill-reference';
import { Container } from '../containers/container.kind';
import { Located } from '../../places/locations/located';
import { locationIdInput, locationInput, locationTypeInput } from '../../places/locations/location-fields';
import { Booking } from '../setup/booking.kind';
import { CommodityType } from '../setup/commodity-type.kind';
import { DockReceipt } from '../setup/dock-receipt.kind';
import { PackageType } from '../setup/package-type.kind';
import { YardSlot } from '../../places/setup/yard-slot.kind';
import { extraAttributes } from './extra-attributes';
import { VehicleBill } from './vehicle-bill.entity';
import { VehicleConsignee } from './vehicle-consignee.entity';

/**
 * A vehicle or machine that is cargo, known by its VIN. Weights and dimensions are in the organization's units. It is a
 * set-up kind with views of its own.
 */
@Concerns({ rows: ofVehicle })
@Kind({
  singular: 'vehicle',
  plural: 'vehicles',
  key: 'vin_number',
  role: 'write',
  endpoints: ['create', 'remove'],
})
@Refuses('uq_vehicles_vin_number', 'VIN is already taken by another vehicle.', 'vin_number')
@Index(['organization_id', 'reference_number'])
@Index(['organization_id', 'usage', 'id'])
@Index(['organization_id', 'current_location_type', 'id'])
@Index('ix_vehicles_tags', { synchronize: false })
@Index('ix_vehicles_vin_number_any_case', { synchronize: false })
export class Vehicle extends Located {
  @Field.key({ identifier: 'ascii', example: 'WHFX220L8FB031906' }) vin_number: string;
  @Field.text({ identifier: 'visible', example: 'VH-6003' }) reference_number: string | null;
  @Field.int({ min: 0 }) quantity: number | null;
  @Field.text({ example: 'Crawler excavator' }) goods: string | null;
  @Field.note() goods_description: string | null;
  @Field.note() shipping_marks: string | null;
  @Field.text({ example: 'export' }) usage: string | null;
  @Field.text() make: string | null;
  @Field.text() model: string | null;
  @Field.text() color: string | null;
  @Field.int({ min: 0, example: 2019 }) year: number | null;

  @Field.number({ min: 0, example: 22300 }) weight: Numeric | null;
  @Field.number({ min: 0, example: 2.99 }) width: Numeric | null;
  @Field.number({ min: 0, example: 3.1 }) height: Numeric | null;
  @Field.number({ min: 0, example: 9.55 }) length: Numeric | null;
  @Field.number({ min: 0, example: 88.5 }) volume: Numeric | null;
  @Field.int({ min: 0 }) pieces_per_package: number | null;
  @Field.number({ min: 0 }) package_weight: Numeric | null;

  @Field.ref(() => PackageType, 'code') package_type: Relation<PackageType> | null;
  package_type_id: number | null;
  @Field.custom(In.text({ description: 'The same as package_type', example: 'VN' }))
  package_type_code: NoColumn;
  @Field.ref(() => CommodityType, 'name') commodity_type: Relation<CommodityType> | null;
  commodity_type_id: number | null;
  @Field.ref(() => ShippingLine, 'code') shipping_line: Relation<ShippingLine> | null;
  shipping_line_id: number | null;
  @Field.ref(() => Voyage, 'number') arrival_voyage: Relation<Voyage> | null;
  arrival_voyage_id: number | null;
  @Field.ref(() => Voyage, 'number') departure_voyage: Relation<Voyage> | null;
  departure_voyage_id: number | null;
  @Field.ref(() => Booking, 'number') booking: Relation<Booking> | null;
  booking_id: number | null;
  @Field.ref(() => DockReceipt, 'number') dock_receipt: Relation<DockReceipt> | null;
  dock_receipt_id: number | null;
  @Field.ref(() => Container, 'number') stripped_from_container: Relation<Container> | null;
  stripped_from_container_id: number | null;

  @Field.custom(In.objects(() => BillKey))
  @OneToMany(() => VehicleBill, (link) => link.vehicle)
  bill_of_ladings: Relation<VehicleBill>[];
  @Field.custom(In.texts({ description: 'The names of the consignees' }))
  @OneToMany(() => VehicleConsignee, (link) => link.vehicle)
  consignees: Relation<VehicleConsignee>[];
  @Field.custom(In.text({ description: 'The name of the only consignee, instead of consignees' }))
  consignee: NoColumn;

  @Field.ref(() => YardSlot, 'name') yard_slot: Relation<YardSlot> | null;
  yard_slot_id: number | null;
  @Field.customColumn(locationTypeInput()) override current_location_type: string | null;
  @Field.custom(locationInput()) current_location: NoColumn;
  @Field.customColumn(locationIdInput()) override current_location_id: number | null;
  /** Whether it is or was at the terminal, set by the trigger `note_presence`. */
  @Flag() has_been_here: boolean;

  @Field.texts({ example: ['oversize'] }) tags: string[];
  @Field.customColumn(extraAttributes()) @JsonColumn() extra_attributes: Record<string, unknown> | null;
  @Field.customColumn(In.flexFields()) @FlexValues() flex_fields: Record<string, unknown>;
}
