import { Entity, Unique } from 'typeorm';
import type { Relation } from 'typeorm';
import { BelongsTo, Row } from '../../common/schema/columns';
import { BillOfLading } from '../bills-of-lading/bill-of-lading.entity';
import type { Vehicle } from './vehicle.kind';

/** A bill of lading that a vehicle is on. */
@Entity('vehicle_bills')
@Unique(['organization_id', 'vehicle_id', 'bill_of_lading_id'])
export class VehicleBill extends Row {
  @BelongsTo('Vehicle', {
    required: true,
    onDelete: 'CASCADE',
    unindexed: 'uq_vehicle_bills_vehicle_id_bill_of_lading_id',
  })
  vehicle: Relation<Vehicle>;
  vehicle_id: number;
  @BelongsTo(() => BillOfLading, { required: true, onDelete: 'CASCADE' })
  bill_of_lading: Relation<BillOfLading>;
  bill_of_lading_id: number;
}
